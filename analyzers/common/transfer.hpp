// common/transfer.hpp: sums of what was read and written, by process, by file and so on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "benchlab/sink.hpp"
#include "common/distribution.hpp"
#include "common/window.hpp"

namespace benchlab::analyzers {

// Of all that lie in the window, if only in part; bytes cannot be cut and are those of the whole.
struct Transfers {
    std::uint64_t count = 0, read_bytes = 0, written_bytes = 0;
    std::int64_t total_ns = 0, longest_ns = 0;

    std::uint64_t bytes() const { return read_bytes + written_bytes; }
    void add(std::int64_t length_ns, std::uint64_t read, std::uint64_t written) {
        ++count;
        read_bytes += read;
        written_bytes += written;
        total_ns = add_ns(total_ns, length_ns);
        longest_ns = std::max(longest_ns, length_ns);
    }
};

template <class Key>
struct TransfersOf {
    Key key;
    Transfers sum;
};

// The longest total first, then the most bytes.
template <class Key>
Cut<TransfersOf<Key>> greatest_transfers(const std::map<Key, Transfers>& sums, std::uint64_t top) {
    std::vector<TransfersOf<Key>> rows;
    for (const auto& [key, sum] : sums) rows.push_back({key, sum});
    return greatest(std::move(rows), top, [](const TransfersOf<Key>& each) {
        return std::pair(each.sum.total_ns, each.sum.bytes());
    });
}

}  // namespace benchlab::analyzers
