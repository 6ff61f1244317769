#include "explain/compute.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "benchlab/tables.h"
#include "common/generated.hpp"
#include "common/names.hpp"
#include "common/window.hpp"
#include "explain/causes.hpp"
#include "explain/evidence.hpp"

namespace benchlab::analyzers::explain {
namespace {

struct Length {
    std::size_t at;
    double length_ns, around_ns;

    double excess_ns() const { return length_ns - around_ns; }
};

std::vector<Length> lengths_of(const std::vector<Window>& frames) {
    std::vector<double> lengths;
    for (const Window& each : frames) lengths.push_back(static_cast<double>(each.length()));
    const std::vector<double> around = local_medians(lengths);
    std::vector<Length> out;
    for (std::size_t i = 0; i < frames.size(); ++i) out.push_back({i, lengths[i], around[i]});
    return out;
}

// Those that took no longer than the frames around them.
std::vector<std::size_t> normal_frames(const std::vector<Length>& lengths, double slower) {
    std::vector<std::size_t> out;
    const double limit = std::min(1 + (slower - 1) / 2, 1.1);
    for (const Length& each : lengths) {
        if (each.length_ns <= limit * each.around_ns) out.push_back(each.at);
    }
    return out;
}

// The first that holds.  What is compared is the time of the frame's own thread.
const char* rough_class(const SlowFrame& of, double gpu_busy_ns) {
    constexpr std::int64_t kLongInterruptNs = 1'000'000;
    const auto length = static_cast<double>(of.length_ns);
    const auto above = [&](std::int64_t time, double share) {
        return static_cast<double>(time) > share * length;
    };
    std::int64_t fault_ns = 0, longest_interrupt_ns = 0;
    for (const Sum& sum : of.sums) {
        if (sum.link != 0) continue;
        if (sum.did == Did::kHardFault) fault_ns += sum.time_ns;
        if (sum.did == Did::kInterrupted) {
            longest_interrupt_ns = std::max(longest_interrupt_ns, sum.longest_ns);
        }
    }
    const Chain& chain = of.chain;
    if (above(fault_ns, 0.25)) return "disk";
    if (above(chain.runnable_ns, 0.25)) return "CPU contention";
    if (above(chain.interrupted_ns, 0.2) || longest_interrupt_ns > kLongInterruptNs) {
        return "drivers";
    }
    if (above(chain.running_ns, 0.6)) return "CPU bound";
    if (gpu_busy_ns > 0.75 * length) return "GPU bound";
    return above(chain.waiting_ns, 0.5) ? "waiting" : "mixed";
}

class Computation {
  public:
    Computation(const Store& store, Window window, const std::vector<Row>& focus,
                const Options& options)
        : store_(store),
          frames_(store),
          names_(store),
          gpu_busy_(store.find_table("frame_log").f64("gpu_busy", kOptional)),
          chains_(store),
          evidence_(store, names_, chains_),
          window_(window),
          options_(options) {
        for (FrameLoop& loop : frame_loops(frames_, window, focus)) {
            if (loop.thread == BL_NO_ROW || !in_focus(focus, loop.process)) continue;
            out_.loop = std::move(loop);
            add_frames_beside();
            break;
        }
    }

    Findings run() {
        if (out_.loop.rows.empty()) {
            throw skip(
                "no frame of the focus lies in the window whole, with the thread that ended it");
        }
        take_generated_out();
        std::vector<Length> lengths = lengths_of(windows_);
        while (first_ < windows_.size() && !is_in_window(first_)) ++first_;
        for (std::size_t at = 0; at < windows_.size(); ++at)
            out_.frames += is_in_window(at) ? 1 : 0;
        const std::vector<std::size_t> normal =
            normal_frames(lengths, std::max(options_.slower, 1.0));
        out_.normal = normal.size();
        keep_slow(lengths);
        add_habits(windows_of(lengths), windows_of(normal));
        choose(lengths);
        Causes causes(store_, names_, normal, [this](std::size_t at) { return chain_of(at); });
        const std::map<Row, std::size_t> numbers = numbers_of();
        const Beside beside(store_, names_, chains_, frames_, loop_, numbers);
        for (const Length& each : lengths) explain(each, causes, beside);
        evidence_.finish(out_);
        add_causes(causes);
        add_untold();
        return std::move(out_);
    }

  private:
    Row thread_of(Row frame) const { return frames_.thread.value_or(frame, out_.loop.thread); }
    Chain chain_of(std::size_t at) {
        return chains_.follow(thread_of(out_.loop.rows[at]), windows_[at]);
    }

    // A slow frame is told by the frames around it, also where the window ends between them.
    void add_frames_beside() {
        constexpr std::size_t kBeside = 64;  // on either side
        const RowsBeside beside = rows_beside(frames_, out_.loop, kBeside);
        std::vector<Row>& rows = out_.loop.rows;
        rows.insert(rows.begin(), beside.before.begin(), beside.before.end());
        rows.insert(rows.end(), beside.behind.begin(), beside.behind.end());
    }
    bool is_in_window(std::size_t at) const {
        return windows_[at].begin >= window_.begin && windows_[at].end <= window_.end;
    }

