#include "plugin/reasons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/text.hpp"

namespace benchlab::plugin {
namespace {

constexpr std::size_t kMaxReasons = 64;
constexpr std::size_t kMaxShown = 60;

// Its bytes up to one more than is allowed.
std::string_view bounded(const char* text) {
    const void* const end = std::memchr(text, '\0', kMaxTextBytes + 1);
    const std::size_t size =
        end ? static_cast<std::size_t>(static_cast<const char*>(end) - text) : kMaxTextBytes + 1;
    return {text, size};
}

std::string shown(std::string_view text) {
    const bool cut = text.size() > kMaxShown;
    std::size_t replaced = 0;
    return base::printable(base::valid_utf8(text.substr(0, kMaxShown), replaced)) +
           (cut ? "..." : "");
}

// Descriptors are shown on terminals and in one line.
std::string one_line(std::string text) {
    const auto blank = [](char c) { return c == '\n' || c == '\r' || c == '\t'; };
    std::replace_if(text.begin(), text.end(), blank, ' ');
    return base::printable(text);
}

}  // namespace

void Reasons::add(std::string_view place, std::string_view text) {
    if (reasons_.size() == kMaxReasons) {
        ++more_;
        return;
    }
    reasons_.push_back(place.empty() ? std::string(text) : fmt::format("{}: {}", place, text));
}

std::vector<std::string> Reasons::take() && {
    if (more_ != 0) reasons_.push_back(fmt::format("and {} more", more_));
    return std::move(reasons_);
}

std::string place_of(std::string_view kind, std::uint32_t index, const char* name) {
    std::string place = fmt::format("{} {}", kind, index + 1);
    if (name != nullptr) place += fmt::format(" \"{}\"", shown(bounded(name)));
    return place;
}

std::string take_text(const char* text, std::string_view member, std::string_view place,
                      Reasons& reasons, Form form, Need need) {
    if (text == nullptr) {
        require(need == Need::kOptional, member, place, reasons);
        return {};
    }
    const std::string_view view = bounded(text);
    std::size_t replaced = 0;
    std::string valid;
    if (view.size() > kMaxTextBytes) {
        reasons.add(place, fmt::format("{} is longer than {} KiB", member, kMaxTextBytes >> 10));
    } else if (valid = base::valid_utf8(view, replaced); replaced != 0) {
        reasons.add(place, fmt::format("{} is not valid UTF-8 (\"{}\")", member, shown(view)));
    } else if (form == Form::kText) {
        if (view.empty() && need == Need::kRequired) {
            reasons.add(place, fmt::format("{} is empty", member));
        }
    } else if (form == Form::kName ? !base::is_declared_name(view)
                                   : !base::is_declared_path(view)) {
        reasons.add(
            place,
            fmt::format("{} \"{}\" is not a name: small letters, digits, '.', '_' and '-'"
                        "{}, a letter or digit first",
                        member, shown(view), form == Form::kPath ? ", '/' between parts" : ""));
    }
    return form == Form::kText ? one_line(std::move(valid)) : valid;
}

void require(bool present, std::string_view member, std::string_view place, Reasons& reasons) {
    if (!present) reasons.add(place, fmt::format("{} is null", member));
}

bool readable_array(const void* array, std::uint64_t count, std::string_view kind,
                    std::string_view place, Reasons& reasons) {
    if (count > kMaxItems) {
        reasons.add(place,
                    fmt::format("states {} {}s; at most {} are possible", count, kind, kMaxItems));
        return false;
    }
    if (count != 0 && array == nullptr) {
        reasons.add(place, fmt::format("states {} {}s, but its list of them is null", count, kind));
        return false;
    }
    return true;
}

void Unique::check(const std::string& name, std::string_view place, Reasons& reasons) {
    if (name.empty()) return;
    if (std::find(seen_.begin(), seen_.end(), name) != seen_.end()) {
        reasons.add(place, fmt::format("\"{}\" is there twice", shown(name)));
    } else {
        seen_.push_back(name);
    }
}

}  // namespace benchlab::plugin
