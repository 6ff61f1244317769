#include "marks.hpp"

#include <benchlab/host.hpp>
#include <deque>
#include <string>
#include <string_view>

#include "mark_file.hpp"
#include "recording.hpp"

namespace benchlab::marks {

namespace {

std::uint32_t BL_CALL probe_file(const char* path, const void* head, std::uint64_t head_len) {
    const std::string_view text(static_cast<const char*>(head), static_cast<std::size_t>(head_len));
    if (text.substr(0, kMagic.size()) == kMagic) return 100;
    // Whoever calls a file so is told what is wrong with it.
    const std::string_view name(path);
    return name.size() > 6 && name.substr(name.size() - 6) == ".marks" ? 2 : 0;
}

bl_status BL_CALL read_files(const bl_host* host, const bl_read* read, bl_builder* lane,
                             const bl_builder_api* api) {
    return detail::guarded(host, [&] {
        std::deque<MarkFile> files;
        for (std::uint32_t i = 0; i < read->path_count; ++i) files.emplace_back(read->paths[i]);
        Recording recording(host, *read, lane, *api);
        recording.begin(files);
        for (MarkFile& file : files) recording.add(file);
        recording.finish();
    });
}

constexpr const char* kSuffixes[] = {".marks", nullptr};

constexpr bl_reader describe() {
    bl_reader made{};
    made.struct_size = sizeof made;
    made.id = "marks";
    made.title = "Marks of frames, phases and counters that a program set";
    made.suffixes = kSuffixes;
    made.probe = probe_file;
    made.read = read_files;
    return made;
}

}  // namespace

constexpr bl_reader kReader = describe();

}  // namespace benchlab::marks
