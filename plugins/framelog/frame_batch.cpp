#include "frame_batch.hpp"

namespace benchlab::framelog {

FrameBatch::FrameBatch() {
    time_.resize(kRows);
    cpu_start_.resize(kRows);
    process_.resize(kRows);
    flags_.resize(kRows);
    swap_chain_.resize(kRows);
    app_frame_.resize(kRows);
    sync_interval_.resize(kRows);
    tearing_.resize(kRows);
    shown_.resize(kRows);
    for (auto& column : text_) column.resize(kRows);
    for (auto& column : duration_) column.resize(kRows);
}

void FrameBatch::set_column(const char* name, std::uint32_t type, const void* data,
                            const Bits* present) {
    bl_column made{};
    made.struct_size = sizeof made;
    made.type = type;
    made.name = name;
    made.data = data;
    made.present = present == nullptr ? nullptr : present->data();
    columns_.push_back(made);
}

void FrameBatch::choose(bool (&texts)[kTextCount], std::uint32_t known, bool has_cpu_start,
                        const std::array<bool, kDurationCount>& durations) {
    static constexpr const char* kTextNames[kTextCount] = {"application", "runtime", "mode",
                                                           "type"};
    columns_.clear();
    set_column("time", BL_COL_TIME, time_.data(), nullptr);
    set_column("process", BL_COL_KEY32, process_.data(), nullptr);
    set_column("swap_chain", BL_COL_U64, swap_chain_.data(), &present_[0]);
    for (std::size_t i = 0; i < kTextCount; ++i) {
        if (texts[i]) set_column(kTextNames[i], BL_COL_STRING, text_[i].data(), nullptr);
    }
    if (known & Frame::kSyncInterval) {
        set_column("sync_interval", BL_COL_I32, sync_interval_.data(), &present_[1]);
    }
    if (known & Frame::kFlags) set_column("flags", BL_COL_U32, flags_.data(), &present_[2]);
    if (known & Frame::kTearing) set_column("tearing", BL_COL_U8, tearing_.data(), &present_[3]);
    if (known & Frame::kShown) set_column("shown", BL_COL_U8, shown_.data(), &present_[4]);
    if (known & Frame::kAppFrame) {
        set_column("app_frame", BL_COL_U64, app_frame_.data(), &present_[5]);
    }
    if (has_cpu_start) set_column("cpu_start", BL_COL_TIME, cpu_start_.data(), nullptr);
    for (std::size_t i = 0; i < kDurationCount; ++i) {
        if (durations[i]) {
            set_column(kDurationNames[i], BL_COL_F64, duration_[i].data(), nullptr);
        }
    }
}

void FrameBatch::add(const Frame& frame) {
    const std::size_t at = size_++;
    time_[at] = frame.time;
    cpu_start_[at] = frame.cpu_start;
    process_[at] = frame.pid;
    swap_chain_[at] = frame.swap_chain;
    app_frame_[at] = frame.app_frame;
    sync_interval_[at] = frame.sync_interval;
    flags_[at] = frame.flags;
    tearing_[at] = frame.tearing;
    shown_[at] = frame.shown;
    for (std::size_t i = 0; i < kTextCount; ++i) text_[i][at] = frame.text[i];
    for (std::size_t i = 0; i < kDurationCount; ++i) duration_[i][at] = frame.duration[i];
    for (std::size_t i = 0; i < present_.size(); ++i) {
        const std::uint64_t bit = 1ull << (at % 64);
        std::uint64_t& word = present_[i][at / 64];
        word = (frame.known >> i & 1) != 0 ? word | bit : word & ~bit;
    }
}

bl_status FrameBatch::flush(bl_builder* lane, const bl_builder_api& api) {
    if (size_ == 0) return BL_OK;
    std::vector<const bl_column*> pointers;
    for (bl_column& column : columns_) {
        column.row_count = size_;
        pointers.push_back(&column);
    }
    bl_table table{};
    table.struct_size = sizeof table;
    table.column_count = static_cast<std::uint32_t>(pointers.size());
    table.name = "frame_log";
    table.columns = pointers.data();
    table.row_count = size_;
    size_ = 0;
    return api.append(lane, &table);
}

}  // namespace benchlab::framelog
