#include "common/rows.hpp"

#include <algorithm>
#include <benchlab/host.hpp>

namespace benchlab::plugins {
namespace {

constexpr std::uint32_t kFirstBlock = 256, kLargestBlock = 4096;

void check(bl_status status, const char* what) {
    if (status == BL_E_MEMORY) throw std::bad_alloc();
    if (status != BL_OK) throw Error(status, what);
}

}  // namespace

void Lane::problem(const char* code, std::string_view text, std::uint64_t offset) const {
    check(api_->problem(builder_, code, text.data(), text.size(), offset), "problem");
}

void Lane::fact(const char* name, std::string_view text) const {
    check(api_->set_fact(builder_, name, text.data(), text.size()), "fact");
}

void Lane::claim(const bl_table& shape, void** columns, std::uint64_t** present) const {
    check(api_->claim(builder_, &shape, columns, present), shape.name);
}

void RowWriter::claim() {
    const TableSpec& spec = *table_;
    const std::uint32_t rows =
        exact_ != 0 ? exact_ : std::min(kLargestBlock, std::max(kFirstBlock, capacity_ * 4));
    std::array<bl_column, kMostColumns> columns{};
    std::array<const bl_column*, kMostColumns> pointers{};
    for (std::size_t i = 0; i < spec.columns.size(); ++i) {
        columns[i] = spec.columns[i];
        columns[i].row_count = rows;
        pointers[i] = &columns[i];
    }
    const bl_table shape{sizeof(bl_table), static_cast<std::uint32_t>(spec.columns.size()),
                         spec.name, pointers.data(), rows};
    Block block;
    block.capacity = rows;
    lane_->claim(shape, block.columns.data(), block.present.data());
    blocks_.push_back(block);
    columns_ = block.columns;
    capacity_ = rows;
    row_ = 0;
}

}  // namespace benchlab::plugins
