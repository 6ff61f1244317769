#include "measure/loop_code.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "measure/capstone.hpp"

namespace benchlab::measure {
namespace {

using platform::LoadedRange;

// What benchlab/repeat.h puts around the copies of a body; the fourth byte before the end of the
// first one is the number of copies.
constexpr std::array<unsigned char, 5> kMark = {0x0f, 0x1f, 0x80, 0x42, 0x4c};
constexpr std::size_t kMarkSize = 7;
constexpr unsigned char kBegins = 1, kEnds = 2;

// Code is read until it says what was asked; these bound what a strange one can cost.
constexpr std::size_t kMostInstructions = 20'000;  // in search of loops
constexpr std::size_t kMostInTurn = 2'000;         // in one turn of a loop
constexpr int kMostCalls = 6;                      // deep

struct Mark {
    unsigned char kind = 0;
    unsigned copies = 0;
};

struct Closer {
    void operator()(cs_insn* room) const { capstone()->free(room, 1); }
};

// The instructions of the ranges, one at a time.
class Code {
  public:
    explicit Code(std::span<const LoadedRange> ranges) : ranges_(ranges) {
        if (api_ == nullptr) return;
        open_ = api_->open(CS_ARCH_X86, CS_MODE_64, &handle_) == CS_ERR_OK;
        if (!open_) return;
        api_->option(handle_, CS_OPT_DETAIL, CS_OPT_ON);
        room_.reset(api_->malloc(handle_));
    }
    ~Code() {
        room_.reset();
        if (open_) api_->close(&handle_);
    }
    Code(const Code&) = delete;
    Code& operator=(const Code&) = delete;

    // Null where there is no code.  Valid until the next call.
    const cs_insn* at(std::uint64_t address) {
        const LoadedRange* range = range_of(address);
        if (!room_ || range == nullptr || !range->executable) return nullptr;
        const std::size_t offset = static_cast<std::size_t>(address - range->address);
        const std::uint8_t* bytes = range->bytes.data() + offset;
        std::size_t size = range->bytes.size() - offset;
        std::uint64_t next = address;
        return api_->disasm_iter(handle_, &bytes, &size, &next, room_.get()) ? room_.get()
                                                                             : nullptr;
    }

    // Of what at() returned.
    bool is(cs_group_type group, const cs_insn& instruction) const {
        return api_->insn_group(handle_, &instruction, group);
    }
    // "rax" of eax, ax, al and ah; "v3" of xmm3 and ymm3.  Registers that overlap have one name.
    std::string register_name(unsigned id) const {
        const char* const name = api_->reg_name(handle_, id);
        return name == nullptr ? std::string() : whole_register(name);
    }
    bool is_constant_memory(std::uint64_t address) const {
        const LoadedRange* range = range_of(address);
        return range != nullptr && !range->writable;
    }
    // The word at `address`, where there is one.
    std::optional<std::uint64_t> word_at(std::uint64_t address) const {
        const LoadedRange* range = range_of(address);
        std::uint64_t word = 0;
        if (range == nullptr || range->end() - address < sizeof word) return std::nullopt;
        std::memcpy(&word, range->bytes.data() + (address - range->address), sizeof word);
        return word;
    }
    // The registers that it writes, the flags left out.
    std::vector<std::string> written(const cs_insn& instruction) const {
        cs_regs reads, writes;
        std::uint8_t read_count = 0, write_count = 0;
        std::vector<std::string> out;
        if (api_->regs_access(handle_, &instruction, reads, &read_count, writes, &write_count) !=
            CS_ERR_OK) {
            return out;
        }
        for (std::uint8_t i = 0; i < write_count; ++i) {
            if (writes[i] != X86_REG_EFLAGS) out.push_back(register_name(writes[i]));
        }
        return out;
    }

  private:
    static std::string whole_register(std::string_view name) {
        if (name.size() > 3 && name.substr(1, 2) == "mm" && name[0] != 'm') {
            return "v" + std::string(name.substr(3));
        }
        if (name.front() == 'r' && name.size() > 1 && name[1] >= '0' && name[1] <= '9') {
            const std::size_t end = name.find_last_of("0123456789");
            return std::string(name.substr(0, end + 1));
        }
        if (name.front() == 'r' || name.front() == 'e') name.remove_prefix(1);
        // Now "ax", "al", "ah", "si", "sil", "sp".
        if (name.size() == 2 && (name[1] == 'l' || name[1] == 'h')) {
            return std::string("r") + name[0] + "x";
        }
        return "r" + std::string(name.substr(0, 2));
    }

