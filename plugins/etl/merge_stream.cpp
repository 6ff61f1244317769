#include "etl/merge_stream.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace benchlab::etl {

void MergeNotes::add(const std::string& path, const std::string& what, std::uint64_t offset) {
    Note& note = notes_.try_emplace(what, Note{path, offset, 0}).first->second;
    ++note.count;
}

void MergeNotes::tell(const Host& host) const {
    for (const auto& [what, note] : notes_) {
        std::string text = note.path + ": " + what;
        // What is about the whole file has no place in it.
        if (note.offset != 0) text += " (at byte " + std::to_string(note.offset) + ")";
        if (note.count > 1) text += ", and " + std::to_string(note.count - 1) + " more";
        host.log(BL_LOG_WARNING, text);
    }
}

MergeInput::MergeInput(std::unique_ptr<TraceFile> file, MergeNotes& notes)
    : file_(std::move(file)), notes_(notes) {
    for (const Damage& each : file_->index.damages) notes_.add(file_->path, each.text, each.offset);
    if (!file_->doubt.empty()) notes_.add(file_->path, file_->doubt, 0);
    if (file_->header.end_filetime == 0)
        notes_.add(file_->path, "the session was never closed; what it had written is merged", 0);
    find_missing();
}

void MergeInput::find_missing() {
    const auto& buffers = file_->index.buffers;
    missing_.resize(buffers.size());
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < buffers.size(); ++i) {
        if (buffers[i].type != kHeaderBuffer) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return buffers[a].sequence < buffers[b].sequence;
    });
    for (std::size_t i = 1; i < order.size(); ++i) {
        const auto missing = missing_between(buffers[order[i - 1]], buffers[order[i]]);
        if (missing)
            missing_[order[i]] = *missing;
        else
            notes_.add(file_->path, kBadSequence, buffers[order[i]].offset);
    }
}

EventStream::EventStream(MergeInput& input, std::uint16_t cpu)
    : input_(input),
      cpu_(cpu),
      reader_(*input.file().input, input.file().index.compression),
      time_(std::numeric_limits<std::int64_t>::min()) {}

bool EventStream::is_readable(const Buffer& buffer) const {
    const TraceFile& file = input_.file();
    if (!buffer.is_compressed() || is_known(file.index.compression)) return true;
    input_.notes().add(file.path,
                       "a buffer is compressed in a format that is not known, and left out",
                       buffer.offset);
    return false;
}

bool EventStream::open_next() {
    if (open_ != nullptr) input_.passed(*open_);
    open_ = nullptr;
    const TraceFile& file = input_.file();
    while (at_ < buffers_.size()) {
        const std::uint32_t index = buffers_[at_++];
        const Buffer& buffer = file.index.buffers[index];
        pending_buffers_ += input_.missing_before(index);
        if (!is_readable(buffer)) {
            input_.passed(buffer);
            continue;
        }
        open_ = &buffer;
        if (buffer.type != kHeaderBuffer)
            pending_flags_ |= buffer.flags & (kBufferEventsLost | kBufferBufferLost);
        body_ = reader_.body(buffer);
        if (const Damage* const damage = reader_.damage())
            input_.notes().add(file.path, damage->text, damage->offset);
        // The log header: the merged file has one of its own.
        if (index == 0) skip_log_header();
        return true;
    }
    return false;
}

void EventStream::skip_log_header() {
    Event event;
    std::uint32_t size = 0;
    if (read_event(body_, event, size) == EventFound::kEvent) body_ = behind_event(body_, size);
}

bool EventStream::next() {
    lost_flags_ = 0;
    lost_buffers_ = 0;
    for (;;) {
        while (body_.empty()) {
            if (!open_next()) return false;
        }
        Event event;
        std::uint32_t size = 0;
        const EventFound found = read_event(body_, event, size);
        if (found == EventFound::kEnd) {
            body_ = {};
            continue;
        }
        if (found == EventFound::kBroken || size == 0) {
            input_.notes().add(input_.file().path,
                               "an event cannot be read; the rest of its buffer is left out",
                               open_->offset);
            body_ = {};
            continue;
        }
        event_ = body_.first(size);
        // Records that a merger made have no time: they stay behind what precedes them.
        if (found == EventFound::kEvent) time_ = std::max(time_, event.time);
        body_ = behind_event(body_, size);
        lost_flags_ = std::exchange(pending_flags_, std::uint16_t{0});
        lost_buffers_ = std::exchange(pending_buffers_, std::uint64_t{0});
        return true;
    }
}

}  // namespace benchlab::etl
