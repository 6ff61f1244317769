// detail/callbacks.hpp: the functions of the ABI that call an author's class or functions.
//
// setup() and run() are not told which benchmark they are called for, so each benchmark has its
// own instance of Callbacks, by the address of the list and its place in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "benchlab/bench.hpp"
#include "benchlab/benchlab.h"
#include "benchlab/detail/words.hpp"
#include "benchlab/host.hpp"
#include "benchlab/repeat.hpp"
#include "benchlab/staged.hpp"

namespace benchlab::detail {

// ---- what an author's class can do

template <class T, class Arguments, class = void>
struct CanRun : std::false_type {};
template <class T, class... Arguments>
struct CanRun<T, void(Arguments...),
              std::void_t<decltype(std::declval<T&>().run(std::declval<Arguments>()...))>>
    : std::true_type {};
template <class T, class Arguments, class = void>
struct CanPrepare : std::false_type {};
template <class T, class... Arguments>
struct CanPrepare<T, void(Arguments...),
                  std::void_t<decltype(std::declval<T&>().prepare(std::declval<Arguments>()...))>>
    : std::true_type {};
template <class T, class = void>
struct HasShape : std::false_type {};
template <class T>
struct HasShape<T, std::void_t<decltype(std::declval<const T&>().shape())>> : std::true_type {};

using Count = std::uint64_t;
using Thread = std::uint32_t;

template <class T>
struct Abilities {
    static constexpr bool kThreadedResult = CanRun<T, void(Thread, Count, Result&)>::value;
    static constexpr bool kResult = CanRun<T, void(Count, Result&)>::value;
    static constexpr bool kThreadedRun = CanRun<T, void(Thread, Count)>::value;
    static constexpr bool kRun = CanRun<T, void(Count)>::value;
    static constexpr bool kThreaded = kThreadedResult || kThreadedRun;
    static constexpr bool kReports = kThreadedResult || kResult;
    static constexpr bool kThreadedPrepare = CanPrepare<T, void(Thread, Count)>::value;
    static constexpr bool kPrepare = CanPrepare<T, void(Count)>::value;

    static_assert(kThreadedResult || kResult || kThreadedRun || kRun,
                  "a benchmark class needs a public run(std::uint64_t iterations); plugin.hpp "
                  "says what may stand before and after");
    static_assert(
        !kThreaded || kThreadedPrepare || !kPrepare,
        "run() is told the thread, so prepare() must be too: prepare(thread, iterations)");
};

template <class T, class... Arguments>
void run_and_check(T& target, Result& result, Arguments&&... arguments) {
    using Returned = decltype(target.run(std::forward<Arguments>(arguments)...));
    if constexpr (std::is_void_v<Returned>) {
        target.run(std::forward<Arguments>(arguments)...);
    } else {
        static_assert(std::is_integral_v<Returned>, "run() returns void or an integer");
        result.check(static_cast<std::uint64_t>(target.run(std::forward<Arguments>(arguments)...)));
    }
}

// ---- the host of this plugin, as run() is not given one on purpose

template <const auto& kList>
struct Kept {
    static inline const bl_host* host = nullptr;  // by start(), before anything else
};

template <const auto& kList, std::size_t kIndex>
constexpr const auto& item() {
    return std::get<kIndex>(kList.items);
}

template <class Shaped>
void write_constant_shape(const Shaped& attributes, bl_bench_shape& out) {
    const auto write = [&out](const auto& attribute) {
        using Attribute = std::decay_t<decltype(attribute)>;
        if constexpr (std::is_same_v<Attribute, Shape>) attribute.write_to(out);
        static_cast<void>(out);
    };
    std::apply([&write](const auto&... each) { (write(each), ...); }, attributes);
}

// ---- callbacks of one benchmark

template <const auto& kList, std::size_t kIndex, class Body>
struct Callbacks;

template <class T>
std::unique_ptr<T> make_target(const Setup& setup) {
    if constexpr (std::is_constructible_v<T, const Setup&>) {
        return std::make_unique<T>(setup);
    } else {
        static_assert(std::is_default_constructible_v<T>,
                      "a benchmark class is made from a const benchlab::Setup& or from nothing");
        static_cast<void>(setup);
        return std::make_unique<T>();
    }
}

// The author's class for this set of parameters; fills the shape.
template <const auto& kList, std::size_t kIndex, class T>
std::unique_ptr<T> make_shaped(const Setup& setup, bl_bench_shape& shape) {
    auto made = make_target<T>(setup);
    write_constant_shape(item<kList, kIndex>().attributes, shape);
    if constexpr (HasShape<T>::value) made->shape().write_to(shape);
    return made;
}

template <const auto& kList, std::size_t kIndex, class T>
struct Callbacks<kList, kIndex, ClassBody<T>> {
    using Can = Abilities<T>;
    static constexpr bool kThreaded = Can::kThreaded;
    static constexpr bool kReports = Can::kReports;
    static constexpr std::uint32_t kFlags = 0;

    static bl_status BL_CALL setup(const bl_host* host, const bl_values* params,
                                   std::uint32_t threads, bl_bench_shape* shape,
                                   void** state) noexcept {
        return guarded(host, [&] {
            *state = make_shaped<kList, kIndex, T>(Setup(host, params, threads), *shape).release();
        });
    }

