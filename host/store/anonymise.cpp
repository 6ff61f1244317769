#include "store/anonymise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "store/string_pool.hpp"
#include "store/values.hpp"

namespace benchlab::store {
namespace {

// In lower case.  It has all that the waits section skips, so that what it finds stays the same.
constexpr std::string_view kEverybodys[] = {
    // Windows: the kernel and what enters it
    "ntoskrnl.exe", "ntkrnlmp.exe", "ntkrnlpa.exe", "ntkrpamp.exe", "hal.dll", "ntdll.dll",
    "kernelbase.dll", "kernel32.dll", "win32u.dll", "win32k.sys", "win32kfull.sys",
    "win32kbase.sys", "user32.dll", "gdi32.dll", "gdi32full.dll", "combase.dll", "ole32.dll",
    "advapi32.dll", "sechost.dll", "shell32.dll", "wow64.dll", "wow64cpu.dll", "wow64win.dll",
    "wow64base.dll", "ucrtbase.dll", "msvcrt.dll", "msvcp140.dll", "vcruntime140.dll",
    "vcruntime140_1.dll", "ws2_32.dll", "mswsock.dll", "rpcrt4.dll", "winmm.dll",
    // its drivers
    "afd.sys", "fltmgr.sys", "ntfs.sys", "ndis.sys", "tcpip.sys", "storport.sys", "stornvme.sys",
    "storahci.sys", "classpnp.sys", "disk.sys", "volsnap.sys", "wdf01000.sys", "acpi.sys",
    "pci.sys", "intelppm.sys", "amdppm.sys", "usbport.sys", "usbhub.sys", "usbxhci.sys",
    "hdaudbus.sys", "portcls.sys", "watchdog.sys", "hidclass.sys", "mouclass.sys", "kbdclass.sys",
    // graphics
    "dxgkrnl.sys", "dxgmms1.sys", "dxgmms2.sys", "dxgi.dll", "d3d9.dll", "d3d10.dll", "d3d11.dll",
    "d3d12.dll", "d3d12core.dll", "opengl32.dll", "vulkan-1.dll", "dwmcore.dll", "nvlddmkm.sys",
    "amdkmdag.sys", "atikmdag.sys", "igdkmd64.sys", "igdkmdn64.sys",
    // programs
    "idle", "system", "secure system", "registry", "memory compression", "smss.exe", "csrss.exe",
    "wininit.exe", "winlogon.exe", "services.exe", "lsass.exe", "svchost.exe", "dwm.exe",
    "explorer.exe", "audiodg.exe", "fontdrvhost.exe", "conhost.exe", "dllhost.exe", "taskhostw.exe",
    "taskhost.exe", "taskhostex.exe", "runtimebroker.exe", "searchindexer.exe", "wmiprvse.exe",
    "spoolsv.exe", "msmpeng.exe",
    // Linux
    "vmlinux", "[vdso]", "libc.so.6", "libpthread.so.0", "libm.so.6", "libstdc++.so.6"};
// Names with a version or an architecture behind these.
constexpr std::string_view kBeginnings[] = {"[kernel", "[guest.kernel", "vmlinux-", "ld-linux",
                                            "libc-2.", "libpthread-",   "ld-2."};
// The end of a name that a made-up one keeps, as it tells a driver from a library.
constexpr std::string_view kEndings[] = {".exe", ".dll", ".sys", ".drv", ".so"};

// What readers say of the recording itself; other facts may name the machine or its user.
constexpr std::string_view kFactsThatStay[] = {"format", "os", "os.build", "clock", "closed"};
// Problems whose sentences are ours and name nothing.
constexpr std::string_view kProblemsThatStay[] = {"etl.", "store.time"};
constexpr std::string_view kLeftOut = "left out";

// What programs that log frames write of interfaces, ways to a screen, and kinds of frames.
constexpr std::string_view kFrameWords[] = {"dxgi",
                                            "d3d9",
                                            "d3d11",
                                            "d3d12",
                                            "egl",
                                            "opengl",
                                            "vulkan",
                                            "other",
                                            "unknown",
                                            "hardware: legacy flip",
                                            "hardware: legacy copy to front buffer",
                                            "hardware: independent flip",
                                            "composed: flip",
                                            "hardware composed: independent flip",
                                            "composed: copy with gpu gdi",
                                            "composed: copy with cpu gdi",
                                            "composed: composition atlas",
                                            "notset",
                                            "unspecified",
                                            "application",
                                            "repeated",
                                            "intel xefg",
                                            "intel_xefg",
                                            "amd_afmf"};

struct Rule {
    std::string_view table, column;
    Naming naming;
};
constexpr Rule kRules[] = {
    {"process", "name", Naming::kProgram},
    {"process", "path", Naming::kDropped},
    {"process", "command", Naming::kDropped},
    {"thread", "name", Naming::kThread},
    {"image", "path", Naming::kDropped},
    {"image", "debug_id", Naming::kByRow},
    {"image", "debug_file", Naming::kByRow},
    {"image", "name", Naming::kModule},
    {"symbol", "name", Naming::kByRow},
    {"file", "path", Naming::kFile},
    {"gpu_queue", "name", Naming::kStays},
    {"cpu", "name", Naming::kStays},
    {"cswitch", "old_reason", Naming::kStays},
    {"sample", "event", Naming::kStays},
    {"dpc_isr", "name", Naming::kInterrupt},
    {"call", "name", Naming::kFunction},
    {"present", "runtime", Naming::kStays},
    {"present", "mode", Naming::kStays},
    {"display", "type", Naming::kStays},
    {"mark", "name", Naming::kMark},
    {"phase", "name", Naming::kPhase},
    {"counter", "name", Naming::kCounter},
    {"fact", "name", Naming::kStays},
    {"fact", "text", Naming::kByRow},
    {"problem", "code", Naming::kStays},
    {"problem", "text", Naming::kByRow},
    {"frame_log", "application", Naming::kProgram},
    {"frame_log", "runtime", Naming::kWord},
    {"frame_log", "mode", Naming::kWord},
    {"frame_log", "type", Naming::kWord},
    {"state", "reason", Naming::kStays},
    {"frame_metric", "application", Naming::kProgram},
    {"frame_metric", "runtime", Naming::kStays},
    {"frame_metric", "mode", Naming::kStays},
    {"frame_metric", "type", Naming::kStays},
};

std::string_view prefix_of(Naming naming) {
    switch (naming) {
        case Naming::kProgram:
            return "process";
        case Naming::kModule:
            return "module";
        case Naming::kThread:
            return "thread";
        case Naming::kFile:
            return "file";
        case Naming::kFunction:
            return "function";
        case Naming::kMark:
            return "mark";
        case Naming::kPhase:
            return "phase";
        case Naming::kCounter:
            return "counter";
        case Naming::kInterrupt:
            return "interrupt";
        default:
            return "text";
    }
}

bool is_of_module(Naming naming) {
    return naming == Naming::kProgram || naming == Naming::kModule;
}

// Words of ours, or of a system, among what else is a name.
bool explains(Naming naming, std::string_view text) {
    if (is_of_module(naming)) return is_everybodys(text);
    if (naming == Naming::kMark) return text == "frame";  // ends a frame
    if (naming == Naming::kWord) {
        return std::find(std::begin(kFrameWords), std::end(kFrameWords), base::lower(text)) !=
               std::end(kFrameWords);
    }
    return naming == Naming::kInterrupt && text == "msi";
}

// The made-up names, each text's once.
class MadeUpNames {
  public:
    std::string of(Naming naming, std::string_view text) {
        // A program is also a module, under one name; Windows does not tell capitals apart.
        const Naming kind = is_of_module(naming) ? Naming::kModule : naming;
        auto [at, fresh] = names_.try_emplace({kind, base::lower(text)});
        if (fresh) at->second = make(naming, at->first.second);
        return at->second;
    }

