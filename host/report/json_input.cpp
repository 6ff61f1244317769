#include "report/json_input.hpp"

#include <fmt/format.h>

#include <limits>

#include "base/text.hpp"

namespace benchlab::report {
namespace {

constexpr auto kNoIndex = static_cast<std::size_t>(-1);

template <class T>
T typed(const JsonInput& input, std::string_view expected) {
    T value{};
    if (input.raw().get(value) != simdjson::SUCCESS) {
        input.fail(fmt::format("expected {}", expected));
    }
    return value;
}

}  // namespace

std::string_view JsonInput::text() const {
    return typed<std::string_view>(*this, "a text");
}
std::uint64_t JsonInput::u64() const {
    return typed<std::uint64_t>(*this, "a whole number from 0 to 2^64 - 1");
}
std::int64_t JsonInput::i64() const {
    return typed<std::int64_t>(*this, "a whole number");
}
bool JsonInput::flag() const {
    return typed<bool>(*this, "true or false");
}
simdjson::dom::object JsonInput::object() const {
    return typed<simdjson::dom::object>(*this, "an object");
}
simdjson::dom::array JsonInput::array() const {
    return typed<simdjson::dom::array>(*this, "an array");
}

std::uint32_t JsonInput::u32() const {
    const auto value = typed<std::uint64_t>(*this, "a whole number from 0 to 2^32 - 1");
    if (value > std::numeric_limits<std::uint32_t>::max()) {
        fail("expected a whole number from 0 to 2^32 - 1");
    }
    return static_cast<std::uint32_t>(value);
}

double JsonInput::number() const {
    if (is_null()) return std::numeric_limits<double>::quiet_NaN();
    return typed<double>(*this, "a number or null");
}

std::optional<JsonInput> JsonInput::find(std::string_view key) const& {
    simdjson::dom::element member;
    if (object().at_key(key).get(member) != simdjson::SUCCESS) return std::nullopt;
    return JsonInput(*this, key, member);
}

JsonInput JsonInput::need(std::string_view key) const& {
    const std::optional<JsonInput> member = find(key);
    if (!member) fail(fmt::format("\"{}\" is missing", key));
    return *member;
}

std::string JsonInput::text_of(std::string_view key) const {
    const std::optional<JsonInput> member = find(key);
    return member ? std::string(member->text()) : std::string();
}

std::string JsonInput::path() const {
    if (!up_) return "";
    std::string out = up_->path() + "/";
    if (index_ != kNoIndex) return out + std::to_string(index_);
    for (const char c : base::printable(key_)) {
        out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    }
    return out;
}

void JsonInput::fail(std::string_view what) const {
    const std::string where = path();
    throw Damage{fmt::format("{}: {}", where.empty() ? "/" : where, what)};
}

}  // namespace benchlab::report
