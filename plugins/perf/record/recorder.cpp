#include "perf/record/recorder.hpp"

#include <benchlab/host.hpp>
#include <memory>

#include "perf/record/check.hpp"
#include "perf/record/recording.hpp"
#include "perf/record/rights.hpp"

namespace benchlab::perf {
namespace {

bl_status BL_CALL check(const bl_host* host, void* context,
                        void(BL_CALL* item)(void* context, const bl_check_item*)) noexcept {
    return benchlab::detail::guarded(host, [&] {
        for (const CheckItem& one : check_machine()) {
            const bl_check_item told = {sizeof(told), one.state, one.title.c_str(),
                                        one.text.c_str(),
                                        one.remedy.empty() ? nullptr : one.remedy.c_str()};
            item(context, &told);
        }
        if (const Rights rights = probe_rights(); !rights.own && !rights.machine)
            throw Error(BL_E_UNSUPPORTED, "this user can record nothing here");
    });
}

bl_status BL_CALL begin(const bl_host* host, const bl_record* record, void** recording) noexcept {
    return benchlab::detail::guarded(host, [&] {
        *recording = std::make_unique<Recording>(Host(host), read_settings(*record)).release();
    });
}

// struct_size stays as the caller set it.
void copy(const bl_record_state& from, bl_record_state* to) {
    to->flags = from.flags;
    to->bytes = from.bytes;
    to->events = from.events;
    to->lost = from.lost;
    to->frames = from.frames;
}

bl_status BL_CALL poll(const bl_host* host, void* recording, bl_record_state* state) noexcept {
    return benchlab::detail::guarded(
        host, [&] { copy(static_cast<Recording*>(recording)->poll(), state); });
}

bl_status BL_CALL end(const bl_host* host, void* recording, bl_record_state* state) noexcept {
    const std::unique_ptr<Recording> ending(static_cast<Recording*>(recording));
    return benchlab::detail::guarded(host, [&] {
        copy(ending->end(), state);
        if (const auto failed = ending->failure()) throw Error(BL_E_IO, *failed);
    });
}

}  // namespace

const bl_recorder kRecorder = {
    sizeof(bl_recorder),
    0,
    "perf",
    "Linux perf events",
    ".perf.data",
    preset_tables().data(),
    option_tables().data(),
    static_cast<std::uint32_t>(preset_tables().size()),
    static_cast<std::uint32_t>(option_tables().size()),
    &check,
    &begin,
    &poll,
    &end,
};

}  // namespace benchlab::perf
