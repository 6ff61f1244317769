#include "perf/losses.hpp"

#include <algorithm>

#include "perf/sample.hpp"

namespace benchlab::perf {
namespace {

// The first loss that begins at that time or later.
template <class Of>
auto first_from(const Of& losses, std::int64_t time) {
    return std::lower_bound(
        losses.begin(), losses.end(), time,
        [](const auto& loss, std::int64_t wanted) { return loss.begin < wanted; });
}

}  // namespace

void Losses::add(std::uint32_t cpu, std::int64_t begin, std::int64_t end) {
    by_cpu_[cpu].losses.push_back({begin, end});
    all_.losses.push_back({begin, end});
    is_settled_ = false;
}

void Losses::settle() {
    if (is_settled_) return;
    is_settled_ = true;
    for (auto& [cpu, spans] : by_cpu_) spans.settle();
    all_.settle();
}

void Losses::Spans::settle() {
    std::sort(losses.begin(), losses.end(),
              [](const Loss& a, const Loss& b) { return a.begin < b.begin; });
    for (std::size_t i = 1; i < losses.size(); ++i)
        losses[i].end = std::max(losses[i].end, losses[i - 1].end);
}

bool Losses::Spans::begun(std::int64_t from, std::int64_t to) const {
    const auto first = first_from(losses, from);
    return first != losses.end() && first->begin < to;
}

bool Losses::Spans::overlap(std::int64_t from, std::int64_t to) const {
    const auto behind = first_from(losses, to);
    // One that has no length counts as well.
    return (behind != losses.begin() && std::prev(behind)->end > from) || begun(from, to);
}

bool Losses::is_between(std::uint32_t cpu, std::int64_t time, std::uint32_t later_cpu,
                        std::int64_t later_time) const {
    const auto spans_of = [&](std::uint32_t of) {
        const auto found = by_cpu_.find(of);
        return found == by_cpu_.end() ? nullptr : &found->second;
    };
    // A loss is told a little after the first event behind it has its time: on its own CPU an event
    // is before or behind it as a whole, as its begin says.
    for (const std::uint32_t of : {cpu, kNoCpu}) {
        const Spans* const spans = spans_of(of);
        if (spans != nullptr && spans->begun(time, later_time)) return true;
    }
    if (later_cpu == cpu) return false;
    const Spans* const spans = spans_of(later_cpu);
    return spans != nullptr && spans->overlap(time, later_time);
}

}  // namespace benchlab::perf
