// The bodies as a plugin: removed/... and honest/...
#include <array>
#include <string>
#include <utility>

#include "benchlab/benchlab.h"
#include "bodies.hpp"
// Here, so that each run() calls its loop and not what a table says at run time.
#include "honest.cpp"
#include "removed.cpp"

namespace {

bl_status BL_CALL set_up(const bl_host*, const bl_values*, std::uint32_t, bl_bench_shape*, void**) {
    return BL_OK;
}
void BL_CALL tear_down(void*) {}

// A function for each, as benchlab looks for the loop in it.
template <const auto& kBodies, std::size_t kIndex>
bl_status BL_CALL run(void*, std::uint32_t, std::uint64_t iterations, bl_bench_result*) {
    kBodies[kIndex].loop(iterations);
    return BL_OK;
}

// Names and tables live as long as the process.
struct Benchmarks {
    static constexpr std::size_t kCount = bodies::kRemovedCount + bodies::kHonestCount;
    std::array<std::string, kCount> names;
    std::array<bl_benchmark, kCount> made{};
    std::array<const bl_benchmark*, kCount> table{};
    bl_plugin plugin{};

    template <const auto& kBodies, std::size_t... kIndices>
    void add(const char* prefix, std::size_t from, std::index_sequence<kIndices...>) {
        (add_one(from + kIndices, prefix, kBodies[kIndices], &run<kBodies, kIndices>), ...);
    }
    void add_one(std::size_t at, const char* prefix, const bodies::Body& body,
                 decltype(bl_benchmark::run) run_it) {
        names[at] = std::string(prefix) + body.name;
        bl_benchmark& to = made[at];
        to.struct_size = sizeof to;
        to.name = names[at].c_str();
        to.title = body.name;
        to.setup = set_up;
        to.run = run_it;
        to.teardown = tear_down;
        table[at] = &to;
    }

    Benchmarks() {
        add<bodies::kRemoved>("removed/", 0, std::make_index_sequence<bodies::kRemovedCount>());
        add<bodies::kHonest>("honest/", bodies::kRemovedCount,
                             std::make_index_sequence<bodies::kHonestCount>());
        plugin.struct_size = sizeof plugin;
        plugin.abi_minor = BL_ABI_MINOR;
        plugin.id = "test.bodies";
        plugin.version = "1.0";
        plugin.title = "Bodies";
        plugin.benchmarks = table.data();
        plugin.benchmark_count = static_cast<std::uint32_t>(table.size());
    }
};

}  // namespace

extern "C" BL_EXPORT const bl_plugin* BL_CALL benchlab_plugin_v1(std::uint32_t) {
    static const Benchmarks benchmarks;
    return &benchmarks.plugin;
}
