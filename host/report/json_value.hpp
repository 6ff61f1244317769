// report/json_value.hpp: our own small JSON writer (the JSON library that distributions ship only
// reads).  Keys in the order of the calls; 2 spaces; arrays of numbers on one line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace benchlab::report {

class JsonWriter {
  public:
    explicit JsonWriter(bool pretty = true) : pretty_(pretty) {}

    // What is `flat` stays on one line, with all that is in it.
    void begin_object(bool flat = false);
    void end_object();
    void begin_array(bool flat = false);
    void end_array();
    void key(std::string_view name);

    void value(std::string_view text);
    void value(const char* text) { value(std::string_view(text)); }
    void value(double number);  // null when not finite
    void value(std::uint64_t number);
    void value(std::int64_t number);
    void value(std::uint32_t number) { value(std::uint64_t{number}); }
    void value(int number) { value(std::int64_t{number}); }
    void value(bool flag);
    void null();

    template <class T>
    void member(std::string_view name, const T& content) {
        key(name);
        value(content);
    }

    std::string take() { return std::move(out_); }

  private:
    struct Level {
        bool flat = false;
        bool empty = true;
    };

    void open(char bracket, bool flat);
    void close(char bracket);
    void before_value();
    void separate(Level& level);
    void newline();

    std::string out_;
    std::vector<Level> levels_;
    bool pretty_;
    bool after_key_ = false;
};

// The text between quotes, escaped; '<', U+2028 and U+2029 too, so that it may stand in HTML.
// Invalid UTF-8 becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text);

// The shortest digits that read back as the same double, always with a '.' or an exponent so that
// it stays a double; "null" when not finite.
void append_json_number(std::string& out, double number);

}  // namespace benchlab::report
