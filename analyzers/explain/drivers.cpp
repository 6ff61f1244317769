#include "explain/drivers.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "common/names.hpp"
#include "common/window.hpp"
#include "explain/chain.hpp"
#include "explain/company.hpp"
#include "explain/interrupted.hpp"

namespace benchlab::analyzers::explain {
namespace {

std::int64_t time_of(const std::vector<Window>& frames) {
    std::int64_t sum = 0;
    for (const Window& each : frames) sum = add_ns(sum, each.length());
    return sum;
}

// How much of [begin, end) lies in the frames; visits the number of each that has a part.
template <class Visit>
std::int64_t part_in(const std::vector<Window>& frames, std::int64_t begin, std::int64_t end,
                     Visit&& visit) {
    auto at = std::partition_point(frames.begin(), frames.end(),
                                   [&](const Window& each) { return each.end <= begin; });
    std::int64_t sum = 0;
    for (; at != frames.end() && at->begin < end; ++at) {
        sum += at->overlap(begin, end);
        visit(static_cast<std::size_t>(at - frames.begin()));
    }
    return sum;
}

// From the first frame to the last; empty without any.
Window around(const std::vector<Window>& slow, const std::vector<Window>& normal) {
    Window out{INT64_MAX, INT64_MIN};
    for (const auto* const frames : {&slow, &normal}) {
        if (frames->empty()) continue;
        out.begin = std::min(out.begin, frames->front().begin);
        out.end = std::max(out.end, frames->back().end);
    }
    return out.begin < out.end ? out : Window{0, 0};
}

}  // namespace

double DriverUses::slow_share(const DriverUse& of) const {
    return share_of(static_cast<double>(of.slow_ns), static_cast<double>(slow_time_ns));
}
double DriverUses::normal_share(const DriverUse& of) const {
    return share_of(static_cast<double>(of.normal_ns), static_cast<double>(normal_time_ns));
}
bool DriverUses::is_telling(const DriverUse& of) const {
    constexpr double kTrifle = 0.01;
    const double taken =
        share_of(static_cast<double>(of.taken_ns), static_cast<double>(slow_time_ns));
    return taken > kTrifle && is_habit(slow, of.slow_with, slow_share(of), normal_share(of));
}

DriverUses drivers_in(const Store& store, const Chains& chains, Row process,
                      const std::vector<Window>& slow, const std::vector<Window>& normal) {
    DriverUses out{slow.size(), normal.size(), time_of(slow), time_of(normal), {}};
    const Table table = store.find_table("dpc_isr");
    if (!table || slow.empty()) return out;
    const Names names(store);
    const RowColumn thread = table.row("thread", kOptional);
    std::map<std::uint32_t, DriverUse> by_name;
    std::map<std::uint32_t, std::set<std::size_t>> slow_with;
    const Interrupted interrupted(store, around(slow, normal));
    for (const auto& [cpu, stretches] : interrupted.all()) {
        for (const Taken& each : stretches) {
            const std::uint32_t name = chains.driver(each.row).id;
            const std::int64_t in_slow = part_in(
                slow, each.begin, each.end, [&](std::size_t at) { slow_with[name].insert(at); });
            const std::int64_t in_normal =
                part_in(normal, each.begin, each.end, [](std::size_t) {});
            if (in_slow == 0 && in_normal == 0) continue;
            DriverUse& use = by_name[name];
            use.slow_ns = add_ns(use.slow_ns, in_slow);
            use.normal_ns = add_ns(use.normal_ns, in_normal);
            use.longest_ns = std::max(use.longest_ns, in_slow);
            const Row whom = thread.value_or(each.row, BL_NO_ROW);
            const bool own = whom != BL_NO_ROW && names.owner(whom) == process;
            if (own) use.taken_ns = add_ns(use.taken_ns, in_slow);
        }
    }
    for (auto& [name, use] : by_name) {
        if (use.slow_ns == 0) continue;
        use.slow_with = slow_with[name].size();
        use.driver = std::string(store.text(StringId{name}));
        out.drivers.push_back(std::move(use));
    }
    std::sort(out.drivers.begin(), out.drivers.end(), [&](const DriverUse& a, const DriverUse& b) {
        const double more_a = out.slow_share(a) - out.normal_share(a);
        const double more_b = out.slow_share(b) - out.normal_share(b);
        return more_a != more_b ? more_a > more_b : a.driver < b.driver;
    });
    return out;
}

}  // namespace benchlab::analyzers::explain
