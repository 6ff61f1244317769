// store/symbols/elf_unwind.hpp: where functions begin by .eh_frame_hdr, which also stripped files
// have.  Layout: Linux Standard Base, Core, 10.6.2.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "store/symbols/elf_sections.hpp"

namespace benchlab::store {

class UnwindStarts {
  public:
    // The bytes stay where they are.  Of a table of another form than linkers write it: empty.
    explicit UnwindStarts(Elf* elf);

    // The last that begins at or before the address.
    std::optional<std::uint64_t> find(std::uint64_t address) const;

  private:
    std::uint32_t word(std::size_t at) const;
    std::uint64_t start(std::size_t entry) const;

    std::string_view table_;
    std::uint64_t address_ = 0;  // of the header, which entries count from
    std::size_t count_ = 0;
    bool big_endian_ = false;
};

}  // namespace benchlab::store
