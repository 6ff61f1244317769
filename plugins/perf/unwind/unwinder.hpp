// unwinder.hpp: who called whom, by what was copied of a thread's stack.
//
// The kernel follows frame pointers.  Code without them, as most libraries are, hides its caller,
// or ends the chain.  Where the recorder copied the program's registers and a part of its stack,
// the tables for unwinding in the programs' files say where each caller is.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "perf/attribute.hpp"
#include "perf/sample.hpp"
#include "perf/unwind/address_spaces.hpp"
#include "perf/unwind/unwind_file.hpp"

namespace benchlab::perf {

class Unwinder {
  public:
    explicit Unwinder(const AddressSpaces& spaces) : spaces_(spaces) {}

    // Puts the program's part of a stack right: `chain` has what the kernel found, from
    // `first_of_user` on that of the program.  Left as it is where nothing better is known.
    void mend(const Sample& sample, ByteOrder order, std::vector<std::uint64_t>& chain,
              std::size_t first_of_user);

    // "of 812 copied stacks 800 were followed to their end, ...": empty when there was none.
    std::string summary() const;

  private:
    enum class End : std::uint8_t {
        kOutermost,  // a function that nobody called
        kCopy,       // of what was copied
        kRules,      // there are none for the code
    };
    struct At {
        const AddressSpaces::Mapping* mapping;
        const FrameRule* rule;
    };

    End follow(const Sample& sample, const CopiedStack& stack, Registers& registers);
    At look_at(const Sample& sample, std::uint64_t address);
    UnwindFile* file_of(std::uint32_t number);
    bool step_by_frame_pointer(const Sample& sample, const CopiedStack& stack,
                               Registers& registers) const;
    void add_rest(const Sample& sample, const CopiedStack& stack, std::uint64_t frame_pointer,
                  std::uint64_t from, std::vector<std::uint64_t>& chain, std::size_t first_of_user);

    const AddressSpaces& spaces_;
    std::vector<std::optional<FoundUnwindFile>> files_;   // by number
    std::vector<std::uint64_t> found_;                    // of the stack being followed
    std::map<std::string, std::uint64_t> without_rules_;  // how often, by file
    std::uint64_t stacks_ = 0, complete_ = 0, cut_ = 0;
};

}  // namespace benchlab::perf
