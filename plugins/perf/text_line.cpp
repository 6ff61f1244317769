#include "perf/text_line.hpp"

#include <charconv>

#include "common/text.hpp"

namespace benchlab::perf {
namespace {

using plugins::trimmed;

// No tool prints so much before the event, nor such a name of one.
constexpr std::size_t kLongestThread = 512, kLongestEvent = 256;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::string_view without_indent(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    return text;
}

template <class Number>
bool take_number(std::string_view& text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

// The end is left as it is: a line is looked at from many places, and may end in many spaces.
std::string_view take_word(std::string_view& text) {
    text = without_indent(text);
    const std::string_view word = text.substr(0, text.find_first_of(" \t"));
    text.remove_prefix(word.size());
    return word;
}

// "[001]": the last one that has a time behind it is not part of a thread's name.
struct CpuPlace {
    std::size_t begin, end;
    std::uint32_t cpu;
};
std::optional<CpuPlace> find_cpu(std::string_view line, std::size_t from) {
    for (std::size_t at = line.find('[', from); at != line.npos; at = line.find('[', at + 1)) {
        std::string_view rest = line.substr(at + 1);
        std::uint32_t cpu = 0;
        if (rest.empty() || !is_digit(rest.front()) || !take_number(rest, cpu)) continue;
        if (rest.starts_with("] ")) return CpuPlace{at, line.size() - rest.size() + 1, cpu};
    }
    return std::nullopt;
}

// "2299.375826556:": seconds, with three to nine digits behind the point.
bool read_time(std::string_view word, std::int64_t& ns) {
    if (!word.ends_with(':')) return false;
    word.remove_suffix(1);
    std::uint64_t seconds = 0, part = 0;
    if (!take_number(word, seconds) || seconds > 9'000'000'000u || !word.starts_with('.'))
        return false;
    word.remove_prefix(1);
    const std::size_t digits = word.size();
    if (digits < 3 || digits > 9 || !is_digit(word.front()) || !take_number(word, part) ||
        !word.empty())
        return false;
    for (std::size_t i = digits; i < 9; ++i) part *= 10;
    ns = static_cast<std::int64_t>(seconds * 1'000'000'000 + part);
    return true;
}

// "comm  12", "comm 10/12" of perf script; "comm-12", "comm-12 ( 10)" of ftrace.
bool read_thread(std::string_view text, TextLine& line) {
    text = trimmed(text);
    if (text.ends_with(')')) {
        const std::size_t open = text.rfind('(');
        if (open == text.npos) return false;
        std::string_view pid = trimmed(text.substr(open + 1, text.size() - open - 2));
        take_number(pid, line.pid);
        text = trimmed(text.substr(0, open));
    }
    std::size_t digits = text.size();
    while (digits > 0 && is_digit(text[digits - 1])) --digits;
    std::string_view number = text.substr(digits);
    if (digits == 0 || !take_number(number, line.tid)) return false;
    text = text.substr(0, digits);
    if (text.ends_with('/')) {
        std::size_t first = text.size() - 1;
        while (first > 0 && is_digit(text[first - 1])) --first;
        std::string_view pid = text.substr(first, text.size() - 1 - first);
        if (!take_number(pid, line.pid)) return false;
        text = text.substr(0, first);
    }
    if (!text.ends_with('-') && !text.ends_with(' ')) return false;
    const bool is_dash = text.ends_with('-');
    text.remove_suffix(1);
    // perf calls a thread that has ended -1.
    if (is_dash && (text.empty() || text.back() == '/' || text.back() == ' ')) {
        line.tid = line.pid = 0xFFFFFFFF;
        return true;
    }
    // trace-cmd puts the name of a ring that is not the main one before each line.
    const std::size_t ring = text.find(": ");
    if (ring != text.npos && text.find_first_of(" \t") == ring + 1) text.remove_prefix(ring + 1);
    line.comm = trimmed(text);
    return true;
}

// Behind the CPU: flags or none, the time, a period or none, the event.
bool read_event(std::string_view rest, TextLine& line) {
    std::string_view word = take_word(rest);
    if (!read_time(word, line.time_ns)) {
        line.flags = word;
        if (!read_time(take_word(rest), line.time_ns)) return false;
    }
    word = take_word(rest);
    std::string_view period = word;
    std::uint64_t number = 0;
    if (take_number(period, number) && period.empty()) {
        line.period = number;
        word = take_word(rest);
    }
    if (word.size() < 2 || word.size() > kLongestEvent || !word.ends_with(':')) return false;
    line.event = word.substr(0, word.size() - 1);
    line.fields = trimmed(rest);
    return true;
}

}  // namespace

std::optional<TextLine> read_text_line(std::string_view text) {
    text = trimmed(text);
    for (auto place = find_cpu(text, 0); place; place = find_cpu(text, place->end)) {
        if (place->begin > kLongestThread) break;
        TextLine line;
        line.cpu = place->cpu;
        if (read_event(text.substr(place->end), line) &&
            read_thread(text.substr(0, place->begin), line))
            return line;
    }
    return std::nullopt;
}

std::string_view text_field(std::string_view fields, std::string_view name) {
    std::size_t at = 0;
    while (true) {
        at = fields.find(name, at);
        if (at == fields.npos) return {};
        const bool begins = at == 0 || fields[at - 1] == ' ' || fields[at - 1] == '[';
        const std::size_t equals = at + name.size();
        if (begins && equals < fields.size() && fields[equals] == '=') break;
        at += 1;
    }
    const std::string_view rest = fields.substr(at + name.size() + 1);
    // Up to the word that has the next equals sign, or the arrow of a switch.
    std::size_t end = rest.size();
    for (std::size_t space = rest.find(' '); space != rest.npos;
         space = rest.find(' ', space + 1)) {
        const std::string_view next = rest.substr(space + 1);
        const std::string_view word = next.substr(0, next.find(' '));
        if (word == "==>" || word.find('=') != word.npos) {
            end = space;
            break;
        }
    }
    return trimmed(rest.substr(0, end));
}

std::optional<std::int64_t> leading_number(std::string_view text) {
    text = trimmed(text);
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    int base = 10;
    if (text.starts_with("0x")) {
        base = 16;
        text.remove_prefix(2);
    }
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (error != std::errc()) return std::nullopt;
    return static_cast<std::int64_t>(negative ? 0 - number : number);
}

}  // namespace benchlab::perf
