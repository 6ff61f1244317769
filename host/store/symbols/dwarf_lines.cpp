#include "store/symbols/dwarf_lines.hpp"

#include <dwarf.h>

#include <string_view>
#include <system_error>
#include <utility>

namespace benchlab::store {
namespace {

// How deep entries may lie in each other, and how many a unit may have: real ones are far below,
// and a damaged file ends somewhere.
constexpr std::size_t kMostDepth = 200;
constexpr std::size_t kMostEntries = 20'000'000;

const char* string_of(Dwarf_Die& die, unsigned name) {
    Dwarf_Attribute attribute{};
    return dwarf_formstring(dwarf_attr_integrate(&die, name, &attribute));
}

std::string name_of(Dwarf_Die& die) {
    for (const unsigned name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name, DW_AT_name}) {
        if (const char* const text = string_of(die, name)) return text;
    }
    return {};
}

std::uint64_t number_of(Dwarf_Die& die, unsigned name) {
    Dwarf_Attribute attribute{};
    Dwarf_Word value = 0;
    if (dwarf_formudata(dwarf_attr(&die, name, &attribute), &value) != 0) return 0;
    return value;
}

std::string whole_path(Dwarf_Die& unit, const char* file) {
    if (file == nullptr) return {};
    const char* const folder = *file == '/' ? nullptr : string_of(unit, DW_AT_comp_dir);
    return folder == nullptr ? std::string(file) : std::string(folder) + '/' + file;
}

// Where an inlined function was called.
void set_call_site(Dwarf_Die& unit, Dwarf_Die& inlined, SourceFrame& into) {
    into.line = number_of(inlined, DW_AT_call_line);
    Dwarf_Files* files = nullptr;
    std::size_t count = 0;
    const std::uint64_t file = number_of(inlined, DW_AT_call_file);
    if (dwarf_getsrcfiles(&unit, &files, &count) != 0 || file >= count) return;
    into.file =
        whole_path(unit, dwarf_filesrc(files, static_cast<std::size_t>(file), nullptr, nullptr));
}

void set_line(Dwarf_Die& unit, std::uint64_t address, SourceFrame& into) {
    Dwarf_Line* const line = dwarf_getsrc_die(&unit, address);
    if (line == nullptr) return;
    int number = 0;
    if (dwarf_lineno(line, &number) == 0 && number > 0) {
        into.line = static_cast<std::uint64_t>(number);
    }
    into.file = whole_path(unit, dwarf_linesrc(line, nullptr, nullptr));
}

template <class Visit>
void each_range(Dwarf_Die& die, Visit&& visit) {
    Dwarf_Addr base = 0, begin = 0, end = 0;
    std::ptrdiff_t at = 0;
    while ((at = dwarf_ranges(&die, at, &base, &begin, &end)) > 0) {
        // What the linker left out begins at zero.
        if (begin != 0 && begin < end) visit(begin, end);
    }
}

// Siblings stand one behind the other; visit() is false when it has seen enough.
template <class Visit>
void each_child(Dwarf_Die& die, Visit&& visit) {
    Dwarf_Die child{};
    if (dwarf_child(&die, &child) != 0) return;
    for (;;) {
        const Dwarf_Off at = dwarf_dieoffset(&child);
        if (!visit(child)) return;
        Dwarf_Die next{};
        if (dwarf_siblingof(&child, &next) != 0 || dwarf_dieoffset(&next) <= at) return;
        child = next;
    }
}

// The next function inlined at the address; blocks on the way do not count.
bool find_inlined(Dwarf_Die& in, std::uint64_t address, std::size_t depth, Dwarf_Die& out) {
    bool found = false;
    each_child(in, [&](Dwarf_Die& child) {
        const int tag = dwarf_tag(&child);
        if (tag == DW_TAG_inlined_subroutine && dwarf_haspc(&child, address) > 0) {
            out = child;
            found = true;
        } else if (tag == DW_TAG_lexical_block && depth < kMostDepth) {
            found = find_inlined(child, address, depth + 1, out);
        }
        return !found;
    });
    return found;
}

}  // namespace

std::unique_ptr<DwarfLines> DwarfLines::open(Elf* elf, const std::filesystem::path& folder) {
    Handle dwarf(dwarf_begin_elf(elf, DWARF_C_READ, nullptr));
    if (!dwarf) return nullptr;
    std::unique_ptr<DwarfLines> out(new DwarfLines(std::move(dwarf)));
    if (!out->open_common(folder)) return nullptr;
    std::size_t count = 0;
    if (dwarf_getaranges(out->dwarf_.get(), &out->ranges_, &count) != 0) out->ranges_ = nullptr;
    return out;
}

