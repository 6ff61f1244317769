#include "perf/record/ring.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <utility>

namespace benchlab::perf {

Ring::Ring(Ring&& other) noexcept
    : base_(std::exchange(other.base_, nullptr)),
      data_size_(other.data_size_),
      mapped_size_(other.mapped_size_) {}

Ring& Ring::operator=(Ring&& other) noexcept {
    std::swap(base_, other.base_);
    std::swap(data_size_, other.data_size_);
    std::swap(mapped_size_, other.mapped_size_);
    return *this;
}

Ring::~Ring() {
    if (base_ != nullptr) ::munmap(base_, mapped_size_);
}

int Ring::map(int event, std::uint64_t data_size) {
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    void* mapped = ::mmap(nullptr, data_size + page, PROT_READ | PROT_WRITE, MAP_SHARED, event, 0);
    if (mapped == MAP_FAILED) return errno;
    base_ = static_cast<std::uint8_t*>(mapped);
    data_size_ = data_size;
    mapped_size_ = data_size + page;
    return 0;
}

std::size_t Ring::take(Blob& into) {
    if (base_ == nullptr) return 0;
    auto* control = reinterpret_cast<perf_event_mmap_page*>(base_);
    const std::uint8_t* data = base_ + (mapped_size_ - data_size_);
    // The kernel writes records, then the head; we read them, then move the tail.
    const std::uint64_t head =
        std::atomic_ref<__u64>(control->data_head).load(std::memory_order_acquire);
    const std::uint64_t tail = control->data_tail;
    const std::uint64_t count = head - tail;
    const std::uint64_t begin = tail & (data_size_ - 1);
    const std::uint64_t until_end = std::min(count, data_size_ - begin);
    into.put_bytes(data + begin, until_end);
    into.put_bytes(data, count - until_end);
    std::atomic_ref<__u64>(control->data_tail).store(head, std::memory_order_release);
    return count;
}

std::uint64_t ring_size(std::uint64_t wanted) {
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return std::bit_floor(std::max(wanted, page) / page) * page;
}

}  // namespace benchlab::perf
