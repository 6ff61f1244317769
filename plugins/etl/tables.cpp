#include "etl/tables.hpp"

namespace benchlab::etl {
namespace {

using plugins::column;

constexpr bl_column kProcessColumns[] = {
    column("pid", BL_COL_U32),       column("time", BL_COL_TIME),
    column("kind", BL_COL_U8),       column("parent_process", BL_COL_KEY32),
    column("session", BL_COL_U32),   column("name", BL_COL_STRING),
    column("path", BL_COL_STRING),   column("command", BL_COL_STRING),
    column("exit_code", BL_COL_I32), column("flags", BL_COL_U8),
};
constexpr bl_column kThreadColumns[] = {
    column("tid", BL_COL_U32),       column("time", BL_COL_TIME),   column("kind", BL_COL_U8),
    column("process", BL_COL_KEY32), column("name", BL_COL_STRING), column("code", BL_COL_ADDRESS),
    column("priority", BL_COL_I16),
};
constexpr bl_column kImageColumns[] = {
    column("process", BL_COL_KEY32),   column("time", BL_COL_TIME),
    column("kind", BL_COL_U8),         column("base", BL_COL_U64),
    column("size", BL_COL_U64),        column("path", BL_COL_STRING),
    column("debug_id", BL_COL_STRING), column("debug_file", BL_COL_STRING),
    column("timestamp", BL_COL_U32),
};
constexpr bl_column kFileColumns[] = {
    column("key", BL_COL_U64),
    column("time", BL_COL_TIME),
    column("kind", BL_COL_U8),
    column("path", BL_COL_STRING),
};
constexpr bl_column kCpuColumns[] = {
    column("number", BL_COL_U16),
    column("node", BL_COL_U16),
    column("mhz", BL_COL_U32),
    column("name", BL_COL_STRING),
};
constexpr bl_column kCswitchColumns[] = {
    column("time", BL_COL_TIME),        column("cpu", BL_COL_U16),
    column("old_thread", BL_COL_KEY32), column("new_thread", BL_COL_KEY32),
    column("old_state", BL_COL_U8),     column("old_raw", BL_COL_U16),
    column("old_mode", BL_COL_U8),      column("old_reason", BL_COL_STRING),
    column("old_priority", BL_COL_I16), column("new_priority", BL_COL_I16),
    column("new_stack", BL_COL_STACK),
};
constexpr bl_column kReadyColumns[] = {
    column("time", BL_COL_TIME),    column("cpu", BL_COL_U16),
    column("thread", BL_COL_KEY32), column("waker_thread", BL_COL_KEY32),
    column("source", BL_COL_U8),    column("kind", BL_COL_U8),
    column("stack", BL_COL_STACK),
};
constexpr bl_column kSampleColumns[] = {
    column("time", BL_COL_TIME),    column("cpu", BL_COL_U16),     column("thread", BL_COL_KEY32),
    column("code", BL_COL_ADDRESS), column("stack", BL_COL_STACK), column("event", BL_COL_STRING),
    column("weight", BL_COL_U32),   column("flags", BL_COL_U8),
};
constexpr bl_column kDpcIsrColumns[] = {
    column("begin", BL_COL_TIME), column("end", BL_COL_TIME),     column("cpu", BL_COL_U16),
    column("kind", BL_COL_U8),    column("code", BL_COL_ADDRESS), column("vector", BL_COL_U16),
};
constexpr bl_column kHardFaultColumns[] = {
    column("begin", BL_COL_TIME),  column("end", BL_COL_TIME),    column("thread", BL_COL_KEY32),
    column("address", BL_COL_U64), column("file", BL_COL_KEY64),  column("offset", BL_COL_U64),
    column("bytes", BL_COL_U32),   column("stack", BL_COL_STACK),
};
constexpr bl_column kDiskIoColumns[] = {
    column("begin", BL_COL_TIME),   column("start", BL_COL_TIME), column("end", BL_COL_TIME),
    column("thread", BL_COL_KEY32), column("disk", BL_COL_U32),   column("kind", BL_COL_U8),
    column("priority", BL_COL_U8),  column("flags", BL_COL_U8),   column("offset", BL_COL_U64),
    column("bytes", BL_COL_U32),    column("file", BL_COL_KEY64), column("stack", BL_COL_STACK),
};
constexpr bl_column kCallColumns[] = {
    column("begin", BL_COL_TIME), column("end", BL_COL_TIME),    column("thread", BL_COL_KEY32),
    column("kind", BL_COL_U8),    column("name", BL_COL_STRING),
};
constexpr bl_column kPresentColumns[] = {
    column("begin", BL_COL_TIME),     column("end", BL_COL_TIME),
    column("key", BL_COL_U64),        column("process", BL_COL_KEY32),
    column("thread", BL_COL_KEY32),   column("swap_chain", BL_COL_U64),
    column("runtime", BL_COL_STRING), column("sync_interval", BL_COL_I32),
    column("flags", BL_COL_U32),      column("result", BL_COL_U32),
    column("nesting", BL_COL_U8),     column("gpu_done", BL_COL_TIME),
    column("mode", BL_COL_STRING),    column("outcome", BL_COL_U8),
    column("tearing", BL_COL_U8),     column("window", BL_COL_U64),
};
constexpr bl_column kDisplayColumns[] = {
    column("time", BL_COL_TIME),   column("flip", BL_COL_TIME), column("present", BL_COL_KEY64),
    column("type", BL_COL_STRING), column("delay", BL_COL_I64),
};
constexpr bl_column kVsyncColumns[] = {
    column("time", BL_COL_TIME),
    column("source", BL_COL_U32),
    column("sequence", BL_COL_U64),
};
constexpr bl_column kGpuQueueColumns[] = {
    column("key", BL_COL_U64),       column("time", BL_COL_TIME),   column("kind", BL_COL_U8),
    column("process", BL_COL_KEY32), column("adapter", BL_COL_U64), column("node", BL_COL_U32),
    column("engine", BL_COL_U8),     column("flags", BL_COL_U8),
};
constexpr bl_column kGpuPacketColumns[] = {
    column("queued", BL_COL_TIME),     column("begin", BL_COL_TIME),    column("end", BL_COL_TIME),
    column("gpu_queue", BL_COL_KEY64), column("thread", BL_COL_KEY32),  column("kind", BL_COL_U8),
    column("sequence", BL_COL_U64),    column("present", BL_COL_KEY64), column("flags", BL_COL_U8),
};
constexpr bl_column kInputColumns[] = {
    column("time", BL_COL_TIME), column("process", BL_COL_KEY32), column("thread", BL_COL_KEY32),
    column("device", BL_COL_U8), column("kind", BL_COL_U8),       column("window", BL_COL_U64),
};
constexpr bl_column kMarkColumns[] = {
    column("time", BL_COL_TIME),
    column("process", BL_COL_KEY32),
    column("thread", BL_COL_KEY32),
    column("name", BL_COL_STRING),
};
constexpr bl_column kLostColumns[] = {
    column("begin", BL_COL_TIME), column("end", BL_COL_TIME),  column("cpu", BL_COL_U16),
    column("kind", BL_COL_U8),    column("count", BL_COL_U64),
};
constexpr bl_column kEventTypeColumns[] = {
    column("name", BL_COL_STRING),     column("group", BL_COL_U32),
    column("type", BL_COL_U32),        column("version", BL_COL_U32),
    column("provider", BL_COL_STRING), column("count", BL_COL_U64),
    column("bytes", BL_COL_U64),       column("provider_name", BL_COL_STRING),
    column("event", BL_COL_STRING),
};

// In the order of the enumeration.
constexpr TableSpec kSpecs[kTableCount] = {
    {"process", kProcessColumns},
    {"thread", kThreadColumns},
    {"image", kImageColumns},
    {"file", kFileColumns},
    {"cpu", kCpuColumns},
    {"cswitch", kCswitchColumns},
    {"ready", kReadyColumns},
    {"sample", kSampleColumns},
    {"dpc_isr", kDpcIsrColumns},
    {"hard_fault", kHardFaultColumns},
    {"disk_io", kDiskIoColumns},
    {"call", kCallColumns},
    {"present", kPresentColumns},
    {"display", kDisplayColumns},
    {"vsync", kVsyncColumns},
    {"gpu_queue", kGpuQueueColumns},
    {"gpu_packet", kGpuPacketColumns},
    {"input", kInputColumns},
    {"mark", kMarkColumns},
    {"lost", kLostColumns},
    {"etl.event_type", kEventTypeColumns},
};

}  // namespace

const TableSpec& spec_of(Table table) {
    return kSpecs[static_cast<unsigned>(table)];
}

Wanted::Wanted(const char* const* names) : WantedTables(names, kSpecs) {
    const auto set = [&](Table table) { add(static_cast<unsigned>(table)); };
    // Files and queues are wanted with what names them.
    if (has(Table::kDiskIo) || has(Table::kHardFault)) set(Table::kFile);
    if (has(Table::kGpuPacket)) set(Table::kGpuQueue);
    // What became of a present is told by flips, by packets and by refreshes of the screen.
    if (has(Table::kPresent) || has(Table::kDisplay)) {
        for (const Table table :
             {Table::kPresent, Table::kDisplay, Table::kVsync, Table::kGpuQueue}) {
            set(table);
        }
    }
}

}  // namespace benchlab::etl
