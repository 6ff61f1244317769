#include "store/compile_work.hpp"

#include <functional>
#include <queue>

#include "benchlab/tables.h"
#include "store/values.hpp"

namespace benchlab::store {
namespace {

struct Compiling {
    std::int64_t begin, end;
};

// By process, by begin.  Of one without an end it is not known how long it took: it began only.
std::map<std::uint32_t, std::vector<Compiling>> compiling_of(
    const std::deque<StoredTable>& tables) {
    const StoredTable* const call = table_named(tables, "call");
    const Values<std::int64_t> begin(call, "begin"), end(call, "end");
    const Values<std::uint8_t> kind(call, "kind");
    const Rows thread(call, "thread"), owners(table_named(tables, "thread"), "process");
    std::map<std::uint32_t, std::vector<Compiling>> out;
    const std::uint64_t rows = call == nullptr ? 0 : call->rows();
    for (std::uint64_t row = 0; row < rows; ++row) {
        const std::uint32_t process = owners[thread[row]];
        if (kind.get(row) != BL_CALL_KIND_COMPILER || process == BL_NO_ROW) continue;
        const std::int64_t from = begin.get(row);
        out[process].push_back({from, end.has(row) ? std::max(end.get(row), from) : from});
    }
    return out;
}

// The parts of one process, in order of time.
class Parts {
  public:
    explicit Parts(const std::vector<Compiling>& all) : all_(all) {
        for (const Compiling& each : all) {
            if (each.begin < each.end) union_.add(each.begin, each.end);
        }
    }

    CompileWork next(std::int64_t until) {
        CompileWork part;
        part.length = until - from_;
        part.time = static_cast<std::int64_t>(open_.size()) * part.length;
        for (; at_ < all_.size() && all_[at_].begin < until; ++at_) {
            ++part.begun;
            part.time += until - std::max(all_[at_].begin, from_);
            open_.push(all_[at_].end);
        }
        for (; !open_.empty() && open_.top() <= until; open_.pop()) {
            part.time -= until - open_.top();
        }
        union_.take(until, [&](std::int64_t begin, std::int64_t end) { part.busy += end - begin; });
        from_ = until;
        return part;
    }

  private:
    const std::vector<Compiling>& all_;
    SpanUnion union_;
    // The ends of those that were not done at from_, the first on top.
    std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>> open_;
    std::size_t at_ = 0;
    std::int64_t from_ = 0;
};

}  // namespace

std::map<std::uint32_t, CompileWork> compile_work_of(const std::deque<StoredTable>& tables,
                                                     const std::vector<PresentOf>& presents) {
    const auto compiling = compiling_of(tables);
    std::map<std::uint32_t, CompileWork> out;
    if (compiling.empty()) return out;
    for (const auto& [process, cuts] : cuts_of(tables, presents)) {
        const auto of = compiling.find(process);
        if (of == compiling.end()) continue;
        Parts parts(of->second);
        for (const Cut& cut : cuts) {
            // What lies before the first present of another loop belongs to the next frame.
            if (!cut.ends_frame && &cut != &cuts.front()) continue;
            const CompileWork part = parts.next(cut.time);
            if (&cut != &cuts.front()) out[cut.present] = part;
        }
    }
    return out;
}

}  // namespace benchlab::store
