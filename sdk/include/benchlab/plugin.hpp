// plugin.hpp: plugins in C++17 or later.  Header only; needs nothing but the standard library and
// exceptions.  A benchmark of one line, and one with everything:
//
//     #include <benchlab/plugin.hpp>
//
//     class Sort {
//       public:
//         explicit Sort(const benchlab::Setup& setup)             // optional, as are the next two
//             : size_(setup.u64("size")) {
//             if (size_ > kMost) throw benchlab::skip("not enough memory");
//         }
//         benchlab::Shape shape() const { return benchlab::Shape().items(size_).max_iterations(64);
//         } void prepare(std::uint64_t iterations) { inputs_.assign(iterations, random(size_)); }
//         void run(std::uint64_t iterations) {
//             for (std::uint64_t i = 0; i < iterations; ++i) {
//                 std::sort(inputs_[i].begin(), inputs_[i].end());
//             }
//         }
//         ...
//     };
//
//     BENCHLAB_PLUGIN("org.example.sorts", "1.0",
//         bench("sort/small", "std::sort of 16 ints", [] { return sorted(kSixteen); }),
//         bench<Sort>("sort/std", "std::sort of random ints", op("sort"),
//                     param("size", {1000, 10000, 100000}).between(1, 10000000)));
//
// The macro stands once in a plugin, outside any namespace.  It defines the one exported function
// and constant tables; there is no other code at load.  Linked with benchlab::main, the same file
// becomes a program of its own.
//
// A class is constructed for each set of parameters and thread count, untimed, and destroyed after
// its samples.  Its members, all but run() optional:
//
//     T(const Setup&) or T()      throw skip("why") where it makes no sense
//     Shape shape() const         what one iteration does: operations, bytes or items
//     void prepare(iterations)    untimed, before each run()
//     run(iterations)             timed; does exactly so many iterations
//     run(thread, iterations)     the same on several threads at once (--threads); one object for
//                                 all of them.  prepare() has the thread in front then, too.
//     ... , Result& result)       after the others: for metrics and manual time
//
// What uses up its input has this instead of prepare() and run(), and staged.hpp makes, times and
// destroys (bench_with is the same without a class):
//
//     State make_state()          untimed: what one iteration works on
//     body(State&)                timed: one iteration; what it returns counts as used
//     void drop_state(State&)     untimed, after it, before the state is destroyed; optional
//
// run() may return an integer that depends on the work; it is what `--verbose` shows as check.
// A function without arguments is one iteration; what it returns counts as used.
//
//     bench("name", "title", [] { return work(); })
//     bench_with("name", "title", [] { return state(); }, [](auto& state) { work(state); })
//     bench_with("name", "title", setup, body, [](auto& state) { tidy_up(state); })
//
// What may follow the title (or the functions):
//
//     op("load")                  what one operation is; else "iteration"
//     ops(n), bytes(n), items(n)  what one iteration does, when it is always the same
//     max_iterations(n)           of one run(): it bounds the memory that prepare() needs
//     param("size", {1, 2}, unit) values; unit is BL_UNIT_*.  .between(least, most) lets
//                                 --param size=3 give others
//     choice("kind", {"a", "b"})  named values; setup.text("kind") is the name, u64 its index
//     metric("id", "title", "what it is", unit, flags)   result.metric(0, value)
//     manual_time                 run() reports result.elapsed_ns(n)
//     max_threads(n), slow, needs_admin
//
// Analyzers (store.hpp and sink.hpp say what to do with the arguments):
//
//     struct Faults {
//         void analyze(const benchlab::Store& store, const benchlab::Run& run, benchlab::Sink&
//         sink);
//     };
//     BENCHLAB_PLUGIN("org.example.hard-reads", "1.0",
//         analyzer<Faults>("hard-reads", "Hard faults", order(50),
//                          help("Page faults that read from the disk"),
//                          needs("hard_fault", "thread", "process?"),
//                          option_u64("top", "rows to show", "N", "10").between(1, 1000)));
//
// Plugin: title("..."), author("..."), licence("MIT"), on_start(f), on_stop(f) with
// void f(benchlab::Host) and void f().  What is written in C goes in by c_benchmark(kTable),
// c_analyzer(kTable), c_reader(kTable) or c_recorder(kTable): readers and recorders are written so.
// extension("benchlab.merge/1", &kTable) offers an optional interface (merge.h).
//
// Names are [a-z0-9][a-z0-9._-]*, parts of a benchmark's name are separated by '/'; another name
// does not compile.  Every callback is noexcept: bad_alloc becomes BL_E_MEMORY, an Error its own
// status, all else BL_E_FAILED with what().
#pragma once

#include <cstdint>
#include <string_view>

#include "benchlab/benchlab.h"
#include "benchlab/detail/registration.hpp"
#include "benchlab/detail/words.hpp"
#include "benchlab/host.hpp"
#include "benchlab/keep.h"
#include "benchlab/repeat.hpp"
#include "benchlab/staged.hpp"

// The items are made inside a function so that bench, param and the rest need no qualification.
#define BENCHLAB_PLUGIN(plugin_id, plugin_version, ...)                               \
    namespace {                                                                       \
    constexpr auto benchlab_items = [] {                                              \
        using namespace ::benchlab::words;                                            \
        return ::benchlab::detail::items(plugin_id, plugin_version, __VA_ARGS__);     \
    }();                                                                              \
    }                                                                                 \
    extern "C" BL_EXPORT const bl_plugin* BL_CALL benchlab_plugin_v1(std::uint32_t) { \
        return &::benchlab::detail::Registration<benchlab_items>::kPlugin;            \
    }                                                                                 \
    static_assert(true, "so that the macro ends with a semicolon")
