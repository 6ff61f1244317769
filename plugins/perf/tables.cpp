#include "perf/tables.hpp"

namespace benchlab::perf {
namespace {

using plugins::column;

constexpr bl_column kProcessColumns[] = {
    column("pid", BL_COL_U32),     column("time", BL_COL_TIME),
    column("kind", BL_COL_U8),     column("parent_process", BL_COL_KEY32),
    column("name", BL_COL_STRING), column("path", BL_COL_STRING),
};
constexpr bl_column kThreadColumns[] = {
    column("tid", BL_COL_U32),       column("time", BL_COL_TIME),   column("kind", BL_COL_U8),
    column("process", BL_COL_KEY32), column("name", BL_COL_STRING),
};
constexpr bl_column kImageColumns[] = {
    column("process", BL_COL_KEY32), column("time", BL_COL_TIME),
    column("kind", BL_COL_U8),       column("base", BL_COL_U64),
    column("size", BL_COL_U64),      column("offset", BL_COL_U64),
    column("path", BL_COL_STRING),   column("debug_id", BL_COL_STRING),
};
constexpr bl_column kCpuColumns[] = {
    column("number", BL_COL_U16),
    column("name", BL_COL_STRING),
};
constexpr bl_column kCswitchColumns[] = {
    column("time", BL_COL_TIME),         column("cpu", BL_COL_U16),
    column("old_thread", BL_COL_KEY32),  column("new_thread", BL_COL_KEY32),
    column("old_state", BL_COL_U8),      column("old_raw", BL_COL_U16),
    column("old_reason", BL_COL_STRING), column("old_priority", BL_COL_I16),
    column("new_priority", BL_COL_I16),  column("old_stack", BL_COL_STACK),
};
constexpr bl_column kReadyColumns[] = {
    column("time", BL_COL_TIME),      column("cpu", BL_COL_U16),
    column("thread", BL_COL_KEY32),   column("waker_thread", BL_COL_KEY32),
    column("source", BL_COL_U8),      column("kind", BL_COL_U8),
    column("target_cpu", BL_COL_U16), column("stack", BL_COL_STACK),
};
constexpr bl_column kSampleColumns[] = {
    column("time", BL_COL_TIME),    column("cpu", BL_COL_U16),     column("thread", BL_COL_KEY32),
    column("code", BL_COL_ADDRESS), column("stack", BL_COL_STACK), column("event", BL_COL_STRING),
    column("weight", BL_COL_U32),   column("flags", BL_COL_U8),
};
constexpr bl_column kDpcIsrColumns[] = {
    column("begin", BL_COL_TIME),  column("end", BL_COL_TIME),    column("cpu", BL_COL_U16),
    column("kind", BL_COL_U8),     column("name", BL_COL_STRING), column("vector", BL_COL_U16),
    column("queued", BL_COL_TIME),
};
constexpr bl_column kTimerColumns[] = {
    column("begin", BL_COL_TIME), column("end", BL_COL_TIME),     column("cpu", BL_COL_U16),
    column("late", BL_COL_I64),   column("code", BL_COL_ADDRESS),
};
constexpr bl_column kHardFaultColumns[] = {
    column("begin", BL_COL_TIME),  column("end", BL_COL_TIME),     column("thread", BL_COL_KEY32),
    column("address", BL_COL_U64), column("code", BL_COL_ADDRESS), column("stack", BL_COL_STACK),
};
constexpr bl_column kDiskIoColumns[] = {
    column("begin", BL_COL_TIME),   column("start", BL_COL_TIME), column("end", BL_COL_TIME),
    column("thread", BL_COL_KEY32), column("disk", BL_COL_U32),   column("kind", BL_COL_U8),
    column("flags", BL_COL_U8),     column("offset", BL_COL_U64), column("bytes", BL_COL_U32),
    column("stack", BL_COL_STACK),
};
constexpr bl_column kCallColumns[] = {
    column("begin", BL_COL_TIME), column("end", BL_COL_TIME),    column("thread", BL_COL_KEY32),
    column("kind", BL_COL_U8),    column("name", BL_COL_STRING), column("object", BL_COL_U64),
    column("result", BL_COL_I64), column("stack", BL_COL_STACK),
};
constexpr bl_column kPresentColumns[] = {
    column("begin", BL_COL_TIME),   column("end", BL_COL_TIME),
    column("key", BL_COL_U64),      column("process", BL_COL_KEY32),
    column("thread", BL_COL_KEY32), column("runtime", BL_COL_STRING),
    column("nesting", BL_COL_U8),
};
constexpr bl_column kMarkColumns[] = {
    column("time", BL_COL_TIME),
    column("process", BL_COL_KEY32),
    column("thread", BL_COL_KEY32),
    column("name", BL_COL_STRING),
};
constexpr bl_column kCounterColumns[] = {
    column("time", BL_COL_TIME), column("cpu", BL_COL_U16),   column("name", BL_COL_STRING),
    column("unit", BL_COL_U8),   column("value", BL_COL_F64),
};
constexpr bl_column kSymbolColumns[] = {
    column("process", BL_COL_KEY32),
    column("address", BL_COL_U64),
    column("size", BL_COL_U64),
    column("name", BL_COL_STRING),
};
constexpr bl_column kLostColumns[] = {
    column("begin", BL_COL_TIME), column("end", BL_COL_TIME),  column("cpu", BL_COL_U16),
    column("kind", BL_COL_U8),    column("count", BL_COL_U64),
};
constexpr bl_column kEventTypeColumns[] = {
    column("name", BL_COL_STRING),
    column("count", BL_COL_U64),
    column("bytes", BL_COL_U64),
};

// In the order of the enumeration.
constexpr TableSpec kSpecs[kTableCount] = {
    {"process", kProcessColumns}, {"thread", kThreadColumns},
    {"image", kImageColumns},     {"cpu", kCpuColumns},
    {"cswitch", kCswitchColumns}, {"ready", kReadyColumns},
    {"sample", kSampleColumns},   {"dpc_isr", kDpcIsrColumns},
    {"timer", kTimerColumns},     {"hard_fault", kHardFaultColumns},
    {"disk_io", kDiskIoColumns},  {"call", kCallColumns},
    {"present", kPresentColumns}, {"mark", kMarkColumns},
    {"counter", kCounterColumns}, {"symbol", kSymbolColumns},
    {"lost", kLostColumns},       {"perf.event_type", kEventTypeColumns},
};

}  // namespace

const TableSpec& spec_of(Table table) {
    return kSpecs[static_cast<unsigned>(table)];
}

Wanted::Wanted(const char* const* names) : WantedTables(names, kSpecs) {}

}  // namespace benchlab::perf
