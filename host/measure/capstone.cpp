#include "measure/capstone.hpp"

#include <boost/dll/shared_library.hpp>
#include <exception>
#include <optional>
#include <string>

namespace benchlab::measure {
namespace {

template <class Function>
void find(const boost::dll::shared_library& library, const char* name, Function*& out) {
    out = &library.get<Function>(name);
}

std::optional<Capstone> load() {
    boost::dll::fs::error_code error;
    // Stays for as long as the program runs.
    static const boost::dll::shared_library library(
        "libcapstone.so." + std::to_string(CS_API_MAJOR), error,
        boost::dll::load_mode::search_system_folders);
    if (error) return std::nullopt;
    try {
        Capstone out;
        find(library, "cs_open", out.open);
        find(library, "cs_close", out.close);
        find(library, "cs_option", out.option);
        find(library, "cs_malloc", out.malloc);
        find(library, "cs_free", out.free);
        find(library, "cs_disasm_iter", out.disasm_iter);
        find(library, "cs_insn_group", out.insn_group);
        find(library, "cs_reg_name", out.reg_name);
        find(library, "cs_regs_access", out.regs_access);
        return out;
    } catch (const std::exception&) {
        return std::nullopt;  // another library of that name
    }
}

}  // namespace

const Capstone* capstone() {
    static const std::optional<Capstone> loaded = load();
    return loaded ? &*loaded : nullptr;
}

}  // namespace benchlab::measure
