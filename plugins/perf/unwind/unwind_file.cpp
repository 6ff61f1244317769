#include "perf/unwind/unwind_file.hpp"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "perf/byte_order.hpp"
#include "perf/unwind/dwarf_codes.hpp"

namespace benchlab::perf {
namespace {

struct ElfCloser {
    void operator()(Elf* elf) const { elf_end(elf); }
};
struct RulesCloser {
    void operator()(Dwarf_CFI* rules) const { dwarf_cfi_end(rules); }
};
struct Free {
    void operator()(Dwarf_Frame* frame) const { std::free(frame); }
};
using ElfHandle = std::unique_ptr<Elf, ElfCloser>;

// A path in a trace may name anything: opening a device may do something, and opening a pipe would
// wait for who writes to it.
ElfHandle open_elf(const std::string& path) {
    if (elf_version(EV_CURRENT) == EV_NONE) return nullptr;
    struct stat state {};
    if (::stat(path.c_str(), &state) != 0 || !S_ISREG(state.st_mode)) return nullptr;
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return nullptr;
    ElfHandle elf;
    if (::fstat(descriptor, &state) == 0 && S_ISREG(state.st_mode))
        elf.reset(elf_begin(descriptor, ELF_C_READ_MMAP, nullptr));
    // A trace has hundreds of files, and a process may not have that many open.
    const bool is_good =
        elf && elf_kind(elf.get()) == ELF_K_ELF && elf_cntl(elf.get(), ELF_C_FDREAD) == 0;
    ::close(descriptor);
    return is_good ? std::move(elf) : nullptr;
}

std::string build_id_of(Elf* elf) {
    const void* id = nullptr;
    const auto size = dwelf_elf_gnu_build_id(elf, &id);
    if (size <= 0) return {};
    return hex_text(Bytes(static_cast<const std::uint8_t*>(id), static_cast<std::size_t>(size)));
}

// Recordings fill a short id up with zeros.
bool is_same_build(const std::string& recorded, const std::string& found) {
    return !found.empty() && recorded.starts_with(found) &&
           recorded.find_first_not_of('0', found.size()) == std::string::npos;
}

Expression copied(const Dwarf_Op* operations, std::size_t count) {
    Expression out;
    for (std::size_t i = 0; i < count; ++i)
        out.push_back({operations[i].atom, operations[i].number, operations[i].number2});
    return out;
}

// libdw says it all as expressions; the usual ones are offsets.
FrameRule::Place place_of(const Dwarf_Op* operations, std::size_t count) {
    using Place = FrameRule::Place;
    Place place;
    const bool is_value = count > 0 && operations[count - 1].atom == kOpIsValue;
    if (is_value) --count;
    const bool from_begin = count > 0 && operations[0].atom == kOpFrameBegin;
    if (from_begin && (count == 1 || (count == 2 && operations[1].atom == kOpAddConstant))) {
        place.kind = is_value ? Place::kOffset : Place::kSaved;
        place.offset = count == 1 ? 0 : static_cast<std::int64_t>(operations[1].number);
        return place;
    }
    // In another register of the function's.
    if (count == 1 && (operations[0].atom == DW_OP_regx ||
                       (operations[0].atom >= DW_OP_reg0 && operations[0].atom <= DW_OP_reg31))) {
        const std::uint64_t number = operations[0].atom == DW_OP_regx
                                         ? operations[0].number
                                         : operations[0].atom - std::uint64_t{DW_OP_reg0};
        place.kind = Place::kIs;
        place.expression = {{kOpRegisterX, number, 0}};
        return place;
    }
    place.kind = is_value ? Place::kIs : Place::kSavedAt;
    place.expression = copied(operations, count);
    return place;
}

bool read_begin(Dwarf_Frame* frame, FrameRule& rule) {
    Dwarf_Op* operations = nullptr;
    std::size_t count = 0;
    if (dwarf_frame_cfa(frame, &operations, &count) != 0 || count == 0) return false;
    const Dwarf_Op& first = operations[0];
    if (count == 1 && first.atom >= kOpRegister0 && first.atom <= kOpRegister31) {
        rule.base = first.atom - unsigned{kOpRegister0};
        rule.offset = static_cast<std::int64_t>(first.number);
    } else if (count == 1 && first.atom == kOpRegisterX && first.number < kRegisterCount) {
        rule.base = static_cast<unsigned>(first.number);
        rule.offset = static_cast<std::int64_t>(first.number2);
    } else {
        rule.by_register = false;
        rule.expression = copied(operations, count);
    }
    return true;
}

std::optional<FrameRule> read_rule(Dwarf_CFI* rules, std::uint64_t address) {
    Dwarf_Frame* made = nullptr;
    if (dwarf_cfi_addrframe(rules, address, &made) != 0) return std::nullopt;
    const std::unique_ptr<Dwarf_Frame, Free> frame(made);
    FrameRule rule;
    const int returns_by = dwarf_frame_info(made, nullptr, nullptr, &rule.is_interrupted);
    if (returns_by != static_cast<int>(kCodeRegister) || !read_begin(made, rule))
        return std::nullopt;
    for (unsigned number = 0; number < kRegisterCount; ++number) {
        std::array<Dwarf_Op, 3> room{};
        Dwarf_Op* operations = nullptr;
        std::size_t count = 0;
        if (dwarf_frame_register(made, static_cast<int>(number), room.data(), &operations,
                                 &count) != 0)
            return std::nullopt;
        FrameRule::Place& place = rule.places[number];
        if (count > 0)
            place = place_of(operations, count);
        else
            place.kind = operations == nullptr ? FrameRule::Place::kSame : FrameRule::Place::kLost;
    }
    return rule;
}

class ElfUnwindFile final : public UnwindFile {
  public:
    ElfUnwindFile(ElfHandle elf, Dwarf_CFI* rules) : elf_(std::move(elf)), rules_(rules) {
        std::size_t count = 0;
        if (elf_getphdrnum(elf_.get(), &count) != 0) return;
        for (std::size_t i = 0; i < count; ++i) {
            GElf_Phdr header{};
            if (gelf_getphdr(elf_.get(), static_cast<int>(i), &header) == nullptr) return;
            if (header.p_type == PT_LOAD && (header.p_flags & PF_X) != 0)
                segments_.push_back({header.p_offset, header.p_filesz, header.p_vaddr});
        }
    }

