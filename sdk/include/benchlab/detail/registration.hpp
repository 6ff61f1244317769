// detail/registration.hpp: from the list of items to the constant tables of the ABI.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

#include "benchlab/bench.hpp"
#include "benchlab/benchlab.h"
#include "benchlab/detail/callbacks.hpp"
#include "benchlab/detail/words.hpp"
#include "benchlab/host.hpp"
#include "benchlab/sink.hpp"
#include "benchlab/store.hpp"

namespace benchlab::detail {

// ---- attributes of a kind, as an array of pointers to ABI structs

template <class Attribute>
struct IsParam : std::false_type {};
template <std::size_t kCount>
struct IsParam<Param<kCount>> : std::true_type {};
template <class Attribute>
struct IsMetric : std::is_same<Attribute, Metric> {};
template <class Attribute>
struct IsOption : std::is_same<Attribute, Option> {};
template <class Attribute>
struct IsNeeds : std::false_type {};
template <std::size_t kCount>
struct IsNeeds<Needs<kCount>> : std::true_type {};

template <class Attribute>
inline constexpr bool kIsBenchAttribute =
    IsParam<Attribute>::value || IsMetric<Attribute>::value || std::is_same_v<Attribute, Op> ||
    std::is_same_v<Attribute, BenchFlags> || std::is_same_v<Attribute, MaxThreads> ||
    std::is_same_v<Attribute, Shape>;
template <class Attribute>
inline constexpr bool kIsAnalyzerAttribute =
    IsOption<Attribute>::value || IsNeeds<Attribute>::value || std::is_same_v<Attribute, Help> ||
    std::is_same_v<Attribute, Order>;

template <std::size_t kCount>
constexpr bl_param to_abi(const Param<kCount>& from) {
    bl_param to{};
    to.struct_size = sizeof(bl_param);
    to.unit = from.unit;
    to.name = from.name;
    to.values = from.values;
    to.labels = from.labelled ? from.labels : nullptr;
    to.value_count = kCount;
    to.minimum = from.minimum;
    to.maximum = from.maximum;
    return to;
}

constexpr bl_metric to_abi(const Metric& from) {
    bl_metric to{};
    to.struct_size = sizeof(bl_metric);
    to.unit = from.unit;
    to.flags = from.flags;
    to.id = from.id;
    to.title = from.title;
    to.help = from.help;
    return to;
}

constexpr bl_option to_abi(const Option& from) {
    bl_option to{};
    to.struct_size = sizeof(bl_option);
    to.type = from.type;
    to.name = from.name;
    to.help = from.help;
    to.value_name = from.value_name;
    to.default_value = from.default_value;
    to.minimum = from.minimum;
    to.maximum = from.maximum;
    return to;
}

template <const auto& kList, std::size_t kIndex, std::size_t kAttribute>
struct AbiAttribute {
    static constexpr auto kStruct = to_abi(std::get<kAttribute>(item<kList, kIndex>().attributes));
};

template <template <class> class Is, class Tuple>
struct CountIf;
template <template <class> class Is, class... Attributes>
struct CountIf<Is, std::tuple<Attributes...>> {
    static constexpr std::size_t kCount = (std::size_t{0} + ... + (Is<Attributes>::value ? 1 : 0));
};

template <class Abi, template <class> class Is, const auto& kList, std::size_t kIndex>
struct AbiArray {
    using Attributes = std::decay_t<decltype(item<kList, kIndex>().attributes)>;
    static constexpr std::size_t kCount = CountIf<Is, Attributes>::kCount;

