#include "time_plan.hpp"

#include <benchlab/benchlab.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

namespace benchlab::framelog {

namespace {

constexpr double kNsPerMs = 1e6;
// Beyond this a time is damaged: 30 years in ns fit into an int64 with room to add some.
constexpr double kMostNs = 1e18;

// How much a column grows in a millisecond.
struct Rate {
    double per_ms = 0;
    std::size_t samples = 0;
};

using Rows = std::vector<RawRow>;

std::uint64_t chain_of(const RawRow& row) {
    const double pid = row[Field::kProcessId];
    const bool is_pid = pid >= 0 && pid < 4294967296.0;
    return row.swap_chain * 0x9E3779B97F4A7C15 ^ (is_pid ? static_cast<std::uint64_t>(pid) : ~0ull);
}

double frame_time_ms(const RawRow& row) {
    if (row.has(Field::kAppTime)) return row[Field::kAppTime];
    return row[Field::kCpuBusy] + row[Field::kCpuWait];
}

double difference(Field field, const RawRow& from, const RawRow& to) {
    // Exact, and unsigned: damaged values may be as far apart as the type allows.
    const auto exact = [](std::int64_t begin, std::int64_t end) {
        return static_cast<double>(static_cast<std::int64_t>(static_cast<std::uint64_t>(end) -
                                                             static_cast<std::uint64_t>(begin)));
    };
    if (field == Field::kTimeQpc && from.qpc != 0) return exact(from.qpc, to.qpc);
    if (field == Field::kCpuStartQpc && from.cpu_start_qpc != 0) {
        return exact(from.cpu_start_qpc, to.cpu_start_qpc);
    }
    return to[field] - from[field];
}

// Calls use(from, to) for each two rows of a chain that follow each other and have the field.
template <class Use>
void each_step(const Rows& rows, Field field, Use&& use) {
    std::unordered_map<std::uint64_t, const RawRow*> before;
    for (const RawRow& row : rows) {
        if (!row.has(field)) continue;
        const RawRow*& last = before[chain_of(row)];
        if (last != nullptr) use(*last, row);
        last = &row;
    }
}

// A median keeps out the rows with a hole before them; the sum over those near it makes the
// rounding of single values small.
Rate rate_of(const Rows& rows, Field field, bool is_start) {
    std::vector<std::pair<double, double>> steps;
    each_step(rows, field, [&](const RawRow& from, const RawRow& to) {
        // A frame starts where the one before has ended, so its own time is what passes then.
        const double ms = is_start ? frame_time_ms(from) : to[Field::kBetweenPresents];
        const double step = difference(field, from, to);
        if (ms > 0.01 && step > 0) steps.emplace_back(step, ms);
    });
    if (steps.empty()) return {};
    const auto less = [](const auto& a, const auto& b) {
        return a.first * b.second < b.first * a.second;
    };
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
    std::nth_element(steps.begin(), middle, steps.end(), less);
    const double median = middle->first / middle->second;
    double step_sum = 0, ms_sum = 0;
    std::size_t near = 0;
    for (const auto& [step, ms] : steps) {
        if (std::abs(step / ms / median - 1) > 0.02) continue;
        step_sum += step;
        ms_sum += ms;
        ++near;
    }
    // Rows that do not follow each other, or durations of something else, tell nothing.
    if (near * 4 < steps.size()) return {};
    return {step_sum / ms_sum, near};
}

// Without rows to tell, the name does.  Seconds, ms, ns; anything else is left to the caller.
double unit_ns(const Rate& rate, double by_name_ns) {
    if (rate.samples == 0) return by_name_ns;
    for (const double unit : {1e9, 1e6, 1.0}) {
        if (std::abs(rate.per_ms * unit / kNsPerMs - 1) < 0.1) return unit;
    }
    return by_name_ns;
}

// Below this a "counter" is a time in seconds or milliseconds.
constexpr double kLeastTicksPerMs = 100;

// The counters there are; a frequency that was measured is the nearest of them when it is near.
std::uint64_t nearest_frequency(double measured) {
    for (const double known : {1e7, 3579545.0, 14318180.0, 19.2e6, 24e6, 25e6, 1e9}) {
        if (std::abs(measured / known - 1) < 5e-4) return static_cast<std::uint64_t>(known);
    }
    return static_cast<std::uint64_t>(std::llround(measured));
}

// 1.x has seconds and counter side by side: the longest way that one chain goes is exact.
double frequency_by_seconds(const Rows& rows) {
    std::unordered_map<std::uint64_t, const RawRow*> first;
    double longest_s = 0, result = 0;
    for (const RawRow& row : rows) {
        if (!row.has(Field::kTimeSeconds) || !row.has(Field::kTimeQpc)) continue;
        const RawRow*& begin = first.emplace(chain_of(row), &row).first->second;
        const double seconds = row[Field::kTimeSeconds] - (*begin)[Field::kTimeSeconds];
        if (seconds <= longest_s) continue;
        longest_s = seconds;
        result = difference(Field::kTimeQpc, *begin, row) / seconds;
    }
    return longest_s > 0.1 ? result : 0;
}

bool any_has(const Rows& rows, Field field) {
    return std::any_of(rows.begin(), rows.end(), [&](const RawRow& row) { return row.has(field); });
}

// 0 when the column is no counter.
std::uint64_t frequency_of(const Rows& rows, Field field, TimePlan& plan) {
    if (!any_has(rows, field)) return 0;
    const Rate rate = rate_of(rows, field, field == Field::kCpuStartQpc);
    if (rate.samples > 0 && rate.per_ms < kLeastTicksPerMs) return 0;
    double frequency = rate.per_ms * 1000;
    if (field == Field::kTimeQpc) {
        const double better = frequency_by_seconds(rows);
        if (better >= kLeastTicksPerMs * 1000) frequency = better;
    }
    if (frequency > 0 && frequency < 1e11) return nearest_frequency(frequency);
    plan.complaints.push_back({"framelog.frequency",
                               "too few rows to tell the counter's frequency: 10 MHz, as Windows "
                               "has it since 2018, is taken"});
    return 10'000'000;
}

double unit_by_name(Field field) {
    switch (field) {
        case Field::kTimeSeconds:
        case Field::kTimeQpc:
        case Field::kCpuStartSeconds:
            return 1e9;
        case Field::kTimeMs:
        case Field::kCpuStartMs:
            return 1e6;
        default:
            return 1;
    }
}

bool is_start(Field field) {
    return field >= Field::kCpuStartSeconds && field <= Field::kCpuStartDate;
}

double unit_of(const Rows& rows, Field field) {
    // A date and MangoHud's elapsed are ns; the latter is beside a frametime of unknown unit.
    if (field == Field::kTimeDate || field == Field::kCpuStartDate || field == Field::kElapsed) {
        return 1;
    }
    return unit_ns(rate_of(rows, field, is_start(field)), unit_by_name(field));
}

Field first_of(const Rows& rows, std::initializer_list<Field> fields) {
    for (const Field field : fields) {
        if (any_has(rows, field)) return field;
    }
    return Field::kNone;
}

// fps * frametime is 1000 for milliseconds and 1000000 for microseconds (before 0.7).
double mangohud_unit_ms(const Rows& rows) {
    std::vector<double> products;
    for (const RawRow& row : rows) {
        const double product = row[Field::kFps] * row[Field::kBetweenPresents];
        if (product > 0) products.push_back(product);
    }
    if (products.empty()) return 1;
    const auto middle = products.begin() + static_cast<std::ptrdiff_t>(products.size() / 2);
    std::nth_element(products.begin(), middle, products.end());
    return *middle > 31622 ? 1e-3 : 1;
}

// Both columns on one axis: the frame starts CPUBusy before the Present call.  An option of
// PresentMon counts one from the start of the log and the other from the start of the machine.
bool on_one_axis(const TimePlan& plan, const Rows& rows) {
    std::size_t near = 0, far = 0;
    for (const RawRow& row : rows) {
        const std::int64_t start = plan.cpu_start_of(row), present = plan.present_of(row);
        if (start == BL_NO_TIME || present == BL_NO_TIME || !row.has(Field::kCpuBusy)) continue;
        if (!(row[Field::kCpuBusy] > 0)) continue;
        const auto apart =
            static_cast<double>(present - start - plan.ticks(row[Field::kCpuBusy] * kNsPerMs));
        (std::abs(apart) <= static_cast<double>(plan.ticks(2 * kNsPerMs)) ? near : far)++;
    }
    return near >= far;
}

void choose_columns(TimePlan& plan, const Rows& rows) {
    plan.frequency = frequency_of(rows, Field::kTimeQpc, plan);
    if (plan.frequency != 0) {
        plan.present = Field::kTimeQpc;
        plan.cpu_start = first_of(rows, {Field::kCpuStartQpc});
        return;
    }
    plan.present = first_of(rows, {Field::kTimeSeconds, Field::kTimeMs, Field::kTimeQpc,
                                   Field::kTimeDate, Field::kElapsed});
    const bool dated = plan.present == Field::kTimeDate || plan.present == Field::kNone;
    if (plan.present == Field::kNone) {
        plan.frequency = frequency_of(rows, Field::kCpuStartQpc, plan);
        if (plan.frequency != 0) {
            plan.cpu_start = Field::kCpuStartQpc;
            return;
        }
    }
    plan.cpu_start = plan.present == Field::kTimeDate
                         ? first_of(rows, {Field::kCpuStartDate})
                         : first_of(rows, {Field::kCpuStartSeconds, Field::kCpuStartMs});
    if (dated && plan.cpu_start == Field::kNone) {
        plan.cpu_start = first_of(rows, {Field::kCpuStartDate});
    }
    if (plan.present != Field::kNone) plan.present_ns = unit_of(rows, plan.present);
    if (plan.cpu_start != Field::kNone) plan.cpu_start_ns = unit_of(rows, plan.cpu_start);
}

// The start of the log: where the tool says it is, else the earliest row.
void find_zero(TimePlan& plan, const Layout& layout, const Rows& rows) {
    std::int64_t earliest = INT64_MAX, told = INT64_MAX;
    for (const RawRow& row : rows) {
        for (const std::int64_t time : {plan.present_of(row), plan.cpu_start_of(row)}) {
            if (time == BL_NO_TIME) continue;
            earliest = std::min(earliest, time);
            plan.latest = std::max(plan.latest, time);
        }
        const std::int64_t present = plan.present_of(row);
        if (told == INT64_MAX && plan.present == Field::kTimeQpc && present != BL_NO_TIME &&
            row.has(Field::kTimeSeconds)) {
            told = present - plan.ticks(row[Field::kTimeSeconds] * 1e9);
        }
    }
    if (earliest == INT64_MAX) earliest = 0;
    const bool own_start = layout.tool == Tool::kFrameView || plan.present == Field::kTimeQpc ||
                           plan.cpu_start == Field::kCpuStartQpc || plan.base != 0;
    plan.zero = std::min(own_start ? earliest : 0, earliest);
    const bool told_start = layout.tool != Tool::kFrameView && told > 0;
    if (told_start && told < plan.zero) plan.zero = told;
}

std::string in_words(const TimePlan& plan) {
    if (plan.frequency != 0) {
        return "Windows performance counter, " + std::to_string(plan.frequency) + " Hz";
    }
    if (plan.base != 0) return "local time of day, from the first row";
    if (plan.has_times()) return "since the log began";
    return "frame times added up for each swap chain";
}

}  // namespace

std::int64_t TimePlan::ticks(double ns) const {
    if (!(std::abs(ns) < kMostNs)) return 0;
    const double result = frequency == 0 ? ns : ns * static_cast<double>(frequency) / 1e9;
    return std::abs(result) < kMostNs ? static_cast<std::int64_t>(std::llround(result)) : 0;
}

std::int64_t TimePlan::moment(Field field, double unit, const RawRow& row) const {
    if (field == Field::kNone || !row.has(field)) return BL_NO_TIME;
    constexpr auto kMost = static_cast<std::int64_t>(kMostNs);
    std::int64_t whole = 0;
    if (frequency != 0 || field == Field::kTimeDate || field == Field::kCpuStartDate) {
        const bool start = field == Field::kCpuStartQpc || field == Field::kCpuStartDate;
        whole = start ? row.cpu_start_qpc : row.qpc;
        // 0: written by a tool that had no counter value, or not as a whole number.
        if (whole == 0 || whole < -kMost || whole > kMost) return BL_NO_TIME;
        return whole - base;
    }
    const double ns = row[field] * unit;
    if (!(std::abs(ns) < kMostNs)) return BL_NO_TIME;
    return static_cast<std::int64_t>(std::llround(ns));
}

std::int64_t TimePlan::cpu_start_of(const RawRow& row) const {
    return moment(cpu_start, cpu_start_ns, row);
}

std::int64_t TimePlan::present_of(const RawRow& row) const {
    if (present != Field::kNone) return moment(present, present_ns, row);
    // 2.0 to 2.2 say only when the frame began: the call comes CPUBusy later.
    const std::int64_t start = cpu_start_of(row);
    if (start == BL_NO_TIME || !row.has(Field::kCpuBusy)) return start;
    return start + ticks(row[Field::kCpuBusy] * kNsPerMs);
}

TimePlan plan_times(const Layout& layout, const std::vector<RawRow>& rows) {
    TimePlan plan;
    if (layout.tool == Tool::kMangoHud) plan.frame_time_ms = mangohud_unit_ms(rows);
    choose_columns(plan, rows);
    if (plan.frequency == 0 &&
        (plan.present == Field::kTimeDate || plan.cpu_start == Field::kCpuStartDate)) {
        // Days in ns: small times keep the sums exact.
        for (const RawRow& row : rows) {
            if (!row.has(Field::kTimeDate) && !row.has(Field::kCpuStartDate)) continue;
            plan.base = row.has(Field::kTimeDate) ? row.qpc : row.cpu_start_qpc;
            break;
        }
    }
    if (plan.present != Field::kNone && plan.cpu_start != Field::kNone &&
        !on_one_axis(plan, rows)) {
        plan.cpu_start = Field::kNone;
        plan.complaints.push_back({"framelog.cpu-start",
                                   "the start of the frames is on another time axis than the "
                                   "Present calls: left out"});
    }
    find_zero(plan, layout, rows);
    if (!plan.has_times()) {
        plan.complaints.push_back({"framelog.no-time",
                                   "no column says when a frame was presented: frame times are "
                                   "added up for each swap chain"});
    }
    plan.clock = in_words(plan);
    return plan;
}

}  // namespace benchlab::framelog
