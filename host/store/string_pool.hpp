// store/string_pool.hpp: texts by id, each once; 0 is the empty text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/hash_index.hpp"

namespace benchlab::store {

class StringPool {
  public:
    StringPool() { offsets_ = {0, 0}; }

    std::uint32_t add(std::string_view text) {
        if (text.empty()) return 0;
        return index_.find_or_add(
            hash_bytes(text), [&](std::uint32_t id) { return this->text(id) == text; },
            [&] {
                bytes_.append(text);
                offsets_.push_back(bytes_.size());
                return static_cast<std::uint32_t>(offsets_.size() - 2);
            });
    }

    std::string_view text(std::uint32_t id) const {
        return std::string_view(bytes_).substr(offsets_[id], offsets_[id + 1] - offsets_[id]);
    }
    std::size_t size() const { return offsets_.size() - 1; }

  private:
    std::string bytes_;
    std::vector<std::uint64_t> offsets_;
    HashIndex index_;
};

}  // namespace benchlab::store
