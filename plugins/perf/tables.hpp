// tables.hpp: the tables that this reader fills.
#pragma once

#include <benchlab/benchlab.h>

#include <cstdint>

#include "common/rows.hpp"
#include "common/wanted.hpp"

namespace benchlab::perf {

using plugins::Lane;
using plugins::RowWriter;
using plugins::TableSpec;

enum class Table : std::uint8_t {
    kProcess,
    kThread,
    kImage,
    kCpu,
    kCswitch,
    kReady,
    kSample,
    kDpcIsr,
    kTimer,
    kHardFault,
    kDiskIo,
    kCall,
    kPresent,
    kMark,
    kCounter,
    kSymbol,
    kLost,
    kEventType,
};
constexpr unsigned kTableCount = 18;

// Columns by number, in the order of tables.cpp.
struct ProcessColumn {
    enum : unsigned { kPid, kTime, kKind, kParent, kName, kPath };
};
struct ThreadColumn {
    enum : unsigned { kTid, kTime, kKind, kProcess, kName };
};
struct ImageColumn {
    enum : unsigned { kProcess, kTime, kKind, kBase, kSize, kOffset, kPath, kDebugId };
};
struct CpuColumn {
    enum : unsigned { kNumber, kName };
};
struct CswitchColumn {
    enum : unsigned {
        kTime,
        kCpu,
        kOldThread,
        kNewThread,
        kOldState,
        kOldRaw,
        kOldReason,
        kOldPriority,
        kNewPriority,
        kOldStack
    };
};
struct ReadyColumn {
    enum : unsigned { kTime, kCpu, kThread, kWaker, kSource, kKind, kTargetCpu, kStack };
};
struct SampleColumn {
    enum : unsigned { kTime, kCpu, kThread, kCode, kStack, kEvent, kWeight, kFlags };
};
struct DpcIsrColumn {
    enum : unsigned { kBegin, kEnd, kCpu, kKind, kName, kVector, kQueued };
};
struct TimerColumn {
    enum : unsigned { kBegin, kEnd, kCpu, kLate, kCode };
};
struct HardFaultColumn {
    enum : unsigned { kBegin, kEnd, kThread, kAddress, kCode, kStack };
};
struct DiskIoColumn {
    enum : unsigned {
        kBegin,
        kStart,
        kEnd,
        kThread,
        kDisk,
        kKind,
        kFlags,
        kOffset,
        kBytes,
        kStack
    };
};
struct CallColumn {
    enum : unsigned { kBegin, kEnd, kThread, kKind, kName, kObject, kResult, kStack };
};
struct PresentColumn {
    enum : unsigned { kBegin, kEnd, kKey, kProcess, kThread, kRuntime, kNesting };
};
struct MarkColumn {
    enum : unsigned { kTime, kProcess, kThread, kName };
};
struct CounterColumn {
    enum : unsigned { kTime, kCpu, kName, kUnit, kValue };
};
struct SymbolColumn {
    enum : unsigned { kProcess, kAddress, kSize, kName };
};
struct LostColumn {
    enum : unsigned { kBegin, kEnd, kCpu, kKind, kCount };
};
struct EventTypeColumn {
    enum : unsigned { kName, kCount, kBytes };
};

const TableSpec& spec_of(Table table);

// Which tables the host asked for.
class Wanted : public plugins::WantedTables {
  public:
    explicit Wanted(const char* const* names);
    bool has(Table table) const { return WantedTables::has(static_cast<unsigned>(table)); }
};

}  // namespace benchlab::perf