    static bl_status BL_CALL prepare([[maybe_unused]] void* state,
                                     [[maybe_unused]] std::uint32_t thread,
                                     [[maybe_unused]] std::uint64_t iterations) noexcept {
        return guarded(Kept<kList>::host, [&] {
            if constexpr (Can::kThreadedPrepare) {
                static_cast<T*>(state)->prepare(thread, iterations);
            } else if constexpr (Can::kPrepare) {
                static_cast<T*>(state)->prepare(iterations);
            }
        });
    }

    static bl_status BL_CALL run(void* state, [[maybe_unused]] std::uint32_t thread,
                                 std::uint64_t iterations, bl_bench_result* out) noexcept {
        return guarded(Kept<kList>::host, [&] {
            T& target = *static_cast<T*>(state);
            Result result(*out);
            if constexpr (Can::kThreadedResult) {
                run_and_check(target, result, thread, iterations, result);
            } else if constexpr (Can::kResult) {
                run_and_check(target, result, iterations, result);
            } else if constexpr (Can::kThreadedRun) {
                run_and_check(target, result, thread, iterations);
            } else {
                run_and_check(target, result, iterations);
            }
        });
    }

    static void BL_CALL teardown(void* state) noexcept { delete static_cast<T*>(state); }

    static constexpr auto prepare_or_null() -> decltype(bl_benchmark::prepare) {
        return Can::kThreadedPrepare || Can::kPrepare ? &prepare : nullptr;
    }
};

template <const auto& kList, std::size_t kIndex, class Function>
struct Callbacks<kList, kIndex, FunctionBody<Function>> {
    static constexpr bool kThreaded = false;
    static constexpr bool kReports = false;
    static constexpr std::uint32_t kFlags = 0;

    static bl_status BL_CALL setup(const bl_host*, const bl_values*, std::uint32_t,
                                   bl_bench_shape* shape, void** state) noexcept {
        write_constant_shape(item<kList, kIndex>().attributes, *shape);
        *state = nullptr;
        return BL_OK;
    }

    static bl_status BL_CALL run(void*, std::uint32_t, std::uint64_t iterations,
                                 bl_bench_result*) noexcept {
        return guarded(Kept<kList>::host,
                       [&] { repeat(iterations, item<kList, kIndex>().body.function); });
    }

    static void BL_CALL teardown(void*) noexcept {}

    static constexpr auto prepare_or_null() -> decltype(bl_benchmark::prepare) { return nullptr; }
};

// States of their own for iterations: run() times the bodies itself.
template <const auto& kList, class State>
struct StagedCallbacks {
    static constexpr bool kThreaded = false;
    static constexpr bool kReports = true;
    static constexpr std::uint32_t kFlags = BL_BENCH_MANUAL_TIME;

    static bl_status BL_CALL run(void* state, std::uint32_t, std::uint64_t iterations,
                                 bl_bench_result* out) noexcept {
        return guarded(Kept<kList>::host, [&] {
            const bl_host* const host = Kept<kList>::host;
            out->elapsed_ns = static_cast<State*>(state)->stages.run(
                iterations, [host] { return host->clock_ns(host); });
        });
    }
    static void BL_CALL teardown(void* state) noexcept { delete static_cast<State*>(state); }
    static constexpr auto prepare_or_null() -> decltype(bl_benchmark::prepare) { return nullptr; }
};

template <class T, class State, class = void>
struct HasDrop : std::false_type {};
template <class T, class State>
struct HasDrop<T, State,
               std::void_t<decltype(std::declval<T&>().drop_state(std::declval<State&>()))>>
    : std::true_type {};

template <class T>
struct StagedTarget {
    struct Make {
        T* target;
        decltype(auto) operator()() const { return target->make_state(); }
    };
    struct Body {
        T* target;
        template <class State>
        decltype(auto) operator()(State& state) const {
            return target->body(state);
        }
    };
    struct Drop {
        T* target;
        template <class State>
        void operator()(State& state) const {
            if constexpr (HasDrop<T, State>::value) target->drop_state(state);
            static_cast<void>(state);
        }
    };

    explicit StagedTarget(std::unique_ptr<T> made)
        : target(std::move(made)), stages({target.get()}, {target.get()}, {target.get()}) {}

    std::unique_ptr<T> target;
    Stages<Make, Body, Drop> stages;
};

template <const auto& kList, std::size_t kIndex, class T>
struct Callbacks<kList, kIndex, StagedClass<T>> : StagedCallbacks<kList, StagedTarget<T>> {
    static bl_status BL_CALL setup(const bl_host* host, const bl_values* params,
                                   std::uint32_t threads, bl_bench_shape* shape,
                                   void** state) noexcept {
        return guarded(host, [&] {
            *state = new StagedTarget<T>(
                make_shaped<kList, kIndex, T>(Setup(host, params, threads), *shape));
        });
    }
};

template <class Make, class Body, class Drop>
struct StagedState {
    Stages<Make, Body, Drop> stages;
};

template <const auto& kList, std::size_t kIndex, class Make, class Body, class Drop>
struct Callbacks<kList, kIndex, StagedFunctions<Make, Body, Drop>>
    : StagedCallbacks<kList, StagedState<Make, Body, Drop>> {
    static bl_status BL_CALL setup(const bl_host* host, const bl_values*, std::uint32_t,
                                   bl_bench_shape* shape, void** state) noexcept {
        return guarded(host, [&] {
            write_constant_shape(item<kList, kIndex>().attributes, *shape);
            const auto& from = item<kList, kIndex>().body;
            *state = new StagedState<Make, Body, Drop>{{from.make, from.body, from.drop}};
        });
    }
};

}  // namespace benchlab::detail
