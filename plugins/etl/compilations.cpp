#include "etl/compilations.hpp"

#include <benchlab/benchlab.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace benchlab::etl {
namespace {

using Key = std::tuple<std::uint32_t, std::uint64_t, std::uint64_t, std::uint32_t>;

Key key_of(const CompilationEdge& edge) {
    const auto [first, second] = edge.activity;
    // Without an activity a thread creates one at a time.
    const bool has_activity = first != 0 || second != 0;
    return {edge.pid, first, second, has_activity ? 0 : edge.tid};
}

}  // namespace

Compilations pair_compilations(std::vector<CompilationEdge> edges) {
    std::stable_sort(
        edges.begin(), edges.end(),
        [](const CompilationEdge& a, const CompilationEdge& b) { return a.time < b.time; });
    Compilations out;
    std::map<Key, std::size_t> open;
    for (const CompilationEdge& edge : edges) {
        if (!edge.is_stop) {
            // A second begin means that the end of the first was lost.
            open[key_of(edge)] = out.all.size();
            out.all.push_back({edge.time, BL_NO_TIME, edge.tid});
            continue;
        }
        const auto found = open.find(key_of(edge));
        if (found == open.end()) {
            ++out.without_begin;
            continue;
        }
        out.all[found->second].end = edge.time;
        open.erase(found);
    }
    out.without_end = static_cast<std::uint64_t>(
        std::count_if(out.all.begin(), out.all.end(),
                      [](const Compilation& each) { return each.end == BL_NO_TIME; }));
    return out;
}

}  // namespace benchlab::etl
