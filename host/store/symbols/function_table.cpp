#include "store/symbols/function_table.hpp"

#include <algorithm>
#include <tuple>

namespace benchlab::store {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;
// Functions lie in each other two or three deep; a damaged file shall not cost more.
constexpr int kMostSteps = 64;

}  // namespace

FunctionTable::FunctionTable(std::vector<Symbol> symbols) {
    std::erase_if(symbols, [](const Symbol& each) { return each.end <= each.start; });
    std::stable_sort(symbols.begin(), symbols.end(), [](const Symbol& a, const Symbol& b) {
        return std::tuple(a.start, b.rank) < std::tuple(b.start, a.rank);
    });
    const auto same_start = [](const Symbol& a, const Symbol& b) { return a.start == b.start; };
    symbols.erase(std::unique(symbols.begin(), symbols.end(), same_start), symbols.end());
    functions_.reserve(symbols.size());
    std::vector<std::uint32_t> around;  // those that the current one lies in, the innermost last
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        const Symbol& each = symbols[i];
        while (!around.empty() && functions_[around.back()].end <= each.start) around.pop_back();
        if (each.label && !around.empty()) continue;
        const std::uint64_t next = i + 1 < symbols.size() ? symbols[i + 1].start : each.end;
        const std::uint64_t end = each.open ? std::min(each.end, next) : each.end;
        const std::uint32_t outer = around.empty() ? kNone : around.back();
        around.push_back(static_cast<std::uint32_t>(functions_.size()));
        functions_.push_back({each.start, end, each.name, outer, each.open});
    }
    functions_.shrink_to_fit();
}

const FunctionTable::Function* FunctionTable::find(std::uint64_t address) const {
    const auto above = std::upper_bound(
        functions_.begin(), functions_.end(), address,
        [](std::uint64_t at, const Function& function) { return at < function.start; });
    if (above == functions_.begin()) return nullptr;
    auto at = static_cast<std::uint32_t>(above - functions_.begin()) - 1;
    for (int steps = 0; at != kNone && steps < kMostSteps; ++steps) {
        if (address < functions_[at].end) return &functions_[at];
        at = functions_[at].outer;
    }
    return nullptr;
}

}  // namespace benchlab::store