// What dwz took out of several files into one.  Opened here and not by libdw, which would open
// whatever the file names.
bool DwarfLines::open_common(const std::filesystem::path& folder) {
    const char* name = nullptr;
    const void* id = nullptr;
    const std::ptrdiff_t id_size = dwelf_dwarf_gnu_debugaltlink(dwarf_.get(), &name, &id);
    if (id_size == 0) return true;
    if (id_size < 0 || name == nullptr) return false;
    common_elf_ = open_elf(std::filesystem::path(name).is_absolute() ? std::filesystem::path(name)
                                                                     : folder / name);
    const void* found = nullptr;
    if (!common_elf_ || dwelf_elf_gnu_build_id(common_elf_.get(), &found) != id_size) return false;
    const std::string_view wanted(static_cast<const char*>(id), static_cast<std::size_t>(id_size));
    if (wanted != std::string_view(static_cast<const char*>(found), wanted.size())) return false;
    common_.reset(dwarf_begin_elf(common_elf_.get(), DWARF_C_READ, nullptr));
    if (!common_) return false;
    dwarf_setalt(dwarf_.get(), common_.get());
    return true;
}

// The table of ranges is short.  Not all compilers make one, and then every unit is looked at once.
std::optional<Dwarf_Off> DwarfLines::unit_at(std::uint64_t address) {
    Dwarf_Arange* const range = ranges_ ? dwarf_getarange_addr(ranges_, address) : nullptr;
    Dwarf_Off die = 0;
    if (range != nullptr && dwarf_getarangeinfo(range, nullptr, nullptr, &die) == 0) return die;
    read_units();
    const FunctionTable::Function* const found = all_units_.find(address);
    return found ? std::optional(unit_dies_[found->name]) : std::nullopt;
}

void DwarfLines::read_units() {
    if (std::exchange(all_read_, true)) return;
    std::vector<Symbol> ranges;
    Dwarf_Off at = 0, next = 0;
    std::size_t header = 0;
    while (dwarf_nextcu(dwarf_.get(), at, &next, &header, nullptr, nullptr, nullptr) == 0) {
        Dwarf_Die die{};
        const bool there = dwarf_offdie(dwarf_.get(), at + header, &die) != nullptr;
        // A skeleton has the lines, and another file (.dwo) the rest.
        if (there &&
            (dwarf_tag(&die) == DW_TAG_compile_unit || dwarf_tag(&die) == DW_TAG_skeleton_unit)) {
            const auto place = static_cast<std::uint32_t>(unit_dies_.size());
            each_range(die, [&](std::uint64_t begin, std::uint64_t end) {
                ranges.push_back({begin, end, place, 0, false, false});
            });
            unit_dies_.push_back(at + header);
        }
        if (next <= at) break;
        at = next;
    }
    all_units_ = FunctionTable(std::move(ranges));
}

// Functions stand in namespaces, classes and in each other.
DwarfLines::Unit DwarfLines::read_functions(Dwarf_Die unit) const {
    Unit out;
    std::vector<Symbol> ranges;
    std::vector<Dwarf_Die> open{unit}, next;
    std::size_t seen = 0;
    for (std::size_t depth = 0; depth < kMostDepth && !open.empty(); ++depth) {
        for (Dwarf_Die& parent : open) {
            each_child(parent, [&](Dwarf_Die& child) {
                const int tag = dwarf_tag(&child);
                if (tag == DW_TAG_subprogram) {
                    const auto place = static_cast<std::uint32_t>(out.dies.size());
                    out.dies.push_back(dwarf_dieoffset(&child));
                    each_range(child, [&](std::uint64_t begin, std::uint64_t end) {
                        ranges.push_back({begin, end, place, 0, false, false});
                    });
                }
                if (dwarf_haschildren(&child) > 0 && tag != DW_TAG_inlined_subroutine) {
                    next.push_back(child);
                }
                return ++seen < kMostEntries;
            });
        }
        open = std::exchange(next, {});
    }
    out.functions = FunctionTable(std::move(ranges));
    return out;
}

// The function, then what is inlined, inwards.
std::vector<Dwarf_Die> DwarfLines::chain_at(const Dwarf_Die& unit, std::uint64_t address) {
    std::vector<Dwarf_Die> out;
    Dwarf_Die die = unit;
    const auto [known, fresh] = units_.try_emplace(dwarf_dieoffset(&die));
    if (fresh) known->second = read_functions(unit);
    const FunctionTable::Function* const function = known->second.functions.find(address);
    if (function == nullptr ||
        dwarf_offdie(dwarf_.get(), known->second.dies[function->name], &die) == nullptr) {
        return out;
    }
    do {
        out.push_back(die);
    } while (out.size() < kMostDepth && find_inlined(out.back(), address, 0, die));
    return out;
}

std::vector<SourceFrame> DwarfLines::at(std::uint64_t address) {
    std::vector<SourceFrame> out;
    const auto unit = unit_at(address);
    Dwarf_Die die{};
    if (!unit || dwarf_offdie(dwarf_.get(), *unit, &die) == nullptr) return out;
    std::vector<Dwarf_Die> chain = chain_at(die, address);
    out.resize(std::max<std::size_t>(chain.size(), 1));
    for (std::size_t i = 0; i < chain.size(); ++i) {
        out[i].name = name_of(chain[i]);
        if (i > 0) set_call_site(die, chain[i], out[i - 1]);
    }
    set_line(die, address, out.back());
    return out;
}

}  // namespace benchlab::store
