#include "ready/compute.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "benchlab/tables.h"
#include "common/cpu_runs.hpp"
#include "common/names.hpp"
#include "common/states.hpp"
#include "common/window.hpp"
#include "ready/instead.hpp"

namespace benchlab::analyzers::ready {
namespace {

struct Lengths {
    std::int64_t running_ns = 0;
    std::vector<std::int64_t> ready_ns;
};

Cut<Lack> lacks_of(std::map<Row, Lengths> lengths, std::uint64_t top) {
    std::vector<Lack> out;
    for (auto& [row, each] : lengths) {
        if (each.ready_ns.empty()) continue;
        out.push_back({row, each.running_ns, distribution_of(std::move(each.ready_ns))});
    }
    return greatest(std::move(out), top, [](const Lack& each) { return each.ready.total_ns; });
}

class Computation {
  public:
    Computation(const Store& store, Window window, const std::vector<Row>& focus,
                const Options& options)
        : states_(store), names_(store), focus_(focus), options_(options), out_(window) {
        out_.switches = events_in(store, "cswitch", window);
        out_.ready_events = wake_ups_in(store, window);
        out_.has_ready_events = store.find_table("ready").size() > 0;
    }

    Findings run() {
        for (Row thread = 0; thread < states_.threads(); ++thread) add_thread(thread);
        if (out_.lived_ns() == 0) {
            throw skip("no thread lived in the window");
        }
        const Ran ran(running());
        add_lacks();
        add_instead(ran);
        add_preemptions();
        add_longest(ran);
        return std::move(out_);
    }

  private:
    void add_thread(Row thread) {
        const bool idle = names_.is_idle(thread);
        const Row process = names_.owner(thread);
        const bool shown = !idle && in_focus(focus_, process);
        Lengths of_thread;
        Lengths& of_process = by_process_[process];
        for (const Row row : states_.of(thread, out_.window)) {
            const std::int64_t begin = std::max(states_.begin[row], out_.window.begin);
            const std::int64_t end = std::min(states_.end[row], out_.window.end);
            const std::uint8_t state = states_.state[row];
            if (idle) continue;
            if (shown) add_to_sums(state, end - begin);
            if (state == BL_STATE_RUNNING) {
                of_process.running_ns = add_ns(of_process.running_ns, end - begin);
                of_thread.running_ns = add_ns(of_thread.running_ns, end - begin);
            }
            if (state != BL_STATE_RUNNABLE) continue;
            of_process.ready_ns.push_back(end - begin);
            of_thread.ready_ns.push_back(end - begin);
            if (!shown) continue;
            cases_.push_back(row);
            out_.over_time.add_span(begin, end);
        }
        if (shown && !of_thread.ready_ns.empty()) by_thread_[thread] = std::move(of_thread);
    }

    void add_to_sums(std::uint8_t state, std::int64_t length_ns) {
        switch (state) {
            case BL_STATE_RUNNING:
                out_.running_ns = add_ns(out_.running_ns, length_ns);
                break;
            case BL_STATE_RUNNABLE:
                out_.ready_ns = add_ns(out_.ready_ns, length_ns);
                break;
            case BL_STATE_WAITING:
                out_.waiting_ns = add_ns(out_.waiting_ns, length_ns);
                break;
            default:
                out_.unknown_ns = add_ns(out_.unknown_ns, length_ns);
                break;
        }
    }

    void add_lacks() {
        if (!focus_.empty()) {
            Lengths all;
            for (const Row process : focus_) {
                const Lengths& each = by_process_[process];
                all.running_ns = add_ns(all.running_ns, each.running_ns);
                all.ready_ns.insert(all.ready_ns.end(), each.ready_ns.begin(), each.ready_ns.end());
            }
            out_.focus = Lack{focus_.front(), all.running_ns, distribution_of(all.ready_ns)};
        }
        out_.processes = lacks_of(std::move(by_process_), options_.top);
        out_.threads = lacks_of(std::move(by_thread_), options_.top);
    }

    Stretch stretch_of(Row row) const {
        return {states_.cpu.value_or(row, 0), states_.thread[row],
                std::max(states_.begin[row], out_.window.begin),
                std::min(states_.end[row], out_.window.end)};
    }

    std::vector<Stretch> running() const {
        const CpuRuns runs(states_);
        std::vector<Stretch> out;
        out.reserve(runs.size());
        for (std::uint32_t cpu = 0; cpu < runs.cpus(); ++cpu) {
            for (const Row row : runs.on(cpu, out_.window)) out.push_back(stretch_of(row));
        }
        return out;
    }

