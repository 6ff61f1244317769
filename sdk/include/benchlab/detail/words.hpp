// detail/words.hpp: the words that stand inside BENCHLAB_PLUGIN.  Each makes a small literal
// object; registration.hpp turns the whole list into the constant tables of the C ABI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

#include "benchlab/bench.hpp"
#include "benchlab/benchlab.h"
#include "benchlab/host.hpp"
#include "benchlab/staged.hpp"

namespace benchlab::detail {

// The throw makes a wrong name a compile error that shows this line, as all items are constant.
constexpr const char* checked_name(const char* name, bool parts) {
    bool at_start = true;
    const char* c = name;
    for (; *c != '\0'; ++c) {
        const bool alphanumeric = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9');
        const bool inner = !at_start && (*c == '.' || *c == '_' || *c == '-');
        const bool slash = !at_start && parts && *c == '/';
        if (!alphanumeric && !inner && !slash) {
            throw std::invalid_argument("a name is [a-z0-9][a-z0-9._-]*, parts separated by '/'");
        }
        at_start = slash;
    }
    if (at_start) throw std::invalid_argument("a name or a part of it is empty");
    return name;
}

// ---- what may follow the title of a benchmark

template <std::size_t kCount>
struct Param {
    const char* name = nullptr;
    std::uint32_t unit = BL_UNIT_NONE;
    std::uint64_t values[kCount] = {};
    const char* labels[kCount] = {};
    bool labelled = false;  // else shown by value and unit
    std::uint64_t minimum = 0, maximum = 0;

    // --param may give any value from least to most.
    constexpr Param between(std::uint64_t least, std::uint64_t most) const {
        Param copy = *this;
        copy.minimum = least;
        copy.maximum = most;
        return copy;
    }
};

struct Metric {
    const char *id, *title, *help;
    std::uint32_t unit, flags;
};
struct Op {
    const char* text;
};
struct BenchFlags {
    std::uint32_t bits;
};
struct MaxThreads {
    std::uint32_t count;
};

// ---- what may follow the title of an analyzer

struct Help {
    const char* text;
};
struct Order {
    std::int32_t place;
};
template <std::size_t kCount>
struct Needs {
    const char* tables[kCount + 1] = {};
};
struct Option {
    std::uint32_t type;
    const char *name, *help, *value_name, *default_value;
    double minimum = 0, maximum = 0;

    constexpr Option between(double least, double most) const {
        Option copy = *this;
        copy.minimum = least;
        copy.maximum = most;
        return copy;
    }
};

// ---- items of the plugin

template <class T>
struct ClassBody {};
template <class Function>
struct FunctionBody {
    Function function;
};
// A class with make_state() and body(state) instead of run().
template <class T>
struct StagedClass {};
template <class Make, class Body, class Drop>
struct StagedFunctions {
    Make make;
    Body body;
    Drop drop;
};

template <class T, class = void>
struct IsStaged : std::false_type {};
template <class T>
struct IsStaged<T, std::void_t<decltype(std::declval<T&>().make_state())>> : std::true_type {};

template <class Make>
using StateMadeBy = std::decay_t<std::invoke_result_t<const Make&>>;

template <class Body, class... Attributes>
struct Bench {
    const char *name, *title;
    Body body;
    std::tuple<Attributes...> attributes;
};
template <class T, class... Attributes>
struct Analyzer {
    const char *id, *title;
    std::tuple<Attributes...> attributes;
};
template <class Table>
struct InC {
    const Table* table;
};
struct Extension {
    const char* id;
    const void* table;
};
enum class About { kTitle, kAuthor, kLicence };
struct Text {
    About about;
    const char* text;
};
struct OnStart {
    void (*function)(Host);
};
struct OnStop {
    void (*function)();
};

template <class... Items>
struct ItemList {
    const char *id, *version;
    std::tuple<Items...> items;
};

template <class... Items>
constexpr ItemList<Items...> items(const char* id, const char* version, Items... list) {
    return {checked_name(id, false), version, std::tuple<Items...>(list...)};
}

}  // namespace benchlab::detail

