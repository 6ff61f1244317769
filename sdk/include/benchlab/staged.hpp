// staged.hpp: bodies that use up what they work on, such as a sort.  Each iteration gets a state of
// its own, made before and destroyed after the timed part.
//
//     auto stages = benchlab::Stages([&] { return numbers; },                  // setup, untimed
//                                    [](auto& v) { std::sort(v.begin(), v.end()); },
//                                    [](auto& v) { check(v); });               // teardown, untimed
//     elapsed_ns += stages.run(iterations, clock);
//
// That is what bench_with of plugin.hpp and suite.hpp does; only a class with a run() and a
// manual_time of its own needs it by hand.
//
// States stand side by side in stages.  For each stage: setup() for all of its states, one reading
// of the clock, the body for all of them in the unrolled loop of repeat.hpp, another reading,
// teardown() for all, and their destructors.  What the body returns is used up likewise: unless it
// is trivial to destroy it is stored beside the states, and goes with them.
//
// A stage begins with one state and grows until its timed part lasts 10 us, so that the cost of
// reading the clock (which is measured, and subtracted) is spread over it, and not beyond that.
// With more than 32 states it does not grow beyond 16 KiB, so that they are still in the cache of
// the first level when the body comes to them; and it stops growing before the states take more
// than 64 MiB, as far as they tell, or their setup and teardown more than 5 ms.
#ifndef BENCHLAB_STAGED_HPP
#define BENCHLAB_STAGED_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "repeat.hpp"

namespace benchlab {

namespace detail {

template <class T, class = void>
struct IsContainer : std::false_type {};
template <class T>
struct IsContainer<T, std::void_t<typename T::value_type, decltype(std::declval<const T&>().size()),
                                  decltype(std::declval<const T&>().begin())>> : std::true_type {};

// What a state takes, as far as containers tell; what hides behind pointers is not seen.
template <class T>
std::uint64_t bytes_of(const T& value) {
    std::uint64_t bytes = sizeof(T);
    // Of an array or a view nothing else is to be copied.
    if constexpr (IsContainer<T>::value && !std::is_trivially_copyable_v<T>) {
        if constexpr (IsContainer<typename T::value_type>::value) {
            for (const auto& inner : value) bytes += bytes_of(inner);
        } else {
            bytes += static_cast<std::uint64_t>(value.size()) * sizeof(typename T::value_type);
        }
    }
    return bytes;
}

// Room for some objects, which are made one after the other, and destroyed together.
template <class T>
class StateRow {
  public:
    StateRow() = default;
    ~StateRow() { clear(); }
    StateRow(const StateRow&) = delete;
    StateRow& operator=(const StateRow&) = delete;

    // Only of an empty row.
    void reserve(std::size_t count) {
        if (count <= room_) return;
        first_.reset(
            static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{alignof(T)})));
        room_ = count;
    }
    template <class Make>
    void add(Make& make) {
        ::new (static_cast<void*>(first_.get() + size_)) T(make());
        ++size_;
    }
    void clear() {
        while (size_ > 0) first_.get()[--size_].~T();
    }
    T* begin() { return first_.get(); }
    T* end() { return first_.get() + size_; }

  private:
    struct Release {
        void operator()(T* memory) const {
            ::operator delete (memory, std::align_val_t{alignof(T)});
        }
    };
    std::unique_ptr<T, Release> first_;
    std::size_t room_ = 0, size_ = 0;
};

// What a body returns, when somebody has to destroy it.
template <class Returned>
inline constexpr bool kIsStored = !std::is_void_v<Returned> && !std::is_reference_v<Returned> &&
                                  !std::is_trivially_destructible_v<Returned>;

struct NoTeardown {
    template <class State>
    constexpr void operator()(State&) const {}
};

}  // namespace detail

// How large a stage may be.
struct StageLimits {
    std::uint64_t states = 100'000;
    std::uint64_t bytes = 64u << 20;  // as far as the states tell
};

template <class Make, class Body, class Drop = detail::NoTeardown>
class Stages {
  public:
    using State = std::decay_t<std::invoke_result_t<Make&>>;
    using Returned = std::invoke_result_t<Body&, State&>;

