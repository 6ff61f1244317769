#include "explain/compute.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "benchlab/tables.h"
#include "common/names.hpp"
#include "common/samples.hpp"
#include "common/window.hpp"

namespace benchlab::analyzers::explain {
namespace {

constexpr std::size_t kAround = 20;
// Enough normal frames to know what is usual, and few enough to be of the same scene.
constexpr std::size_t kNormal = 32;

struct Length {
    std::size_t at;
    double length_ns, around_ns;

    double excess_ns() const { return length_ns - around_ns; }
};

std::vector<Length> lengths_of(const Frames& frames, const std::vector<Row>& rows) {
    std::vector<double> lengths;
    for (const Row row : rows) lengths.push_back(static_cast<double>(frames.length_ns(row)));
    const std::vector<double> around = local_medians(lengths, kAround);
    std::vector<Length> out;
    for (std::size_t i = 0; i < rows.size(); ++i) out.push_back({i, lengths[i], around[i]});
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

// The order in which a reader follows the chain: each link behind the one that waited for it.
std::vector<Sum> sums_of(const Chain& chain) {
    std::map<std::tuple<std::size_t, Did, By>, Sum> by_key;
    for (const Part& part : chain.parts) {
        Sum& sum = by_key[{part.link, part.did, part.by}];
        sum.link = part.link;
        sum.did = part.did;
        sum.by = part.by;
        sum.time_ns += part.length_ns();
        sum.longest_ns = std::max(sum.longest_ns, part.length_ns());
    }
    std::vector<Sum> out;
    for (const auto& [key, sum] : by_key) out.push_back(sum);
    std::stable_sort(out.begin(), out.end(), [](const Sum& a, const Sum& b) {
        return a.link != b.link ? a.link < b.link : a.time_ns > b.time_ns;
    });
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
          samples_(store),
          gpu_busy_(store.find_table("frame_log").f64("gpu_busy", kOptional)),
          sites_(store),
          chains_(store),
          options_(options) {
        out_.window = window;
        for (FrameLoop& loop : frame_loops(frames_, window, focus)) {
            if (loop.thread == BL_NO_ROW || !in_focus(focus, loop.process)) continue;
            out_.loop = std::move(loop);
            break;
        }
    }

    Findings run() {
        if (out_.loop.rows.empty()) {
            throw skip(
                "no frame of the focus lies in the window whole, with the thread that ended it");
        }
        std::vector<Length> lengths = lengths_of(frames_, out_.loop.rows);
        out_.frames = lengths.size();
        const std::vector<std::size_t> normal =
            normal_frames(lengths, std::max(options_.slower, 1.0));
        normal_ = normal;
        out_.normal = normal.size();
        keep_slow(lengths);
        out_.company =
            company_of(store_, out_.loop.process, windows_of(lengths), windows_of(normal));
        choose(lengths);
        for (const Length& each : lengths) explain(each);
        out_.on_cpu = list_of(on_cpu_);
        out_.off_cpu = list_of(off_cpu_);
        out_.samples_are_times = samples_ && samples_.events().front().in_ns;
        group_sites();
        add_causes();
        add_untold();
        return std::move(out_);
    }

  private:
    Row thread_of(Row frame) const { return frames_.thread.value_or(frame, out_.loop.thread); }
    Chain chain_of(Row frame) {
        return chains_.follow(thread_of(frame), {frames_.begin[frame], frames_.end[frame]});
    }

    CauseKey key_of(const Chain& chain, const Sum& sum) const {
        CauseKey out;
        const Row thread = chain.links[sum.link].thread;
        out.thread = names_.process_key(names_.owner(thread)) + " " + names_.thread_key(thread);
        out.did = sum.did;
        if (sum.by.kind == By::Kind::kThread) {
            out.by =
                names_.process_key(names_.owner(sum.by.id)) + " " + names_.thread_key(sum.by.id);
        } else if (sum.by.kind == By::Kind::kIdle) {
            out.by = "idle";
        } else if (sum.by.kind == By::Kind::kFile) {
            out.by = names_.file(sum.by.id);
        } else if (sum.by.kind != By::Kind::kNobody) {
            out.by = std::string(store_.text(StringId{sum.by.id}));
        }
        return out;
    }

    using Times = std::map<CauseKey, std::int64_t>;
    Times times_of(const Chain& chain, const std::vector<Sum>& sums) const {
        Times out;
        for (const Sum& sum : sums) {
            std::int64_t& time = out[key_of(chain, sum)];
            time = add_ns(time, sum.time_ns);
        }
        return out;
    }
    // Neighbours of several slow frames are followed once.
    const Times& normal_times(std::size_t at) {
        const auto [found, fresh] = normal_times_.try_emplace(at);
        if (fresh) {
            const Chain chain = chain_of(out_.loop.rows[at]);
            found->second = times_of(chain, sums_of(chain));
        }
        return found->second;
    }
    // What the normal frames nearest to that one have, by key: the mean, in ns.
    std::map<CauseKey, double> usual_around(std::size_t at) {
        auto after = std::lower_bound(normal_.begin(), normal_.end(), at);
        auto before = after;
        std::map<CauseKey, double> out;
        std::size_t taken = 0;
        while (taken < kNormal && (before != normal_.begin() || after != normal_.end())) {
            const bool back = after == normal_.end() ||
                              (before != normal_.begin() && at - *std::prev(before) <= *after - at);
            const std::size_t next = back ? *--before : *after++;
            for (const auto& [key, time] : normal_times(next)) {
                out[key] += static_cast<double>(time);
            }
            ++taken;
        }
        for (auto& [key, time] : out) time /= static_cast<double>(taken);
        return out;
    }

    Window window_of(std::size_t at) const {
        return {frames_.begin[out_.loop.rows[at]], frames_.end[out_.loop.rows[at]]};
    }
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
                                     [&](const Length& each) { return !is_slow(each); }),
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

    void explain(const Length& of) {
        SlowFrame out;
        out.row = out_.loop.rows[of.at];
        out.number = of.at + 1;
        out.begin = frames_.begin[out.row];
        out.length_ns = frames_.length_ns(out.row);
        out.around_ns = of.around_ns;
        out.chain = chain_of(out.row);
        out.sums = sums_of(out.chain);
        find_cause(of.at, out);
        const Row log = frames_.frame_log.value_or(out.row, BL_NO_ROW);
        out.rough_class = rough_class(out, log == BL_NO_ROW ? 0 : gpu_busy_.value_or(log, 0));
        add_waits(out);
        add_stacks(out.chain);
        if (out.has_cause && out.sums[out.cause].did == Did::kRunning) {
            out.ran = ran_in(out.chain, out.sums[out.cause].link);
        }
        out_.explained.push_back(std::move(out));
    }

    using StackTimes = std::map<std::pair<Row, StackId>, std::uint64_t>;
    static std::vector<StackTime> list_of(const StackTimes& times) {
        std::vector<StackTime> out;
        for (const auto& [key, weight] : times) out.push_back({key.first, key.second, weight});
        return out;
    }
    // A wait that was followed stays its thread's wait here: off a CPU is off a CPU.
    void add_stacks(const Chain& chain) {
        const auto add = [](StackTimes& to, Row thread, StackId stack, std::uint64_t weight) {
            if (stack != StackId::kNone) to[{thread, stack}] += weight;
        };
        const auto stopped = [&](std::size_t link, Row state, std::int64_t length_ns) {
            add(off_cpu_, chain.links[link].thread,
                chains_.states().stack.value_or(state, StackId::kNone),
                static_cast<std::uint64_t>(length_ns));
        };
        for (const Wake& wake : chain.wakes)
            stopped(wake.waiting, wake.state, wake.end - wake.begin);
        for (const Part& part : chain.parts) {
            if (is_wait(part.did)) stopped(part.link, part.state, part.length_ns());
            if (part.did != Did::kRunning) continue;
            each_sample(chain, part, [&](Row row) {
                add(on_cpu_, chain.links[part.link].thread, samples_.stack(row),
                    samples_.weight(row));
            });
        }
    }
    static bool is_wait(Did did) { return did >= Did::kHardFault && did <= Did::kWaiting; }
    // Those that found the thread running.
    template <class Visit>
    void each_sample(const Chain& chain, const Part& part, Visit&& visit) const {
        if (!samples_) return;
        for (const Row row : samples_.in({part.begin, part.end})) {
            const bool own = samples_.runner(row) == chain.links[part.link].thread;
            if (own && samples_.is_main(row)) visit(row);
        }
    }

    void add_waits(SlowFrame& of) {
        std::map<std::tuple<std::size_t, bool, std::size_t, Did, KindOfWait, Site>, WaitSum> sums;
        const auto add = [&](WaitSum wait, Row state, std::int64_t length_ns) {
            wait.kind = chains_.kind_of(state);
            wait.site = sites_.find(chains_.states().stack.value_or(state, StackId::kNone));
            WaitSum& sum = sums.try_emplace({wait.link, wait.followed, wait.waker, wait.did,
                                             wait.kind, wait.site},
                                            wait)
                               .first->second;
            ++sum.count;
            sum.time_ns = add_ns(sum.time_ns, length_ns);
        };
        for (const Wake& wake : of.chain.wakes) {
            WaitSum wait;
            wait.link = wake.waiting;
            wait.followed = true;
            wait.waker = wake.waker;
            add(wait, wake.state, wake.end - wake.begin);
        }
        for (const Part& part : of.chain.parts) {
            if (!is_wait(part.did)) continue;
            WaitSum wait;
            wait.link = part.link;
            wait.did = part.did;
            add(wait, part.state, part.length_ns());
        }
        for (const auto& [key, sum] : sums) of.waits.push_back(sum);
        std::stable_sort(of.waits.begin(), of.waits.end(),
                         [](const WaitSum& a, const WaitSum& b) { return a.time_ns > b.time_ns; });
    }
    // All names at once, when all places are known.
    void group_sites() {
        sites_.group();
        for (SlowFrame& frame : out_.explained) {
            for (WaitSum& wait : frame.waits) wait.site = sites_.grouped(wait.site);
        }
    }

    // What is known of several threads or links is one cause; of it the usual is shared out by
    // their time.
    void find_cause(std::size_t at, SlowFrame& of) {
        const std::map<CauseKey, double> usual = usual_around(at);
        const auto usual_of = [&](const CauseKey& key) {
            const auto found = usual.find(key);
            return found == usual.end() ? 0.0 : found->second;
        };
        const Times times = times_of(of.chain, of.sums);
        CauseKey cause;
        double most = 0;
        for (const auto& [key, time] : times) {
            const double excess = static_cast<double>(time) - usual_of(key);
            if (excess <= most) continue;
            most = excess;
            cause = key;
            of.has_cause = true;
            of.cause_ns = time;
            of.cause_usual_ns = usual_of(key);
            of.excess_ns = static_cast<std::int64_t>(excess);
        }
        std::int64_t longest = -1;
        for (std::size_t i = 0; i < of.sums.size(); ++i) {
            const CauseKey key = key_of(of.chain, of.sums[i]);
            const double share = share_of(static_cast<double>(of.sums[i].time_ns),
                                          static_cast<double>(times.at(key)));
            of.usual_ns.push_back(static_cast<std::int64_t>(usual_of(key) * share));
            if (!of.has_cause || !(key == cause)) continue;
            ++of.cause_sums;
            if (of.sums[i].time_ns <= longest) continue;
            longest = of.sums[i].time_ns;
            of.cause = i;
        }
    }

    // Of the samples that found the thread running in that place of the chain.
    std::optional<Ran> ran_in(const Chain& chain, std::size_t link) const {
        std::vector<CodeId> codes;
        for (const Part& part : chain.parts) {
            if (part.link != link || part.did != Did::kRunning) continue;
            each_sample(chain, part, [&](Row row) {
                if (samples_.code(row) != CodeId::kNone) codes.push_back(samples_.code(row));
            });
        }
        if (codes.empty()) return std::nullopt;
        std::map<CodeId, std::uint64_t> functions;
        std::map<std::string, std::uint64_t> modules;
        for (const CodeId each : store_.functions(codes)) ++functions[each];
        for (const CodeId each : codes) ++modules[names_.module(each)];
        const auto most = [](const auto& counts) {
            return *std::max_element(counts.begin(), counts.end(),
                                     [](auto& a, auto& b) { return a.second < b.second; });
        };
        Ran out;
        out.samples = codes.size();
        std::tie(out.function, out.in_function) = most(functions);
        std::tie(out.module, out.in_module) = most(modules);
        return out;
    }

    void add_causes() {
        std::map<CauseKey, Cause> by_key;
        for (std::size_t i = 0; i < out_.explained.size(); ++i) {
            const SlowFrame& frame = out_.explained[i];
            if (!frame.has_cause) continue;
            const CauseKey key = key_of(frame.chain, frame.sums[frame.cause]);
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
    const Samples samples_;
    const F64Column gpu_busy_;
    Sites sites_;
    Chains chains_;
    const Options options_;
    std::vector<std::size_t> normal_;  // frames by their number
    std::map<std::size_t, Times> normal_times_;
    StackTimes on_cpu_, off_cpu_;
    Findings out_;
};

}  // namespace

Findings compute(const Store& store, Window window, const std::vector<Row>& focus,
                 const Options& options) {
    return Computation(store, window, focus, options).run();
}

}  // namespace benchlab::analyzers::explain
