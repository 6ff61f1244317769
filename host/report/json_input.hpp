// report/json_input.hpp: typed access to parsed JSON that knows where it is, for json_reader.cpp.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace benchlab::report {

// Thrown inside the reader only: what is wrong and where, as "/sections/run/title: expected ...".
struct Damage {
    std::string message;
};

// A JSON value and the way to it, kept as a chain on the stack so that it costs nothing unless
// something is wrong.  Every function throws Damage when the value is of another type.
class JsonInput {
  public:
    explicit JsonInput(simdjson::dom::element value) : value_(value) {}
    JsonInput(const JsonInput& up, std::string_view key, simdjson::dom::element value)
        : value_(value), up_(&up), key_(key) {}
    JsonInput(const JsonInput& up, std::size_t index, simdjson::dom::element value)
        : value_(value), up_(&up), index_(index) {}
    // A member lives no longer than what it is a member of.
    JsonInput(JsonInput&& up, std::string_view key, simdjson::dom::element value) = delete;
    JsonInput(JsonInput&& up, std::size_t index, simdjson::dom::element value) = delete;

    bool is_null() const { return value_.is_null(); }
    bool is_object() const { return value_.is_object(); }

    std::string_view text() const;
    std::uint64_t u64() const;
    std::int64_t i64() const;
    std::uint32_t u32() const;
    double number() const;  // NaN for null
    bool flag() const;
    simdjson::dom::object object() const;
    simdjson::dom::array array() const;
    simdjson::dom::element raw() const { return value_; }

    JsonInput need(std::string_view key) const&;
    std::optional<JsonInput> find(std::string_view key) const&;
    JsonInput need(std::string_view key) const&& = delete;
    std::optional<JsonInput> find(std::string_view key) const&& = delete;

    // The text of a member, or nothing when it is not there.
    std::string text_of(std::string_view key) const;

    // Calls visit(item) for each item of an array.
    template <class Visit>
    void each(const Visit& visit) const {
        std::size_t index = 0;
        for (const simdjson::dom::element item : array()) visit(JsonInput(*this, index++, item));
    }
    // Calls visit(key, member) for each member of an object.
    template <class Visit>
    void each_member(const Visit& visit) const {
        for (const auto& [key, member] : object()) visit(key, JsonInput(*this, key, member));
    }

    std::string path() const;  // as a JSON pointer
    [[noreturn]] void fail(std::string_view what) const;

  private:
    simdjson::dom::element value_;
    const JsonInput* up_ = nullptr;
    std::string_view key_;
    std::size_t index_ = static_cast<std::size_t>(-1);
};

}  // namespace benchlab::report
