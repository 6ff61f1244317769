#include "sampled/compute.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "common/distribution.hpp"
#include "common/names.hpp"
#include "sampled/stack_sums.hpp"

namespace benchlab::analyzers::sampled {
namespace {

// One event's samples, added up by what they have in common before anything is looked up.
struct Sums {
    Totals all, threads, focus;
    Tally code;     // by process and code
    Tally outside;  // by Doing and code
    Tally stack;    // of the focus, by thread and stack; stack 0 where there is none
};

class EventSums {
  public:
    EventSums(const Store& store, const Run& run, const Options& options)
        : store_(store), run_(run), options_(options), names_(store), functions_(store) {
        image_name_ = store.find_table("image").string("name", kOptional);
    }

    EventResult compute(const Samples& samples, const SampledEvent& event) {
        const Sums sums = add_up(samples, event);
        resolve_functions(sums);
        EventResult out;
        out.event = store_.text(event.name);
        out.in_ns = event.in_ns;
        out.all = sums.all;
        out.threads = sums.threads;
        out.focus = sums.focus;
        out.places = places(sums);
        out.exclusive = exclusive(sums);
        out.inclusive = named(inclusive_sums(store_, sums.stack, functions_), true);
        out.inclusive.sum = with_stack(sums);
        out.broken = broken_stacks(store_, sums.stack);
        add_outside(sums, out);
        for (const Tally::Entry& each : by_ids(sums.stack)) {
            if (each.second == 0) continue;
            out.flame.push_back({each.first, StackId{each.second}, each.totals.weight});
        }
        return out;
    }

  private:
    bool in_focus(Row process) const {
        return process == BL_NO_ROW ? !run_.has_focus() : run_.in_focus(process);
    }

    Sums add_up(const Samples& samples, const SampledEvent& event) const {
        Sums out;
        for (const Row row : samples.in(run_.window())) {
            if (!samples.is_of(row, event)) continue;
            const std::uint64_t weight = samples.weight(row);
            const Doing doing = samples.doing(row);
            out.all.add(weight);
            if (doing != Doing::kThread) {
                const bool has_place = doing == Doing::kDpc || doing == Doing::kInterrupt;
                const CodeId code = has_place ? samples.code(row) : CodeId::kNone;
                out.outside.at(static_cast<std::uint32_t>(doing), index(code)).add(weight);
                continue;
            }
            const Row thread = samples.thread(row), process = names_.owner(thread);
            out.threads.add(weight);
            out.code.at(process, index(samples.code(row))).add(weight);
            if (!in_focus(process)) continue;
            out.focus.add(weight);
            out.stack.at(thread, index(samples.stack(row))).add(weight);
        }
        return out;
    }

    void resolve_functions(const Sums& sums) {
        sums.code.each([&](Row process, std::uint32_t code, const Totals&) {
            if (options_.by_function || in_focus(process)) functions_.want(CodeId{code});
        });
        if (options_.by_function) {
            sums.outside.each([&](std::uint32_t, std::uint32_t code, const Totals&) {
                functions_.want(CodeId{code});
            });
        }
        sums.stack.each(
            [&](Row, std::uint32_t stack, const Totals&) { functions_.want(StackId{stack}); });
        functions_.resolve();
    }

    // Modules go by their name: one that was loaded twice is one.
    std::uint32_t module(std::uint32_t code) const {
        const Row image = code == 0 ? BL_NO_ROW : store_.image(CodeId{code});
        return image == BL_NO_ROW ? 0 : index(image_name_.value_or(image, StringId::kEmpty));
    }
    std::string module_text(std::uint32_t name) const {
        return name == 0 ? "unknown" : std::string(store_.text(StringId{name}));
    }
    std::uint32_t place(std::uint32_t code) const {
        return options_.by_function ? index(functions_.of(CodeId{code})) : module(code);
    }

    Places places(const Sums& sums) const {
        Tally out;
        sums.code.each([&](Row process, std::uint32_t code, const Totals& totals) {
            out.at(process, place(code)).add(totals);
        });
        return named(out, options_.by_function);
    }

    Places exclusive(const Sums& sums) const {
        Tally out;
        sums.code.each([&](Row process, std::uint32_t code, const Totals& totals) {
            if (in_focus(process)) out.at(process, index(functions_.of(CodeId{code}))).add(totals);
        });
        return named(out, true);
    }

    // The heaviest, with their names; those are looked up for nothing else.
    Places named(const Tally& tally, bool functions) const {
        Places out;
        std::vector<Tally::Entry> rows = tally.sorted();
        for (const Tally::Entry& row : rows) out.sum.add(row.totals);
        out.omitted = keep_top(rows, options_.top);
        for (const Tally::Entry& row : rows) {
            std::string process(names_.process_name(row.first));
            const auto pid = names_.pid(row.first);
            if (process.empty()) process = names_.process(row.first);
            out.rows.push_back(
                {std::move(process), pid,
                 functions ? names_.function(CodeId{row.second}) : module_text(row.second),
                 row.totals});
        }
        return out;
    }

    static Totals with_stack(const Sums& sums) {
        Totals out;
        sums.stack.each([&](Row, std::uint32_t stack, const Totals& totals) {
            if (stack != 0) out.add(totals);
        });
        return out;
    }

    void add_outside(const Sums& sums, EventResult& out) const {
        Tally tally;
        sums.outside.each([&](std::uint32_t doing, std::uint32_t code, const Totals& totals) {
            tally.at(doing, place(code)).add(totals);
        });
        std::vector<Tally::Entry> rows = tally.sorted();
        out.outside_omitted = keep_top(rows, options_.top);
        for (const Tally::Entry& row : rows) {
            const auto doing = static_cast<Doing>(row.first);
            std::string where;
            if (doing == Doing::kDpc || doing == Doing::kInterrupt) {
                where = options_.by_function ? names_.function(CodeId{row.second})
                                             : module_text(row.second);
            }
            out.outside.push_back({doing, std::move(where), row.totals});
        }
    }

    static std::vector<Tally::Entry> by_ids(const Tally& tally) {
        std::vector<Tally::Entry> out = tally.sorted();
        std::sort(out.begin(), out.end(), [](const Tally::Entry& a, const Tally::Entry& b) {
            return std::tie(a.first, a.second) < std::tie(b.first, b.second);
        });
        return out;
    }

    const Store& store_;
    const Run& run_;
    const Options options_;
    const Names names_;
    StringColumn image_name_;
    Functions functions_;
};

}  // namespace

Result compute(const Store& store, const Run& run, const Options& options) {
    Result result;
    const Samples samples(store);
    result.has_focus = run.has_focus();
    result.has_stacks = samples.has_stacks();
    result.by_function = options.by_function;
    for (const SampledEvent& event : samples.events()) {
        EventResult of = EventSums(store, run, options).compute(samples, event);
        if (of.all.count > 0) result.events.push_back(std::move(of));
    }
    return result;
}

}  // namespace benchlab::analyzers::sampled
