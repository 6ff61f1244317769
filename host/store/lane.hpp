// store/lane.hpp: one lane of a recording while it is filled: rows as they came, with the lane's
// own ids.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "benchlab/benchlab.h"
#include "store/buffer.hpp"
#include "store/catalog.hpp"
#include "store/stack_pool.hpp"
#include "store/string_pool.hpp"

namespace benchlab::store {

// The columns of a batch.
struct Shape {
    TableDef* table = nullptr;
    std::vector<const ColumnDef*> columns;

    // Position of the column; -1 when the batch has not got it.
    int find(const ColumnDef& column) const;
};

// Rows of one shape: a claim, or as many small batches as fit.
struct Chunk {
    const Shape* shape = nullptr;
    std::vector<Buffer> data;     // like shape->columns
    std::vector<Buffer> present;  // empty ones: all rows have a value
    std::uint64_t rows = 0, capacity = 0;
    bool claimed = false;
};

struct LaneProblem {
    std::string code, text;
    std::uint64_t count = 0, offset = 0;
};

class Lane {
  public:
    Lane(Catalog& catalog, std::string owner, std::uint64_t order)
        : catalog_(catalog), owner_(std::move(owner)), order_(order) {}

    std::uint64_t order() const { return order_; }

    std::uint32_t intern(std::string_view text);
    std::uint32_t add_stack(std::uint32_t outer, std::uint32_t pid,
                            std::span<const std::uint64_t> addresses);
    // The error says what is wrong with the batch.
    base::Result<void> append(const bl_table& batch);
    base::Result<void> claim(const bl_table& shape, void** columns, std::uint64_t** present);
    void set_fact(std::string_view name, std::string_view text);
    void problem(std::string_view code, std::string_view text, std::uint64_t count,
                 std::uint64_t offset);

    // Once the lane is filled.
    std::deque<Chunk>& chunks() { return chunks_; }
    const StringPool& strings() const { return strings_; }
    const StackPool& stacks() const { return stacks_; }
    const std::vector<LaneProblem>& problems() const { return problems_; }
    const std::vector<std::pair<std::string, std::string>>& facts() const { return facts_; }

  private:
    base::Result<const Shape*> shape_of(const bl_table& batch);
    base::Result<const Shape*> new_shape(const bl_table& batch);
    Chunk& room_for(const Shape& shape, const bl_table& batch);

    Catalog& catalog_;
    const std::string owner_;  // the plugin's id
    const std::uint64_t order_;
    StringPool strings_;
    StackPool stacks_;
    // A shape and how its batch named it.
    struct SeenShape {
        Shape shape;
        std::vector<std::pair<std::string, std::uint32_t>> columns;
        Chunk* open = nullptr;  // has room for more small batches
    };
    std::deque<SeenShape> shapes_;
    SeenShape* last_ = nullptr;
    std::deque<Chunk> chunks_;
    std::vector<LaneProblem> problems_;
    std::vector<std::pair<std::string, std::string>> facts_;
};

}  // namespace benchlab::store
