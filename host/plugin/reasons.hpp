// plugin/reasons.hpp: collects what is wrong with a plugin, all of it and not just the first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/adopt.hpp"

namespace benchlab::plugin {

// Of benchmarks, analyzers, readers, recorders, parameters, values, metrics, options, suffixes,
// presets and events.
inline constexpr std::uint32_t kMaxItems = 4096;
inline constexpr std::size_t kMaxTextBytes = 64u << 10;

class Reasons {
  public:
    // "benchmark 2 "cpu/x": run is null"; without a place the text alone.
    void add(std::string_view place, std::string_view text);
    // At most 64; the last one then counts the rest.
    std::vector<std::string> take() &&;
    bool empty() const { return reasons_.empty(); }

  private:
    std::vector<std::string> reasons_;
    std::size_t more_ = 0;
};

// "benchmark 2", and its name when that can be shown.
std::string place_of(std::string_view kind, std::uint32_t index, const char* name);

enum class Form { kText, kName, kPath };  // kName, kPath: as in base/text.hpp
enum class Need { kRequired, kOptional };

// A descriptor's string, as one line without control characters; empty when it is null or refused.
std::string take_text(const char* text, std::string_view member, std::string_view place,
                      Reasons& reasons, Form form = Form::kText, Need need = Need::kRequired);

void require(bool present, std::string_view member, std::string_view place, Reasons& reasons);

// Can `count` elements be read from the array?
bool readable_array(const void* array, std::uint64_t count, std::string_view kind,
                    std::string_view place, Reasons& reasons);

// Adopts each element and hands on those that could be.
template <class T, class Take>
void adopt_all(const T* const* items, std::uint32_t count, std::string_view kind,
               std::string_view place, Reasons& reasons, Take&& take) {
    if (!readable_array(items, count, kind, place, reasons)) return;
    for (std::uint32_t i = 0; i < count; ++i) {
        T ours{};
        if (const std::string reason = report::adopt(items[i], ours); !reason.empty()) {
            const std::string before = place.empty() ? "" : std::string(place) + ": ";
            reasons.add(before + place_of(kind, i, nullptr), reason);
        } else {
            take(i, ours);
        }
    }
}

// Refuses a name that was seen before in the same list.
class Unique {
  public:
    void check(const std::string& name, std::string_view place, Reasons& reasons);

  private:
    std::vector<std::string> seen_;
};

}  // namespace benchlab::plugin