    const FrameRule* rule(std::uint64_t offset) override {
        const auto known = known_.find(offset);
        if (known != known_.end()) return known->second.get();
        std::optional<FrameRule> found;
        for (const Segment& each : segments_) {
            if (offset >= each.offset && offset - each.offset < each.size)
                found = read_rule(rules_.get(), each.address + (offset - each.offset));
        }
        auto& kept = known_[offset];
        if (found) kept = std::make_unique<FrameRule>(std::move(*found));
        return kept.get();
    }

  private:
    struct Segment {
        std::uint64_t offset, size, address;
    };

    ElfHandle elf_;
    std::unique_ptr<Dwarf_CFI, RulesCloser> rules_;
    std::vector<Segment> segments_;
    std::unordered_map<std::uint64_t, std::unique_ptr<FrameRule>> known_;
};

std::unique_ptr<UnwindFile> with_rules(ElfHandle elf) {
    GElf_Ehdr header{};
    if (gelf_getehdr(elf.get(), &header) == nullptr || header.e_machine != EM_X86_64)
        return nullptr;
    Dwarf_CFI* const rules = dwarf_getcfi_elf(elf.get());
    if (rules == nullptr) return nullptr;
    return std::make_unique<ElfUnwindFile>(std::move(elf), rules);
}

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string() : value;
}

// What perf and debuginfod keep of files that are not there any more, or never were; the kernel's
// own [vdso], which is no file, among them (docs/symbols.md).
std::vector<std::string> copies_of(const std::string& build_id) {
    std::vector<std::string> out;
    const std::string home = variable("HOME"), cache = variable("XDG_CACHE_HOME");
    std::string debuginfod = variable("DEBUGINFOD_CACHE_PATH");
    if (debuginfod.empty() && !(cache + home).empty())
        debuginfod = (cache.empty() ? home + "/.cache" : cache) + "/debuginfod_client";
    if (!home.empty()) {
        const std::string folder =
            home + "/.debug/.build-id/" + build_id.substr(0, 2) + "/" + build_id.substr(2);
        for (const char* const name : {"/elf", "/vdso"}) out.push_back(folder + name);
    }
    if (!debuginfod.empty()) out.push_back(debuginfod + "/" + build_id + "/executable");
    return out;
}

}  // namespace

FoundUnwindFile find_unwind_file(const std::string& path, const std::string& build_id) {
    FoundUnwindFile found;
    std::vector<std::string> places;
    // Names like "[vdso]" and "//anon" are no paths.
    if (path.starts_with('/') && !path.starts_with("//")) places.push_back(path);
    if (!build_id.empty()) {
        for (std::string& each : copies_of(build_id)) places.push_back(std::move(each));
    }
    for (const std::string& each : places) {
        ElfHandle elf = open_elf(each);
        if (!elf) continue;
        if (!build_id.empty() && !is_same_build(build_id, build_id_of(elf.get()))) {
            found.is_other_build = true;
            continue;
        }
        found.file = with_rules(std::move(elf));
        if (found.file) break;
    }
    return found;
}

bool can_unwind() {
    return true;
}

}  // namespace benchlab::perf
