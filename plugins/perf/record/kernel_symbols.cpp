#include "perf/record/kernel_symbols.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string>
#include <vector>

#include "perf/record/elf.hpp"
#include "perf/record/features.hpp"
#include "perf/record/system.hpp"

namespace benchlab::perf {
namespace {

struct Symbol {
    std::uint64_t address = 0;
    char type = 0;
    std::string_view name;  // and the module: "name\t[module]"
};

// One line: "ffffffff81000000 T _stext" and, of a module, "\t[module]".
bool parse_symbol(std::string_view line, Symbol& symbol) {
    const auto read = std::from_chars(line.data(), line.data() + line.size(), symbol.address, 16);
    const auto digits = static_cast<std::size_t>(read.ptr - line.data());
    if (read.ec != std::errc() || digits + 3 >= line.size() || line[digits] != ' ') return false;
    symbol.type = line[digits + 1];
    symbol.name = line.substr(digits + 3);
    return true;
}

template <class Take>
void for_each_symbol(std::string_view text, Take&& take) {
    Symbol symbol;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (parse_symbol(text.substr(at, end - at), symbol)) take(symbol);
        at = end + 1;
    }
}

bool is_code(char type) {
    return type == 't' || type == 'T' || type == 'w' || type == 'W';
}

void append_hex(std::string& text, std::uint64_t value) {
    char digits[16];
    const auto written = std::to_chars(digits, digits + sizeof(digits), value, 16);
    text.append(digits, written.ptr);
}

void write_modules(RecordWriter& writer) {
    // "name size uses users state 0xADDRESS"
    const std::string text = read_file("/proc/modules").value_or("");
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        at = end + 1;
        char name[128] = {};
        unsigned long long size = 0, address = 0;
        if (std::sscanf(line.c_str(), "%127s %llu %*s %*s %*s %llx", name, &size, &address) == 3 &&
            address != 0)
            writer.kernel_image(address, size, 0, "[" + std::string(name) + "]");
    }
}

}  // namespace

std::optional<BuildId> kernel_build_id() {
    const auto notes = read_file("/sys/kernel/notes");
    if (!notes) return std::nullopt;
    return build_id_of_notes({reinterpret_cast<const std::uint8_t*>(notes->data()), notes->size()});
}

void write_kernel_images(RecordWriter& writer) {
    std::uint64_t begin = 0, end = 0;
    for_each_symbol(read_file("/proc/kallsyms").value_or(""), [&](const Symbol& symbol) {
        if (symbol.name == "_text") begin = symbol.address;
        if (symbol.name == "_etext") end = symbol.address;
    });
    if (begin == 0 || end <= begin) return;
    writer.kernel_image(begin, end - begin, begin, "[kernel.kallsyms]_text");
    write_modules(writer);
}

bool kernel_symbols_readable() {
    const auto first = read_line("/proc/kallsyms");
    Symbol symbol;
    return first && parse_symbol(*first, symbol) && symbol.address != 0;
}

std::string compact_symbols(const std::string& kallsyms) {
    std::vector<Symbol> symbols;
    for_each_symbol(kallsyms, [&](const Symbol& symbol) {
        if (is_code(symbol.type) && symbol.address != 0) symbols.push_back(symbol);
    });
    std::stable_sort(symbols.begin(), symbols.end(),
                     [](const Symbol& a, const Symbol& b) { return a.address < b.address; });
    std::string text;
    std::uint64_t last = 0;
    for (const Symbol& symbol : symbols) {
        append_hex(text, symbol.address - last);
        text += ' ';
        for (const char letter : symbol.name) text += letter == '\t' ? ' ' : letter;
        text += '\n';
        last = symbol.address;
    }
    return text;
}

Blob kernel_symbols_section() {
    if (!kernel_symbols_readable()) return {};
    return packed_section("benchlab.kallsyms",
                          compact_symbols(read_file("/proc/kallsyms").value_or("")));
}

}  // namespace benchlab::perf
