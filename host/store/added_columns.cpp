// Columns that the host makes from others: who was interrupted, how deep a disk's queue was.
#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "store/cpu_timeline.hpp"
#include "store/freezer.hpp"

namespace benchlab::store {
namespace {

// A thread is never over before its last switch: the system tells of the end a little early.
void move_ends(const StoredTable* cswitch, StoredTable& thread) {
    if (cswitch == nullptr) return;
    constexpr std::uint8_t kEnded = 4, kSeenEnd = 2;
    const auto times = cswitch->values<std::int64_t>("time");
    const auto states = cswitch->values<std::uint8_t>("old_state");
    const auto old = cswitch->values<std::uint32_t>("old_thread");
    const auto ends = thread.find("end")->values<std::int64_t>();
    const auto seen = thread.find("seen")->values<std::uint8_t>();
    for (std::size_t row = 0; row < times.size(); ++row) {
        const std::uint32_t at = old[row];
        if (at == BL_NO_ROW) continue;
        if (states[row] == kEnded && (seen[at] & kSeenEnd) == 0) {
            ends[at] = times[row];
            seen[at] |= kSeenEnd;
        } else if ((seen[at] & kSeenEnd) != 0) {
            ends[at] = std::max(ends[at], times[row]);
        }
    }
}

void count_threads(StoredTable& process, const StoredTable* thread) {
    const auto first = process.add("thread_first", BL_COL_U32).values<std::uint32_t>();
    const auto count = process.add("thread_count", BL_COL_U32).values<std::uint32_t>();
    if (thread == nullptr) return;
    const auto owners = thread->values<std::uint32_t>("process");
    for (std::size_t row = owners.size(); row-- > 0;) {
        if (owners[row] == BL_NO_ROW) continue;
        first[owners[row]] = static_cast<std::uint32_t>(row);
        ++count[owners[row]];
    }
}

// A wake-up whose waker the trace does not name was done by who ran there, unless a DPC or an
// interrupt did it.
void add_wakers(StoredTable& ready, const CpuTimeline& cpus) {
    constexpr std::uint8_t kThread = 1;
    StoredColumn* wakers = ready.find("waker_thread");
    if (wakers == nullptr) {
        wakers = &ready.add("waker_thread", BL_COL_ROW);
        std::fill(wakers->values<std::uint32_t>().begin(), wakers->values<std::uint32_t>().end(),
                  BL_NO_ROW);
    }
    const auto times = ready.values<std::int64_t>("time");
    const auto at = ready.values<std::uint16_t>("cpu");
    const StoredColumn* const source = ready.find("source");
    if (at.empty()) return;
    for (std::size_t row = 0; row < times.size(); ++row) {
        if (wakers->values<std::uint32_t>()[row] != BL_NO_ROW) continue;
        const bool by_thread = source == nullptr || !source->has(row) ||
                               source->values<std::uint8_t>()[row] <= kThread;
        if (by_thread && ready.find("cpu")->has(row)) {
            wakers->values<std::uint32_t>()[row] = cpus.running(at[row], times[row]);
        }
    }
}

// Whether a thread can have run on a CPU, asked by ascending times.
class Whereabouts {
  public:
    Whereabouts(const StoredTable& cswitch, const CpuTimeline& cpus)
        : cpus_(cpus),
          times_(cswitch.values<std::int64_t>("time")),
          old_(cswitch.values<std::uint32_t>("old_thread")),
          new_(cswitch.values<std::uint32_t>("new_thread")),
          next_(cpus.cpu_count()) {
        for (const auto threads : {old_, new_}) {
            for (const std::uint32_t thread : threads) {
                if (thread == BL_NO_ROW) continue;
                if (thread >= switched_.size()) switched_.resize(thread + std::size_t{1});
                switched_[thread] = true;
            }
        }
    }

    // Who is switched in or out at the very moment may be the one.
    bool may_run(std::uint32_t thread, std::uint32_t cpu, std::int64_t time) {
        if (cpu >= next_.size()) return true;
        const std::vector<std::uint32_t>& switches = cpus_.switches(cpu);
        // A CPU that never switched ran one thread, which no other CPU did.
        if (switches.empty()) return thread >= switched_.size() || !switched_[thread];
        std::size_t& next = next_[cpu];  // the first switch that is not before
        while (next < switches.size() && times_[switches[next]] < time) ++next;
        const std::uint32_t runs = next == 0 ? old_[switches[0]] : new_[switches[next - 1]];
        if (runs == thread || runs == BL_NO_ROW) return true;
        for (std::size_t i = next; i < switches.size() && times_[switches[i]] == time; ++i) {
            if (new_[switches[i]] == thread) return true;
        }
        return false;
    }

