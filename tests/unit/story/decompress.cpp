#include <algorithm>
#include <array>
#include <stdexcept>

#include "walker.hpp"

namespace benchlab::story_test {

namespace {

using In = std::span<const std::uint8_t>;

[[noreturn]] void bad(const char* what) {
    throw std::runtime_error(what);
}

class Source {
  public:
    explicit Source(In data) : data_(data) {}
    bool at_end() const { return at_ == data_.size(); }
    std::size_t at() const { return at_; }
    unsigned byte() { return at_ < data_.size() ? data_[at_++] : (bad("the stream is cut"), 0u); }
    unsigned byte_at(std::size_t at) const { return data_[at]; }
    unsigned u16() {
        const unsigned low = byte();
        return low | byte() << 8;
    }
    std::uint32_t u32() {
        const std::uint32_t low = u16();
        return low | u16() << 16;
    }

  private:
    In data_;
    std::size_t at_ = 0;
};

void copy(ByteVector& out, std::size_t distance, std::size_t length, std::size_t size) {
    if (distance == 0 || distance > out.size()) bad("a match begins before the data");
    if (length > size - out.size()) bad("a match ends after the data");
    for (std::size_t i = 0; i < length; ++i) out.push_back(out[out.size() - distance]);
}

ByteVector xpress(In stored, std::size_t size) {
    Source in(stored);
    ByteVector out;
    std::uint32_t flags = 0;
    unsigned left = 0;
    std::size_t half = SIZE_MAX;
    while (out.size() < size) {
        if (left == 0) {
            flags = in.u32();
            left = 32;
        }
        --left;
        if ((flags >> left & 1) == 0) {
            out.push_back(static_cast<std::uint8_t>(in.byte()));
            continue;
        }
        const unsigned value = in.u16();
        std::size_t length = value & 7;
        if (length == 7) {
            unsigned nibble = 0;
            if (half == SIZE_MAX) {
                half = in.at();
                nibble = in.byte() & 15;
            } else {
                nibble = in.byte_at(half) >> 4;
                half = SIZE_MAX;
            }
            length = nibble;
            if (nibble == 15) {
                length = in.byte();
                if (length == 255) {
                    length = in.u16();
                    if (length == 0) length = in.u32();
                    if (length < 22) bad("a length is too short for its form");
                    length -= 22;
                }
                length += 15;
            }
            length += 7;
        }
        copy(out, (value >> 3) + 1, length + 3, size);
    }
    while (left-- > 0) {
        if ((flags >> left & 1) == 0) bad("the last flags do not end in ones");
    }
    if (!in.at_end()) bad("bytes are left over");
    return out;
}

ByteVector lznt1(In stored, std::size_t size) {
    Source in(stored);
    ByteVector out;
    while (out.size() < size) {
        const unsigned header = in.u16();
        if ((header & 0x7000) != 0x3000) bad("a chunk has no signature");
        const std::size_t chunk_end = in.at() + (header & 0xFFF) + 1;
        const std::size_t chunk_begin = out.size();
        while (in.at() < chunk_end) {
            if ((header & 0x8000) == 0) {
                out.push_back(static_cast<std::uint8_t>(in.byte()));
                continue;
            }
            unsigned flags = in.byte();
            for (int i = 0; i < 8 && in.at() < chunk_end; ++i, flags >>= 1) {
                if ((flags & 1) == 0) {
                    out.push_back(static_cast<std::uint8_t>(in.byte()));
                    continue;
                }
                const unsigned value = in.u16();
                unsigned length_mask = 0xFFF, shift = 12;
                for (std::size_t past = out.size() - chunk_begin - 1; past >= 16; past >>= 1) {
                    length_mask >>= 1;
                    --shift;
                }
                copy(out, (value >> shift) + 1, (value & length_mask) + 3, size);
            }
        }
        if (out.size() - chunk_begin > 4096) bad("a chunk is too long");
    }
    if (!in.at_end()) bad("bytes are left over");
    return out;
}

// All 15-bit words and the symbol and length of the code that each begins with.
struct HuffmanTable {
    std::array<std::uint16_t, 32768> symbols{};
    std::array<std::uint8_t, 512> lengths{};
};

HuffmanTable read_table(Source& in) {
    HuffmanTable table;
    for (std::size_t i = 0; i < 512; i += 2) {
        const unsigned both = in.byte();
        table.lengths[i] = both & 15;
        table.lengths[i + 1] = static_cast<std::uint8_t>(both >> 4);
    }
    std::size_t at = 0;
    for (unsigned length = 1; length <= 15; ++length) {
        for (std::size_t symbol = 0; symbol < 512; ++symbol) {
            if (table.lengths[symbol] != length) continue;
            const std::size_t count = std::size_t{1} << (15 - length);
            if (at + count > table.symbols.size()) bad("too many codes");
            std::fill_n(table.symbols.begin() + static_cast<std::ptrdiff_t>(at), count,
                        static_cast<std::uint16_t>(symbol));
            at += count;
        }
    }
    if (at != table.symbols.size()) bad("too few codes");
    return table;
}

class HuffmanSource {
  public:
    explicit HuffmanSource(Source& in) : in_(in) {
        bits_ = in_.u16() << 16;
        bits_ |= in_.u16();
    }
    unsigned take(unsigned count) {
        const unsigned value = count == 0 ? 0 : bits_ >> (32 - count);
        skip(count);
        return value;
    }
    unsigned symbol(const HuffmanTable& table) {
        const unsigned symbol = table.symbols[bits_ >> 17];
        skip(table.lengths[symbol]);
        return symbol;
    }

  private:
    void skip(unsigned count) {
        bits_ = count == 0 ? bits_ : bits_ << count;
        extra_ -= static_cast<int>(count);
        if (extra_ < 0) {
            bits_ |= in_.u16() << -extra_;
            extra_ += 16;
        }
    }
    Source& in_;
    std::uint32_t bits_ = 0;
    int extra_ = 16;
};

ByteVector huffman(In stored, std::size_t size) {
    Source in(stored);
    ByteVector out;
    while (out.size() < size) {
        const HuffmanTable table = read_table(in);
        HuffmanSource bits(in);
        const std::size_t end = std::min(size, out.size() + 65536);
        while (out.size() < end) {
            const unsigned symbol = bits.symbol(table);
            if (symbol < 256) {
                out.push_back(static_cast<std::uint8_t>(symbol));
                continue;
            }
            std::size_t length = symbol & 15;
            if (length == 15) {
                length = in.byte() + 15;
                if (length == 270) length = in.u16();
                if (length < 15) bad("a length is too short for its form");
            }
            const unsigned distance_bits = (symbol - 256) >> 4;
            const std::size_t distance =
                (std::size_t{1} << distance_bits) + bits.take(distance_bits);
            copy(out, distance, length + 3, end);
        }
        if (end == size && bits.symbol(table) != 256) bad("the data has no end");
    }
    if (!in.at_end()) bad("bytes are left over");
    return out;
}

}  // namespace

ByteVector decompress(std::span<const std::uint8_t> stored, std::size_t size, unsigned format) {
    switch (format) {
        case 2:
            return lznt1(stored, size);
        case 3:
            return xpress(stored, size);
        case 4:
            return huffman(stored, size);
        default:
            bad("no such compression");
    }
}

}  // namespace benchlab::story_test
