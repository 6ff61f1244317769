#include "common/kinds.hpp"

#include "benchlab/tables.h"

namespace benchlab::analyzers {

const char* interrupt_kind_name(std::uint8_t kind) {
    switch (kind) {
        case BL_DPC_ISR_KIND_INTERRUPT:
            return "interrupt";
        case BL_DPC_ISR_KIND_DPC:
            return "DPC";
        case BL_DPC_ISR_KIND_TIMER_DPC:
            return "timer DPC";
        case BL_DPC_ISR_KIND_THREADED_DPC:
            return "threaded DPC";
        case BL_DPC_ISR_KIND_SOFTIRQ:
            return "softirq";
        case BL_DPC_ISR_KIND_TICK:
            return "tick";
        default:
            return "other";
    }
}

const char* disk_kind_name(std::uint8_t kind) {
    switch (kind) {
        case BL_DISK_IO_KIND_READ:
            return "read";
        case BL_DISK_IO_KIND_WRITE:
            return "write";
        case BL_DISK_IO_KIND_FLUSH:
            return "flush";
        case BL_DISK_IO_KIND_DISCARD:
            return "discard";
        default:
            return "other";
    }
}

const char* engine_name(std::uint8_t engine) {
    switch (engine) {
        case BL_GPU_QUEUE_ENGINE_3D:
            return "3D";
        case BL_GPU_QUEUE_ENGINE_COMPUTE:
            return "compute";
        case BL_GPU_QUEUE_ENGINE_COPY:
            return "copy";
        case BL_GPU_QUEUE_ENGINE_DECODE:
            return "decode";
        case BL_GPU_QUEUE_ENGINE_ENCODE:
            return "encode";
        case BL_GPU_QUEUE_ENGINE_VIDEO_PROCESSING:
            return "video processing";
        default:
            return engine == 0 ? "not known" : "other";
    }
}

}  // namespace benchlab::analyzers
