// input_file.hpp: a trace file, read a piece at a time.
//
// Not mapped: mapping gigabytes page by page takes longer than copying them through a buffer that
// stays in the cache, and a file that another program cuts would end the process.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "common/bytes.hpp"

namespace benchlab::plugins {

class InputFile {
  public:
    // Throws benchlab::Error with BL_E_IO and the path, also for what is no regular file.
    explicit InputFile(const std::string& path);
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    // When it was opened.
    std::uint64_t size() const { return size_; }

    // The bytes from there on, in `into`; fewer where the file ends.  Throws as above.  Any thread.
    Bytes read(std::uint64_t offset, std::span<std::uint8_t> into) const;

  private:
    std::string path_;
    std::uint64_t size_ = 0;
#ifdef _WIN32
    void* file_ = nullptr;
#else
    int file_ = -1;
#endif
};

}  // namespace benchlab::plugins
