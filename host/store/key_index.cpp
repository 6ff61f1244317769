#include "store/key_index.hpp"

#include <algorithm>
#include <tuple>

namespace benchlab::store {

KeyIndex::KeyIndex(std::vector<Life> lives) : lives_(std::move(lives)) {
    std::sort(lives_.begin(), lives_.end(), [](const Life& a, const Life& b) {
        return std::tie(a.key, a.scope, a.begin, a.row) < std::tie(b.key, b.scope, b.begin, b.row);
    });
    for (std::uint32_t i = 0; i < lives_.size(); ++i) {
        const Life& life = lives_[i];
        if (i > 0 && lives_[i - 1].key == life.key && lives_[i - 1].scope == life.scope) {
            ++groups_.back().count;
            continue;
        }
        groups_.push_back({i, 1});
        const auto group = static_cast<std::uint32_t>(groups_.size() - 1);
        if (life.scope == 0 && life.key < kDirect) {
            direct_.resize(static_cast<std::size_t>(life.key) + 1, HashIndex::kAbsent);
            direct_.back() = group;
        } else {
            index_.find_or_add(
                combine(life.key, life.scope), [](std::uint32_t) { return false; },
                [&] { return group; });
        }
    }
}

}  // namespace benchlab::store
