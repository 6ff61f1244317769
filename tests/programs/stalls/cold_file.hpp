// A file that is not in memory, to be read from the disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace stalls {

class ColdFile {
  public:
    static constexpr std::size_t kBytes = 64 << 20, kPiece = 64 << 10;

    // Writes it.  Throws std::system_error; the file is removed with this object.
    explicit ColdFile(std::string path);
    ~ColdFile();
    ColdFile(const ColdFile&) = delete;
    ColdFile& operator=(const ColdFile&) = delete;

    // Puts all of it out of memory; says why that could not be done, or nothing.
    std::string make_cold();

    // Pieces that were not read before, from one to the next.
    void read_piece();
    // One page of a mapping, that was not touched before.
    void touch_page();
    // A mapping of its own for touch_page().
    void map();
    void unmap();

  private:
    std::size_t resident_pages() const;
    void fill();
    void close_and_remove();

    std::string path_;
    int file_ = -1;
    std::size_t next_piece_ = 0, next_page_ = 0;
    const volatile unsigned char* mapped_ = nullptr;
};

}  // namespace stalls
