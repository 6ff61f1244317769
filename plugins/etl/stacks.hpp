// stacks.hpp: which call stack belongs to which row.
//
// A stack is an event of its own that comes after the event it belongs to and names it by its time
// and thread.  Its two halves, kernel and user, come apart: the kernel's at once, the user's when
// the thread goes back to user mode, which may be much later and on another CPU.  With stack
// caching the event has only a key, and what the key meant is told when it leaves the cache.
//
// So stacks are joined twice: those that are whole within a chunk there, the rest when all chunks
// are read.  What comes out does not depend on where the chunks were cut.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "etl/bytes.hpp"
#include "etl/tables.hpp"

namespace benchlab::etl {

// Addresses of stacks, at places that do not move.
class FrameArena {
  public:
    // Widens them to 64 bits.
    std::span<const std::uint64_t> add(Bytes frames, unsigned pointer_size);
    std::span<const std::uint64_t> add(std::span<const std::uint64_t> frames);
    // What was added is gone; its memory takes what is added next.
    void clear();

  private:
    struct Block {
        std::unique_ptr<std::uint64_t[]> frames;
        std::size_t capacity = 0;
    };
    std::uint64_t* room(std::size_t count);

    std::vector<Block> blocks_;
    std::size_t block_ = 0;  // the one that is filled
    std::size_t used_ = 0;   // of it
};

// Thread 0 is every CPU's own idle thread.
inline std::uint32_t stack_owner(std::uint32_t tid, std::uint16_t cpu) {
    return tid != 0 ? tid : 0x80000000u | cpu;
}

struct StackUse {
    std::int64_t time = 0;                  // of the event that it belongs to
    std::span<const std::uint64_t> frames;  // empty while only the key is known
    std::uint32_t owner = 0;
    std::uint32_t pid = 0;
    std::uint32_t tid = 0;
    std::uint16_t cpu = 0;
    bool is_user = false;
    bool is_done = false;
};

struct StackKeyUse {
    StackUse use;
    std::uint64_t key = 0;
    std::int64_t at = 0;  // time of the stack event: the next definition from here on counts
};

struct StackKeyDefinition {
    std::uint64_t key = 0;
    std::int64_t at = 0;
    std::span<const std::uint64_t> frames;
};

// The definitions of all chunks.
class StackKeys {
  public:
    void add(std::span<const StackKeyDefinition> definitions);
    void sort();  // after the last
    // Empty when the key was never defined again.
    std::span<const std::uint64_t> find(std::uint64_t key, std::int64_t at) const;

  private:
    std::vector<StackKeyDefinition> all_;
};

// Rows that may have a stack.
struct StackTarget {
    const std::int64_t* time = nullptr;
    const std::uint32_t* tid = nullptr;  // null: the event does not say whose stack it is, and the
                                         // one that its CPU took at that time is its own
    const std::uint16_t* cpu = nullptr;  // null: never an idle thread
    std::uint32_t* stack = nullptr;
    std::uint32_t* waker = nullptr;              // gets the stack's thread where it is nobody
    const std::uint8_t* waker_source = nullptr;  // unless this says that it was no thread
    std::uint32_t rows = 0;
};

// Uses by a hash, in their order, as indices + 1: where each chain begins, and its next.
struct StackChains {
    std::vector<std::uint32_t> heads, next;
    unsigned shift = 0;

    // Empties it, for `count` of the uses 0 to `uses` - 1.
    void reset(std::size_t count, std::size_t uses);
    std::size_t slot(std::uint64_t key) const {
        return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> shift);
    }
    // In front of those that are there.
    void push(std::size_t slot, std::size_t use) {
        next[use] = heads[slot];
        heads[slot] = static_cast<std::uint32_t>(use + 1);
    }
};

// By time is the fastest while few uses share one.  The others are made where many do.
struct StackIndex {
    StackChains by_time;
    StackChains by_owner;  // and time; a kernel half's slot is even, its user half's the next
    StackChains by_cpu;    // and time
};

// What a chunk's stacks need until they are joined.  Chunks use it one after the other, for memory
// that is new to the process costs more than what is done with it.
struct StackScratch {
    FrameArena frames;
    std::vector<StackUse> uses;
    StackIndex index;
    void clear() {
        frames.clear();
        uses.clear();
    }
};

class StackJoiner {
  public:
    // No use is done yet.
    StackJoiner(const Lane& lane, std::span<StackUse> uses, StackIndex& index);

    enum class Pass {
        kChunk,  // a kernel half whose user half may come in another chunk is left for later
        kRest,   // rows that have no stack yet
        kOnTop,  // kernel halves of rows whose user half was found before
    };
    void join(const StackTarget& target, Pass pass);
    void join_one(std::int64_t time, std::uint32_t owner, std::uint32_t* stack);

  private:
    struct Found {
        StackUse* kernel = nullptr;
        StackUse* user = nullptr;
    };
    Found find(std::int64_t time, std::uint32_t owner);
    std::optional<Found> find_in_time(std::int64_t time, std::uint32_t owner);
    StackUse* find_half(std::size_t slot, std::int64_t time, std::uint32_t owner);
    const StackUse* first_on(std::int64_t time, std::uint16_t cpu);
    const StackUse* first_of_many_on(std::int64_t time, std::uint16_t cpu);
    bool has_no_use(std::int64_t time) const;
    std::size_t slot_of(std::int64_t time, std::uint32_t owner) const;
    std::size_t slot_on(std::int64_t time, std::uint16_t cpu) const;
    void index_by_owner();
    void index_by_cpu();
    Found of_row(const StackTarget& target, std::uint32_t row);
    static bool is_due(const Found& found, const StackTarget& target, std::uint32_t row, Pass pass);
    void put(const Found& found, std::uint32_t* stack);

    const Lane& lane_;
    std::span<StackUse> uses_;
    StackIndex& index_;
    bool is_crowded_ = false;  // so that `by_owner` is made
    bool has_by_cpu_ = false;
};

}  // namespace benchlab::etl
