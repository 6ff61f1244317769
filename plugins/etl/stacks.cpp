#include "etl/stacks.hpp"

#include <algorithm>
#include <bit>

namespace benchlab::etl {
namespace {

constexpr std::size_t kArenaBlock = 32768;
constexpr std::uint32_t kIdlePid = 0, kSystemPid = 4;
constexpr std::uint8_t kSourceThread = 1;
constexpr unsigned kMostOfOneTime = 64;  // uses that are looked at one after the other

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

void StackChains::reset(std::size_t count, std::size_t uses) {
    const unsigned bits = static_cast<unsigned>(std::bit_width(count | 7)) + 1;
    heads.assign(std::size_t{1} << bits, 0);
    next.resize(uses);
    shift = 64 - bits;
}

StackJoiner::StackJoiner(const Lane& lane, std::span<StackUse> uses, StackIndex& index)
    : lane_(lane), uses_(uses), index_(index) {
    StackChains& chains = index_.by_time;
    chains.reset(uses.size(), uses.size());
    // From the back, so that the first comes first.
    for (std::size_t i = uses.size(); i-- > 0;) {
        chains.push(chains.slot(static_cast<std::uint64_t>(uses[i].time)), i);
    }
}

bool StackJoiner::has_no_use(std::int64_t time) const {
    return index_.by_time.heads[index_.by_time.slot(static_cast<std::uint64_t>(time))] == 0;
}

// Events of one time on one thread have a stack each, in their order; what comes when all are given
// away has the first again.
StackJoiner::Found StackJoiner::find(std::int64_t time, std::uint32_t owner) {
    if (!is_crowded_) {
        if (const auto found = find_in_time(time, owner)) return *found;
        index_by_owner();
    }
    const std::size_t slot = slot_of(time, owner);
    return {find_half(slot, time, owner), find_half(slot + 1, time, owner)};
}

// Empty when too many uses have that time.
std::optional<StackJoiner::Found> StackJoiner::find_in_time(std::int64_t time,
                                                            std::uint32_t owner) {
    const StackChains& chains = index_.by_time;
    Found found;
    unsigned passed = 0;
    for (std::uint32_t i = chains.heads[chains.slot(static_cast<std::uint64_t>(time))]; i != 0;
         i = chains.next[i - 1]) {
        if (++passed > kMostOfOneTime) return std::nullopt;
        StackUse& use = uses_[i - 1];
        if (use.time != time || use.owner != owner || use.frames.empty()) continue;
        StackUse*& half = use.is_user ? found.user : found.kernel;
        if (half == nullptr || (half->is_done && !use.is_done)) half = &use;
    }
    return found;
}

// The same, where only the first of those that are done stays in its chain.
StackUse* StackJoiner::find_half(std::size_t slot, std::int64_t time, std::uint32_t owner) {
    StackUse* done = nullptr;
    for (std::uint32_t* at = &index_.by_owner.heads[slot]; *at != 0;) {
        StackUse& use = uses_[*at - 1];
        std::uint32_t& next = index_.by_owner.next[*at - 1];
        if (use.time == time && use.owner == owner) {
            if (!use.is_done) return &use;
            if (done != nullptr) {
                *at = next;
                continue;
            }
            done = &use;
        }
        at = &next;
    }
    return done;
}

std::size_t StackJoiner::slot_of(std::int64_t time, std::uint32_t owner) const {
    const std::uint64_t key = static_cast<std::uint64_t>(time) ^ (std::uint64_t{owner} << 32);
    return index_.by_owner.slot(key) & ~std::size_t{1};
}

void StackJoiner::index_by_owner() {
    is_crowded_ = true;
    index_.by_owner.reset(uses_.size(), uses_.size());
    for (std::size_t i = uses_.size(); i-- > 0;) {
        const StackUse& use = uses_[i];
        if (use.frames.empty()) continue;
        index_.by_owner.push(slot_of(use.time, use.owner) + (use.is_user ? 1 : 0), i);
    }
}

// The first that is nobody's yet: a switch within the same tick has a stack of its own.
const StackUse* StackJoiner::first_on(std::int64_t time, std::uint16_t cpu) {
    const StackChains& chains = index_.by_time;
    unsigned passed = 0;
    for (std::uint32_t i = chains.heads[chains.slot(static_cast<std::uint64_t>(time))]; i != 0;
         i = chains.next[i - 1]) {
        if (++passed > kMostOfOneTime) return first_of_many_on(time, cpu);
        const StackUse& use = uses_[i - 1];
        if (use.time == time && use.cpu == cpu && !use.is_done && !use.frames.empty()) return &use;
    }
    return nullptr;
}

const StackUse* StackJoiner::first_of_many_on(std::int64_t time, std::uint16_t cpu) {
    if (!has_by_cpu_) index_by_cpu();
    for (std::uint32_t* at = &index_.by_cpu.heads[slot_on(time, cpu)]; *at != 0;) {
        const StackUse& use = uses_[*at - 1];
        std::uint32_t& next = index_.by_cpu.next[*at - 1];
        if (use.is_done) {
            *at = next;
            continue;
        }
        if (use.time == time && use.cpu == cpu) return &use;
        at = &next;
    }
    return nullptr;
}

std::size_t StackJoiner::slot_on(std::int64_t time, std::uint16_t cpu) const {
    return index_.by_cpu.slot(static_cast<std::uint64_t>(time) ^ (std::uint64_t{cpu} << 48));
}

void StackJoiner::index_by_cpu() {
    has_by_cpu_ = true;
    index_.by_cpu.reset(uses_.size(), uses_.size());
    for (std::size_t i = uses_.size(); i-- > 0;) {
        const StackUse& use = uses_[i];
        if (use.is_done || use.frames.empty()) continue;
        index_.by_cpu.push(slot_on(use.time, use.cpu), i);
    }
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
    put(find(time, owner), stack);
}

StackJoiner::Found StackJoiner::of_row(const StackTarget& target, std::uint32_t row) {
    const std::int64_t time = target.time[row];
    if (has_no_use(time)) return {};
    const std::uint16_t cpu = target.cpu == nullptr ? std::uint16_t{0} : target.cpu[row];
    if (target.tid != nullptr) return find(time, stack_owner(target.tid[row], cpu));
    // The thread that was stopped for it was on the same CPU; its user half need not be.
    const StackUse* const first = first_on(time, cpu);
    return first == nullptr ? Found{} : find(time, first->owner);
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