    const LoadedRange* range_of(std::uint64_t address) const {
        const auto found = std::find_if(ranges_.begin(), ranges_.end(), [&](const LoadedRange& r) {
            return address >= r.address && address < r.end();
        });
        return found == ranges_.end() ? nullptr : &*found;
    }

    std::span<const LoadedRange> ranges_;
    const Capstone* const api_ = capstone();
    csh handle_ = 0;
    bool open_ = false;
    std::unique_ptr<cs_insn, Closer> room_;
};

Mark mark_of(const cs_insn& instruction) {
    if (instruction.size != kMarkSize ||
        !std::equal(kMark.begin(), kMark.end(), instruction.bytes)) {
        return {};
    }
    return {instruction.bytes[6], instruction.bytes[5]};
}

// The address of an operand in memory that is given relative to the instruction.
std::optional<std::uint64_t> near_address(const cs_insn& instruction, const cs_x86_op& operand) {
    const bool near = operand.type == X86_OP_MEM && operand.mem.base == X86_REG_RIP &&
                      operand.mem.index == X86_REG_INVALID;
    if (!near) return std::nullopt;
    return instruction.address + instruction.size + static_cast<std::uint64_t>(operand.mem.disp);
}

// Where a jump or call goes; empty when that is in a register or in memory.
std::optional<std::uint64_t> target_of(const cs_insn& instruction) {
    const cs_x86& x86 = instruction.detail->x86;
    if (x86.op_count != 1 || x86.operands[0].type != X86_OP_IMM) return std::nullopt;
    return static_cast<std::uint64_t>(x86.operands[0].imm);
}

// ---- one turn of a loop

// An instruction that writes a register, and may be no work: it is none when all of `sources` have
// the same value in each turn.
struct Move {
    std::string to;
    std::string from;  // empty: a constant
};

class Turn {
  public:
    explicit Turn(Code& code) : code_(code) {}

    // True when some iteration of the loop that begins at `begin` has nothing to do.
    bool has_nothing(std::uint64_t begin) {
        std::uint64_t at = begin;
        bool behind = false;  // the second mark
        unsigned copies = 0;
        for (std::size_t left = kMostInTurn; left > 0; --left) {
            const cs_insn* const seen = code_.at(at);
            if (seen == nullptr) return false;
            const Mark mark = mark_of(*seen);
            const std::uint64_t next = at + seen->size;
            if (mark.kind == kBegins && at == begin) {
                copies = mark.copies;
                at = next;
            } else if (mark.kind == kEnds) {
                behind = true;
                at = next;
            } else if (mark.kind == kBegins) {
                return false;
            } else if (code_.is(CS_GRP_JUMP, *seen)) {
                const auto target = target_of(*seen);
                const bool always = seen->id == X86_INS_JMP;
                if (!target || (!always && !behind)) return false;
                // Out of the loop there are other ways than back.
                at = always || *target <= begin ? *target : next;
            } else {
                if (!take(*seen)) return false;
                at = next;
            }
            if (at == begin) return behind && operations() < copies;
        }
        return false;
    }

  private:
    // False when it is work for certain: it calls, or touches memory that others can write.
    bool take(const cs_insn& instruction) {
        const cs_x86& x86 = instruction.detail->x86;
        if (code_.is(CS_GRP_CALL, instruction) || code_.is(CS_GRP_RET, instruction) ||
            code_.is(CS_GRP_INT, instruction)) {
            return false;
        }
        for (const std::string& name : code_.written(instruction)) writes_.push_back(name);
        if (const auto move = move_of(instruction)) {
            moves_.push_back(*move);
            return true;
        }
        const bool is_address = instruction.id == X86_INS_LEA || instruction.id == X86_INS_NOP;
        for (std::uint8_t i = 0; i < x86.op_count; ++i) {
            if (x86.operands[i].type == X86_OP_MEM && !is_address) return false;
        }
        if (is_stack(instruction.id)) return false;
        count(instruction);
        return true;
    }

