#include "perf/record/event_set.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <benchlab/host.hpp>
#include <cerrno>

namespace benchlab::perf {
namespace {

constexpr std::uint64_t kLeastRing = 32u << 10;

std::uint64_t id_of(int event) {
    std::uint64_t id = 0;
    ::ioctl(event, PERF_EVENT_IOC_ID, &id);
    return id;
}

}  // namespace

std::uint64_t EventSet::descriptors_of(const Event& event) const {
    return cpus_.size() * (event.of_targets ? tids_.size() : 1);
}

int EventSet::open_on(Event& event, std::size_t cpu, std::vector<Opened>& opened) const {
    perf_event_attr attr = event.attr;
    attr.inherit = event.of_targets ? 1 : 0;
    static const std::vector<std::uint32_t> kAll = {static_cast<std::uint32_t>(-1)};
    int failure = 0;
    for (const std::uint32_t tid : event.of_targets ? tids_ : kAll) {
        const int number =
            open_event(attr, static_cast<std::int32_t>(tid), static_cast<std::int32_t>(cpus_[cpu]));
        if (number >= 0) {
            opened.push_back({FileDescriptor(number), cpu});
        } else if (failure == 0 || failure == ESRCH) {
            failure = -number;  // ESRCH: that thread has ended meanwhile
        }
    }
    return failure;
}

std::uint64_t EventSet::open_rings(Event& side_band, std::uint64_t wanted) {
    const std::uint64_t size = ring_size(std::max(wanted, kLeastRing));
    side_band.attr.wakeup_watermark = static_cast<std::uint32_t>(size / 2);
    std::vector<Opened> opened;
    int failure = 0;
    for (std::size_t cpu = 0; cpu < cpus_.size(); ++cpu) {
        const int failed = open_on(side_band, cpu, opened);
        failure = failure != 0 ? failure : failed;
    }
    if (opened.empty()) {
        throw Error(BL_E_UNSUPPORTED, failure == ESRCH
                                          ? std::string("what was to be recorded has ended already")
                                          : "cannot record: " + reason_text(failure));
    }
    constexpr auto kNone = static_cast<std::size_t>(-1);
    std::size_t last = kNone;
    std::vector<std::size_t> leader_of;
    for (Opened& one : opened) {
        if (one.cpu != last) leaders_.push_back(one.file.number());
        last = one.cpu;
        side_band.ids.push_back(id_of(one.file.number()));
        leader_of.push_back(leaders_.size() - 1);
        descriptors_.push_back(std::move(one.file));
    }
    // A processor that was switched off meanwhile has no leader and is left out.
    std::vector<std::uint32_t> used;
    for (const Opened& one : opened) {
        if (used.empty() || used.back() != cpus_[one.cpu]) used.push_back(cpus_[one.cpu]);
    }
    cpus_ = std::move(used);
    map_rings(size);
    for (std::size_t i = 0; i < leader_of.size(); ++i) {
        const int leader = leaders_[leader_of[i]];
        if (descriptors_[i].number() != leader)
            ::ioctl(descriptors_[i].number(), PERF_EVENT_IOC_SET_OUTPUT, leader);
    }
    return rings_size_;
}

void EventSet::map_rings(std::uint64_t size) {
    for (std::uint64_t now = size; now >= kLeastRing; now /= 2) {
        rings_.clear();
        rings_.resize(leaders_.size());
        int failure = 0;
        for (std::size_t i = 0; i < leaders_.size() && failure == 0; ++i)
            failure = rings_[i].map(leaders_[i], now);
        rings_size_ = now;
        if (failure == 0) return;
        if (failure != EPERM && failure != ENOMEM)
            throw Error(BL_E_UNSUPPORTED, "cannot map a trace buffer: " + reason_text(failure));
    }
    throw Error(BL_E_MEMORY,
                "no memory may be locked for trace buffers; sudo sysctl "
                "kernel.perf_event_mlock_kb=8192 allows it");
}

int EventSet::open(Event& event, const std::string& filter) {
    std::vector<Opened> opened;
    int failure = 0;
    for (std::size_t cpu = 0; cpu < cpus_.size(); ++cpu) {
        const int failed = open_on(event, cpu, opened);
        failure = failure != 0 ? failure : failed;
    }
    for (Opened& one : opened) {
        const int number = one.file.number();
        if (::ioctl(number, PERF_EVENT_IOC_SET_OUTPUT, leaders_[one.cpu]) != 0) continue;
        if (!filter.empty()) ::ioctl(number, PERF_EVENT_IOC_SET_FILTER, filter.c_str());
        event.ids.push_back(id_of(number));
        descriptors_.push_back(std::move(one.file));
    }
    if (!event.ids.empty()) return 0;
    return failure != 0 ? failure : ESRCH;  // no thread is left of those that it is for
}

void EventSet::enable() {
    for (; enabled_ < descriptors_.size(); ++enabled_)
        ::ioctl(descriptors_[enabled_].number(), PERF_EVENT_IOC_ENABLE, 0);
}

void EventSet::disable() {
    for (const FileDescriptor& file : descriptors_)
        ::ioctl(file.number(), PERF_EVENT_IOC_DISABLE, 0);
}

}  // namespace benchlab::perf
