#include "frames/counters.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>

namespace benchlab::analyzers::frames {
namespace {

constexpr std::uint64_t kLeast = 3;
// How far a program's own value may be from the time between presents, on average.
constexpr double kError = 0.05;
constexpr double kLonger = 1.01;

struct Value {
    std::int64_t time;
    double value;
};

bool speaks_of_frame_times(std::string_view name) {
    std::string lower;
    for (const char each : name) {
        if (std::isalnum(static_cast<unsigned char>(each)) != 0) {
            lower += static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
        }
    }
    const bool of_frames = lower.find("frame") != std::string::npos;
    return (of_frames &&
            (lower.find("time") != std::string::npos || lower.find("ms") != std::string::npos)) ||
           lower.find("deltatime") != std::string::npos || lower == "dt";
}

std::map<StringId, std::vector<Value>> values_of(const Store& store, Row process) {
    std::map<StringId, std::vector<Value>> out;
    const Table table = store.find_table("counter");
    const TimeColumn time = table.time("time", kOptional);
    const RowColumn of = table.row("process", kOptional);
    const StringColumn name = table.string("name", kOptional);
    const U8Column unit = table.u8("unit", kOptional);
    const F64Column value = table.f64("value", kOptional);
    for (const Row row : table.rows()) {
        if (!name.has(row) || !value.has(row) || of.value_or(row, process) != process) continue;
        const bool is_time = unit.value_or(row, BL_UNIT_NONE) == BL_UNIT_NS;
        if (!is_time && !speaks_of_frame_times(store.text(name[row]))) continue;
        if (value[row] > 0 && std::isfinite(value[row]))
            out[name[row]].push_back({time[row], value[row]});
    }
    return out;
}

struct Pair {
    double length_ns, value;
};

// A program says of a frame how long it took at its end, or within the next: `later` frames later.
std::vector<Pair> pairs_of(const Frames& frames, const std::vector<Row>& rows,
                           const std::vector<double>& lengths, const std::vector<Value>& values,
                           std::size_t later) {
    std::vector<Pair> out;
    std::size_t at = 0;
    for (const Value& each : values) {
        while (at < rows.size() && frames.end[rows[at]] < each.time) ++at;
        if (at < later || at - later >= rows.size()) continue;
        out.push_back({lengths[at - later], each.value});
    }
    return out;
}

// How far values are from the frame times, those cut at the greatest value.
double error_of(const std::vector<Pair>& pairs, double most, double scale) {
    double out = 0;
    for (const Pair& each : pairs) {
        out +=
            std::abs(std::min(each.length_ns, most * scale) - each.value * scale) / each.length_ns;
    }
    return out / static_cast<double>(pairs.size());
}

std::optional<Saturated> judged(const std::vector<Pair>& pairs, double scale) {
    double most = 0;
    for (const Pair& each : pairs) most = std::max(most, each.value);
    if (error_of(pairs, most, scale) > kError) return std::nullopt;
    Saturated out;
    out.limit_ns = most * scale;
    for (const Pair& each : pairs) {
        out.longest_ns = std::max(out.longest_ns, each.length_ns);
        if (each.length_ns <= kLonger * out.limit_ns) continue;
        ++out.longer;
        out.at_limit += each.value == most ? 1 : 0;
    }
    if (out.at_limit < kLeast) return std::nullopt;
    return out;
}

}  // namespace

std::vector<Saturated> saturated_counters(const Store& store, const Frames& frames, Row process,
                                          const std::vector<Row>& rows,
                                          const std::vector<double>& lengths_ns) {
    std::vector<Saturated> out;
    for (const auto& [name, values] : values_of(store, process)) {
        std::optional<Saturated> found;
        // The unit is not told: seconds, ms, us or ns, the greatest with which the values fit.
        for (const double scale : {1e9, 1e6, 1e3, 1.0}) {
            for (const std::size_t later : {0u, 1u}) {
                const auto pairs = pairs_of(frames, rows, lengths_ns, values, later);
                if (!found && pairs.size() >= kLeast) found = judged(pairs, scale);
            }
        }
        if (!found) continue;
        found->name = store.text(name);
        out.push_back(std::move(*found));
    }
    return out;
}

}  // namespace benchlab::analyzers::frames
