// elf.hpp: the two things that a recorder asks of a program file: its build id, and where in the
// file a function begins.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "perf/record/blob.hpp"
#include "perf/record/records.hpp"
#include "perf/record/system.hpp"

namespace benchlab::perf {

// A 64-bit ELF file of this machine's byte order.  Nothing in it is trusted.
class ElfFile {
  public:
    // Empty when it cannot be read or is no such file.
    static std::optional<ElfFile> open(const std::string& path);

    std::optional<BuildId> build_id() const;
    // The offset in the file of a function of that name; of .dynsym, else of .symtab.
    std::optional<std::uint64_t> function_offset(const std::string& name) const;

  private:
    struct Segment {
        std::uint32_t type;
        std::uint64_t offset, address, file_size;
    };
    struct Section {
        std::uint32_t type, link;
        std::uint64_t offset, size;
    };

    std::vector<std::uint8_t> read(std::uint64_t offset, std::uint64_t size) const;
    bool read_tables();
    std::optional<std::uint64_t> address_in(const Section& symbols, const std::string& name) const;

    FileDescriptor file_;
    std::vector<Segment> segments_;
    std::vector<Section> sections_;
};

// The build id among ELF notes.
std::optional<BuildId> build_id_of_notes(Bytes notes);

}  // namespace benchlab::perf
