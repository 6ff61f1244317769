#include "platform/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "platform/posix/temporaries.hpp"

namespace benchlab::platform {
namespace {

namespace fs = std::filesystem;

base::Error system_error(std::string_view doing, const fs::path& file, int reason) {
    return base::Error{base::Code::kIo, fmt::format("cannot {} {}: {}", doing, file.string(),
                                                    std::generic_category().message(reason))};
}

class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int fd) : fd_(fd) {}
    Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~Descriptor() { close(); }

    int get() const { return fd_; }
    bool valid() const { return fd_ >= 0; }
    int close() {
        const int fd = std::exchange(fd_, -1);
        return fd < 0 ? 0 : ::close(fd);
    }

  private:
    int fd_ = -1;
};

// Calls write(rest) until all is written.  0 or the reason.
template <class Write>
int write_pieces(std::string_view content, Write&& write) {
    while (!content.empty()) {
        const ssize_t written = write(content);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

int write_all(int fd, std::string_view content) {
    return write_pieces(
        content, [&](std::string_view rest) { return ::write(fd, rest.data(), rest.size()); });
}

// The descriptor that a name like /dev/stdout stands for; -1 for an ordinary name.  Opening such a
// name again would start at the file's beginning, and fails on a socket.
int named_descriptor(const fs::path& file) {
    const std::string name = file.string();
    if (name == "/dev/stdout") return STDOUT_FILENO;
    if (name == "/dev/stderr") return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!name.starts_with(folder)) continue;
        int fd = -1;
        const char* end = name.data() + name.size();
        const auto parsed = std::from_chars(name.data() + folder.size(), end, fd);
        if (parsed.ec == std::errc{} && parsed.ptr == end && fd >= 0) return fd;
    }
    return -1;
}

// Where a chain of links ends, also when nothing is there yet: the link itself is to stay.
fs::path follow_links(fs::path file) {
    std::error_code error;
    for (int hops = 0; hops < 40 && fs::is_symlink(fs::symlink_status(file, error)); ++hops) {
        const fs::path target = fs::read_symlink(file, error);
        if (error) break;
        file = file.parent_path() / target;  // an absolute target replaces it all
    }
    return file;
}

// A new empty file beside `target`, under a name that nobody has.
struct Temporary {
    fs::path name;
    int fd = -1;
    int reason = 0;
};

Temporary create_temporary(const fs::path& target) {
    static std::atomic<unsigned> serial{0};
    Temporary made;
    for (int tries = 0; tries < 100; ++tries) {
        // A name of its own rather than the target's with a suffix, which could get too long.
        made.name = target.parent_path() / fmt::format(".benchlab-{}-{}.tmp", getpid(), ++serial);
        made.fd = ::open(made.name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (made.fd >= 0) return made;
        made.reason = errno;
        if (made.reason != EEXIST) return made;
    }
    return made;
}

// The file that is to be replaced, or why it must not be.
struct Target {
    fs::path file;
    std::optional<struct stat> present;  // nothing is there yet without
};

base::Result<Target> target_of(const fs::path& file) {
    Target target{follow_links(file), std::nullopt};
    struct stat present {};
    if (stat(target.file.c_str(), &present) != 0) {
        // A name that is too long, a folder that must not be searched: the temporary beside it has
        // a name of its own, so that this would only come up again when all else was done.
        if (errno != ENOENT) return system_error("write to", file, errno);
        return target;
    }
    if (S_ISDIR(present.st_mode)) return system_error("write to", file, EISDIR);
    // A rename would get past a file that its owner has made read-only.
    if (access(target.file.c_str(), W_OK) != 0) return system_error("write to", file, errno);
    target.present = present;
    return target;
}

std::string owner_name(uid_t owner) {
    const passwd* entry = getpwuid(owner);
    return entry == nullptr ? fmt::format("user {}", owner)
                            : fmt::format("user {} ({})", owner, entry->pw_name);
}

base::Error no_regular_file(const fs::path& file) {
    return {base::Code::kIo,
            fmt::format("cannot write to {}: it is no regular file", file.string())};
}

}  // namespace

