// The lines of a file, through one buffer: a log is never in memory as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace benchlab::framelog {

inline constexpr std::size_t kBufferBytes = 1 << 20;

struct Line {
    std::string_view text;     // without its end; valid until the next call
    std::uint64_t offset = 0;  // of its first byte in the file
    std::uint64_t number = 0;  // the first is 1
    bool terminated = true;    // false: the file ends without a line end
    bool too_long = false;     // longer than the buffer: text is its beginning
};

// Bytes of UTF-16, or of UTF-8 with or without a byte order mark, as UTF-8 without one.
std::string as_utf8(std::string_view head);

class LineSource {
  public:
    // Throws benchlab::Error when the file cannot be opened.  The path is UTF-8.
    explicit LineSource(const std::string& path);

    bool next(Line& line);
    // What lies ahead, as much as the buffer holds; the last line may be cut.
    std::string_view ahead();
    // The last bytes of the file, at most so many; empty for UTF-16.
    std::string tail(std::size_t most_bytes);

    std::uint64_t size_bytes() const { return size_bytes_; }
    std::uint64_t position() const { return offset_; }

  private:
    enum class Encoding { kUtf8, kUtf16Little, kUtf16Big };
    void fill();
    void detect_encoding();
    std::size_t read_some(char* to, std::size_t most);
    void skip_line();

    std::string path_;
    std::filebuf file_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0, end_ = 0;  // what is unread in the buffer
    std::string raw_;                  // UTF-16 that is not decoded yet
    std::uint64_t size_bytes_ = 0, offset_ = 0, line_ = 0;
    Encoding encoding_ = Encoding::kUtf8;
    bool at_end_ = false;
};

}  // namespace benchlab::framelog
