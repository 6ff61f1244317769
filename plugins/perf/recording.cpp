#include "perf/recording.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "perf/code_maps.hpp"
#include "perf/decoder.hpp"
#include "perf/file.hpp"
#include "perf/records.hpp"
#include "perf/session.hpp"
#include "perf/unwind/unwinder.hpp"

namespace benchlab::perf {
namespace {

constexpr std::int32_t kMonotonic = 1;
constexpr std::uint64_t kNsPerSecond = 1'000'000'000;

struct TraceFile {
    std::string path;
    std::unique_ptr<InputFile> input;
    FileHeader header;
    std::unique_ptr<Session> session;
    std::uint64_t first_time = UINT64_MAX, last_time = 0;
    std::uint64_t told_until = 0;  // a pipe's records about itself are taken up to there
    AddressSpaces spaces;          // where stacks were copied
};

std::uint64_t time_in(const Session& session, const Record& record) {
    const int number = session.attribute_of(record);
    if (number < 0 || record.type >= kHeaderAttrRecord) return 0;
    const Attribute& attribute = *session.attributes()[static_cast<std::size_t>(number)];
    Sample sample;
    if (record.type == kSampleRecord)
        read_sample(attribute, record.body, session.order(), sample);
    else
        read_trailer(attribute, record.body, session.order(), sample);
    return sample.time;
}

bool has_copied_stacks(const Session& session) {
    return std::any_of(session.attributes().begin(), session.attributes().end(),
                       [](const auto& each) { return each->has(kUserStack); });
}

// What a pipe says of itself, what is mapped where stacks are to be unwound, and the earliest time:
// after two rounds of all CPUs nothing earlier comes.  A recording begins with the first thing that
// it measured: programs that were started and named before are what was there.
void look_ahead(TraceFile& file, bool with_stacks) {
    RecordReader reader(*file.input, file.header.order, file.header.data.offset,
                        file.header.data.offset + file.header.data.size);
    const bool says_its_end = file.session->facts().last_time != 0;
    bool needs_maps = with_stacks && has_copied_stacks(*file.session);
    Record record;
    int rounds = 0;
    std::uint64_t first = UINT64_MAX, first_of_others = UINT64_MAX;
    while (reader.next(record)) {
        // Where the file says when it ends, two rounds are enough.
        if (record.type == kFinishedRoundRecord && ++rounds >= 2 && says_its_end && !needs_maps)
            break;
        if (file.header.is_pipe && file.session->take(record)) {
            needs_maps = with_stacks && has_copied_stacks(*file.session);
            continue;
        }
        if (needs_maps) file.spaces.take(record, *file.session);
        const std::uint64_t time = time_in(*file.session, record);
        const bool is_measured = record.type == kSampleRecord || record.type == kSwitchRecord ||
                                 record.type == kSwitchCpuWideRecord;
        if (time == 0 || time > kMostTime) continue;
        std::uint64_t& of = is_measured ? first : first_of_others;
        of = std::min(of, time);
        file.last_time = std::max(file.last_time, time);
    }
    file.spaces.settle(*file.session);
    file.told_until = reader.offset();
    const std::uint64_t said = file.session->facts().first_time;
    if (said != 0) first = std::min(first, said);
    file.first_time = first == UINT64_MAX ? first_of_others : first;
}

std::unique_ptr<TraceFile> open_trace(const std::string& path, bool with_stacks) {
    auto file = std::make_unique<TraceFile>();
    file->path = path;
    file->input = std::make_unique<InputFile>(path);
    file->header = read_file_header(*file->input, path);
    file->session = std::make_unique<Session>(file->header.order);
    if (!file->header.is_pipe) file->session->read_head(*file->input, file->header, path);
    look_ahead(*file, with_stacks);
    if (file->session->attributes().empty())
        throw Error(BL_E_DATA, path + ": no event was recorded");
    return file;
}

std::int32_t clock_of(const TraceFile& file) {
    return file.session->attributes().front()->clock_id;
}

std::uint64_t end_of(const TraceFile& file) {
    return std::max(file.last_time, file.session->facts().last_time);
}

std::string clock_name(std::int32_t clock) {
    switch (clock) {
        case -1:
            return "the scheduler's, which no other file shares";
        case 0:
            return "CLOCK_REALTIME";
        case kMonotonic:
            return "CLOCK_MONOTONIC";
        case 4:
            return "CLOCK_MONOTONIC_RAW";
        case 7:
            return "CLOCK_BOOTTIME";
        default:
            return "clock " + std::to_string(clock);
    }
}

class Reading {
  public:
    Reading(Host host, const bl_read& read, bl_builder* builder, const bl_builder_api* api)
        : host_(host),
          read_(read),
          builder_(builder),
          api_(api),
          wanted_(read.tables),
          lane_(builder, api) {}

    void run() {
        open_files();
        set_clock();
        for (const std::string& each : refused_) lane_.problem("perf.file", each, 0);
        std::uint64_t order = 1;
        for (const auto& file : files_) {
            read_file(*file, order++);
            done_bytes_ += file->input->size();
        }
    }

