#include "storm.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace stalls {
namespace {

constexpr int kPacketsAtOnce = 16, kInterruptsAtOnce = 16;

[[noreturn]] void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

// "100000000": a bit for each CPU, 32 to a word, as sysfs has it.
std::string mask_of(int cpu) {
    char text[16];
    std::snprintf(text, sizeof text, "%x", 1u << cpu % 32);
    std::string out = text;
    for (int i = 0; i < cpu / 32; ++i) out += ",00000000";
    return out;
}

void write_text(const char* path, const std::string& text) {
    const int file = ::open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) fail(path);
    const bool written =
        ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    const int reason = errno;
    ::close(file);
    errno = reason;
    if (!written) fail(path);
}

void switch_loopback_on(int socket) {
    ifreq request{};
    request.ifr_name[0] = 'l';
    request.ifr_name[1] = 'o';
    if (::ioctl(socket, SIOCGIFFLAGS, &request) != 0) fail("SIOCGIFFLAGS");
    request.ifr_flags |= IFF_UP;
    if (::ioctl(socket, SIOCSIFFLAGS, &request) != 0) fail("SIOCSIFFLAGS");
}

// The number in the column of the CPU in the line that begins so.
std::int64_t count_in(const char* path, const std::string& row, int cpu) {
    std::ifstream file(path);
    std::string line, word;
    if (!std::getline(file, line)) return 0;
    int column = -1;
    std::istringstream heads(line);
    const std::string wanted = "CPU" + std::to_string(cpu);
    for (int i = 0; heads >> word; ++i) {
        if (word == wanted) column = i;
    }
    while (column >= 0 && std::getline(file, line)) {
        std::istringstream words(line);
        words >> word;
        if (word != row) continue;
        std::int64_t value = 0;
        for (int i = 0; i <= column; ++i) words >> value;
        return value;
    }
    return 0;
}

}  // namespace

Storm::~Storm() {
    if (sender_ >= 0) ::close(sender_);
    if (receiver_ >= 0) ::close(receiver_);
}

void Storm::prepare(int cpu) {
    if (::syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) != 0) {
        no_interrupts_ = "membarrier: " + std::generic_category().message(errno);
    }
    try {
        prepare_network(cpu);
        no_softirqs_.clear();
    } catch (const std::runtime_error& error) {
        no_softirqs_ = error.what();
        if (sender_ >= 0) ::close(sender_);
        sender_ = -1;
    }
}

// The thread leaves the network and the mounts of all others, so that nothing of the machine
// changes, and all of it is gone with the thread.
void Storm::prepare_network(int cpu) {
    if (::unshare(CLONE_NEWNS | CLONE_NEWNET) != 0) fail("a network of its own");
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) fail("private mounts");
    if (::mount("sysfs", "/sys", "sysfs", 0, nullptr) != 0) fail("its sysfs");
    receiver_ = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sender_ = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (receiver_ < 0 || sender_ < 0) fail("a socket");
    switch_loopback_on(receiver_);
    write_text("/sys/class/net/lo/queues/rx-0/rps_cpus", mask_of(cpu));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::bind(receiver_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) fail("bind");
    socklen_t length = sizeof address;
    ::getsockname(receiver_, reinterpret_cast<sockaddr*>(&address), &length);
    if (::connect(sender_, reinterpret_cast<sockaddr*>(&address), length) != 0) fail("connect");
}

// What is received is thrown away by the kernel once the socket is full: nobody reads it.
void Storm::rage() {
    is_stopped_ = false;
    const char packet[64] = {};
    while (!is_stopped_) {
        for (int i = 0; i < kPacketsAtOnce && sender_ >= 0; ++i) {
            [[maybe_unused]] const ssize_t sent = ::send(sender_, packet, sizeof packet, 0);
        }
        for (int i = 0; i < kInterruptsAtOnce && no_interrupts_.empty(); ++i) {
            ::syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
        }
    }
}

Interruptions interruptions_of(int cpu) {
    return {count_in("/proc/interrupts", "CAL:", cpu), count_in("/proc/softirqs", "NET_RX:", cpu)};
}

}  // namespace stalls
