#include "etl/merge.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "etl/extent.hpp"
#include "etl/merge_stream.hpp"
#include "etl/merged_file.hpp"
#include "etl/one_clock.hpp"

namespace benchlab::etl {
namespace {

std::uint32_t add_clamped(std::uint32_t a, std::uint32_t b) {
    return b > std::numeric_limits<std::uint32_t>::max() - a
               ? std::numeric_limits<std::uint32_t>::max()
               : a + b;
}

// The events of all inputs, by time.  Copying whole buffers would be simpler, but then those of one
// processor would overlap, which they do in no file of Windows, merged ones included.
class Merge {
  public:
    Merge(Host host, const bl_merge_request& request) : host_(host), request_(request) {}
    void run();

  private:
    void open();
    void open_streams();
    MergedSession session() const;
    std::int64_t end_filetime(const TraceFile& earliest) const;
    std::uint32_t buffer_size() const;
    void write_events(MergedFile& out);
    void write(std::uint64_t offset, Bytes bytes);

    Host host_;
    const bl_merge_request& request_;
    MergeNotes notes_;
    std::vector<std::unique_ptr<MergeInput>> inputs_;
    std::vector<std::unique_ptr<EventStream>> streams_;  // by input, then processor
    std::uint64_t total_bytes_ = 0;
    bool has_cpu_buffers_ = false;
};

void Merge::run() {
    open();
    std::vector<const TraceFile*> files;
    for (const auto& each : inputs_) files.push_back(&each->file());
    require_one_clock(files);
    open_streams();
    MergedFile out(session(), [this](std::uint64_t offset, Bytes bytes) { write(offset, bytes); });
    write_events(out);
    out.finish();
    notes_.tell(host_);
}

void Merge::open() {
    for (std::uint32_t i = 0; i < request_.path_count; ++i) {
        inputs_.push_back(std::make_unique<MergeInput>(open_trace(request_.paths[i]), notes_));
        const TraceFile& file = inputs_.back()->file();
        total_bytes_ += file.input->size();
        has_cpu_buffers_ = has_cpu_buffers_ || file.header.has_cpu_buffers();
    }
}

// A session without buffers of its own for each processor does not say where its events were: its
// buffers stay in their order, as processor 0.
void Merge::open_streams() {
    for (const auto& input : inputs_) {
        const TraceFile& file = input->file();
        std::map<std::uint16_t, EventStream*> by_cpu;
        for (std::uint32_t i = 0; i < file.index.buffers.size(); ++i) {
            const std::uint16_t cpu =
                file.header.has_cpu_buffers() ? file.index.buffers[i].cpu : std::uint16_t{0};
            EventStream*& stream = by_cpu[cpu];
            if (stream == nullptr) {
                streams_.push_back(std::make_unique<EventStream>(*input, cpu));
                stream = streams_.back().get();
            }
            stream->take(i);
        }
    }
}

MergedSession Merge::session() const {
    MergedSession all;
    all.first = &inputs_.front()->file();
    all.earliest = all.first;
    all.buffer_size = buffer_size();
    all.has_cpu_buffers = has_cpu_buffers_;
    for (const auto& input : inputs_) {
        const LogHeader& header = input->file().header;
        if (input->file().clock.zero < all.earliest->clock.zero) all.earliest = &input->file();
        all.cpu_count = std::max(all.cpu_count, header.cpu_count);
        if (all.cpu_mhz == 0) all.cpu_mhz = header.cpu_mhz;
        all.events_lost = add_clamped(all.events_lost, header.events_lost);
        all.buffers_lost = add_clamped(all.buffers_lost, header.buffers_lost);
    }
    all.end_filetime = end_filetime(*all.earliest);
    return all;
}

// The latest end, counted from the one start that the file has: what FILETIME the inputs' headers
// say is their own guess.  0, "never closed", when none of them was.
std::int64_t Merge::end_filetime(const TraceFile& earliest) const {
    std::int64_t end = std::numeric_limits<std::int64_t>::min();
    const TraceFile* last = nullptr;
    bool was_closed = false;
    for (const auto& input : inputs_) {
        const TraceFile& file = input->file();
        const auto closed = closed_at(file);
        was_closed = was_closed || closed;
        const std::int64_t own = closed ? *closed : end_time(file);
        if (last == nullptr || own > end) last = &file;
        end = std::max(end, own);
    }
    if (!was_closed) return 0;
    if (last == &earliest && closed_at(earliest)) return earliest.header.end_filetime;
    const std::uint64_t ticks =
        end > earliest.clock.zero
            ? static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(earliest.clock.zero)
            : 0;
    const std::uint64_t per_second = earliest.clock.ticks_per_second;
    std::uint64_t length = scaled(ticks, kFiletimePerSecond, per_second);
    // Rounded so that it leads back to the tick.
    if (scaled(length, per_second, kFiletimePerSecond) < ticks) ++length;
    return plus(earliest.header.start_filetime, length);
}

// The largest that an input has.  Where a header says less than its buffers, each event still fits.
std::uint32_t Merge::buffer_size() const {
    constexpr std::uint32_t kLeast = 4096, kStep = 1024, kLargestOfWindows = 16u << 20;
    constexpr std::uint32_t kEnoughForAnyEvent = 65 * kStep;
    std::uint32_t size = kLeast;
    for (const auto& input : inputs_) {
        const TraceFile& file = input->file();
        if (file.header.buffer_size <= kLargestOfWindows)
            size = std::max(size, file.header.buffer_size);
        for (const Buffer& each : file.index.buffers)
            size = std::max(size, std::min(each.used, kEnoughForAnyEvent));
    }
    return (size + kStep - 1) / kStep * kStep;
}

void Merge::write_events(MergedFile& out) {
    // The latest of a heap comes first; of equal times that of the input that was given first.
    const auto later = [&](std::size_t a, std::size_t b) {
        const std::int64_t one = streams_[a]->time(), other = streams_[b]->time();
        return one != other ? one > other : a > b;
    };
    std::vector<std::size_t> heap;
    for (std::size_t i = 0; i < streams_.size(); ++i) {
        if (streams_[i]->next()) heap.push_back(i);
    }
    std::make_heap(heap.begin(), heap.end(), later);
    while (!heap.empty()) {
        std::pop_heap(heap.begin(), heap.end(), later);
        const std::size_t now = heap.back();
        heap.pop_back();
        EventStream& stream = *streams_[now];
        bool more = true;
        // For as long as it stays the earliest.
        while (more && (heap.empty() || later(heap.front(), now))) {
            if (stream.lost_flags() != 0 || stream.lost_buffers() != 0)
                out.lose(stream.cpu(), stream.lost_flags(), stream.lost_buffers());
            out.add(stream.cpu(), stream.event(), stream.time());
            more = stream.next();
        }
        if (!more) continue;
        heap.push_back(now);
        std::push_heap(heap.begin(), heap.end(), later);
    }
}

void Merge::write(std::uint64_t offset, Bytes bytes) {
    host_.stop_if_cancelled();
    const bl_status status = request_.write(request_.context, offset, bytes.data(), bytes.size());
    if (status != BL_OK) throw Error(status, "");
    std::uint64_t passed = 0;
    for (const auto& input : inputs_) passed += input->passed_bytes();
    host_.progress(std::min(passed, total_bytes_), total_bytes_);
}

bl_status BL_CALL merge(const bl_host* host, const bl_merge_request* request) noexcept {
    return benchlab::detail::guarded(host, [&] { Merge(Host(host), *request).run(); });
}

}  // namespace

const bl_merge kMerge = {sizeof(bl_merge), 0, &merge};

}  // namespace benchlab::etl
