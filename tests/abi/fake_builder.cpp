#include <algorithm>
#include <memory>

#include "fakes.hpp"

namespace fakes {

namespace {

std::size_t width_of(std::uint32_t type) {
    switch (type) {
        case BL_COL_U8:
            return 1;
        case BL_COL_U16:
        case BL_COL_I16:
            return 2;
        case BL_COL_U64:
        case BL_COL_I64:
        case BL_COL_F64:
        case BL_COL_TIME:
        case BL_COL_KEY64:
        case BL_COL_ADDRESS:
            return 8;
        default:
            return 4;
    }
}

struct OwnedColumn {
    std::string name;
    std::uint32_t type = 0;
    std::vector<unsigned char> bytes;

    std::int64_t number(std::size_t row) const {
        std::int64_t value = 0;
        std::memcpy(&value, bytes.data() + row * width_of(type), width_of(type));
        return value;
    }
};

}  // namespace

struct Recording::Batch {
    std::string table;
    std::deque<OwnedColumn> columns;
    std::uint64_t rows = 0;
};

}  // namespace fakes

struct bl_builder {
    fakes::Recording* recording = nullptr;
    std::uint64_t order = 0;
    std::vector<std::string> strings{""};
    std::vector<fakes::Stack> stacks{1};
    std::deque<fakes::Recording::Batch> batches;
};

namespace fakes {

namespace {

bl_status BL_CALL set_clock(bl_builder* lane, const bl_clock* clock) {
    Recording& to = *lane->recording;
    if (to.clock_set || to.lanes.size() > 1) to.mistakes.push_back("clock set late or twice");
    to.clock_set = true;
    to.clock = *clock;
    return BL_OK;
}

bl_builder* BL_CALL add_lane(bl_builder* first, std::uint64_t order) {
    Recording& to = *first->recording;
    const std::lock_guard lock(to.mutex);
    for (const auto& each : to.lanes) {
        if (each->order == order) to.mistakes.push_back("a lane's order is not its own");
    }
    auto& made = to.lanes.emplace_back(std::make_unique<bl_builder>());
    made->recording = &to;
    made->order = order;
    return made.get();
}

std::uint32_t BL_CALL intern(bl_builder* lane, const char* text, std::uint64_t len) {
    lane->strings.emplace_back(text, len);
    return static_cast<std::uint32_t>(lane->strings.size() - 1);
}

std::uint32_t BL_CALL add_stack(bl_builder* lane, std::uint32_t outer, std::uint32_t pid,
                                const std::uint64_t* addresses, std::uint64_t count) {
    lane->stacks.push_back({outer, pid, {addresses, addresses + count}});
    return static_cast<std::uint32_t>(lane->stacks.size() - 1);
}

Recording::Batch& add_batch(bl_builder* lane, const bl_table* table) {
    auto& batch = lane->batches.emplace_back();
    batch.table = table->name;
    batch.rows = table->row_count;
    for (std::uint32_t i = 0; i < table->column_count; ++i) {
        const bl_column& from = *table->columns[i];
        auto& column = batch.columns.emplace_back();
        column.name = from.name;
        column.type = from.type;
        column.bytes.resize(width_of(from.type) * table->row_count);
        if (from.row_count != table->row_count) {
            lane->recording->mistakes.push_back("a column's length is not its table's");
        }
    }
    return batch;
}

bl_status BL_CALL append(bl_builder* lane, const bl_table* table) {
    auto& batch = add_batch(lane, table);
    for (std::uint32_t i = 0; i < table->column_count; ++i) {
        auto& bytes = batch.columns[i].bytes;
        if (!bytes.empty()) std::memcpy(bytes.data(), table->columns[i]->data, bytes.size());
    }
    return BL_OK;
}

bl_status BL_CALL claim(bl_builder* lane, const bl_table* shape, void** columns,
                        std::uint64_t** present) {
    if (present != nullptr) return BL_E_UNSUPPORTED;
    auto& batch = add_batch(lane, shape);
    for (std::uint32_t i = 0; i < shape->column_count; ++i) {
        auto& column = batch.columns[i];
        columns[i] = column.bytes.data();
        if (column.type != BL_COL_TIME) continue;
        const std::int64_t none = BL_NO_TIME;
        for (std::uint64_t row = 0; row < batch.rows; ++row) {
            std::memcpy(column.bytes.data() + row * 8, &none, 8);
        }
    }
    return BL_OK;
}

bl_status BL_CALL set_fact(bl_builder* lane, const char* name, const char* text,
                           std::uint64_t len) {
    const std::lock_guard lock(lane->recording->mutex);
    lane->recording->facts[name] = std::string(text, len);
    return BL_OK;
}

bl_status BL_CALL problem(bl_builder* lane, const char* code, const char*, std::uint64_t,
                          std::uint64_t offset) {
    Recording& to = *lane->recording;
    const std::lock_guard lock(to.mutex);
    ++to.problems[code];
    const auto known = to.problem_offset.emplace(code, offset).first;
    known->second = std::min(known->second, offset);
    return BL_OK;
}

}  // namespace

Recording::Recording() {
    api_.struct_size = sizeof(api_);
    api_.set_clock = &fakes::set_clock;
    api_.lane = &fakes::add_lane;
    api_.intern = &fakes::intern;
    api_.add_stack = &fakes::add_stack;
    api_.append = &fakes::append;
    api_.claim = &fakes::claim;
    api_.set_fact = &fakes::set_fact;
    api_.problem = &fakes::problem;
    lanes.push_back(std::make_unique<bl_builder>());
    lanes[0]->recording = this;
}

Recording::~Recording() = default;

bl_builder* Recording::first_lane() const {
    return lanes[0].get();
}

std::vector<Row> Recording::rows(const std::string& table) const {
    std::vector<const bl_builder*> by_order;
    for (const auto& each : lanes) by_order.push_back(each.get());
    std::sort(by_order.begin(), by_order.end(),
              [](const auto* a, const auto* b) { return a->order < b->order; });
    std::vector<Row> result;
    for (const bl_builder* lane : by_order) {
        for (const auto& batch : lane->batches) {
            for (std::size_t row = 0; batch.table == table && row < batch.rows; ++row) {
                Row made;
                made.lane_order = lane->order;
                for (const auto& column : batch.columns) {
                    const std::int64_t value = column.number(row);
                    const auto id = static_cast<std::size_t>(value);
                    made.numbers[column.name] = value;
                    if (column.type == BL_COL_STRING)
                        made.texts[column.name] = lane->strings.at(id);
                    if (column.type == BL_COL_STACK) made.stacks[column.name] = lane->stacks.at(id);
                }
                if (made.numbers.at("time") != BL_NO_TIME) result.push_back(std::move(made));
            }
        }
    }
    std::stable_sort(result.begin(), result.end(), [](const Row& a, const Row& b) {
        return a.numbers.at("time") < b.numbers.at("time");
    });
    return result;
}

}  // namespace fakes
