// measure/capstone.hpp: the disassembler, loaded when it is first needed.  Its tables are so large
// that each program which is linked with it starts by milliseconds later, and few runs need it.
#pragma once

#include <capstone/capstone.h>

namespace benchlab::measure {

struct Capstone {
    decltype(&::cs_open) open = nullptr;
    decltype(&::cs_close) close = nullptr;
    decltype(&::cs_option) option = nullptr;
    decltype(&::cs_malloc) malloc = nullptr;
    decltype(&::cs_free) free = nullptr;
    decltype(&::cs_disasm_iter) disasm_iter = nullptr;
    decltype(&::cs_insn_group) insn_group = nullptr;
    decltype(&::cs_reg_name) reg_name = nullptr;
    decltype(&::cs_regs_access) regs_access = nullptr;
};

// Null where the library of the version that benchlab was built with cannot be loaded.
const Capstone* capstone();

}  // namespace benchlab::measure
