#include "store/export_classic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/text.hpp"
#include "benchlab/tables.h"
#include "store/values.hpp"

namespace benchlab::store {
namespace {

constexpr std::uint32_t kNoNumber = 0xFFFFFFFFu;

constexpr ClassicTable kTables[] = {
    {"processes", "process", "processes with start, end and command line"},
    {"threads", "thread", "threads with start and end"},
    {"cswitch", "cswitch", "context switches"},
    {"ready", "ready", "threads that become runnable"},
    {"samples", "sample", "samples with address and module"},
    {"hard-faults", "hard_fault", "page faults that waited for a disk"},
    {"disk", "disk_io", "disk requests, by begin"},
    {"presents", "present", "calls of Present"},
    {"dpc", "dpc_isr", "DPCs and interrupts"},
};

std::string us(std::int64_t ns) {
    const char* const sign = ns < 0 ? "-" : "";
    const std::uint64_t size =
        ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    return fmt::format("{}{}.{:03}", sign, size / 1000, size % 1000);
}

// Cells of one row with commas between them.
class Line {
  public:
    void add(std::string_view text) {
        if (!text_.empty() || cells_ > 0) text_ += ',';
        text_ += text;
        ++cells_;
    }
    void add_text(std::string_view text) { add(base::csv_field(text)); }
    template <class T>
    void add_number(T number) {
        add(fmt::format("{}", number));
    }
    void add_hex(std::uint64_t number) { add(fmt::format("{:#x}", number)); }
    std::string take() {
        cells_ = 0;
        std::string out = std::move(text_) + '\n';
        text_.clear();
        return out;
    }

  private:
    std::string text_;
    std::size_t cells_ = 0;
};

// By what the reader says of the system.
bool is_of_linux(const Store& store) {
    const StoredTable* const fact = store.find("fact");
    const Values<std::uint32_t> names(fact, "name"), texts(fact, "text");
    for (std::uint64_t row = 0; fact != nullptr && row < fact->rows(); ++row) {
        if (store.text(names.get(row)) == "os")
            return store.text(texts.get(row)).starts_with("Linux");
    }
    return false;
}

class Classic {
  public:
    Classic(const Store& store, const StoredTable& table)
        : store_(store),
          table_(table),
          thread_(store.find("thread")),
          process_(store.find("process")),
          file_(store.find("file")),
          image_(store.find("image")),
          is_of_windows_(!is_of_linux(store)) {}

    void add_row(std::string_view name, Line& line, std::uint64_t row) const {
        if (name == "processes") return process_row(line, row);
        if (name == "threads") return thread_row(line, row);
        if (name == "cswitch") return cswitch_row(line, row);
        if (name == "ready") return ready_row(line, row);
        if (name == "samples") return sample_row(line, row);
        if (name == "hard-faults") return fault_row(line, row);
        if (name == "disk") return disk_row(line, row);
        if (name == "presents") return present_row(line, row);
        dpc_row(line, row);
    }

    static std::string_view heading(std::string_view name) {
        if (name == "processes") return "pid,parent,name,start_us,end_us,command_line";
        if (name == "threads") return "tid,pid,process,name,start_us,end_us";
        if (name == "cswitch") {
            return "time_us,cpu,new_tid,new_pid,new_process,new_priority,old_tid,old_pid,"
                   "old_process,old_priority,old_state,wait_reason";
        }
        if (name == "ready") return "time_us,cpu,tid,pid,process,readied_by_tid";
        if (name == "samples") return "time_us,cpu,tid,pid,process,ip,module";
        if (name == "hard-faults") {
            return "start_us,elapsed_us,tid,pid,process,offset,bytes,file";
        }
        if (name == "disk") {
            return "complete_us,service_us,disk,kind,bytes,offset,tid,pid,process,file";
        }
        if (name == "presents") {
            return "start_us,duration_us,pid,process,tid,runtime,swap_chain,sync_interval,flags";
        }
        return "start_us,elapsed_us,cpu,kind,driver,routine";
    }

  private:
    template <class T>
    static T at(const StoredTable* table, std::string_view column, std::uint64_t row, T otherwise) {
        const StoredColumn* const found = table ? table->find(column) : nullptr;
        return found && found->has(row) ? found->template values<T>()[row] : otherwise;
    }
    template <class T>
    T here(std::string_view column, std::uint64_t row, T otherwise = {}) const {
        return at<T>(&table_, column, row, otherwise);
    }
    std::string_view text_at(const StoredTable* table, std::string_view column,
                             std::uint64_t row) const {
        return store_.text(at<std::uint32_t>(table, column, row, 0));
    }