    // A frame of the program begins where its last one ended; what was generated between is in it.
    void take_generated_out() {
        std::vector<Row> logs, rows;
        std::vector<double> lengths;
        loop_ = out_.loop.rows;
        for (const Row row : loop_) {
            logs.push_back(frames_.frame_log.value_or(row, BL_NO_ROW));
            lengths.push_back(static_cast<double>(frames_.length_ns(row)));
        }
        const std::vector<bool> generated = Generated(store_).among(logs, lengths);
        std::optional<std::int64_t> begin;
        for (std::size_t i = 0; i < generated.size(); ++i) {
            const Row row = loop_[i];
            if (!begin) begin = frames_.begin[row];
            if (generated[i]) continue;
            rows.push_back(row);
            windows_.push_back({*begin, frames_.end[row]});
            begin.reset();
        }
        out_.loop.rows = std::move(rows);
    }

    std::map<Row, std::size_t> numbers_of() const {
        std::map<Row, std::size_t> out;
        for (std::size_t at = 0; at < windows_.size(); ++at)
            out.emplace(out_.loop.rows[at], is_in_window(at) ? at - first_ + 1 : 0);
        return out;
    }

    void add_habits(const std::vector<Window>& slow, const std::vector<Window>& normal) {
        out_.company = company_of(store_, out_.loop.process, slow, normal);
        out_.drivers = drivers_in(store_, chains_, out_.loop.process, slow, normal);
    }

    Window window_of(std::size_t at) const { return windows_[at]; }
    std::vector<Window> windows_of(const std::vector<Length>& lengths) const {
        std::vector<Window> out;
        for (const Length& each : lengths) out.push_back(window_of(each.at));
        return out;
    }
    std::vector<Window> windows_of(const std::vector<std::size_t>& frames) const {
        std::vector<Window> out;
        for (const std::size_t at : frames) out.push_back(window_of(at));
        return out;
    }

    void keep_slow(std::vector<Length>& lengths) {
        const auto is_slow = [&](const Length& each) {
            return options_.slower == 0 || each.length_ns > options_.slower * each.around_ns;
        };
        lengths.erase(std::remove_if(lengths.begin(), lengths.end(),
                                     [&](const Length& each) {
                                         return !is_slow(each) || !is_in_window(each.at);
                                     }),
                      lengths.end());
        out_.slow = lengths.size();
    }

    // Those that exceed the frames around them by most, so that a loading screen, where all are
    // slow, does not take the place of single ones; then by time.
    void choose(std::vector<Length>& lengths) {
        std::stable_sort(lengths.begin(), lengths.end(), [](const Length& a, const Length& b) {
            return a.excess_ns() > b.excess_ns();
        });
        if (lengths.size() > options_.explain) lengths.resize(options_.explain);
        std::sort(lengths.begin(), lengths.end(),
                  [](const Length& a, const Length& b) { return a.at < b.at; });
    }

    void explain(const Length& of, Causes& causes, const Beside& beside) {
        SlowFrame out;
        out.row = out_.loop.rows[of.at];
        out.number = of.at - first_ + 1;
        out.begin = windows_[of.at].begin;
        out.length_ns = windows_[of.at].length();
        out.around_ns = of.around_ns;
        out.chain = chain_of(of.at);
        out.sums = sums_of(out.chain);
        causes.find(of.at, out);
        const Row log = frames_.frame_log.value_or(out.row, BL_NO_ROW);
        out.rough_class = rough_class(out, log == BL_NO_ROW ? 0 : gpu_busy_.value_or(log, 0));
        evidence_.add_to(out);
        out.beside = beside.during(windows_[of.at]);
        out_.explained.push_back(std::move(out));
    }

    void add_causes(const Causes& causes) {
        std::map<CauseKey, Cause> by_key;
        for (std::size_t i = 0; i < out_.explained.size(); ++i) {
            const SlowFrame& frame = out_.explained[i];
            if (!frame.has_cause) continue;
            const CauseKey key = causes.key_of(frame.chain, frame.sums[frame.cause]);
            Cause& cause = by_key[key];
            if (cause.frames == 0) cause.example = i;
            cause.key = key;
            ++cause.frames;
            cause.time_ns = add_ns(cause.time_ns, frame.cause_ns);
            cause.excess_ns = add_ns(cause.excess_ns, frame.excess_ns);
            cause.usual_ns += frame.cause_usual_ns;
        }
        for (auto& [key, cause] : by_key) cause.usual_ns /= static_cast<double>(cause.frames);
        for (auto& [key, cause] : by_key) out_.causes.push_back(std::move(cause));
        std::stable_sort(out_.causes.begin(), out_.causes.end(),
                         [](const Cause& a, const Cause& b) { return a.excess_ns > b.excess_ns; });
    }

    void add_untold() {
        double untold = 0, all = 0;
        for (const SlowFrame& frame : out_.explained) {
            for (const Sum& sum : frame.sums) {
                const auto time = static_cast<double>(sum.time_ns);
                all += time;
                if (sum.did == Did::kUnknown || sum.did == Did::kWaiting) untold += time;
            }
        }
        out_.untold_share = share_of(untold, all);
    }

    const Store& store_;
    const Frames frames_;
    const Names names_;
    const F64Column gpu_busy_;
    Chains chains_;
    Evidence evidence_;
    const Window window_;
    const Options options_;
    std::vector<Row> loop_;        // of frame: with those that were generated
    std::vector<Window> windows_;  // of the loop's frames, with those beside the window
    std::size_t first_ = 0;        // the first within it
    Findings out_;
};

}  // namespace

Findings compute(const Store& store, Window window, const std::vector<Row>& focus,
                 const Options& options) {
    return Computation(store, window, focus, options).run();
}

}  // namespace benchlab::analyzers::explain
