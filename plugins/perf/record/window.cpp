#include "perf/record/window.hpp"

namespace benchlab::perf {

void Window::let_go() {
    const Round& oldest = rounds_.front();
    // A ring that came early in its turn has gone on while the others were emptied.
    before_.absorb(oldest.records.bytes(), oldest.started_ns);
    bytes_ -= oldest.records.size();
    rounds_.pop_front();
}

void Window::add_round(Blob records, std::uint64_t started_ns, std::uint64_t taken_ns) {
    bytes_ += records.size();
    rounds_.push_back({std::move(records), started_ns, taken_ns});
    // All of a round lies before the moment when it was taken.
    while (rounds_.front().taken_ns + length_ns_ < taken_ns) let_go();
    while (bytes_ > most_bytes_ && rounds_.size() > 1) {
        shortened_ = true;
        let_go();
    }
}

void Window::write(const std::function<void(Bytes)>& describe,
                   const std::function<void(Bytes)>& round) const {
    Blob before;
    before_.write(before);
    describe(before.bytes());
    for (const Round& one : rounds_) round(one.records.bytes());
}

}  // namespace benchlab::perf
