// chunk_decoder.hpp: what chunk.cpp (the kernel's events) and chunk_user.cpp (those of classes and
// providers) share.
#pragma once

#include "etl/chunk.hpp"
#include "etl/scheduling.hpp"

namespace benchlab::etl {

class ChunkDecoder {
  public:
    ChunkDecoder(const ChunkInput& input, Chunk& chunk, StackScratch& scratch);

    void decode();

  private:
    // One row of a table; false when the table is not wanted.
    bool begin_row(Table table, RowWriter*& row) {
        row = &chunk_.rows(table);
        if (!row->enabled()) return false;
        row->next();
        return true;
    }
    std::int64_t from_raw(std::uint64_t raw) const {
        return clock_.from_raw(static_cast<std::int64_t>(raw));
    }
    // A merger's own records have no time.
    std::int64_t time_or_zero(const Event& event) const {
        return event.time == 0 ? clock_.zero : time_;
    }
    std::uint32_t intern(WideText text);
    std::uint32_t intern(std::string_view text) { return chunk_.lane.intern(text); }

    void on_buffer(const Buffer& buffer, Bytes body, BufferTimes& times);
    void on_event(const Event& event);
    // Number is group << 8 | type, also for what came as a class.
    void on_kernel(const Event& event, std::uint16_t number);
    // The same for the rare ones.
    void on_kernel_state(const Event& event, std::uint16_t number);
    // The same for those that tell of the processors.
    void on_machine(const Event& event, std::uint16_t number);
    void on_class(const Event& event);
    void on_provider(const Event& event);
    void on_pipeline(const Event& event);
    void too_short(const char* what);

    void on_switch(const Event& event);
    void on_ready(const Event& event);
    void on_sample(const Event& event, bool is_counter);
    void on_dpc(const Event& event, std::uint8_t kind);
    void on_isr(const Event& event);
    void on_interval(const Event& event);
    void on_stack(const Event& event);
    void on_stack_use(const Event& event, bool is_user);
    void on_stack_definition(const Event& event);
    void on_process(const Event& event, std::uint8_t statement);
    void on_thread(const Event& event, std::uint8_t statement);
    void on_thread_name(const Event& event);
    void on_image(const Event& event, std::uint8_t statement);
    void on_file_name(const Event& event, std::uint8_t statement);
    void on_disk_init(const Event& event);
    void on_disk_done(const Event& event, std::uint8_t kind);
    void on_hard_fault(const Event& event);
    void on_mark(const Event& event);
    void on_image_id(const Event& event);
    void on_merger_config(const Event& event);
    void on_event_metadata(const Event& event);
    void bad_description();

    // The stacks that are whole now are put into the rows; those left go to chunk_.
    void join_stacks();

    const ChunkInput& input_;
    Chunk& chunk_;
    StackScratch& scratch_;
    const Clock clock_;
    const bool wants_stacks_;
    std::uint32_t buffer_ = 0;  // the number of the one at hand
    std::uint64_t buffer_offset_ = 0;
    std::int64_t time_ = 0;  // of the event at hand
    std::uint16_t cpu_ = 0;
    std::array<std::uint32_t, kWaitReasons> reasons_{};  // ids, as far as they were needed
    std::string text_;
};

// Whether an address is the kernel's.
inline bool is_kernel_address(std::uint64_t address, unsigned pointer_size) {
    return pointer_size == 4 ? address >= 0x80000000u : (address >> 63) != 0;
}

// The rows of a chunk that may have a stack of their own time.
std::vector<StackTarget> stack_targets(const Chunk& chunk);

}  // namespace benchlab::etl
