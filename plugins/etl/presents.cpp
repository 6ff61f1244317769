#include "etl/presents.hpp"

#include <benchlab/benchlab.h>

#include <algorithm>
#include <unordered_map>

namespace benchlab::etl {
namespace {

constexpr std::uint32_t kD3d9ForceImmediate = 0x100;

}  // namespace

const char* name_of(Runtime runtime) {
    return runtime == Runtime::kDxgi ? "DXGI" : runtime == Runtime::kD3d9 ? "D3D9" : "Other";
}

bool decode_present(const KnownEvent& known, Record& record, PresentEdge& edge) {
    const bool is_dxgi = known.provider == Provider::kDxgi;
    edge.runtime = is_dxgi ? Runtime::kDxgi : Runtime::kD3d9;
    edge.is_stop = is_dxgi ? known.id == kDxgiPresentStop || known.id == kDxgiPlanesStop
                           : known.id == kD3d9PresentStop;
    if (edge.is_stop) {
        // The end of the call is known even where the record is cut.
        edge.result = record.u32("Result");
        return true;
    }
    edge.swap_chain = record.number(is_dxgi ? "pIDXGISwapChain" : "pSwapchain");
    edge.flags = record.u32("Flags");
    if (is_dxgi)
        edge.sync_interval = static_cast<std::int32_t>(record.u32("SyncInterval"));
    else if ((edge.flags & kD3d9ForceImmediate) != 0)
        edge.sync_interval = 0;
    return !record.failed();
}

std::vector<PresentCall> pair_presents(std::vector<PresentEdge> edges) {
    std::stable_sort(edges.begin(), edges.end(),
                     [](const PresentEdge& a, const PresentEdge& b) { return a.time < b.time; });
    std::vector<PresentCall> calls;
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> open;  // by thread
    for (const PresentEdge& edge : edges) {
        std::vector<std::size_t>& stack = open[edge.tid];
        if (!edge.is_stop) {
            // A second call of the same chain means that the stop of the first was lost.
            while (!stack.empty() && calls[stack.back()].start.runtime == edge.runtime &&
                   calls[stack.back()].start.swap_chain == edge.swap_chain)
                stack.pop_back();
            PresentCall call{edge, BL_NO_TIME, 0, 0};
            call.nesting = static_cast<std::uint8_t>(std::min<std::size_t>(stack.size(), 255));
            stack.push_back(calls.size());
            calls.push_back(call);
            continue;
        }
        const auto found = std::find_if(stack.rbegin(), stack.rend(), [&](std::size_t index) {
            return calls[index].start.runtime == edge.runtime;
        });
        if (found == stack.rend()) continue;
        calls[*found].end = edge.time;
        calls[*found].result = edge.result;
        stack.erase(std::prev(found.base()), stack.end());
    }
    return calls;
}

}  // namespace benchlab::etl
