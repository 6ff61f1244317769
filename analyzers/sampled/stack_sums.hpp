// sampled/stack_sums.hpp: what is told by whole stacks: the functions on them, and whether they
// are whole.
#pragma once

#include <cstdint>
#include <vector>

#include "benchlab/store.hpp"
#include "sampled/tally.hpp"

namespace benchlab::analyzers::sampled {

// The function of each code; only those that were asked for.
class Functions {
  public:
    explicit Functions(const Store& store) : store_(store), of_(store.raw()->code_count) {}

    // Of a code that was not wanted yet; resolve() answers all at once.
    void want(CodeId code);
    void want(StackId stack);
    void resolve();
    // The code that stands for the function; the code must have been wanted.
    CodeId of(CodeId code) const { return CodeId{of_[index(code)]}; }

  private:
    const Store& store_;
    std::vector<std::uint32_t> of_;
    std::vector<CodeId> wanted_;
};

// By process and function: samples with the function anywhere on their stack, each counted once
// however often it is there.  `stacks` is by thread and stack.
Tally inclusive_sums(const Store& store, const Tally& stacks, const Functions& functions);

// Samples whose stack ends early: at an address that lies in no module, or still in the kernel
// although the thread began in a program.
Totals broken_stacks(const Store& store, const Tally& stacks);

}  // namespace benchlab::analyzers::sampled
