// store/symbols/elf_unwind.hpp: where functions begin and end by the tables for unwinding, which
// also stripped files have.  Layout of .eh_frame_hdr and .eh_frame: Linux Standard Base,
// Core, 10.6.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "store/symbols/elf_sections.hpp"

namespace benchlab::store {

class UnwindStarts {
  public:
    // Of a table of another form than linkers write it nothing is found.  `elf` stays open longer.
    explicit UnwindStarts(Elf* elf);

    // Begin of the function with the address.
    std::optional<std::uint64_t> find(std::uint64_t address) const;

  private:
    struct Part {
        std::uint64_t address, offset, size;
    };
    class Reader;

    std::optional<std::uint64_t> size_at(std::uint64_t entry) const;
    std::optional<unsigned> encoding_at(Reader common) const;
    Reader reader_at(std::uint64_t address) const;
    std::uint64_t in_header(std::size_t entry, std::size_t word) const;

    std::string_view file_;
    std::vector<Part> parts_;
    std::string_view table_;
    std::uint64_t address_ = 0;  // of the header, which entries count from
    std::size_t count_ = 0;
    bool big_endian_ = false, wide_ = false;
};

}  // namespace benchlab::store
