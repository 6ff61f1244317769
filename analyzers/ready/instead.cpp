#include "ready/instead.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace benchlab::analyzers::ready {
namespace {

// One thread more or less waits for a CPU.
struct Change {
    std::uint16_t cpu;
    std::int64_t time;
    std::int64_t by;
};

std::vector<Change> changes_of(const std::vector<Stretch>& ready) {
    std::vector<Change> out;
    out.reserve(2 * ready.size());
    for (const Stretch& each : ready) {
        out.push_back({each.cpu, each.begin, 1});
        out.push_back({each.cpu, each.end, -1});
    }
    std::sort(out.begin(), out.end(), [](const Change& a, const Change& b) {
        return std::tie(a.cpu, a.time) < std::tie(b.cpu, b.time);
    });
    return out;
}

// The waiting of all threads for one CPU up to a time that may only grow.
class Waited {
  public:
    Waited(const Change* at, const Change* end) : at_(at), end_(end) {}

    std::int64_t until(std::int64_t time) {
        while (at_ != end_ && at_->time <= time) {
            move(at_->time);
            waiting_ += at_->by;
            ++at_;
        }
        move(time);
        return sum_ns_;
    }

  private:
    void move(std::int64_t time) {
        if (time <= now_) return;
        if (waiting_ != 0) sum_ns_ += waiting_ * (time - now_);
        now_ = time;
    }

    const Change* at_;
    const Change* const end_;
    std::int64_t now_ = 0, waiting_ = 0, sum_ns_ = 0;
};

}  // namespace

std::vector<std::int64_t> Ran::waited(const std::vector<Stretch>& ready) const {
    const std::vector<Change> changes = changes_of(ready);
    std::vector<std::int64_t> out(running_.size());
    auto change = changes.begin();
    for (std::size_t i = 0; i < running_.size();) {
        const std::uint16_t cpu = running_[i].cpu;
        while (change != changes.end() && change->cpu < cpu) ++change;
        auto last = change;
        while (last != changes.end() && last->cpu == cpu) ++last;
        const Change* const all = changes.data();
        Waited waited(all + (change - changes.begin()), all + (last - changes.begin()));
        for (; i < running_.size() && running_[i].cpu == cpu; ++i) {
            const std::int64_t before = waited.until(running_[i].begin);
            out[i] = waited.until(running_[i].end) - before;
        }
        change = last;
    }
    return out;
}

std::pair<Row, std::int64_t> Ran::longest_during(const Stretch& ready) const {
    auto at = std::partition_point(running_.begin(), running_.end(), [&](const Stretch& each) {
        return std::tie(each.cpu, each.end) <= std::tie(ready.cpu, ready.begin);
    });
    std::map<Row, std::int64_t> ran_ns;
    for (; at != running_.end() && at->cpu == ready.cpu && at->begin < ready.end; ++at) {
        ran_ns[at->thread] += Window{ready.begin, ready.end}.overlap(at->begin, at->end);
    }
    std::pair<Row, std::int64_t> out{BL_NO_ROW, 0};
    for (const auto& [thread, length_ns] : ran_ns) {
        if (length_ns > out.second) out = {thread, length_ns};
    }
    return out;
}

}  // namespace benchlab::analyzers::ready
