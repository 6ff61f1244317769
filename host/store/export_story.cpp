#include "store/export_story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "benchlab/tables.h"
#include "store/story_events.hpp"
#include "store/story_names.hpp"
#include "store/story_rows.hpp"
#include "store/story_text.hpp"
#include "store/values.hpp"

namespace benchlab::store {
namespace {

// The weight of the first sample of the timer that is told.
std::uint32_t sample_interval(const Store& store, const StoryRows& rows) {
    constexpr std::size_t kSample = story_table("sample");
    const Values<std::uint32_t> event(rows.table(kSample), "event");
    const Values<std::uint32_t> weight(rows.table(kSample), "weight");
    for (std::uint64_t row = 0; row < rows.rows(kSample).rows(); ++row) {
        if (!rows.rows(kSample).has(row)) continue;
        if (store.text(event.get(row)) == kTimerEvent) return weight.get(row);
    }
    return 0;
}

class StoryExport {
  public:
    StoryExport(const Store& store, const ExportOptions& options,
                const std::function<void(std::string_view)>& write)
        : store_(store),
          options_(options),
          write_(write),
          rows_(store, options),
          names_(store, rows_),
          context_{store, names_, sample_interval(store, rows_)} {}

    void run() {
        head();
        facts();
        cpus();
        line("");
        processes();
        images();
        threads();
        files();
        queues();
        for (const std::uint32_t stack : names_.named_stacks()) {
            line(fmt::format("stack {} = {}", names_.stack_name(stack), names_.stack(stack, true)));
        }
        line("");
        events();
        write_(piece_);
    }

  private:
    void line(std::string_view text) {
        piece_ += text;
        piece_ += '\n';
        if (piece_.size() < kPiece) return;
        write_(piece_);
        piece_.clear();
    }

    void head() {
        if (!options_.is_whole(store_)) {
            line(
                fmt::format("# Of {} to {} ms: what stands before and behind tells only what its "
                            "threads were doing then.",
                            story_time(options_.begin),
                            story_time(std::min(options_.end, store_.duration_ns()))));
        }
        std::string machine =
            fmt::format("machine: cpus {}; clock {}", std::max(store_.cpu_count(), 1u),
                        names_.tick_ns() == 100 ? "10MHz" : "1GHz");
        if (machine_mhz() != 0) machine += fmt::format("; mhz {}", machine_mhz());
        if (context_.sample_interval_ns != 0) {
            machine += fmt::format("; sample-interval {}", story_time(context_.sample_interval_ns));
        }
        line(machine);
        if (store_.duration_ns() > 0) {
            line(fmt::format("window: 0 to {}", story_time(store_.duration_ns())));
        }
    }

    // Of the first CPU; 0 when that is not known, or more than a story takes.
    std::uint32_t machine_mhz() const {
        constexpr std::uint32_t kMost = 10'000;
        const Values<std::uint32_t> mhz(store_.find("cpu"), "mhz");
        const StoredTable* const cpu = store_.find("cpu");
        const std::uint32_t first = cpu != nullptr && cpu->rows() > 0 ? mhz.get(0) : 0;
        return first <= kMost ? first : 0;
    }

    void cpus() {
        const StoredTable* const cpu = store_.find("cpu");
        for (std::uint64_t row = 0; cpu != nullptr && row < cpu->rows(); ++row) {
            std::string clauses;
            const auto number = [&](std::string_view name, std::uint32_t value) {
                if (value != 0) clauses += fmt::format(" {} {}", name, value);
            };
            number("core", Values<std::uint16_t>(cpu, "core").get(row));
            number("package", Values<std::uint16_t>(cpu, "package").get(row));
            number("node", Values<std::uint16_t>(cpu, "node").get(row));
            number("class", Values<std::uint8_t>(cpu, "class").get(row));
            const std::uint32_t mhz = Values<std::uint32_t>(cpu, "mhz").get(row);
            if (mhz != machine_mhz()) number("mhz", mhz);
            const auto name = store_.text(Values<std::uint32_t>(cpu, "name").get(row));
            if (!name.empty()) clauses += " name " + story_quoted(name);
            if (clauses.empty()) continue;
            line(fmt::format("cpu {}{}", Values<std::uint16_t>(cpu, "number").get(row), clauses));
        }
    }