    template <std::size_t... kAttributes>
    static constexpr auto make(std::index_sequence<kAttributes...>) {
        std::array<const Abi*, kCount + 1> made{};
        [[maybe_unused]] std::size_t next = 0;
        (
            [&] {
                if constexpr (Is<std::tuple_element_t<kAttributes, Attributes>>::value) {
                    made[next++] = &AbiAttribute<kList, kIndex, kAttributes>::kStruct;
                }
            }(),
            ...);
        return made;
    }
};

template <class Abi, template <class> class Is, const auto& kList, std::size_t kIndex>
inline constexpr auto kAbiArray = AbiArray<Abi, Is, kList, kIndex>::make(
    std::make_index_sequence<
        std::tuple_size_v<typename AbiArray<Abi, Is, kList, kIndex>::Attributes>>());

// Calls function(attribute) for each.
template <class Tuple, class Function>
constexpr void for_each(const Tuple& tuple, Function function) {
    std::apply([&function](const auto&... each) { (function(each), ...); }, tuple);
}

// ---- one ABI struct for each item

template <const auto& kList, std::size_t kIndex, class Body, class... Attributes>
constexpr bl_benchmark make_benchmark(const Bench<Body, Attributes...>& from) {
    using Calls = Callbacks<kList, kIndex, Body>;
    static_assert((kIsBenchAttribute<Attributes> && ...),
                  "after the title of a benchmark: op, ops, bytes, items, max_iterations, param, "
                  "choice, metric, manual_time, max_threads, slow, needs_admin");
    bl_benchmark to{};
    to.struct_size = sizeof(bl_benchmark);
    if (Calls::kThreaded) to.flags |= BL_BENCH_THREADED;
    to.flags |= Calls::kFlags;
    to.name = from.name;
    to.title = from.title;
    for_each(from.attributes, [&to](const auto& attribute) {
        using Attribute = std::decay_t<decltype(attribute)>;
        if constexpr (std::is_same_v<Attribute, Op>) to.op = attribute.text;
        if constexpr (std::is_same_v<Attribute, BenchFlags>) to.flags |= attribute.bits;
        if constexpr (std::is_same_v<Attribute, MaxThreads>) to.max_threads = attribute.count;
        static_cast<void>(to);
    });
    constexpr auto& params = kAbiArray<bl_param, IsParam, kList, kIndex>;
    constexpr auto& metrics = kAbiArray<bl_metric, IsMetric, kList, kIndex>;
    static_assert(metrics.size() == 1 || Calls::kReports,
                  "a benchmark with metrics needs a run() that takes a benchlab::Result& last");
    static_assert(Calls::kThreaded || !(std::is_same_v<Attributes, MaxThreads> || ...),
                  "max_threads is for a run() that is told the thread");
    to.params = params.data();
    to.metrics = metrics.data();
    to.param_count = static_cast<std::uint32_t>(params.size() - 1);
    to.metric_count = static_cast<std::uint32_t>(metrics.size() - 1);
    if ((to.flags & BL_BENCH_MANUAL_TIME) != 0 && !Calls::kReports) {
        throw std::invalid_argument(
            "manual_time needs a run() that takes a benchlab::Result& last");
    }
    to.setup = &Calls::setup;
    to.prepare = Calls::prepare_or_null();
    to.run = &Calls::run;
    to.teardown = &Calls::teardown;
    return to;
}

template <class T>
bl_status BL_CALL analyze(const bl_host* host, const bl_store* store, const bl_analysis* analysis,
                          bl_sink* out) noexcept {
    return guarded(host, [&] {
        T analyzer;
        Sink sink(out);
        const Store opened(store);
        const Run run(host, analysis);
        analyzer.analyze(opened, run, sink);
    });
}

inline constexpr const char* kNoNeeds[1] = {nullptr};

template <const auto& kList, std::size_t kIndex, class T, class... Attributes>
constexpr bl_analyzer make_analyzer(const Analyzer<T, Attributes...>& from) {
    static_assert((kIsAnalyzerAttribute<Attributes> && ...),
                  "after the title of an analyzer: help, order, needs, option_...");
    bl_analyzer to{};
    to.struct_size = sizeof(bl_analyzer);
    to.id = from.id;
    to.title = from.title;
    to.help = from.title;
    to.needs = kNoNeeds;
    for_each(from.attributes, [&to](const auto& attribute) {
        using Attribute = std::decay_t<decltype(attribute)>;
        if constexpr (std::is_same_v<Attribute, Help>) to.help = attribute.text;
        if constexpr (std::is_same_v<Attribute, Order>) to.order = attribute.place;
        if constexpr (IsNeeds<Attribute>::value) to.needs = attribute.tables;
        static_cast<void>(to);
    });
    constexpr auto& options = kAbiArray<bl_option, IsOption, kList, kIndex>;
    to.options = options.data();
    to.option_count = static_cast<std::uint32_t>(options.size() - 1);
    to.analyze = &analyze<T>;
    return to;
}

// Which table an item goes into: that of its Abi type, by the pointer kEntry.  Items about the
// plugin itself go into none.
template <const auto& kList, std::size_t kIndex, class Item>
struct Made {
    using Abi = void;
};
template <const auto& kList, std::size_t kIndex, class Body, class... Attributes>
struct Made<kList, kIndex, Bench<Body, Attributes...>> {
    using Abi = bl_benchmark;
    static constexpr bl_benchmark kStruct = make_benchmark<kList, kIndex>(item<kList, kIndex>());
    static constexpr const bl_benchmark* kEntry = &kStruct;
};
template <const auto& kList, std::size_t kIndex, class T, class... Attributes>
struct Made<kList, kIndex, Analyzer<T, Attributes...>> {
    using Abi = bl_analyzer;
    static constexpr bl_analyzer kStruct = make_analyzer<kList, kIndex>(item<kList, kIndex>());
    static constexpr const bl_analyzer* kEntry = &kStruct;
};
template <const auto& kList, std::size_t kIndex, class Table>
struct Made<kList, kIndex, InC<Table>> {
    using Abi = Table;
    static constexpr const Table* kEntry = item<kList, kIndex>().table;
};

template <class Abi, std::size_t kMost>
struct Pointers {
    std::array<const Abi*, kMost + 1> table{};
    std::uint32_t count = 0;

