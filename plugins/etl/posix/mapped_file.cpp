#include "etl/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <benchlab/host.hpp>
#include <cerrno>
#include <cstring>

namespace benchlab::etl {
namespace {

[[noreturn]] void fail(const std::string& path, const char* what) {
    throw Error(BL_E_IO, std::string(what) + " " + path + ": " + std::strerror(errno));
}

}  // namespace

MappedFile::MappedFile(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) fail(path, "cannot open");
    struct stat status {};
    if (::fstat(file, &status) != 0) {
        ::close(file);
        fail(path, "cannot ask for the size of");
    }
    if (!S_ISREG(status.st_mode)) {
        ::close(file);
        throw Error(BL_E_IO, path + " is no regular file");
    }
    size_ = static_cast<std::uint64_t>(status.st_size);
    if (size_ == 0) {
        ::close(file);
        return;
    }
    void* mapped =
        ::mmap(nullptr, static_cast<std::size_t>(size_), PROT_READ, MAP_PRIVATE, file, 0);
    ::close(file);
    if (mapped == MAP_FAILED) fail(path, "cannot map");
    data_ = static_cast<const std::uint8_t*>(mapped);
}

MappedFile::~MappedFile() {
    if (data_ != nullptr)
        ::munmap(const_cast<std::uint8_t*>(data_), static_cast<std::size_t>(size_));
}

void MappedFile::expect_sparse_reads(bool sparse) const {
    if (data_ == nullptr) return;
    ::madvise(const_cast<std::uint8_t*>(data_), static_cast<std::size_t>(size_),
              sparse ? MADV_RANDOM : MADV_NORMAL);
}

void MappedFile::expect(std::uint64_t offset, std::uint64_t size) const {
#ifdef MADV_POPULATE_READ
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const std::uint64_t begin = offset / page * page;
    if (offset >= size_ || size > size_ - offset || size == 0) return;
    // A kernel that does not know it (before Linux 5.14) is only slower.
    ::madvise(const_cast<std::uint8_t*>(data_) + begin,
              static_cast<std::size_t>(offset + size - begin), MADV_POPULATE_READ);
#else
    static_cast<void>(offset);
    static_cast<void>(size);
#endif
}

void MappedFile::discard(std::uint64_t offset, std::uint64_t size) const {
    // Only whole pages, so that a neighbour who still reads the page at an edge keeps it.
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const std::uint64_t begin = (offset + page - 1) / page * page;
    const std::uint64_t end = (offset + size) / page * page;
    if (begin >= end || end > size_) return;
    ::madvise(const_cast<std::uint8_t*>(data_) + begin, static_cast<std::size_t>(end - begin),
              MADV_DONTNEED);
}

}  // namespace benchlab::etl