    // Calls add(statement, row) for each life that the story names, and adds what bounds it.
    template <class Add>
    void lives(std::string_view name, Add&& add) {
        const StoredTable* const table = store_.find(name);
        const Values<std::int64_t> begin(table, "begin"), end(table, "end");
        const Values<std::uint8_t> seen(table, "seen");
        names_.lives(name).each([&](std::uint64_t row) {
            std::string text;
            Statement into(text);
            if (!add(into, row)) return;
            // Another life had the number before or has it after: they must not run together.
            if ((seen.get(row) & BL_SEEN_BEGIN) != 0 || begin.get(row) > 0) {
                into.time("from", begin.get(row));
            }
            if ((seen.get(row) & BL_SEEN_END) != 0 || end.get(row) < store_.duration_ns()) {
                into.time("to", end.get(row));
            }
            line(text);
        });
    }
    std::string_view text(const Values<std::uint32_t>& column, std::uint64_t row) const {
        return store_.text(column.get(row));
    }

    void processes() {
        const StoredTable* const table = store_.find("process");
        const Values<std::uint32_t> pid(table, "pid"), session(table, "session");
        const Values<std::uint32_t> names(table, "name"), paths(table, "path");
        const Values<std::uint32_t> commands(table, "command");
        const Values<std::int32_t> exit(table, "exit_code");
        const Values<std::uint8_t> flags(table, "flags");
        const Rows parent(table, "parent_process");
        lives("process", [&](Statement& into, std::uint64_t row) {
            const auto name = text(names, row), path = text(paths, row);
            const auto command = text(commands, row);
            // One that no statement told of exists by being named.
            if (name.empty() && path.empty() && command.empty() && !session.has(row)) return false;
            into.word("process").word(story_name(name)).number(pid.get(row));
            const std::uint32_t parent_pid = parent[row] == BL_NO_ROW ? 0 : pid.get(parent[row]);
            if (parent_pid != 0) into.clause("parent", parent_pid);
            if (session.get(row, 1) != 1) into.clause("session", session.get(row));
            if (!path.empty()) into.clause("path", story_quoted(path));
            if (!command.empty()) into.clause("command", story_quoted(command));
            if (exit.get(row) != 0) into.clause("exit", std::to_string(exit.get(row)));
            if (flags.get(row) != 0) into.clause("flags", flags.get(row));
            return true;
        });
    }

    void threads() {
        const StoredTable* const table = store_.find("thread");
        const Rows process(table, "process");
        const Values<std::uint32_t> tid(table, "tid"), start(table, "code"), names(table, "name");
        const Values<std::int16_t> priority(table, "priority");
        lives("thread", [&](Statement& into, std::uint64_t row) {
            const auto name = text(names, row);
            if (names_.is_idle(static_cast<std::uint32_t>(row))) return false;
            if (process[row] == BL_NO_ROW && name.empty() && !start.has(row)) return false;
            into.word("thread").number(tid.get(row));
            if (!name.empty()) into.word(story_quoted(name));
            into.word("in").word(names_.process(process[row]));
            if (start.has(row)) into.clause("start", names_.code(start.get(row)));
            if (priority.get(row, 8) != 8) {
                into.clause("priority", std::to_string(priority.get(row)));
            }
            return true;
        });
    }

    void images() {
        const StoredTable* const table = store_.find("image");
        const Values<std::uint64_t> base(table, "base"), size(table, "size");
        const Values<std::uint64_t> offset(table, "offset");
        const Values<std::uint32_t> names(table, "name"), paths(table, "path");
        const Values<std::uint32_t> ids(table, "debug_id"), pdbs(table, "debug_file");
        const Values<std::uint32_t> stamp(table, "timestamp");
        const Rows process(table, "process");
        lives("image", [&](Statement& into, std::uint64_t row) {
            const auto name = text(names, row), path = text(paths, row);
            into.word("image").word(story_name(name));
            into.clause("base", story_hex(base.get(row))).clause("size", story_hex(size.get(row)));
            if (process[row] != BL_NO_ROW) into.clause("in", names_.process(process[row]));
            if (offset.get(row) != 0) into.clause("offset", story_hex(offset.get(row)));
            if (!path.empty() && path != name) into.clause("path", story_quoted(path));
            into.name("id", text(ids, row));
            into.name("pdb", text(pdbs, row));
            if (stamp.get(row) != 0) into.clause("stamp", story_hex(stamp.get(row)));
            return true;
        });
    }

