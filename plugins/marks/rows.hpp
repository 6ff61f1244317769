// Rows of one table on their way into the store: columns of some thousand values.
#pragma once

#include <benchlab/benchlab.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <vector>

namespace benchlab::marks {

class Rows {
  public:
    struct Column {
        const char* name;
        std::uint32_t type;  // BL_COL_*
    };
    // Rows of a table that nobody wants are dropped.
    Rows(const char* table, std::initializer_list<Column> columns, bool is_wanted);

    // Of the row that add() adds; each value has its column's type.
    template <class Value>
    void set(std::size_t column, Value value) {
        auto* const bytes = reinterpret_cast<unsigned char*>(columns_[column].words.data());
        std::memcpy(bytes + size_ * sizeof value, &value, sizeof value);
    }
    // An integer that is not there.
    void set_absent(std::size_t column);
    // Hands the rows over when they are many.  Throws what append() says.
    void add(bl_builder* lane, const bl_builder_api& api);
    void flush(bl_builder* lane, const bl_builder_api& api);

  private:
    static constexpr std::size_t kRows = 4096;
    struct Values {
        Column column;
        std::vector<std::uint64_t> words;    // room for kRows values of any type
        std::vector<std::uint64_t> present;  // empty: all are there
    };

    const char* table_;
    std::vector<Values> columns_;
    bool is_wanted_;
    std::size_t size_ = 0;
};

}  // namespace benchlab::marks
