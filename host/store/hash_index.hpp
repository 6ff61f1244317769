// store/hash_index.hpp: a set of ids, found by the hash of what they stand for.  The values live
// with the caller.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace benchlab::store {

inline std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93u;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93u;
    return x ^ (x >> 32);
}
inline std::uint64_t combine(std::uint64_t a, std::uint64_t b) {
    return mix(a + 0x9E3779B97F4A7C15u + (b << 6) + b);
}

inline std::uint64_t hash_bytes(std::string_view bytes) {
    std::uint64_t out = bytes.size();
    std::size_t at = 0;
    for (; at + 8 <= bytes.size(); at += 8) {
        std::uint64_t word;
        std::memcpy(&word, bytes.data() + at, 8);
        out = mix(out ^ word) + 0x9E3779B97F4A7C15u;
    }
    std::uint64_t rest = 0;
    if (at < bytes.size()) std::memcpy(&rest, bytes.data() + at, bytes.size() - at);
    return mix(out ^ rest);
}

class HashIndex {
  public:
    static constexpr std::uint32_t kAbsent = 0xFFFFFFFFu;

    // The id for which same(id) holds among those with this hash; else what make() returns, which
    // is then in the set.
    template <class Same, class Make>
    std::uint32_t find_or_add(std::uint64_t hash, Same&& same, Make&& make) {
        if ((size_ + 1) * 4 > slots_.size() * 3) grow();
        for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
            Slot& slot = slots_[at];
            if (slot.id == kAbsent) {
                ++size_;
                slot = {make(), hash};
                return slot.id;
            }
            if (slot.hash == hash && same(slot.id)) return slot.id;
        }
    }

    template <class Same>
    std::uint32_t find(std::uint64_t hash, Same&& same) const {
        if (size_ == 0) return kAbsent;
        for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
            const Slot& slot = slots_[at];
            if (slot.id == kAbsent) return kAbsent;
            if (slot.hash == hash && same(slot.id)) return slot.id;
        }
    }

    std::size_t size() const { return size_; }

  private:
    struct Slot {
        std::uint32_t id = kAbsent;
        std::uint64_t hash = 0;
    };

    void grow() {
        std::vector<Slot> fresh(slots_.empty() ? 64 : slots_.size() * 2);
        const std::size_t mask = fresh.size() - 1;
        for (const Slot& slot : slots_) {
            if (slot.id == kAbsent) continue;
            std::size_t at = slot.hash & mask;
            while (fresh[at].id != kAbsent) at = (at + 1) & mask;
            fresh[at] = slot;
        }
        slots_ = std::move(fresh);
        mask_ = mask;
    }

    std::vector<Slot> slots_;
    std::size_t mask_ = 0, size_ = 0;
};

}  // namespace benchlab::store
