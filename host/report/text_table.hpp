// report/text_table.hpp: a table as aligned text.
#pragma once

#include <string>

#include "report/document.hpp"

namespace benchlab::report {

// ANSI escapes, or nothing without colour.
class Paint {
  public:
    explicit Paint(bool on) : on_(on) {}
    std::string bold(const std::string& text) const { return with("1", text); }
    std::string dim(const std::string& text) const { return with("2", text); }
    std::string with(const char* code, const std::string& text) const {
        return on_ && !text.empty() ? std::string("\x1b[") + code + "m" + text + "\x1b[0m" : text;
    }

  private:
    bool on_;
};

// Lines with their ends: heading, rule, rows, "and N more".  What does not fit into `width`
// columns loses first the columns that are for wide text, then its bars, then the middle of its
// longest texts.
std::string text_table(const Table& table, std::size_t width, const Paint& paint);

// `length` of `full` as '#', at most `width` of them; one at least when there is anything.
std::string text_bar(double length, double full, std::size_t width);

// At most `width` columns: the middle gives way to "...".
std::string shorten(const std::string& text, std::size_t width);

}  // namespace benchlab::report
