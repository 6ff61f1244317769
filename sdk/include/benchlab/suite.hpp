// benchlab/suite.hpp: benchmarks in a program of your own, without any plugin.
//
//     #include <benchlab/suite.hpp>
//
//     int main(int argc, char** argv) {
//         benchlab::Suite suite;
//         suite.pin(1);
//         suite.bench("sum", [&] { return std::accumulate(v.begin(), v.end(), 0); });
//         suite.bench("sort 10k", benchlab::Items{10'000}, [&] { auto c = v; std::sort(...); return c; });
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

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "keep.h"
#include "repeat.hpp"

namespace benchlab {

enum class Outliers { keep, trim, trim_severe };

// How to measure; the defaults are those of `benchlab run`.
struct Config {
    std::uint64_t samples = 50;
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
    double low_ns = 0;   // 95 % interval of the median; NaN with fewer than 6 samples
    double high_ns = 0;
    double mean_ns = 0;
    double cv = 0;       // standard deviation / mean, over the samples
    std::uint64_t samples = 0;
    std::uint64_t calls = 0;  // in all samples
    std::string problem;      // why there is no figure (the body threw); empty: fine
};

// "38.0 ns   (37.9 to 38.1 ns at 95 %, cv 0.4 %, 26,053,497 calls in 50 samples)"
std::string to_string(const Estimate& estimate);
std::ostream& operator<<(std::ostream& out, const Estimate& estimate);

namespace detail {

// Runs the body `calls` times.
using Batch = std::function<void(std::uint64_t calls)>;
// Makes `calls` fresh states, untimed, before each batch.  May be empty.
using Prepare = std::function<void(std::uint64_t calls)>;

struct Work {
    Batch batch;
    Prepare prepare;
    std::uint64_t max_calls = 0;  // of one batch; 0: no limit
};

Estimate measure_once(const Config& config, Work work);

// Copies that are alive at once may take about so much.
constexpr std::uint64_t kMostCopyBytes = 64u << 20;

template <class T, class = void>
struct IsContainer : std::false_type {};
template <class T>
struct IsContainer<T, std::void_t<typename T::value_type, decltype(std::declval<const T&>().size()),
                                  decltype(std::declval<const T&>().begin())>> : std::true_type {};

// What a copy takes, as far as containers tell; what hides behind pointers is not seen.
template <class T>
std::uint64_t bytes_of(const T& value) {
    std::uint64_t bytes = sizeof(T);
    if constexpr (IsContainer<T>::value) {
        if constexpr (IsContainer<typename T::value_type>::value) {
            for (const auto& inner : value) bytes += bytes_of(inner);
        } else {
            bytes += static_cast<std::uint64_t>(value.size()) * sizeof(typename T::value_type);
        }
    }
    return bytes;
}

// A small `mutable` lambda counts on what it has captured by value, and would have to write it to
// memory and read it anew for each call, as others can see it.
template <class F>
constexpr bool kCountsInRegisters =
    std::is_class_v<F> && std::is_trivially_copyable_v<F> && !std::is_const_v<F> &&
    !std::is_invocable_v<const F&> && sizeof(F) <= 64;

template <class F>
Batch batch_of(F& body) {
    return [&body](std::uint64_t calls) {
        if constexpr (kCountsInRegisters<F>) {
            F nobody_sees = body;
            repeat(calls, nobody_sees);
            // Lambdas cannot be assigned.
            std::memcpy(static_cast<void*>(&body), &nobody_sees, sizeof(F));
        } else {
            repeat(calls, body);
        }
    };
}

}  // namespace detail

// Measures one lambda for about 0.7 s.  bench([] { return fib(200); })
template <class F>
Estimate bench(F&& body, const Config& config = {}) {
    return detail::measure_once(config, {detail::batch_of(body), {}, 0});
}

// The same for a body that changes what it works on: each call gets a fresh copy of `env`, made
// outside the timed part.  A batch holds at most `max_copies` of them at a time, and fewer when
// they are large: about 64 MiB, as far as containers say how much they hold.
template <class Env, class F>
Estimate bench_env(const Env& env, F&& body, const Config& config = {},
                   std::uint64_t max_copies = 100'000) {
    std::vector<Env> copies;
    detail::Work work;
    work.prepare = [&](std::uint64_t calls) {
        copies.assign(static_cast<std::size_t>(calls), env);
        bl_keep(nullptr);
    };
    work.batch = [&](std::uint64_t calls) {
        for (std::uint64_t i = 0; i < calls; ++i) {
            Env& mine = copies[static_cast<std::size_t>(i)];
            if constexpr (std::is_void_v<std::invoke_result_t<F&, Env&>>) {
                body(mine);
                do_not_optimize(mine);
            } else {
                do_not_optimize(body(mine));
            }
        }
    };
    const std::uint64_t fitting = detail::kMostCopyBytes / detail::bytes_of(env);
    work.max_calls = std::max<std::uint64_t>(std::min(max_copies, fitting), 1);
    return detail::measure_once(config, std::move(work));
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
        return add(std::move(name), {detail::batch_of(body), {}, 0}, 0, 0);
    }
    template <class F>
    Estimate bench(std::string name, Bytes bytes, F&& body) {
        return add(std::move(name), {detail::batch_of(body), {}, 0}, bytes.per_call, 0);
    }
    template <class F>
    Estimate bench(std::string name, Items items, F&& body) {
        return add(std::move(name), {detail::batch_of(body), {}, 0}, 0, items.per_call);
    }

    const std::vector<Estimate>& results() const;
    void print(std::ostream& out) const;  // the table of `benchlab run`

    // Reports in the forms of `benchlab run`.  False when the file cannot be written.
    bool save(const std::string& path);       // JSON
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
