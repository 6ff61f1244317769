#include "dpc/compute.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

#include "benchlab/tables.h"
#include "common/cpus.hpp"
#include "common/interrupts.hpp"
#include "common/kinds.hpp"
#include "common/names.hpp"
#include "common/window.hpp"

namespace benchlab::analyzers::dpc {
namespace {

constexpr std::size_t kLastOctave = 40;

struct Columns {
    explicit Columns(const Table& table)
        : begin(table.time("begin")),
          end(table.time("end")),
          cpu(table.u16("cpu")),
          kind(table.u8("kind", kOptional)),
          code(table.code("code", kOptional)),
          name(table.string("name", kOptional)),
          self(table.i64("self")) {}

    TimeColumn begin, end;
    U16Column cpu;
    U8Column kind;
    CodeColumn code;
    StringColumn name;
    I64Column self;
};

// What each routine took for itself within the window.  Of one that the window cuts, the host's
// figure has also what lies outside: there it is found as the host does it, in one pass.
std::vector<std::int64_t> self_within(const Columns& columns, const std::vector<Row>& rows,
                                      Window window) {
    std::vector<std::int64_t> out;
    std::map<std::uint16_t, std::vector<std::size_t>> open;  // by CPU, the outermost first
    const auto is_cut = [&](Row row) {
        return columns.begin[row] < window.begin || columns.end[row] > window.end;
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row row = rows[i];
        const std::int64_t begin = columns.begin[row], end = columns.end[row];
        out.push_back(is_cut(row) ? window.overlap(begin, end) : columns.self[row]);
        std::vector<std::size_t>& outer = open[columns.cpu[row]];
        while (!outer.empty() && columns.end[rows[outer.back()]] <= begin) outer.pop_back();
        if (!outer.empty() && is_cut(rows[outer.back()])) {
            const std::int64_t until = std::min(end, columns.end[rows[outer.back()]]);
            out[outer.back()] -= window.overlap(begin, until);
        }
        outer.push_back(i);
    }
    return out;
}

// Small numbers that occur, of many rows with few.
class Seen {
  public:
    void add(std::size_t number) {
        if (number >= seen_.size()) seen_.resize(number + 1);
        seen_[number] = true;
    }
    std::vector<std::size_t> all() const {
        std::vector<std::size_t> out;
        for (std::size_t i = 0; i < seen_.size(); ++i) {
            if (seen_[i]) out.push_back(i);
        }
        return out;
    }

  private:
    std::vector<bool> seen_;
};

// Groups by number: a driver's name, a function, or where the trace has no address the name that
// it gives.
class Grouping {
  public:
    Grouping(const Store& store, const Columns& columns, const std::vector<Row>& rows,
             bool functions)
        : names_(store), columns_(columns), by_function_(functions) {
        const StringColumn image_name = store.find_table("image").string("name", kOptional);
        Seen seen;
        for (const Row row : rows) {
            if (columns.code.has(row)) seen.add(index(columns.code[row]));
        }
        std::vector<CodeId> codes;
        for (const std::size_t code : seen.all())
            codes.push_back(CodeId{static_cast<std::uint32_t>(code)});
        const std::vector<CodeId> found = functions ? store.functions(codes) : codes;
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const Row image = store.image(codes[i]);
            const bool named = image != BL_NO_ROW && image_name.has(image);
            const std::uint32_t driver = named ? index(image_name[image]) : 0;
            of_code_.emplace_back(codes[i], functions ? index(found[i]) : driver);
        }
        store_ = &store;
    }

    // Equal for rows of one group.
    using Key = std::tuple<bool, std::uint32_t>;
    Key key(Row row) const {
        if (columns_.code.has(row)) {
            const auto at = std::lower_bound(of_code_.begin(), of_code_.end(),
                                             std::pair(columns_.code[row], 0u));
            return {true, at->second};
        }
        return {false, index(columns_.name.value_or(row, StringId::kEmpty))};
    }
    std::string name(Key key) const {
        const auto [by_code, number] = key;
        if (number == 0) return "unknown";
        if (by_code && by_function_) return names_.function(CodeId{number});
        return std::string(store_->text(StringId{number}));
    }

  private:
    Names names_;
    const Columns& columns_;
    const Store* store_ = nullptr;
    bool by_function_;
    std::vector<std::pair<CodeId, std::uint32_t>> of_code_;
};

std::size_t octave_of(std::int64_t elapsed_ns) {
    std::size_t octave = 0;
    while (octave < kLastOctave && (std::int64_t{1000} << octave) < elapsed_ns) ++octave;
    return octave;
}

// What divides all lengths: the step of the trace's clock, where it is a coarse one.
std::int64_t clock_step(const Columns& columns, const std::vector<Row>& rows) {
    std::int64_t step = 0;
    for (const Row row : rows) step = std::gcd(step, columns.end[row] - columns.begin[row]);
    return std::max<std::int64_t>(step, 1);
}

class Computation {
  public:
    Computation(const Store& store, Window window, const Options& options)
        : table_(store.table("dpc_isr")),
          columns_(table_),
          options_(options),
          out_(window),
          rows_(rows_in(store, window)),
          grouping_(store, columns_, rows_, options.functions) {
        out_.cpu_count = cpu_count(store);
    }

    Findings run(const Store& store) {
        self_ = self_within(columns_, rows_, out_.window);
        elapsed_.reserve(rows_.size());
        for (const Row row : rows_) {
            elapsed_.push_back(out_.window.overlap(columns_.begin[row], columns_.end[row]));
        }
        add_kinds();
        add_cpus(store);
        add_groups();
        add_longest();
        return std::move(out_);
    }

  private:
    bool wants(std::uint64_t cpu) const { return options_.cpu.value_or(cpu) == cpu; }

