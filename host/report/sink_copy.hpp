// report/sink_copy.hpp: checked copies of what a plugin hands over, for sink.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "benchlab/benchlab.h"
#include "report/adopt.hpp"
#include "report/document.hpp"
#include "report/sink.hpp"

namespace benchlab::report {

// Thrown inside the sink only: the element is left out, and the call returns `status`.
struct Refused {
    bl_status status;
    std::string why;
};

// Warnings, one for each kind of fault with the place where it came first and its count.
class Complaints {
  public:
    void add(std::string_view what, std::string_view where);
    std::vector<std::string> lines() const;

  private:
    struct Kind {
        std::string what;
        std::string first;
        std::uint64_t count = 0;
    };
    std::vector<Kind> kinds_;
};

// Copies the parts of one element.  Counts their bytes, so that nothing that is too large is even
// begun; throws Refused for what cannot be taken and complains about what was changed.
class Copier {
  public:
    Copier(Complaints& complaints, const SinkLimits& limits, std::uint64_t room, std::string where)
        : complaints_(complaints), limits_(limits), room_(room), where_(std::move(where)) {}

    void complain(std::string_view what) { complaints_.add(what, where_); }
    void locate(std::string where) { where_ = std::move(where); }
    const std::string& where() const { return where_; }

    template <class T>
    T struct_of(const T* from, std::string_view what) {
        T copy;
        const std::string why = adopt(from, copy);
        if (!why.empty()) throw Refused{BL_E_INVALID, std::string(what) + ": " + why};
        return copy;
    }

    // An id of parts with '/' between them; throws unless it is one that may be declared.
    std::string id(const char* text);
    std::string name(const char* text, std::string_view what);  // the same of one part
    // Text that ends with NUL; NULL is the empty text.
    std::string text(const char* text);
    std::string text(const char* text, std::uint64_t length);

    template <class T>
    std::vector<T> array(const T* from, std::uint64_t count, std::string_view what) {
        take(count, sizeof(T));
        if (count > 0 && !from) throw Refused{BL_E_INVALID, std::string(what) + " is NULL"};
        return std::vector<T>(from, from + count);
    }
    std::vector<std::string> texts(const char* const* from, const std::uint64_t* lengths,
                                   std::uint64_t count, std::string_view what);
    // What is not finite becomes NaN.
    std::vector<double> numbers(const double* from, std::uint64_t count, std::string_view what);
    Column column(const bl_out_column& from, std::uint64_t rows);
    std::vector<Arg> args(const bl_arg* const* from, std::uint64_t count);

    // A typed value of a bl_arg or bl_out_value.
    Scalar scalar(std::uint32_t type, std::uint64_t u64, double f64, const char* text,
                  std::uint64_t length);
    Unit unit(std::uint32_t value);
    NameKind name_kind(std::uint32_t value);

    // Takes room for `count` items of `size` bytes; throws when there is not that much left.
    void take(std::uint64_t count, std::uint64_t size);
    std::uint64_t room() const { return room_; }

  private:
    std::string checked(std::string_view text);
    void cells(Column& column, const bl_out_column& from, std::uint64_t rows);

    Complaints& complaints_;
    const SinkLimits& limits_;
    std::uint64_t room_;
    std::string where_;
};

}  // namespace benchlab::report