  private:
    void open_files() {
        std::string first_error;
        bl_status first_status = BL_E_DATA;
        for (std::uint32_t i = 0; i < read_.path_count; ++i) {
            try {
                files_.push_back(open_trace(read_.paths[i], wanted_.stacks() && can_unwind()));
                all_bytes_ += files_.back()->input->size();
            } catch (const Error& error) {
                if (first_error.empty()) {
                    first_error = error.what();
                    first_status = error.status();
                }
                refused_.push_back(error.what());
            }
        }
        if (files_.empty())
            throw Error(first_status, first_error.empty() ? "no file" : first_error);
        const std::int32_t clock = clock_of(*files_.front());
        const auto others = std::stable_partition(
            files_.begin() + 1, files_.end(),
            [&](const auto& file) { return clock_of(*file) == clock && clock >= 0; });
        for (auto other = others; other != files_.end(); ++other) {
            refused_.push_back((*other)->path + ": left out, as its clock is not the clock of " +
                               files_.front()->path);
        }
        files_.erase(others, files_.end());
    }

    void set_clock() {
        std::uint64_t zero = UINT64_MAX, end = 0;
        for (const auto& file : files_) {
            zero = std::min(zero, file->first_time);
            end = std::max(end, end_of(*file));
        }
        if (zero > static_cast<std::uint64_t>(INT64_MAX)) zero = 0;
        zero_ = static_cast<std::int64_t>(zero);
        const SessionFacts& facts = files_.front()->session->facts();
        const std::int32_t id = clock_of(*files_.front());
        bl_clock clock{};
        clock.struct_size = sizeof(clock);
        clock.kind = id == kMonotonic ? BL_CLOCK_MONOTONIC
                     : id == 0        ? BL_CLOCK_WALL
                                      : BL_CLOCK_RELATIVE;
        clock.ticks_per_second = kNsPerSecond;
        clock.zero = zero_;
        if (end >= zero && end <= static_cast<std::uint64_t>(INT64_MAX))
            clock.end = static_cast<std::int64_t>(end);
        if (facts.wall_ns != 0)
            clock.zero_unix_ns = static_cast<std::int64_t>(facts.wall_ns + (zero - facts.clock_ns));
        const bl_status status = api_->set_clock(builder_, &clock);
        if (status != BL_OK) throw Error(status, "the host refuses the clock of the trace");
    }

    void read_file(TraceFile& file, std::uint64_t order) {
        bl_builder* builder = order == 1 ? builder_ : api_->lane(builder_, order);
        if (builder == nullptr) throw Error(BL_E_MEMORY, "the host gives no more lanes");
        const Lane lane(builder, api_);
        const FileHeader& header = file.header;
        RecordReader reader(*file.input, header.order, header.data.offset,
                            header.data.offset + header.data.size);
        Decoder decoder(*file.session, lane, wanted_, zero_);
        Unwinder unwinder(file.spaces);
        if (can_unwind()) decoder.unwind_with(unwinder);
        Record record;
        std::uint64_t count = 0;
        while (reader.next(record)) {
            if ((++count & 0xFFFF) == 0) {
                host_.stop_if_cancelled();
                host_.progress(done_bytes_ + reader.offset(), all_bytes_);
            }
            if (header.is_pipe && record.offset >= file.told_until) file.session->take(record);
            decoder.take(record);
        }
        decoder.finish(order == 1);
        tell_stacks(file, lane, unwinder);
        if (wanted_.has(Table::kSymbol))
            CodeMaps(*file.session, file.path, end_of(file), decoder.pids_with_made_code())
                .write(lane);
        if (reader.damage().code != nullptr)
            lane.problem(reader.damage().code, file.path + ": " + reader.damage().text,
                         reader.damage().offset);
        for (const std::string& each : file.session->complaints())
            lane.problem("perf.header", file.path + ": " + each, 0);
        if (order == 1) tell_facts(file, lane, reader.has_packed());
    }

    void tell_stacks(const TraceFile& file, const Lane& lane, const Unwinder& unwinder) const {
        std::string text = unwinder.summary();
        if (!can_unwind() && wanted_.stacks() && has_copied_stacks(*file.session))
            text =
                "the copied parts are not read, as this was built without elfutils: frame "
                "pointers alone";
        if (!text.empty()) lane.fact("stacks", text);
    }

    void tell_facts(const TraceFile& file, const Lane& lane, bool is_packed) const {
        const SessionFacts& facts = file.session->facts();
        const auto tell = [&](const char* name, const std::string& text) {
            if (!text.empty()) lane.fact(name, text);
        };
        std::string format = file.header.is_pipe ? "perf.data, of a pipe" : "perf.data";
        if (file.header.is_version_1) format += ", version 1";
        if (file.header.order.is_big_endian()) format += ", big-endian";
        tell("format", is_packed ? format + ", zstd" : format);
        std::string system = facts.os_release.empty() ? "Linux" : "Linux " + facts.os_release;
        if (!facts.arch.empty()) system += ", " + facts.arch;
        tell("os", system);
        tell("clock", clock_name(clock_of(file)));
        tell("host", facts.host_name);
        tell("recorder.version", facts.tool_version);
        tell("recorder.command", facts.command);
        if (!file.header.is_closed) tell("closed", "no: the recorder was ended before it was done");
    }

    Host host_;
    const bl_read& read_;
    bl_builder* builder_;
    const bl_builder_api* api_;
    Wanted wanted_;
    Lane lane_;
    std::vector<std::unique_ptr<TraceFile>> files_;
    std::vector<std::string> refused_;
    std::uint64_t all_bytes_ = 0, done_bytes_ = 0;
    std::int64_t zero_ = 0;
};

}  // namespace

void read_recording(Host host, const bl_read& read, bl_builder* builder,
                    const bl_builder_api* api) {
    Reading(host, read, builder, api).run();
}

}  // namespace benchlab::perf
