// benchlab/suite.hpp: benchmarks in a program of your own, without any plugin.
//
//     #include <benchlab/suite.hpp>
//
//     int main(int argc, char** argv) {
//         benchlab::Suite suite;
//         suite.pin(1);
//         suite.bench("sum", [&] { return std::accumulate(v.begin(), v.end(), 0); });
//         suite.bench("sort", benchlab::Items{9}, [&] { auto c = v; std::sort(...); return c; });
//         suite.print(std::cout);
//         suite.save("report.json");             // what `benchlab compare` reads
//         std::cout << benchlab::bench([] { return fib(200); }) << '\n';            // one line
//         std::cout << benchlab::bench_env(v, [](auto& x) { sort(x); }) << '\n';    // fresh state
//     }
//
// Link with benchlab::suite (CMake: find_package(benchlab)).  A body's return value is kept from
// the optimiser; a body that returns nothing must leave its result somewhere that
// benchlab::do_not_optimize sees (benchlab/keep.h), or the compiler may remove it.
#ifndef BENCHLAB_SUITE_HPP
#define BENCHLAB_SUITE_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "keep.h"
#include "repeat.hpp"
#include "staged.hpp"

namespace benchlab {

enum class Outliers { keep, trim, trim_severe };

// How to measure; the defaults are those of `benchlab run`.
struct Config {
    std::uint64_t samples = 50;  // with a precision at most
    // Percent of the median: sampling stops when that is known so well, from 10 samples on.  0: all
    // samples are taken.
    double precision = 0;
    std::uint64_t sample_time_ms = 10;
    std::uint64_t warmup_ms = 200;
    std::uint64_t max_time_ms = 5000;  // of one benchmark, warm-up included
    Outliers outliers = Outliers::keep;
};

// What one call of the body works through: gives a rate in the report.
struct Bytes {
    std::uint64_t per_call = 0;
};
struct Items {
    std::uint64_t per_call = 0;
};

// What is known after a benchmark.  Times are of one call, in ns: a sample is the mean over a
// batch of calls, and the statistics are over samples.
struct Estimate {
    std::string name;
    double median_ns = 0;
    double low_ns = 0;  // 95 % interval of the median; NaN with fewer than 6 samples
    double high_ns = 0;
    double mean_ns = 0;
    double cv = 0;      // standard deviation / mean, over the samples
    double cycles = 0;  // median in clock cycles as the clock ran meanwhile; NaN: not known
    std::uint64_t samples = 0;
    std::uint64_t calls = 0;  // in all samples
    std::string problem;      // why there is no figure (the body threw); empty: fine
    // "below resolution (0.07 ns)": too fast to be told from nothing; empty: it is not.
    std::string resolution;
    std::vector<std::string> warnings;  // what is wrong with the figures, if anything
};

// "38.0 ns   (37.9 to 38.1 ns at 95 %, 118 cycles, cv 0.4 %, 26,053,497 calls in 50 samples)"
std::string to_string(const Estimate& estimate);
std::ostream& operator<<(std::ostream& out, const Estimate& estimate);

namespace detail {

// Runs the body `calls` times.  With `times_itself` it returns how long that took, in ns.
using Batch = std::function<std::uint64_t(std::uint64_t calls)>;

struct Work {
    Batch batch;
    bool times_itself = false;
    void (*code)() = nullptr;  // the function that has the loop, to be looked at; not called
};

Estimate measure_once(const Config& config, Work work);

// The clock that benchlab measures with.
std::uint64_t clock_ns();

// A small `mutable` lambda counts on what it has captured by value, and would have to write it to
// memory and read it anew for each call, as others can see it.
template <class F>
constexpr bool kCountsInRegisters =
    std::is_class_v<F> && std::is_trivially_copyable_v<F> && !std::is_const_v<F> &&
    !std::is_invocable_v<const F&> && sizeof(F) <= 64;

template <class F>
BENCHLAB_NOT_INLINED void run_batch(F& body, std::uint64_t calls) {
    if constexpr (kCountsInRegisters<F>) {
        F nobody_sees = body;
        repeat(calls, nobody_sees);
        // Lambdas cannot be assigned.
        std::memcpy(static_cast<void*>(&body), &nobody_sees, sizeof(F));
    } else {
        repeat(calls, body);
    }
}

template <class F>
Work work_of(F& body) {
    return {[&body](std::uint64_t calls) {
                run_batch(body, calls);
                return std::uint64_t{0};
            },
            false, reinterpret_cast<void (*)()>(&run_batch<F>)};
}

template <class Staged>
BENCHLAB_NOT_INLINED std::uint64_t run_staged(Staged& stages, std::uint64_t calls) {
    return stages.run(calls, clock_ns);
}

// Refers to setup, body and teardown.
template <class Setup, class Body, class Teardown>
Work staged_work_of(Setup& setup, Body& body, Teardown& teardown, StageLimits limits = {}) {
    const auto make = [&setup]() -> decltype(auto) { return setup(); };
    const auto run = [&body](auto& state) -> decltype(auto) { return body(state); };
    const auto drop = [&teardown](auto& state) { teardown(state); };
    using Staged = Stages<std::decay_t<decltype(make)>, std::decay_t<decltype(run)>,
                          std::decay_t<decltype(drop)>>;
    const auto stages = std::make_shared<Staged>(make, run, drop, limits);
    return {[stages](std::uint64_t calls) { return run_staged(*stages, calls); }, true,
            reinterpret_cast<void (*)()>(&run_staged<Staged>)};
}

template <class Setup>
using StateOf = std::decay_t<std::invoke_result_t<Setup&>>;

}  // namespace detail

// Measures one lambda for about 0.7 s.  bench([] { return fib(200); })
template <class F>
Estimate bench(F&& body, const Config& config = {}) {
    return detail::measure_once(config, detail::work_of(body));
}

// The same for a body that changes what it works on: body(state), with a fresh state for each call
// that setup() returns, and teardown(state) after it.  Neither is timed, nor are destructors of
// states and of what the body returns.  staged.hpp says how many states there are at a time.
//     bench_with([] { return make_list(); }, [](auto& list) { list.sort(); })
template <class Setup, class Body>
Estimate bench_with(Setup&& setup, Body&& body, const Config& config = {}) {
    detail::NoTeardown none;
    return detail::measure_once(config, detail::staged_work_of(setup, body, none));
}
template <class Setup, class Body, class Teardown,
          class = std::enable_if_t<std::is_invocable_v<Teardown&, detail::StateOf<Setup>&>>>
Estimate bench_with(Setup&& setup, Body&& body, Teardown&& teardown, const Config& config = {}) {
    return detail::measure_once(config, detail::staged_work_of(setup, body, teardown));
}

// bench_with whose states are copies of `env`, of which at most `max_copies` are alive at a time.
template <class Env, class F>
Estimate bench_env(const Env& env, F&& body, const Config& config = {},
                   std::uint64_t max_copies = 100'000) {
    const auto copy = [&env] { return Env(env); };
    const detail::NoTeardown none;
    StageLimits limits;
    limits.states = max_copies;
    return detail::measure_once(config, detail::staged_work_of(copy, body, none, limits));
}

// Several benchmarks and a report of them.
class Suite {
  public:
    explicit Suite(const Config& config = {});
    ~Suite();
    Suite(Suite&&) noexcept;
    Suite& operator=(Suite&&) noexcept;

