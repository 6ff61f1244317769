#include "etl/recording.hpp"

#include <algorithm>
#include <thread>

#include "etl/extent.hpp"
#include "etl/headers_ahead.hpp"
#include "etl/one_clock.hpp"
#include "etl/text.hpp"

namespace benchlab::etl {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why, std::uint64_t offset) {
    throw Error(BL_E_DATA, path + ": " + why + " (at byte " + std::to_string(offset) + ")");
}

// The event that says what the session was.
void read_log_header(TraceFile& file) {
    if (file.index.buffers.empty()) refuse(file.path, "no buffer of a trace log is there", 0);
    BufferReader reader(*file.input, file.index.compression);
    Event event;
    std::uint32_t size = 0;
    const Bytes body = reader.body(file.index.buffers.front());
    if (read_event(body, event, size) != EventFound::kEvent || event.kind != EventKind::kKernel ||
        event.id != 0)
        refuse(file.path, "the first event is not the header of a trace log", kBufferHeaderSize);
    if (!decode_log_header(event, file.header))
        refuse(file.path, "the header of the trace log is cut", kBufferHeaderSize);
    file.clock = clock_of(file.header, event.time, file.doubt);
}

// Without a host on this thread alone.
std::unique_ptr<TraceFile> open_file(const std::string& path, const Host* host) {
    auto file = std::make_unique<TraceFile>();
    file->path = path;
    file->input = std::make_unique<InputFile>(path);
    if (file->input->size() == 0) refuse(path, "the file is empty", 0);
    file->index = index_buffers(*file->input, host == nullptr ? HeadersAhead(*file->input)
                                                              : HeadersAhead(*file->input, *host));
    read_log_header(*file);
    for (const Buffer& each : file->index.buffers)
        file->is_compressed = file->is_compressed || each.is_compressed();
    // Where nothing was overwritten this changes nothing.
    if (file->header.is_circular()) order_by_sequence(file->index.buffers);
    return file;
}

}  // namespace

std::unique_ptr<TraceFile> open_trace(const std::string& path) {
    return open_file(path, nullptr);
}

Recording::Recording(Host host, const bl_read& read, bl_builder* builder, const bl_builder_api* api,
                     std::uint64_t chunk_bytes)
    : chunk_bytes_(chunk_bytes),
      host_(host),
      read_(read),
      builder_(builder),
      api_(api),
      wanted_(read.tables),
      first_lane_(builder, api) {}

void Recording::read() {
    open_files();
    choose_clock();
    report_damage();
    cut();
    decode();
    finish(*this);
}

void Recording::open_files() {
    std::string first_error;
    bl_status first_status = BL_E_DATA;
    for (std::uint32_t i = 0; i < read_.path_count; ++i) {
        try {
            files_.push_back(open_file(read_.paths[i], &host_));
        } catch (const Error& error) {
            if (first_error.empty()) {
                first_error = error.what();
                first_status = error.status();
            }
            refused_.push_back(error.what());
        }
    }
    if (files_.empty()) throw Error(first_status, first_error.empty() ? "no file" : first_error);
}

// All files of a recording count on one clock; a file that counts on another is left out.
void Recording::choose_clock() {
    std::vector<std::unique_ptr<TraceFile>> kept;
    for (auto& file : files_) {
        const std::string difference =
            kept.empty() ? std::string() : clock_difference(*kept.front(), *file);
        if (difference.empty()) {
            kept.push_back(std::move(file));
        } else {
            refused_.push_back(file->path +
                               ": left out, as it is of another recording: " + difference);
        }
    }
    files_ = std::move(kept);
    const auto earliest = std::min_element(
        files_.begin(), files_.end(),
        [](const auto& a, const auto& b) { return a->clock.zero < b->clock.zero; });
    clock_ = (*earliest)->clock;
    bl_clock clock = clock_.abi();
    for (const auto& file : files_) clock.end = std::max(clock.end, end_time(*file));
    const bl_status status = api_->set_clock(builder_, &clock);
    if (status != BL_OK) throw Error(status, "the host refuses the clock of the trace");
}

void Recording::report_damage() {
    for (const std::string& each : refused_) first_lane_.problem("etl.file", each, 0);
    for (const auto& file : files_) {
        if (!file->doubt.empty()) first_lane_.problem("etl.clock", file->doubt, 0);
        for (const Damage& each : file->index.damages)
            first_lane_.problem(each.code, each.text, each.offset);
    }
}

void Recording::cut() {
    std::uint64_t order = 1;
    for (std::uint32_t i = 0; i < files_.size(); ++i) {
        files_[i]->order = order;
        cut_file(i);
        order += files_[i]->input->size() + 1;
    }
}

void Recording::cut_file(std::uint32_t index) {
    const TraceFile& file = *files_[index];
    const auto& buffers = file.index.buffers;
    constexpr std::uint64_t kLeastBytes = 4u << 20, kChunks = 4;
    std::uint64_t used = 0;
    for (const Buffer& each : buffers) used += each.used;
    const std::uint64_t wanted = std::min(std::max(used / kChunks, kLeastBytes), chunk_bytes_);
    std::uint64_t before = 0;
    std::uint32_t first = 0;
    while (first < buffers.size()) {
        const std::uint64_t order = file.order + before;
        std::uint64_t size = 0;
        std::uint32_t last = first;
        while (last < buffers.size() && size < wanted) {
            size += buffers[last].used;
            before += buffers[last].stored;
            ++last;
        }
        auto chunk = std::make_unique<Chunk>();
        chunk->file = index;
        chunk->first_buffer = first;
        chunk->last_buffer = last;
        bl_builder* lane = api_->lane(builder_, order);
        if (lane == nullptr) throw Error(BL_E_MEMORY, "the host gives no more lanes");
        chunk->lane = Lane(lane, api_);
        for (unsigned table = 0; table < kTableCount; ++table) {
            if (wanted_.has(static_cast<Table>(table)))
                chunk->writers[table].open(chunk->lane, spec_of(static_cast<Table>(table)));
        }
        chunks_.push_back(std::move(chunk));
        first = last;
    }
}

std::unique_ptr<StackScratch> Recording::take_scratch() {
    const std::lock_guard lock(spare_mutex_);
    if (spare_.empty()) return std::make_unique<StackScratch>();
    auto out = std::move(spare_.back());
    spare_.pop_back();
    return out;
}

void Recording::give_back(std::unique_ptr<StackScratch> scratch) {
    const std::lock_guard lock(spare_mutex_);
    spare_.push_back(std::move(scratch));
}

void Recording::decode_one(Chunk& chunk) {
    const TraceFile& file = *files_[chunk.file];
    ChunkInput input;
    input.file = file.input.get();
    input.buffers = file.index.buffers;
    input.compression = file.index.compression;
    input.clock = file.clock;
    input.wanted = &wanted_;
    input.has_cpu_buffers = file.header.has_cpu_buffers();
    auto scratch = take_scratch();
    decode_chunk(input, chunk, *scratch);
    give_back(std::move(scratch));
    for (std::uint32_t i = chunk.first_buffer; i < chunk.last_buffer; ++i)
        done_bytes_ += input.buffers[i].stored;
}

void Recording::decode() {
    std::uint64_t total = 0;
    for (const auto& file : files_) total += file->input->size();
    const auto caller = std::this_thread::get_id();
    host_.parallel(chunks_.size(), [&](std::uint64_t index) {
        host_.stop_if_cancelled();
        decode_one(*chunks_[index]);
        if (std::this_thread::get_id() == caller)
            host_.progress(std::min(done_bytes_.load(), total), total);
    });
    spare_.clear();
}

}  // namespace benchlab::etl
