// A small store, filled row by row as a reader would, for tests of the store and of sections.
//
//     TestRecording made;                       // one CPU, times in ns
//     made.process(0, 100, "game.exe");
//     made.thread(0, 101, 100, "render");
//     made.cswitch(1000, 0, 0, 101);            // the idle thread gives way to 101
//     made.row("disk_io", {{"begin", Time(10)}, {"end", Time(30)}, {"thread", Tid(101)}});
//     const auto store = made.freeze();
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "benchlab/tables.h"
#include "store/freeze.hpp"

namespace benchlab::test {

// A value of the type that the schema says, or rather what a reader hands in for it.
struct Time {
    std::int64_t ns;
    explicit Time(std::int64_t value) : ns(value) {}
};
struct Tid {
    std::uint32_t tid;
    explicit Tid(std::uint32_t value) : tid(value) {}
};
using Pid = Tid;
struct Key {
    std::uint64_t key;
    explicit Key(std::uint64_t value) : key(value) {}
};
struct Address {
    std::uint64_t address;
    explicit Address(std::uint64_t value) : address(value) {}
};
// Of one process, innermost first.
struct Frames {
    std::uint32_t pid;
    std::vector<std::uint64_t> addresses;
};
using Cell = std::variant<std::int64_t, double, std::string, Time, Tid, Key, Address, Frames>;
// A number in a cell, whatever its column's type.
inline std::int64_t n(std::int64_t value) {
    return value;
}

class TestRecording {
  public:
    explicit TestRecording(store::Clock clock = {});

    // Cells of a row by column; columns of integers take std::int64_t.
    void row(const char* table, std::vector<std::pair<const char*, Cell>> cells);
    // Further rows are of another recording, with a clock of its own.
    void recording(store::Clock clock);
    // Further rows go to another lane of the first.
    void lane(std::uint64_t order);

    void process(std::int64_t time, std::uint32_t pid, const std::string& name,
                 int kind = BL_LIFE_BEGIN);
    void thread(std::int64_t time, std::uint32_t tid, std::uint32_t pid,
                const std::string& name = "", int kind = BL_LIFE_BEGIN);
    // Of the kernel with pid 0xFFFFFFFF.
    void image(std::int64_t time, std::uint32_t pid, std::uint64_t base, std::uint64_t size,
               const std::string& path, int kind = BL_LIFE_BEGIN);
    void cswitch(std::int64_t time, std::uint32_t cpu, std::uint32_t old_tid, std::uint32_t new_tid,
                 int old_state = BL_STATE_WAITING, const std::string& reason = "");
    void ready(std::int64_t time, std::uint32_t cpu, std::uint32_t tid);

    // Once.
    std::unique_ptr<store::Store> freeze(const store::Parallel& parallel = store::in_turn);

  private:
    store::Catalog catalog_;
    std::vector<std::unique_ptr<store::Recording>> recordings_;
    bl_builder* builder_;
};

}  // namespace benchlab::test
