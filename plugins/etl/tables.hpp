// tables.hpp: the tables that this reader fills, and writing their rows.
#pragma once

#include <benchlab/benchlab.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

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
    kPresent,
    kVsync,
    kGpuQueue,
    kGpuPacket,
    kInput,
    kMark,
    kLost,
    kEventType,
};
constexpr unsigned kTableCount = 19;
constexpr unsigned kMostColumns = 16;

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
        kGpuDone
    };
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

struct TableSpec {
    const char* name;
    std::span<const bl_column> columns;
};
const TableSpec& spec_of(Table table);

// Which tables the host asked for.
class Wanted {
  public:
    // NULL: all but those of our own.
    explicit Wanted(const char* const* names);
    bool has(Table table) const { return tables_[static_cast<unsigned>(table)]; }
    bool stacks() const { return stacks_; }

  private:
    std::array<bool, kTableCount> tables_{};
    bool stacks_ = false;
};

// One lane of the host's store.
class Lane {
  public:
    Lane() = default;
    Lane(bl_builder* builder, const bl_builder_api* api) : builder_(builder), api_(api) {}

    std::uint32_t intern(std::string_view text) const {
        return text.empty() ? 0 : api_->intern(builder_, text.data(), text.size());
    }
    std::uint32_t add_stack(std::uint32_t outer, std::uint32_t pid,
                            std::span<const std::uint64_t> addresses) const {
        return api_->add_stack(builder_, outer, pid, addresses.data(), addresses.size());
    }
    // Each throws benchlab::Error when the host refuses.
    void problem(const char* code, std::string_view text, std::uint64_t offset) const;
    void fact(const char* name, std::string_view text) const;
    void claim(const bl_table& shape, void** columns, std::uint64_t** present) const;

  private:
    bl_builder* builder_ = nullptr;
    const bl_builder_api* api_ = nullptr;
};

// Writes rows of one table into memory of the store that it claims, some at a time.  What is not
// set is zero, and a time is absent.  Pointers into rows stay good until read() returns.
class RowWriter {
  public:
    struct Block {
        std::array<void*, kMostColumns> columns{};
        std::array<std::uint64_t*, kMostColumns> present{};
        std::uint32_t rows = 0;
        std::uint32_t capacity = 0;
    };

    // Until then, and for a table that is not wanted, enabled() is false.
    void open(const Lane& lane, Table table) {
        lane_ = &lane;
        table_ = table;
    }
    // For a table without a time, where each row that is claimed counts: how many will follow.
    void expect(std::uint32_t rows) { exact_ = rows; }
    bool enabled() const { return lane_ != nullptr; }

    // The following calls are about a new row.
    void next() {
        if (row_ + 1 >= capacity_)
            claim();
        else
            ++row_;
        ++blocks_.back().rows;
    }
    template <class Value>
    void set(unsigned column, Value value) {
        *slot<Value>(column) = value;
    }
    template <class Value>
    Value* slot(unsigned column) {
        return static_cast<Value*>(columns_[column]) + row_;
    }
    // Integers only.
    void absent(unsigned column) { present(column).clear(); }
    // The bit that absent() clears, for whoever knows it only later; the word may be null.
    struct PresentBit {
        std::uint64_t* word = nullptr;
        std::uint64_t mask = 0;
        void clear() const {
            if (word != nullptr) *word &= ~mask;
        }
    };
    PresentBit present(unsigned column) const {
        std::uint64_t* bits = blocks_.back().present[column];
        return {bits == nullptr ? nullptr : bits + row_ / 64, std::uint64_t{1} << (row_ % 64)};
    }
    const std::vector<Block>& blocks() const { return blocks_; }

  private:
    void claim();

    const Lane* lane_ = nullptr;
    Table table_ = Table::kProcess;
    std::uint32_t row_ = 0;
    std::uint32_t capacity_ = 0;
    std::uint32_t exact_ = 0;
    std::array<void*, kMostColumns> columns_{};
    std::vector<Block> blocks_;
};

}  // namespace benchlab::etl
