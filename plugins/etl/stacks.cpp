#include "etl/stacks.hpp"

#include <algorithm>
#include <bit>

namespace benchlab::etl {
namespace {

constexpr std::size_t kArenaBlock = 32768;
constexpr std::uint32_t kIdlePid = 0, kSystemPid = 4;
constexpr std::uint8_t kSourceThread = 1;

// Threads of the kernel have no user half that could still come.
bool may_have_user_half(const StackUse& use) {
    return use.pid != kIdlePid && use.pid != kSystemPid;
}

}  // namespace

std::uint64_t* FrameArena::room(std::size_t count) {
    while (block_ < blocks_.size() && blocks_[block_].capacity - used_ < count) {
        ++block_;
        used_ = 0;
    }
    if (block_ == blocks_.size()) {
        const std::size_t capacity = std::max(kArenaBlock, count);
        blocks_.push_back({std::make_unique_for_overwrite<std::uint64_t[]>(capacity), capacity});
    }
    std::uint64_t* const result = blocks_[block_].frames.get() + used_;
    used_ += count;
    return result;
}

void FrameArena::clear() {
    block_ = 0;
    used_ = 0;
}

std::span<const std::uint64_t> FrameArena::add(Bytes frames, unsigned pointer_size) {
    const std::size_t count = frames.size() / pointer_size;
    if (count == 0) return {};
    std::uint64_t* to = room(count);
    if (pointer_size == 8) {
        std::memcpy(to, frames.data(), count * 8);
    } else {
        for (std::size_t i = 0; i < count; ++i) to[i] = load<std::uint32_t>(frames.data() + 4 * i);
    }
    return {to, count};
}

std::span<const std::uint64_t> FrameArena::add(std::span<const std::uint64_t> frames) {
    if (frames.empty()) return {};
    std::uint64_t* to = room(frames.size());
    std::memcpy(to, frames.data(), frames.size() * 8);
    return {to, frames.size()};
}

void StackKeys::add(std::span<const StackKeyDefinition> definitions) {
    all_.insert(all_.end(), definitions.begin(), definitions.end());
}

void StackKeys::sort() {
    std::stable_sort(all_.begin(), all_.end(),
                     [](const StackKeyDefinition& a, const StackKeyDefinition& b) {
                         return a.key != b.key ? a.key < b.key : a.at < b.at;
                     });
}

std::span<const std::uint64_t> StackKeys::find(std::uint64_t key, std::int64_t at) const {
    const auto found = std::lower_bound(
        all_.begin(), all_.end(), std::pair(key, at),
        [](const StackKeyDefinition& each, const auto& wanted) {
            return each.key != wanted.first ? each.key < wanted.first : each.at < wanted.second;
        });
    if (found == all_.end() || found->key != key) return {};
    return found->frames;
}

StackJoiner::StackJoiner(const Lane& lane, std::span<StackUse> uses, StackChains& chains)
    : lane_(lane), uses_(uses), chains_(chains) {
    const unsigned bits = static_cast<unsigned>(std::bit_width(uses.size() | 7)) + 1;
    chains_.heads.assign(std::size_t{1} << bits, 0);
    chains_.next.resize(uses.size());
    shift_ = 64 - bits;
    // From the back, so that the first comes first.
    for (std::size_t i = uses.size(); i-- > 0;) {
        std::uint32_t& head = chains_.heads[slot_of(uses[i].time)];
        chains_.next[i] = head;
        head = static_cast<std::uint32_t>(i + 1);
    }
}

std::size_t StackJoiner::slot_of(std::int64_t time) const {
    return static_cast<std::size_t>((static_cast<std::uint64_t>(time) * 0x9E3779B97F4A7C15u) >>
                                    shift_);
}

template <class Matches>
StackJoiner::Found StackJoiner::find(std::int64_t time, Matches&& matches) {
    Found found;
    for (std::uint32_t i = chains_.heads[slot_of(time)]; i != 0; i = chains_.next[i - 1]) {
        StackUse& use = uses_[i - 1];
        if (use.time != time || use.frames.empty() || !matches(use)) continue;
        StackUse*& half = use.is_user ? found.user : found.kernel;
        // Events of one time on one thread have a stack each, in their order.
        if (half == nullptr || (half->is_done && !use.is_done)) half = &use;
    }
    return found;
}

// The first that is nobody's yet: a switch within the same tick has a stack of its own.
const StackUse* StackJoiner::first_on(std::int64_t time, std::uint16_t cpu) const {
    for (std::uint32_t i = chains_.heads[slot_of(time)]; i != 0; i = chains_.next[i - 1]) {
        const StackUse& use = uses_[i - 1];
        if (use.time == time && use.cpu == cpu && !use.is_done && !use.frames.empty()) return &use;
    }
    return nullptr;
}

void StackJoiner::put(const Found& found, std::uint32_t* stack) {
    const auto [kernel, user] = found;
    if (user != nullptr) {
        *stack = lane_.add_stack(0, user->pid, user->frames);
        user->is_done = true;
    }
    if (kernel != nullptr) {
        *stack = lane_.add_stack(*stack, kernel->pid, kernel->frames);
        kernel->is_done = true;
    }
}

void StackJoiner::join_one(std::int64_t time, std::uint32_t owner, std::uint32_t* stack) {
    put(find(time, [&](const StackUse& use) { return use.owner == owner; }), stack);
}

StackJoiner::Found StackJoiner::of_row(const StackTarget& target, std::uint32_t row) {
    const std::int64_t time = target.time[row];
    if (chains_.heads[slot_of(time)] == 0) return {};
    const std::uint16_t cpu = target.cpu == nullptr ? std::uint16_t{0} : target.cpu[row];
    std::uint32_t owner = 0;
    if (target.tid != nullptr) {
        owner = stack_owner(target.tid[row], cpu);
    } else {
        // The thread that was stopped for it was on the same CPU; its user half need not be.
        const StackUse* const first = first_on(time, cpu);
        if (first == nullptr) return {};
        owner = first->owner;
    }
    return find(time, [&](const StackUse& use) { return use.owner == owner; });
}

bool StackJoiner::is_due(const Found& found, const StackTarget& target, std::uint32_t row,
                         Pass pass) {
    const auto [kernel, user] = found;
    if (kernel == nullptr && user == nullptr) return false;
    switch (pass) {
        case Pass::kChunk:
            return user != nullptr || !may_have_user_half(*kernel);
        case Pass::kRest:
            return target.stack[row] == 0;
        case Pass::kOnTop:
            return target.stack[row] != 0 && user == nullptr && !kernel->is_done &&
                   (target.waker == nullptr || target.waker[row] == kernel->tid);
    }
    return false;
}

void StackJoiner::join(const StackTarget& target, Pass pass) {
    if (uses_.empty()) return;
    for (std::uint32_t row = 0; row < target.rows; ++row) {
        const Found found = of_row(target, row);
        if (!is_due(found, target, row, pass)) continue;
        put(found, &target.stack[row]);
        if (target.waker == nullptr) continue;
        const StackUse* const half = found.kernel != nullptr ? found.kernel : found.user;
        if (target.waker[row] == 0xFFFFFFFF && target.waker_source[row] == kSourceThread)
            target.waker[row] = half->tid;
    }
}

}  // namespace benchlab::etl
