/* tables.h - the enumerations of the event store's columns (docs/store.md).
 * Made from host/store/schema_tables.cpp: do not edit. */
#ifndef BENCHLAB_TABLES_H
#define BENCHLAB_TABLES_H

/* kind */
enum {
    BL_LIFE_BEGIN = 1,
    BL_LIFE_END = 2,
    BL_LIFE_THERE = 3
};

/* process.flags, bits */
enum {
    BL_PROCESS_FLAG_32_BIT = 1
};

/* seen, bits */
enum {
    BL_SEEN_BEGIN = 1,
    BL_SEEN_END = 2
};

/* old_state */
enum {
    BL_STATE_UNKNOWN = 0,
    BL_STATE_RUNNING = 1,
    BL_STATE_RUNNABLE = 2,
    BL_STATE_WAITING = 3,
    BL_STATE_ENDED = 4
};

/* cswitch.old_mode */
enum {
    BL_CSWITCH_OLD_MODE_KERNEL = 1,
    BL_CSWITCH_OLD_MODE_USER = 2
};

/* ready.source */
enum {
    BL_READY_SOURCE_THREAD = 1,
    BL_READY_SOURCE_DPC = 2,
    BL_READY_SOURCE_INTERRUPT = 3
};

/* ready.kind */
enum {
    BL_READY_KIND_ASKED = 1,
    BL_READY_KIND_QUEUED = 2,
    BL_READY_KIND_NEW = 3,
    BL_READY_KIND_SWAPPED = 4
};

/* sample.flags, bits */
enum {
    BL_SAMPLE_FLAG_KERNEL = 1,
    BL_SAMPLE_FLAG_DPC = 2,
    BL_SAMPLE_FLAG_INTERRUPT = 4
};

/* dpc_isr.kind */
enum {
    BL_DPC_ISR_KIND_INTERRUPT = 1,
    BL_DPC_ISR_KIND_DPC = 2,
    BL_DPC_ISR_KIND_TIMER_DPC = 3,
    BL_DPC_ISR_KIND_THREADED_DPC = 4,
    BL_DPC_ISR_KIND_SOFTIRQ = 5,
    BL_DPC_ISR_KIND_TICK = 6
};

/* disk_io.kind */
enum {
    BL_DISK_IO_KIND_READ = 1,
    BL_DISK_IO_KIND_WRITE = 2,
    BL_DISK_IO_KIND_FLUSH = 3,
    BL_DISK_IO_KIND_DISCARD = 4
};

/* disk_io.flags, bits */
enum {
    BL_DISK_IO_FLAG_SYNCHRONOUS = 1,
    BL_DISK_IO_FLAG_READ_AHEAD = 2,
    BL_DISK_IO_FLAG_METADATA = 4
};

/* call.kind */
enum {
    BL_CALL_KIND_SYSTEM = 1,
    BL_CALL_KIND_KERNEL_LOCK = 2,
    BL_CALL_KIND_GPU_FENCE = 3,
    BL_CALL_KIND_WORK_ITEM = 4,
    BL_CALL_KIND_COMPILER = 5
};

/* present.outcome */
enum {
    BL_PRESENT_OUTCOME_SHOWN = 1,
    BL_PRESENT_OUTCOME_DISCARDED = 2,
    BL_PRESENT_OUTCOME_FAILED = 3,
    BL_PRESENT_OUTCOME_LOST = 4
};

/* gpu_queue.engine */
enum {
    BL_GPU_QUEUE_ENGINE_3D = 1,
    BL_GPU_QUEUE_ENGINE_COMPUTE = 2,
    BL_GPU_QUEUE_ENGINE_COPY = 3,
    BL_GPU_QUEUE_ENGINE_DECODE = 4,
    BL_GPU_QUEUE_ENGINE_ENCODE = 5,
    BL_GPU_QUEUE_ENGINE_VIDEO_PROCESSING = 6,
    BL_GPU_QUEUE_ENGINE_OTHER = 7
};

/* gpu_queue.flags, bits */
enum {
    BL_GPU_QUEUE_FLAG_HARDWARE = 1
};

/* gpu_packet.kind */
enum {
    BL_GPU_PACKET_KIND_WORK = 1,
    BL_GPU_PACKET_KIND_PRESENT = 2,
    BL_GPU_PACKET_KIND_WAIT = 3,
    BL_GPU_PACKET_KIND_SIGNAL = 4,
    BL_GPU_PACKET_KIND_PAGING = 5
};

/* gpu_packet.flags, bits */
enum {
    BL_GPU_PACKET_FLAG_BEGIN_ESTIMATED = 1,
    BL_GPU_PACKET_FLAG_PREEMPTED = 2,
    BL_GPU_PACKET_FLAG_NO_END = 4
};

/* input.device */
enum {
    BL_INPUT_DEVICE_MOUSE = 1,
    BL_INPUT_DEVICE_KEYBOARD = 2,
    BL_INPUT_DEVICE_OTHER = 3
};

/* input.kind */
enum {
    BL_INPUT_KIND_READ = 1,
    BL_INPUT_KIND_TAKEN = 2,
    BL_INPUT_KIND_CLICK = 3
};

/* phase.kind */
enum {
    BL_PHASE_KIND_WORK = 1,
    BL_PHASE_KIND_STATE = 2
};

/* lost.kind */
enum {
    BL_LOST_KIND_EVENTS = 1,
    BL_LOST_KIND_BUFFERS = 2,
    BL_LOST_KIND_THROTTLED = 3
};

#endif
