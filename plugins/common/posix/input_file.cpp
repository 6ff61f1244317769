#include "common/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <benchlab/host.hpp>
#include <cerrno>
#include <cstring>

namespace benchlab::plugins {
namespace {

[[noreturn]] void fail(const std::string& path, const char* what, int reason) {
    throw Error(BL_E_IO, std::string(what) + " " + path + ": " + std::strerror(reason));
}

}  // namespace

InputFile::InputFile(const std::string& path) : path_(path) {
    file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file_ < 0) fail(path, "cannot open", errno);
    struct stat status {};
    const int reason = ::fstat(file_, &status) == 0 ? 0 : errno;
    if (reason == 0 && S_ISREG(status.st_mode)) {
        size_ = static_cast<std::uint64_t>(status.st_size);
        return;
    }
    ::close(file_);
    if (reason != 0) fail(path, "cannot ask for the size of", reason);
    throw Error(BL_E_IO, path + " is no regular file");
}

InputFile::~InputFile() {
    ::close(file_);
}

Bytes InputFile::read(std::uint64_t offset, std::span<std::uint8_t> into) const {
    std::size_t done = 0;
    while (done < into.size()) {
        const ssize_t got = ::pread(file_, into.data() + done, into.size() - done,
                                    static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail(path_, "cannot read", errno);
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return into.first(done);
}

}  // namespace benchlab::plugins
