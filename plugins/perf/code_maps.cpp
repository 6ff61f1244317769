#include "perf/code_maps.hpp"

#include <algorithm>
#include <benchlab/host.hpp>
#include <charconv>
#include <optional>

#include "common/input_file.hpp"
#include "perf/made_code.hpp"
#include "perf/packed_section.hpp"

#ifdef __linux__
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#endif

namespace benchlab::perf {
namespace {

constexpr std::uint64_t kMostBytes = 64u << 20;
constexpr std::size_t kMostNamed = 3;  // maps, in what is said of them

std::optional<std::string> read_whole(const std::string& path) {
    try {
        const InputFile file(path);
        if (file.size() > kMostBytes) return std::nullopt;
        std::string text(static_cast<std::size_t>(file.size()), '\0');
        const Bytes read =
            file.read(0, {reinterpret_cast<std::uint8_t*>(text.data()), text.size()});
        text.resize(read.size());
        return text;
    } catch (const Error&) {
        return std::nullopt;  // there is none
    }
}

#ifdef __linux__
std::string this_host() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

constexpr std::uint64_t kNsPerSecond = 1'000'000'000;

std::uint64_t written_at(const struct stat& status) {
    return static_cast<std::uint64_t>(status.st_mtim.tv_sec) * kNsPerSecond +
           static_cast<std::uint64_t>(status.st_mtim.tv_nsec);
}

// Why a list in a folder where everybody may write is not believed; null when it is.
const char* doubt_about(const struct stat& status, std::uint64_t written_until_ns) {
    if (!S_ISREG(status.st_mode)) return "it is a link";
    if (status.st_uid != 0 && status.st_uid != ::geteuid()) return "it is another user's";
    // A number is given to another process in time.
    if (written_at(status) > written_until_ns)
        return "it was written after the recording, perhaps by another process";
    return nullptr;
}
#endif

bool take_number(std::string_view& line, std::uint64_t& number) {
    if (line.starts_with("0x")) line.remove_prefix(2);
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number, 16);
    const auto digits = static_cast<std::size_t>(end - line.data());
    if (error != std::errc() || digits >= line.size() || line[digits] != ' ') return false;
    line.remove_prefix(digits + 1);
    return true;
}

}  // namespace

void read_code_map(std::string_view text,
                   const std::function<void(std::uint64_t, std::uint64_t, std::string_view)>& use) {
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        std::uint64_t address = 0, size = 0;
        if (take_number(line, address) && take_number(line, size) && !line.empty())
            use(address, size, line);
    }
}

CodeMaps::CodeMaps(const Session& session, const std::string& path, std::uint64_t end,
                   const std::set<std::uint32_t>& pids) {
    is_damaged_ = !session.code_maps().empty() && !read_kept(session.code_maps());
    look_beside(path, pids);
#ifdef __linux__
    const SessionFacts& facts = session.facts();
    if (facts.host_name.empty() || facts.host_name != this_host()) return;
    std::uint64_t end_ns = facts.wall_ns + (end - facts.clock_ns);
    struct stat status {};
    if (facts.wall_ns == 0 || end < facts.clock_ns)
        end_ns = ::stat(path.c_str(), &status) == 0 ? written_at(status) : 0;
    look_in_tmp(end_ns, pids);
#else
    (void)end;
#endif
}

// record/code_maps.hpp has the layout.
bool CodeMaps::read_kept(Bytes section) {
    const auto content = read_packed_section(section, "benchlab.perfmaps");
    if (!content) return false;
    Fields fields(Bytes(reinterpret_cast<const std::uint8_t*>(content->data()), content->size()),
                  ByteOrder());
    while (fields.left() > 0) {
        const std::uint32_t pid = fields.u32();
        const std::uint64_t size = fields.u64();
        const std::string from(fields.text());
        const Bytes text = fields.raw(size);
        if (fields.failed()) return false;
        maps_[pid] = {std::string(text.begin(), text.end()), from + ", kept in the recording"};
    }
    return true;
}

void CodeMaps::look_beside(const std::string& path, const std::set<std::uint32_t>& pids) {
    const std::string folder = path.substr(0, path.find_last_of("/\\") + 1);
    for (const std::uint32_t pid : pids) {
        if (maps_.count(pid) != 0) continue;
        const std::string place = folder + code_map_name(std::to_string(pid));
        if (auto text = read_whole(place)) maps_[pid] = {std::move(*text), place};
    }
}

void CodeMaps::look_in_tmp(std::uint64_t written_until_ns, const std::set<std::uint32_t>& pids) {
#ifdef __linux__
    for (const std::uint32_t pid : pids) {
        const std::string place = "/tmp/" + code_map_name(std::to_string(pid));
        struct stat status {};
        if (maps_.count(pid) != 0 || ::lstat(place.c_str(), &status) != 0) continue;
        if (const char* const doubt = doubt_about(status, written_until_ns)) {
            notes_.push_back(place + " is not read, as " + doubt +
                             " (if it is the right one, copy it beside the recording)");
        } else if (auto text = read_whole(place)) {
            maps_[pid] = {std::move(*text), place};
        }
    }
#else
    (void)written_until_ns, (void)pids;
#endif
}

void CodeMaps::write(const Lane& lane) const {
    struct Function {
        std::uint32_t pid;
        std::uint64_t address, size;
        std::uint32_t name;
    };
    std::vector<Function> functions;
    std::string said;
    std::size_t named = 0;
    const auto say = [&](const std::string& text) {
        if (++named <= kMostNamed) said += (said.empty() ? "" : "; ") + text;
    };
    for (const auto& [key, map] : maps_) {
        const std::uint32_t pid = key;  // clang 14 does not let a lambda have a binding
        const std::size_t before = functions.size();
        read_code_map(map.text,
                      [&](std::uint64_t address, std::uint64_t size, std::string_view name) {
                          functions.push_back({pid, address, size, lane.intern(name)});
                      });
        say(std::to_string(functions.size() - before) + " functions of process " +
            std::to_string(pid) + ": " + map.from);
    }
    for (const std::string& each : notes_) say(each);
    if (named > kMostNamed) said += "; and " + std::to_string(named - kMostNamed) + " more";
    if (!said.empty()) lane.fact("jit", said);
    if (is_damaged_)
        lane.problem("perf.code-maps", "names of code that was made at run time cannot be read", 0);
    if (functions.empty()) return;
    RowWriter rows;
    rows.open(lane, spec_of(Table::kSymbol));
    rows.expect(static_cast<std::uint32_t>(functions.size()));
    for (const Function& each : functions) {
        rows.next();
        rows.set(SymbolColumn::kProcess, each.pid);
        rows.set(SymbolColumn::kAddress, each.address);
        rows.set(SymbolColumn::kSize, each.size);
        rows.set(SymbolColumn::kName, each.name);
    }
}

}  // namespace benchlab::perf
