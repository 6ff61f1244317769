// store/key_index.hpp: which life had a key at some time.
#pragma once

#include <cstdint>
#include <vector>

#include "benchlab/benchlab.h"
#include "store/hash_index.hpp"

namespace benchlab::store {

class KeyIndex {
  public:
    struct Life {
        std::uint64_t key;
        std::uint32_t scope;  // keys of different scopes are different keys
        std::int64_t begin;
        std::uint32_t row;
    };

    KeyIndex() = default;
    // In any order.
    explicit KeyIndex(std::vector<Life> lives);

    // The row of the latest life that had begun at that time, else of the earliest; BL_NO_ROW when
    // no life ever had the key.
    std::uint32_t find(std::uint64_t key, std::uint32_t scope, std::int64_t time) const {
        const Group* const group = group_of(key, scope);
        if (group == nullptr) return BL_NO_ROW;
        std::uint32_t at = group->first;
        const std::uint32_t last = group->first + group->count - 1;
        while (at < last && lives_[at + 1].begin <= time) ++at;
        return lives_[at].row;
    }
    bool has(std::uint64_t key, std::uint32_t scope) const { return group_of(key, scope); }
    // How many lives had the key.
    std::uint32_t count(std::uint64_t key, std::uint32_t scope) const {
        const Group* const group = group_of(key, scope);
        return group ? group->count : 0;
    }

  private:
    struct Group {
        std::uint32_t first, count;
    };
    // Pids and tids are small numbers: they are looked up without a hash.
    static constexpr std::uint64_t kDirect = 1u << 20;

    const Group* group_of(std::uint64_t key, std::uint32_t scope) const {
        std::uint32_t at = HashIndex::kAbsent;
        if (scope == 0 && key < kDirect) {
            if (key < direct_.size()) at = direct_[static_cast<std::size_t>(key)];
        } else {
            at = index_.find(combine(key, scope), [&](std::uint32_t group) {
                const Life& life = lives_[groups_[group].first];
                return life.key == key && life.scope == scope;
            });
        }
        return at == HashIndex::kAbsent ? nullptr : &groups_[at];
    }

    std::vector<Life> lives_;  // by key, scope, begin
    std::vector<Group> groups_;
    std::vector<std::uint32_t> direct_;
    HashIndex index_;
};

}  // namespace benchlab::store
