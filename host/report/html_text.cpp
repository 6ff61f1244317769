#include <fmt/format.h>

#include "base/text.hpp"
#include "report/html_parts.hpp"

namespace benchlab::report::html {

std::string clean(std::string_view text) {
    std::size_t replaced = 0;
    std::string valid = base::valid_utf8(text, replaced);
    for (char& c : valid) {
        if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    }
    return base::printable(valid);
}

std::string escape(std::string_view text) {
    std::string out;
    for (const char c : clean(text)) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string anchor(std::string_view section, std::string_view path) {
    std::string plain = "/" + std::string(section);
    if (!path.empty()) plain += "/" + std::string(path);
    std::string out;
    for (const char c : plain) {
        const bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '/' || c == '.' || c == '_' || c == '-';
        out += fine ? std::string(1, c) : fmt::format("~{:02x}", static_cast<unsigned char>(c));
    }
    return out;
}

std::string digits(double value) {
    return fmt::format("{}", value);
}

std::string help_attributes(std::string_view help, std::uint32_t flags) {
    std::string text(help);
    if (flags & (kOutLessIsBetter | kOutMoreIsBetter)) {
        if (!text.empty()) text += text.back() == '.' ? " " : ". ";
        text += flags & kOutLessIsBetter ? "Less is better." : "More is better.";
    }
    if (text.empty()) return {};
    return " title=\"" + escape(text) + "\"";
}

std::string unit_attribute(Unit unit) {
    if (unit == Unit::kNone || unit == Unit::kCount) return {};
    const std::string_view id = base::unit_id(unit == Unit::kTraceTime ? Unit::kNanoseconds : unit);
    return fmt::format(" data-unit=\"{}\"", id);
}

std::string heading_link(std::string_view anchor) {
    return fmt::format(
        " <a class=\"anchor\" href=\"#{}\" aria-label=\"Link to this heading\">#</a>", anchor);
}

}  // namespace benchlab::report::html