    void add_instead(const Ran& ran) {
        std::vector<Stretch> ready;
        ready.reserve(cases_.size());
        for (const Row row : cases_) {
            if (states_.cpu.has(row)) ready.push_back(stretch_of(row));
        }
        const std::vector<std::int64_t> waited = ran.waited(ready);
        using Sums = std::map<std::pair<bool, Row>, std::int64_t>;  // idle or not, and the row
        Sums threads, processes;
        std::int64_t known_ns = 0;
        for (std::size_t i = 0; i < waited.size(); ++i) {
            if (waited[i] == 0) continue;
            const Row thread = ran.stretches()[i].thread;
            const bool idle = names_.is_idle(thread);
            const auto add = [&](std::int64_t& sum) { sum = add_ns(sum, waited[i]); };
            add(threads[{idle, idle ? BL_NO_ROW : thread}]);
            add(processes[{idle, idle ? BL_NO_ROW : names_.owner(thread)}]);
            add(known_ns);
        }
        const auto list = [&](const Sums& sums) {
            std::vector<Instead> out;
            for (const auto& [key, each] : sums) out.push_back({key.second, key.first, each});
            return sorted(std::move(out), known_ns);
        };
        out_.threads_instead = list(threads);
        out_.processes_instead = list(processes);
    }

    // With what is not known, so that all adds up to the ready time.
    Cut<Instead> sorted(std::vector<Instead> rows, std::int64_t known_ns) const {
        if (out_.ready_ns > known_ns) rows.push_back({BL_NO_ROW, false, out_.ready_ns - known_ns});
        return greatest(std::move(rows), options_.top,
                        [](const Instead& each) { return each.waited_ns; });
    }

    void add_preemptions() {
        std::map<std::tuple<bool, Row, StringId>, Preemption> all;
        for (const Row row : cases_) {
            if (!states_.by_thread.has(row)) continue;
            const Row by = states_.by_thread[row];
            const bool idle = names_.is_idle(by);
            const Row process = idle ? BL_NO_ROW : names_.owner(by);
            const StringId reason = states_.reason.value_or(row, StringId::kEmpty);
            Preemption& of = all[{idle, process, reason}];
            of.process = process;
            of.idle = idle;
            of.reason = reason;
            ++of.count;
            const Stretch stretch = stretch_of(row);
            of.ready_ns = add_ns(of.ready_ns, stretch.end - stretch.begin);
        }
        std::vector<Preemption> rows;
        for (const auto& [key, each] : all) rows.push_back(each);
        out_.preemptions = greatest(std::move(rows), options_.top,
                                    [](const Preemption& each) { return each.ready_ns; });
    }

    void add_longest(const Ran& ran) {
        const std::size_t shown = std::min<std::size_t>(options_.top, cases_.size());
        std::partial_sort(cases_.begin(), cases_.begin() + static_cast<std::ptrdiff_t>(shown),
                          cases_.end(), [&](Row a, Row b) {
                              const Stretch x = stretch_of(a), y = stretch_of(b);
                              return std::tuple(y.end - y.begin, x.begin, a) <
                                     std::tuple(x.end - x.begin, y.begin, b);
                          });
        for (std::size_t i = 0; i < shown; ++i) {
            const Row row = cases_[i];
            const Stretch stretch = stretch_of(row);
            Case out;
            out.thread = stretch.thread;
            out.begin = stretch.begin;
            out.length_ns = stretch.end - stretch.begin;
            out.cpu = states_.cpu.get(row);
            out.preempted_by = states_.by_thread.value_or(row, BL_NO_ROW);
            if (out.cpu) std::tie(out.ran, out.ran_ns) = ran.longest_during(stretch);
            out_.longest.push_back(out);
        }
    }

    const States states_;
    const Names names_;
    const std::vector<Row> focus_;
    const Options options_;
    Findings out_;
    std::vector<Row> cases_;  // runnable rows of what this is about
    std::map<Row, Lengths> by_process_, by_thread_;
};

}  // namespace

double Lack::share() const {
    const auto wanted = static_cast<double>(add_ns(running_ns, ready.total_ns));
    return share_of(static_cast<double>(ready.total_ns), wanted);
}

Findings compute(const Store& store, Window window, const std::vector<Row>& focus,
                 const Options& options) {
    return Computation(store, window, focus, options).run();
}

}  // namespace benchlab::analyzers::ready
