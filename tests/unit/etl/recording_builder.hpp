// recording_builder.hpp: a host and a builder that keep what a reader gives, and note what the ABI
// forbids.
#pragma once

#include <benchlab/benchlab.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace etl_test {

class RecordingBuilder;

inline std::size_t width_of(std::uint32_t type) {
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

inline bool is_integer(std::uint32_t type) {
    return type >= BL_COL_U8 && type <= BL_COL_I64;
}

struct Stack {
    std::uint32_t outer = 0, pid = 0;
    std::vector<std::uint64_t> addresses;
};

struct ColumnData {
    std::string name;
    std::uint32_t type = 0;
    std::vector<std::uint64_t> words;    // 8-byte aligned room for the values
    std::vector<std::uint64_t> present;  // integers only

    const unsigned char* bytes() const {
        return reinterpret_cast<const unsigned char*>(words.data());
    }
};

struct Batch {
    std::string table;
    std::deque<ColumnData> columns;
    std::uint64_t rows = 0;
};

}  // namespace etl_test

struct bl_builder {
    etl_test::RecordingBuilder* owner = nullptr;
    std::uint64_t order = 0;
    std::vector<std::string> strings{""};
    std::map<std::string, std::uint32_t, std::less<>> string_ids;
    std::vector<etl_test::Stack> stacks{1};
    std::deque<etl_test::Batch> batches;
};

namespace etl_test {

// One row as the reader left it.
class Row {
  public:
    Row(const bl_builder* lane, const Batch* batch, std::size_t index)
        : lane_(lane), batch_(batch), index_(index) {}

    bool has(std::string_view column) const {
        const ColumnData* found = find(column);
        if (found == nullptr) return false;
        return found->present.empty() || ((found->present[index_ / 64] >> (index_ % 64)) & 1) != 0;
    }
    // Signed columns with their sign, all others without.
    std::int64_t number(std::string_view column) const {
        const ColumnData& data = get(column);
        const std::size_t width = width_of(data.type);
        std::uint64_t value = 0;
        std::memcpy(&value, data.bytes() + index_ * width, width);
        if (data.type == BL_COL_I16) return static_cast<std::int16_t>(value);
        if (data.type == BL_COL_I32) return static_cast<std::int32_t>(value);
        return static_cast<std::int64_t>(value);
    }
    const std::string& text(std::string_view column) const {
        return lane_->strings.at(static_cast<std::size_t>(number(column)));
    }
    // From the innermost address to the outermost, over all parts.
    std::vector<std::uint64_t> stack(std::string_view column) const {
        std::vector<std::uint64_t> result;
        auto id = static_cast<std::size_t>(number(column));
        while (id != 0) {
            const Stack& part = lane_->stacks.at(id);
            result.insert(result.end(), part.addresses.begin(), part.addresses.end());
            id = part.outer;
        }
        return result;
    }
    // All columns as text: "time=5 cpu=0 stack=fff0,40 name=render", without ids of the lane.
    std::string whole() const {
        std::string result = batch_->table;
        for (const ColumnData& column : batch_->columns) {
            result += ' ' + column.name + '=';
            if (!has(column.name)) {
                result += '-';
            } else if (column.type == BL_COL_STRING) {
                result += text(column.name);
            } else if (column.type == BL_COL_STACK) {
                for (const std::uint64_t each : stack(column.name))
                    result += std::to_string(each) + ',';
            } else {
                result += std::to_string(number(column.name));
            }
        }
        return result;
    }
    std::int64_t time() const {
        const ColumnData* time = find("time");
        return time != nullptr ? number("time") : find("begin") != nullptr ? number("begin") : 0;
    }
    std::uint64_t lane_order() const { return lane_->order; }
    const Batch& batch() const { return *batch_; }

  private:
    const ColumnData* find(std::string_view column) const {
        for (const ColumnData& each : batch_->columns) {
            if (each.name == column) return &each;
        }
        return nullptr;
    }
    const ColumnData& get(std::string_view column) const {
        const ColumnData* found = find(column);
        if (found == nullptr)
            throw std::out_of_range(batch_->table + " has no column " + std::string(column));
        return *found;
    }

    const bl_builder* lane_;
    const Batch* batch_;
    std::size_t index_;
};

class RecordingBuilder {
  public:
    explicit RecordingBuilder(unsigned threads = 1) : threads_(threads) {
        make_host();
        make_api();
        lanes_.push_back(std::make_unique<bl_builder>());
        lanes_[0]->owner = this;
    }
    RecordingBuilder(const RecordingBuilder&) = delete;
    RecordingBuilder& operator=(const RecordingBuilder&) = delete;