  private:
    const CpuTimeline& cpus_;
    const std::span<const std::int64_t> times_;
    const std::span<const std::uint32_t> old_, new_;
    std::vector<std::size_t> next_;
    std::vector<bool> switched_;  // threads of which there are switches
};

// Samples of a thread that by the switches did not run there.
void add_elsewhere(StoredTable& sample, const StoredTable& cswitch, const CpuTimeline& cpus) {
    const auto times = sample.values<std::int64_t>("time");
    const auto threads = sample.values<std::uint32_t>("thread");
    const StoredColumn* const at = sample.find("cpu");
    if (threads.empty() || at == nullptr || cswitch.rows() == 0) return;
    Whereabouts whereabouts(cswitch, cpus);
    const auto elsewhere = sample.add("elsewhere", BL_COL_U8).values<std::uint8_t>();
    for (std::uint32_t row = 0; row < times.size(); ++row) {
        if (threads[row] == BL_NO_ROW || !at->has(row)) continue;
        const std::uint16_t cpu = at->values<std::uint16_t>()[row];
        elsewhere[row] = !whereabouts.may_run(threads[row], cpu, times[row]);
    }
}

// Whom an interrupt interrupted, and its time without the interrupts within it.
void add_interrupted(StoredTable& dpc_isr, const CpuTimeline& cpus) {
    const auto begins = dpc_isr.values<std::int64_t>("begin");
    const auto ends = dpc_isr.values<std::int64_t>("end");
    const auto at = dpc_isr.values<std::uint16_t>("cpu");
    const auto threads = dpc_isr.add("thread", BL_COL_ROW).values<std::uint32_t>();
    const auto self = dpc_isr.add("self", BL_COL_I64).values<std::int64_t>();
    std::vector<std::vector<std::uint32_t>> open(cpus.cpu_count());
    for (std::uint32_t row = 0; row < begins.size(); ++row) {
        threads[row] = cpus.running(at[row], begins[row]);
        self[row] = std::max<std::int64_t>(ends[row] - begins[row], 0);
        std::vector<std::uint32_t>& outer = open[at[row]];
        while (!outer.empty() && ends[outer.back()] <= begins[row]) outer.pop_back();
        if (!outer.empty()) {
            self[outer.back()] -= std::min(ends[row], ends[outer.back()]) - begins[row];
        }
        outer.push_back(row);
    }
}

// Other requests in flight on the disk of each request, at its begin and at its end.
void add_depths(StoredTable& disk_io) {
    const auto begins = disk_io.values<std::int64_t>("begin");
    const auto ends = disk_io.values<std::int64_t>("end");
    const auto disks = disk_io.values<std::uint32_t>("disk");
    const auto at_begin = disk_io.add("depth_begin", BL_COL_U16).values<std::uint16_t>();
    const auto at_end = disk_io.add("depth_end", BL_COL_U16).values<std::uint16_t>();
    struct Disk {
        std::vector<std::int64_t> begins, ends;
    };
    std::map<std::uint32_t, Disk> all;
    for (std::size_t row = 0; row < begins.size(); ++row) {
        Disk& disk = all[disks.empty() ? 0 : disks[row]];
        disk.begins.push_back(begins[row]);
        disk.ends.push_back(ends[row]);
    }
    for (auto& [number, disk] : all) std::sort(disk.ends.begin(), disk.ends.end());
    // In flight at a moment: begun at or before it, and not ended by then.  The request itself is
    // one of them at its begin, and not any more at its end.
    const auto in_flight = [](const Disk& disk, std::int64_t at) {
        const auto begun = std::upper_bound(disk.begins.begin(), disk.begins.end(), at);
        const auto ended = std::upper_bound(disk.ends.begin(), disk.ends.end(), at);
        return (begun - disk.begins.begin()) - (ended - disk.ends.begin());
    };
    const auto narrow = [](std::ptrdiff_t count) {
        return static_cast<std::uint16_t>(std::clamp<std::ptrdiff_t>(count, 0, UINT16_MAX));
    };
    for (std::size_t row = 0; row < begins.size(); ++row) {
        const Disk& disk = all[disks.empty() ? 0 : disks[row]];
        const bool itself = ends[row] > begins[row];
        at_begin[row] = narrow(in_flight(disk, begins[row]) - (itself ? 1 : 0));
        at_end[row] = narrow(in_flight(disk, ends[row]));
    }
}

}  // namespace

void add_host_columns(std::deque<StoredTable>& tables, const CpuTimeline& cpus,
                      const Parallel& parallel) {
    StoredTable* const cswitch = table_named(tables, "cswitch");
    StoredTable* const thread = table_named(tables, "thread");
    if (thread != nullptr) move_ends(cswitch, *thread);
    // Each adds to a table of its own.
    const auto add = [&](StoredTable& table) {
        if (table.name() == "process") count_threads(table, thread);
        if (table.name() == "ready") add_wakers(table, cpus);
        if (table.name() == "sample" && cswitch != nullptr) add_elsewhere(table, *cswitch, cpus);
        if (table.name() == "dpc_isr") add_interrupted(table, cpus);
        if (table.name() == "disk_io") add_depths(table);
    };
    parallel(tables.size(), [&](std::size_t i) { add(tables[i]); });
}

}  // namespace benchlab::store
