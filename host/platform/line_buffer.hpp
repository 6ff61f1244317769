// platform/line_buffer.hpp: bytes of a pipe cut into lines.  Internal to this folder.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace benchlab::platform {

class LineBuffer {
  public:
    // A child that never ends its line must not eat all memory: past this a line is cut.
    static constexpr std::size_t kMaxLine = std::size_t{256} << 20;

    void append(std::string_view bytes) { bytes_.append(bytes); }
    void close() { closed_ = true; }
    bool closed() const { return closed_; }

    // Takes the next line, without "\n" or "\r\n".  The last one needs no line end once closed.
    bool take(std::string& line) {
        const std::size_t end = bytes_.find('\n', searched_);
        if (end != std::string::npos) {
            cut(line, end, end + 1);
            return true;
        }
        searched_ = bytes_.size();
        const std::size_t pending = bytes_.size() - start_;
        if (pending >= kMaxLine || (closed_ && pending > 0)) {
            cut(line, bytes_.size(), bytes_.size());
            return true;
        }
        return false;
    }

  private:
    void cut(std::string& line, std::size_t end, std::size_t next) {
        std::string_view text = std::string_view(bytes_).substr(start_, end - start_);
        if (text.ends_with('\r')) text.remove_suffix(1);
        line.assign(text);
        start_ = searched_ = next;
        // What was taken goes away in large pieces: many short lines cost no quadratic copying.
        if (start_ >= std::max<std::size_t>(64 * 1024, bytes_.size() / 2)) {
            bytes_.erase(0, start_);
            start_ = searched_ = 0;
        }
    }

    std::string bytes_;
    std::size_t start_ = 0;     // of the next line
    std::size_t searched_ = 0;  // no line end before this
    bool closed_ = false;
};

}  // namespace benchlab::platform
