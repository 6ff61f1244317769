// report/names.hpp: how enumerators and flags are spelt in JSON; one table for writer and reader.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "report/document.hpp"

namespace benchlab::report {

// The spelling of value i + `kFirst` is names[i].
template <std::size_t kCount>
struct Names {
    std::uint32_t first;
    std::array<std::string_view, kCount> names;

    template <class Enum>
    std::string_view of(Enum value) const {
        const auto index = static_cast<std::uint32_t>(value) - first;
        return index < kCount ? names[index] : names[0];
    }
    template <class Enum>
    std::optional<Enum> find(std::string_view name) const {
        for (std::size_t i = 0; i < kCount; ++i) {
            if (names[i] == name) return static_cast<Enum>(i + first);
        }
        return std::nullopt;
    }
};

inline constexpr Names<6> kNameKinds{0,
                                     {"none", "process", "thread", "module", "function", "file"}};
inline constexpr Names<4> kCharts{1, {"line", "step", "points", "bars"}};
inline constexpr Names<3> kTypes{1, {"u64", "f64", "text"}};
inline constexpr Names<4> kSeverities{1, {"note", "info", "warning", "problem"}};

struct FlagName {
    std::uint32_t bit;
    std::string_view name;
};
inline constexpr FlagName kFlagNames[] = {
    {kOutKey, "key"},
    {kOutBar, "bar"},
    {kOutWideOnly, "wide_only"},
    {kOutLessIsBetter, "less_is_better"},
    {kOutMoreIsBetter, "more_is_better"},
    {kOutAddsUp, "adds_up"},
    {kOutSigned, "signed"},
};
// Those that a plugin may set.
inline constexpr std::uint32_t kPluginFlags = (1u << 6) - 1;

// Keys of a content object that are no parts of ids.  A part that begins with '_' would be taken
// for one and is written behind kPartPrefix.
inline constexpr std::string_view kElementKey = "_element";
inline constexpr std::string_view kTitleKey = "_title";
inline constexpr std::string_view kArgsKey = "_args";
inline constexpr std::string_view kSelfKey = "_self";  // an element whose path has more below it
inline constexpr std::string_view kPartPrefix = "_:";

inline std::string json_key(std::string_view part) {
    const bool plain = !part.empty() && part.front() != '_';
    return plain ? std::string(part) : std::string(kPartPrefix) + std::string(part);
}

// The keys that lead to the element, with '/' between them: what "order" lists.
inline std::string json_path(const Element& element) {
    std::string out;
    const std::string_view id = element.id;
    for (std::size_t begin = 0; begin <= id.size();) {
        const std::size_t end = std::min(id.find('/', begin), id.size());
        if (begin > 0) out += '/';
        out += json_key(id.substr(begin, end - begin));
        begin = end + 1;
    }
    if (std::holds_alternative<Heading>(element.body)) out.append("/").append(kTitleKey);
    return out;
}

}  // namespace benchlab::report
