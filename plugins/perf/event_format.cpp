#include "perf/event_format.hpp"

#include "common/text.hpp"

namespace benchlab::perf {
namespace {

using plugins::trimmed;
using plugins::unsigned_number;

// A kernel prints none that is longer; what is, is damaged and would only take time.
constexpr std::size_t kLongestPrint = 16384, kLongestExpression = 512;
constexpr std::size_t kMostCalls = 64, kMostNames = 64;

// "offset:8;" of a field's line.
std::optional<std::uint64_t> property(std::string_view line, std::string_view name) {
    const std::size_t at = line.find(name);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view rest = line.substr(at + name.size());
    return unsigned_number(rest.substr(0, rest.find(';')));
}

// "field:char comm[16]; offset:8; size:16; signed:1;": the name is the last word before the [ or ;.
void read_field(std::string_view line, EventFormat& format) {
    const std::string_view declaration = trimmed(line.substr(0, line.find(';')));
    std::string_view named = trimmed(declaration.substr(0, declaration.find_last_of('[')));
    // "__data_loc char[] comm" has its brackets before the name.
    if (declaration.find(']') < declaration.find_last_of(' ')) named = declaration;
    const std::size_t space = named.find_last_of(" *");
    const auto offset = property(line, "offset:"), size = property(line, "size:");
    if (space == std::string_view::npos || !offset || !size) return;
    if (*offset > 0xFFFF || *size > 0xFFFF) return;
    FormatField field;
    field.kind = declaration.starts_with("__data_loc")  ? FormatField::kData
                 : declaration.starts_with("__rel_loc") ? FormatField::kRelative
                                                        : FormatField::kPlain;
    field.is_signed = property(line, "signed:").value_or(0) != 0;
    field.offset = static_cast<std::uint32_t>(*offset);
    field.size = static_cast<std::uint32_t>(*size);
    format.fields.insert_or_assign(std::string(named.substr(space + 1)), field);
}

// Numbers of an expression, from the left; there is no order of precedence, and the kernel writes
// brackets wherever one would matter.
class Evaluator {
  public:
    explicit Evaluator(std::string_view text) : text_(text) {}

    std::optional<std::uint64_t> run() {
        const auto value = expression(0);
        skip_space();
        return text_.empty() ? value : std::nullopt;
    }

  private:
    std::optional<std::uint64_t> expression(int depth) {
        auto value = operand(depth);
        while (value) {
            const std::string_view sign = operation();
            if (sign.empty()) return value;
            const auto right = operand(depth);
            if (!right) return std::nullopt;
            value = applied(*value, sign, *right);
        }
        return value;
    }
    std::optional<std::uint64_t> operand(int depth) {
        constexpr int kDeepest = 50;
        skip_space();
        if (depth > kDeepest || text_.empty()) return std::nullopt;
        if (text_.front() == '(') {
            text_.remove_prefix(1);
            const auto value = expression(depth + 1);
            skip_space();
            if (!value || !text_.starts_with(')')) return std::nullopt;
            text_.remove_prefix(1);
            return value;
        }
        const std::size_t size = text_.find_first_not_of("0123456789abcdefABCDEFxX");
        const std::string_view digits = text_.substr(0, size);
        text_.remove_prefix(digits.size());
        // A suffix says only how wide the number is.
        while (text_.starts_with('U') || text_.starts_with('L')) text_.remove_prefix(1);
        return unsigned_number(digits);
    }
    std::string_view operation() {
        skip_space();
        for (const std::string_view sign : {"<<", "|", "+", "-", "&"}) {
            if (!text_.starts_with(sign)) continue;
            text_.remove_prefix(sign.size());
            return sign;
        }
        return {};
    }
    static std::uint64_t applied(std::uint64_t left, std::string_view sign, std::uint64_t right) {
        if (sign == "<<") return right < 64 ? left << right : 0;
        if (sign == "|") return left | right;
        if (sign == "&") return left & right;
        return sign == "+" ? left + right : left - right;
    }
    void skip_space() { text_ = trimmed(text_); }

