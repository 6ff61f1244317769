#include "report/json_value.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <cmath>
#include <iterator>

#include "base/text.hpp"

namespace benchlab::report {
namespace {

void append_escaped(std::string& out, std::string_view text) {
    constexpr std::string_view kLineSeparators = "\xE2\x80";  // U+2028 and U+2029 begin so
    std::size_t clean = 0;                                    // what lies before it is in `out`
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const auto byte = static_cast<unsigned char>(c);
        std::size_t length = 1;
        std::uint32_t point = byte;
        if (byte == 0xE2 && text.substr(i, 2) == kLineSeparators && i + 2 < text.size() &&
            (static_cast<unsigned char>(text[i + 2]) | 1u) == 0xA9u) {
            length = 3;
            point = 0x2000u + (static_cast<unsigned char>(text[i + 2]) & 0x3Fu);
        } else if (byte >= 0x20 && c != '"' && c != '\\' && c != '<' && byte != 0x7F) {
            continue;
        }
        out += text.substr(clean, i - clean);
        switch (c) {
            case '"':
                out += "\\\"";
                break;
            case '\\':
                out += "\\\\";
                break;
            case '\n':
                out += "\\n";
                break;
            case '\t':
                out += "\\t";
                break;
            default:
                fmt::format_to(std::back_inserter(out), "\\u{:04x}", point);
        }
        i += length - 1;
        clean = i + 1;
    }
    out += text.substr(clean);
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
    out += '"';
    if (simdjson::validate_utf8(text.data(), text.size())) {
        append_escaped(out, text);
    } else {
        std::size_t replaced = 0;
        append_escaped(out, base::valid_utf8(text, replaced));
    }
    out += '"';
}

void append_json_number(std::string& out, double number) {
    if (!std::isfinite(number)) {
        out += "null";
        return;
    }
    const std::size_t begin = out.size();
    fmt::format_to(std::back_inserter(out), "{}", number);
    if (out.find_first_of(".e", begin) == std::string::npos) out += ".0";
}

void JsonWriter::newline() {
    if (!pretty_) return;
    out_ += '\n';
    out_.append(levels_.size() * 2, ' ');
}

void JsonWriter::separate(Level& level) {
    if (!level.empty) out_ += level.flat && pretty_ ? ", " : ",";
    if (!level.flat) newline();
    level.empty = false;
}

void JsonWriter::before_value() {
    if (!after_key_ && !levels_.empty()) separate(levels_.back());
    after_key_ = false;
}

void JsonWriter::open(char bracket, bool flat) {
    before_value();
    const bool in_flat = !levels_.empty() && levels_.back().flat;
    levels_.push_back({flat || in_flat, true});
    out_ += bracket;
}

void JsonWriter::close(char bracket) {
    const Level level = levels_.back();
    levels_.pop_back();
    if (!level.empty && !level.flat) newline();
    out_ += bracket;
}

void JsonWriter::begin_object(bool flat) {
    open('{', flat);
}
void JsonWriter::end_object() {
    close('}');
}
void JsonWriter::begin_array(bool flat) {
    open('[', flat);
}
void JsonWriter::end_array() {
    close(']');
}

void JsonWriter::key(std::string_view name) {
    separate(levels_.back());
    append_json_string(out_, name);
    out_ += pretty_ ? ": " : ":";
    after_key_ = true;
}

void JsonWriter::value(std::string_view text) {
    before_value();
    append_json_string(out_, text);
}

void JsonWriter::value(double number) {
    before_value();
    append_json_number(out_, number);
}

void JsonWriter::value(std::uint64_t number) {
    before_value();
    fmt::format_to(std::back_inserter(out_), "{}", number);
}

void JsonWriter::value(std::int64_t number) {
    before_value();
    fmt::format_to(std::back_inserter(out_), "{}", number);
}

void JsonWriter::value(bool flag) {
    before_value();
    out_ += flag ? "true" : "false";
}

void JsonWriter::null() {
    before_value();
    out_ += "null";
}

}  // namespace benchlab::report
