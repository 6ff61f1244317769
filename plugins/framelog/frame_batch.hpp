// Rows of frame_log on their way into the store: columns of some thousand values.
#pragma once

#include <benchlab/benchlab.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "columns.hpp"

namespace benchlab::framelog {

// A row of frame_log.  Times in ticks of the recording's clock, durations in ns.
struct Frame {
    enum Known : std::uint32_t {
        kSwapChain = 1,
        kSyncInterval = 2,
        kFlags = 4,
        kTearing = 8,
        kShown = 16,
        kAppFrame = 32
    };
    std::int64_t time = BL_NO_TIME, cpu_start = BL_NO_TIME;
    std::uint32_t pid = BL_NO_ROW;
    std::uint32_t known = 0;  // which of the integers below are there
    std::uint64_t swap_chain = 0, app_frame = 0;
    std::int32_t sync_interval = 0;
    std::uint32_t flags = 0;
    std::uint8_t tearing = 0, shown = 0;
    std::array<std::uint32_t, kTextCount> text{};  // string ids
    std::array<double, kDurationCount> duration{};
};

class FrameBatch {
  public:
    static constexpr std::size_t kRows = 4096;

    FrameBatch();
    // The columns to hand over besides time, process and swap chain; call it between batches.
    void choose(bool (&texts)[kTextCount], std::uint32_t known, bool has_cpu_start,
                const std::array<bool, kDurationCount>& durations);
    void add(const Frame& frame);
    bool full() const { return size_ == kRows; }
    bool empty() const { return size_ == 0; }
    // Appends the rows and is empty again; the status of append().
    bl_status flush(bl_builder* lane, const bl_builder_api& api);

  private:
    using Bits = std::array<std::uint64_t, kRows / 64>;
    void set_column(const char* name, std::uint32_t type, const void* data, const Bits* present);

    std::size_t size_ = 0;
    std::vector<std::int64_t> time_, cpu_start_;
    std::vector<std::uint32_t> process_, flags_;
    std::vector<std::uint64_t> swap_chain_, app_frame_;
    std::vector<std::int32_t> sync_interval_;
    std::vector<std::uint8_t> tearing_, shown_;
    std::array<std::vector<std::uint32_t>, kTextCount> text_;
    std::array<std::vector<double>, kDurationCount> duration_;
    std::array<Bits, 6> present_{};
    std::vector<bl_column> columns_;
};

}  // namespace benchlab::framelog
