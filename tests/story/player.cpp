#include "player.hpp"

#include <algorithm>

namespace benchlab::story {

Player::Player(const Block& block) {
    begin(block, 0);
}

void Player::push(Cursor cursor) {
    if (cursor.index >= cursor.block->events.size()) return;
    cursor.time = cursor.base + cursor.block->events[cursor.index].time.ns;
    cursors_.push(cursor);
}

void Player::begin(const Block& block, std::int64_t base) {
    Cursor events;
    events.copy = ++copies_;
    events.block = &block;
    events.base = base;
    push(events);
    for (const Repeat& repeat : block.repeats) {
        Cursor spawn;
        spawn.time = base + repeat.from.ns;
        spawn.repeat = &repeat;
        spawn.left = repeat.count;
        cursors_.push(spawn);
    }
}

Player::Moment Player::next() {
    if (current_.block) {
        if (current_.index < current_.block->events.size()) {
            current_.time = current_.base + current_.block->events[current_.index].time.ns;
            if (cursors_.empty() || Later{}(cursors_.top(), current_)) {
                return {&current_.block->events[current_.index++], Ns{current_.time}};
            }
            cursors_.push(current_);
        }
        current_.block = nullptr;
    }
    while (!cursors_.empty()) {
        Cursor top = cursors_.top();
        cursors_.pop();
        if (!top.repeat) {
            current_ = top;
            return {&current_.block->events[current_.index++], Ns{current_.time}};
        }
        begin(top.repeat->block, top.time);
        if (--top.left > 0) {
            top.time += top.repeat->every.ns;
            cursors_.push(top);
        }
    }
    return {};
}

namespace {

std::int64_t length(const std::optional<Ns>& time) {
    return time ? time->ns : 0;
}

std::int64_t length_of(const Interrupt& e) {
    return e.length.ns;
}
std::int64_t length_of(const Timer& e) {
    return e.length.ns;
}
std::int64_t length_of(const HardFault& e) {
    return e.length.ns;
}
std::int64_t length_of(const DiskIo& e) {
    return e.queued.ns + e.length.ns;
}
std::int64_t length_of(const Call& e) {
    return e.length.ns;
}
std::int64_t length_of(const Present& e) {
    return std::max(length(e.length), length(e.gpu_done));
}
std::int64_t length_of(const Packet& e) {
    return e.queued.ns + length(e.length);
}
std::int64_t length_of(const Phase& e) {
    return e.length.ns;
}
std::int64_t length_of(const Lost& e) {
    return e.length.ns;
}
template <class E>
std::int64_t length_of(const E&) {
    return 0;
}

std::int64_t block_end(const Block& block) {
    std::int64_t end = 0;
    for (const Event& event : block.events) {
        const std::int64_t more =
            std::visit([](const auto& e) { return length_of(e); }, event.body);
        end = std::max(end, event.time.ns + more);
    }
    for (const Repeat& repeat : block.repeats) {
        const auto copies = static_cast<std::int64_t>(repeat.count - 1);
        end = std::max(end, repeat.from.ns + copies * repeat.every.ns + block_end(repeat.block));
    }
    return end;
}

}  // namespace

Ns story_end(const Story& story) {
    if (story.end) return *story.end;
    return Ns{std::max(block_end(story.events), story.begin.ns + 1)};
}

}  // namespace benchlab::story
