// Analyzers and readers, and the options of all that have some.
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "plugin/plugin_impl.hpp"
#include "plugin/validate.hpp"
#include "plugin/values.hpp"

namespace benchlab::plugin {
namespace {

bool is_known_type(std::uint32_t type) {
    return type >= BL_VALUE_U64 && type <= BL_VALUE_FLAG;
}

void check_option(const bl_option& option, const std::string& place, Reasons& reasons) {
    const std::string name = take_text(option.name, "name", place, reasons, Form::kName);
    take_text(option.help, "help", place, reasons);
    const Need value_name = option.type == BL_VALUE_FLAG ? Need::kOptional : Need::kRequired;
    take_text(option.value_name, "value_name", place, reasons, Form::kText, value_name);
    const std::string preset = take_text(option.default_value, "default_value", place, reasons,
                                         Form::kText, Need::kOptional);
    if (!is_known_type(option.type)) {
        reasons.add(place, fmt::format("has the unknown type {}", option.type));
    }
    if (option.minimum > option.maximum) {
        reasons.add(place, fmt::format("its minimum {} is above its maximum {}", option.minimum,
                                       option.maximum));
    } else if (option.default_value != nullptr && !name.empty()) {
        const auto parsed = parse_option(option, preset);
        if (!parsed) reasons.add(place, "its default is refused: " + parsed.error().message);
    }
}

// Calls `take` for each string of an array that ends with null; a null array has none.
template <class Take>
void each_text(const char* const* texts, std::string_view kind, const std::string& place,
               Reasons& reasons, Take&& take) {
    if (texts == nullptr) return;
    for (std::uint32_t i = 0; texts[i] != nullptr; ++i) {
        if (i == kMaxItems) {
            reasons.add(place, fmt::format("its list of {} does not end", kind));
            return;
        }
        take(texts[i]);
    }
}

void check_needs(const bl_analyzer& analyzer, const std::string& place, Reasons& reasons) {
    each_text(analyzer.needs, "needs", place, reasons, [&](const char* text) {
        const std::string needed = take_text(text, "needs", place, reasons);
        std::string_view name = needed;
        if (!name.empty() && name.back() == '?') name.remove_suffix(1);
        if (!needed.empty() && !base::is_declared_name(name)) {
            reasons.add(place, fmt::format("needs \"{}\", which is no name of a table",
                                           base::printable(needed)));
        }
    });
}

}  // namespace

const bl_option* const* take_options(const bl_option* const* theirs, std::uint32_t count,
                                     const std::string& place, Plugin& plugin, Reasons& reasons) {
    auto& options = plugin.impl->options;
    auto& list = plugin.impl->option_lists.emplace_back();
    Unique names;
    adopt_all(theirs, count, "option", place, reasons,
              [&](std::uint32_t i, const bl_option& option) {
                  const std::string inner =
                      fmt::format("{}: {}", place, place_of("option", i, option.name));
                  check_option(option, inner, reasons);
                  if (option.name != nullptr) names.check(option.name, inner, reasons);
                  options.push_back(option);
                  list.push_back(&options.back());
              });
    return list.data();
}

void take_analyzers(const bl_plugin& table, Plugin& plugin, Reasons& reasons) {
    Unique ids;
    adopt_all(table.analyzers, table.analyzer_count, "analyzer", "", reasons,
              [&](std::uint32_t i, bl_analyzer& analyzer) {
                  const std::string place = place_of("analyzer", i, analyzer.id);
                  const std::string id = take_text(analyzer.id, "id", place, reasons, Form::kName);
                  ids.check(id, place, reasons);
                  take_text(analyzer.title, "title", place, reasons);
                  take_text(analyzer.help, "help", place, reasons);
                  require(analyzer.analyze != nullptr, "analyze", place, reasons);
                  check_needs(analyzer, place, reasons);
                  analyzer.options =
                      take_options(analyzer.options, analyzer.option_count, place, plugin, reasons);
                  plugin.analyzers.push_back(analyzer);
              });
}

void take_readers(const bl_plugin& table, Plugin& plugin, Reasons& reasons) {
    Unique ids;
    adopt_all(table.readers, table.reader_count, "reader", "", reasons,
              [&](std::uint32_t i, bl_reader& reader) {
                  const std::string place = place_of("reader", i, reader.id);
                  const std::string id = take_text(reader.id, "id", place, reasons, Form::kName);
                  ids.check(id, place, reasons);
                  take_text(reader.title, "title", place, reasons);
                  require(reader.probe != nullptr, "probe", place, reasons);
                  require(reader.read != nullptr, "read", place, reasons);
                  each_text(reader.suffixes, "suffixes", place, reasons, [&](const char* text) {
                      const std::string suffix = take_text(text, "suffix", place, reasons);
                      if (!suffix.empty() && suffix.front() != '.') {
                          reasons.add(place, fmt::format("the suffix \"{}\" does not begin with "
                                                         "a dot",
                                                         base::printable(suffix)));
                      }
                  });
                  reader.options =
                      take_options(reader.options, reader.option_count, place, plugin, reasons);
                  plugin.readers.push_back(reader);
              });
}

}  // namespace benchlab::plugin
