#include "symbol_tools.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace benchlab::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
}

std::vector<std::string> words_of(const std::string& line) {
    std::vector<std::string> out;
    std::istringstream in(line);
    for (std::string word; in >> word;) out.push_back(word);
    return out;
}

std::uint64_t hex(const std::string& text) {
    return std::stoull(text, nullptr, 16);
}

std::string quoted(const fs::path& path) {
    return "'" + path.string() + "'";
}

// Names have the version of a library behind them.
std::string without_version(const std::string& name) {
    const std::size_t at = name.find('@');
    return at == std::string::npos || at == 0 ? name : name.substr(0, at);
}

}  // namespace

const fs::path& symbol_folder() {
    static const fs::path folder = [] {
        const fs::path out = fs::path(BENCHLAB_TEST_BINARY_DIR) / "symbol-files";
        fs::remove_all(out);
        fs::create_directories(out);
        return out;
    }();
    return folder;
}

std::string output_of(const std::string& command) {
    std::string out;
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error(command);
    std::array<char, 4096> piece{};
    while (const std::size_t got = std::fread(piece.data(), 1, piece.size(), pipe)) {
        out.append(piece.data(), got);
    }
    if (::pclose(pipe) != 0) throw std::runtime_error("failed: " + command);
    return out;
}

bool has_tool(const std::string& name) {
    const std::string command = "command -v " + name + " >/dev/null 2>&1";
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    return pipe != nullptr && ::pclose(pipe) == 0;
}

fs::path make_program(const std::string& name, const std::string& words,
                      const std::string& compiler) {
    fs::path file = symbol_folder() / name;
    if (fs::exists(file)) return file;
    const fs::path source =
        fs::path(BENCHLAB_TEST_SOURCE_DIR) / "tests/unit/store/symbols/shapes.cpp";
    output_of(fmt::format("{} -std=c++17 -Wl,--build-id {} {} -o {}",
                          compiler.empty() ? BENCHLAB_TEST_COMPILER : compiler, words,
                          quoted(source), quoted(file)));
    return file;
}

fs::path copy_to(const fs::path& from, const fs::path& to) {
    fs::create_directories(to.parent_path());
    fs::copy_file(from, to, fs::copy_options::overwrite_existing);
    return to;
}

std::vector<NamedFunction> named_functions(const fs::path& file, bool dynamic) {
    // "   12: 0000000000001139    11 FUNC    GLOBAL DEFAULT   14 main"
    std::map<std::uint64_t, NamedFunction> found;
    for (const std::string& line : lines_of(output_of(
             fmt::format("readelf -W {} {}", dynamic ? "--dyn-syms" : "-s", quoted(file))))) {
        const auto words = words_of(line);
        if (words.size() < 8 || words[3] != "FUNC" || words[6] == "UND") continue;
        const std::uint64_t size = std::stoull(words[2], nullptr, 0), start = hex(words[1]);
        if (size == 0) continue;
        found[start].start = start;
        found[start].size = size;
    }
    // "0000000000001139 T main"
    for (const std::string& line : lines_of(output_of(
             fmt::format("nm -C --defined-only {} {}", dynamic ? "-D" : "", quoted(file))))) {
        constexpr std::size_t kName = 19;
        if (line.size() < kName) continue;
        const auto at = found.find(hex(line.substr(0, 16)));
        if (at != found.end()) at->second.names.insert(without_version(line.substr(kName)));
    }
    std::vector<NamedFunction> out;
    for (auto& [start, each] : found) out.push_back(std::move(each));
    return out;
}

FileOffsets::FileOffsets(const fs::path& file) {
    // "  LOAD  0x001000 0x0000000000001000 0x0000000000001000 0x0001d9 0x0001d9 R E 0x1000"
    for (const std::string& line : lines_of(output_of("readelf -lW " + quoted(file)))) {
        const auto words = words_of(line);
        if (words.size() < 6 || words[0] != "LOAD") continue;
        parts_.push_back({hex(words[1]), hex(words[2]), hex(words[4])});
    }
}

std::uint64_t FileOffsets::of(std::uint64_t address) const {
    for (const Part& each : parts_) {
        if (address >= each.address && address - each.address < each.size) {
            return each.offset + (address - each.address);
        }
    }
    throw std::runtime_error(fmt::format("no part of the file has {:#x}", address));
}

std::map<std::uint64_t, std::vector<FrameText>> source_frames(
    const std::string& tool, const fs::path& file, const std::vector<std::uint64_t>& addresses) {
    const fs::path list = symbol_folder() / "addresses.txt";
    {
        std::ofstream out(list);
        for (const std::uint64_t each : addresses) out << fmt::format("{:#x}\n", each);
    }
    std::map<std::uint64_t, std::vector<FrameText>> out;
    std::vector<FrameText>* frames = nullptr;
    bool name = true;
    for (const std::string& line : lines_of(output_of(
             fmt::format("{} -a -f -i -C -e {} < {}", tool, quoted(file), quoted(list))))) {
        if (line.starts_with("0x")) {
            frames = &out[hex(line)];
            name = true;
        } else if (name) {
            frames->push_back({line, ""});
            name = false;
        } else {
            frames->back().place = line.substr(0, line.find(" (disc"));
            name = true;
        }
    }
    return out;
}

std::vector<UnwindEntry> unwind_entries(const fs::path& file) {
    // "00000018 0000000000000014 0000001c FDE cie=00000000 pc=0000000000001050..0000000000001076"
    std::vector<UnwindEntry> out;
    for (const std::string& line :
         lines_of(output_of("readelf -W --debug-dump=frames " + quoted(file) + " 2>/dev/null"))) {
        const std::size_t at = line.find(" pc=");
        if (at == std::string::npos) continue;
        const std::size_t dots = line.find("..", at);
        out.push_back({hex(line.substr(at + 4, dots - at - 4)), hex(line.substr(dots + 2))});
    }
    return out;
}

std::string build_id(const fs::path& file) {
    const std::string text = output_of("readelf -n " + quoted(file));
    const std::string mark = "Build ID: ";
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) return {};
    const std::size_t begin = at + mark.size();
    return text.substr(begin, text.find_first_not_of("0123456789abcdef", begin) - begin);
}

}  // namespace benchlab::test