  private:
    std::string make(Naming naming, std::string_view lower) {
        const std::string_view prefix = prefix_of(naming);
        std::string out = fmt::format("{}-{}", prefix, ++counts_[prefix]);
        if (!is_of_module(naming)) return out;
        for (const std::string_view ending : kEndings) {
            if (lower.ends_with(ending)) return out + std::string(ending);
        }
        return out;
    }

    std::map<std::pair<Naming, std::string>, std::string> names_;
    std::map<std::string_view, std::uint64_t> counts_;
};

class Anonymiser {
  public:
    Anonymiser(std::deque<StoredTable>& tables, Names& names) : tables_(tables), names_(names) {}

    void run() {
        // What depends on other columns first, while these still say what they did.
        identities();
        listed_functions();
        sentences("fact", "name", [](std::string_view name) {
            return std::find(std::begin(kFactsThatStay), std::end(kFactsThatStay), name) !=
                   std::end(kFactsThatStay);
        });
        sentences("problem", "code", [](std::string_view code) {
            return std::any_of(std::begin(kProblemsThatStay), std::end(kProblemsThatStay),
                               [&](std::string_view begin) { return code.starts_with(begin); });
        });
        for (StoredTable& table : tables_) {
            for (const std::string& column : text_columns(table)) {
                const Naming naming = naming_of(table.name(), column).value_or(Naming::kUnknown);
                if (naming != Naming::kByRow) rename(*table.find(column), naming);
            }
        }
        replace_pool();
    }

