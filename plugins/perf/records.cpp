#include "perf/records.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace benchlab::perf {
namespace {

constexpr std::size_t kHeaderSize = 8;
constexpr std::size_t kWindow = 1 << 20;
// Formats of events; those of a whole kernel are a few MiB.
constexpr std::uint64_t kMostBehind = 64u << 20;

std::uint64_t padded(std::uint64_t size) {
    return (size + 7) & ~std::uint64_t{7};
}

}  // namespace

RecordReader::RecordReader(const InputFile& file, ByteOrder order, std::uint64_t begin,
                           std::uint64_t end)
    : file_(file), order_(order), end_(end), window_(kWindow), window_begin_(begin) {}

bool RecordReader::next(Record& record) {
    while (damage_.code == nullptr) {
        if (unpacker_ && next_inner(record)) return true;
        if (damage_.code != nullptr || !next_outer(record)) break;
        if (record.type != kCompressedRecord && record.type != kCompressed2Record) return true;
        if (!begin_unpacking(record)) break;
    }
    return false;
}

bool RecordReader::stop(const char* code, std::string text, std::uint64_t offset) {
    damage_ = {code, std::move(text), offset};
    return false;
}

// Makes so many bytes be there at at_; false when the part of the file ends before.
bool RecordReader::fill(std::size_t size) {
    if (filled_ - at_ >= size) return true;
    std::memmove(window_.data(), window_.data() + at_, filled_ - at_);
    window_begin_ += at_;
    filled_ -= at_;
    at_ = 0;
    const std::uint64_t from = window_begin_ + filled_;
    const std::uint64_t left = from < end_ ? end_ - from : 0;
    const auto room = static_cast<std::size_t>(std::min<std::uint64_t>(left, kWindow - filled_));
    filled_ += file_.read(from, std::span(window_).subspan(filled_, room)).size();
    return filled_ >= size;
}

bool RecordReader::next_outer(Record& record) {
    const std::uint64_t offset = window_begin_ + at_;
    if (!fill(kHeaderSize)) {
        if (filled_ == at_ && !is_cut_) return false;
        return stop("perf.cut", "the file ends within a record", offset);
    }
    const std::uint8_t* header = window_.data() + at_;
    const std::uint16_t size = order_.u16(header + 6);
    if (size < kHeaderSize)
        return stop("perf.record-size", "a record has an impossible size: what follows is left out",
                    offset);
    if (!fill(size)) return take_cut(record);
    header = window_.data() + at_;
    record.type = order_.u32(header);
    record.misc = order_.u16(header + 4);
    record.body = Bytes(header + kHeaderSize, size - kHeaderSize);
    record.behind = {};
    record.offset = offset;
    at_ += size;
    return take_behind(record);
}

// What is there of a packed record can be unpacked; of any other nothing is known.
bool RecordReader::take_cut(Record& record) {
    const std::uint64_t offset = window_begin_ + at_;
    const std::uint8_t* header = window_.data() + at_;
    record.type = order_.u32(header);
    is_cut_ = true;
    if (record.type != kCompressedRecord && record.type != kCompressed2Record)
        return stop("perf.cut", "the file ends within a record", offset);
    record.body = Bytes(header + kHeaderSize, filled_ - at_ - kHeaderSize);
    record.behind = {};
    record.offset = offset;
    at_ = filled_;
    return true;
}

// Two kinds of records are followed by bytes that their size does not count.
bool RecordReader::take_behind(Record& record) {
    if (record.type == kAuxtraceRecord && record.body.size() >= 8)
        return skip(order_.u64(record.body.data()));
    if (record.type != kTracingDataRecord || record.body.size() < 4) return true;
    const std::uint64_t size = padded(order_.u32(record.body.data()));
    const std::uint64_t from = window_begin_ + at_;
    if (size > kMostBehind || from > end_ || size > end_ - from)
        return stop("perf.cut", "the file ends within the formats of its events", record.offset);
    behind_.resize(static_cast<std::size_t>(size));
    if (file_.read(from, behind_).size() < size)
        return stop("perf.cut", "the file ends within the formats of its events", record.offset);
    record.behind = behind_;
    // The body is of this record, whose bytes stay where they are: only the place moves on.
    return skip(size);
}

bool RecordReader::skip(std::uint64_t size) {
    if (size <= filled_ - at_) {
        at_ += static_cast<std::size_t>(size);
        return true;
    }
    const std::uint64_t from = window_begin_ + at_;
    if (from > end_ || size > end_ - from)
        return stop("perf.cut", "the file ends within the data of a hardware trace", from);
    window_begin_ = from + size;
    at_ = filled_ = 0;
    return true;
}

bool RecordReader::begin_unpacking(const Record& record) {
    if (!Unpacker::is_available())
        return stop("perf.no-zstd",
                    "the rest is packed with zstd, which this build of benchlab was made without",
                    record.offset);
    if (!unpacker_) unpacker_ = std::make_unique<Unpacker>();
    packed_offset_ = record.offset;
    Bytes packed = record.body;
    if (record.type == kCompressed2Record) {
        std::uint64_t size = packed.size() < 8 ? UINT64_MAX : order_.u64(packed.data());
        if (is_cut_ && packed.size() >= 8) size = std::min<std::uint64_t>(size, packed.size() - 8);
        if (packed.size() < 8 || size > packed.size() - 8)
            return stop("perf.record-size", "a packed record says that it is longer than it is",
                        record.offset);
        packed = packed.subspan(8, static_cast<std::size_t>(size));
    }
    unpacker_->give(packed);
    return true;
}

bool RecordReader::next_inner(Record& record) {
    const auto have = [&](std::size_t size) {
        while (unpacker_->bytes().size() < size) {
            if (!unpacker_->more()) return false;
        }
        return true;
    };
    const auto broken = [&] {
        if (unpacker_->error().empty()) return false;
        return stop(
            "perf.packed",
            "packed records are damaged (" + unpacker_->error() + "): what follows is left out",
            packed_offset_);
    };
    if (!have(kHeaderSize)) return broken();
    const std::uint16_t size = order_.u16(unpacker_->bytes().data() + 6);
    if (size < kHeaderSize)
        return stop("perf.record-size",
                    "a packed record has an impossible size: what follows is left out",
                    packed_offset_);
    if (!have(size)) return broken();
    const Bytes bytes = unpacker_->bytes().first(size);
    record.type = order_.u32(bytes.data());
    record.misc = order_.u16(bytes.data() + 4);
    record.body = bytes.subspan(kHeaderSize);
    record.behind = {};
    record.offset = packed_offset_;
    unpacker_->take(size);
    return true;
}

}  // namespace benchlab::perf
