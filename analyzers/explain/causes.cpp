#include "explain/causes.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "common/window.hpp"

namespace benchlab::analyzers::explain {
namespace {

// Enough normal frames to know what is usual, and few enough to be of the same scene.
constexpr std::size_t kNormal = 32;

}  // namespace

Causes::Causes(const Store& store, const Names& names, std::vector<std::size_t> normal,
               ChainOf chain_of)
    : store_(store), names_(names), normal_(std::move(normal)), chain_of_(std::move(chain_of)) {}

CauseKey Causes::key_of(const Chain& chain, const Sum& sum) const {
    CauseKey out;
    const Row thread = chain.links[sum.link].thread;
    out.thread = names_.process_key(names_.owner(thread)) + " " + names_.thread_key(thread);
    out.did = sum.did;
    if (sum.by.kind == By::Kind::kThread) {
        out.by = names_.process_key(names_.owner(sum.by.id)) + " " + names_.thread_key(sum.by.id);
    } else if (sum.by.kind == By::Kind::kIdle) {
        out.by = "idle";
    } else if (sum.by.kind == By::Kind::kFile) {
        out.by = names_.file(sum.by.id);
    } else if (sum.by.kind != By::Kind::kNobody) {
        out.by = std::string(store_.text(StringId{sum.by.id}));
    }
    return out;
}

Causes::Times Causes::times_of(const Chain& chain, const std::vector<Sum>& sums) const {
    Times out;
    for (const Sum& sum : sums) {
        std::int64_t& time = out[key_of(chain, sum)];
        time = add_ns(time, sum.time_ns);
    }
    return out;
}

// Neighbours of several slow frames are followed once.
const Causes::Times& Causes::normal_times(std::size_t at) {
    const auto [found, fresh] = normal_times_.try_emplace(at);
    if (fresh) {
        const Chain chain = chain_of_(at);
        found->second = times_of(chain, sums_of(chain));
    }
    return found->second;
}

// What the normal frames nearest to that one have, by key: the mean, in ns.
std::map<CauseKey, double> Causes::usual_around(std::size_t at) {
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

// What is known of several threads or links is one cause; of it the usual is shared out by
// their time.
void Causes::find(std::size_t at, SlowFrame& of) {
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
        const double share =
            share_of(static_cast<double>(of.sums[i].time_ns), static_cast<double>(times.at(key)));
        of.usual_ns.push_back(static_cast<std::int64_t>(usual_of(key) * share));
        if (!of.has_cause || !(key == cause)) continue;
        ++of.cause_sums;
        if (of.sums[i].time_ns <= longest) continue;
        longest = of.sums[i].time_ns;
        of.cause = i;
    }
}

}  // namespace benchlab::analyzers::explain
