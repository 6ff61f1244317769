#include "sampled/stack_sums.hpp"

#include <cstddef>

#include "common/names.hpp"

namespace benchlab::analyzers::sampled {

void Functions::want(CodeId code) {
    std::uint32_t& known = of_[index(code)];
    if (code == CodeId::kNone || known != 0) return;
    known = index(code);
    wanted_.push_back(code);
}

void Functions::want(StackId stack) {
    for (const CodeId code : store_.stack(stack)) want(code);
}

void Functions::resolve() {
    const std::vector<CodeId> found = store_.functions(wanted_);
    for (std::size_t i = 0; i < found.size(); ++i) of_[index(wanted_[i])] = index(found[i]);
    wanted_.clear();
}

Tally inclusive_sums(const Store& store, const Tally& stacks, const Functions& functions) {
    Tally out;
    const Names names(store);
    // By function, the last stack that it was counted for.
    std::vector<std::uint64_t> counted(store.raw()->code_count);
    std::uint64_t ordinal = 0;
    stacks.each([&](Row thread, std::uint32_t stack, const Totals& totals) {
        ++ordinal;
        for (const CodeId code : store.stack(StackId{stack})) {
            const CodeId function = functions.of(code);
            if (counted[index(function)] == ordinal) continue;
            counted[index(function)] = ordinal;
            out.at(names.owner(thread), index(function)).add(totals);
        }
    });
    return out;
}

Totals broken_stacks(const Store& store, const Tally& stacks) {
    Totals out;
    const RowColumn owner = store.find_table("image").row("process", kOptional);
    const CodeColumn start = store.find_table("thread").code("code", kOptional);
    if (!owner) return out;
    const auto in_kernel = [&](CodeId code) {
        const Row image = store.image(code);
        return image != BL_NO_ROW && !owner.has(image);
    };
    const auto in_program = [&](CodeId code) {
        const Row image = store.image(code);
        return image != BL_NO_ROW && owner.has(image);
    };
    stacks.each([&](Row thread, std::uint32_t stack, const Totals& totals) {
        CodeId outermost = CodeId::kNone;
        for (const CodeId code : store.stack(StackId{stack})) outermost = code;
        if (outermost == CodeId::kNone) return;
        const bool nowhere = store.image(outermost) == BL_NO_ROW;
        const bool lacks_program =
            in_kernel(outermost) && start.has(thread) && in_program(start[thread]);
        if (nowhere || lacks_program) out.add(totals);
    });
    return out;
}

}  // namespace benchlab::analyzers::sampled
