// store/stack_pool.hpp: the stacks of one lane, as the reader gave them: raw addresses with the
// process that they are of.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "store/hash_index.hpp"

namespace benchlab::store {

class StackPool {
  public:
    struct Address {
        std::uint64_t address;
        std::uint32_t pid;
    };
    struct Node {
        std::uint32_t parent;   // the caller's node; 0: none
        std::uint32_t address;  // index of the innermost entry
    };

    StackPool() : nodes_(1) {}

    // Innermost first, called from `outer`.  Without addresses `outer` itself.
    std::uint32_t add(std::uint32_t outer, std::uint32_t pid,
                      std::span<const std::uint64_t> addresses);

    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<Address>& addresses() const { return addresses_; }

  private:
    std::uint32_t add_one(std::uint32_t parent, std::uint32_t pid, std::uint64_t address);
    bool is(std::uint32_t node, std::uint32_t outer, std::uint32_t pid,
            std::span<const std::uint64_t> addresses) const;

    std::vector<Node> nodes_;
    std::vector<Address> addresses_;
    HashIndex node_index_, address_index_;
    HashIndex whole_index_;  // of whole stacks: most were there before
};

}  // namespace benchlab::store
