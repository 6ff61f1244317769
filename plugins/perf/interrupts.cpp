#include "perf/interrupts.hpp"

#include <benchlab/tables.h>

#include <algorithm>

namespace benchlab::perf {
namespace {

// So many edges of a CPU are put in order together; none comes later than half of them.
constexpr std::size_t kHeld = 4096;
// A softirq that was asked for so long ago was not seen to run.
constexpr std::int64_t kLongestRaiseNs = 10'000'000'000;

}  // namespace

void Interrupts::add(std::uint32_t cpu, const InterruptEdge& edge, RowWriter& rows) {
    if (cpu >= cpus_.size()) cpus_.resize(cpu + 1);
    Cpu& of = cpus_[cpu];
    of.held.push_back(edge);
    if (of.held.size() == kHeld) settle(cpu, of, kHeld / 2, rows);
}

// As an event of its own, for those that come late.  A loss is told a little after the first event
// behind it has its time, so its begin is what tells before from behind.
void Interrupts::lost(std::uint32_t cpu, std::int64_t begin, RowWriter& rows) {
    InterruptEdge edge{};
    edge.time = begin;
    edge.what = InterruptEdge::kLost;
    add(cpu, edge, rows);
}

void Interrupts::finish(RowWriter& rows) {
    for (std::uint32_t cpu = 0; cpu < cpus_.size(); ++cpu)
        settle(cpu, cpus_[cpu], cpus_[cpu].held.size(), rows);
}

void Interrupts::settle(std::uint32_t cpu, Cpu& of, std::size_t count, RowWriter& rows) {
    const auto earlier = [](const InterruptEdge& a, const InterruptEdge& b) {
        return a.time < b.time;
    };
    if (!std::is_sorted(of.held.begin(), of.held.end(), earlier))
        std::stable_sort(of.held.begin(), of.held.end(), earlier);
    for (std::size_t i = 0; i < count; ++i) take(cpu, of, of.held[i], rows);
    of.held.erase(of.held.begin(), of.held.begin() + static_cast<std::ptrdiff_t>(count));
}

void Interrupts::take(std::uint32_t cpu, Cpu& of, const InterruptEdge& edge, RowWriter& rows) {
    const std::uint64_t key = std::uint64_t{edge.kind} << 32 | edge.number;
    switch (edge.what) {
        case InterruptEdge::kRaised:
            // Asked for more than once before it runs, the first time counts.
            if (const auto known = of.raised.emplace(key, edge.time).first;
                known->second <= of.lost)
                known->second = edge.time;
            return;
        case InterruptEdge::kLost:
            of.lost = std::max(of.lost, edge.time);
            return;
        case InterruptEdge::kEntered: {
            Open open{edge.time, BL_NO_TIME, edge.name, edge.on_thread};
            const auto raised = of.raised.find(key);
            if (raised != of.raised.end()) {
                if (raised->second > of.lost && edge.time - raised->second < kLongestRaiseNs)
                    open.queued = raised->second;
                of.raised.erase(raised);
            }
            of.open.insert_or_assign(key, open);
            return;
        }
        case InterruptEdge::kLeft:
            break;
    }
    const auto found = of.open.find(key);
    if (found == of.open.end()) return;
    if (found->second.begin <= of.lost) {
        of.open.erase(found);
        return;
    }
    using Column = DpcIsrColumn;
    rows.next();
    rows.set(Column::kBegin, found->second.begin);
    rows.set(Column::kEnd, edge.time);
    rows.set(Column::kCpu, static_cast<std::uint16_t>(cpu));
    const bool on_thread = found->second.on_thread;
    rows.set(Column::kKind, on_thread ? std::uint8_t{BL_DPC_ISR_KIND_THREADED_DPC} : edge.kind);
    rows.set(Column::kName, found->second.name);
    rows.set(Column::kVector, static_cast<std::uint16_t>(edge.number));
    rows.set(Column::kQueued, found->second.queued);
    of.open.erase(found);
}

}  // namespace benchlab::perf
