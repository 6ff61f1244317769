// fakes.hpp: a host, values, a store, a builder and a sink that are just enough to drive a plugin
// through the C ABI, without anything of the real host.
#pragma once

#include <benchlab/benchlab.h>

#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace fakes {

// ---- the host

struct Host {
    bl_host table{};
    std::string error;  // the last set_error of any thread
    std::vector<std::string> logs;
    std::map<void*, std::uint64_t> allocated;
    bool out_of_memory = false;
    bool cancelled = false;
    std::mutex mutex;

    Host();
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    static Host& of(const bl_host* table);
};

// ---- values of parameters or options

struct Values {
    bl_values table{};
    std::map<std::string, std::uint64_t> u64;
    std::map<std::string, double> f64;
    std::map<std::string, std::string> text;

    Values();
    Values(const Values&) = delete;
    Values& operator=(const Values&) = delete;
    static const Values& of(const bl_values* table);
};

// ---- a store: tables of columns, filled by a test, then frozen

class Store {
  public:
    bl_store table{};

    Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    // A column of a table; all columns of a table have equal length.
    template <class Value>
    void add(const std::string& name, const std::string& column, std::uint32_t type,
             const std::vector<Value>& values, std::vector<std::uint64_t> present = {}) {
        std::vector<unsigned char> bytes(values.size() * sizeof(Value));
        if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
        add_bytes(name, column, type, std::move(bytes), values.size(), std::move(present));
    }
    std::uint32_t string(const std::string& text);
    std::uint32_t code(std::uint64_t address);
    std::uint32_t stack(std::uint32_t parent, std::uint32_t code);
    // After the last of these; the pointers in `table` are good from then on.
    void freeze(std::int64_t duration_ns);

  private:
    struct OwnedColumn {
        std::string name;
        std::vector<unsigned char> bytes;
        std::vector<std::uint64_t> present;
        bl_column column{};
    };
    struct OwnedTable {
        std::string name;
        std::deque<OwnedColumn> columns;
        std::vector<const bl_column*> pointers;
        bl_table table{};
    };
    void add_bytes(const std::string& name, const std::string& column, std::uint32_t type,
                   std::vector<unsigned char> bytes, std::uint64_t rows,
                   std::vector<std::uint64_t> present);
    static const bl_table* BL_CALL find_table(const bl_store* store, const char* name);
    static const bl_column* BL_CALL find_column(const bl_store* store, const bl_table* table,
                                                const char* name, std::uint32_t type);
    static void BL_CALL overlap(const bl_store* store, const bl_table* table, std::int64_t begin,
                                std::int64_t end, std::uint64_t* first, std::uint64_t* last);
    static bl_status BL_CALL functions(const bl_store* store, const std::uint32_t* codes,
                                       std::uint64_t count, std::uint32_t* ids);
    static bl_status BL_CALL describe(const bl_store* store, std::uint32_t code,
                                      std::uint32_t depth, bl_function* out);
    static const Store& of(const bl_store* table);

    std::deque<OwnedTable> tables_;
    std::vector<const bl_table*> pointers_;
    std::string bytes_;
    std::vector<std::uint64_t> offsets_{0, 0};
    std::vector<std::uint32_t> stack_parent_{0}, stack_code_{0}, code_image_{BL_NO_ROW};
    std::vector<std::uint64_t> code_address_{0};
};

// ---- a builder that keeps what a reader gives

struct Stack {
    std::uint32_t outer = 0, pid = 0;
    std::vector<std::uint64_t> addresses;
};

// A row as a reader gave it: texts and stacks resolved in its lane.
struct Row {
    std::uint64_t lane_order = 0;
    std::map<std::string, std::int64_t> numbers;
    std::map<std::string, std::string> texts;
    std::map<std::string, Stack> stacks;
};

}  // namespace fakes

struct bl_builder;  // one lane

namespace fakes {

class Recording {
  public:
    Recording();
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    bl_builder* first_lane() const;
    const bl_builder_api* api() const { return &api_; }
    // Rows of a table by time, lane order, order of coming; those without a time are dropped.
    std::vector<Row> rows(const std::string& table) const;

    bool clock_set = false;
    bl_clock clock{};
    std::map<std::string, std::string> facts;
    std::map<std::string, std::uint64_t> problems;        // code to count
    std::map<std::string, std::uint64_t> problem_offset;  // code to the lowest offset
    std::vector<std::string> mistakes;                    // of the reader, against the ABI

    struct Batch;
    std::mutex mutex;
    std::vector<std::unique_ptr<bl_builder>> lanes;

  private:
    bl_builder_api api_{};
};

// ---- a sink that keeps what an analyzer gives

struct Arg {
    std::uint32_t type = 0, unit = 0, name_kind = 0;
    std::uint64_t u64 = 0;
    double f64 = 0;
    std::string text;
};
struct OutColumn {
    std::uint32_t type = 0, unit = 0, flags = 0, name_kind = 0;
    std::string id, title, help;
    std::vector<std::string> cells;  // "-" when absent
};
struct OutTable {
    std::string id;
    std::vector<OutColumn> columns;
    std::uint64_t omitted = 0;
};
struct OutSpan {
    std::string lane, kind, label;
    std::int64_t begin = 0, end = 0;
};
struct OutSpans {
    std::string id;
    std::uint32_t lane_name_kind = 0, label_name_kind = 0;
    std::vector<OutSpan> spans;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> arrows;
};
struct OutFinding {
    std::uint32_t severity = 0;
    std::string code, text;
    std::vector<Arg> args;
    std::int64_t begin = 0, end = 0;
    double share = 0;
    std::vector<std::string> see;
};

struct Sink {
    bl_sink table{};
    std::vector<std::pair<std::string, std::vector<Arg>>> headings;  // "id: title"
    std::vector<std::pair<std::string, Arg>> values;                 // id
    std::vector<std::pair<double, double>> intervals;                // of each value
    std::vector<OutTable> tables;
    std::vector<std::vector<double>> series_y;
    std::vector<std::vector<std::uint64_t>> histograms;
    std::vector<OutSpans> spans;
    std::vector<std::vector<std::uint64_t>> flames;  // the weights
    std::vector<OutFinding> findings;

    Sink();
    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;
};

}  // namespace fakes