    // Binds the calling thread to a logical CPU.  False when it cannot; problem() says why.
    bool pin(unsigned cpu);

    template <class F>
    Estimate bench(std::string name, F&& body) {
        return add(std::move(name), detail::work_of(body), 0, 0);
    }
    template <class F>
    Estimate bench(std::string name, Bytes bytes, F&& body) {
        return add(std::move(name), detail::work_of(body), bytes.per_call, 0);
    }
    template <class F>
    Estimate bench(std::string name, Items items, F&& body) {
        return add(std::move(name), detail::work_of(body), 0, items.per_call);
    }

    // As bench_with above.
    template <class Setup, class Body, class Teardown = detail::NoTeardown>
    Estimate bench_with(std::string name, Setup&& setup, Body&& body, Teardown&& teardown = {}) {
        return add(std::move(name), detail::staged_work_of(setup, body, teardown), 0, 0);
    }
    template <class Setup, class Body, class Teardown = detail::NoTeardown>
    Estimate bench_with(std::string name, Bytes bytes, Setup&& setup, Body&& body,
                        Teardown&& teardown = {}) {
        return add(std::move(name), detail::staged_work_of(setup, body, teardown), bytes.per_call,
                   0);
    }
    template <class Setup, class Body, class Teardown = detail::NoTeardown>
    Estimate bench_with(std::string name, Items items, Setup&& setup, Body&& body,
                        Teardown&& teardown = {}) {
        return add(std::move(name), detail::staged_work_of(setup, body, teardown), 0,
                   items.per_call);
    }

    const std::vector<Estimate>& results() const;
    void print(std::ostream& out) const;  // the table of `benchlab run`

    // Reports in the forms of `benchlab run`.  False when the file cannot be written.
    bool save(const std::string& path);  // JSON
    bool save_html(const std::string& path);
    std::string to_json() const;

    // Why the last call returned false; empty when it did not.
    const std::string& problem() const;

  private:
    Estimate add(std::string name, detail::Work work, std::uint64_t bytes, std::uint64_t items);
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace benchlab

#endif