    Stages(Make make, Body body, Drop drop = {}, StageLimits limits = {})
        : make_(std::move(make)), body_(std::move(body)), drop_(std::move(drop)), limits_(limits) {}

    // So many iterations, in as many stages as that takes; returns how long their bodies took, in
    // ns, at least 1.  `clock` returns ns as std::uint64_t.  What setup, body or teardown throws
    // comes through; the states are destroyed then, without a teardown.
    template <class Clock>
    std::uint64_t run(std::uint64_t iterations, Clock&& clock) {
        if (reading_ns_ < 0) reading_ns_ = cost_of_reading(clock);
        double elapsed = 0;
        while (iterations > 0) {
            const std::uint64_t count = std::min(iterations, size_);
            elapsed += run_stage(count, clock);
            iterations -= count;
        }
        return elapsed < 1 ? 1 : static_cast<std::uint64_t>(elapsed + 0.5);
    }

    // Of the next stage, at most.
    std::uint64_t size() const { return size_; }

  private:
    using Results = std::conditional_t<detail::kIsStored<Returned>, Returned, char>;
    static constexpr double kTimedNs = 10'000;
    static constexpr std::uint64_t kUntimedNs = 5'000'000;

    // Empties the rows also when something is thrown.
    struct Emptied {
        detail::StateRow<State>& states;
        detail::StateRow<Results>& results;
        ~Emptied() {
            results.clear();
            states.clear();
        }
    };

    template <class Clock>
    double run_stage(std::uint64_t count, Clock& clock) {
        const Emptied emptied{states_, results_};
        const std::uint64_t begin = clock();
        states_.reserve(static_cast<std::size_t>(count));
        if constexpr (detail::kIsStored<Returned>) {
            results_.reserve(static_cast<std::size_t>(count));
        }
        for (std::uint64_t i = 0; i < count; ++i) states_.add(make_);
        if (limit_ == 0) limit_ = fitting(*states_.begin());
        bl_keep(states_.begin());
        const std::uint64_t first = clock();
        bodies(count);
        const std::uint64_t last = clock();
        for (State& state : states_) drop_(state);
        results_.clear();
        states_.clear();
        const double timed = static_cast<double>(last - first) - reading_ns_;
        grow(count, timed, clock() - begin - (last - first));
        return timed;
    }

    BENCHLAB_INLINED void bodies(std::uint64_t count) {
        State* at = states_.begin();
        repeat(count, [&] {
            State& mine = *at++;
            if constexpr (std::is_void_v<Returned>) {
                body_(mine);
            } else if constexpr (detail::kIsStored<Returned>) {
                const auto call = [&]() -> Returned { return body_(mine); };
                results_.add(call);
            } else {
                const auto& result = body_(mine);
                do_not_optimize(result);
            }
        });
    }

    void grow(std::uint64_t count, double timed, std::uint64_t untimed) {
        if (count < size_ || timed >= kTimedNs / 2 || untimed >= kUntimedNs / 2) return;
        size_ = std::min(size_ * 2, limit_);
    }

    std::uint64_t fitting(const State& state) const {
        constexpr std::uint64_t kNear = 16u << 10, kFew = 32;
        const std::uint64_t bytes = detail::bytes_of(state);
        const std::uint64_t fits = std::min(limits_.states, limits_.bytes / bytes);
        return std::max<std::uint64_t>(std::min(fits, std::max(kNear / bytes, kFew)), 1);
    }

    // The least of some, each over many readings, as the clock may have large steps.
    template <class Clock>
    static double cost_of_reading(Clock& clock) {
        constexpr int kReadings = 64;
        double least = 1e9;
        for (int i = 0; i < 5; ++i) {
            const std::uint64_t begin = clock();
            std::uint64_t end = begin;
            for (int reading = 0; reading < kReadings; ++reading) end = clock();
            least = std::min(least, static_cast<double>(end - begin) / kReadings);
        }
        return least;
    }

    Make make_;
    Body body_;
    Drop drop_;
    StageLimits limits_;
    detail::StateRow<State> states_;
    detail::StateRow<Results> results_;
    std::uint64_t size_ = 1, limit_ = 0;
    double reading_ns_ = -1;
};

}  // namespace benchlab

#endif