base::Result<std::string> read_file(const fs::path& file, std::uint64_t max_bytes) {
    Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    if (!in.valid()) return system_error("open", file, errno);
    struct stat status {};
    if (fstat(in.get(), &status) != 0) return system_error("read", file, errno);
    if (S_ISDIR(status.st_mode)) return system_error("read", file, EISDIR);

    std::string content;
    if (S_ISREG(status.st_mode) && static_cast<std::uint64_t>(status.st_size) <= max_bytes) {
        content.reserve(static_cast<std::size_t>(status.st_size) + 1);
    }
    // The size above is only a hint: files in /proc say 0, pipes have none.
    char piece[64 * 1024];
    for (;;) {
        const ssize_t got = ::read(in.get(), piece, sizeof piece);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return system_error("read", file, errno);
        if (got == 0) return content;
        if (content.size() + static_cast<std::size_t>(got) > max_bytes) {
            return base::Error{base::Code::kData,
                               fmt::format("{} is larger than {} bytes", file.string(), max_bytes)};
        }
        content.append(piece, static_cast<std::size_t>(got));
    }
}

base::Result<std::string> read_head(const fs::path& file, std::size_t most) {
    Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    if (!in.valid()) return system_error("open", file, errno);
    std::string head(most, '\0');
    std::size_t size = 0;
    while (size < most) {
        const ssize_t got = ::read(in.get(), head.data() + size, most - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return system_error("read", file, errno);
        if (got == 0) break;
        size += static_cast<std::size_t>(got);
    }
    head.resize(size);
    return head;
}

bool is_replaceable(const fs::path& file) {
    struct stat present {};
    if (named_descriptor(file) >= 0) return false;
    return stat(file.c_str(), &present) != 0 || S_ISREG(present.st_mode) ||
           S_ISDIR(present.st_mode);
}

struct NewFile::State {
    fs::path named;  // as the caller spells it
    Target target;
    fs::path temporary;  // empty: a device or a pipe, or kept already
    Descriptor own;
    int fd = -1;             // what is written to
    std::uint64_t size = 0;  // of what was appended
    int reason = 0;          // of the first thing that went wrong while appending

    ~State() {
        if (temporary.empty()) return;
        ::unlink(temporary.c_str());
        forget_temporary(temporary.c_str());
    }
    int write_at(std::uint64_t offset, std::string_view content) const {
        return write_pieces(content, [&](std::string_view rest) {
            const std::uint64_t at = offset + (content.size() - rest.size());
            return ::pwrite(fd, rest.data(), rest.size(), static_cast<off_t>(at));
        });
    }
    // The temporary takes the place of the target.
    int replace() {
        if (reason == 0 && target.present) {
            // The owner can only be kept by root; failing to is no reason to fail.
            [[maybe_unused]] const int kept =
                fchown(fd, target.present->st_uid, target.present->st_gid);
            if (fchmod(fd, target.present->st_mode & 07777) != 0) reason = errno;
        }
        // Some file systems report a full disk only here.
        if (own.close() != 0 && reason == 0) reason = errno;
        if (reason == 0 && ::rename(temporary.c_str(), target.file.c_str()) != 0) reason = errno;
        if (reason == 0) {
            forget_temporary(temporary.c_str());
            temporary.clear();
        }
        return reason;
    }
};

NewFile::NewFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
NewFile::NewFile(NewFile&&) noexcept = default;
NewFile& NewFile::operator=(NewFile&&) noexcept = default;
NewFile::~NewFile() = default;

base::Result<NewFile> NewFile::create(const fs::path& file) {
    if (!is_replaceable(file)) return no_regular_file(file);
    auto target = target_of(file);
    if (!target) return target.error();
    const Temporary made = create_temporary(target->file);
    if (made.fd < 0) return system_error("write", file, made.reason);
    note_temporary(made.name.c_str());
    return NewFile(std::unique_ptr<State>(
        new State{file, std::move(*target), made.name, Descriptor(made.fd), made.fd}));
}

base::Result<NewFile> NewFile::create_in_order(const fs::path& file) {
    if (is_replaceable(file)) return create(file);
    int fd = named_descriptor(file);
    Descriptor own;
    if (fd >= 0) {
        std::fflush(fd == STDERR_FILENO ? stderr : stdout);  // keep the order of what is shown
    } else {
        fd = ::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
        if (fd < 0) return system_error("open", file, errno);
        own = Descriptor(fd);
    }
    return NewFile(std::unique_ptr<State>(new State{file, {}, {}, std::move(own), fd}));
}

base::Result<void> NewFile::write(std::uint64_t offset, std::string_view content) {
    const int reason = state_->write_at(offset, content);
    if (reason != 0) return system_error("write", state_->named, reason);
    return {};
}

void NewFile::append(std::string_view content) {
    State& to = *state_;
    if (to.reason != 0) return;
    to.reason = to.temporary.empty() ? write_all(to.fd, content) : to.write_at(to.size, content);
    to.size += content.size();
}

base::Result<void> NewFile::keep() {
    const bool directly = state_->temporary.empty();
    const int reason = directly ? state_->reason : state_->replace();
    if (reason == 0) return {};
    return system_error(directly ? "write to" : "write", state_->named, reason);
}

base::Result<void> check_writable(const fs::path& file) {
    if (!is_replaceable(file)) {
        if (named_descriptor(file) >= 0 || access(file.c_str(), W_OK) == 0) return {};
        return system_error("write to", file, errno);
    }
    const auto target = target_of(file);
    if (!target) return target.error();
    const Temporary made = create_temporary(target->file);
    if (made.fd < 0) return system_error("write", file, made.reason);
    ::close(made.fd);
    ::unlink(made.name.c_str());
    return {};
}

fs::path executable_path() {
    std::error_code error;
    const fs::path seen = fs::read_symlink("/proc/self/exe", error);
    // What the kernel calls a file that was replaced or removed since it was started.
    constexpr std::string_view kGone = " (deleted)";
    const std::string name = seen.string();
    if (!name.ends_with(kGone) || fs::exists(seen, error)) return seen;
    return name.substr(0, name.size() - kGone.size());
}

fs::path user_data_directory() {
    if (const auto data = environment_variable("XDG_DATA_HOME")) {
        // Its specification has relative values ignored.
        if (fs::path(*data).is_absolute()) return fs::path(*data) / "benchlab";
    }
    std::string home = environment_variable("HOME").value_or("");
    if (home.empty()) {
        const passwd* entry = getpwuid(getuid());
        if (entry != nullptr && entry->pw_dir != nullptr) home = entry->pw_dir;
    }
    if (!fs::path(home).is_absolute()) return {};
    return fs::path(home) / ".local" / "share" / "benchlab";
}

base::Result<bool> create_file(const fs::path& file, std::string_view content) {
    const Temporary made = create_temporary(file);
    if (made.fd < 0) return system_error("write", file, made.reason);
    int reason = write_all(made.fd, content);
    if (::close(made.fd) != 0 && reason == 0) reason = errno;
    if (reason == 0 && ::link(made.name.c_str(), file.c_str()) != 0) reason = errno;
    ::unlink(made.name.c_str());
    if (reason == 0 || reason == EEXIST) return reason == 0;
    return system_error("write", file, reason);
}

base::Result<fs::path> runtime_directory() {
    const uid_t user = geteuid();
    struct stat status {};
    fs::path folder = fmt::format("/tmp/benchlab-{}", user);
    const auto given = environment_variable("XDG_RUNTIME_DIR");
    // Of somebody else when one has become root and kept the environment.
    if (given && fs::path(*given).is_absolute() && stat(given->c_str(), &status) == 0 &&
        S_ISDIR(status.st_mode) && status.st_uid == user) {
        folder = fs::path(*given) / "benchlab";
    }
    if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
        return system_error("make", folder, errno);
    }
    // In /tmp anybody may have made it, and may have made a link of it.
    if (lstat(folder.c_str(), &status) != 0) return system_error("use", folder, errno);
    if (!S_ISDIR(status.st_mode) || status.st_uid != user || (status.st_mode & 077) != 0) {
        return base::Error{
            base::Code::kIo,
            fmt::format("{} is not a folder of yours that nobody else may use", folder.string())};
    }
    return folder;
}

std::optional<std::string> environment_variable(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr) return std::nullopt;
    return std::string(value);
}

char path_list_separator() {
    return ':';
}

bool has_admin_rights() {
    return geteuid() == 0;
}

bool is_elevated() {
    // AT_SECURE also tells of file capabilities, which leave the user ids as they are.
    return getauxval(AT_SECURE) != 0 || geteuid() != getuid() || getegid() != getgid();
}

std::optional<std::string> untrusted_reason(const fs::path& path, const fs::path& trusted_like) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) {
        return fmt::format("it cannot be looked at: {}", std::generic_category().message(errno));
    }
    if ((status.st_mode & S_IWOTH) != 0) return "every user can write to it";
    // The effective user: a setuid program must not run what its caller has put there.
    if (status.st_uid == 0 || status.st_uid == geteuid()) return std::nullopt;
    struct stat trusted {};
    if (!trusted_like.empty() && stat(trusted_like.c_str(), &trusted) == 0 &&
        trusted.st_uid == status.st_uid) {
        return std::nullopt;
    }
    return fmt::format("it belongs to {}, neither to root nor to you", owner_name(status.st_uid));
}

}  // namespace benchlab::platform
