#include "worker.hpp"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace stalls {

// Whoever waits is woken without finding the mutex taken.
void Gate::open() {
    {
        const std::lock_guard lock(mutex_);
        ++count_;
    }
    changed_.notify_one();
}

void Gate::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return count_ > 0; });
    --count_;
}

void pin_to(int cpu) {
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(static_cast<unsigned>(cpu), &only);
    if (sched_setaffinity(0, sizeof only, &only) != 0) {
        throw std::system_error(errno, std::generic_category(),
                                "cannot run on CPU " + std::to_string(cpu));
    }
}

void name_thread(const char* name) {
    prctl(PR_SET_NAME, name);
}

int thread_id() {
    return static_cast<int>(syscall(SYS_gettid));
}

Worker::Worker(const char* name, int cpu, int priority)
    : thread_([this, name, cpu, priority] { live(name, cpu, priority); }) {
    is_there_.wait();
}

Worker::~Worker() {
    {
        const std::lock_guard lock(mutex_);
        is_ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Worker::start(std::function<void()> work) {
    {
        const std::lock_guard lock(mutex_);
        work_ = std::move(work);
        is_busy_ = true;
    }
    changed_.notify_all();
}

bool Worker::is_busy() {
    const std::lock_guard lock(mutex_);
    return is_busy_;
}

void Worker::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !is_busy_; });
}

void Worker::live(const char* name, int cpu, int priority) {
    name_thread(name);
    tid_ = thread_id();
    try {
        pin_to(cpu);
    } catch (const std::system_error& error) {
        refused_ = error.what();
    }
    const sched_param wanted{priority};
    if (priority > 0 && sched_setscheduler(0, SCHED_FIFO, &wanted) != 0) {
        refused_ = "SCHED_FIFO is refused: " + std::generic_category().message(errno);
    }
    is_there_.open();
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return is_ended_ || is_busy_; });
        if (!is_busy_) return;
        const std::function<void()> work = std::exchange(work_, nullptr);
        lock.unlock();
        work();
        lock.lock();
        is_busy_ = false;
        changed_.notify_all();
    }
}

}  // namespace stalls
