#include "store/stack_pool.hpp"

#include <bit>

namespace benchlab::store {
namespace {

// Of every stack of a trace, so one multiplication a frame waits for the one before, not four.
std::uint64_t hash_of(std::uint32_t outer, std::uint32_t pid,
                      std::span<const std::uint64_t> addresses) {
    std::uint64_t hash = std::uint64_t{outer} << 32 | pid;
    for (const std::uint64_t address : addresses) {
        hash = std::rotl(hash ^ (address * 0xD6E8FEB86659FD93u), 27) * 0x9E3779B97F4A7C15u;
    }
    return mix(hash);
}

}  // namespace

std::uint32_t StackPool::add(std::uint32_t outer, std::uint32_t pid,
                             std::span<const std::uint64_t> addresses) {
    if (addresses.empty()) return outer;
    return whole_index_.find_or_add(
        hash_of(outer, pid, addresses),
        [&](std::uint32_t node) { return is(node, outer, pid, addresses); },
        [&] {
            std::uint32_t node = outer;
            for (std::size_t i = addresses.size(); i-- > 0;) {
                node = add_one(node, pid, addresses[i]);
            }
            return node;
        });
}

bool StackPool::is(std::uint32_t node, std::uint32_t outer, std::uint32_t pid,
                   std::span<const std::uint64_t> addresses) const {
    for (const std::uint64_t address : addresses) {
        if (node == 0) return false;
        const Address& entry = addresses_[nodes_[node].address];
        if (entry.address != address || entry.pid != pid) return false;
        node = nodes_[node].parent;
    }
    return node == outer;
}

std::uint32_t StackPool::add_one(std::uint32_t parent, std::uint32_t pid, std::uint64_t address) {
    const std::uint32_t entry = address_index_.find_or_add(
        combine(address, pid),
        [&](std::uint32_t id) {
            return addresses_[id].address == address && addresses_[id].pid == pid;
        },
        [&] {
            addresses_.push_back({address, pid});
            return static_cast<std::uint32_t>(addresses_.size() - 1);
        });
    return node_index_.find_or_add(
        combine(parent, entry),
        [&](std::uint32_t id) {
            return nodes_[id].parent == parent && nodes_[id].address == entry;
        },
        [&] {
            nodes_.push_back({parent, entry});
            return static_cast<std::uint32_t>(nodes_.size() - 1);
        });
}

}  // namespace benchlab::store
