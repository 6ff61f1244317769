// A named thread on one CPU that does what it is told, one thing at a time.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace stalls {

// Opens once for each time that it was opened.
class Gate {
  public:
    void open();
    void wait();

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int count_ = 0;
};

// Binds the calling thread; throws std::system_error.
void pin_to(int cpu);
void name_thread(const char* name);
int thread_id();

class Worker {
  public:
    // priority above 0 asks for SCHED_FIFO with it.
    Worker(const char* name, int cpu, int priority = 0);
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    int tid() const { return tid_; }
    // Why it has not the priority; empty: it has.
    const std::string& refused() const { return refused_; }

    // Not while it is busy.
    void start(std::function<void()> work);
    bool is_busy();
    void wait();

  private:
    void live(const char* name, int cpu, int priority);

    std::mutex mutex_;
    std::condition_variable changed_;
    std::function<void()> work_;
    bool is_busy_ = false, is_ended_ = false;
    int tid_ = 0;
    std::string refused_;
    Gate is_there_;
    std::thread thread_;
};

}  // namespace stalls
