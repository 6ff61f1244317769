// The tables and columns themselves: data, exempt from the limits on size.
#include "store/schema.hpp"

namespace benchlab::store {
namespace {

constexpr Filled kReader = Filled::kReader;
constexpr Filled kRequired = Filled::kRequired;
constexpr Filled kStatement = Filled::kStatement;
constexpr Filled kHost = Filled::kHost;

constexpr std::uint32_t kU8 = BL_COL_U8, kU16 = BL_COL_U16, kU32 = BL_COL_U32, kU64 = BL_COL_U64;
constexpr std::uint32_t kI16 = BL_COL_I16, kI32 = BL_COL_I32, kI64 = BL_COL_I64, kF64 = BL_COL_F64;
constexpr std::uint32_t kTime = BL_COL_TIME, kString = BL_COL_STRING, kStack = BL_COL_STACK;
constexpr std::uint32_t kCode = BL_COL_CODE, kRow = BL_COL_ROW;

constexpr std::uint32_t kNone = BL_UNIT_NONE, kCount = BL_UNIT_COUNT, kNs = BL_UNIT_NS;
constexpr std::uint32_t kBytes = BL_UNIT_BYTES, kAt = BL_UNIT_TRACE_TIME, kAddr = BL_UNIT_ADDRESS,
                        kRatio = BL_UNIT_RATIO;

// ---- enumerations

constexpr EnumValue kLifeKindValues[] = {
    {1, "begin", "the life begins here"},
    {2, "end", "the life ends here"},
    {3, "there", "it was there at this time"},
};
constexpr EnumSpec kLifeKind{"BL_LIFE", false, kLifeKindValues};

constexpr EnumValue kSeenValues[] = {
    {1, "begin", "the trace has the begin; else `begin` is the start of the trace"},
    {2, "end", "the trace has the end; else `end` is the end of the trace"},
};
constexpr EnumSpec kSeen{"BL_SEEN", true, kSeenValues};

constexpr EnumValue kProcessFlagValues[] = {{1, "32-bit", "a 32-bit process on a 64-bit system"}};
constexpr EnumSpec kProcessFlags{"BL_PROCESS_FLAG", true, kProcessFlagValues};

constexpr EnumValue kStateValues[] = {
    {0, "unknown", "the trace does not tell"},
    {1, "running", "on a CPU"},
    {2, "runnable", "wants a CPU and has none (ready time)"},
    {3, "waiting", "blocked"},
    {4, "ended", "the thread ended; only in cswitch.old_state"},
};
constexpr EnumSpec kState{"BL_STATE", false, kStateValues};

constexpr EnumValue kModeValues[] = {{1, "kernel", ""}, {2, "user", ""}};
constexpr EnumSpec kMode{"BL_CSWITCH_OLD_MODE", false, kModeValues};

constexpr EnumValue kReadySourceValues[] = {
    {1, "thread", "a thread woke it"},
    {2, "dpc", "a DPC or softirq woke it"},
    {3, "interrupt", "an interrupt handler woke it"},
};
constexpr EnumSpec kReadySource{"BL_READY_SOURCE", false, kReadySourceValues};

constexpr EnumValue kReadyKindValues[] = {
    {1, "asked", "the wake-up was asked for"},
    {2, "queued", "the thread was put into a run queue"},
    {3, "new", "a new thread"},
    {4, "swapped", "asked for while the thread was swapped out; another one follows"},
};
constexpr EnumSpec kReadyKind{"BL_READY_KIND", false, kReadyKindValues};

constexpr EnumValue kSampleFlagValues[] = {
    {1, "kernel", "in kernel mode"},
    {2, "dpc", "in a DPC or softirq"},
    {4, "interrupt", "in an interrupt handler"},
};
constexpr EnumSpec kSampleFlags{"BL_SAMPLE_FLAG", true, kSampleFlagValues};

constexpr EnumValue kDpcIsrKindValues[] = {
    {1, "interrupt", "interrupt service routine"},
    {2, "dpc", "deferred procedure call"},
    {3, "timer-dpc", "DPC of a timer"},
    {4, "threaded-dpc", "DPC that runs on a thread"},
    {5, "softirq", "Linux softirq"},
    {6, "tick", "timer tick or interrupt from another CPU"},
};
constexpr EnumSpec kDpcIsrKind{"BL_DPC_ISR_KIND", false, kDpcIsrKindValues};

constexpr EnumValue kDiskKindValues[] = {
    {1, "read", ""}, {2, "write", ""}, {3, "flush", ""}, {4, "discard", ""}};
constexpr EnumSpec kDiskKind{"BL_DISK_IO_KIND", false, kDiskKindValues};

constexpr EnumValue kDiskFlagValues[] = {
    {1, "synchronous", ""}, {2, "read-ahead", ""}, {4, "metadata", ""}};
constexpr EnumSpec kDiskFlags{"BL_DISK_IO_FLAG", true, kDiskFlagValues};

constexpr EnumValue kCallKindValues[] = {
    {1, "system", "system call"},
    {2, "kernel-lock", "lock inside the kernel"},
    {3, "gpu-fence", "wait for the GPU"},
    {4, "work-item", "kernel work item"},
    {5, "compiler", "shader or pipeline compilation"},
};
constexpr EnumSpec kCallKind{"BL_CALL_KIND", false, kCallKindValues};

constexpr EnumValue kOutcomeValues[] = {
    {1, "shown", "was on screen"},
    {2, "discarded", "replaced before it was shown"},
    {3, "failed", "failed, or its window was hidden"},
    {4, "lost", "its fate was not recorded"},
};
constexpr EnumSpec kOutcome{"BL_PRESENT_OUTCOME", false, kOutcomeValues};

constexpr EnumValue kEngineValues[] = {
    {1, "3d", ""},     {2, "compute", ""},          {3, "copy", ""},  {4, "decode", ""},
    {5, "encode", ""}, {6, "video-processing", ""}, {7, "other", ""},
};
constexpr EnumSpec kEngine{"BL_GPU_QUEUE_ENGINE", false, kEngineValues};
constexpr EnumValue kGpuQueueFlagValues[] = {{1, "hardware", "scheduled by the hardware"}};
constexpr EnumSpec kGpuQueueFlags{"BL_GPU_QUEUE_FLAG", true, kGpuQueueFlagValues};

constexpr EnumValue kPacketKindValues[] = {
    {1, "work", ""}, {2, "present", ""}, {3, "wait", ""}, {4, "signal", ""}, {5, "paging", ""}};
constexpr EnumSpec kPacketKind{"BL_GPU_PACKET_KIND", false, kPacketKindValues};
constexpr EnumValue kPacketFlagValues[] = {
    {1, "begin-estimated", "the begin is an estimate"},
    {2, "preempted", ""},
    {4, "no-end", "the end was not seen"},
};
constexpr EnumSpec kPacketFlags{"BL_GPU_PACKET_FLAG", true, kPacketFlagValues};

constexpr EnumValue kInputDeviceValues[] = {
    {1, "mouse", ""}, {2, "keyboard", ""}, {3, "other", ""}};
constexpr EnumSpec kInputDevice{"BL_INPUT_DEVICE", false, kInputDeviceValues};
constexpr EnumValue kInputKindValues[] = {
    {1, "read", "read from the device"}, {2, "taken", "taken by the program"}, {3, "click", ""}};
constexpr EnumSpec kInputKind{"BL_INPUT_KIND", false, kInputKindValues};

constexpr EnumValue kPhaseKindValues[] = {
    {1, "work", "nested work of a thread"},
    {2, "state", "state of the program: scene, paused, loading, ended"}};
constexpr EnumSpec kPhaseKind{"BL_PHASE_KIND", false, kPhaseKindValues};

constexpr EnumValue kLostKindValues[] = {
    {1, "events", ""}, {2, "buffers", ""}, {3, "throttled", "the system slowed sampling down"}};
constexpr EnumSpec kLostKind{"BL_LOST_KIND", false, kLostKindValues};

// ---- lives

#define BENCHLAB_STATEMENT                                                    \
    {"time", kTime, kAt, kStatement, "when the statement was made"}, {        \
        "kind", kU8, kNone, kStatement, "what the statement says", &kLifeKind \
    }
#define BENCHLAB_LIFE                                                                    \
    {"begin", kTime, kAt, kHost, "begin of the life; start of the trace when not seen"}, \
        {"end", kTime, kAt, kHost, "end of the life; end of the trace when not seen"}, { \
        "seen", kU8, kNone, kHost, "which of both the trace has", &kSeen                 \
    }

constexpr ColumnSpec kProcess[] = {
    BENCHLAB_STATEMENT,
    {"pid", kU32, kNone, kRequired, "process id"},
    {"parent_process", kRow, kNone, kReader, "who started it"},
    {"session", kU32, kNone, kReader, "session of the user"},
    {"name", kString, kNone, kReader, "name of the program, \"game.exe\""},
    {"path", kString, kNone, kReader, "path of the program"},
    {"command", kString, kNone, kReader, "command line"},
    {"exit_code", kI32, kNone, kReader, "its exit status"},
    {"flags", kU8, kNone, kReader, "bits", &kProcessFlags},
    BENCHLAB_LIFE,
    {"thread_first", kU32, kNone, kHost, "its first row in thread; its threads stand together"},
    {"thread_count", kU32, kCount, kHost, "how many threads it had"},
};

constexpr ColumnSpec kThread[] = {
    BENCHLAB_STATEMENT,
    {"tid", kU32, kNone, kRequired, "thread id; 0 for the idle threads, one for each CPU"},
    {"process", kRow, kNone, kReader, "its process"},
    {"name", kString, kNone, kReader, "name that it gave itself"},
    {"code", kCode, kNone, kReader, "where it started"},
    {"priority", kI16, kNone, kReader, "base priority"},
    BENCHLAB_LIFE,
    {"idle_cpu", kU16, kNone, kHost, "the CPU whose idle thread it is; absent for all others"},
    {"state_first", kU32, kNone, kHost, "its first row in state, once state was asked for"},
    {"state_count", kU32, kCount, kHost, "how many rows it has there"},
};

constexpr ColumnSpec kImage[] = {
    BENCHLAB_STATEMENT,
    {"process", kRow, kNone, kReader, "who loaded it; none for the kernel's own"},
    {"base", kU64, kAddr, kRequired, "its first address"},
    {"size", kU64, kBytes, kReader, "bytes of address space"},
    {"offset", kU64, kBytes, kReader, "where `base` is in the file"},
    {"path", kString, kNone, kReader, "path of the file"},
    {"debug_id", kString, kNone, kReader,
     "GUID's 32 hex digits and the age, as symbol servers spell it, or the build id in hex"},
    {"debug_file", kString, kNone, kReader, "name of the file with its symbols"},
    {"timestamp", kU32, kNone, kReader, "time stamp of its header"},
    {"name", kString, kNone, kHost, "the last part of the path"},
    BENCHLAB_LIFE,
};

constexpr ColumnSpec kSymbol[] = {
    {"process", kRow, kNone, kReader, "in whose memory it is; none for the kernel's own"},
    {"address", kU64, kAddr, kRequired, "its first address"},
    {"size", kU64, kBytes, kReader, "bytes of code; 0 or absent: up to the next one"},
    {"name", kString, kNone, kRequired, "its name"},
};

constexpr ColumnSpec kFile[] = {
    BENCHLAB_STATEMENT,
    {"key", kU64, kNone, kRequired, "what the trace calls it by: a file object, an inode"},
    {"path", kString, kNone, kReader, "its path"},
    BENCHLAB_LIFE,
};

constexpr ColumnSpec kGpuQueue[] = {
    BENCHLAB_STATEMENT,
    {"key", kU64, kNone, kRequired, "what the trace calls it by: a context or hardware queue"},
    {"process", kRow, kNone, kReader, "whose it is"},
    {"adapter", kU64, kNone, kReader, "the GPU"},
    {"node", kU32, kNone, kReader, "the engine's number"},
    {"engine", kU8, kNone, kReader, "kind of engine", &kEngine},
    {"flags", kU8, kNone, kReader, "bits", &kGpuQueueFlags},
    {"name", kString, kNone, kReader, "name of the engine or ring"},
    BENCHLAB_LIFE,
};

constexpr ColumnSpec kCpu[] = {
    {"number", kU16, kNone, kRequired, "number of the CPU: row i is CPU i"},
    {"core", kU16, kNone, kReader, "core that it is a part of"},
    {"package", kU16, kNone, kReader, "socket"},
    {"node", kU16, kNone, kReader, "NUMA node"},
    {"class", kU8, kNone, kReader, "efficiency class: higher is faster"},
    {"mhz", kU32, kNone, kReader, "nominal clock rate in MHz"},
    {"name", kString, kNone, kReader, "model"},
};

// ---- scheduling

constexpr ColumnSpec kCswitch[] = {
    {"time", kTime, kAt, kRequired, "when the CPU changed threads"},
    {"cpu", kU16, kNone, kRequired, "the CPU"},
    {"old_thread", kRow, kNone, kRequired, "who ran until then"},
    {"new_thread", kRow, kNone, kRequired, "who runs from then on"},
    {"old_state", kU8, kNone, kRequired, "what the old thread does from then on", &kState},
    {"old_raw", kU16, kNone, kReader, "the trace's own number of that state"},
    {"old_mode", kU8, kNone, kReader, "mode in which the old thread waits", &kMode},
    {"old_reason", kString, kNone, kReader, "why it stopped, as the trace names it"},
    {"old_priority", kI16, kNone, kReader, "priority of the old thread"},
    {"new_priority", kI16, kNone, kReader, "priority of the new thread"},
    {"old_stack", kStack, kNone, kReader, "where the old thread stopped"},
    {"new_stack", kStack, kNone, kReader, "where the new thread goes on"},
};

constexpr ColumnSpec kReady[] = {
    {"time", kTime, kAt, kRequired, "when the thread became runnable"},
    {"cpu", kU16, kNone, kReader, "the CPU on which that was done"},
    {"thread", kRow, kNone, kRequired, "who became runnable"},
    {"waker_thread", kRow, kNone, kReader,
     "who did it; where the trace does not say: who ran on that CPU, unless it was an interrupt"},
    {"source", kU8, kNone, kReader, "what did it", &kReadySource},
    {"kind", kU8, kNone, kReader, "what kind of event it was", &kReadyKind},
    {"target_cpu", kU16, kNone, kReader, "the CPU that it was queued on"},
    {"stack", kStack, kNone, kReader, "where the waker was"},
};

constexpr ColumnSpec kSample[] = {
    {"time", kTime, kAt, kRequired, "when it was taken"},
    {"cpu", kU16, kNone, kReader, "the CPU"},
    {"thread", kRow, kNone, kReader, "who ran"},
    {"code", kCode, kNone, kReader, "where it was"},
    {"stack", kStack, kNone, kReader, "how it came there"},
    {"event", kString, kNone, kReader, "what was sampled: \"timer\", \"cycles\""},
    {"weight", kU32, kNone, kReader, "ns for a clock, else events since the last sample"},
    {"flags", kU8, kNone, kReader, "bits", &kSampleFlags},
    {"elsewhere", kU8, kNone, kHost, "1: by the context switches that CPU ran another thread"},
};

constexpr ColumnSpec kDpcIsr[] = {
    {"begin", kTime, kAt, kRequired, "when the routine was entered"},
    {"end", kTime, kAt, kRequired, "when it returned"},
    {"cpu", kU16, kNone, kRequired, "the CPU"},
    {"kind", kU8, kNone, kReader, "what it was", &kDpcIsrKind},
    {"code", kCode, kNone, kReader, "the routine"},
    {"name", kString, kNone, kReader, "name of the interrupt, where the trace has one"},
    {"vector", kU16, kNone, kReader, "interrupt vector"},
    {"queued", kTime, kAt, kReader, "when it was asked for"},
    {"thread", kRow, kNone, kHost, "whom it interrupted"},
    {"self", kI64, kNs, kHost, "its time without what interrupted it"},
};

constexpr ColumnSpec kTimer[] = {
    {"begin", kTime, kAt, kRequired, "when what it was set for was called"},
    {"end", kTime, kAt, kRequired, "when that returned"},
    {"cpu", kU16, kNone, kRequired, "the CPU"},
    {"late", kI64, kNs, kReader, "how much later it went off than it was set for"},
    {"code", kCode, kNone, kReader, "what was called"},
};

// ---- faults, disk, calls

constexpr ColumnSpec kHardFault[] = {
    {"begin", kTime, kAt, kRequired, "when the page was missed"},
    {"end", kTime, kAt, kRequired, "when it was there"},
    {"thread", kRow, kNone, kReader, "who waited for it"},
    {"address", kU64, kAddr, kReader, "the address that was touched"},
    {"code", kCode, kNone, kReader, "where in the program"},
    {"file", kRow, kNone, kReader, "the file that it was read from"},
    {"offset", kU64, kBytes, kReader, "where in the file"},
    {"bytes", kU32, kBytes, kReader, "how much was read"},
    {"stack", kStack, kNone, kReader, "how the program came there"},
};

constexpr ColumnSpec kDiskIo[] = {
    {"begin", kTime, kAt, kRequired, "when it was queued"},
    {"start", kTime, kAt, kReader, "when the device began"},
    {"end", kTime, kAt, kRequired, "when it was complete"},
    {"thread", kRow, kNone, kReader, "who asked for it"},
    {"disk", kU32, kNone, kReader, "number of the disk"},
    {"kind", kU8, kNone, kReader, "what was done", &kDiskKind},
    {"priority", kU8, kNone, kReader, "priority of the request"},
    {"flags", kU8, kNone, kReader, "bits", &kDiskFlags},
    {"offset", kU64, kBytes, kReader, "where on the disk"},
    {"bytes", kU32, kBytes, kReader, "how much"},
    {"file", kRow, kNone, kReader, "of which file"},
    {"stack", kStack, kNone, kReader, "where it was asked for"},
    {"depth_begin", kU16, kCount, kHost, "other requests in flight on that disk at the begin"},
    {"depth_end", kU16, kCount, kHost, "the same at the end"},
};

constexpr ColumnSpec kCall[] = {
    {"begin", kTime, kAt, kRequired, "when it was entered"},
    {"end", kTime, kAt, kRequired, "when it returned"},
    {"thread", kRow, kNone, kReader, "who called"},
    {"kind", kU8, kNone, kReader, "what it was", &kCallKind},
    {"name", kString, kNone, kReader, "its name"},
    {"object", kU64, kAddr, kReader, "futex, lock or fence"},
    {"result", kI64, kNone, kReader, "what it returned"},
    {"stack", kStack, kNone, kReader, "where it was called"},
};

// ---- frames, GPU, screen

constexpr ColumnSpec kPresent[] = {
    {"begin", kTime, kAt, kRequired, "when the program called Present"},
    {"end", kTime, kAt, kRequired, "when that returned"},
    {"key", kU64, kNone, kReader, "unique number, by which other rows refer to it"},
    {"present_id", kU64, kNone, kReader, "the system's number"},
    {"process", kRow, kNone, kReader, "whose frame it is"},
    {"thread", kRow, kNone, kReader, "who called Present"},
    {"swap_chain", kU64, kAddr, kReader, "the swap chain"},
    {"runtime", kString, kNone, kReader, "\"DXGI\", \"D3D9\", \"EGL\", \"Vulkan\""},
    {"mode", kString, kNone, kReader, "present mode"},
    {"sync_interval", kI32, kNone, kReader, "refreshes that it waits for; -1: not known"},
    {"flags", kU32, kNone, kReader, "flags of the call"},
    {"result", kU32, kNone, kReader, "what the call returned"},
    {"outcome", kU8, kNone, kReader, "what became of it", &kOutcome},
    {"tearing", kU8, kNone, kReader, "1: shown without waiting for the refresh"},
    {"nesting", kU8, kNone, kReader, "1 and more: called within another Present"},
    {"gpu_done", kTime, kAt, kReader, "when the GPU had finished the frame"},
    {"window", kU64, kAddr, kReader, "the window"},
    {"source", kU32, kNone, kReader, "the screen"},
    {"layer", kU32, kNone, kReader, "the plane of the screen"},
    {"app_frame", kU64, kNone, kReader, "the program's own number of the frame"},
};

constexpr ColumnSpec kDisplay[] = {
    {"time", kTime, kAt, kRequired, "when it came to the screen"},
    {"flip", kTime, kAt, kReader, "when that was asked for"},
    {"present", kRow, kNone, kReader, "which present is shown"},
    {"type", kString, kNone, kReader, "\"Application\", \"Repeated\", or what generated it"},
    {"delay", kI64, kNs, kReader, "how much later than asked for"},
    {"source", kU32, kNone, kReader, "the screen"},
    {"layer", kU32, kNone, kReader, "the plane of the screen"},
};

constexpr ColumnSpec kVsync[] = {
    {"time", kTime, kAt, kRequired, "when the screen began a refresh"},
    {"source", kU32, kNone, kReader, "the screen"},
    {"sequence", kU64, kNone, kReader, "number of the refresh"},
};

constexpr ColumnSpec kGpuPacket[] = {
    {"queued", kTime, kAt, kReader, "when it was handed to the system"},
    {"begin", kTime, kAt, kRequired, "when the GPU began"},
    {"end", kTime, kAt, kRequired, "when the GPU had finished"},
    {"gpu_queue", kRow, kNone, kReader, "on which queue"},
    {"thread", kRow, kNone, kReader, "who handed it in"},
    {"kind", kU8, kNone, kReader, "what it was", &kPacketKind},
    {"sequence", kU64, kNone, kReader, "its number on the queue"},
    {"fence", kU64, kNone, kReader, "fence that it waits for or signals"},
    {"present", kRow, kNone, kReader, "the present that it belongs to"},
    {"flags", kU8, kNone, kReader, "bits", &kPacketFlags},
};

constexpr ColumnSpec kInput[] = {
    {"time", kTime, kAt, kRequired, "when it happened"},
    {"process", kRow, kNone, kReader, "who got it"},
    {"thread", kRow, kNone, kReader, "who got it"},
    {"device", kU8, kNone, kReader, "what it came from", &kInputDevice},
    {"kind", kU8, kNone, kReader, "what happened", &kInputKind},
    {"window", kU64, kAddr, kReader, "the window"},
};

// ---- what a program says of itself

constexpr ColumnSpec kMark[] = {
    {"time", kTime, kAt, kRequired, "when it was set"},
    {"process", kRow, kNone, kReader, "who set it"},
    {"thread", kRow, kNone, kReader, "who set it"},
    {"name", kString, kNone, kReader, "its text; \"frame\" ends a frame"},
    {"app_frame", kU64, kNone, kReader, "the program's own number of the frame"},
};

constexpr ColumnSpec kPhase[] = {
    {"begin", kTime, kAt, kRequired, "when it began"},
    {"end", kTime, kAt, kRequired, "when it ended"},
    {"process", kRow, kNone, kReader, "whose it is"},
    {"thread", kRow, kNone, kReader, "whose it is"},
    {"kind", kU8, kNone, kReader, "what it is", &kPhaseKind},
    {"name", kString, kNone, kReader, "its name"},
    {"app_frame", kU64, kNone, kReader, "the program's own number of the frame"},
};

constexpr ColumnSpec kCounter[] = {
    {"time", kTime, kAt, kRequired, "when it was read"},
    {"process", kRow, kNone, kReader, "whose it is"},
    {"cpu", kU16, kNone, kReader, "the CPU that it is of"},
    {"name", kString, kNone, kReader, "its name"},
    {"unit", kU8, kNone, kReader, "BL_UNIT_* of the value"},
    {"value", kF64, kNone, kReader, "its value"},
};

// ---- about the trace

constexpr ColumnSpec kLost[] = {
    {"begin", kTime, kAt, kRequired, "from when on something may be missing"},
    {"end", kTime, kAt, kRequired, "until when"},
    {"cpu", kU16, kNone, kReader, "the CPU; absent: all of them"},
    {"kind", kU8, kNone, kReader, "what was lost", &kLostKind},
    {"count", kU64, kCount, kReader,
     "how much, of what no other row counts; absent: the trace tells only that there was a loss"},
};

constexpr ColumnSpec kFact[] = {
    {"name", kString, kNone, kRequired, "\"format\", \"os.build\""},
    {"text", kString, kNone, kRequired, "what is so"},
};

constexpr ColumnSpec kProblem[] = {
    {"code", kString, kNone, kRequired, "kind of problem, \"etl.cut-buffer\""},
    {"text", kString, kNone, kRequired, "one sentence"},
    {"count", kU64, kCount, kReader, "how often"},
    {"offset", kU64, kBytes, kReader, "where in the file first"},
};

constexpr ColumnSpec kFrameLog[] = {
    {"time", kTime, kAt, kRequired, "when the program called Present"},
    {"process", kRow, kNone, kReader, "whose frame it is"},
    {"application", kString, kNone, kReader, "name of the program"},
    {"swap_chain", kU64, kAddr, kReader, "the swap chain"},
    {"runtime", kString, kNone, kReader, "graphics interface"},
    {"mode", kString, kNone, kReader, "present mode"},
    {"type", kString, kNone, kReader, "\"Application\", or what generated the frame"},
    {"sync_interval", kI32, kNone, kReader, "refreshes that it waits for"},
    {"flags", kU32, kNone, kReader, "flags of the call"},
    {"tearing", kU8, kNone, kReader, "1: shown without waiting for the refresh"},
    {"shown", kU8, kNone, kReader, "1: was on screen"},
    {"app_frame", kU64, kNone, kReader, "the program's own number of the frame"},
    {"cpu_start", kTime, kAt, kReader, "when the program began the frame"},
    {"between_presents", kF64, kNs, kReader, "since the last call of Present"},
    {"app_time", kF64, kNs, kReader, "frame time as the program sees it"},
    {"in_present", kF64, kNs, kReader, "time in the call of Present"},
    {"cpu_busy", kF64, kNs, kReader, "the program's own work"},
    {"cpu_wait", kF64, kNs, kReader, "its waiting in Present"},
    {"gpu_latency", kF64, kNs, kReader, "from the begin of the frame to the GPU's begin"},
    {"gpu_time", kF64, kNs, kReader, "from the GPU's begin to its end"},
    {"gpu_busy", kF64, kNs, kReader, "work of the GPU in that time"},
    {"gpu_wait", kF64, kNs, kReader, "idling of the GPU in that time"},
    {"video_busy", kF64, kNs, kReader, "work of the video engines"},
    {"render_start", kF64, kNs, kReader, "from the call of Present to the GPU's begin"},
    {"render_done", kF64, kNs, kReader, "from the call of Present to the GPU's end"},
    {"until_displayed", kF64, kNs, kReader, "from the call of Present to the screen"},
    {"display_change", kF64, kNs, kReader, "since the last change of the screen"},
    {"display_latency", kF64, kNs, kReader, "from the begin of the frame to the screen"},
    {"displayed_time", kF64, kNs, kReader, "how long it was on screen"},
    {"simulation_step", kF64, kNs, kReader, "how far the program's own time went"},
    {"animation_error", kF64, kNs, kReader, "simulation step less display step"},
    {"animation_time", kF64, kNs, kReader, "the program's own time"},
    {"flip_delay", kF64, kNs, kReader, "how much later than asked for it was shown"},
    {"click_latency", kF64, kNs, kReader, "from a click to the screen"},
    {"input_latency", kF64, kNs, kReader, "from any input to the screen"},
    {"pc_latency", kF64, kNs, kReader, "from the system's receipt of the input to the screen"},
    {"instrumented_latency", kF64, kNs, kReader, "the program's own latency"},
};

constexpr ColumnSpec kStateTable[] = {
    {"thread", kRow, kNone, kHost, "whose life it is a part of"},
    {"begin", kTime, kAt, kHost, "begin of the part"},
    {"end", kTime, kAt, kHost, "its end, where the thread's next part begins"},
    {"state", kU8, kNone, kHost, "what the thread did", &kState},
    {"cpu", kU16, kNone, kHost,
     "running: where; runnable: where it will run; waiting: where it ran last"},
    {"reason", kString, kNone, kHost, "why it stopped running, as the trace names it"},
    {"stack", kStack, kNone, kHost, "where it stopped"},
    {"by_thread", kRow, kNone, kHost,
     "waiting: who ended the wait; runnable after a preemption: who took the CPU"},
    {"ready", kRow, kNone, kHost, "waiting: the row that ended the wait"},
    {"cswitch", kRow, kNone, kHost, "the row that began it; none for runnable after a wait"},
};

constexpr ColumnSpec kFrameTable[] = {
    {"begin", kTime, kAt, kHost, "where the loop's last frame ended, or as a log tells"},
    {"end", kTime, kAt, kHost, "the call of Present, or the mark, that ends it"},
    {"process", kRow, kNone, kHost, "whose frame it is"},
    {"thread", kRow, kNone, kHost, "who ended it"},
    {"loop", kU32, kNone, kHost,
     "number of the loop that draws it: a swap chain, with those that the same thread had before "
     "it in its place; a thread that marks frames; a stream of a log"},
    {"present", kRow, kNone, kHost, "what ended it, or the last one before the mark that did"},
    {"mark", kRow, kNone, kHost, "what ended it"},
    {"frame_log", kRow, kNone, kHost, "what ended it, or what a log tells of it"},
    {"swap_chain", kU64, kAddr, kHost, "the swap chain"},
    {"in_present", kI64, kNs, kHost, "time in the call of Present that ends it"},
};

constexpr ColumnSpec kFrameMetric[] = {
    {"time", kTime, kAt, kHost, "when the program called Present"},
    {"frame", kRow, kNone, kHost, "the frame"},
    {"present", kRow, kNone, kHost, "the present that ends it"},
    {"process", kRow, kNone, kHost, "whose frame it is"},
    {"application", kString, kNone, kHost, "name of the program"},
    {"swap_chain", kU64, kAddr, kHost, "the swap chain"},
    {"runtime", kString, kNone, kHost, "graphics interface"},
    {"mode", kString, kNone, kHost, "present mode"},
    {"type", kString, kNone, kHost,
     "\"Application\", or what generated the frame; a \"Repeated\" that is here has others beside "
     "it, "
     "which a driver generated"},
    {"sync_interval", kI32, kNone, kHost, "refreshes that it waits for"},
    {"flags", kU32, kNone, kHost, "flags of the call"},
    {"tearing", kU8, kNone, kHost, "1: shown without waiting for the refresh"},
    {"shown", kU8, kNone, kHost, "1: was on screen"},
    {"app_frame", kU64, kNone, kHost, "the program's own number of the frame"},
    {"cpu_start", kTime, kAt, kHost,
     "when the program began the frame: where Present returned before"},
    {"screen", kTime, kAt, kHost, "when it came to the screen"},
    {"between_presents", kF64, kNs, kHost, "since the last call of Present"},
    {"app_time", kF64, kNs, kHost, "frame time as the program sees it"},
    {"in_present", kF64, kNs, kHost, "time in the call of Present"},
    {"cpu_busy", kF64, kNs, kHost, "the program's own work"},
    {"cpu_wait", kF64, kNs, kHost, "its waiting in Present"},
    {"gpu_latency", kF64, kNs, kHost, "from the begin of the frame to the GPU's begin"},
    {"gpu_time", kF64, kNs, kHost, "from the GPU's begin to its end"},
    {"gpu_busy", kF64, kNs, kHost, "work of the GPU in that time"},
    {"gpu_wait", kF64, kNs, kHost, "idling of the GPU in that time"},
    {"video_busy", kF64, kNs, kHost, "work of the video engines"},
    {"render_start", kF64, kNs, kHost, "from the call of Present to the GPU's begin"},
    {"render_done", kF64, kNs, kHost, "from the call of Present to the GPU's end"},
    {"until_displayed", kF64, kNs, kHost, "from the call of Present to the screen"},
    {"display_change", kF64, kNs, kHost, "since the last change of the screen"},
    {"display_latency", kF64, kNs, kHost, "from the begin of the frame to the screen"},
    {"displayed_time", kF64, kNs, kHost, "how long it was on screen"},
    {"animation_error", kF64, kNs, kHost, "simulation step less display step"},
    {"animation_time", kF64, kNs, kHost, "the program's own time"},
    {"flip_delay", kF64, kNs, kHost, "how much later than asked for it was shown"},
    {"click_latency", kF64, kNs, kHost, "from a click to the screen"},
    {"input_latency", kF64, kNs, kHost, "from any input to the screen"},
    {"compiles", kF64, kCount, kHost, "shaders or pipelines that began to be compiled"},
    {"compile_time", kF64, kNs, kHost, "time of compiling, each counted for itself"},
    {"compile_share", kF64, kRatio, kHost, "part of the frame's time in which any was compiled"},
};

constexpr TableSpec kTables[] = {
    {"process", TableKind::kLives, "Processes.", kProcess, "pid", nullptr,
     "processes and threads (kernel flag PROC_THREAD)"},
    {"thread", TableKind::kLives, "Threads, by process.", kThread, "tid", nullptr,
     "processes and threads (kernel flag PROC_THREAD)"},
    {"image", TableKind::kLives, "Programs and libraries in memory, by process.", kImage, nullptr,
     nullptr, "images (kernel flag LOADER)"},
    {"symbol", TableKind::kList,
     "Names of code that the recording itself has: of the kernel, of what compilers made while it "
     "ran.",
     kSymbol, nullptr, nullptr, "names of functions (/proc/kallsyms, perf-PID.map)"},
    {"file", TableKind::kLives, "Names of files.", kFile, "key", nullptr,
     "names of files (kernel flag DISK_IO or FILENAME)"},
    {"cpu", TableKind::kList, "The CPUs of the machine.", kCpu},
    {"cswitch", TableKind::kEvents, "Context switches.", kCswitch, nullptr, nullptr,
     "context switches (kernel flag CSWITCH; perf: sched:sched_switch)"},
    {"ready", TableKind::kEvents, "Threads that become runnable, and who woke them.", kReady,
     nullptr, nullptr, "wake-ups (kernel flag DISPATCHER; perf: sched:sched_waking)"},
    {"sample", TableKind::kEvents, "Samples of what the CPUs do.", kSample, nullptr, nullptr,
     "CPU samples (kernel flag PROFILE; perf: cpu-clock)"},
    {"dpc_isr", TableKind::kSpans, "Interrupts, DPCs and softirqs.", kDpcIsr, nullptr, nullptr,
     "DPCs and interrupts (kernel flags DPC, INTERRUPT; perf: irq:*)"},
    {"timer", TableKind::kSpans, "Timers that went off.", kTimer, nullptr, nullptr,
     "timers (perf: timer:hrtimer_start, hrtimer_expire_entry and hrtimer_expire_exit)"},
    {"hard_fault", TableKind::kSpans, "Page faults that waited for a disk.", kHardFault, nullptr,
     nullptr, "hard faults (kernel flag HARD_FAULTS; perf: major-faults)"},
    {"disk_io", TableKind::kSpans, "Requests to disks.", kDiskIo, nullptr, nullptr,
     "disk requests (kernel flag DISK_IO; perf: block:block_rq_*)"},
    {"call", TableKind::kSpans, "System calls and other calls that may block.", kCall, nullptr,
     nullptr,
     "creation of pipelines, for shaders (provider Microsoft-Windows-Direct3D12), or calls (perf: "
     "syscalls:*, lock:contention_*)"},
    {"present", TableKind::kSpans, "Frames handed to the system.", kPresent, "key", nullptr,
     "presents (provider Microsoft-Windows-DXGI or Microsoft-Windows-D3D9; perf: a probe on "
     "eglSwapBuffers or its like)"},
    {"display", TableKind::kEvents, "Frames that came to a screen.", kDisplay, nullptr, nullptr,
     "what became of presents (providers Microsoft-Windows-DxgKrnl, Microsoft-Windows-Win32k and "
     "Microsoft-Windows-Dwm-Core)"},
    {"vsync", TableKind::kEvents, "Refreshes of a screen.", kVsync, nullptr, nullptr,
     "refreshes of the screen (provider Microsoft-Windows-DxgKrnl)"},
    {"gpu_queue", TableKind::kLives, "Queues of a GPU.", kGpuQueue, "key", nullptr,
     "work of the GPU (provider Microsoft-Windows-DxgKrnl)"},
    {"gpu_packet", TableKind::kSpans, "Work of a GPU.", kGpuPacket, nullptr, nullptr,
     "work of the GPU (provider Microsoft-Windows-DxgKrnl)"},
    {"input", TableKind::kEvents, "Mouse, keyboard and the like.", kInput, nullptr, nullptr,
     "input (provider Microsoft-Windows-Win32k)"},
    {"mark", TableKind::kEvents, "Marks that a program set.", kMark},
    {"phase", TableKind::kSpans, "Named phases of a program.", kPhase, nullptr, nullptr,
     "phases that the program marks (benchlab/mark.h)"},
    {"counter", TableKind::kEvents, "Values over time.", kCounter},
    {"lost", TableKind::kSpans, "What the recording lost.", kLost},
    {"fact", TableKind::kList, "What is known of the recording.", kFact},
    {"problem", TableKind::kList, "What was wrong with the files.", kProblem},
    {"frame_log", TableKind::kEvents, "Frames as another program logged them.", kFrameLog, nullptr,
     nullptr, "a frame log, as PresentMon, CapFrameX and MangoHud write it"},
    {"state", TableKind::kDerived, "Each thread's life, divided without gap.", kStateTable, nullptr,
     "cswitch, ready, thread, lost"},
    {"frame", TableKind::kDerived,
     "Frames of programs, of each told by the best that there is, so that none counts twice: its "
     "own marks named \"frame\"; else its presents, nested, failed and trial ones left out; else "
     "what a log has.",
     kFrameTable, nullptr, "mark, present, frame_log, thread, process",
     "presents (providers DXGI, D3D9; perf: a probe), marks of frames, or a frame log"},
    {"frame_metric", TableKind::kDerived,
     "What PresentMon would have logged of the frames that end with a present, worked out of the "
     "trace's own events: one row a frame, and one more for each frame that was generated of it.",
     kFrameMetric, nullptr,
     "present, display, gpu_packet, gpu_queue, call, input, dpc_isr, image, mark, frame_log, "
     "thread, "
     "process",
     "presents (providers DXGI, D3D9; perf: a probe)"},
};

}  // namespace

std::span<const TableSpec> schema() {
    return kTables;
}

}  // namespace benchlab::store
