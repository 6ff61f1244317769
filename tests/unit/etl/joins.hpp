// joins.hpp: for the tests of what belongs together though it lies apart.
#pragma once

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "etl/recording.hpp"
#include "made_trace.hpp"
#include "recording_builder.hpp"
#include "trace_data.hpp"

namespace etl_test {

using Frames = std::vector<std::uint64_t>;

inline const Frames kKernel = {0xFFFFF80000001000, 0xFFFFF80000002000};
inline const Frames kUser = {0x7FF600001000, 0x7FF600002000};
inline const Frames kWhole = {0xFFFFF80000001000, 0xFFFFF80000002000, 0x7FF600001000,
                              0x7FF600002000};

// Each buffer is a chunk of its own, so that everything here crosses chunks; then the usual cut.
template <class Check>
void read_joined(const std::vector<MadeTrace>& traces, Check&& check) {
    std::vector<std::string> paths;
    for (const MadeTrace& each : traces) {
        const std::string name = "joins" + std::to_string(paths.size()) + ".etl";
        paths.push_back(write_bytes(name, each.bytes()));
    }
    for (const std::uint64_t chunk : {std::uint64_t{1}, benchlab::etl::Recording::kChunkBytes}) {
        RecordingBuilder builder(2);
        const auto reader = [chunk](const bl_host* host, const bl_read* request, bl_builder* lane,
                                    const bl_builder_api* api) {
            return benchlab::detail::guarded(host, [&] {
                benchlab::etl::Recording(benchlab::Host(host), *request, lane, api, chunk).read();
            });
        };
        BOOST_TEST_REQUIRE(builder.read(reader, paths) == BL_OK, builder.error);
        BOOST_TEST(builder.mistakes.empty());
        BOOST_TEST_CONTEXT("chunks of " << chunk) {
            check(builder);
        }
    }
}

}  // namespace etl_test