    static bool is_stack(unsigned id) {
        return id == X86_INS_PUSH || id == X86_INS_POP || id == X86_INS_LEAVE;
    }

    // One counter and one comparison with its end are the loop's own.
    void count(const cs_insn& instruction) {
        const cs_x86& x86 = instruction.detail->x86;
        switch (instruction.id) {
            case X86_INS_ADD:
            case X86_INS_SUB:
            case X86_INS_INC:
            case X86_INS_DEC:
                if (!counter_ && (x86.op_count == 1 || x86.operands[1].type == X86_OP_IMM)) {
                    counter_ = true;
                    return;
                }
                break;
            case X86_INS_CMP:
            case X86_INS_TEST:
                if (!comparison_) {
                    comparison_ = true;
                    return;
                }
                break;
            default:
                break;
        }
        ++operations_;
    }

    std::optional<Move> move_of(const cs_insn& instruction) const {
        const cs_x86& x86 = instruction.detail->x86;
        if (x86.op_count < 2 || x86.operands[0].type != X86_OP_REG) return std::nullopt;
        const cs_x86_op& last = x86.operands[x86.op_count - 1];
        Move move{code_.register_name(x86.operands[0].reg), ""};
        if (is_zero_idiom(instruction)) return move;
        if (instruction.id == X86_INS_LEA) {
            const x86_op_mem& m = last.mem;
            const bool fixed =
                m.index == X86_REG_INVALID && (m.base == X86_REG_RIP || m.base == X86_REG_RSP);
            return fixed ? std::optional(move) : std::nullopt;
        }
        if (x86.op_count != 2 || !is_plain_move(instruction.id)) return std::nullopt;
        if (last.type == X86_OP_IMM) return move;
        if (last.type == X86_OP_REG) {
            move.from = code_.register_name(last.reg);
            return move;
        }
        const auto address = near_address(instruction, last);
        return address && code_.is_constant_memory(*address) ? std::optional(move) : std::nullopt;
    }

    static bool is_zero_idiom(const cs_insn& instruction) {
        const cs_x86& x86 = instruction.detail->x86;
        switch (instruction.id) {
            case X86_INS_XOR:
            case X86_INS_SUB:
            case X86_INS_PXOR:
            case X86_INS_XORPS:
            case X86_INS_XORPD:
            case X86_INS_VPXOR:
            case X86_INS_VXORPS:
            case X86_INS_VXORPD: {
                const cs_x86_op& a = x86.operands[x86.op_count - 2];
                const cs_x86_op& b = x86.operands[x86.op_count - 1];
                return a.type == X86_OP_REG && b.type == X86_OP_REG && a.reg == b.reg;
            }
            default:
                return false;
        }
    }

    static bool is_plain_move(unsigned id) {
        switch (id) {
            case X86_INS_MOV:
            case X86_INS_MOVABS:
            case X86_INS_MOVQ:
            case X86_INS_MOVSS:
            case X86_INS_MOVSD:
            case X86_INS_MOVAPS:
            case X86_INS_MOVAPD:
            case X86_INS_MOVUPS:
            case X86_INS_MOVUPD:
            case X86_INS_MOVDQA:
            case X86_INS_MOVDQU:
            case X86_INS_VMOVSS:
            case X86_INS_VMOVSD:
            case X86_INS_VMOVAPS:
            case X86_INS_VMOVAPD:
            case X86_INS_VMOVUPS:
            case X86_INS_VMOVDQA:
            case X86_INS_VMOVDQU:
                return true;
            default:
                return false;
        }
    }

