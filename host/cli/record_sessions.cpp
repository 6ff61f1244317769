#include "cli/record_sessions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "platform/files.hpp"
#include "platform/running.hpp"

namespace benchlab::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirstLine = "benchlab recording 1\n";
constexpr std::string_view kSuffix = ".session";
constexpr std::uint64_t kLargest = 64 * 1024;

fs::path file_of(const fs::path& folder, const std::string& name) {
    return folder / base::text_path(name + std::string(kSuffix));
}

// The file's name comes last, as it may contain line ends.
std::string written(const Session& session) {
    return fmt::format("{}{}\n{}\n{}", kFirstLine, session.pid, session.start, session.file);
}

template <class Number>
bool take_line(std::string_view& text, Number& out) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto parsed = std::from_chars(text.data(), text.data() + end, out);
    const bool good = parsed.ec == std::errc() && parsed.ptr == text.data() + end;
    text.remove_prefix(std::min(end + 1, text.size()));
    return good;
}

std::optional<Session> read_session(const fs::path& file) {
    const auto content = platform::read_file(file, kLargest);
    if (!content || !content->starts_with(kFirstLine)) return std::nullopt;
    std::string_view text(*content);
    text.remove_prefix(kFirstLine.size());
    Session out;
    out.name = base::path_text(file.stem());
    if (!take_line(text, out.pid) || !take_line(text, out.start)) return std::nullopt;
    out.file = text;
    return out;
}

void remove_file(const fs::path& file) {
    std::error_code ignored;
    fs::remove(file, ignored);
}

}  // namespace

base::Result<AnnouncedSession> AnnouncedSession::announce(const fs::path& folder,
                                                          const Session& session) {
    const fs::path file = file_of(folder, session.name);
    // A second time where what was left of an earlier one stands in the way.
    for (int tries = 0; tries < 2; ++tries) {
        const auto made = platform::create_file(file, written(session));
        if (!made) return made.error();
        if (*made) {
            AnnouncedSession out;
            out.file_ = file;
            return out;
        }
        const auto other = read_session(file);
        if (other && is_alive(*other)) {
            return base::Error{
                base::Code::kInvalid,
                fmt::format("a recording called {0} is running already (process {1}, {2}): end it "
                            "with `benchlab trace stop --session {0}`, or give another --session",
                            session.name, other->pid, base::printable(other->file))};
        }
        remove_file(file);
    }
    return base::Error{base::Code::kIo,
                       fmt::format("cannot make {}", base::printable(base::path_text(file)))};
}

AnnouncedSession::AnnouncedSession(AnnouncedSession&& other) noexcept
    : file_(std::exchange(other.file_, {})) {}

AnnouncedSession& AnnouncedSession::operator=(AnnouncedSession&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
}

AnnouncedSession::~AnnouncedSession() {
    if (!file_.empty()) remove_file(file_);
}

Sessions find_sessions(const fs::path& folder) {
    Sessions out;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        if (at->path().extension() != fs::path(kSuffix)) continue;
        auto session = read_session(at->path());
        // One that is not ours, or that is gone by now.
        if (!session) continue;
        const bool alive = is_alive(*session);
        if (!alive) remove_file(at->path());
        (alive ? out.running : out.left).push_back(std::move(*session));
    }
    for (auto* const list : {&out.running, &out.left}) {
        std::sort(list->begin(), list->end(),
                  [](const Session& a, const Session& b) { return a.name < b.name; });
    }
    return out;
}

bool is_recording(const fs::path& folder, const Session& session) {
    const auto now = read_session(file_of(folder, session.name));
    return now && now->pid == session.pid && now->start == session.start && is_alive(session);
}

bool is_alive(const Session& session) {
    return platform::process_start(session.pid) == session.start;
}

}  // namespace benchlab::cli