  private:
    static std::vector<std::string> text_columns(const StoredTable& table) {
        std::vector<std::string> out;
        for (std::uint32_t i = 0; i < table.abi()->column_count; ++i) {
            const bl_column& column = *table.abi()->columns[i];
            if (column.type == BL_COL_STRING) out.emplace_back(column.name);
        }
        return out;
    }

    std::string renamed(Naming naming, std::string_view text) {
        if (text.empty() || naming == Naming::kDropped) return {};
        if (naming == Naming::kStays || explains(naming, text)) return std::string(text);
        return made_up_.of(naming, text);
    }

    void rename(StoredColumn& column, Naming naming) {
        constexpr std::uint32_t kUnset = 0xFFFFFFFFu;
        auto [at, fresh] = new_ids_.try_emplace(naming);
        if (fresh) at->second.assign(names_.string_offsets.size() - 1, kUnset);
        for (std::uint32_t& id : column.values<std::uint32_t>()) {
            std::uint32_t& known = at->second[id];
            if (known == kUnset) known = pool_.add(renamed(naming, names_.text(id)));
            id = known;
        }
    }

    // Texts of a table that stay where the column `by` says that they name nothing.
    template <class Stays>
    void sentences(std::string_view name, std::string_view by, Stays&& stays) {
        StoredTable* const table = table_named(tables_, name);
        StoredColumn* const texts = table ? table->find("text") : nullptr;
        if (texts == nullptr) return;
        const auto kinds = std::as_const(*table).values<std::uint32_t>(by);
        const auto values = texts->values<std::uint32_t>();
        for (std::size_t row = 0; row < values.size(); ++row) {
            const bool kept = !kinds.empty() && stays(names_.text(kinds[row]));
            values[row] = pool_.add(kept ? names_.text(values[row]) : kLeftOut);
        }
    }

