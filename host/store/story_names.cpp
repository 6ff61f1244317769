#include "store/story_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "store/story_text.hpp"

namespace benchlab::store {
namespace {

constexpr std::string_view kLifeTables[] = {"process", "thread", "image", "file", "gpu_queue"};
constexpr std::uint64_t kSeveral = UINT64_MAX;
// A stack of fewer frames is shorter than what a name of its own would cost.
constexpr std::size_t kLeastFrames = 3;

void add_number(std::map<std::string, std::uint64_t, std::less<>>& numbers, std::string_view name,
                std::uint64_t number) {
    if (name.empty()) return;
    const auto [at, fresh] = numbers.try_emplace(story_name(name), number);
    if (!fresh && at->second != number) at->second = kSeveral;
}

// "s12" is the name of a stack.
bool looks_like_a_stack(std::string_view name) {
    return name.size() > 1 && name[0] == 's' &&
           std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

StoryNames::StoryNames(const Store& store, const StoryRows& rows)
    : store_(store),
      names_(store.names()),
      thread_(store.find("thread")),
      process_(store.find("process")),
      image_(store.find("image")),
      idle_cpu_(thread_, "idle_cpu"),
      tid_(thread_, "tid"),
      pid_(process_, "pid"),
      thread_name_(thread_, "name"),
      process_name_(process_, "name"),
      image_name_(image_, "name"),
      image_base_(image_, "base"),
      stacks_seen_(store.names().stack_parent.size()),
      stack_uses_(store.names().stack_parent.size()) {
    for (const std::string_view name : kLifeTables) {
        const StoredTable* const table = store.find(name);
        lives_.emplace(name, RowSet(table ? table->rows() : 0));
    }
    for (std::size_t i = 0; i < kStoryTables.size(); ++i) {
        if (rows.table(i) == nullptr) continue;
        add_rows_of(*rows.table(i), rows.rows(i));
        note_times(rows.table(i), rows.rows(i));
    }
    close(store);
    for (const std::string_view name : kLifeTables) note_times(store.find(name), lives(name));
    note_time(store.duration_ns());
    find_unique_names(store);
    name_stacks();
}

const RowSet& StoryNames::lives(std::string_view table) const {
    return lives_.find(table)->second;
}

void StoryNames::add_rows_of(const StoredTable& table, const RowSet& rows) {
    for (const ColumnSpec& spec : table.spec()->columns) {
        const StoredColumn* const column = table.find(spec.name);
        // What the host works out is not told: who reads the story works it out again.
        if (column == nullptr || spec.filled == Filled::kHost) continue;
        const TableSpec* const target = spec.type == BL_COL_ROW ? target_of(spec.name) : nullptr;
        if (target == nullptr && spec.type != BL_COL_CODE && spec.type != BL_COL_STACK) continue;
        const auto values = column->values<std::uint32_t>();
        rows.each([&](std::uint64_t row) {
            if (!column->has(row)) return;
            const std::uint32_t value = values[static_cast<std::size_t>(row)];
            if (target != nullptr) add_row(target->name, value);
            if (spec.type == BL_COL_CODE) add_code(value);
            if (spec.type == BL_COL_STACK) add_stack(value);
        });
    }
}

void StoryNames::add_row(std::string_view table, std::uint32_t row) {
    const auto found = lives_.find(table);
    if (found != lives_.end()) found->second.add(row);
}

void StoryNames::add_code(std::uint32_t code) {
    const std::uint32_t image = names_.code_image[code];
    if (image != BL_NO_ROW) lives_.find("image")->second.add(image);
}

void StoryNames::add_stack(std::uint32_t stack) {
    ++stack_uses_[stack];
    for (; stack != 0 && !stacks_seen_.has(stack); stack = names_.stack_parent[stack]) {
        stacks_seen_.add(stack);
        add_code(names_.stack_code[stack]);
    }
}

void StoryNames::note_times(const StoredTable* table, const RowSet& rows) {
    if (table == nullptr) return;
    for (std::uint32_t i = 0; i < table->abi()->column_count; ++i) {
        if (table->abi()->columns[i]->type != BL_COL_TIME) continue;
        const Values<std::int64_t> times(table, table->abi()->columns[i]->name);
        for (std::uint64_t row = 0; row < rows.rows() && tick_ns_ > 1; ++row) {
            if (rows.has(row)) note_time(times.get(row, BL_NO_TIME));
        }
    }
}

void StoryNames::close(const Store& store) {
    const Rows of_thread(thread_, "process"), parents(process_, "parent_process");
    const Rows of_image(image_, "process"), of_queue(store.find("gpu_queue"), "process");
    const Values<std::uint32_t> start(thread_, "code");
    RowSet& processes = lives_.find("process")->second;
    lives("thread").each([&](std::uint64_t row) {
        if (start.has(row)) add_code(start.get(row));
    });
    const auto add_processes = [&](std::string_view table, const Rows& owners) {
        lives(table).each([&](std::uint64_t row) {
            if (owners[row] != BL_NO_ROW) processes.add(owners[row]);
        });
    };
    add_processes("thread", of_thread);
    add_processes("image", of_image);
    add_processes("gpu_queue", of_queue);
    processes.each([&](std::uint64_t row) {
        // Up to the first that is known; a chain that bites its tail ends there too.
        for (std::uint32_t at = parents[row]; at != BL_NO_ROW && !processes.has(at);
             at = parents[at]) {
            processes.add(at);
        }
    });
}

void StoryNames::find_unique_names(const Store& store) {
    lives("thread").each([&](std::uint64_t row) {
        if (is_idle(static_cast<std::uint32_t>(row))) return;
        add_number(thread_numbers_, store.text(thread_name_.get(row)), tid_.get(row));
    });
    lives("process").each([&](std::uint64_t row) {
        add_number(process_numbers_, store.text(process_name_.get(row)), pid_.get(row));
    });
    lives("image").each([&](std::uint64_t row) {
        add_number(bases_, store.text(image_name_.get(row)), image_base_.get(row));
    });
}

void StoryNames::name_stacks() {
    std::vector<std::uint32_t> depth(stack_uses_.size());
    const auto depth_of = [&](std::uint32_t stack) {
        std::uint32_t frames = 0;
        for (; stack != 0; stack = names_.stack_parent[stack]) ++frames;
        return frames;
    };
    for (std::uint32_t stack = 1; stack < stack_uses_.size(); ++stack) {
        if (stack_uses_[stack] < 2) continue;
        depth[stack] = depth_of(stack);
        if (depth[stack] >= kLeastFrames) named_stacks_.push_back(stack);
    }
    std::stable_sort(named_stacks_.begin(), named_stacks_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return depth[a] < depth[b]; });
    for (const std::uint32_t stack : named_stacks_) {
        stack_numbers_.emplace(stack, static_cast<std::uint32_t>(stack_numbers_.size() + 1));
    }
}

std::string StoryNames::thread(std::uint32_t row) const {
    if (row == BL_NO_ROW) return std::to_string(BL_NO_ROW);
    if (is_idle(row)) return "idle";
    const std::string_view name = store_.text(thread_name_.get(row));
    if (!name.empty()) {
        std::string written = name == "idle" ? story_quoted(name) : story_name(name);
        const auto known = thread_numbers_.find(story_name(name));
        if (known != thread_numbers_.end() && known->second == tid_.get(row)) return written;
    }
    return std::to_string(tid_.get(row));
}

std::string StoryNames::process(std::uint32_t row) const {
    if (row == BL_NO_ROW) return std::to_string(BL_NO_ROW);
    const std::string_view name = store_.text(process_name_.get(row));
    const auto known =
        name.empty() ? process_numbers_.end() : process_numbers_.find(story_name(name));
    if (known != process_numbers_.end() && known->second == pid_.get(row)) return known->first;
    return std::to_string(pid_.get(row));
}

std::string StoryNames::code(std::uint32_t code) const {
    const std::uint64_t address = names_.code_address[code];
    const std::uint32_t image = names_.code_image[code];
    if (image == BL_NO_ROW) return story_hex(address);
    const std::string_view name = store_.text(image_name_.get(image));
    const auto known = name.empty() ? bases_.end() : bases_.find(story_name(name));
    if (known == bases_.end() || known->second != image_base_.get(image)) return story_hex(address);
    const std::string written = looks_like_a_stack(name) ? story_quoted(name) : known->first;
    return fmt::format("{}+{:#x}", written, address - known->second);
}

std::string StoryNames::stack(std::uint32_t stack, bool spelt) const {
    std::string out;
    for (; stack != 0; stack = names_.stack_parent[stack]) {
        if (!out.empty()) out += " < ";
        if (!spelt && stack_numbers_.count(stack) != 0) return out + stack_name(stack);
        spelt = false;
        out += code(names_.stack_code[stack]);
    }
    return out;
}

std::string StoryNames::stack_name(std::uint32_t stack) const {
    return fmt::format("s{}", stack_numbers_.at(stack));
}

}  // namespace benchlab::store
