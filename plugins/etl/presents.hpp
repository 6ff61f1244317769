// presents.hpp: calls of Present, paired by thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "etl/event.hpp"
#include "etl/provider_record.hpp"

namespace benchlab::etl {

// Other: a call that no runtime told of, which the graphics kernel did.
enum class Runtime : std::uint8_t { kDxgi, kD3d9, kOther };
const char* name_of(Runtime runtime);

// The begin or the end of a call.
struct PresentEdge {
    std::int64_t time = 0;
    std::uint64_t swap_chain = 0;
    std::uint32_t pid = 0, tid = 0;
    std::uint32_t flags = 0;
    std::uint32_t result = 0;
    std::int32_t sync_interval = -1;  // -1: not known
    Runtime runtime = Runtime::kDxgi;
    bool is_stop = false;
    std::span<const std::uint64_t> stack;
};

struct PresentCall {
    PresentEdge start;
    std::int64_t end = 0;  // BL_NO_TIME when the trace has none
    std::uint32_t result = 0;
    std::uint8_t nesting = 0;  // how many calls of the same thread it was made in
};

// Takes an event of DXGI or D3D9 about Present; false when it is too short.
bool decode_present(const KnownEvent& known, Record& record, PresentEdge& edge);

// Sorts the edges by time, those of equal time staying in order, and pairs them.
std::vector<PresentCall> pair_presents(std::vector<PresentEdge> edges);

}  // namespace benchlab::etl