    std::string_view text_;
};

// `{ 0x1, "S" }, { 0x2, "D" }` up to the bracket that ends the call.
NamedValues read_pairs(std::string_view text) {
    NamedValues out;
    // What is before the first pair may have brackets of its own.
    text.remove_prefix(std::min(text.size(), text.find('{')));
    while (out.size() < kMostNames) {
        const std::size_t open = text.find('{'), close = text.find('}');
        if (open == std::string_view::npos || close == std::string_view::npos || close < open)
            return out;
        // Behind the last pair there is a bracket.
        if (text.substr(0, open).find(')') != std::string_view::npos) return out;
        const std::string_view pair = text.substr(open + 1, close - open - 1);
        const std::size_t comma = pair.find(',');
        const std::size_t first = pair.find('"'), last = pair.find_last_of('"');
        if (comma != std::string_view::npos && last != first && first != std::string_view::npos) {
            if (const auto value = evaluate(pair.substr(0, comma)))
                out.emplace_back(*value, std::string(pair.substr(first + 1, last - first - 1)));
        }
        text.remove_prefix(close + 1);
    }
    return out;
}

}  // namespace

std::optional<std::uint64_t> evaluate(std::string_view expression) {
    if (expression.size() > kLongestExpression) return std::nullopt;
    return Evaluator(expression).run();
}

std::int64_t FormatField::number(Bytes raw, ByteOrder order) const {
    if (kind == kAbsent || offset + size > raw.size()) return 0;
    return order.number(raw.data() + offset, size, is_signed);
}

std::string_view FormatField::text(Bytes raw, ByteOrder order) const {
    if (kind == kAbsent || offset + size > raw.size()) return {};
    if (kind == kPlain) return text_of(raw.subspan(offset, size));
    if (size != 4) return {};
    const std::uint32_t place = order.u32(raw.data() + offset);
    const std::size_t begin = (place & 0xFFFF) + (kind == kRelative ? offset + size : 0);
    const std::size_t length = place >> 16;
    if (begin > raw.size() || length > raw.size() - begin) return {};
    return text_of(raw.subspan(begin, length));
}

FormatField EventFormat::field(std::string_view of) const {
    const auto found = fields.find(of);
    return found == fields.end() ? FormatField{} : found->second;
}

NamedValues EventFormat::names_of(std::string_view of) const {
    const std::string value = "REC->" + std::string(of);
    std::size_t calls = 0;
    for (const std::string_view call : {"__print_flags(", "__print_symbolic("}) {
        std::string_view rest = print;
        for (std::size_t at = rest.find(call); at != std::string_view::npos; at = rest.find(call)) {
            if (++calls > kMostCalls) return {};
            rest.remove_prefix(at + call.size());
            const std::string_view near = rest.substr(0, kLongestExpression);
            if (near.substr(0, near.find(',')).find(value) != std::string_view::npos)
                return read_pairs(rest);
        }
    }
    return {};
}

std::optional<std::uint64_t> EventFormat::bit_printed_as(std::string_view of,
                                                         std::string_view mark) const {
    const std::string printed = "? \"" + std::string(mark) + "\"";
    const std::string value = "REC->" + std::string(of) + " &";
    const std::string_view all = print;
    const std::size_t end = all.find(printed);
    if (end == std::string_view::npos) return std::nullopt;
    const std::size_t begin = all.substr(0, end).rfind(value);
    if (begin == std::string_view::npos) return std::nullopt;
    std::string_view expression = trimmed(all.substr(begin, end - begin).substr(value.size()));
    if (expression.size() > kLongestExpression) return std::nullopt;
    // What opened before the value closes behind the expression.
    while (!expression.empty()) {
        if (const auto bit = evaluate(expression)) return bit;
        if (expression.back() != ')') return std::nullopt;
        expression = trimmed(expression.substr(0, expression.size() - 1));
    }
    return std::nullopt;
}

std::optional<EventFormat> read_event_format(std::string_view system, std::string_view text) {
    EventFormat out;
    out.system = system;
    bool has_id = false;
    while (!text.empty()) {
        const std::string_view line = trimmed(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(text.size(), text.find('\n') == std::string_view::npos
                                                     ? text.size()
                                                     : text.find('\n') + 1));
        if (line.starts_with("name:")) out.name = trimmed(line.substr(5));
        if (line.starts_with("ID:")) {
            const auto id = unsigned_number(line.substr(3));
            has_id = id.has_value();
            out.id = id.value_or(0);
        }
        if (line.starts_with("field:")) read_field(line.substr(6), out);
        if (line.starts_with("print fmt:") && line.size() <= kLongestPrint)
            out.print = line.substr(10);
    }
    if (!has_id || out.name.empty()) return std::nullopt;
    return out;
}

}  // namespace benchlab::perf
