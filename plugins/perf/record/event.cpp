#include "perf/record/event.hpp"

#include <ctime>

namespace benchlab::perf {

perf_event_attr usual_attr(std::uint32_t type, std::uint64_t config) {
    perf_event_attr attr{};
    attr.size = kAttrSize;
    attr.type = type;
    attr.config = config;
    attr.sample_period = 1;
    attr.sample_type = kUsualSample;
    // perf asks for one read format in all events of a file.
    attr.read_format = PERF_FORMAT_ID;
    attr.disabled = 1;
    attr.sample_id_all = 1;
    attr.use_clockid = 1;
    attr.clockid = CLOCK_MONOTONIC;
    attr.watermark = 1;
    return attr;
}

perf_event_attr side_band_attr(const Rights& rights) {
    perf_event_attr attr = usual_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
    attr.mmap = 1;
    attr.mmap2 = 1;
    attr.comm = 1;
    attr.comm_exec = 1;
    attr.task = 1;
    attr.build_id = rights.build_ids ? 1 : 0;
    attr.ksymbol = rights.kernel_symbols ? 1 : 0;
    return attr;
}

void add_stack(perf_event_attr& attr, std::uint32_t depth) {
    attr.sample_type |= PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN;
    attr.sample_max_stack = static_cast<std::uint16_t>(depth);
}

void add_user_stack(perf_event_attr& attr, std::uint32_t bytes) {
#if defined(__x86_64__)
    // BP, SP and IP, by their numbers in asm/perf_regs.h.
    constexpr std::uint64_t kRegisters = (1u << 6) | (1u << 7) | (1u << 8);
#elif defined(__aarch64__)
    // FP, LR, SP and PC.
    constexpr std::uint64_t kRegisters = (1ull << 29) | (1ull << 30) | (1ull << 31) | (1ull << 32);
#else
    constexpr std::uint64_t kRegisters = 0;
#endif
    if (kRegisters == 0 || bytes == 0) return;
    attr.sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
    attr.sample_regs_user = kRegisters;
    attr.sample_stack_user = bytes;
}

}  // namespace benchlab::perf
