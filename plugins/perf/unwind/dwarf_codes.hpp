// dwarf_codes.hpp: the operations of expressions that rules for unwinding use (DWARF 4, 7.7.1).
#pragma once

#include <cstdint>

namespace benchlab::perf {

enum OperationCode : std::uint8_t {
    kOpRead = 0x06,
    kOpConstFirst = 0x08,  // of 1 to 8 bytes, with a sign or without
    kOpConstLast = 0x11,
    kOpDuplicate = 0x12,
    kOpDrop = 0x13,
    kOpAnd = 0x1a,
    kOpSubtract = 0x1c,
    kOpOr = 0x21,
    kOpAdd = 0x22,
    kOpAddConstant = 0x23,
    kOpShiftLeft = 0x24,
    kOpShiftRight = 0x25,
    kOpEqual = 0x29,
    kOpAtLeast = 0x2a,
    kOpMore = 0x2b,
    kOpAtMost = 0x2c,
    kOpLess = 0x2d,
    kOpOther = 0x2e,
    kOpLiteral0 = 0x30,
    kOpLiteral31 = 0x4f,
    kOpRegister0 = 0x70,  // the value of a register, and an offset
    kOpRegister31 = 0x8f,
    kOpRegisterX = 0x92,
    kOpFrameBegin = 0x9c,
    kOpIsValue = 0x9f,
};

}  // namespace benchlab::perf
