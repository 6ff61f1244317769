#include "source.hpp"

#include <algorithm>
#include <benchlab/host.hpp>
#include <cstring>
#include <filesystem>

namespace benchlab::framelog {

namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

void append_utf8(std::string& out, std::uint32_t code) {
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0 | (code >> 6));
        out += static_cast<char>(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        out += static_cast<char>(0xE0 | (code >> 12));
        out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        out += static_cast<char>(0xF0 | (code >> 18));
        out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
        out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (code & 0x3F));
    }
}

// Decodes whole units and removes them from `raw`; a half of a pair without its other is U+FFFD.
void decode_utf16(std::string& raw, bool big, bool last, std::string& out) {
    const auto unit = [&](std::size_t at) {
        const auto low = static_cast<unsigned char>(raw[big ? at + 1 : at]);
        const auto high = static_cast<unsigned char>(raw[big ? at : at + 1]);
        return static_cast<std::uint32_t>(high << 8 | low);
    };
    std::size_t at = 0;
    while (at + 2 <= raw.size()) {
        std::uint32_t code = unit(at);
        const bool first_half = code >= 0xD800 && code < 0xDC00;
        if (first_half && at + 4 > raw.size() && !last) break;
        at += 2;
        if (first_half && at + 2 <= raw.size() && unit(at) >= 0xDC00 && unit(at) < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10) + (unit(at) - 0xDC00);
            at += 2;
        } else if (code >= 0xD800 && code < 0xE000) {
            code = 0xFFFD;
        }
        append_utf8(out, code);
    }
    raw.erase(0, at);
}

std::filesystem::path native(const std::string& path) {
    return std::filesystem::path(std::u8string(path.begin(), path.end()));
}

}  // namespace

std::string as_utf8(std::string_view head) {
    const bool little = head.substr(0, 2) == "\xFF\xFE";
    if (little || head.substr(0, 2) == "\xFE\xFF") {
        std::string raw(head.substr(2)), out;
        decode_utf16(raw, !little, true, out);
        return out;
    }
    if (head.substr(0, 3) == kUtf8Mark) head.remove_prefix(3);
    return std::string(head);
}

LineSource::LineSource(const std::string& path) : path_(path) {
    std::error_code error;
    const std::filesystem::path file = native(path);
    if (std::filesystem::is_directory(file, error) ||
        file_.open(file, std::ios::in | std::ios::binary) == nullptr) {
        throw Error(BL_E_IO, path + ": cannot be opened");
    }
    const auto size = std::filesystem::file_size(file, error);
    size_bytes_ = error ? 0 : size;
    // Small files get a small one; UTF-16 becomes longer.
    buffer_.resize(
        error || size > kBufferBytes / 2
            ? kBufferBytes
            : std::max<std::size_t>(kBufferBytes / 16, static_cast<std::size_t>(size) * 2));
    detect_encoding();
}

void LineSource::detect_encoding() {
    char mark[3] = {};
    const std::size_t read = read_some(mark, 3);
    const std::string_view seen(mark, read);
    std::size_t skipped = 0;
    if (seen == kUtf8Mark) {
        skipped = 3;
    } else if (seen.substr(0, 2) == "\xFF\xFE") {
        encoding_ = Encoding::kUtf16Little;
        skipped = 2;
    } else if (seen.substr(0, 2) == "\xFE\xFF") {
        encoding_ = Encoding::kUtf16Big;
        skipped = 2;
    }
    offset_ = skipped;
    const std::string_view rest = seen.substr(skipped);
    if (encoding_ == Encoding::kUtf8) {
        std::copy(rest.begin(), rest.end(), buffer_.begin());
        end_ = rest.size();
    } else {
        raw_ = rest;
    }
}

std::size_t LineSource::read_some(char* to, std::size_t most) {
    std::streamsize got = 0;
    try {
        got = file_.sgetn(to, static_cast<std::streamsize>(most));
    } catch (const std::ios_base::failure&) {
        got = -1;
    }
    if (got < 0) throw Error(BL_E_IO, path_ + ": cannot be read");
    return static_cast<std::size_t>(got);
}

// Moves what is unread to the front and reads as much as there is room for.
void LineSource::fill() {
    if (begin_ > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    while (!at_end_ && end_ < buffer_.size()) {
        if (encoding_ == Encoding::kUtf8) {
            const std::size_t got = read_some(buffer_.data() + end_, buffer_.size() - end_);
            at_end_ = got == 0;
            end_ += got;
            continue;
        }
        // Two bytes of UTF-16 are at most three of UTF-8, four at most four.
        const std::size_t room = (buffer_.size() - end_) / 2;
        if (room <= raw_.size() + 2) return;
        const std::size_t before = raw_.size();
        raw_.resize(room);
        const std::size_t got = read_some(raw_.data() + before, room - before);
        raw_.resize(before + got);
        at_end_ = got == 0;
        std::string decoded;
        decode_utf16(raw_, encoding_ == Encoding::kUtf16Big, at_end_, decoded);
        std::copy(decoded.begin(), decoded.end(),
                  buffer_.begin() + static_cast<std::ptrdiff_t>(end_));
        end_ += decoded.size();
    }
}

std::string_view LineSource::ahead() {
    fill();
    return {buffer_.data() + begin_, end_ - begin_};
}

bool LineSource::next(Line& line) {
    const auto find_end = [&] {
        return static_cast<const char*>(std::memchr(buffer_.data() + begin_, '\n', end_ - begin_));
    };
    const char* stop = find_end();
    if (stop == nullptr && !at_end_) {
        fill();
        stop = find_end();
    }
    if (stop == nullptr && begin_ == end_) return false;
    const char* const start = buffer_.data() + begin_;
    line.terminated = stop != nullptr;
    line.too_long = stop == nullptr && !at_end_;
    line.offset = offset_;
    line.number = ++line_;
    std::size_t length = stop == nullptr ? end_ - begin_ : static_cast<std::size_t>(stop - start);
    const std::size_t used = length + (stop == nullptr ? 0 : 1);
    begin_ += used;
    offset_ += used;
    while (length > 0 && start[length - 1] == '\r') --length;
    line.text = {start, length};
    if (line.too_long) {
        // The caller gets no more than a few bytes to show; the rest is passed over.
        line.text = line.text.substr(0, 0);
        skip_line();
    }
    return true;
}

void LineSource::skip_line() {
    while (true) {
        fill();
        const void* stop = std::memchr(buffer_.data() + begin_, '\n', end_ - begin_);
        const std::size_t used =
            stop == nullptr
                ? end_ - begin_
                : static_cast<std::size_t>(static_cast<const char*>(stop) - buffer_.data()) -
                      begin_ + 1;
        begin_ += used;
        offset_ += used;
        if (stop != nullptr || (at_end_ && begin_ == end_)) return;
    }
}

std::string LineSource::tail(std::size_t most_bytes) {
    if (encoding_ != Encoding::kUtf8 || size_bytes_ == 0) return {};
    const std::size_t wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(most_bytes, size_bytes_));
    const auto here = file_.pubseekoff(0, std::ios::cur, std::ios::in);
    if (here == std::filebuf::pos_type(-1)) return {};
    std::string result(wanted, '\0');
    if (file_.pubseekoff(-static_cast<std::streamoff>(wanted), std::ios::end, std::ios::in) ==
        std::filebuf::pos_type(-1)) {
        return {};
    }
    result.resize(read_some(result.data(), wanted));
    file_.pubseekpos(here, std::ios::in);
    return result;
}

}  // namespace benchlab::framelog
