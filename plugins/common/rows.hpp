// common/rows.hpp: writing rows of the store's tables, for readers.
#pragma once

#include <benchlab/benchlab.h>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace benchlab::plugins {

constexpr unsigned kMostColumns = 16;

// A table that a reader fills, with the columns that it has.
struct TableSpec {
    const char* name;
    std::span<const bl_column> columns;
};
constexpr bl_column column(const char* name, std::uint32_t type) {
    return {sizeof(bl_column), type, name, nullptr, nullptr, 0};
}

// One lane of the host's store.
class Lane {
  public:
    Lane() = default;
    Lane(bl_builder* builder, const bl_builder_api* api) : builder_(builder), api_(api) {}

    std::uint32_t intern(std::string_view text) const {
        return text.empty() ? 0 : api_->intern(builder_, text.data(), text.size());
    }
    std::uint32_t add_stack(std::uint32_t outer, std::uint32_t pid,
                            std::span<const std::uint64_t> addresses) const {
        return api_->add_stack(builder_, outer, pid, addresses.data(), addresses.size());
    }
    // Each throws benchlab::Error when the host refuses.
    void problem(const char* code, std::string_view text, std::uint64_t offset) const;
    void fact(const char* name, std::string_view text) const;
    void claim(const bl_table& shape, void** columns, std::uint64_t** present) const;

  private:
    bl_builder* builder_ = nullptr;
    const bl_builder_api* api_ = nullptr;
};

// Writes rows of one table into memory of the store that it claims, some at a time.  What is not
// set is zero, and a time is absent.  Pointers into rows stay good until read() returns.
class RowWriter {
  public:
    struct Block {
        std::array<void*, kMostColumns> columns{};
        std::array<std::uint64_t*, kMostColumns> present{};
        std::uint32_t rows = 0;
        std::uint32_t capacity = 0;
    };

    // Until then, and for a table that is not wanted, enabled() is false.
    void open(const Lane& lane, const TableSpec& table) {
        lane_ = &lane;
        table_ = &table;
    }
    // For a table without a time, where each row that is claimed counts: how many will follow.
    void expect(std::uint32_t rows) { exact_ = rows; }
    bool enabled() const { return lane_ != nullptr; }

    // The following calls are about a new row.
    void next() {
        if (row_ + 1 >= capacity_)
            claim();
        else
            ++row_;
        ++blocks_.back().rows;
    }
    template <class Value>
    void set(unsigned column, Value value) {
        *slot<Value>(column) = value;
    }
    template <class Value>
    Value* slot(unsigned column) {
        return static_cast<Value*>(columns_[column]) + row_;
    }
    // Integers only.
    void absent(unsigned column) { present(column).clear(); }
    // The bit that absent() clears, for whoever knows it only later; the word may be null.
    struct PresentBit {
        std::uint64_t* word = nullptr;
        std::uint64_t mask = 0;
        void clear() const {
            if (word != nullptr) *word &= ~mask;
        }
    };
    PresentBit present(unsigned column) const {
        std::uint64_t* bits = blocks_.back().present[column];
        return {bits == nullptr ? nullptr : bits + row_ / 64, std::uint64_t{1} << (row_ % 64)};
    }
    const std::vector<Block>& blocks() const { return blocks_; }

  private:
    void claim();

    const Lane* lane_ = nullptr;
    const TableSpec* table_ = nullptr;
    std::uint32_t row_ = 0;
    std::uint32_t capacity_ = 0;
    std::uint32_t exact_ = 0;
    std::array<void*, kMostColumns> columns_{};
    std::vector<Block> blocks_;
};

}  // namespace benchlab::plugins
