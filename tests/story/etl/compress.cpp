#include "compress.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <queue>
#include <utility>

namespace benchlab::story {

namespace {

using Data = std::span<const std::uint8_t>;
using Out = std::vector<std::uint8_t>;

struct Match {
    std::size_t distance = 0, length = 0;  // length 0: none
};

// Remembers the last place of each three bytes.
class MatchFinder {
  public:
    MatchFinder(Data data, std::size_t farthest) : data_(data), farthest_(farthest) {
        last_.fill(SIZE_MAX);
    }

    Match at(std::size_t position, std::size_t longest) {
        if (longest < 3 || position + 3 > data_.size()) return {};
        std::size_t& entry = last_[hash(position)];
        const std::size_t candidate = std::exchange(entry, position);
        if (candidate == SIZE_MAX || position - candidate > farthest_) return {};
        std::size_t length = 0;
        while (length < longest && data_[candidate + length] == data_[position + length]) ++length;
        return length >= 3 ? Match{position - candidate, length} : Match{};
    }

  private:
    std::size_t hash(std::size_t position) const {
        const std::uint32_t three = data_[position] | std::uint32_t{data_[position + 1]} << 8 |
                                    std::uint32_t{data_[position + 2]} << 16;
        return three * 2654435761u >> 20;
    }

