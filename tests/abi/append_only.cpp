#include "append_only.hpp"

#include <cctype>
#include <map>
#include <regex>

namespace header_check {

namespace {

std::string without_comments(const std::string& text) {
    std::string result;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t begin = text.find("/*", at);
        result += text.substr(at, begin - at) + " ";
        if (begin == std::string::npos) break;
        const std::size_t end = text.find("*/", begin);
        if (end == std::string::npos) break;
        at = end + 2;
    }
    return result;
}

// "const char *name" and "const char  * name" are the same declaration.
std::string normal(const std::string& declaration) {
    const auto is_word = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    std::string result;
    bool space = false;
    for (const char c : declaration) {
        if (std::isspace(static_cast<unsigned char>(c)) != 0) {
            space = true;
            continue;
        }
        if (space && !result.empty() && is_word(result.back()) && is_word(c)) result += ' ';
        space = false;
        result += c;
    }
    return result;
}

using Structs = std::map<std::string, std::vector<std::string>>;

Structs structs_of(const std::string& text) {
    static const std::regex head("struct (bl_\\w+)\\s*\\{");
    Structs result;
    for (std::sregex_iterator it(text.begin(), text.end(), head), end; it != end; ++it) {
        const auto from = static_cast<std::size_t>(it->position() + it->length());
        const std::string body = text.substr(from, text.find('}', from) - from);
        auto& members = result[(*it)[1]];
        std::size_t at = 0;
        for (std::size_t stop = body.find(';'); stop != std::string::npos;
             at = stop + 1, stop = body.find(';', at)) {
            members.push_back(normal(body.substr(at, stop - at)));
        }
    }
    return result;
}

// Enumerators, typedefs, prototypes and macros: name to text.
std::map<std::string, std::string> others_of(const std::string& text) {
    static const std::regex patterns[] = {
        std::regex("\\b(BL_\\w+)\\s*=\\s*([^,}]+)"),
        std::regex("#\\s*define\\s+(BL_\\w+)((?:[^\\n\\\\]|\\\\\\n|\\\\.)*)"),
        std::regex("typedef[^;{}]*\\(BL_CALL \\*(bl_\\w+)\\)([^;]*);"),
        std::regex("(BL_EXPORT[^;]*benchlab_plugin_v1)([^;]*);"),
    };
    std::map<std::string, std::string> result;
    for (const auto& pattern : patterns) {
        for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it) {
            // BL_EXPORT and BL_CALL are defined once for each system.
            result[(*it)[1]] += normal((*it)[2]) + " ";
        }
    }
    return result;
}

void compare_members(const std::string& name, const std::vector<std::string>& older,
                     const std::vector<std::string>& newer, std::vector<std::string>& out) {
    for (std::size_t i = 0; i < older.size(); ++i) {
        if (i < newer.size() && newer[i] == older[i]) continue;
        out.push_back(name + ": member " + std::to_string(i) + " was \"" + older[i] + "\", is \"" +
                      (i < newer.size() ? newer[i] : "") + "\"");
        return;
    }
}

}  // namespace

std::vector<std::string> breaks(const std::string& older, const std::string& newer) {
    std::vector<std::string> out;
    const std::string old_text = without_comments(older), new_text = without_comments(newer);
    const Structs new_structs = structs_of(new_text);
    for (const auto& [name, members] : structs_of(old_text)) {
        const auto found = new_structs.find(name);
        if (found == new_structs.end()) {
            out.push_back(name + " is gone");
        } else {
            compare_members(name, members, found->second, out);
        }
    }
    const auto new_others = others_of(new_text);
    for (const auto& [name, text] : others_of(old_text)) {
        if (name == "BL_ABI_MINOR") continue;
        const auto found = new_others.find(name);
        if (found == new_others.end()) {
            out.push_back(name + " is gone");
        } else if (found->second != text) {
            out.push_back(name + " was \"" + text + "\", is \"" + found->second + "\"");
        }
    }
    return out;
}

}  // namespace header_check
