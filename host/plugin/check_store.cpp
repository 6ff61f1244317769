#include "plugin/check_store.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace benchlab::plugin {
namespace {

const bl_table* BL_CALL find_table(const bl_store* store, const char* name) {
    if (name == nullptr) return nullptr;
    for (std::uint32_t i = 0; i < store->table_count; ++i) {
        if (std::strcmp(store->tables[i]->name, name) == 0) return store->tables[i];
    }
    return nullptr;
}

const bl_column* BL_CALL find_column(const bl_store*, const bl_table* table, const char* name,
                                     std::uint32_t type) {
    if (table == nullptr || name == nullptr) return nullptr;
    for (std::uint32_t i = 0; i < table->column_count; ++i) {
        const bl_column* const column = table->columns[i];
        if (column->type == type && std::strcmp(column->name, name) == 0) return column;
    }
    return nullptr;
}

const std::int64_t* times(const bl_store* store, const bl_table* table, const char* name) {
    const bl_column* const column = find_column(store, table, name, BL_COL_TIME);
    return column ? static_cast<const std::int64_t*>(column->data) : nullptr;
}

void BL_CALL overlap(const bl_store* store, const bl_table* table, std::int64_t begin,
                     std::int64_t end, std::uint64_t* first, std::uint64_t* last) {
    if (table == nullptr) return;
    const std::int64_t* const time = times(store, table, "time");
    const std::int64_t* const begins = time ? time : times(store, table, "begin");
    const std::int64_t* const ends = time ? time : times(store, table, "end");
    if (begins == nullptr || ends == nullptr) return;
    // Rows are in the order of their begin.  One of no length counts as a nanosecond.
    while (*first < *last && begins[*last - 1] >= end) --*last;
    while (*first < *last && std::max(ends[*first], begins[*first] + 1) <= begin) ++*first;
}

// Code 2 lies in the function of code 1.
constexpr std::uint32_t kFunctions[] = {0, 1, 1, 3};
constexpr std::uint64_t kAddresses[] = {0, 0x1000, 0x1010, 0x2000};
constexpr std::uint64_t kCodeCount = std::size(kFunctions);

bl_status BL_CALL functions(const bl_store* store, const std::uint32_t* codes, std::uint64_t count,
                            std::uint32_t* ids) {
    for (std::uint64_t i = 0; i < count; ++i) {
        if (codes[i] >= store->code_count) return BL_E_INVALID;
        ids[i] = kFunctions[codes[i]];
    }
    return BL_OK;
}

bl_status BL_CALL describe(const bl_store* store, std::uint32_t code, std::uint32_t depth,
                           bl_function* out) {
    if (code >= store->code_count || out == nullptr) return BL_E_INVALID;
    if (code == 0 || depth != 0) return BL_SKIPPED;
    constexpr std::string_view kNames[] = {"", "main", "main", "draw"};
    bl_function found{};
    found.struct_size = out->struct_size;
    found.image = BL_NO_ROW;
    found.start = kAddresses[kFunctions[code]];
    found.name = kNames[code].data();
    found.name_len = kNames[code].size();
    std::memcpy(out, &found, std::min<std::size_t>(out->struct_size, sizeof(found)));
    return BL_OK;
}

struct alignas(64) Line {
    unsigned char bytes[64] = {};
};

// Owns what a bl_store points to; deques, since addresses must stay.
class FixedStore {
  public:
    FixedStore() {
        strings({""});
        abi_.struct_size = sizeof(bl_store);
        abi_.stack_parent = kNone;
        abi_.stack_code = kNone;
        abi_.stack_count = 1;
        abi_.code_address = kAddresses;
        abi_.code_image = kNoImages;
        abi_.code_count = 1;
        abi_.find_table = find_table;
        abi_.find_column = find_column;
        abi_.overlap = overlap;
        abi_.functions = functions;
        abi_.describe = describe;
    }
    bl_store& abi() { return abi_; }

    void strings(std::initializer_list<std::string_view> texts) {
        offsets_.assign(1, 0);
        bytes_.clear();
        for (const std::string_view text : texts) {
            bytes_ += text;
            offsets_.push_back(bytes_.size());
        }
        abi_.string_offsets = offsets_.data();
        abi_.string_bytes = bytes_.data();
        abi_.string_count = texts.size();
    }

    void table(const char* name, std::uint64_t rows) {
        bl_table& fresh = tables_.emplace_back();
        fresh.struct_size = sizeof(bl_table);
        fresh.name = name;
        fresh.row_count = rows;
        columns_of_.emplace_back();
        table_list_.push_back(&fresh);
        abi_.tables = table_list_.data();
        abi_.table_count = static_cast<std::uint32_t>(table_list_.size());
    }

    // Of the last table.  `present` is a bitmap for up to 64 rows.
    template <class T>
    void column(const char* name, std::uint32_t type, std::initializer_list<T> values,
                const std::uint64_t* present = nullptr) {
        const std::size_t size = values.size() * sizeof(T);
        // One more than needed: 64 readable bytes behind the last value.
        auto& lines = data_.emplace_back((size + sizeof(Line) - 1) / sizeof(Line) + 1);
        std::memcpy(static_cast<void*>(lines.data()), values.begin(), size);
        bl_column& fresh = columns_.emplace_back();
        fresh = {sizeof(bl_column), type, name, lines.data(), present, values.size()};
        columns_of_.back().push_back(&fresh);
        tables_.back().columns = columns_of_.back().data();
        tables_.back().column_count = static_cast<std::uint32_t>(columns_of_.back().size());
    }

