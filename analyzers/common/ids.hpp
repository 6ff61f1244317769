// common/ids.hpp: parts of ids from texts of a trace.
#pragma once

#include <string>
#include <string_view>

namespace benchlab::analyzers {

// "cycles:u" is "cycles-u"; what leaves nothing is "other".
inline std::string id_part(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        const bool upper = c >= 'A' && c <= 'Z';
        const bool inner = (c == '.' || c == '_') && !out.empty();
        if (upper) out += static_cast<char>(c - 'A' + 'a');
        if (plain || inner) out += c;
        if (!plain && !upper && !inner && !out.empty()) out += '-';
    }
    return out.empty() ? "other" : out;
}

}  // namespace benchlab::analyzers
