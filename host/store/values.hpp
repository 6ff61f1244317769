// store/values.hpp: a column that may not be there, looked up once and read row by row.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "store/store.hpp"

namespace benchlab::store {

template <class T>
class Values {
  public:
    Values() = default;
    // `table` may be null.
    Values(const StoredTable* table, std::string_view column)
        : column_(table ? table->find(column) : nullptr) {
        if (column_ != nullptr) values_ = column_->values<T>();
    }

    explicit operator bool() const { return column_ != nullptr; }
    bool has(std::uint64_t row) const { return column_ != nullptr && column_->has(row); }
    T get(std::uint64_t row, T otherwise = {}) const {
        return has(row) ? values_[static_cast<std::size_t>(row)] : otherwise;
    }

  private:
    const StoredColumn* column_ = nullptr;
    std::span<const T> values_;
};

// A row of another table; BL_NO_ROW where there is none, and of the row BL_NO_ROW.
class Rows {
  public:
    Rows() = default;
    Rows(const StoredTable* table, std::string_view column) : values_(table, column) {}
    explicit operator bool() const { return static_cast<bool>(values_); }
    std::uint32_t operator[](std::uint64_t row) const {
        return row == BL_NO_ROW ? BL_NO_ROW : values_.get(row, BL_NO_ROW);
    }

  private:
    Values<std::uint32_t> values_;
};

}  // namespace benchlab::store
