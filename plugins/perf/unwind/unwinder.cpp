#include "perf/unwind/unwinder.hpp"

#include <algorithm>
#include <bit>

namespace benchlab::perf {
namespace {

constexpr std::size_t kMostFrames = 512;
constexpr std::size_t kMostNamed = 3;  // files without rules, in the summary

// perf's numbers of registers (asm/perf_regs.h of x86) by those of DWARF.
constexpr std::array<unsigned, kRegisterCount> kPerfNumbers = {0,  3,  2,  1,  4,  5,  6,  7, 16,
                                                               17, 18, 19, 20, 21, 22, 23, 8};

Registers registers_of(const Sample& sample, ByteOrder order) {
    Registers out;
    const std::uint64_t recorded = sample.attribute->user_registers;
    for (unsigned number = 0; number < kRegisterCount; ++number) {
        const std::uint64_t bit = std::uint64_t{1} << kPerfNumbers[number];
        if ((recorded & bit) == 0) continue;
        const auto place = 8 * static_cast<std::size_t>(std::popcount(recorded & (bit - 1)));
        out.set(number, order.u64(sample.user_registers.data() + place));
    }
    return out;
}

}  // namespace

void Unwinder::mend(const Sample& sample, ByteOrder order, std::vector<std::uint64_t>& chain,
                    std::size_t first_of_user) {
    if (sample.user_stack.empty() || order.is_big_endian()) return;
    Registers registers = registers_of(sample, order);
    if (!registers.has(kCodeRegister) || !registers.has(kStackRegister)) return;
    const CopiedStack stack(registers.stack(), sample.user_stack);
    const std::uint64_t frame_pointer =
        registers.has(kFrameRegister) ? registers.values[kFrameRegister] : 0;
    ++stacks_;
    found_.assign(1, registers.code());
    const End end = follow(sample, stack, registers);
    complete_ += end == End::kOutermost ? 1 : 0;
    cut_ += end == End::kCopy ? 1 : 0;
    if (found_.size() == 1 && end != End::kOutermost && first_of_user < chain.size()) return;
    if (end != End::kOutermost)
        add_rest(sample, stack, frame_pointer, registers.stack(), chain, first_of_user);
    chain.resize(first_of_user);
    chain.insert(chain.end(), found_.begin(), found_.end());
}

// The frames from the innermost on; afterwards the registers are those of the last.
Unwinder::End Unwinder::follow(const Sample& sample, const CopiedStack& stack,
                               Registers& registers) {
    bool is_exact = true;  // and not what a call returns to, which may lie behind the function
    while (found_.size() < kMostFrames) {
        const std::uint64_t before = registers.stack();
        const At at = look_at(sample, registers.code() - (is_exact ? 0 : 1));
        if (at.rule == nullptr) {
            if (!step_by_frame_pointer(sample, stack, registers)) return End::kRules;
            is_exact = false;
        } else {
            if (at.rule->is_outermost()) return End::kOutermost;
            if (!at.rule->apply(stack, registers)) return End::kCopy;
            is_exact = at.rule->is_interrupted;
        }
        if (registers.code() == 0) return End::kOutermost;
        // Callers lie further up; what does not is damage, and would go round for ever.
        if (registers.stack() <= before && !is_exact) return End::kRules;
        found_.push_back(registers.code());
    }
    return End::kCopy;
}

Unwinder::At Unwinder::look_at(const Sample& sample, std::uint64_t address) {
    const AddressSpaces::Mapping* const mapping = spaces_.find(sample.pid, sample.time, address);
    if (mapping == nullptr) return {nullptr, nullptr};
    UnwindFile* const file = file_of(mapping->file);
    const FrameRule* const rule =
        file == nullptr ? nullptr : file->rule(address - mapping->begin + mapping->offset);
    if (rule == nullptr) ++without_rules_[spaces_.files()[mapping->file].path];
    return {mapping, rule};
}

UnwindFile* Unwinder::file_of(std::uint32_t number) {
    if (number >= files_.size()) files_.resize(spaces_.files().size());
    auto& found = files_[number];
    if (!found) {
        const AddressSpaces::File& file = spaces_.files()[number];
        found = find_unwind_file(file.path, file.build_id);
    }
    return found->file.get();
}

// Of code that a compiler made at run time, and of files that are not here.
bool Unwinder::step_by_frame_pointer(const Sample& sample, const CopiedStack& stack,
                                     Registers& registers) const {
    if (!registers.has(kFrameRegister)) return false;
    const std::uint64_t frame = registers.values[kFrameRegister];
    std::uint64_t outer = 0, code = 0;
    if (frame < registers.stack() || !stack.read(frame, outer) || !stack.read(frame + 8, code) ||
        spaces_.find(sample.pid, sample.time, code) == nullptr)
        return false;
    Registers caller;
    caller.set(kFrameRegister, outer);
    caller.set(kStackRegister, frame + 16);
    caller.set(kCodeRegister, code);
    registers = caller;
    return true;
}

// What the kernel found further up than `from`: its entries lie where the frame pointers lead.
void Unwinder::add_rest(const Sample& sample, const CopiedStack& stack, std::uint64_t frame_pointer,
                        std::uint64_t from, std::vector<std::uint64_t>& chain,
                        std::size_t first_of_user) {
    std::size_t next = first_of_user + 1;
    std::uint64_t frame = frame_pointer, code = 0;
    while (frame < from) {
        // Not where the kernel went: the chain is of something else.
        if (next >= chain.size() || !stack.read(frame + 8, code) || code != chain[next]) return;
        ++next;
        std::uint64_t outer = 0;
        if (!stack.read(frame, outer) || outer <= frame) return;
        frame = outer;
    }
    for (; next < chain.size(); ++next) {
        if (spaces_.find(sample.pid, sample.time, chain[next]) == nullptr) return;
        found_.push_back(chain[next]);
    }
}

std::string Unwinder::summary() const {
    if (stacks_ == 0) return {};
    std::string text = "of " + std::to_string(stacks_) + " stacks with copied bytes " +
                       std::to_string(complete_) + " were followed to their end";
    if (cut_ > 0) text += ", " + std::to_string(cut_) + " as far as the bytes reach";
    if (without_rules_.empty()) return text;
    std::vector<std::pair<std::uint64_t, std::string>> most;
    for (const auto& [path, count] : without_rules_) most.emplace_back(count, path);
    std::sort(most.rbegin(), most.rend());
    text += "; frame pointers had to do in ";
    for (std::size_t i = 0; i < std::min(most.size(), kMostNamed); ++i)
        text += (i == 0 ? "" : ", ") + most[i].second;
    if (most.size() > kMostNamed)
        text += " and " + std::to_string(most.size() - kMostNamed) + " other files";
    return text;
}

}  // namespace benchlab::perf
