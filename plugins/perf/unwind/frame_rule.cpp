#include "perf/unwind/frame_rule.hpp"

#include <cstring>
#include <optional>

#include "perf/unwind/dwarf_codes.hpp"

namespace benchlab::perf {
namespace {

// Of what compilers write: addresses on the stack, and the choice between two of them that linkers
// write for calls of libraries.  None when it needs more.
class Evaluation {
  public:
    Evaluation(const CopiedStack& stack, const Registers& registers)
        : stack_(stack), registers_(registers) {}

    std::optional<std::uint64_t> run(const Expression& expression,
                                     std::optional<std::uint64_t> begin) {
        for (const Operation& each : expression) {
            if (each.code == kOpFrameBegin && !begin) return std::nullopt;
            if (each.code == kOpFrameBegin ? !push(*begin) : !step(each)) return std::nullopt;
        }
        if (depth_ == 0) return std::nullopt;
        return values_[depth_ - 1];
    }

  private:
    bool push(std::uint64_t value) {
        if (depth_ == values_.size()) return false;
        values_[depth_++] = value;
        return true;
    }
    bool step(const Operation& operation) {
        const std::uint8_t code = operation.code;
        if (code >= kOpLiteral0 && code <= kOpLiteral31) return push(code - kOpLiteral0);
        if (code >= kOpRegister0 && code <= kOpRegister31)
            return push_register(code - kOpRegister0, operation.number);
        if (code >= kOpConstFirst && code <= kOpConstLast) return push(operation.number);
        switch (code) {
            case kOpRegisterX:
                return push_register(operation.number, operation.number2);
            case kOpDuplicate:
                return depth_ > 0 && push(values_[depth_ - 1]);
            case kOpDrop:
                return depth_ > 0 && depth_-- > 0;
            case kOpRead:
                return depth_ > 0 && stack_.read(values_[depth_ - 1], values_[depth_ - 1]);
            case kOpAddConstant:
                if (depth_ > 0) values_[depth_ - 1] += operation.number;
                return depth_ > 0;
            default:
                return with_two(code);
        }
    }
    bool push_register(std::uint64_t number, std::uint64_t offset) {
        if (number >= kRegisterCount || !registers_.has(static_cast<unsigned>(number)))
            return false;
        return push(registers_.values[static_cast<std::size_t>(number)] + offset);
    }
    bool with_two(std::uint8_t code) {
        if (depth_ < 2) return false;
        const std::uint64_t b = values_[--depth_];
        std::uint64_t& a = values_[depth_ - 1];
        const auto signed_a = static_cast<std::int64_t>(a), signed_b = static_cast<std::int64_t>(b);
        constexpr std::uint64_t kBits = 64;
        switch (code) {
            case kOpAnd:
                a &= b;
                return true;
            case kOpOr:
                a |= b;
                return true;
            case kOpAdd:
                a += b;
                return true;
            case kOpSubtract:
                a -= b;
                return true;
            case kOpShiftLeft:
                a = b < kBits ? a << b : 0;
                return true;
            case kOpShiftRight:
                a = b < kBits ? a >> b : 0;
                return true;
            case kOpEqual:
                a = a == b ? 1 : 0;
                return true;
            case kOpAtLeast:
                a = signed_a >= signed_b ? 1 : 0;
                return true;
            case kOpMore:
                a = signed_a > signed_b ? 1 : 0;
                return true;
            case kOpAtMost:
                a = signed_a <= signed_b ? 1 : 0;
                return true;
            case kOpLess:
                a = signed_a < signed_b ? 1 : 0;
                return true;
            case kOpOther:
                a = a != b ? 1 : 0;
                return true;
            default:
                return false;
        }
    }

    const CopiedStack& stack_;
    const Registers& registers_;
    std::array<std::uint64_t, 16> values_{};
    std::size_t depth_ = 0;
};

// Where a register of the caller is, or was saved.
std::optional<std::uint64_t> value_at(const FrameRule::Place& place, unsigned number,
                                      const CopiedStack& stack, const Registers& registers,
                                      std::uint64_t begin) {
    using Place = FrameRule::Place;
    std::optional<std::uint64_t> at;
    switch (place.kind) {
        case Place::kLost:
            return std::nullopt;
        case Place::kSame:
            return registers.has(number) ? std::optional(registers.values[number]) : std::nullopt;
        case Place::kOffset:
            return begin + static_cast<std::uint64_t>(place.offset);
        case Place::kSaved:
            at = begin + static_cast<std::uint64_t>(place.offset);
            break;
        case Place::kIs:
            return Evaluation(stack, registers).run(place.expression, begin);
        case Place::kSavedAt:
            at = Evaluation(stack, registers).run(place.expression, begin);
            break;
    }
    std::uint64_t value = 0;
    if (!at || !stack.read(*at, value)) return std::nullopt;
    return value;
}

}  // namespace

bool CopiedStack::read(std::uint64_t address, std::uint64_t& value) const {
    if (address < begin_ || bytes_.size() < sizeof(value) ||
        address - begin_ > bytes_.size() - sizeof(value))
        return false;
    std::memcpy(&value, bytes_.data() + (address - begin_), sizeof(value));
    return true;
}

bool FrameRule::apply(const CopiedStack& stack, Registers& registers) const {
    std::optional<std::uint64_t> begin;
    if (!by_register)
        begin = Evaluation(stack, registers).run(expression, std::nullopt);
    else if (registers.has(base))
        begin = registers.values[base] + static_cast<std::uint64_t>(offset);
    if (!begin) return false;
    Registers caller;
    for (unsigned number = 0; number < kRegisterCount; ++number) {
        if (const auto value = value_at(places[number], number, stack, registers, *begin))
            caller.set(number, *value);
    }
    if (!caller.has(kCodeRegister) || !caller.has(kStackRegister)) return false;
    registers = caller;
    return true;
}

}  // namespace benchlab::perf
