#include "perf/packed_section.hpp"

#include "perf/unpacker.hpp"

namespace benchlab::perf {
namespace {

// A whole kernel has some MiB of names.
constexpr std::uint64_t kMostText = 64u << 20;

bool unpack(Bytes packed, std::uint64_t size, std::string& text) {
    if (!Unpacker::is_available()) return false;
    Unpacker unpacker;
    unpacker.give(packed);
    while (text.size() < size && unpacker.more()) {
        const Bytes bytes = unpacker.bytes();
        text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        unpacker.take(bytes.size());
    }
    return text.size() == size;
}

}  // namespace

std::optional<std::string> read_packed_section(Bytes section, std::string_view name) {
    constexpr std::uint16_t kVersion = 1;
    Fields fields(section, ByteOrder());
    const bool is_known = fields.text() == name && fields.u16() == kVersion;
    const std::uint32_t packing = fields.u32();
    const std::uint64_t size = fields.u64();
    if (!is_known || fields.failed() || packing > 1 || size > kMostText) return std::nullopt;
    const Bytes rest = section.subspan(fields.at());
    std::string text;
    if (packing == 1 && !unpack(rest, size, text)) return std::nullopt;
    if (packing == 0) text.assign(reinterpret_cast<const char*>(rest.data()), rest.size());
    return text;
}

}  // namespace benchlab::perf