    std::uint32_t owner(std::uint32_t thread) const {
        return thread == BL_NO_ROW ? BL_NO_ROW
                                   : at<std::uint32_t>(thread_, "process", thread, BL_NO_ROW);
    }
    std::uint32_t tid(std::uint32_t thread) const {
        return thread == BL_NO_ROW ? kNoNumber
                                   : at<std::uint32_t>(thread_, "tid", thread, kNoNumber);
    }
    void add_process(Line& line, std::uint32_t process) const {
        const bool none = process == BL_NO_ROW;
        line.add_number(none ? kNoNumber : at<std::uint32_t>(process_, "pid", process, kNoNumber));
        line.add_text(none ? std::string_view() : text_at(process_, "name", process));
    }
    void add_thread(Line& line, std::uint32_t thread) const {
        line.add_number(tid(thread));
        add_process(line, owner(thread));
    }
    void add_file(Line& line, std::uint64_t row) const {
        const auto file = here<std::uint32_t>("file", row, BL_NO_ROW);
        line.add_text(file == BL_NO_ROW ? std::string_view() : text_at(file_, "path", file));
    }
    std::string_view module_of(std::uint32_t code) const {
        const std::uint32_t image = store_.names().code_image[code];
        return image == BL_NO_ROW ? "unknown" : text_at(image_, "name", image);
    }

    // Begin and end of a life, empty where the trace has not seen them.
    void add_life(Line& line, std::uint64_t row) const {
        const auto seen = here<std::uint8_t>("seen", row);
        line.add((seen & BL_SEEN_BEGIN) != 0 ? us(here<std::int64_t>("begin", row)) : "");
        line.add((seen & BL_SEEN_END) != 0 ? us(here<std::int64_t>("end", row)) : "");
    }

