#include "store/focus.hpp"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "benchlab/tables.h"
#include "store/values.hpp"

namespace benchlab::store {
namespace {

// Rows of a table within the window, by process; empty without the table.
std::vector<double> count_rows(const Store& store, const char* name, std::int64_t begin,
                               std::int64_t end) {
    const StoredTable* const table = store.find(name);
    const StoredTable* const process = store.find("process");
    if (table == nullptr || process == nullptr) return {};
    std::vector<double> out(static_cast<std::size_t>(process->rows()));
    const Rows processes(table, "process"), threads(table, "thread");
    const Rows owners(store.find("thread"), "process");
    table->each_touching(begin, end, [&](std::uint64_t row) {
        std::uint32_t of = processes[row];
        if (of == BL_NO_ROW) of = owners[threads[row]];
        if (of != BL_NO_ROW) out[of] += 1;
    });
    return out;
}

// Time on a CPU within the window, by process, as sections have it; empty without context switches.
std::vector<double> cpu_time(const Store& store, std::int64_t begin, std::int64_t end) {
    const StoredTable* const process = store.find("process");
    const StoredTable* const state = store.find("state");
    if (process == nullptr || state == nullptr) return {};
    std::vector<double> out(static_cast<std::size_t>(process->rows()));
    const auto states = state->values<std::uint8_t>("state");
    const auto threads = state->values<std::uint32_t>("thread");
    const auto begins = state->values<std::int64_t>("begin");
    const auto ends = state->values<std::int64_t>("end");
    const Rows owners(store.find("thread"), "process");
    for (std::size_t row = 0; row < states.size(); ++row) {
        if (states[row] != BL_STATE_RUNNING) continue;
        const std::int64_t from = std::max(begins[row], begin), to = std::min(ends[row], end);
        const std::uint32_t owner = owners[threads[row]];
        if (to > from && owner != BL_NO_ROW) out[owner] += static_cast<double>(to - from);
    }
    return out;
}

class Chooser {
  public:
    Chooser(const Store& store, const StoredTable& process)
        : store_(store),
          pids_(process.values<std::uint32_t>("pid")),
          names_(process.values<std::uint32_t>("name")) {}

    std::string name(std::size_t row) const {
        return names_.empty() ? std::string() : base::lower(store_.text(names_[row]));
    }
    // The greatest weight above 0 among those that `may` be it; of equals the lowest pid.
    template <class May>
    std::uint32_t most(const std::vector<double>& weights, May&& may) const {
        std::uint32_t best = BL_NO_ROW;
        for (std::uint32_t row = 0; row < weights.size(); ++row) {
            if (weights[row] <= 0 || !may(row)) continue;
            const bool more = best == BL_NO_ROW || weights[row] > weights[best];
            const bool equal = !more && weights[row] == weights[best] && pids_[row] < pids_[best];
            if (more || equal) best = row;
        }
        return best;
    }
    bool is_system(std::uint32_t row) const { return pids_[row] == 0 || pids_[row] == 4; }
    std::uint32_t pid(std::size_t row) const { return pids_[row]; }
    std::size_t size() const { return pids_.size(); }

  private:
    const Store& store_;
    std::span<const std::uint32_t> pids_, names_;
};

// How much each process did in the window, by the best that the trace has.
struct Activity {
    std::vector<double> weights;
    const char* by;
};

Activity activity(const Store& store, std::int64_t begin, std::int64_t end) {
    std::vector<double> time = cpu_time(store, begin, end);
    const bool some = std::any_of(time.begin(), time.end(), [](double each) { return each > 0; });
    if (some) return {std::move(time), "most CPU time"};
    return {count_rows(store, "sample", begin, end), "most samples"};
}

Focus busiest_program(const Store& store, const Chooser& chooser, std::int64_t begin,
                      std::int64_t end) {
    const auto frames =
        chooser.most(count_rows(store, "frame", begin, end),
                     [&](std::uint32_t row) { return chooser.name(row) != "dwm.exe"; });
    if (frames != BL_NO_ROW) return {frames, "most frames"};
    const Activity done = activity(store, begin, end);
    const auto busiest =
        chooser.most(done.weights, [&](std::uint32_t row) { return !chooser.is_system(row); });
    return busiest == BL_NO_ROW ? Focus{} : Focus{busiest, done.by};
}

}  // namespace

std::vector<std::string> focus_tables() {
    std::vector<std::string> out = made_of("frame");
    out.insert(out.end(), {"cswitch", "sample"});
    return out;
}

Focus choose_focus(const Store& store, const std::string& wanted, std::int64_t begin,
                   std::int64_t end) {
    const StoredTable* const process = store.find("process");
    if (process == nullptr) return {};
    const Chooser chooser(store, *process);
    if (wanted.empty()) return busiest_program(store, chooser, begin, end);
    std::uint32_t pid = 0;
    const auto parsed = std::from_chars(wanted.data(), wanted.data() + wanted.size(), pid);
    const bool number = parsed.ec == std::errc() && parsed.ptr == wanted.data() + wanted.size();
    const std::string name = base::lower(wanted);
    const auto fits = [&](std::uint32_t row) {
        if (number) return chooser.pid(row) == pid;
        return chooser.name(row) == name || chooser.name(row) == name + ".exe";
    };
    // Of several the busiest, or the first when none did anything.
    const std::uint32_t busiest = chooser.most(activity(store, begin, end).weights, fits);
    if (busiest != BL_NO_ROW) return {busiest, "named"};
    for (std::uint32_t row = 0; row < chooser.size(); ++row) {
        if (fits(row)) return {row, "named"};
    }
    return {};
}

}  // namespace benchlab::store