    std::vector<Row> rows_in(const Store& store, Window window) const {
        std::vector<Row> out;
        for (const Row row : table_.overlap(window)) {
            if (!wants(columns_.cpu[row])) continue;
            if (touches(window, columns_.begin[row], columns_.end[row])) out.push_back(row);
        }
        if (out.empty()) throw nothing(store);
        return out;
    }
    Error nothing(const Store& store) const {
        if (!options_.cpu) return skip("no interrupt and no DPC in the window");
        const std::string cpu = "CPU " + std::to_string(*options_.cpu);
        const std::uint32_t count = cpu_count(store);
        if (*options_.cpu < count) {
            return skip("no interrupt and no DPC on " + cpu + " in the window");
        }
        return Error(BL_E_INVALID, "there is no " + cpu + ": the last CPU of this trace is " +
                                       std::to_string(count - 1));
    }
    Kind kind(Row row) const { return columns_.kind.value_or(row, 0); }

    void add_kinds() {
        std::map<Kind, std::vector<std::int64_t>> lengths;
        std::map<Kind, KindUse> kinds;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            KindUse& use = kinds[kind(rows_[i])];
            use.self_ns += self_[i];
            const std::size_t octave = octave_of(elapsed_[i]);
            if (use.calls.size() <= octave) use.calls.resize(octave + 1);
            ++use.calls[octave];
            lengths[kind(rows_[i])].push_back(elapsed_[i]);
        }
        for (auto& [kind, use] : kinds) {
            use.kind = kind;
            use.elapsed = distribution_of(std::move(lengths[kind]));
            out_.kinds.push_back(std::move(use));
        }
    }

    void add_cpus(const Store& store) {
        std::map<std::uint16_t, CpuUse> cpus;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            CpuUse& use = cpus[columns_.cpu[rows_[i]]];
            ++use.calls;
            use.self_ns[kind(rows_[i])] += self_[i];
        }
        for (const Interruption& each : interruptions(store, out_.window)) {
            if (!wants(each.cpu)) continue;
            cpus[static_cast<std::uint16_t>(each.cpu)].total_ns += each.end - each.begin;
            out_.busy.add_span(each.begin, each.end);
        }
        for (auto& [cpu, use] : cpus) {
            use.cpu = cpu;
            out_.total_ns = add_ns(out_.total_ns, use.total_ns);
            out_.cpus.push_back(std::move(use));
        }
    }

    void add_groups() {
        std::map<std::pair<Grouping::Key, Kind>, std::vector<std::size_t>> members;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            members[{grouping_.key(rows_[i]), kind(rows_[i])}].push_back(i);
        }
        const std::int64_t step_ns = clock_step(columns_, rows_);
        for (const auto& [key, of] : members) {
            out_.groups.push_back(make_group(key.first, key.second, of, step_ns));
        }
        std::sort(out_.groups.begin(), out_.groups.end(), [](const Group& a, const Group& b) {
            return std::tie(b.self_ns, a.name, a.kind) < std::tie(a.self_ns, b.name, b.kind);
        });
        out_.groups_omitted = keep_top(out_.groups, options_.top);
    }

    Group make_group(Grouping::Key key, Kind kind, const std::vector<std::size_t>& of,
                     std::int64_t step_ns) const {
        Group out;
        out.name = grouping_.name(key);
        out.kind = kind;
        std::vector<std::int64_t> lengths, intervals;
        Seen cpus;
        std::int64_t before = BL_NO_TIME;
        for (const std::size_t i : of) {
            const std::int64_t begin = columns_.begin[rows_[i]];
            out.self_ns += self_[i];
            lengths.push_back(elapsed_[i]);
            cpus.add(columns_.cpu[rows_[i]]);
            if (before != BL_NO_TIME) intervals.push_back(begin - before);
            before = begin;
        }
        std::sort(lengths.begin(), lengths.end());
        out.humps = find_humps(lengths, step_ns);
        out.elapsed = distribution_of(std::move(lengths));
        out.interval = distribution_of(std::move(intervals));
        for (const std::size_t cpu : cpus.all())
            out.cpus.push_back(static_cast<std::uint16_t>(cpu));
        return out;
    }

    // The longest first, of equal ones the one that began first.
    void add_longest() {
        const auto is_longer = [&](std::size_t a, std::size_t b) {
            return std::tie(elapsed_[b], a) < std::tie(elapsed_[a], b);
        };
        std::vector<std::size_t> order(rows_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const std::size_t shown = std::min<std::size_t>(options_.worst, order.size());
        std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown),
                          order.end(), is_longer);
        for (std::size_t i = 0; i < shown; ++i) out_.longest.push_back(call(order[i]));
        std::optional<std::size_t> longest;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (kind(rows_[i]) == BL_DPC_ISR_KIND_THREADED_DPC) continue;
            if (!longest || is_longer(i, *longest)) longest = i;
        }
        if (longest) out_.longest_on_cpu = call(*longest);
    }

    Call call(std::size_t at) const {
        const Row row = rows_[at];
        return {std::max(columns_.begin[row], out_.window.begin), elapsed_[at], columns_.cpu[row],
                kind(row), grouping_.name(grouping_.key(row))};
    }

    const Table table_;
    const Columns columns_;
    const Options options_;
    Findings out_;
    const std::vector<Row> rows_;
    const Grouping grouping_;
    std::vector<std::int64_t> elapsed_, self_;
};

}  // namespace

const char* kind_name(Kind kind) {
    return interrupt_kind_name(kind);
}

Findings compute(const Store& store, Window window, const Options& options) {
    return Computation(store, window, options).run(store);
}

}  // namespace benchlab::analyzers::dpc
