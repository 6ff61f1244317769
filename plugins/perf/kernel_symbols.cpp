#include "perf/kernel_symbols.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "perf/packed_section.hpp"

namespace benchlab::perf {
namespace {

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
    const auto text = read_packed_section(section, "benchlab.kallsyms");
    return text && read_lines(*text, use);
}

}  // namespace benchlab::perf