    // Counted operations, and moves of what the turn changes.
    std::size_t operations() const {
        // A register is constant when nothing but moves of constants writes it.  Begin with those
        // that nothing writes, and add what follows until nothing is added.
        std::set<std::string> constant;
        const auto is_constant = [&](const std::string& name) {
            return std::find(writes_.begin(), writes_.end(), name) == writes_.end() ||
                   constant.count(name) > 0;
        };
        const auto all_constant = [&](const std::string& name) {
            std::size_t moved = 0;
            for (const Move& move : moves_) {
                if (move.to != name) continue;
                if (!move.from.empty() && !is_constant(move.from)) return false;
                ++moved;
            }
            const auto writes = std::count(writes_.begin(), writes_.end(), name);
            return moved == static_cast<std::size_t>(writes);
        };
        for (bool more = true; more;) {
            more = false;
            for (const Move& move : moves_) {
                if (constant.count(move.to) > 0 || !all_constant(move.to)) continue;
                constant.insert(move.to);
                more = true;
            }
        }
        const auto changes = [&](const Move& move) {
            return !move.from.empty() && !is_constant(move.from);
        };
        return operations_ +
               static_cast<std::size_t>(std::count_if(moves_.begin(), moves_.end(), changes));
    }

    Code& code_;
    std::vector<Move> moves_;
    std::vector<std::string> writes_;
    std::size_t operations_ = 0;
    bool counter_ = false, comparison_ = false;
};

// ---- in search of loops

class Search {
  public:
    explicit Search(Code& code) : code_(code) {}

    std::vector<std::uint64_t> loops_from(std::uint64_t entry) {
        std::vector<std::uint64_t> functions = {entry};
        for (int depth = 0; depth < kMostCalls && begins_.empty(); ++depth) {
            callees_.clear();
            for (const std::uint64_t function : functions) walk(function);
            functions = callees_;
        }
        return begins_;
    }

  private:
    // All that can be reached from `entry` without a call.
    void walk(std::uint64_t entry) {
        std::vector<std::uint64_t> open = {entry};
        while (!open.empty()) {
            std::uint64_t at = open.back();
            open.pop_back();
            while (seen_.insert(at).second && seen_.size() < kMostInstructions) {
                const cs_insn* const instruction = code_.at(at);
                if (instruction == nullptr) break;
                if (mark_of(*instruction).kind == kBegins) begins_.push_back(at);
                const std::uint64_t next = at + instruction->size;
                if (code_.is(CS_GRP_CALL, *instruction)) {
                    if (const auto target = known_target(*instruction)) {
                        callees_.push_back(*target);
                    }
                } else if (code_.is(CS_GRP_JUMP, *instruction)) {
                    if (const auto target = known_target(*instruction)) open.push_back(*target);
                    if (instruction->id == X86_INS_JMP) break;
                } else if (ends(*instruction)) {
                    break;
                }
                at = next;
            }
        }
    }

    // Also by way of the table through which a library calls its own public functions.
    std::optional<std::uint64_t> known_target(const cs_insn& instruction) const {
        if (const auto target = target_of(instruction)) return target;
        const cs_x86& x86 = instruction.detail->x86;
        if (x86.op_count != 1) return std::nullopt;
        const auto place = near_address(instruction, x86.operands[0]);
        return place ? code_.word_at(*place) : std::nullopt;
    }

    bool ends(const cs_insn& instruction) const {
        return code_.is(CS_GRP_RET, instruction) || instruction.id == X86_INS_UD2 ||
               instruction.id == X86_INS_HLT || instruction.id == X86_INS_INT3;
    }

    Code& code_;
    std::set<std::uint64_t> seen_;
    std::vector<std::uint64_t> begins_, callees_;
};

}  // namespace

bool can_inspect_loops() {
#if defined(__x86_64__)
    return capstone() != nullptr;
#else
    return false;
#endif
}

LoopCode inspect_loops(std::uint64_t entry, std::span<const LoadedRange> ranges) {
    if (!can_inspect_loops()) return LoopCode::kNotFound;
    Code code(ranges);
    const std::vector<std::uint64_t> begins = Search(code).loops_from(entry);
    if (begins.empty()) return LoopCode::kNotFound;
    const bool nothing = std::all_of(begins.begin(), begins.end(), [&](std::uint64_t begin) {
        return Turn(code).has_nothing(begin);
    });
    return nothing ? LoopCode::kNothingLeft : LoopCode::kWork;
}

LoopCode inspect_loops(const void* entry) {
    const std::vector<LoadedRange> ranges = platform::loaded_ranges(entry);
    return inspect_loops(reinterpret_cast<std::uint64_t>(entry), ranges);
}

}  // namespace benchlab::measure
