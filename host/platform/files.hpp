// platform/files.hpp: files that must not be half written, and who may have put a file there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace benchlab::platform {

// Whole file as bytes.  The error has path and reason.
base::Result<std::string> read_file(const std::filesystem::path& file,
                                    std::uint64_t max_bytes = 1ull << 30);
// The first bytes, as many as there are up to `most`.  The error has path and reason.
base::Result<std::string> read_head(const std::filesystem::path& file, std::size_t most);
// Through a temporary name in the same folder and a rename: readers see the old or the new.  An
// existing file keeps its mode, a link stays a link.  What is no regular file (/dev/stdout, a FIFO,
// NUL) is written to directly.
base::Result<void> write_file(const std::filesystem::path& file, std::string_view content);
// A file that is written part by part, as write_file() writes one.  Unless it is kept nothing of it
// stays.
class NewFile {
  public:
    // To be written at any place.  Error, too, for what is no regular file.
    static base::Result<NewFile> create(const std::filesystem::path& file);
    // To be written from its begin to its end, with append().
    static base::Result<NewFile> create_in_order(const std::filesystem::path& file);
    NewFile(NewFile&&) noexcept;
    NewFile& operator=(NewFile&&) noexcept;
    ~NewFile();

    // What is never written is zero.
    base::Result<void> write(std::uint64_t offset, std::string_view content);
    // What goes wrong is kept for keep(), and the rest is not written.
    void append(std::string_view content);
    // Takes the place of the file; nothing may be written then.
    base::Result<void> keep();

  private:
    struct State;
    explicit NewFile(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};
// False for what write_file writes to directly: each call appends there, so call it only once.
bool is_replaceable(const std::filesystem::path& file);
// The same for a file that must not be there yet: false when it is.  In one step, so that of two
// who try only one succeeds.
base::Result<bool> create_file(const std::filesystem::path& file, std::string_view content);
// Would write_file succeed?  Creates nothing that stays.
base::Result<void> check_writable(const std::filesystem::path& file);

std::filesystem::path executable_path();
// $XDG_DATA_HOME/benchlab or ~/.local/share/benchlab; %LOCALAPPDATA%\benchlab.  Empty: none.
std::filesystem::path user_data_directory();
// A folder for what lasts as long as the user is logged in, that nobody else may use; made when it
// is not there: benchlab in $XDG_RUNTIME_DIR, else /tmp/benchlab-UID; in %LOCALAPPDATA%.
base::Result<std::filesystem::path> runtime_directory();
std::optional<std::string> environment_variable(const char* name);
// ';' on Windows, ':' elsewhere.
char path_list_separator();

// More rights than the user who logged in: setuid, or an elevated administrator.
bool is_elevated();
// Root, or an administrator whose rights are switched on.
bool has_admin_rights();

// Why code from this file or folder must not be trusted: others can write to it, or it belongs to
// neither root nor the user (POSIX); on Windows by access list when elevated.  `trusted_like` is
// a path whose owner is trusted too (the executable); may be empty.  nullopt: fine.
std::optional<std::string> untrusted_reason(const std::filesystem::path& path,
                                            const std::filesystem::path& trusted_like);

}  // namespace benchlab::platform