    Data data_;
    std::size_t farthest_;
    std::array<std::size_t, 4096> last_;
};

template <class T>
void put(Out& out, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
        out.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

template <class T>
void set(Out& out, std::size_t at, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
        out[at + i] = static_cast<std::uint8_t>(value >> 8 * i);
}

// XPRESS: flag words of 32 bits, highest first; 3 bits of length beside 13 of distance.
class Xpress {
  public:
    Out run(Data data) {
        MatchFinder finder(data, 8192);
        for (std::size_t at = 0; at < data.size();) {
            const Match match = finder.at(at, data.size() - at);
            flag(match.length != 0);
            if (match.length == 0) {
                out_.push_back(data[at++]);
            } else {
                put_match(match);
                at += match.length;
            }
        }
        while (count_ != 0) flag(true);  // the last flag word ends in ones
        return std::move(out_);
    }

  private:
    void flag(bool set_bit) {
        if (count_ == 0) {
            word_at_ = out_.size();
            put(out_, std::uint32_t{0});
            word_ = 0;
        }
        word_ |= std::uint32_t{set_bit} << (31 - count_);
        set(out_, word_at_, word_);
        count_ = (count_ + 1) % 32;
    }

    void put_match(const Match& match) {
        const std::size_t length = match.length - 3;
        put(out_, static_cast<std::uint16_t>((match.distance - 1) << 3 |
                                             std::min<std::size_t>(length, 7)));
        if (length < 7) return;
        const auto nibble = static_cast<std::uint8_t>(std::min<std::size_t>(length - 7, 15));
        if (half_byte_ == SIZE_MAX) {
            half_byte_ = out_.size();
            out_.push_back(nibble);
        } else {
            out_[half_byte_] = static_cast<std::uint8_t>(out_[half_byte_] | nibble << 4);
            half_byte_ = SIZE_MAX;
        }
        if (nibble < 15) return;
        if (length - 22 < 255) {
            out_.push_back(static_cast<std::uint8_t>(length - 22));
            return;
        }
        out_.push_back(255);
        if (length < 0x10000) {
            put(out_, static_cast<std::uint16_t>(length));
        } else {
            put(out_, std::uint16_t{0});
            put(out_, static_cast<std::uint32_t>(length));
        }
    }

    Out out_;
    std::size_t word_at_ = 0, half_byte_ = SIZE_MAX;
    std::uint32_t word_ = 0;
    unsigned count_ = 0;
};

// LZNT1: chunks of 4096 bytes, each with a header; the split between distance and length in the
// 16 bits of a match moves as the chunk fills.
void lznt1_chunk(Out& out, Data chunk) {
    const std::size_t header_at = out.size();
    put(out, std::uint16_t{0});
    MatchFinder finder(chunk, chunk.size());
    std::size_t flags_at = 0;
    unsigned count = 0;
    for (std::size_t at = 0; at < chunk.size();) {
        if (count == 0) {
            flags_at = out.size();
            out.push_back(0);
        }
        unsigned distance_bits = 4;
        while (at > 0 && (at - 1) >> distance_bits != 0) ++distance_bits;
        const std::size_t longest = (std::size_t{1} << (16 - distance_bits)) + 2;
        const Match match = finder.at(at, std::min(longest, chunk.size() - at));
        if (match.length == 0) {
            out.push_back(chunk[at++]);
        } else {
            out[flags_at] = static_cast<std::uint8_t>(out[flags_at] | 1u << count);
            put(out, static_cast<std::uint16_t>((match.distance - 1) << (16 - distance_bits) |
                                                (match.length - 3)));
            at += match.length;
        }
        count = (count + 1) % 8;
    }
    const std::size_t size = out.size() - header_at - 2;
    if (size < chunk.size()) {
        set(out, header_at, static_cast<std::uint16_t>(0xB000 | (size - 1)));
        return;
    }
    out.resize(header_at + 2);  // stored as it is
    out.insert(out.end(), chunk.begin(), chunk.end());
    set(out, header_at, static_cast<std::uint16_t>(0x3000 | (chunk.size() - 1)));
}

Out lznt1(Data data) {
    Out out;
    for (std::size_t at = 0; at < data.size(); at += 4096) {
        lznt1_chunk(out, data.subspan(at, std::min<std::size_t>(4096, data.size() - at)));
    }
    return out;
}

// XPRESS with Huffman codes: 256 bytes of code lengths for 512 symbols, then a stream of 16-bit
// units; symbols of 256 and more are matches.
constexpr std::size_t kSymbols = 512;
constexpr std::size_t kHuffmanBlock = 65536;
using Lengths = std::array<std::uint8_t, kSymbols>;

struct Item {
    std::uint16_t symbol;
    std::uint16_t distance_low;  // below the highest set bit
    std::uint8_t distance_bits;
    std::uint32_t length;  // less 3, of a match
};

Lengths code_lengths(std::array<std::uint64_t, kSymbols> counts) {
    while (true) {
        struct Node {
            std::uint64_t count;
            std::size_t index;
            bool operator>(const Node& other) const {
                return count != other.count ? count > other.count : index > other.index;
            }
        };
        std::vector<std::size_t> parent(kSymbols, 0);
        std::priority_queue<Node, std::vector<Node>, std::greater<>> nodes;
        for (std::size_t i = 0; i < kSymbols; ++i) {
            if (counts[i] > 0) nodes.push({counts[i], i});
        }
        while (nodes.size() > 1) {
            const Node a = nodes.top();
            nodes.pop();
            const Node b = nodes.top();
            nodes.pop();
            parent[a.index] = parent[b.index] = parent.size();
            nodes.push({a.count + b.count, parent.size()});
            parent.push_back(0);
        }
        Lengths lengths{};
        unsigned longest = 0;
        for (std::size_t i = 0; i < kSymbols; ++i) {
            unsigned depth = 0;
            for (std::size_t at = parent[i]; at != 0; at = parent[at]) ++depth;
            lengths[i] = static_cast<std::uint8_t>(std::min(depth, 255u));
            longest = std::max(longest, depth);
        }
        if (longest <= 15) return lengths;
        for (std::uint64_t& count : counts) count = (count + 1) / 2;  // flatter, so shorter codes
    }
}

std::array<std::uint16_t, kSymbols> canonical_codes(const Lengths& lengths) {
    std::array<std::uint16_t, kSymbols> codes{};
    unsigned code = 0;
    for (unsigned length = 1; length <= 15; ++length) {
        code <<= 1;
        for (std::size_t i = 0; i < kSymbols; ++i) {
            if (lengths[i] == length) codes[i] = static_cast<std::uint16_t>(code++);
        }
    }
    return codes;
}

// Bits go into 16-bit units, of which the decoder has read two ahead when it takes a byte.
class HuffmanBits {
  public:
    explicit HuffmanBits(Out& out) : out_(out) {
        first_ = reserve();
        second_ = reserve();
    }
    void bits(unsigned count, unsigned value) {
        if (count == 0) return;
        if (free_ >= count) {
            free_ -= count;
            word_ = word_ << count | value;
            return;
        }
        word_ = word_ << free_ | value >> (count - free_);
        set(out_, first_, static_cast<std::uint16_t>(word_));
        first_ = std::exchange(second_, reserve());
        free_ += 16 - count;
        word_ = value;
    }
    void finish() {
        set(out_, first_, static_cast<std::uint16_t>(word_ << free_));
        set(out_, second_, std::uint16_t{0});
    }

  private:
    std::size_t reserve() {
        put(out_, std::uint16_t{0});
        return out_.size() - 2;
    }

    Out& out_;
    std::size_t first_ = 0, second_ = 0;
    unsigned word_ = 0, free_ = 16;
};

std::vector<Item> huffman_items(Data data, std::size_t begin, std::size_t end,
                                MatchFinder& finder) {
    std::vector<Item> items;
    for (std::size_t at = begin; at < end;) {
        const Match match = finder.at(at, end - at);
        if (match.length == 0) {
            items.push_back({data[at++], 0, 0, 0});
            continue;
        }
        const auto bits = static_cast<unsigned>(std::bit_width(match.distance) - 1);
        const std::size_t length = match.length - 3;
        items.push_back(
            {static_cast<std::uint16_t>(256 + std::min<std::size_t>(length, 15) + bits * 16),
             static_cast<std::uint16_t>(match.distance - (std::size_t{1} << bits)),
             static_cast<std::uint8_t>(bits), static_cast<std::uint32_t>(length)});
        at += match.length;
    }
    return items;
}

void huffman_block(Out& out, const std::vector<Item>& items, bool last) {
    std::array<std::uint64_t, kSymbols> counts{};
    for (const Item& item : items) ++counts[item.symbol];
    counts[256] += 1;                     // ends the data; also a match of its own
    counts[counts[0] == 0 ? 0 : 1] += 1;  // a code of one symbol would have no bits
    const Lengths lengths = code_lengths(counts);
    const auto codes = canonical_codes(lengths);
    for (std::size_t i = 0; i < kSymbols; i += 2) {
        out.push_back(static_cast<std::uint8_t>(lengths[i] | lengths[i + 1] << 4));
    }
    HuffmanBits bits(out);
    for (const Item& item : items) {
        bits.bits(lengths[item.symbol], codes[item.symbol]);
        if (item.symbol < 256) continue;
        if (item.length >= 15) {
            out.push_back(
                static_cast<std::uint8_t>(std::min<std::uint32_t>(item.length - 15, 255)));
            if (item.length - 15 >= 255) put(out, static_cast<std::uint16_t>(item.length));
        }
        bits.bits(item.distance_bits, item.distance_low);
    }
    if (last) bits.bits(lengths[256], codes[256]);
    bits.finish();
}

Out huffman(Data data) {
    Out out;
    MatchFinder finder(data, 65535);
    for (std::size_t at = 0; at < data.size(); at += kHuffmanBlock) {
        const std::size_t end = std::min(data.size(), at + kHuffmanBlock);
        huffman_block(out, huffman_items(data, at, end, finder), end == data.size());
    }
    return out;
}

}  // namespace

std::vector<std::uint8_t> compress(std::span<const std::uint8_t> data, Compression format) {
    switch (format) {
        case Compression::kLznt1:
            return lznt1(data);
        case Compression::kXpress:
            return Xpress().run(data);
        case Compression::kHuffman:
            return huffman(data);
        case Compression::kNone:
            break;
    }
    return {data.begin(), data.end()};
}

}  // namespace benchlab::story
