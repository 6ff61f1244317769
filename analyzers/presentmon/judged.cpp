#include "presentmon/judged.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "common/cluster.hpp"
#include "common/distribution.hpp"
#include "common/regimes.hpp"
#include "common/units.hpp"

namespace benchlab::analyzers::presentmon {
namespace {

constexpr double kStepNs = 2e6;  // no display refreshes more often than 500 times a second
constexpr std::size_t kBusyFrames = 50;
constexpr double kOffStep = 0.02;

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return percentile(std::span<const double>(values), 50);
}

// Whether nearly all values are multiples of the step, and not all of the same one.
bool are_multiples(const std::vector<double>& values, double step) {
    std::map<long, std::size_t> counts;
    std::size_t all = 0;
    for (const double value : values) {
        const double times = std::round(value / step);
        if (times < 1 || std::abs(value - times * step) > kOffStep * step * times) continue;
        ++counts[std::lround(std::min(times, 1e6))];
        ++all;
    }
    const auto often = std::count_if(counts.begin(), counts.end(), [&](const auto& each) {
        return 20 * each.second >= values.size();
    });
    return often >= 2 && 20 * all >= 19 * values.size();
}

// What most are, or a half or third of it.
std::optional<double> step_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    if (values.size() < 20) return std::nullopt;
    const double most = percentile(most_alike(values, kOffStep), 50);
    for (const double parts : {1.0, 2.0, 3.0}) {
        const double step = most / parts;
        if (step >= kStepNs && are_multiples(values, step)) return step;
    }
    return std::nullopt;
}

}  // namespace

std::vector<Mode> modes_of(const std::vector<LoggedFrame>& frames, const Store& store) {
    struct Values {
        std::vector<double> taken, changes;
        std::uint64_t frames = 0;
    };
    std::map<StringId, Values> by_mode;
    for (const LoggedFrame& each : frames) {
        if (each.mode == StringId::kEmpty) continue;
        Values& of = by_mode[each.mode];
        ++of.frames;
        if (each.taken_ns > 0) of.taken.push_back(each.taken_ns);
        if (each.change_ns) of.changes.push_back(*each.change_ns);
    }
    std::vector<Mode> out;
    for (auto& [name, of] : by_mode) {
        Mode mode;
        mode.name = store.text(name);
        mode.frames = of.frames;
        if (!of.taken.empty()) {
            double total_ns = 0;
            for (const double each : of.taken) total_ns += each;
            mode.average_fps = kNsPerSecond * static_cast<double>(of.taken.size()) / total_ns;
            mode.median_ns = median(std::move(of.taken));
        }
        if (!of.changes.empty()) mode.change_ns = median(of.changes);
        mode.step_ns = step_of(std::move(of.changes));
        out.push_back(std::move(mode));
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Mode& a, const Mode& b) { return a.frames > b.frames; });
    return out;
}

std::optional<double> busy_share(const std::vector<LoggedFrame>& frames) {
    std::vector<double> shares;
    for (const LoggedFrame& each : frames) {
        if (each.cpu_busy_ns && each.app_ns && *each.app_ns > 0) {
            shares.push_back(*each.cpu_busy_ns / *each.app_ns);
        }
    }
    if (shares.size() < kBusyFrames) return std::nullopt;
    return median(std::move(shares));
}

GpuLevels gpu_levels(const std::vector<LoggedFrame>& frames) {
    std::vector<double> lengths, busy;
    for (const LoggedFrame& each : frames) {
        if (each.generated || each.taken_ns <= 0 || !each.gpu_busy_ns) continue;
        lengths.push_back(each.taken_ns);
        busy.push_back(*each.gpu_busy_ns);
    }
    GpuLevels out;
    for (const Stretch& regime : regimes_of(lengths)) {
        std::size_t full = 0;
        for (std::size_t i = regime.first; i < regime.last; ++i) {
            full += std::abs(busy[i] / lengths[i] - 1) <= 0.02 ? 1 : 0;
        }
        std::vector<double> sorted(lengths.data() + regime.first, lengths.data() + regime.last);
        std::sort(sorted.begin(), sorted.end());
        const Cluster cluster = cluster_of(sorted);
        const bool is_full = 10 * full >= 9 * regime.size();
        if (!is_full) out.others = true;
        if (is_full && cluster.like_a_cap()) out.capped.push_back(cluster.period_ns);
    }
    return out;
}

bool not_credible(const GpuLevels& of) {
    if (of.others || of.capped.size() < 2) return false;
    const auto [least, most] = std::minmax_element(of.capped.begin(), of.capped.end());
    return *most > 1.1 * *least;
}

}  // namespace benchlab::analyzers::presentmon
