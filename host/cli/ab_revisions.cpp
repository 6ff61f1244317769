#include "cli/ab_revisions.hpp"

#include <fmt/format.h>

#include <optional>
#include <random>
#include <system_error>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "cli/program.hpp"
#include "platform/process.hpp"
#include "platform/signals.hpp"

namespace benchlab::cli {
namespace {

namespace fs = std::filesystem;

// Runs a script of the shell with its arguments; false when it failed.
base::Result<bool> run_shell(const std::string& script, const std::vector<std::string>& arguments,
                             bool quiet) {
    std::vector<std::string> words = {"-c", script, "sh"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    auto child = platform::Child::start("/bin/sh", words);
    if (!child) return child.error();
    constexpr std::uint64_t kSliceMs = 200;
    bool asked_to_end = false;
    std::optional<platform::ExitStatus> status;
    for (std::string line;;) {
        const platform::Child::Read read = child->read_line(line, kSliceMs);
        if (read == platform::Child::Read::kEnd) break;
        // A compiler's server that the build has started may hold the pipe open for ever.
        if (read == platform::Child::Read::kTimeout && (status = child->wait_for(0))) break;
        if (read == platform::Child::Read::kLine && !quiet) print_note(line);
        if (!asked_to_end && platform::interrupted()) {
            child->interrupt();
            asked_to_end = true;
        }
    }
    if (!status) status = child->wait();
    return status->killed_by.empty() && status->code == 0;
}

// Nobody else may write where code is built that will be run.
base::Result<fs::path> private_folder() {
    std::error_code failed;
    const fs::path place = fs::temp_directory_path(failed);
    if (failed) return base::Error{base::Code::kIo, "there is no temporary folder"};
    std::random_device random;
    for (int tries = 0; tries < 10; ++tries) {
        const fs::path folder = place / fmt::format("benchlab-ab-{:08x}", random());
        if (!fs::create_directory(folder, failed)) continue;
        fs::permissions(folder, fs::perms::owner_all, failed);
        if (!failed) return folder;
    }
    return base::Error{base::Code::kIo, fmt::format("cannot make a folder in {}",
                                                    base::printable(base::path_text(place)))};
}

}  // namespace

AbRevisions::AbRevisions(AbRevisions&& other) noexcept
    : folder_(std::exchange(other.folder_, fs::path())) {}

AbRevisions::~AbRevisions() {
    if (folder_.empty()) return;
    for (const bool is_new : {false, true}) {
        std::error_code unknown;
        if (!fs::exists(worktree(is_new), unknown)) continue;
        (void)run_shell("exec git worktree remove --force \"$1\"",
                        {base::path_text(worktree(is_new))}, true);
    }
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

base::Result<AbRevisions> AbRevisions::build(const std::string& old_revision,
                                             const std::string& new_revision,
                                             const std::string& command, bool quiet) {
    auto folder = private_folder();
    if (!folder) return folder.error();
    AbRevisions out(std::move(*folder));
    for (const bool is_new : {false, true}) {
        const std::string& revision = is_new ? new_revision : old_revision;
        const std::string place = base::path_text(out.worktree(is_new));
        // --verify first: its message is about the revision alone.
        const auto added = run_shell(
            "commit=$(git rev-parse --verify --quiet --end-of-options \"$2^{commit}\") && "
            "exec git worktree add --quiet --detach \"$1\" \"$commit\"",
            {place, revision}, quiet);
        if (!added) return added.error();
        if (!*added) {
            return base::Error{base::Code::kInvalid,
                               fmt::format("{} is no revision of a git repository here",
                                           base::printable(revision))};
        }
        if (!quiet) print_note(fmt::format("building {}", base::printable(revision)));
        const auto built = run_shell("cd \"$1\" && eval \"$2\"", {place, command}, quiet);
        if (!built) return built.error();
        if (!*built) {
            return base::Error{base::Code::kFailed,
                               fmt::format("--build failed for {}", base::printable(revision))};
        }
    }
    return out;
}

}  // namespace benchlab::cli
