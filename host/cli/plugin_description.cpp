#include "cli/plugin_description.hpp"

#include <simdjson.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "report/json_value.hpp"

namespace benchlab::cli {
namespace {

using simdjson::dom::element;

template <class Items, class Write>
void write_list(report::JsonWriter& json, std::string_view key, const Items& items, Write&& write) {
    json.key(key);
    json.begin_array();
    for (const auto& item : items) write(item);
    json.end_array();
}

void write_parameter(report::JsonWriter& json, const plugin::Parameter& parameter) {
    json.begin_object();
    json.member("name", std::string_view(parameter.name));
    json.member("unit", static_cast<std::uint32_t>(parameter.unit));
    json.member("minimum", parameter.minimum);
    json.member("maximum", parameter.maximum);
    write_list(json, "values", parameter.values, [&](std::uint64_t value) { json.value(value); });
    write_list(json, "labels", parameter.labels,
               [&](const std::string& label) { json.value(std::string_view(label)); });
    json.end_object();
}

void write_benchmark(report::JsonWriter& json, const plugin::Benchmark& benchmark) {
    json.begin_object();
    json.member("name", std::string_view(benchmark.name));
    json.member("title", std::string_view(benchmark.title));
    json.member("op", std::string_view(benchmark.op));
    json.member("flags", benchmark.flags);
    json.member("max_threads", benchmark.max_threads);
    write_list(json, "params", benchmark.params,
               [&](const plugin::Parameter& one) { write_parameter(json, one); });
    json.end_object();
}

// Reads members and remembers whether all were there and of the right kind.
class Reader {
  public:
    bool good = true;

    std::string text(element from, const char* name) {
        std::string_view out;
        note(from[name].get(out));
        return std::string(out);
    }
    std::uint64_t number(element from, const char* name, std::uint64_t most = UINT64_MAX) {
        std::uint64_t out = 0;
        note(from[name].get(out));
        good = good && out <= most;
        return good ? out : 0;
    }
    std::uint32_t number32(element from, const char* name) {
        return static_cast<std::uint32_t>(number(from, name, UINT32_MAX));
    }
    template <class T, class Take>
    void list(element from, const char* name, Take&& take) {
        simdjson::dom::array items;
        note(from[name].get(items));
        if (!good) return;
        for (const element item : items) {
            T value{};
            note(item.get(value));
            if (!good) return;
            take(value);
        }
    }

  private:
    void note(simdjson::error_code error) { good = good && error == simdjson::SUCCESS; }
};

plugin::Parameter read_parameter(Reader& reader, element from) {
    plugin::Parameter out;
    out.name = reader.text(from, "name");
    out.unit = static_cast<base::Unit>(reader.number(from, "unit", base::kUnitCount - 1));
    out.minimum = reader.number(from, "minimum");
    out.maximum = reader.number(from, "maximum");
    reader.list<std::uint64_t>(from, "values",
                               [&](std::uint64_t value) { out.values.push_back(value); });
    reader.list<std::string_view>(from, "labels",
                                  [&](std::string_view label) { out.labels.emplace_back(label); });
    reader.good = reader.good && (out.labels.empty() || out.labels.size() == out.values.size());
    return out;
}

plugin::Benchmark read_benchmark(Reader& reader, element from) {
    plugin::Benchmark out;
    out.name = reader.text(from, "name");
    out.title = reader.text(from, "title");
    out.op = reader.text(from, "op");
    out.flags = reader.number32(from, "flags");
    out.max_threads = reader.number32(from, "max_threads");
    reader.list<element>(from, "params",
                         [&](element one) { out.params.push_back(read_parameter(reader, one)); });
    return out;
}

}  // namespace

std::string describe_plugin(const plugin::Plugin& plugin) {
    report::JsonWriter json(false);
    json.begin_object();
    json.member("id", std::string_view(plugin.id));
    json.member("version", std::string_view(plugin.version));
    json.member("title", std::string_view(plugin.title));
    json.member("abi_minor", std::uint32_t{plugin.abi_minor});
    write_list(json, "benchmarks", plugin.benchmarks,
               [&](const plugin::Benchmark& one) { write_benchmark(json, one); });
    write_list(json, "analyzers", plugin.analyzers,
               [&](const bl_analyzer& one) { json.value(std::string_view(one.id)); });
    write_list(json, "readers", plugin.readers,
               [&](const bl_reader& one) { json.value(std::string_view(one.id)); });
    write_list(json, "recorders", plugin.recorders,
               [&](const bl_recorder& one) { json.value(std::string_view(one.id)); });
    json.end_object();
    return json.take();
}

base::Result<std::unique_ptr<plugin::Plugin>> plugin_from_description(std::string_view text) {
    simdjson::dom::parser parser;
    element from;
    const base::Error error{base::Code::kData, "not the description of a plugin"};
    if (parser.parse(simdjson::padded_string(text)).get(from) != simdjson::SUCCESS) return error;
    Reader reader;
    auto out = std::make_unique<plugin::Plugin>();
    out->id = reader.text(from, "id");
    out->version = reader.text(from, "version");
    out->title = reader.text(from, "title");
    out->abi_minor = static_cast<std::uint16_t>(reader.number(from, "abi_minor", UINT16_MAX));
    reader.list<element>(from, "benchmarks", [&](element one) {
        out->benchmarks.push_back(read_benchmark(reader, one));
        out->benchmarks.back().plugin = out.get();
    });
    reader.list<std::string_view>(from, "analyzers", [&](std::string_view id) {
        out->analyzers.emplace_back().id = plugin::intern_name(id);
    });
    reader.list<std::string_view>(from, "readers", [&](std::string_view id) {
        out->readers.emplace_back().id = plugin::intern_name(id);
    });
    reader.list<std::string_view>(from, "recorders", [&](std::string_view id) {
        out->recorders.emplace_back().id = plugin::intern_name(id);
    });
    if (!reader.good) return error;
    return out;
}

}  // namespace benchlab::cli
