#include "etl/buffers.hpp"

#include <algorithm>
#include <map>

#include "etl/headers_ahead.hpp"

namespace benchlab::etl {
namespace {

constexpr std::uint32_t kUnwritten = 0xFFFFFFFF;

Buffer decode_header(const BufferHeader& header, std::uint64_t offset) {
    const std::uint8_t* const at = header.data();
    Buffer result;
    result.offset = offset;
    result.stored = load<std::uint32_t>(at);
    result.sequence = load<std::int64_t>(at + 0x18);
    result.used = load<std::uint32_t>(at + 0x30);
    result.flags = load<std::uint16_t>(at + 0x34);
    result.type = load<std::uint16_t>(at + 0x36);
    const auto processor = load<std::uint16_t>(at + 0x28);
    // Before Windows 8 the upper byte is an alignment.
    result.cpu =
        (result.flags & kBufferProcessorIndex) != 0 ? processor & 0x07FF : processor & 0xFF;
    return result;
}

bool is_plausible(const Buffer& buffer) {
    return buffer.stored >= kBufferHeaderSize && buffer.stored <= kLargestBuffer &&
           buffer.used >= kBufferHeaderSize && buffer.used <= kLargestBuffer;
}

// Only in a compressed buffer may the events take more room than the file has.
void trim(Buffer& buffer, BufferIndex& index) {
    if (buffer.used >= kBufferHeaderSize && buffer.used <= kLargestBuffer &&
        (buffer.is_compressed() || buffer.used <= buffer.stored))
        return;
    index.damages.push_back({"etl.buffer-offset",
                             "a buffer says that it holds more or fewer bytes than it can",
                             buffer.offset});
    buffer.used = buffer.used < kBufferHeaderSize ? static_cast<std::uint32_t>(kBufferHeaderSize)
                                                  : std::min(buffer.stored, buffer.used);
}

// Where the walk goes on behind a header that cannot be: all buffers of a plain file have the size
// of the first data buffer.  The end of the file when there is no header there either.
std::uint64_t resume_at(const InputFile& file, const HeadersAhead& headers,
                        const BufferIndex& index, std::uint64_t offset) {
    if (index.buffers.empty() || index.buffers.back().is_compressed()) return file.size();
    const std::uint64_t step = index.buffers.back().stored;
    BufferHeader header;
    for (std::uint64_t next = offset + step; headers.read(next, header); next += step) {
        const Buffer candidate = decode_header(header, next);
        if (candidate.stored == step && is_plausible(candidate)) return next;
    }
    return file.size();
}

}  // namespace

BufferIndex index_buffers(const InputFile& file) {
    return index_buffers(file, HeadersAhead(file));
}

BufferIndex index_buffers(const InputFile& file, const HeadersAhead& headers) {
    BufferIndex index;
    std::uint64_t offset = 0;
    BufferHeader header;
    while (offset < file.size()) {
        if (!headers.read(offset, header)) {
            index.damages.push_back({"etl.truncated", "the file ends inside a buffer", offset});
            break;
        }
        Buffer buffer = decode_header(header, offset);
        // Room that was set aside for buffers that were never written.
        if (buffer.stored == 0 || buffer.stored == kUnwritten) break;
        if (buffer.stored < kBufferHeaderSize || buffer.stored > kLargestBuffer) {
            index.damages.push_back({"etl.buffer-size", "a buffer has an impossible size", offset});
            offset = resume_at(file, headers, index, offset);
            continue;
        }
        const std::uint64_t next = offset + buffer.stored;
        if (next > file.size()) {
            index.damages.push_back({"etl.truncated", "the file ends inside a buffer", offset});
            buffer.stored = static_cast<std::uint32_t>(file.size() - offset);
            if (!buffer.is_compressed()) buffer.used = std::min(buffer.used, buffer.stored);
        }
        if (index.buffers.empty()) {
            // In a plain file this is the state of a buffer that was flushed, 3 as it happens.
            const auto state = load<std::uint16_t>(header.data() + 0x2C);
            index.compression = static_cast<Compression>(state);
        }
        trim(buffer, index);
        index.buffers.push_back(buffer);
        offset = next;
    }
    return index;
}

void order_by_sequence(std::vector<Buffer>& buffers) {
    std::map<std::uint16_t, std::vector<std::size_t>> places;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (buffers[i].type != kHeaderBuffer) places[buffers[i].cpu].push_back(i);
    }
    std::vector<Buffer> sorted;
    for (const auto& [cpu, where] : places) {
        sorted.clear();
        for (const std::size_t i : where) sorted.push_back(buffers[i]);
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](const Buffer& a, const Buffer& b) { return a.sequence < b.sequence; });
        for (std::size_t i = 0; i < where.size(); ++i) buffers[where[i]] = sorted[i];
    }
}

std::optional<std::uint32_t> missing_between(const Buffer& before, const Buffer& after) {
    constexpr std::uint64_t kMostMissing = 1 << 20;
    const std::uint64_t step =
        static_cast<std::uint64_t>(after.sequence) - static_cast<std::uint64_t>(before.sequence);
    if (step > kMostMissing) return std::nullopt;
    return step == 0 ? 0 : static_cast<std::uint32_t>(step - 1);
}

Bytes BufferReader::body(const Buffer& buffer) {
    damage_.reset();
    stored_.resize(std::max<std::size_t>(stored_.size(), buffer.stored));
    const std::span<std::uint8_t> room = std::span(stored_).first(buffer.stored);
    const Bytes read = file_.read(buffer.offset, room);
    if (read.size() < room.size()) {
        damage_ = {"etl.truncated", "the file became shorter while it was read", buffer.offset};
    }
    const Bytes stored = read.subspan(std::min(read.size(), kBufferHeaderSize));
    const std::size_t size = buffer.used - kBufferHeaderSize;
    if (!buffer.is_compressed()) return stored.first(std::min(size, stored.size()));
    // A damaged size must not make us fill memory that the stream cannot fill: the longest match
    // is bounded by the buffer, not by its stored bytes, so the bound is the largest buffer.
    unpacked_.resize(std::max(unpacked_.size(), size));
    const std::size_t good = decompress(compression_, stored, {unpacked_.data(), size});
    if (good != size && !damage_) {
        damage_ = {"etl.compressed-stream", "a compressed buffer is damaged; what precedes is kept",
                   buffer.offset};
    }
    return {unpacked_.data(), good};
}

}  // namespace benchlab::etl
