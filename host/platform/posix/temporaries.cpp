#include "platform/posix/temporaries.hpp"

#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstring>

namespace benchlab::platform {
namespace {

enum class Use { kFree, kChanging, kNoted };

// Names stay where they are: a signal handler reads them without a lock.
struct Slot {
    std::atomic<Use> use{Use::kFree};
    pid_t owner = 0;  // a child that was forked has none
    char name[PATH_MAX] = {};
};
Slot slots[16];

}  // namespace

void note_temporary(const char* name) {
    const std::size_t length = std::strlen(name);
    if (length >= sizeof(Slot::name)) return;
    for (Slot& slot : slots) {
        Use expected = Use::kFree;
        if (!slot.use.compare_exchange_strong(expected, Use::kChanging)) continue;
        std::memcpy(slot.name, name, length + 1);
        slot.owner = getpid();
        slot.use = Use::kNoted;
        return;
    }
}

void forget_temporary(const char* name) {
    for (Slot& slot : slots) {
        if (slot.use != Use::kNoted || std::strcmp(slot.name, name) != 0) continue;
        slot.use = Use::kFree;
        return;
    }
}

void remove_temporaries() {
    const pid_t self = getpid();
    for (const Slot& slot : slots) {
        if (slot.use == Use::kNoted && slot.owner == self) ::unlink(slot.name);
    }
}

}  // namespace benchlab::platform
