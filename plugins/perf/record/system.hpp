// system.hpp: the few things that the recorder asks of Linux, each in one place.
#pragma once

#include <linux/perf_event.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace benchlab::perf {

// An open file, closed with its owner.
class FileDescriptor {
  public:
    FileDescriptor() = default;
    explicit FileDescriptor(int number) : number_(number) {}
    FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept;
    ~FileDescriptor();

    int number() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }

  private:
    int number_ = -1;
};

// The whole of a file; empty when it cannot be read.  Works for /proc, where sizes are 0.
std::optional<std::string> read_file(const std::string& path);

// The first line of a file, without its end.
std::optional<std::string> read_line(const std::string& path);

// The names in a folder but "." and ".."; nothing when it cannot be read.
std::vector<std::string> names_in(const std::string& folder);

// The names in a folder that are numbers: processes of /proc, threads of a task folder.
std::vector<std::uint32_t> numbers_in(const std::string& folder);

// Numbers as in "0-3,8": processors in /sys.
std::vector<std::uint32_t> parse_number_list(const std::string& text);

std::vector<std::uint32_t> online_cpus();

std::uint64_t monotonic_ns();
std::uint64_t wall_ns();

// Of the calling thread.
std::uint32_t current_tid();

// What errno value `reason` means.
std::string reason_text(int reason);

// perf_event_open: pid -1 is every process, cpu -1 every processor.  A negative number is
// -errno.
int open_event(const perf_event_attr& attr, std::int32_t pid, std::int32_t cpu);

// Makes room for so many descriptors if the limits allow it; the number that there is room for.
std::uint64_t allow_descriptors(std::uint64_t wanted);

}  // namespace benchlab::perf