  private:
    static constexpr std::uint32_t kNone[] = {0};
    static constexpr std::uint32_t kNoImages[kCodeCount] = {BL_NO_ROW, BL_NO_ROW, BL_NO_ROW,
                                                            BL_NO_ROW};
    bl_store abi_{};
    std::vector<std::uint64_t> offsets_;
    std::string bytes_;
    std::deque<bl_table> tables_;
    std::vector<const bl_table*> table_list_;
    std::deque<bl_column> columns_;
    std::deque<std::vector<const bl_column*>> columns_of_;
    std::deque<std::vector<Line>> data_;
};

using U8 = std::uint8_t;
using U16 = std::uint16_t;
using U32 = std::uint32_t;
using I16 = std::int16_t;
using I64 = std::int64_t;

constexpr I64 kEnd = 100'000;

// In byte order, as in every store.
enum Text : U32 { kEmpty, kCpuClock, kDemo, kIdle, kMain, kTestCpu, kWait, kWorker };

void add_lives(FixedStore& store) {
    store.table("process", 2);
    store.column<U32>("pid", BL_COL_U32, {0, 100});
    store.column<U32>("parent_process", BL_COL_ROW, {BL_NO_ROW, BL_NO_ROW});
    store.column<U32>("name", BL_COL_STRING, {kIdle, kDemo});
    store.column<I64>("begin", BL_COL_TIME, {0, 0});
    store.column<I64>("end", BL_COL_TIME, {kEnd, kEnd});
    store.column<U8>("seen", BL_COL_U8, {0, 0});
    store.column<U32>("thread_first", BL_COL_U32, {0, 1});
    store.column<U32>("thread_count", BL_COL_U32, {1, 2});

    static constexpr std::uint64_t kFirstOnly = 1;  // only the idle thread has an idle_cpu
    store.table("thread", 3);
    store.column<U32>("tid", BL_COL_U32, {0, 101, 102});
    store.column<U32>("process", BL_COL_ROW, {0, 1, 1});
    store.column<U32>("name", BL_COL_STRING, {kEmpty, kMain, kWorker});
    store.column<I16>("priority", BL_COL_I16, {0, 8, 8});
    store.column<I64>("begin", BL_COL_TIME, {0, 0, 0});
    store.column<I64>("end", BL_COL_TIME, {kEnd, kEnd, kEnd});
    store.column<U8>("seen", BL_COL_U8, {0, 0, 0});
    store.column<U16>("idle_cpu", BL_COL_U16, {0, 0, 0}, &kFirstOnly);

    store.table("cpu", 1);
    store.column<U16>("number", BL_COL_U16, {0});
    store.column<U16>("core", BL_COL_U16, {0});
    store.column<U16>("package", BL_COL_U16, {0});
    store.column<U16>("node", BL_COL_U16, {0});
    store.column<U32>("mhz", BL_COL_U32, {3000});
    store.column<U32>("name", BL_COL_STRING, {kTestCpu});
}

void add_events(FixedStore& store) {
    constexpr U8 kRunnable = 2, kWaiting = 3;
    store.table("cswitch", 4);
    store.column<I64>("time", BL_COL_TIME, {10'000, 40'000, 60'000, 90'000});
    store.column<U16>("cpu", BL_COL_U16, {0, 0, 0, 0});
    store.column<U32>("old_thread", BL_COL_ROW, {0, 1, 2, 1});
    store.column<U32>("new_thread", BL_COL_ROW, {1, 2, 1, 0});
    store.column<U8>("old_state", BL_COL_U8, {kRunnable, kWaiting, kRunnable, kWaiting});
    store.column<U32>("old_reason", BL_COL_STRING, {kEmpty, kWait, kEmpty, kWait});
    store.column<U32>("old_stack", BL_COL_STACK, {0, 2, 0, 1});
    store.column<U32>("new_stack", BL_COL_STACK, {0, 0, 0, 0});

    store.table("sample", 5);
    store.column<I64>("time", BL_COL_TIME, {15'000, 25'000, 45'000, 65'000, 75'000});
    store.column<U16>("cpu", BL_COL_U16, {0, 0, 0, 0, 0});
    store.column<U32>("thread", BL_COL_ROW, {1, 1, 2, 1, 1});
    store.column<U32>("code", BL_COL_CODE, {1, 3, 3, 2, 3});
    store.column<U32>("stack", BL_COL_STACK, {1, 3, 3, 2, 3});
    store.column<U32>("event", BL_COL_STRING,
                      {kCpuClock, kCpuClock, kCpuClock, kCpuClock, kCpuClock});
    store.column<U32>("weight", BL_COL_U32, {10'000, 10'000, 10'000, 10'000, 10'000});
    store.column<U8>("flags", BL_COL_U8, {0, 0, 0, 0, 0});
}

FixedStore* make_tiny_store() {
    // By depth: two that begin at main, one of draw called from it.
    static constexpr U32 kParents[] = {0, 0, 0, 1};
    static constexpr U32 kCodes[] = {0, 1, 2, 3};
    auto* const store = new FixedStore;
    store->strings({"", "cpu-clock", "demo.exe", "idle", "main", "test cpu", "wait", "worker"});
    bl_store& abi = store->abi();
    abi.duration_ns = kEnd;
    abi.stack_parent = kParents;
    abi.stack_code = kCodes;
    abi.stack_count = std::size(kParents);
    abi.code_count = kCodeCount;
    add_lives(*store);
    add_events(*store);
    return store;
}

}  // namespace

// Neither is destroyed: what an analyzer was told stays valid until the process ends.
const bl_store* empty_store() {
    static auto* const store = new FixedStore;
    return &store->abi();
}

const bl_store* tiny_store() {
    static auto* const store = make_tiny_store();
    return &store->abi();
}

}  // namespace benchlab::plugin