    void process_row(Line& line, std::uint64_t row) const {
        const auto parent = here<std::uint32_t>("parent_process", row, BL_NO_ROW);
        line.add_number(here<std::uint32_t>("pid", row));
        line.add_number(parent == BL_NO_ROW ? 0 : at<std::uint32_t>(process_, "pid", parent, 0));
        line.add_text(text_at(&table_, "name", row));
        add_life(line, row);
        line.add_text(text_at(&table_, "command", row));
    }
    void thread_row(Line& line, std::uint64_t row) const {
        line.add_number(here<std::uint32_t>("tid", row));
        add_process(line, here<std::uint32_t>("process", row, BL_NO_ROW));
        line.add_text(text_at(&table_, "name", row));
        add_life(line, row);
    }
    void cswitch_row(Line& line, std::uint64_t row) const {
        line.add(us(here<std::int64_t>("time", row)));
        line.add_number(here<std::uint16_t>("cpu", row));
        add_thread(line, here<std::uint32_t>("new_thread", row, BL_NO_ROW));
        line.add_number(here<std::int16_t>("new_priority", row));
        add_thread(line, here<std::uint32_t>("old_thread", row, BL_NO_ROW));
        line.add_number(here<std::int16_t>("old_priority", row));
        const auto state = here<std::uint8_t>("old_state", row);
        line.add(state_name(row, state));
        line.add_text(state == BL_STATE_WAITING ? text_at(&table_, "old_reason", row)
                                                : std::string_view());
    }
    // The trace's own state where it has one and is of Windows, whose numbers are these.
    std::string_view state_name(std::uint64_t row, std::uint8_t state) const {
        constexpr std::string_view kRaw[] = {
            "Initialized", "Ready",      "Running",       "Standby",  "Terminated",
            "Waiting",     "Transition", "DeferredReady", "GateWait", "WaitingForProcessOutSwap"};
        constexpr std::string_view kOurs[] = {"Unknown", "Running", "Ready", "Waiting",
                                              "Terminated"};
        const auto raw = here<std::uint16_t>("old_raw", row, UINT16_MAX);
        if (is_of_windows_ && raw < std::size(kRaw)) return kRaw[raw];
        return state < std::size(kOurs) ? kOurs[state] : "Unknown";
    }
    void ready_row(Line& line, std::uint64_t row) const {
        line.add(us(here<std::int64_t>("time", row)));
        line.add_number(here<std::uint16_t>("cpu", row));
        add_thread(line, here<std::uint32_t>("thread", row, BL_NO_ROW));
        const auto waker = here<std::uint32_t>("waker_thread", row, BL_NO_ROW);
        line.add_number(waker == BL_NO_ROW ? std::int64_t{-1} : std::int64_t{tid(waker)});
    }
    void sample_row(Line& line, std::uint64_t row) const {
        const auto code = here<std::uint32_t>("code", row);
        line.add(us(here<std::int64_t>("time", row)));
        line.add_number(here<std::uint16_t>("cpu", row));
        add_thread(line, here<std::uint32_t>("thread", row, BL_NO_ROW));
        line.add_hex(store_.names().code_address[code]);
        line.add_text(module_of(code));
    }
    void fault_row(Line& line, std::uint64_t row) const {
        const auto begin = here<std::int64_t>("begin", row);
        line.add(us(begin));
        line.add(us(here<std::int64_t>("end", row) - begin));
        add_thread(line, here<std::uint32_t>("thread", row, BL_NO_ROW));
        line.add_number(here<std::uint64_t>("offset", row));
        line.add_number(here<std::uint32_t>("bytes", row));
        add_file(line, row);
    }
    void disk_row(Line& line, std::uint64_t row) const {
        constexpr std::string_view kKinds[] = {"", "read", "write", "flush", "discard"};
        const auto end = here<std::int64_t>("end", row);
        const auto start = here<std::int64_t>("start", row, here<std::int64_t>("begin", row));
        const auto kind = here<std::uint8_t>("kind", row);
        line.add(us(end));
        line.add(us(end - start));
        line.add_number(here<std::uint32_t>("disk", row));
        line.add(kind < std::size(kKinds) ? kKinds[kind] : "");
        line.add_number(here<std::uint32_t>("bytes", row));
        line.add_number(here<std::uint64_t>("offset", row));
        add_thread(line, here<std::uint32_t>("thread", row, BL_NO_ROW));
        add_file(line, row);
    }
    void present_row(Line& line, std::uint64_t row) const {
        const auto begin = here<std::int64_t>("begin", row);
        const auto thread = here<std::uint32_t>("thread", row, BL_NO_ROW);
        line.add(us(begin));
        const auto end = here<std::int64_t>("end", row, BL_NO_TIME);
        line.add(end == BL_NO_TIME ? "" : us(end - begin));
        const auto process = here<std::uint32_t>("process", row, BL_NO_ROW);
        add_process(line, process == BL_NO_ROW ? owner(thread) : process);
        line.add_number(tid(thread));
        line.add_text(text_at(&table_, "runtime", row));
        line.add_hex(here<std::uint64_t>("swap_chain", row));
        line.add_number(here<std::int32_t>("sync_interval", row, -1));
        line.add_hex(here<std::uint32_t>("flags", row));
    }
    void dpc_row(Line& line, std::uint64_t row) const {
        constexpr std::string_view kKinds[] = {
            "", "ISR", "DPC", "DPC (timer)", "DPC (thread)", "softirq", "tick"};
        const auto begin = here<std::int64_t>("begin", row);
        const auto kind = here<std::uint8_t>("kind", row);
        const auto code = here<std::uint32_t>("code", row);
        line.add(us(begin));
        line.add(us(here<std::int64_t>("end", row) - begin));
        line.add_number(here<std::uint16_t>("cpu", row));
        line.add(kind < std::size(kKinds) ? kKinds[kind] : "");
        line.add_text(code == 0 ? text_at(&table_, "name", row) : module_of(code));
        line.add_hex(store_.names().code_address[code]);
    }

    const Store& store_;
    const StoredTable& table_;
    const StoredTable* const thread_;
    const StoredTable* const process_;
    const StoredTable* const file_;
    const StoredTable* const image_;
    const bool is_of_windows_;
};

}  // namespace

std::span<const ClassicTable> classic_tables() {
    return kTables;
}

const ClassicTable* find_classic(std::string_view name) {
    for (const ClassicTable& each : kTables) {
        if (name == each.name) return &each;
    }
    return nullptr;
}

void export_classic(const Store& store, const ClassicTable& which, const ExportOptions& options,
                    const std::function<void(std::string_view)>& write) {
    const std::string_view name = which.name;
    std::string piece = std::string(Classic::heading(name)) + '\n';
    const StoredTable* const table = store.find(which.table);
    if (table != nullptr) {
        const Classic classic(store, *table);
        Line line;
        each_exported(store, *table, options, [&](std::uint64_t row) {
            classic.add_row(name, line, row);
            piece += line.take();
            if (piece.size() < kPiece) return;
            write(piece);
            piece.clear();
        });
    }
    write(piece);
}

}  // namespace benchlab::store
