#include "timeline.hpp"

#include <algorithm>

namespace benchlab::story::perf {

Timeline::Timeline(const Story& story, const Plan& plan) : plan_(plan), player_(story.events) {
    read_ = player_.next();
}

bool Timeline::later(const Due& a, const Due& b) {
    if (a.moment.ns != b.moment.ns) return a.moment.ns > b.moment.ns;
    if (a.is_begin != b.is_begin) return a.is_begin;
    if (a.event_number != b.event_number) {
        return a.is_begin ? a.event_number > b.event_number : a.event_number < b.event_number;
    }
    return a.step_number > b.step_number;
}

void Timeline::push(const Event& event, std::int64_t ns) {
    const EventPlan& plan = plan_.of(event);
    ++events_;
    std::size_t number = 0;
    const auto add = [&](const Step* step, std::int64_t at_ns) {
        Due due;
        due.moment = {&event, step, at_ns, number == 0};
        // What takes no time must not end before it begins.
        due.is_begin = at_ns == ns;
        due.event_number = events_;
        due.step_number = number++;
        due_.push_back(due);
        std::push_heap(due_.begin(), due_.end(), later);
    };
    if (plan.steps.empty()) add(nullptr, ns);
    for (const Step& step : plan.steps) add(&step, ns + step.offset_ns);
}

Timeline::Moment Timeline::next() {
    while (read_.event &&
           (due_.empty() || read_.time.ns - plan_.lead_ns() <= due_.front().moment.ns)) {
        push(*read_.event, read_.time.ns);
        read_ = player_.next();
    }
    if (due_.empty()) return {};
    std::pop_heap(due_.begin(), due_.end(), later);
    const Moment out = due_.back().moment;
    due_.pop_back();
    return out;
}

}  // namespace benchlab::story::perf
