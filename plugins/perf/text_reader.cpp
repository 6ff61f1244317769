#include "perf/text_reader.hpp"

#include <algorithm>
#include <benchlab/host.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "common/input_file.hpp"
#include "perf/decoder.hpp"
#include "perf/text_events.hpp"
#include "perf/text_line.hpp"

namespace benchlab::perf {
namespace {

using plugins::InputFile;

constexpr std::size_t kTextWindow = 1 << 20;
constexpr std::uint32_t kLikely = 60;

// The lines of a file; one that is longer than the window is cut into several.
class Lines {
  public:
    explicit Lines(const InputFile& file) : file_(file), window_(kTextWindow) {}

    bool next(std::string_view& line) {
        while (true) {
            const char* begin = reinterpret_cast<const char*>(window_.data()) + at_;
            const std::size_t left = filled_ - at_;
            const void* end = left == 0 ? nullptr : std::memchr(begin, '\n', left);
            if (end != nullptr || is_last_ || left == window_.size()) {
                const std::size_t size =
                    end == nullptr
                        ? left
                        : static_cast<std::size_t>(static_cast<const char*>(end) - begin);
                if (size == 0 && end == nullptr) return false;
                line = std::string_view(begin, size);
                at_ += size + (end == nullptr ? 0 : 1);
                return true;
            }
            fill();
        }
    }
    std::uint64_t offset() const { return begin_ + at_; }

  private:
    void fill() {
        std::memmove(window_.data(), window_.data() + at_, filled_ - at_);
        begin_ += at_;
        filled_ -= at_;
        at_ = 0;
        const std::size_t got =
            file_.read(begin_ + filled_, std::span(window_).subspan(filled_)).size();
        filled_ += got;
        is_last_ = got == 0;
    }

    const InputFile& file_;
    std::vector<std::uint8_t> window_;
    std::uint64_t begin_ = 0;
    std::size_t at_ = 0, filled_ = 0;
    bool is_last_ = false;
};

// The first lines say what it is; after so many that are none of an event, it is something else.
bool looks_like_events(std::string_view head) {
    constexpr int kMostOthers = 40;
    for (int others = 0; others < kMostOthers && !head.empty();) {
        const std::size_t end = head.find('\n');
        if (end == head.npos) return false;
        if (read_text_line(head.substr(0, end))) return true;
        head.remove_prefix(end + 1);
        ++others;
    }
    return false;
}

class TextReading {
  public:
    TextReading(Host host, const bl_read& read, bl_builder* builder, const bl_builder_api* api)
        : host_(host),
          builder_(builder),
          api_(api),
          wanted_(read.tables),
          lane_(builder, api),
          path_(read.paths[0]),
          more_paths_(read.path_count > 1),
          session_(ByteOrder()) {}

    void run() {
        const InputFile file(path_);
        set_clock(file);
        if (more_paths_) {
            lane_.problem("perf.file",
                          "of several texts only the first was read: what their clocks have in "
                          "common no text tells",
                          0);
        }
        Decoder decoder(session_, lane_, wanted_, zero_);
        TextEvents events(session_);
        Lines lines(file);
        std::string_view text;
        std::uint64_t count = 0, events_read = 0;
        while (lines.next(text)) {
            if ((++count & 0xFFFF) == 0) {
                host_.stop_if_cancelled();
                host_.progress(std::min(lines.offset(), file.size()), file.size());
            }
            const auto line = read_text_line(text);
            if (!line) continue;
            Sample sample;
            const int number = events.sample_of(*line, sample);
            if (line->comm != "<...>") decoder.saw(line->tid, line->pid, line->comm, line->time_ns);
            decoder.take(number, sample, text.size());
            ++events_read;
        }
        if (events_read == 0) throw Error(BL_E_DATA, path_ + ": no line of an event is in it");
        decoder.finish(true);
        lane_.fact("os", "Linux");
        lane_.fact("format", "text of perf script, trace-cmd report or ftrace");
    }

  private:
    // The earliest of the first events: other CPUs' may come a little later in the text.
    void set_clock(const InputFile& file) {
        constexpr int kLooked = 10000;
        Lines lines(file);
        std::string_view text;
        std::int64_t first = INT64_MAX;
        for (int found = 0; found < kLooked && lines.next(text);) {
            const auto line = read_text_line(text);
            if (!line) continue;
            first = std::min(first, line->time_ns);
            ++found;
        }
        zero_ = first == INT64_MAX ? 0 : first;
        bl_clock clock{};
        clock.struct_size = sizeof(clock);
        // Which clock it was no text says.
        clock.kind = BL_CLOCK_RELATIVE;
        clock.ticks_per_second = 1'000'000'000;
        clock.zero = zero_;
        const bl_status status = api_->set_clock(builder_, &clock);
        if (status != BL_OK) throw Error(status, "the host refuses the clock of the trace");
    }

    Host host_;
    bl_builder* builder_;
    const bl_builder_api* api_;
    Wanted wanted_;
    Lane lane_;
    std::string path_;
    bool more_paths_;
    Session session_;
    std::int64_t zero_ = 0;
};

std::uint32_t BL_CALL probe(const char*, const void* head, std::uint64_t head_len) noexcept {
    const std::string_view text(static_cast<const char*>(head), static_cast<std::size_t>(head_len));
    return looks_like_events(text) ? kLikely : 0;
}

bl_status BL_CALL read(const bl_host* host, const bl_read* read, bl_builder* builder,
                       const bl_builder_api* api) noexcept {
    return benchlab::detail::guarded(host,
                                     [&] { TextReading(Host(host), *read, builder, api).run(); });
}

constexpr const char* kSuffixes[] = {".txt", nullptr};

}  // namespace

const bl_reader kTextReader = {
    sizeof(bl_reader),
    0,
    "perf-text",
    "Text of perf script, trace-cmd report and ftrace",
    kSuffixes,
    nullptr,
    0,
    0,
    &probe,
    &read,
};

}  // namespace benchlab::perf