    // By its build's id a module's name can be looked up.
    void identities() {
        StoredTable* const image = table_named(tables_, "image");
        if (image == nullptr) return;
        const auto names = std::as_const(*image).values<std::uint32_t>("name");
        const auto stays = [&](std::size_t row) {
            return !names.empty() && is_everybodys(names_.text(names[row]));
        };
        for (const char* const column : {"debug_id", "debug_file"}) {
            StoredColumn* const found = image->find(column);
            if (found == nullptr) continue;
            const auto values = found->values<std::uint32_t>();
            for (std::size_t row = 0; row < values.size(); ++row) {
                const std::string_view text = names_.text(values[row]);
                const bool path = text.find_first_of("/\\") != std::string_view::npos;
                values[row] = pool_.add(stays(row) && !path ? text : std::string_view());
            }
        }
        StoredColumn* const stamps = image->find("timestamp");
        if (stamps == nullptr) return;
        const auto values = stamps->values<std::uint32_t>();
        std::vector<bool> known(values.size());
        for (std::size_t row = 0; row < values.size(); ++row) {
            known[row] = stamps->has(row) && stays(row);
            if (!known[row]) values[row] = 0;
        }
        std::uint64_t* const present = stamps->make_present();
        for (std::size_t row = 0; row < values.size(); ++row) {
            known[row] ? set_bit(present, row) : clear_bit(present, row);
        }
    }

    // Names in the system's own parts of the kernel explain; all others tell whose the code is.
    void listed_functions() {
        StoredTable* const symbol = table_named(tables_, "symbol");
        StoredColumn* const found = symbol ? symbol->find("name") : nullptr;
        if (found == nullptr) return;
        const Rows owner(symbol, "process");
        const Values<std::uint64_t> addresses(symbol, "address");
        const std::vector<Range> system = system_ranges();
        const auto values = found->values<std::uint32_t>();
        for (std::size_t row = 0; row < values.size(); ++row) {
            const std::uint64_t address = addresses.get(row);
            const bool stays =
                owner[row] == BL_NO_ROW &&
                std::any_of(system.begin(), system.end(), [&](const Range& range) {
                    return address >= range.begin && address - range.begin < range.size;
                });
            const std::string_view text = names_.text(values[row]);
            values[row] = pool_.add(stays ? std::string(text) : renamed(Naming::kFunction, text));
        }
    }

    struct Range {
        std::uint64_t begin, size;
    };
    std::vector<Range> system_ranges() const {
        std::vector<Range> out;
        const StoredTable* const image = table_named(tables_, "image");
        if (image == nullptr) return out;
        const Rows owner(image, "process");
        const Values<std::uint64_t> bases(image, "base"), sizes(image, "size");
        const Values<std::uint32_t> names(image, "name");
        for (std::uint64_t row = 0; row < image->rows(); ++row) {
            if (owner[row] != BL_NO_ROW || !is_everybodys(names_.text(names.get(row)))) continue;
            out.push_back({bases.get(row), sizes.get(row)});
        }
        return out;
    }

    void replace_pool() {
        names_.string_offsets.assign(1, 0);
        names_.string_bytes.clear();
        for (std::uint32_t id = 0; id < pool_.size(); ++id) {
            names_.string_bytes += pool_.text(id);
            names_.string_offsets.push_back(names_.string_bytes.size());
        }
    }

    std::deque<StoredTable>& tables_;
    Names& names_;
    StringPool pool_;
    MadeUpNames made_up_;
    std::map<Naming, std::vector<std::uint32_t>> new_ids_;  // by the old
};

}  // namespace

bool is_everybodys(std::string_view module) {
    const std::string lower = base::lower(module);
    if (std::find(std::begin(kEverybodys), std::end(kEverybodys), lower) != std::end(kEverybodys)) {
        return true;
    }
    return std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                       [&](std::string_view begin) { return lower.starts_with(begin); });
}

std::optional<Naming> naming_of(std::string_view table, std::string_view column) {
    for (const Rule& rule : kRules) {
        if (rule.table == table && rule.column == column) return rule.naming;
    }
    return std::nullopt;
}

void anonymise(Store& store) {
    // By the names and files that images still have.
    store.hide_functions([](std::string_view module) { return !is_everybodys(module); });
    store.change_texts(
        [](std::deque<StoredTable>& tables, Names& names) { Anonymiser(tables, names).run(); });
}

}  // namespace benchlab::store
