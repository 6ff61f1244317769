#include "etl/headers_ahead.hpp"

#include <algorithm>

namespace benchlab::etl {
namespace {

constexpr std::uint64_t kWorthAhead = 256;  // buffers; fewer are read in no time
constexpr std::uint64_t kHeadersPerTask = 512;
constexpr std::uint32_t kSmallestBuffer = 4096;  // that Windows makes

std::uint32_t stored_size(const BufferHeader& header) {
    return load<std::uint32_t>(header.data());
}

bool is_compressed(const BufferHeader& header) {
    return (load<std::uint16_t>(header.data() + 0x34) & kBufferCompressed) != 0;
}

}  // namespace

HeadersAhead::HeadersAhead(const InputFile& file, const Host& host) : file_(file) {
    BufferHeader first, second;
    if (!read(0, first) || !read(stored_size(first), second) || is_compressed(second)) return;
    first_ = stored_size(first);
    step_ = stored_size(second);
    if (step_ < kSmallestBuffer || first_ >= file.size()) return;
    const std::uint64_t count = (file.size() - first_) / step_;
    if (count < kWorthAhead) return;
    ahead_.resize(static_cast<std::size_t>(count));
    host.parallel((count + kHeadersPerTask - 1) / kHeadersPerTask, [&](std::uint64_t task) {
        const std::uint64_t last = std::min(count, (task + 1) * kHeadersPerTask);
        for (std::uint64_t i = task * kHeadersPerTask; i < last; ++i) {
            Read& into = ahead_[static_cast<std::size_t>(i)];
            try {
                const Bytes bytes = file.read(first_ + i * step_, into.header);
                into.is_there = bytes.size() == into.header.size();
            } catch (const Error&) {
                return;  // the walk will meet it, and can say what it is
            }
        }
    });
}

bool HeadersAhead::read(std::uint64_t offset, BufferHeader& header) const {
    if (!ahead_.empty() && offset >= first_ && (offset - first_) % step_ == 0) {
        const auto i = static_cast<std::size_t>((offset - first_) / step_);
        if (i < ahead_.size() && ahead_[i].is_there) {
            header = ahead_[i].header;
            return true;
        }
    }
    return file_.read(offset, header).size() == header.size();
}

}  // namespace benchlab::etl
