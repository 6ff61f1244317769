#include "report/sink_copy.hpp"

#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/text.hpp"
#include "report/names.hpp"

namespace benchlab::report {
namespace {

constexpr std::size_t kMostKinds = 64;   // of complaints
constexpr std::size_t kLongestId = 512;  // bytes
constexpr std::size_t kDeepestId = 32;   // parts
constexpr std::uint64_t kMostArgs = 64;
constexpr std::uint64_t kTextOverhead = 32;  // what a std::string takes without its bytes
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Tabs and line ends are usual in longer texts and stay without a word.
bool has_control(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x20 ? byte != '\t' && byte != '\n' && byte != '\r' : byte == 0x7F) return true;
        const bool c1 =
            byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
        if (c1) return true;
    }
    return false;
}

// At most `limit` bytes, without a part of a code point at the end.
std::string_view cut(std::string_view text, std::size_t limit) {
    if (text.size() <= limit) return text;
    while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80) --limit;
    return text.substr(0, limit);
}

// The length of a text that ends with NUL, or limit + 1 when it does not end before.
std::size_t bounded_length(const char* text, std::size_t limit) {
    const void* end = std::memchr(text, 0, limit + 1);
    return end ? static_cast<std::size_t>(static_cast<const char*>(end) - text) : limit + 1;
}

bool bit(const std::uint64_t* words, std::uint64_t index) {
    return !words || (words[index / 64] >> (index % 64) & 1u) != 0;
}

}  // namespace

void Complaints::add(std::string_view what, std::string_view where) {
    const auto known = std::find_if(kinds_.begin(), kinds_.end(),
                                    [&](const Kind& kind) { return kind.what == what; });
    if (known != kinds_.end()) {
        ++known->count;
    } else if (kinds_.size() < kMostKinds) {
        kinds_.push_back({std::string(what), std::string(where), 1});
    } else {
        ++kinds_.back().count;
    }
}

std::vector<std::string> Complaints::lines() const {
    std::vector<std::string> out;
    for (const Kind& kind : kinds_) {
        out.push_back(fmt::format("{}: {}", kind.first, kind.what));
        if (kind.count > 1) out.back() += fmt::format(" ({} times)", kind.count);
    }
    return out;
}

void Copier::take(std::uint64_t count, std::uint64_t size) {
    if (count > room_ / size) {
        throw Refused{BL_SKIPPED,
                      fmt::format("was left out, as the section is larger than {}",
                                  base::format_quantity(static_cast<double>(limits_.section_bytes),
                                                        Unit::kBytes))};
    }
    room_ -= count * size;
}

std::string Copier::checked(std::string_view text) {
    const std::string_view kept = cut(text, limits_.string_bytes);
    if (kept.size() < text.size()) complain("a text was too long and was cut");
    take(1, kept.size() + kTextOverhead);
    std::string out(kept);
    if (!simdjson::validate_utf8(kept.data(), kept.size())) {
        std::size_t replaced = 0;
        out = base::valid_utf8(kept, replaced);
        complain("a text had invalid UTF-8, which was replaced");
    }
    if (has_control(out)) complain("a text has control characters, which are not shown");
    return out;
}

std::string Copier::text(const char* text) {
    if (!text) return "";
    return checked({text, bounded_length(text, limits_.string_bytes)});
}

std::string Copier::text(const char* text, std::uint64_t length) {
    if (length == 0) return "";
    if (!text) throw Refused{BL_E_INVALID, "a text is NULL but has a length"};
    // One byte more than the limit is enough to see that it is above.
    return checked({text, std::min<std::uint64_t>(length, limits_.string_bytes + 1)});
}

std::string Copier::id(const char* text) {
    if (!text) throw Refused{BL_E_INVALID, "has no id"};
    const std::string_view id(text, bounded_length(text, kLongestId));
    locate(base::printable(cut(id, 64)));
    if (id.size() > kLongestId) throw Refused{BL_E_INVALID, "the id is too long"};
    if (!base::is_declared_path(id)) {
        throw Refused{BL_E_INVALID,
                      "the id is not a path of names made of a-z, 0-9, '.', '_' and '-'"};
    }
    if (std::count(id.begin(), id.end(), '/') >= static_cast<std::ptrdiff_t>(kDeepestId)) {
        throw Refused{BL_E_INVALID, "the id has too many parts"};
    }
    take(1, id.size() + kTextOverhead);
    return std::string(id);
}

std::string Copier::name(const char* text, std::string_view what) {
    const std::string_view name =
        text ? std::string_view(text, bounded_length(text, kLongestId)) : std::string_view();
    if (name.size() > kLongestId || !base::is_declared_name(name)) {
        throw Refused{BL_E_INVALID, fmt::format("{} is not a name made of a-z, 0-9, '.', '_' and "
                                                "'-'",
                                                what)};
    }
    return std::string(name);
}