    void files() {
        const StoredTable* const table = store_.find("file");
        const Values<std::uint64_t> key(table, "key");
        const Values<std::uint32_t> path(table, "path");
        lives("file", [&](Statement& into, std::uint64_t row) {
            into.word("file").word(story_hex(key.get(row)));
            into.word(story_quoted(text(path, row)));
            return true;
        });
    }

    void queues() {
        constexpr std::string_view kEngines[] = {"",       "3d",     "compute", "copy",
                                                 "decode", "encode", "video",   "other"};
        const StoredTable* const table = store_.find("gpu_queue");
        const Values<std::uint64_t> key(table, "key"), adapter(table, "adapter");
        const Values<std::uint32_t> node(table, "node"), name(table, "name");
        const Values<std::uint8_t> engine(table, "engine"), flags(table, "flags");
        const Rows process(table, "process");
        lives("gpu_queue", [&](Statement& into, std::uint64_t row) {
            into.word("queue").word(story_hex(key.get(row)));
            if (process[row] != BL_NO_ROW) into.clause("in", names_.process(process[row]));
            if (adapter.get(row) != 0) into.clause("adapter", story_hex(adapter.get(row)));
            if (node.get(row) != 0) into.clause("node", node.get(row));
            if (engine.get(row) != 0 && engine.get(row) < std::size(kEngines)) {
                into.clause("engine", kEngines[engine.get(row)]);
            }
            if (flags.get(row) != 0) into.clause("flags", flags.get(row));
            into.name("name", text(name, row));
            return true;
        });
    }

    void facts() {
        const StoredTable* const fact = store_.find("fact");
        const Values<std::uint32_t> names(fact, "name"), facts(fact, "text");
        for (std::uint64_t row = 0; fact != nullptr && row < fact->rows(); ++row) {
            line(fmt::format("fact {} {}", story_name(text(names, row)),
                             story_quoted(text(facts, row))));
        }
        const StoredTable* const problem = store_.find("problem");
        const Values<std::uint32_t> codes(problem, "code"), sentences(problem, "text");
        const Values<std::uint64_t> count(problem, "count"), offset(problem, "offset");
        for (std::uint64_t row = 0; problem != nullptr && row < problem->rows(); ++row) {
            std::string out;
            Statement into(out);
            into.word("problem").word(story_name(text(codes, row)));
            into.word(story_quoted(text(sentences, row)));
            if (count.get(row, 1) != 1) into.clause("count", count.get(row));
            if (offset.has(row)) into.clause("offset", offset.get(row));
            line(out);
        }
    }

    // The tables side by side, by the time that each is sorted by.
    void events() {
        struct Source {
            const RowSet* rows;
            std::unique_ptr<StoryEvents> events;
            Values<std::int64_t> order;
            std::uint64_t at = 0;
        };
        std::vector<Source> sources;
        for (std::size_t i = 0; i < kStoryTables.size(); ++i) {
            const StoredTable* const table = rows_.table(i);
            if (table == nullptr) continue;
            const bool spans = table->find("begin") != nullptr;
            sources.push_back({&rows_.rows(i), story_events(context_, *table),
                               Values<std::int64_t>(table, spans ? "begin" : "time")});
            sources.back().at = rows_.rows(i).next(0);
        }
        while (true) {
            Source* next = nullptr;
            for (Source& each : sources) {
                if (each.at == each.rows->rows()) continue;
                if (next == nullptr || each.order.get(each.at) < next->order.get(next->at)) {
                    next = &each;
                }
            }
            if (next == nullptr) return;
            event(*next->events, next->at);
            next->at = next->rows->next(next->at + 1);
        }
    }

    void event(const StoryEvents& events, std::uint64_t row) {
        std::string text = "at " + story_time(events.time(row));
        if (const auto cpu = events.cpu(row)) text += fmt::format(" cpu {}", *cpu);
        text += ": ";
        events.add(text, row);
        line(text);
    }

    const Store& store_;
    const ExportOptions& options_;
    const std::function<void(std::string_view)>& write_;
    const StoryRows rows_;
    const StoryNames names_;
    const StoryContext context_;
    std::string piece_;
};

}  // namespace

void export_story(const Store& store, const ExportOptions& options,
                  const std::function<void(std::string_view)>& write) {
    StoryExport(store, options, write).run();
}

}  // namespace benchlab::store
