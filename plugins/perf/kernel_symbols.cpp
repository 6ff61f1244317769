#include "perf/kernel_symbols.hpp"

#include <algorithm>
#include <charconv>
#include <string>

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

// "DIFFERENCE NAME" or "DIFFERENCE NAME [MODULE]", line after line.
bool read_lines(std::string_view text,
                const std::function<void(std::uint64_t, std::string_view)>& use) {
    std::uint64_t address = 0;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        std::uint64_t step = 0;
        const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), step, 16);
        const std::size_t digits = static_cast<std::size_t>(end - line.data());
        if (error != std::errc() || digits + 2 > line.size() || line[digits] != ' ') return false;
        address += step;
        const std::string_view name = line.substr(digits + 1);
        use(address, name.substr(0, name.find(" [")));
    }
    return true;
}

}  // namespace

bool read_kernel_symbols(
    Bytes section, const std::function<void(std::uint64_t address, std::string_view name)>& use) {
    constexpr std::uint16_t kVersion = 1;
    Fields fields(section, ByteOrder());
    const bool is_ours = fields.text() == "benchlab.kallsyms" && fields.u16() == kVersion;
    const std::uint32_t packing = fields.u32();
    const std::uint64_t size = fields.u64();
    if (!is_ours || fields.failed() || packing > 1 || size > kMostText) return false;
    const Bytes rest = section.subspan(fields.at());
    std::string text;
    if (packing == 1 && !unpack(rest, size, text)) return false;
    if (packing == 0) text.assign(reinterpret_cast<const char*>(rest.data()), rest.size());
    return read_lines(text, use);
}

}  // namespace benchlab::perf
