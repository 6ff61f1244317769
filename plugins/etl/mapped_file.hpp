// mapped_file.hpp: a file as bytes in memory, read only.
#pragma once

#include <cstdint>
#include <string>

#include "etl/bytes.hpp"

namespace benchlab::etl {

// The mapping lives as long as the object.  A file that another program shortens meanwhile is a
// fault that no reader can catch; the system then ends the process.
class MappedFile {
  public:
    // Throws benchlab::Error with BL_E_IO and the path.  An empty file has no bytes.
    explicit MappedFile(const std::string& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    Bytes bytes() const { return {data_, static_cast<std::size_t>(size_)}; }

    // From here on only a few bytes here and there are read (or again all): pages around them are not
    // mapped on suspicion.
    void expect_sparse_reads(bool sparse) const;

    // All of these bytes are read next: mapped in one go, not a page fault for every few pages.
    void expect(std::uint64_t offset, std::uint64_t size) const;

    // These bytes are not needed again soon, so that the resident memory stays low.  They may
    // still be read.  Any thread.
    void discard(std::uint64_t offset, std::uint64_t size) const;

  private:
    const std::uint8_t* data_ = nullptr;
    std::uint64_t size_ = 0;
};

}  // namespace benchlab::etl