// plugin.hpp explains all of these.
namespace benchlab::words {

template <class T, class... Attributes>
constexpr auto bench(const char* name, const char* title, Attributes... attributes) {
    using Body = std::conditional_t<detail::IsStaged<T>::value, detail::StagedClass<T>,
                                    detail::ClassBody<T>>;
    return detail::Bench<Body, Attributes...>{
        detail::checked_name(name, true), title, {}, std::tuple<Attributes...>(attributes...)};
}

template <class Function, class... Attributes,
          class = std::enable_if_t<std::is_invocable_v<const Function&>>>
constexpr auto bench(const char* name, const char* title, Function function,
                     Attributes... attributes) {
    return detail::Bench<detail::FunctionBody<Function>, Attributes...>{
        detail::checked_name(name, true),
        title,
        {function},
        std::tuple<Attributes...>(attributes...)};
}

template <class Make, class Body, class... Attributes>
constexpr auto bench_with(const char* name, const char* title, Make setup, Body body,
                          Attributes... attributes) {
    using Staged = detail::StagedFunctions<Make, Body, detail::NoTeardown>;
    return detail::Bench<Staged, Attributes...>{detail::checked_name(name, true),
                                                title,
                                                {setup, body, {}},
                                                std::tuple<Attributes...>(attributes...)};
}

template <class Make, class Body, class Drop, class... Attributes,
          class = std::enable_if_t<std::is_invocable_v<const Drop&, detail::StateMadeBy<Make>&>>>
constexpr auto bench_with(const char* name, const char* title, Make setup, Body body, Drop teardown,
                          Attributes... attributes) {
    return detail::Bench<detail::StagedFunctions<Make, Body, Drop>, Attributes...>{
        detail::checked_name(name, true),
        title,
        {setup, body, teardown},
        std::tuple<Attributes...>(attributes...)};
}

constexpr detail::Op op(const char* text) {
    return {text};
}
constexpr Shape ops(std::uint64_t count) {
    return Shape().ops(count);
}
constexpr Shape bytes(std::uint64_t count) {
    return Shape().bytes(count);
}
constexpr Shape items(std::uint64_t count) {
    return Shape().items(count);
}
constexpr Shape max_iterations(std::uint64_t count) {
    return Shape().max_iterations(count);
}

template <std::size_t kCount>
constexpr auto param(const char* name, const std::uint64_t (&values)[kCount],
                     std::uint32_t unit = BL_UNIT_NONE) {
    detail::Param<kCount> made;
    made.name = detail::checked_name(name, false);
    made.unit = unit;
    for (std::size_t i = 0; i < kCount; ++i) made.values[i] = values[i];
    return made;
}

template <std::size_t kCount>
constexpr auto choice(const char* name, const char* const (&labels)[kCount]) {
    detail::Param<kCount> made;
    made.name = detail::checked_name(name, false);
    made.labelled = true;
    for (std::size_t i = 0; i < kCount; ++i) {
        made.values[i] = i;
        made.labels[i] = detail::checked_name(labels[i], false);
    }
    return made;
}

// flags is BL_OUT_LESS_IS_BETTER or _MORE_IS_BETTER, and BL_OUT_ADDS_UP.
constexpr detail::Metric metric(const char* id, const char* title, const char* help,
                                std::uint32_t unit, std::uint32_t flags = 0) {
    return {detail::checked_name(id, false), title, help, unit, flags};
}

inline constexpr detail::BenchFlags manual_time{BL_BENCH_MANUAL_TIME};
inline constexpr detail::BenchFlags slow{BL_BENCH_SLOW};
inline constexpr detail::BenchFlags needs_admin{BL_BENCH_NEEDS_ADMIN};
constexpr detail::MaxThreads max_threads(std::uint32_t count) {
    return {count};
}

template <class T, class... Attributes>
constexpr auto analyzer(const char* id, const char* title, Attributes... attributes) {
    return detail::Analyzer<T, Attributes...>{detail::checked_name(id, false), title,
                                              std::tuple<Attributes...>(attributes...)};
}

constexpr detail::Help help(const char* text) {
    return {text};
}
constexpr detail::Order order(std::int32_t place) {
    return {place};
}

// Names of tables, and "stack"; with ? at the end when the analyzer can do without.
template <class... Names>
constexpr auto needs(Names... tables) {
    return detail::Needs<sizeof...(Names)>{{tables..., nullptr}};
}

// default_value as a user would type it; null: there is none, and find_u64() is empty.
constexpr detail::Option option_u64(const char* name, const char* help, const char* value_name,
                                    const char* default_value = nullptr) {
    return {BL_VALUE_U64, detail::checked_name(name, false), help, value_name, default_value};
}
constexpr detail::Option option_f64(const char* name, const char* help, const char* value_name,
                                    const char* default_value = nullptr) {
    return {BL_VALUE_F64, detail::checked_name(name, false), help, value_name, default_value};
}
constexpr detail::Option option_text(const char* name, const char* help, const char* value_name,
                                     const char* default_value = nullptr) {
    return {BL_VALUE_TEXT, detail::checked_name(name, false), help, value_name, default_value};
}
constexpr detail::Option option_flag(const char* name, const char* help) {
    return {BL_VALUE_FLAG, detail::checked_name(name, false), help, nullptr, nullptr};
}

// Tables written in C, of static storage.
constexpr detail::InC<bl_benchmark> c_benchmark(const bl_benchmark& table) {
    return {&table};
}
constexpr detail::InC<bl_analyzer> c_analyzer(const bl_analyzer& table) {
    return {&table};
}
constexpr detail::InC<bl_reader> c_reader(const bl_reader& table) {
    return {&table};
}
#if BL_TARGET_MINOR >= 1
constexpr detail::InC<bl_recorder> c_recorder(const bl_recorder& table) {
    return {&table};
}
#endif

// An optional interface of the plugin, "benchlab.<name>/<revision>", of static storage.
constexpr detail::Extension extension(const char* id, const void* table) {
    return {id, table};
}

constexpr detail::Text title(const char* text) {
    return {detail::About::kTitle, text};
}
constexpr detail::Text author(const char* text) {
    return {detail::About::kAuthor, text};
}
constexpr detail::Text licence(const char* text) {
    return {detail::About::kLicence, text};
}
constexpr detail::OnStart on_start(void (*function)(Host)) {
    return {function};
}
constexpr detail::OnStop on_stop(void (*function)()) {
    return {function};
}

}  // namespace benchlab::words

namespace benchlab {
using namespace words;  // NOLINT: benchlab::bench and the rest, for who wants to say so
}
