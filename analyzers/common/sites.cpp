#include "common/sites.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace benchlab::analyzers {
namespace {

// In lower case.
constexpr std::string_view kNames[] = {
    // Windows: kernel, what enters it, and its windows
    "ntoskrnl.exe", "ntkrnlmp.exe", "ntkrnlpa.exe", "ntkrpamp.exe", "hal.dll", "ntdll.dll",
    "kernelbase.dll", "kernel32.dll", "win32u.dll", "win32k.sys", "win32kfull.sys",
    "win32kbase.sys", "user32.dll", "combase.dll", "ole32.dll", "wow64.dll", "wow64cpu.dll",
    "wow64win.dll", "wow64base.dll",
    // its C and C++ libraries
    "ucrtbase.dll", "msvcrt.dll", "msvcp140.dll", "vcruntime140.dll", "vcruntime140_1.dll",
    // sockets and calls between processes
    "ws2_32.dll", "mswsock.dll", "afd.sys", "rpcrt4.dll",
    // file systems
    "fltmgr.sys", "ntfs.sys",
    // the part of the graphics system that is every driver's
    "dxgkrnl.sys", "dxgmms1.sys", "dxgmms2.sys",
    // Linux
    "vmlinux", "[vdso]", "libc.so.6", "libpthread.so.0"};
// Names with a version or an architecture behind these.
constexpr std::string_view kBeginnings[] = {"[kernel", "[guest.kernel", "vmlinux-", "ld-linux",
                                            "libc-2.", "libpthread-",   "ld-2."};

}  // namespace

bool is_system_module(std::string_view name) {
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    });
    if (std::find(std::begin(kNames), std::end(kNames), lower) != std::end(kNames)) return true;
    return std::any_of(std::begin(kBeginnings), std::end(kBeginnings), [&](std::string_view begin) {
        return lower.compare(0, begin.size(), begin) == 0;
    });
}

Sites::Sites(const Store& store) : store_(store) {
    const Table image = store.find_table("image");
    const StringColumn name = image.string("name", kOptional);
    for (const Row row : image.rows()) {
        system_image_.push_back(name.has(row) && is_system_module(store.text(name[row])));
    }
}

Site Sites::walk(StackId stack) const {
    if (stack == StackId::kNone) return {SiteKind::kNoStack, CodeId::kNone};
    Site out{SiteKind::kSystemOnly, CodeId::kNone};
    for (const CodeId code : store_.stack(stack)) {
        if (code == CodeId::kNone) continue;
        const Row image = store_.image(code);
        if (image == BL_NO_ROW) {
            out.kind = SiteKind::kNoImage;
        } else if (!system_image_[image]) {
            return {SiteKind::kFunction, code};
        }
    }
    return out;
}

Site Sites::find(StackId stack) {
    const auto [at, fresh] = of_stack_.try_emplace(index(stack));
    if (fresh) at->second = walk(stack);
    return at->second;
}

void Sites::group() {
    std::vector<CodeId> codes;
    for (const auto& [stack, site] : of_stack_) {
        if (site.kind == SiteKind::kFunction) codes.push_back(site.code);
    }
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    const std::vector<CodeId> functions = store_.functions(codes);
    for (std::size_t i = 0; i < codes.size(); ++i) function_[index(codes[i])] = functions[i];
}

Site Sites::grouped(Site site) const {
    if (site.kind == SiteKind::kFunction) site.code = function_.at(index(site.code));
    return site;
}

}  // namespace benchlab::analyzers
