// A recording that several sections are tried on: two CPUs, 1000 ns, a game with two threads and
// another program.  What each thread does (- is unknown, r runnable, w waiting; the number is the
// CPU that it runs on):
//
//            0    100  200  300  400  500  600  700  800 850 900  1000
//     101    -----0000000000rrrrr0000000000wwwwwwwwwwrr000wwwwwwww     render, waits for Lock
//     102    ----------1111111111111111111111111wwwwwwwwwwwwwwwwww     worker, waits for Sleep
//     201    ---------------00000wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww     other, waits for Sleep
#pragma once

#include "store/test_store.hpp"

namespace benchlab::test {

inline void tell_two_cpus(TestRecording& made) {
    made.process(0, 100, "game.exe");
    made.process(0, 200, "other.exe");
    made.thread(0, 101, 100, "render");
    made.thread(0, 102, 100, "worker");
    made.thread(0, 201, 200);
    made.cswitch(100, 0, 0, 101);
    made.cswitch(300, 0, 101, 201, BL_STATE_RUNNABLE);
    made.cswitch(400, 0, 201, 101, BL_STATE_WAITING, "Sleep");
    made.cswitch(600, 0, 101, 0, BL_STATE_WAITING, "Lock");
    made.ready(800, 1, 101);
    made.cswitch(850, 0, 0, 101);
    made.cswitch(900, 0, 101, 0, BL_STATE_WAITING, "Lock");
    made.cswitch(200, 1, 0, 102);
    made.cswitch(700, 1, 102, 0, BL_STATE_WAITING, "Sleep");
}

inline store::Clock ends_at_1000() {
    store::Clock clock;
    clock.end = 1000;
    return clock;
}

inline void tell_interrupt(TestRecording& made, std::int64_t begin, std::int64_t end, int cpu,
                           int kind) {
    made.row("dpc_isr", {{"begin", Time(begin)},
                         {"end", Time(end)},
                         {"cpu", std::int64_t{cpu}},
                         {"kind", std::int64_t{kind}}});
}

inline void tell_sample(TestRecording& made, std::int64_t time, int cpu, std::uint32_t tid,
                        int flags = 0) {
    made.row("sample", {{"time", Time(time)},
                        {"cpu", std::int64_t{cpu}},
                        {"thread", Tid(tid)},
                        {"event", std::string("timer")},
                        {"weight", std::int64_t{1000}},
                        {"flags", std::int64_t{flags}}});
}

// The row of process with that pid.
inline std::uint32_t process_row(const store::Store& store, std::uint32_t pid) {
    const auto pids = store.find("process")->values<std::uint32_t>("pid");
    for (std::uint32_t row = 0; row < pids.size(); ++row) {
        if (pids[row] == pid) return row;
    }
    return BL_NO_ROW;
}

}  // namespace benchlab::test
