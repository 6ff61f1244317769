#include "platform/loaded_code.hpp"

#if defined(__linux__)
#include <link.h>
#endif

namespace benchlab::platform {

#if defined(__linux__)
namespace {

struct Search {
    std::uint64_t address;
    std::vector<LoadedRange> found;
};

int visit(dl_phdr_info* module, std::size_t, void* context) {
    Search& search = *static_cast<Search*>(context);
    std::vector<LoadedRange> ranges;
    bool has_it = false;
    for (int i = 0; i < module->dlpi_phnum; ++i) {
        const auto& header = module->dlpi_phdr[i];
        if (header.p_type != PT_LOAD || (header.p_flags & PF_R) == 0) continue;
        LoadedRange range;
        range.address = module->dlpi_addr + header.p_vaddr;
        range.bytes = {reinterpret_cast<const unsigned char*>(range.address),
                       static_cast<std::size_t>(header.p_memsz)};
        range.executable = (header.p_flags & PF_X) != 0;
        range.writable = (header.p_flags & PF_W) != 0;
        has_it = has_it || (search.address >= range.address && search.address < range.end());
        ranges.push_back(range);
    }
    if (has_it) search.found = std::move(ranges);
    return has_it ? 1 : 0;
}

}  // namespace

std::vector<LoadedRange> loaded_ranges(const void* address) {
    Search search{reinterpret_cast<std::uint64_t>(address), {}};
    dl_iterate_phdr(visit, &search);
    return std::move(search.found);
}
#else
std::vector<LoadedRange> loaded_ranges(const void*) {
    return {};
}
#endif

}  // namespace benchlab::platform
