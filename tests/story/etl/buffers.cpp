#include "buffers.hpp"

#include <algorithm>
#include <stdexcept>

namespace benchlab::story {

namespace {

constexpr std::size_t kHeaderSize = 72;
constexpr std::uint16_t kFlushMarker = 1, kProcessorIndex = 0x20, kCompressed = 0x40;
constexpr std::uint16_t kTypeHeader = 4;
constexpr std::uint32_t kStateFlush = 3;

template <class T>
void set(std::span<std::uint8_t> bytes, std::size_t at, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        bytes[at + i] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * i));
    }
}

std::size_t aligned(std::size_t size) {
    return (size + 7) / 8 * 8;
}

}  // namespace

BufferWriter::BufferWriter(Output& output, const BufferOptions& options)
    : output_(output), options_(options), cpus_(options.cpus) {
    if (options.buffer_size < 1024 || options.buffer_size > (16u << 20) ||
        options.buffer_size % 8 != 0) {
        throw std::invalid_argument("a buffer has 1 KiB to 16 MiB, a multiple of 8 bytes");
    }
    header_.assign(options.buffer_size, 0xFF);
    header_used_ = kHeaderSize;
}

std::uint16_t BufferWriter::processor_field(std::uint32_t cpu) const {
    if (options_.one_byte_processor) return static_cast<std::uint16_t>((cpu & 0xFF) | 0x0800);
    return static_cast<std::uint16_t>(cpu);
}

void BufferWriter::fill_header(std::span<std::uint8_t> bytes, std::size_t used, std::size_t stored,
                               const Buffer& buffer, std::uint32_t cpu, std::uint16_t flags) const {
    std::fill_n(bytes.begin(), kHeaderSize, std::uint8_t{0});
    set(bytes, 0x00, static_cast<std::uint32_t>(stored));
    set(bytes, 0x04, static_cast<std::uint32_t>(used));
    set(bytes, 0x08, static_cast<std::uint32_t>(used));
    set(bytes, 0x10, buffer.last_ticks);
    set(bytes, 0x18, buffer.sequence);
    // What a kernel leaves there: pointers of its lists, which say nothing.
    set(bytes, 0x20, std::uint64_t{0xFFFFFA8003A41010});
    set(bytes, 0x28, processor_field(cpu));
    set(bytes, 0x2C, kStateFlush);
    set(bytes, 0x30, static_cast<std::uint32_t>(used));
    if (!options_.one_byte_processor) flags = static_cast<std::uint16_t>(flags | kProcessorIndex);
    set(bytes, 0x34, flags);
    set(bytes, 0x38, std::uint64_t{0xFFFFFA8003A41038});
}

void BufferWriter::add_header(std::span<const std::uint8_t> record) {
    if (header_used_ + aligned(record.size()) > header_.size()) {
        throw std::length_error("the first buffer is too small for its records");
    }
    std::fill_n(header_.begin() + static_cast<std::ptrdiff_t>(header_used_), aligned(record.size()),
                std::uint8_t{0});
    std::copy(record.begin(), record.end(),
              header_.begin() + static_cast<std::ptrdiff_t>(header_used_));
    header_used_ += aligned(record.size());
}

void BufferWriter::close_header() {
    // A compressed file's first buffer is plain and as short as its records allow.
    header_size_ = options_.compression == Compression::kNone ? header_.size()
                                                              : (header_used_ + 511) / 512 * 512;
    header_.resize(header_size_);
    fill_header(header_, header_used_, header_size_, {}, 0, kFlushMarker);
    const auto format = static_cast<std::uint32_t>(options_.compression);
    set<std::uint32_t>(header_, 0x2C, format);
    set(std::span(header_), 0x36, kTypeHeader);
    output_.write(0, header_);
    end_ = header_size_;
}

void BufferWriter::replace_header(std::span<const std::uint8_t> record) {
    std::copy(record.begin(), record.end(), header_.begin() + kHeaderSize);
    output_.write(0, header_);
}

void BufferWriter::add(std::uint32_t cpu, std::int64_t ticks,
                       std::span<const std::uint8_t> record) {
    Buffer& buffer = cpus_.at(cpu);
    const std::size_t size = aligned(record.size());
    if (kHeaderSize + size > options_.buffer_size) {
        throw std::length_error("an event is larger than a buffer");
    }
    if (buffer.used + size > options_.buffer_size) flush(cpu, false);
    if (buffer.bytes.empty()) buffer.bytes.assign(options_.buffer_size, 0xFF);
    if (buffer.used == 0) {
        buffer.used = kHeaderSize;
        used_in_memory_ += kHeaderSize;
    }
    std::memcpy(buffer.bytes.data() + buffer.used, record.data(), record.size());
    std::memset(buffer.bytes.data() + buffer.used + record.size(), 0, size - record.size());
    buffer.used += size;
    used_in_memory_ += size;
    buffer.last_ticks = ticks;
}

void BufferWriter::mark_lost(std::uint32_t cpu, std::uint16_t flags) {
    cpus_.at(cpu).flags = static_cast<std::uint16_t>(cpus_.at(cpu).flags | flags);
}

void BufferWriter::flush(std::uint32_t cpu, bool marker) {
    Buffer& buffer = cpus_[cpu];
    if (buffer.used == 0) return;
    auto flags = static_cast<std::uint16_t>(buffer.flags | (marker ? kFlushMarker : 0));
    ++buffer.sequence;
    std::span<std::uint8_t> whole(buffer.bytes);
    if (options_.compression != Compression::kNone) {
        const auto body =
            compress(whole.subspan(kHeaderSize, buffer.used - kHeaderSize), options_.compression);
        std::vector<std::uint8_t> stored(kHeaderSize + body.size());
        std::copy(body.begin(), body.end(), stored.begin() + kHeaderSize);
        fill_header(stored, buffer.used, stored.size(), buffer, cpu,
                    static_cast<std::uint16_t>(flags | kCompressed));
        output_.write(end_, stored);
        end_ += stored.size();
    } else {
        std::memset(whole.data() + buffer.used, 0xFF, whole.size() - buffer.used);
        fill_header(whole, buffer.used, whole.size(), buffer, cpu, flags);
        std::uint64_t at = end_;
        if (options_.ring_buffers > 0 && flushed_ >= options_.ring_buffers) {
            at = header_size_ + flushed_ % options_.ring_buffers * whole.size();
        } else {
            end_ += whole.size();
        }
        output_.write(at, whole);
    }
    ++flushed_;
    used_in_memory_ -= buffer.used;
    buffer.used = 0;
    buffer.flags = 0;
}

void BufferWriter::flush_all() {
    for (std::uint32_t cpu = 0; cpu < cpus_.size(); ++cpu) flush(cpu, true);
}

std::uint64_t BufferWriter::buffers_in_file() const {
    const std::uint64_t data =
        options_.ring_buffers > 0 ? std::min(flushed_, options_.ring_buffers) : flushed_;
    return data + 1;
}

std::uint64_t BufferWriter::size_bytes() const {
    return end_ + used_in_memory_;
}

}  // namespace benchlab::story
