// The events of providers, decoded when all files have told where the fields lie.
#include "etl/finish.hpp"
#include "etl/graphics.hpp"
#include "etl/presents.hpp"

namespace benchlab::etl {
namespace {

class HeldDecoder {
  public:
    HeldDecoder(const TraceFile& file, const Layouts& layouts, Chunk& chunk)
        : file_(file), plans_(layouts), chunk_(chunk) {}

    void decode() {
        const HeldEvents held = std::move(chunk_.held);
        held.each([this](const KnownEvent& known, const Event& event, std::int64_t time,
                         std::uint32_t buffer) {
            time_ = time;
            offset_ = file_.index.buffers[buffer].offset;
            take(known, event);
        });
    }

  private:
    void take(const KnownEvent& known, const Event& event);
    bool take_fields(const KnownEvent& known, const Event& event, Record& record);
    void tell_missing(const KnownEvent& known, const Event& event, const RecordPlan& plan);
    bool take_present(const KnownEvent& known, const Event& event, Record& record);
    bool take_refresh(const Event& event, Record& record);
    bool take_input(const Event& event, Record& record);
    bool take_process(const Event& event, Record& record);

    const TraceFile& file_;
    RecordPlans plans_;
    Chunk& chunk_;
    std::int64_t time_ = 0;  // of the event at hand
    std::uint64_t offset_ = 0;
};

void HeldDecoder::take(const KnownEvent& known, const Event& event) {
    RecordPlan& plan =
        plans_.find(known, static_cast<std::uint8_t>(event.version), event.pointer_size);
    if (!plan.missing().empty()) tell_missing(known, event, plan);
    if (!plan.is_usable()) return;
    Record record(plan, event.payload);
    if (take_fields(known, event, record)) return;
    chunk_.lane.problem("etl.short-event",
                        std::string("an event is too short for its kind, first: ") +
                            name_of(known.provider) + " " + std::to_string(known.id),
                        offset_);
}

bool HeldDecoder::take_fields(const KnownEvent& known, const Event& event, Record& record) {
    switch (known.table) {
        case Table::kPresent:
            return take_present(known, event, record);
        case Table::kDisplay:
            if (known.provider == Provider::kNvidiaDisplay) {
                return take_flip_request(event, time_, file_.clock, record, chunk_.graphics.steps);
            }
            return take_screen_step(known, event, time_, record, chunk_.graphics.steps);
        case Table::kVsync:
            return take_refresh(event, record);
        case Table::kInput:
            return take_input(event, record);
        case Table::kProcess:
            return take_process(event, record);
        default:
            return take_dxgkrnl(event, time_, record, chunk_.graphics);
    }
}

void HeldDecoder::tell_missing(const KnownEvent& known, const Event& event,
                               const RecordPlan& plan) {
    std::string text = std::string("the trace describes event ") + std::to_string(known.id) +
                       " version " + std::to_string(event.version) + " of " +
                       name_of(known.provider) + " without ";
    text += plan.missing();
    text += plan.is_usable() ? "; the layout that is known is used" : "; it is left out";
    chunk_.lane.problem("etl.event-layout", text, offset_);
}

bool HeldDecoder::take_present(const KnownEvent& known, const Event& event, Record& record) {
    PresentEdge edge;
    if (!decode_present(known, record, edge)) return false;
    edge.time = time_;
    edge.pid = event.pid;
    edge.tid = event.tid;
    chunk_.presents.push_back(edge);
    return true;
}

bool HeldDecoder::take_refresh(const Event& event, Record& record) {
    ScreenRefresh refresh;
    if (!decode_refresh(record, refresh)) return false;
    RowWriter& row = chunk_.rows(Table::kVsync);
    row.next();
    // The driver counts the performance counter, whatever the clock of the session.
    const bool own_time =
        refresh.raw_time != 0 && file_.clock.type == ClockType::kPerformanceCounter;
    row.set(VsyncColumn::kTime, own_time ? file_.clock.from_raw(refresh.raw_time) : time_);
    row.set(VsyncColumn::kSource, refresh.source);
    row.set(VsyncColumn::kSequence, refresh.frame);
    take_refreshed(event, time_, record, chunk_.graphics.steps);
    return true;
}

bool HeldDecoder::take_input(const Event& event, Record& record) {
    InputEvent input;
    if (!decode_input(event, record, input)) return false;
    RowWriter& row = chunk_.rows(Table::kInput);
    row.next();
    row.set(InputColumn::kTime, time_);
    // Whoever noted a click is not who gets it: that is who takes a message of the window.
    const bool is_click = event.id == kInputTransform;
    row.set(InputColumn::kProcess, is_click ? kNobody : event.pid);
    row.set(InputColumn::kThread, is_click ? kNobody : event.tid);
    row.set(InputColumn::kDevice, input.device);
    if (input.device == 0) row.absent(InputColumn::kDevice);
    row.set(InputColumn::kKind, input.kind);
    row.set(InputColumn::kWindow, input.window);
    if (input.window == 0) row.absent(InputColumn::kWindow);
    return true;
}

bool HeldDecoder::take_process(const Event& event, Record& record) {
    ProviderProcess process{};
    process.time = time_;
    process.parent_pid = kNobody;
    process.pid = record.u32("ProcessID");
    if (event.id == kProcessStop) {
        process.statement = kEnds;
        process.exit_code = static_cast<std::int32_t>(record.u32("ExitCode"));
    } else {
        process.statement = event.id == kProcessStart ? kBegins : kWasThere;
        process.parent_pid = record.u32("ParentProcessID");
        process.session = record.u32("SessionID");
        process.path = record.text("ImageName");
    }
    if (record.failed()) return false;
    chunk_.provider_processes.push_back(std::move(process));
    return true;
}

}  // namespace

void decode_held(Recording& recording) {
    // Of two descriptions of one event the first counts.
    Layouts layouts;
    for (const auto& chunk : recording.chunks()) layouts.merge(chunk->layouts);
    const Host& host = recording.host();
    host.parallel(recording.chunks().size(), [&](std::uint64_t index) {
        host.stop_if_cancelled();
        Chunk& chunk = *recording.chunks()[index];
        HeldDecoder(*recording.files()[chunk.file], layouts, chunk).decode();
    });
}

}  // namespace benchlab::etl
