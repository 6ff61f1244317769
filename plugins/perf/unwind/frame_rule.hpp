// frame_rule.hpp: how the registers of a caller follow from those of the function it called, at one
// place of the code (DWARF 4, 6.4).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "common/bytes.hpp"

namespace benchlab::perf {

// By their numbers in DWARF, of x86-64.  The last is the place in the code.
constexpr unsigned kRegisterCount = 17;
constexpr unsigned kFrameRegister = 6, kStackRegister = 7, kCodeRegister = 16;

struct Registers {
    std::array<std::uint64_t, kRegisterCount> values{};
    std::uint32_t known = 0;  // a bit for each

    bool has(unsigned number) const {
        return number < kRegisterCount && (known >> number & 1) != 0;
    }
    void set(unsigned number, std::uint64_t value) {
        values[number] = value;
        known |= 1u << number;
    }
    std::uint64_t code() const { return values[kCodeRegister]; }
    std::uint64_t stack() const { return values[kStackRegister]; }
};

// The part of a thread's stack that was copied.
class CopiedStack {
  public:
    CopiedStack(std::uint64_t begin, plugins::Bytes bytes) : begin_(begin), bytes_(bytes) {}
    bool read(std::uint64_t address, std::uint64_t& value) const;

  private:
    std::uint64_t begin_;
    plugins::Bytes bytes_;
};

// An operation of an expression.
struct Operation {
    std::uint8_t code;
    std::uint64_t number, number2;
};
using Expression = std::vector<Operation>;

class FrameRule {
  public:
    // Where a register of the caller is.
    struct Place {
        enum Kind : std::uint8_t {
            kSame,  // as the function has it
            kLost,
            kSaved,    // at so many bytes from the frame's begin
            kOffset,   // is so many bytes from the frame's begin
            kSavedAt,  // where an expression says
            kIs,       // what an expression says
        } kind = kSame;
        std::int64_t offset = 0;
        Expression expression;
    };

    // The begin of the frame, where the caller's stack pointer was: a register and an offset, or
    // else an expression.
    bool by_register = true;
    unsigned base = kStackRegister;
    std::int64_t offset = 0;
    Expression expression;
    std::array<Place, kRegisterCount> places;
    // A handler of a signal was called here by nobody: what is up the stack was interrupted.
    bool is_interrupted = false;

    // Nobody called this function.
    bool is_outermost() const { return places[kCodeRegister].kind == Place::kLost; }
    // False when the stack does not reach that far, or the rule needs what is not known.
    bool apply(const CopiedStack& stack, Registers& registers) const;
};

}  // namespace benchlab::perf
