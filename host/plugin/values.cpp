#include "plugin/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.hpp"

namespace benchlab::plugin {
namespace {

std::vector<NamedValue> from_choices(const std::vector<Choice>& choices) {
    std::vector<NamedValue> values;
    for (const Choice& choice : choices) {
        NamedValue value;
        value.name = choice.name;
        value.u64 = choice.value;
        value.text = choice.label;
        value.has_label = !choice.label.empty();
        values.push_back(std::move(value));
    }
    return values;
}

base::Error bad_option(const bl_option& option, const std::string& text,
                       const std::string& expected) {
    return {base::Code::kInvalid,
            fmt::format("--{}={}: expected {}", option.name, base::printable(text), expected)};
}

bool parse_flag(const std::string& text, std::uint64_t& out) {
    const bool yes = text.empty() || text == "1" || text == "true" || text == "yes";
    if (!yes && text != "0" && text != "false" && text != "no") return false;
    out = yes ? 1 : 0;
    return true;
}

template <class Number>
bool parse_number(const std::string& text, Number& out) {
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, out);
    return error == std::errc{} && stop == end && !text.empty();
}

}  // namespace

Values::Values(std::vector<NamedValue> values) : values_(std::move(values)), abi_{} {
    abi_.struct_size = sizeof(bl_values);
    abi_.get_u64 = get_u64;
    abi_.get_f64 = get_f64;
    abi_.get_text = get_text;
    abi_.owner = this;
}

Values::Values(const std::vector<Choice>& choices) : Values(from_choices(choices)) {}

const NamedValue* Values::find(const bl_values* values, const char* name) {
    if (values == nullptr || name == nullptr) return nullptr;
    const auto& all = static_cast<const Abi*>(values)->owner->values_;
    const auto at = std::find_if(all.begin(), all.end(),
                                 [&](const NamedValue& value) { return value.name == name; });
    return at == all.end() ? nullptr : &*at;
}

std::uint32_t BL_CALL Values::get_u64(const bl_values* values, const char* name,
                                      std::uint64_t* out) {
    const NamedValue* const value = find(values, name);
    if (value == nullptr || out == nullptr) return 0;
    if (value->type != BL_VALUE_U64 && value->type != BL_VALUE_FLAG) return 0;
    *out = value->u64;
    return 1;
}

std::uint32_t BL_CALL Values::get_f64(const bl_values* values, const char* name, double* out) {
    const NamedValue* const value = find(values, name);
    if (value == nullptr || out == nullptr || value->type != BL_VALUE_F64) return 0;
    *out = value->f64;
    return 1;
}

std::uint32_t BL_CALL Values::get_text(const bl_values* values, const char* name, const char** text,
                                       std::uint64_t* length) {
    const NamedValue* const value = find(values, name);
    if (value == nullptr || text == nullptr) return 0;
    if (value->type != BL_VALUE_TEXT && !value->has_label) return 0;
    *text = value->text.c_str();
    if (length != nullptr) *length = value->text.size();
    return 1;
}

base::Result<NamedValue> parse_option(const bl_option& option, const std::string& text) {
    NamedValue value;
    value.name = option.name;
    value.type = option.type;
    value.text = text;
    const bool limited = option.minimum != 0 || option.maximum != 0;
    const std::string range =
        limited ? fmt::format(" from {} to {}", option.minimum, option.maximum) : "";
    double number = 0;
    switch (option.type) {
        case BL_VALUE_U64:
            if (!parse_number(text, value.u64)) {
                return bad_option(option, text, "a whole number" + range);
            }
            number = static_cast<double>(value.u64);
            break;
        case BL_VALUE_F64:
            if (!parse_number(text, value.f64) || !std::isfinite(value.f64)) {
                return bad_option(option, text, "a number" + range);
            }
            number = value.f64;
            break;
        case BL_VALUE_FLAG:
            if (!parse_flag(text, value.u64)) return bad_option(option, text, "yes or no");
            return value;
        default:
            return value;
    }
    if (limited && (number < option.minimum || number > option.maximum)) {
        return bad_option(option, text, "a number" + range);
    }
    return value;
}

base::Result<std::vector<NamedValue>> parse_options(
    const bl_option* const* options, std::uint32_t count,
    const std::vector<std::pair<std::string, std::string>>& given) {
    std::vector<std::string> names;
    for (std::uint32_t i = 0; i < count; ++i) names.emplace_back(options[i]->name);
    for (const auto& [name, text] : given) {
        if (std::find(names.begin(), names.end(), name) != names.end()) continue;
        const std::string near = base::closest(name, names);
        return base::Error{base::Code::kInvalid,
                           fmt::format("--{}: there is no such option{}", base::printable(name),
                                       near.empty() ? "" : "; did you mean --" + near + "?")};
    }
    std::vector<NamedValue> values;
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto at = std::find_if(given.rbegin(), given.rend(),
                                     [&](const auto& pair) { return pair.first == names[i]; });
        if (at == given.rend() && options[i]->default_value == nullptr) {
            if (options[i]->type != BL_VALUE_FLAG) continue;
            // A flag that was not given is off, not unknown.
            NamedValue off;
            off.name = names[i];
            off.type = BL_VALUE_FLAG;
            values.push_back(std::move(off));
            continue;
        }
        auto value =
            parse_option(*options[i], at != given.rend() ? at->second : options[i]->default_value);
        if (!value) return value.error();
        values.push_back(std::move(*value));
    }
    return values;
}

}  // namespace benchlab::plugin
