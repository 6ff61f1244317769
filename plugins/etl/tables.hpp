// tables.hpp: the tables that this reader fills.
#pragma once

#include <benchlab/benchlab.h>

#include <cstdint>

#include "common/rows.hpp"
#include "common/wanted.hpp"

namespace benchlab::etl {

enum class Table : std::uint8_t {
    kProcess,
    kThread,
    kImage,
    kFile,
    kCpu,
    kCswitch,
    kReady,
    kSample,
    kDpcIsr,
    kHardFault,
    kDiskIo,
    kCall,
    kPresent,
    kDisplay,
    kVsync,
    kGpuQueue,
    kGpuPacket,
    kInput,
    kMark,
    kLost,
    kEventType,
};
constexpr unsigned kTableCount = 21;

// Columns by number, in the order of tables.cpp.
struct ProcessColumn {
    enum : unsigned {
        kPid,
        kTime,
        kKind,
        kParent,
        kSession,
        kName,
        kPath,
        kCommand,
        kExitCode,
        kFlags
    };
};
struct ThreadColumn {
    enum : unsigned { kTid, kTime, kKind, kProcess, kName, kCode, kPriority };
};
struct ImageColumn {
    enum : unsigned {
        kProcess,
        kTime,
        kKind,
        kBase,
        kSize,
        kPath,
        kDebugId,
        kDebugFile,
        kTimestamp
    };
};
struct FileColumn {
    enum : unsigned { kKey, kTime, kKind, kPath };
};
struct CpuColumn {
    enum : unsigned { kNumber, kNode, kMhz, kName };
};
struct CswitchColumn {
    enum : unsigned {
        kTime,
        kCpu,
        kOldThread,
        kNewThread,
        kOldState,
        kOldRaw,
        kOldMode,
        kOldReason,
        kOldPriority,
        kNewPriority,
        kNewStack
    };
};
struct ReadyColumn {
    enum : unsigned { kTime, kCpu, kThread, kWaker, kSource, kKind, kStack };
};
struct SampleColumn {
    enum : unsigned { kTime, kCpu, kThread, kCode, kStack, kEvent, kWeight, kFlags };
};
struct DpcIsrColumn {
    enum : unsigned { kBegin, kEnd, kCpu, kKind, kCode, kVector };
};
struct HardFaultColumn {
    enum : unsigned { kBegin, kEnd, kThread, kAddress, kFile, kOffset, kBytes, kStack };
};
struct DiskIoColumn {
    enum : unsigned {
        kBegin,
        kStart,
        kEnd,
        kThread,
        kDisk,
        kKind,
        kPriority,
        kFlags,
        kOffset,
        kBytes,
        kFile,
        kStack
    };
};
struct CallColumn {
    enum : unsigned { kBegin, kEnd, kThread, kKind, kName };
};
struct PresentColumn {
    enum : unsigned {
        kBegin,
        kEnd,
        kKey,
        kProcess,
        kThread,
        kSwapChain,
        kRuntime,
        kSyncInterval,
        kFlags,
        kResult,
        kNesting,
        kGpuDone,
        kMode,
        kOutcome,
        kTearing,
        kWindow
    };
};
struct DisplayColumn {
    enum : unsigned { kTime, kFlip, kPresent, kType, kDelay };
};
struct VsyncColumn {
    enum : unsigned { kTime, kSource, kSequence };
};
struct GpuQueueColumn {
    enum : unsigned { kKey, kTime, kKind, kProcess, kAdapter, kNode, kEngine, kFlags };
};
struct GpuPacketColumn {
    enum : unsigned { kQueued, kBegin, kEnd, kQueue, kThread, kKind, kSequence, kPresent, kFlags };
};
struct InputColumn {
    enum : unsigned { kTime, kProcess, kThread, kDevice, kKind, kWindow };
};
struct MarkColumn {
    enum : unsigned { kTime, kProcess, kThread, kName };
};
struct LostColumn {
    enum : unsigned { kBegin, kEnd, kCpu, kKind, kCount };
};
struct EventTypeColumn {
    enum : unsigned {
        kName,
        kGroup,
        kType,
        kVersion,
        kProvider,
        kCount,
        kBytes,
        kProviderName,
        kEvent
    };
};

// Kinds of statements about lives, and of losses.
enum Statement : std::uint8_t { kBegins = 1, kEnds = 2, kWasThere = 3 };
enum Loss : std::uint8_t { kEventsLost = 1, kBuffersLost = 2 };

using plugins::Lane;
using plugins::RowWriter;
using plugins::TableSpec;

const TableSpec& spec_of(Table table);

// Which tables the host asked for.
class Wanted : public plugins::WantedTables {
  public:
    explicit Wanted(const char* const* names);
    bool has(Table table) const { return WantedTables::has(static_cast<unsigned>(table)); }
};

}  // namespace benchlab::etl
