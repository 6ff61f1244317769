#include "plugin/trace_damage.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "benchlab/tables.h"
#include "store/values.hpp"

namespace benchlab::plugin {
namespace {

using report::Arg;
using report::Finding;
using report::Unit;

struct Window {
    std::int64_t begin, end;
    bool whole;  // all of the trace: then nothing is left out, at its very end neither
};

// What was lost of one kind.
struct Loss {
    std::uint64_t inside = 0;   // surely in the window
    std::uint64_t perhaps = 0;  // in stretches that lie in it only in part
    std::int64_t begin = INT64_MAX, end = INT64_MIN;
};

std::map<std::uint32_t, Loss> losses_by_kind(const store::Store& store, const Window& window) {
    std::map<std::uint32_t, Loss> out;
    const store::StoredTable* const lost = store.find("lost");
    if (lost == nullptr) return out;
    const store::Values<std::int64_t> begins(lost, "begin"), ends(lost, "end");
    const store::Values<std::uint8_t> kinds(lost, "kind");
    const store::Values<std::uint64_t> counts(lost, "count");
    for (std::uint32_t row = 0; row < lost->rows(); ++row) {
        if (!window.whole && !lost->touches(row, window.begin, window.end)) continue;
        const std::int64_t begin = begins.get(row), end = std::max(ends.get(row, begin), begin);
        const std::uint32_t kind = kinds.get(row, BL_LOST_KIND_EVENTS);
        // A row that does not tell how much is one throttling, but no one event.
        const std::uint64_t count = counts.get(row, std::uint64_t{kind == BL_LOST_KIND_THROTTLED});
        Loss& loss = out[kind];
        const bool inside = window.whole || (begin >= window.begin && end <= window.end);
        (inside ? loss.inside : loss.perhaps) += count;
        loss.begin = std::min(loss.begin, begin);
        loss.end = std::max(loss.end, end);
    }
    return out;
}

struct Words {
    const char *code, *many, *some, *therefore;
};

Words words_of(std::uint32_t kind) {
    switch (kind) {
        case BL_LOST_KIND_EVENTS:
            return {"trace.lost-events", "events were lost", "Events were lost",
                    "counts and times are too low"};
        case BL_LOST_KIND_BUFFERS:
            return {"trace.lost-buffers", "buffers were lost, and all events in them",
                    "Buffers were lost, and all events in them", "counts and times are too low"};
        default:
            return {"trace.throttled", "times the system slowed the sampling down",
                    "The system slowed the sampling down", "there are too few samples"};
    }
}

Arg arg_of(report::Scalar value, Unit unit) {
    Arg out;
    out.value = std::move(value);
    out.unit = unit;
    return out;
}

Finding finding_of(std::uint32_t kind, const Loss& loss, const Window& window,
                   std::int64_t duration_ns) {
    const Words words = words_of(kind);
    Finding out;
    out.severity = report::Severity::kWarning;
    out.code = words.code;
    out.args = {arg_of(loss.inside + loss.perhaps, Unit::kCount)};
    if (loss.perhaps > 0) {
        out.text = std::string("Up to {0} ") + words.many +
                   "; whether {1} of them were in the window the trace does not tell";
        out.args.push_back(arg_of(loss.perhaps, Unit::kCount));
    } else if (loss.inside > 0) {
        out.text = std::string("{0} ") + words.many + ": " + words.therefore;
    } else {
        out.text =
            std::string(words.some) + ", the trace does not tell how many: " + words.therefore;
        out.args.clear();
    }
    if (window.whole && loss.begin <= 0 && loss.end >= duration_ns) return out;
    out.begin = loss.begin;
    out.end = loss.end;
    return out;
}

std::string text_of(const store::Store& store, const store::StoredTable& table, const char* column,
                    std::uint32_t row) {
    return std::string(store.text(store::Values<std::uint32_t>(&table, column).get(row)));
}

Finding problem_finding(const store::Store& store, const store::StoredTable& table,
                        std::uint32_t row) {
    const store::Values<std::uint64_t> counts(&table, "count"), offsets(&table, "offset");
    const std::uint64_t count = counts.get(row, 1);
    std::string text = text_of(store, table, "text", row);
    if (text.empty()) text = text_of(store, table, "code", row);
    if (!text.empty() && text.back() == '.') text.pop_back();
    Finding out;
    out.severity = report::Severity::kWarning;
    out.code = "trace.file-problem";
    out.text = count == 1 ? "{0}" : "{0}: {1} times";
    out.args = {arg_of(std::move(text), Unit::kNone), arg_of(count, Unit::kCount)};
    if (offsets.has(row)) {
        out.text += count == 1 ? ", at byte {2} of the file" : ", first at byte {2} of the file";
        out.args.push_back(arg_of(offsets.get(row), Unit::kNone));
    }
    return out;
}

}  // namespace

std::vector<Finding> damage_findings(const store::Store& store, std::int64_t begin,
                                     std::int64_t end) {
    const Window window{begin, end, begin <= 0 && end >= store.duration_ns()};
    std::vector<Finding> out;
    for (const auto& [kind, loss] : losses_by_kind(store, window)) {
        out.push_back(finding_of(kind, loss, window, store.duration_ns()));
    }
    const store::StoredTable* const problems = store.find("problem");
    for (std::uint32_t row = 0; problems != nullptr && row < problems->rows(); ++row) {
        out.push_back(problem_finding(store, *problems, row));
    }
    return out;
}

}  // namespace benchlab::plugin
