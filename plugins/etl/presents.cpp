// The events of Microsoft-Windows-DXGI and -D3D9, by their published manifests.
#include "etl/presents.hpp"

#include <benchlab/benchlab.h>

#include <algorithm>
#include <unordered_map>

namespace benchlab::etl {
namespace {

bool take_start(const Event& event, bool has_interval, PresentEdge& edge) {
    Fields fields = event.fields();
    edge.swap_chain = fields.pointer();
    edge.flags = fields.u32();
    if (has_interval) edge.sync_interval = fields.take<std::int32_t>();
    return !fields.failed();
}

bool take_stop(const Event& event, PresentEdge& edge) {
    Fields fields = event.fields();
    edge.is_stop = true;
    edge.result = fields.u32();
    // The end of the call is known even where the record is cut.
    return true;
}

constexpr std::uint32_t kD3d9ForceImmediate = 0x100;

}  // namespace

const char* name_of(Runtime runtime) {
    return runtime == Runtime::kDxgi ? "DXGI" : "D3D9";
}

bool decode_dxgi(const Event& event, PresentEdge& edge) {
    edge.runtime = Runtime::kDxgi;
    switch (event.id) {
        case 42:
        case 55:
            return take_start(event, true, edge);
        case 43:
        case 56:
            return take_stop(event, edge);
        default:
            return false;
    }
}

bool decode_d3d9(const Event& event, PresentEdge& edge) {
    edge.runtime = Runtime::kD3d9;
    switch (event.id) {
        case 1:
            if (!take_start(event, false, edge)) return false;
            if ((edge.flags & kD3d9ForceImmediate) != 0) edge.sync_interval = 0;
            return true;
        case 2:
            return take_stop(event, edge);
        default:
            return false;
    }
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
