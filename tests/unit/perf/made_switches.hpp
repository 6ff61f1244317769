// made_switches.hpp: the tracepoint of context switches in small files, and the rows that become of
// them.
#pragma once

#include <boost/test/unit_test.hpp>
#include <memory>
#include <string>
#include <vector>

#include "made_perf.hpp"
#include "perf/reader.hpp"
#include "unit/etl/recording_builder.hpp"

namespace perf_test {

inline std::string fields(const std::vector<std::string>& lines) {
    std::string out;
    for (const std::string& each : lines) out += "\tfield:" + each + "\n";
    return out;
}

// The state is a long, and a bit above those of the letters says that it was preempted.
inline MadePerf::Event switch_event() {
    return {
        2, 300, "sched:sched_switch",
        fields({"char prev_comm[16]; offset:8; size:16; signed:0;",
                "pid_t prev_pid; offset:24; size:4; signed:1;",
                "int prev_prio; offset:28; size:4; signed:1;",
                "long prev_state; offset:32; size:8; signed:1;",
                "char next_comm[16]; offset:40; size:16; signed:0;",
                "pid_t next_pid; offset:56; size:4; signed:1;",
                "int next_prio; offset:60; size:4; signed:1;"}) +
            "print fmt: \"%s\", REC->prev_state & 255 ? __print_flags(REC->prev_state & 255, "
            "\"|\", { 1, \"S\" }, { 2, \"D\" }, { 16, \"X\" }) : \"R\", REC->prev_state & 256 ? "
            "\"+\" : \"\"\n"};
}

inline std::vector<std::uint8_t> switch_raw(std::uint32_t from, std::uint64_t state,
                                            std::uint32_t to) {
    return RawFields::common(300, 0, from)
        .text("from", 16)
        .u32(from)
        .u32(120)
        .u64(state)
        .text("to", 16)
        .u32(to)
        .u32(90)
        .bytes();
}

inline std::vector<etl_test::Row> rows_of(const MadePerf& made, const char* file,
                                          const char* table) {
    static std::vector<std::unique_ptr<etl_test::RecordingBuilder>> kept;
    kept.push_back(std::make_unique<etl_test::RecordingBuilder>());
    BOOST_REQUIRE(kept.back()->read(benchlab::perf::kReader.read, {made.write(file)}) == BL_OK);
    BOOST_TEST(kept.back()->mistakes.empty());
    return kept.back()->rows(table);
}

}  // namespace perf_test
