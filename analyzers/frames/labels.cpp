#include "frames/labels.hpp"

namespace benchlab::analyzers::frames {

Labels::Labels(const Store& store)
    : store_(store),
      names_(store),
      log_(store.table("frame").row("frame_log")),
      application_(store.find_table("frame_log").string("application", kOptional)) {}

std::string Labels::key(const Loop& loop) const {
    if (loop.of.process != BL_NO_ROW) return names_.process_key(loop.of.process);
    const Row log = log_.value_or(loop.of.rows.back(), BL_NO_ROW);
    if (log == BL_NO_ROW || !application_.has(log)) return "unknown";
    return std::string(store_.text(application_[log]));
}

std::optional<std::uint32_t> Labels::pid(const Loop& loop) const {
    return names_.pid(loop.of.process);
}

std::optional<std::string> Labels::thread(const Loop& loop) const {
    if (loop.of.thread == BL_NO_ROW) return std::nullopt;
    return names_.thread(loop.of.thread);
}

void Labels::add_keys(TableBuilder& table) {
    table.text("process", "Process", BL_NAME_PROCESS, BL_OUT_KEY, "Whose frames they are");
    table.u64("loop", "Loop",
              "Which of the process's loops that draw frames; of the focus first, then that with "
              "most frames",
              BL_UNIT_NONE, BL_OUT_KEY);
}

}  // namespace benchlab::analyzers::frames