std::vector<std::string> Copier::texts(const char* const* from, const std::uint64_t* lengths,
                                       std::uint64_t count, std::string_view what) {
    if (count > 0 && !from) throw Refused{BL_E_INVALID, std::string(what) + " is NULL"};
    if (count > room_ / kTextOverhead) take(count, kTextOverhead);  // says so before the first
    std::vector<std::string> out;
    out.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        out.push_back(lengths && from[i] ? text(from[i], lengths[i]) : text(from[i]));
    }
    return out;
}

std::vector<double> Copier::numbers(const double* from, std::uint64_t count,
                                    std::string_view what) {
    std::vector<double> out = array(from, count, what);
    for (double& number : out) {
        if (std::isfinite(number)) continue;
        number = kNaN;
        complain("a number is not finite and counts as absent");
    }
    return out;
}

Unit Copier::unit(std::uint32_t value) {
    if (value < base::kUnitCount) return static_cast<Unit>(value);
    complain("an unknown unit was left out");
    return Unit::kNone;
}

NameKind Copier::name_kind(std::uint32_t value) {
    if (value < kNameKinds.names.size()) return static_cast<NameKind>(value);
    complain("an unknown kind of name was left out");
    return NameKind::kNone;
}

Scalar Copier::scalar(std::uint32_t type, std::uint64_t u64, double f64, const char* text,
                      std::uint64_t length) {
    switch (type) {
        case BL_VALUE_U64:
            return u64;
        case BL_VALUE_TEXT:
            return this->text(text, length);
        case BL_VALUE_F64:
            if (std::isfinite(f64)) return f64;
            complain("a number is not finite and counts as absent");
            return {};
        default:
            throw Refused{BL_SKIPPED, "was left out, as a value is of an unknown type"};
    }
}

std::vector<Arg> Copier::args(const bl_arg* const* from, std::uint64_t count) {
    if (count > kMostArgs) {
        throw Refused{BL_E_INVALID, fmt::format("has more than {} arguments", kMostArgs)};
    }
    if (count > 0 && !from) throw Refused{BL_E_INVALID, "args is NULL"};
    std::vector<Arg> out;
    for (std::uint64_t i = 0; i < count; ++i) {
        const bl_arg arg = struct_of(from[i], "an argument");
        take(1, sizeof(Arg));
        out.push_back({scalar(arg.type, arg.u64, arg.f64, arg.text, arg.text_len), unit(arg.unit),
                       name_kind(arg.name_kind)});
    }
    return out;
}

Column Copier::column(const bl_out_column& from, std::uint64_t rows) {
    if (from.type < BL_VALUE_U64 || from.type > BL_VALUE_TEXT) {
        throw Refused{BL_SKIPPED, "was left out, as a column is of an unknown type"};
    }
    Column column;
    column.id = name(from.id, "the id of a column");
    column.title = text(from.title);
    column.help = text(from.help);
    if (column.title.empty()) complain("a column has no title");
    if (column.help.empty() && from.type != BL_VALUE_TEXT) complain("a figure has no help");
    column.unit = unit(from.unit);
    column.flags = from.flags & kPluginFlags;
    column.name_kind = name_kind(from.name_kind);
    if (rows > 0 && !from.data) throw Refused{BL_E_INVALID, "a column's data is NULL"};
    cells(column, from, rows);
    if (std::find(column.present.begin(), column.present.end(), false) == column.present.end()) {
        column.present.clear();
    }
    return column;
}

void Copier::cells(Column& column, const bl_out_column& from, std::uint64_t rows) {
    if (from.type == BL_VALUE_U64) {
        column.data = array(static_cast<const std::uint64_t*>(from.data), rows, "data");
    } else if (from.type == BL_VALUE_F64) {
        column.data = array(static_cast<const double*>(from.data), rows, "data");
    } else {
        take(rows, sizeof(const char*));
        column.data = std::vector<std::string>(rows);
    }
    column.present.assign(rows, true);
    for (std::uint64_t row = 0; row < rows; ++row) {
        bool there = bit(from.present, row);
        if (auto* numbers = std::get_if<std::vector<double>>(&column.data)) {
            double& number = (*numbers)[row];
            if (there && !std::isfinite(number)) {
                complain("a number is not finite and counts as absent");
                there = false;
            }
            if (!there) number = kNaN;
        } else if (auto* whole = std::get_if<std::vector<std::uint64_t>>(&column.data)) {
            if (!there) (*whole)[row] = 0;
        } else if (there) {
            const char* cell = static_cast<const char* const*>(from.data)[row];
            there = cell != nullptr;
            auto& texts = std::get<std::vector<std::string>>(column.data);
            if (there) texts[row] = from.lengths ? text(cell, from.lengths[row]) : text(cell);
        }
        column.present[row] = there;
    }
}

}  // namespace benchlab::report
