// bl_host::parallel: a few threads that live as long as the process and take tasks from the jobs
// that are open.
#include <atomic>
#include <climits>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "platform/cpus.hpp"
#include "platform/signals.hpp"
#include "plugin/breadcrumb.hpp"
#include "plugin/call.hpp"
#include "plugin/host_api.hpp"

namespace benchlab::plugin {
namespace {

// One call of parallel().  It lives on the caller's stack, so nobody may touch it once `workers`
// is 0 and it has left the queue.
struct Job {
    std::uint64_t tasks = 0;
    bl_task task = nullptr;
    void* context = nullptr;
    Crumb crumb;  // of the caller
    std::atomic<std::uint64_t> next{0};
    unsigned workers = 0;  // pool threads inside; guarded by the pool's mutex, like:
    unsigned most_workers = UINT_MAX;

    std::mutex mutex;  // guards the following
    std::uint64_t failed_index = UINT64_MAX;
    bl_status failed_status = BL_OK;
    std::string failed_text;
};

thread_local bool in_task = false;
std::atomic<unsigned> most_threads{0};  // 0: no limit

bl_status run_one(const Job& job, std::uint64_t index) {
    const CrumbScope scope(job.crumb);
    clear_error_text();
    try {
        return job.task(job.context, index);
    } catch (...) {
        set_error_text(thrown_text());
        return BL_E_FAILED;
    }
}

void note_failure(Job& job, std::uint64_t index, bl_status status) {
    const std::lock_guard lock(job.mutex);
    if (index >= job.failed_index) return;
    job.failed_index = index;
    job.failed_status = status;
    job.failed_text = error_text();
}

void work_on(Job& job) {
    const bool outer = in_task;
    in_task = true;
    for (std::uint64_t i = job.next.fetch_add(1); i < job.tasks; i = job.next.fetch_add(1)) {
        const bl_status status = run_one(job, i);
        if (status != BL_OK) note_failure(job, i, status);
    }
    in_task = outer;
}

class Pool {
  public:
    // One thread for each CPU but the caller's own.
    Pool() : cpus_(platform::usable_cpus()) {
        try {
            for (std::size_t i = 1; i < cpus_.size(); ++i)
                std::thread([this] { serve(); }).detach();
        } catch (const std::system_error&) {
            // Fewer threads, the same results.
        }
    }

    void run(Job& job) {
        {
            const std::lock_guard lock(mutex_);
            open_.push_back(&job);
        }
        wake_.notify_all();
        work_on(job);
        std::unique_lock lock(mutex_);
        std::erase(open_, &job);
        left_.wait(lock, [&] { return job.workers == 0; });
    }

  private:
    void serve() {
        platform::prepare_thread_for_crash();
        // The thread that made the pool may have been pinned, which its children inherit.
        static_cast<void>(platform::unpin_this_thread(cpus_));
        std::unique_lock lock(mutex_);
        for (;;) {
            wake_.wait(lock, [this] { return next_job() != nullptr; });
            Job& job = *next_job();
            ++job.workers;
            lock.unlock();
            work_on(job);
            lock.lock();
            // It has no task left to start.
            std::erase(open_, &job);
            if (--job.workers == 0) left_.notify_all();
        }
    }

    Job* next_job() const {
        for (Job* const job : open_) {
            if (job->workers < job->most_workers) return job;
        }
        return nullptr;
    }

    const std::vector<unsigned> cpus_;
    std::mutex mutex_;
    std::condition_variable wake_;  // a job was opened
    std::condition_variable left_;  // the last pool thread left a job
    std::deque<Job*> open_;
};

// Never destroyed: its threads do not end.
Pool& shared_pool() {
    static auto* const one = new Pool;
    return *one;
}

}  // namespace

void limit_parallel(unsigned threads) {
    most_threads = threads;
}

bl_status run_parallel(std::uint64_t tasks, bl_task task, void* context) {
    if (task == nullptr) {
        set_error_text("parallel() was given no task function");
        return BL_E_INVALID;
    }
    Job job;
    job.tasks = tasks;
    job.task = task;
    job.context = context;
    job.crumb = current_crumb();
    const unsigned limit = most_threads.load();
    if (limit > 0) job.most_workers = limit - 1;  // and this thread
    if (in_task || tasks < 2 || limit == 1) {
        work_on(job);
    } else {
        shared_pool().run(job);
    }
    if (job.failed_status == BL_OK) {
        clear_error_text();
        return BL_OK;
    }
    set_error_text(job.failed_text);
    return job.failed_status;
}

}  // namespace benchlab::plugin