    // Calls reader(host, read, builder, api), which is bl_reader::read or its like.
    template <class Reader>
    bl_status read(Reader&& reader, const std::vector<std::string>& paths,
                   const std::vector<std::string>* tables = nullptr) {
        std::vector<const char*> path_pointers, table_pointers;
        for (const std::string& each : paths) path_pointers.push_back(each.c_str());
        if (tables != nullptr) {
            for (const std::string& each : *tables) table_pointers.push_back(each.c_str());
        }
        table_pointers.push_back(nullptr);
        bl_read request{};
        request.struct_size = sizeof(request);
        request.path_count = static_cast<std::uint32_t>(paths.size());
        request.paths = path_pointers.data();
        request.tables = tables == nullptr ? nullptr : table_pointers.data();
        request.begin = INT64_MIN;
        request.end = INT64_MAX;
        return reader(&host_.table, &request, lanes_[0].get(), &api_);
    }

    // In the host's order: by time, then lane order, then as they came.
    std::vector<Row> rows(const std::string& table) const {
        std::vector<const bl_builder*> by_order;
        for (const auto& each : lanes_) by_order.push_back(each.get());
        std::sort(by_order.begin(), by_order.end(),
                  [](const auto* a, const auto* b) { return a->order < b->order; });
        std::vector<Row> result;
        for (const bl_builder* lane : by_order) {
            for (const Batch& batch : lane->batches) {
                for (std::size_t i = 0; batch.table == table && i < batch.rows; ++i) {
                    const Row row(lane, &batch, i);
                    if (row.time() != BL_NO_TIME) result.push_back(row);
                }
            }
        }
        std::stable_sort(result.begin(), result.end(),
                         [](const Row& a, const Row& b) { return a.time() < b.time(); });
        return result;
    }
    std::vector<std::string> tables() const {
        std::vector<std::string> result;
        for (const auto& lane : lanes_) {
            for (const Batch& batch : lane->batches) {
                if (std::find(result.begin(), result.end(), batch.table) == result.end())
                    result.push_back(batch.table);
            }
        }
        return result;
    }

    const bl_host* host() const { return &host_.table; }
    std::size_t lane_count() const { return lanes_.size(); }

    bl_clock clock{};
    std::map<std::string, std::string> facts;
    std::map<std::string, std::uint64_t> problems;         // how often, by code
    std::map<std::string, std::string> problem_texts;      // the first
    std::map<std::string, std::uint64_t> problem_offsets;  // the lowest
    std::vector<std::string> mistakes;
    std::string error;
    std::vector<std::string> logs;
    bool cancelled = false;

  private:
    struct Host {
        bl_host table{};
        RecordingBuilder* owner = nullptr;
    };
    static RecordingBuilder& of(const bl_host* host) {
        return *reinterpret_cast<const Host*>(host)->owner;
    }

    void make_host() {
        host_.owner = this;
        host_.table.struct_size = sizeof(bl_host);
        host_.table.version = "test";
        host_.table.log = [](const bl_host* host, std::uint32_t, const char* text,
                             std::uint64_t len) {
            const std::lock_guard lock(of(host).mutex_);
            of(host).logs.emplace_back(text, len);
        };
        host_.table.set_error = [](const bl_host* host, const char* text, std::uint64_t len) {
            const std::lock_guard lock(of(host).mutex_);
            of(host).error.assign(text, len);
        };
        host_.table.progress = [](const bl_host*, std::uint64_t done, std::uint64_t total) {
            if (total != 0 && done > total) std::abort();
        };
        host_.table.cancelled = [](const bl_host* host) {
            return std::uint32_t{of(host).cancelled ? 1u : 0u};
        };
        host_.table.parallel = &RecordingBuilder::parallel;
    }
    static bl_status BL_CALL parallel(const bl_host* host, std::uint64_t tasks, bl_task task,
                                      void* context) {
        std::atomic<std::uint64_t> next{0};
        std::vector<bl_status> results(tasks, BL_OK);
        const auto work = [&] {
            for (std::uint64_t i = next++; i < tasks; i = next++) results[i] = task(context, i);
        };
        std::vector<std::thread> others;
        for (unsigned i = 1; i < of(host).threads_; ++i) others.emplace_back(work);
        work();
        for (std::thread& each : others) each.join();
        for (const bl_status each : results) {
            if (each != BL_OK) return each;
        }
        return BL_OK;
    }

