#include "cold_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

#include "time.hpp"

namespace stalls {
namespace {

constexpr std::size_t kPage = 4096;
constexpr int kTries = 20;

[[noreturn]] void fail(const std::string& what) {
    throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

ColdFile::ColdFile(std::string path) : path_(std::move(path)) {
    file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file_ < 0) fail("cannot create " + path_);
    try {
        fill();
    } catch (...) {
        close_and_remove();
        throw;
    }
}

ColdFile::~ColdFile() {
    unmap();
    close_and_remove();
}

void ColdFile::close_and_remove() {
    ::close(file_);
    ::unlink(path_.c_str());
}

// With bytes that no file system keeps as a hole or makes small.
void ColdFile::fill() {
    std::vector<std::uint64_t> block(1 << 17);
    std::uint64_t random = 88172645463325252;
    for (std::size_t done = 0; done < kBytes; done += block.size() * 8) {
        for (std::uint64_t& each : block) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            each = random;
        }
        const auto bytes = static_cast<ssize_t>(block.size() * 8);
        const ssize_t written = ::write(file_, block.data(), block.size() * 8);
        if (written >= 0 && written < bytes) errno = ENOSPC;
        if (written != bytes) fail("cannot write " + path_);
    }
}

std::size_t ColdFile::resident_pages() const {
    void* const mapped = ::mmap(nullptr, kBytes, PROT_READ, MAP_SHARED, file_, 0);
    if (mapped == MAP_FAILED) return kBytes / kPage;
    std::vector<unsigned char> pages(kBytes / kPage);
    const bool known = ::mincore(mapped, kBytes, pages.data()) == 0;
    ::munmap(mapped, kBytes);
    if (!known) return kBytes / kPage;
    return static_cast<std::size_t>(
        std::count_if(pages.begin(), pages.end(), [](unsigned char page) { return page & 1; }));
}

std::string ColdFile::make_cold() {
    next_piece_ = next_page_ = 0;
    std::size_t resident = 0;
    for (int i = 0; i < kTries; ++i) {
        if (::fsync(file_) != 0) return "fsync: " + std::generic_category().message(errno);
        ::posix_fadvise(file_, 0, 0, POSIX_FADV_DONTNEED);
        // No page is read but those that are asked for.
        ::posix_fadvise(file_, 0, 0, POSIX_FADV_RANDOM);
        resident = resident_pages();
        if (resident == 0) return {};
        sleep_ns(10'000'000);
    }
    return std::to_string(resident) + " of " + std::to_string(kBytes / kPage) +
           " pages of the file stay in memory";
}

void ColdFile::read_piece() {
    static thread_local unsigned char bytes[kPiece];
    if (next_piece_ == kBytes / kPiece) {
        ::posix_fadvise(file_, 0, 0, POSIX_FADV_DONTNEED);
        next_piece_ = 0;
    }
    // Not one after the other, which a disk might guess.
    const std::size_t piece = next_piece_++ * 401 % (kBytes / kPiece);
    if (::pread(file_, bytes, kPiece, static_cast<off_t>(piece * kPiece)) != kPiece) {
        fail("cannot read " + path_);
    }
}

void ColdFile::map() {
    void* const mapped = ::mmap(nullptr, kBytes, PROT_READ, MAP_SHARED, file_, 0);
    if (mapped == MAP_FAILED) fail("cannot map " + path_);
    ::madvise(mapped, kBytes, MADV_RANDOM);
    mapped_ = static_cast<const unsigned char*>(mapped);
}

void ColdFile::unmap() {
    if (mapped_ != nullptr) ::munmap(const_cast<unsigned char*>(mapped_), kBytes);
    mapped_ = nullptr;
}

// The first page of each piece, then the second of each, and so on.
void ColdFile::touch_page() {
    constexpr std::size_t kPieces = kBytes / kPiece;
    const std::size_t piece = next_page_ * 401 % kPieces;
    const std::size_t page = next_page_ / kPieces % (kPiece / kPage);
    ++next_page_;
    (void)mapped_[piece * kPiece + page * kPage];
}

}  // namespace stalls
