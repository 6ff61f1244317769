#include "framelog.hpp"

#include <string>

#include "readers.hpp"

namespace benchlab::framelog {

namespace {

std::uint32_t BL_CALL probe_file(const char*, const void* head, std::uint64_t head_len) {
    std::uint32_t score = 0;
    const bl_status status = detail::guarded(nullptr, [&] {
        score = probe({static_cast<const char*>(head), static_cast<std::size_t>(head_len)});
    });
    return status == BL_OK ? score : 0;
}

bl_status BL_CALL read_files(const bl_host* host, const bl_read* read, bl_builder* lane,
                             const bl_builder_api* api) {
    return detail::guarded(host, [&] {
        Recording recording(host, *read, lane, *api);
        for (std::uint32_t i = 0; i < read->path_count; ++i) {
            const std::string path = read->paths[i];
            recording.set_path(path);
            LineSource source(path);
            if (looks_like_json(source.ahead().substr(0, 4096))) {
                read_capframex_json(path, recording);
            } else {
                read_csv(path, source, recording);
            }
        }
        recording.finish();
    });
}

constexpr const char* kSuffixes[] = {".csv", ".json", nullptr};

constexpr bl_reader describe() {
    bl_reader made{};
    made.struct_size = sizeof made;
    made.id = "framelog";
    made.title = "Frame-time logs of PresentMon, OCAT, FrameView, CapFrameX and MangoHud";
    made.suffixes = kSuffixes;
    made.probe = probe_file;
    made.read = read_files;
    return made;
}

}  // namespace

constexpr bl_reader kReader = describe();

}  // namespace benchlab::framelog