    void make_api() {
        api_.struct_size = sizeof(api_);
        api_.set_clock = [](bl_builder* lane, const bl_clock* given) -> bl_status {
            RecordingBuilder& to = *lane->owner;
            if (to.clock.struct_size != 0 || to.lanes_.size() > 1)
                to.mistakes.push_back("the clock was set late or twice");
            to.clock = *given;
            return BL_OK;
        };
        api_.lane = &RecordingBuilder::add_lane;
        api_.intern = [](bl_builder* lane, const char* text, std::uint64_t len) {
            const std::string_view wanted(text, len);
            const auto known = lane->string_ids.find(wanted);
            if (known != lane->string_ids.end()) return known->second;
            const auto id = static_cast<std::uint32_t>(lane->strings.size());
            lane->strings.emplace_back(wanted);
            lane->string_ids.emplace(std::string(wanted), id);
            return id;
        };
        api_.add_stack = [](bl_builder* lane, std::uint32_t outer, std::uint32_t pid,
                            const std::uint64_t* addresses, std::uint64_t count) {
            if (outer >= lane->stacks.size()) lane->owner->note("a stack of another lane");
            lane->stacks.push_back({outer, pid, {addresses, addresses + count}});
            return static_cast<std::uint32_t>(lane->stacks.size() - 1);
        };
        api_.append = [](bl_builder* lane, const bl_table*) -> bl_status {
            lane->owner->note("append is not expected");
            return BL_E_UNSUPPORTED;
        };
        api_.claim = &RecordingBuilder::claim;
        api_.set_fact = [](bl_builder* lane, const char* name, const char* text,
                           std::uint64_t len) -> bl_status {
            const std::lock_guard lock(lane->owner->mutex_);
            lane->owner->facts[name] = std::string(text, len);
            return BL_OK;
        };
        api_.problem = [](bl_builder* lane, const char* code, const char* text, std::uint64_t len,
                          std::uint64_t offset) -> bl_status {
            RecordingBuilder& to = *lane->owner;
            const std::lock_guard lock(to.mutex_);
            ++to.problems[code];
            to.problem_texts.emplace(code, std::string(text, len));
            const auto known = to.problem_offsets.emplace(code, offset).first;
            known->second = std::min(known->second, offset);
            return BL_OK;
        };
    }
    static bl_builder* BL_CALL add_lane(bl_builder* first, std::uint64_t order) {
        RecordingBuilder& to = *first->owner;
        const std::lock_guard lock(to.mutex_);
        for (const auto& each : to.lanes_) {
            if (each->order == order) to.mistakes.push_back("a lane's order is not its own");
        }
        auto& made = to.lanes_.emplace_back(std::make_unique<bl_builder>());
        made->owner = &to;
        made->order = order;
        return made.get();
    }
    static bl_status BL_CALL claim(bl_builder* lane, const bl_table* shape, void** columns,
                                   std::uint64_t** present) {
        Batch& batch = lane->batches.emplace_back();
        batch.table = shape->name;
        batch.rows = shape->row_count;
        for (std::uint32_t i = 0; i < shape->column_count; ++i) {
            const bl_column& from = *shape->columns[i];
            if (from.row_count != shape->row_count)
                lane->owner->note("a column's length is not its table's");
            ColumnData& column = batch.columns.emplace_back();
            column.name = from.name;
            column.type = from.type;
            column.words.resize((width_of(from.type) * shape->row_count + 7) / 8);
            columns[i] = column.words.data();
            if (from.type == BL_COL_TIME) {
                const auto none = static_cast<std::uint64_t>(BL_NO_TIME);
                std::fill(column.words.begin(), column.words.end(), none);
            }
            if (!is_integer(from.type) || present == nullptr) continue;
            column.present.resize((shape->row_count + 63) / 64, ~std::uint64_t{0});
            present[i] = column.present.data();
        }
        return BL_OK;
    }
    void note(const char* mistake) {
        const std::lock_guard lock(mutex_);
        mistakes.push_back(mistake);
    }

    unsigned threads_;
    Host host_;
    bl_builder_api api_{};
    std::vector<std::unique_ptr<bl_builder>> lanes_;
    std::mutex mutex_;
};

}  // namespace etl_test
