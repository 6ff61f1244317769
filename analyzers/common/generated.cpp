#include "common/generated.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace benchlab::analyzers {

namespace {

// Below this rate nobody generates frames, but programs that draw only when something changes hand
// in several at once.
constexpr std::size_t kEnough = 50;
constexpr double kLongestNs = 100e6;
constexpr std::size_t kMost = 4;  // in a row

// Whether four of five frames have the same number of short ones before them.
bool is_regular(const std::vector<bool>& is_short) {
    std::size_t in_a_row = 0, frames = 0;
    std::array<std::size_t, kMost + 1> counts{};
    for (const bool each : is_short) {
        if (each) {
            ++in_a_row;
            continue;
        }
        if (in_a_row <= kMost) ++counts[in_a_row];
        ++frames;
        in_a_row = 0;
    }
    // None is before the first.
    return 5 * (*std::max_element(counts.begin() + 1, counts.end()) + 1) >= 4 * frames;
}

}  // namespace

Generated::Generated(const Store& store, const char* logs)
    : store_(store),
      type_(store.find_table(logs).string("type", kOptional)),
      shown_(store.find_table(logs).u8("shown", kOptional)),
      app_time_(store.find_table(logs).f64("app_time", kOptional)) {}

bool Generated::is_called_so(Row log) const {
    if (log == BL_NO_ROW || !type_.has(log)) return false;
    const std::string_view type = store_.text(type_[log]);
    return type != "Application" && type != "Repeated" && type != "NotSet" && type != "Unspecified";
}

std::vector<bool> Generated::among(const std::vector<Row>& logs,
                                   const std::vector<double>& lengths_ns) const {
    std::vector<bool> out(logs.size());
    std::vector<double> has_app_time(logs.size());
    for (std::size_t i = 0; i < logs.size(); ++i) {
        out[i] = is_called_so(logs[i]);
        const bool has = logs[i] != BL_NO_ROW && app_time_.value_or(logs[i], 0) > 0;
        has_app_time[i] = has ? 1 : 0;
    }
    if (std::find(out.begin(), out.end(), true) != out.end()) return out;
    const std::vector<bool> by_length = generated_by_length(lengths_ns);
    const std::vector<bool> by_app_time = generated_by_length(has_app_time);
    for (std::size_t i = 0; i < logs.size(); ++i) {
        const bool dropped = logs[i] != BL_NO_ROW && shown_.value_or(logs[i], 1) == 0;
        out[i] = !dropped && (by_length[i] || by_app_time[i]);
    }
    return out;
}

std::vector<bool> generated_by_length(const std::vector<double>& lengths_ns) {
    std::vector<bool> out(lengths_ns.size());
    if (lengths_ns.empty()) return out;
    std::vector<double> sorted = lengths_ns;
    const auto at = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() * 9 / 10);
    std::nth_element(sorted.begin(), at, sorted.end());
    const double limit = *at <= kLongestNs ? *at / 10 : 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = lengths_ns[i] < limit;
        count += out[i] ? 1 : 0;
    }
    // Without a time that a log left out a few short frames say nothing.
    const bool tells = *std::min_element(lengths_ns.begin(), lengths_ns.end()) == 0;
    const bool enough = tells || out.size() >= kEnough;
    if (!enough || 10 * count < 3 * out.size() || !is_regular(out)) out.assign(out.size(), false);
    return out;
}

std::vector<double> without_generated(const std::vector<double>& lengths_ns,
                                      const std::vector<bool>& generated) {
    std::vector<double> out;
    double before_ns = 0;
    for (std::size_t i = 0; i < lengths_ns.size(); ++i) {
        before_ns += lengths_ns[i];
        if (generated[i]) continue;
        out.push_back(before_ns);
        before_ns = 0;
    }
    return out;
}

}  // namespace benchlab::analyzers
