#include "phases/sweep.hpp"

#include <algorithm>

namespace benchlab::analyzers::phases {
namespace {

class Sweep {
  public:
    void begin(Span phase) {
        while (!open_.empty() && open_.back().end <= phase.begin) end_last();
        if (open_.empty()) {
            out_.outer.push_back(phase);
        } else {
            tell_until(phase.begin);
            phase.end = std::min(phase.end, open_.back().end);
        }
        at_ = phase.begin;
        const bool within_its_own = std::any_of(
            open_.begin(), open_.end(), [&](const Span& each) { return each.name == phase.name; });
        if (!within_its_own) out_.whole.push_back(phase);
        open_.push_back(phase);
    }
    Swept end() {
        while (!open_.empty()) end_last();
        return std::move(out_);
    }

  private:
    void tell_until(std::int64_t time) {
        if (time > at_) out_.own.push_back({at_, time, open_.back().name});
        at_ = std::max(at_, time);
    }
    void end_last() {
        tell_until(open_.back().end);
        open_.pop_back();
    }

    Swept out_;
    std::vector<Span> open_;
    std::int64_t at_ = 0;  // what came before is told
};

}  // namespace

Swept sweep(const std::vector<Span>& phases) {
    Sweep all;
    for (const Span& each : phases) all.begin(each);
    return all.end();
}

}  // namespace benchlab::analyzers::phases