    // By type: comparing a pointer with null is no constant expression under GCC's sanitizers.
    template <class Item>
    constexpr void add() {
        if constexpr (std::is_same_v<typename Item::Abi, Abi>) table[count++] = Item::kEntry;
    }
};

template <std::size_t kMost>
struct Tables {
    Pointers<bl_benchmark, kMost> benchmarks;
    Pointers<bl_analyzer, kMost> analyzers;
    Pointers<bl_reader, kMost> readers;
#if BL_TARGET_MINOR >= 1
    Pointers<bl_recorder, kMost> recorders;
#endif

    template <class Item>
    constexpr void add() {
        benchmarks.template add<Item>();
        analyzers.template add<Item>();
        readers.template add<Item>();
#if BL_TARGET_MINOR >= 1
        recorders.template add<Item>();
#endif
    }
};

template <const auto& kList>
using ItemsOf = std::decay_t<decltype(kList.items)>;

template <const auto& kList, std::size_t... kIndices>
constexpr auto make_tables(std::index_sequence<kIndices...>) {
    Tables<sizeof...(kIndices)> made{};
    (made.template add<Made<kList, kIndices, std::tuple_element_t<kIndices, ItemsOf<kList>>>>(),
     ...);
    return made;
}

template <const auto& kList>
inline constexpr auto kTables =
    make_tables<kList>(std::make_index_sequence<std::tuple_size_v<ItemsOf<kList>>>());

// ---- the plugin

template <const auto& kList>
bl_status BL_CALL start(const bl_host* host) noexcept {
    Kept<kList>::host = host;
    return guarded(host, [&] {
        for_each(kList.items, [&](const auto& each) {
            if constexpr (std::is_same_v<std::decay_t<decltype(each)>, OnStart>) {
                each.function(Host(host));
            }
        });
    });
}

template <const auto& kList>
void BL_CALL stop() noexcept {
    static_cast<void>(guarded(Kept<kList>::host, [] {
        for_each(kList.items, [](const auto& each) {
            if constexpr (std::is_same_v<std::decay_t<decltype(each)>, OnStop>) each.function();
        });
    }));
}

template <const auto& kList>
const void* BL_CALL get_extension(const char* id) noexcept {
    const void* found = nullptr;
    for_each(kList.items, [&](const auto& each) {
        if constexpr (std::is_same_v<std::decay_t<decltype(each)>, Extension>) {
            if (found == nullptr && std::strcmp(each.id, id) == 0) found = each.table;
        }
    });
    return found;
}

template <const auto& kList>
constexpr bl_plugin make_plugin() {
    constexpr auto& tables = kTables<kList>;
    bl_plugin to{};
    to.struct_size = sizeof(bl_plugin);
    to.abi_minor = BL_ABI_MINOR;
    to.id = kList.id;
    to.version = kList.version;
    to.title = kList.id;
    for_each(kList.items, [&to](const auto& each) {
        if constexpr (std::is_same_v<std::decay_t<decltype(each)>, Text>) {
            if (each.about == About::kTitle) to.title = each.text;
            if (each.about == About::kAuthor) to.author = each.text;
            if (each.about == About::kLicence) to.licence = each.text;
        }
        static_cast<void>(to);
    });
    to.benchmarks = tables.benchmarks.table.data();
    to.analyzers = tables.analyzers.table.data();
    to.readers = tables.readers.table.data();
    to.benchmark_count = tables.benchmarks.count;
    to.analyzer_count = tables.analyzers.count;
    to.reader_count = tables.readers.count;
    to.start = &start<kList>;
    to.stop = &stop<kList>;
    to.get_extension = &get_extension<kList>;
#if BL_TARGET_MINOR >= 1
    to.recorders = tables.recorders.table.data();
    to.recorder_count = tables.recorders.count;
#endif
    return to;
}

template <const auto& kList>
struct Registration {
    static constexpr bl_plugin kPlugin = make_plugin<kList>();
};

}  // namespace benchlab::detail
