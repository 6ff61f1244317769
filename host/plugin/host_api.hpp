// plugin/host_api.hpp: the bl_host that a plugin gets, and where its log lines go.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "benchlab/benchlab.h"
#include "plugin/breadcrumb.hpp"

namespace benchlab::plugin {

// `level` is BL_LOG_*; the text is valid UTF-8 without control characters.  Called on any thread,
// one call at a time.  Without a handler log lines are dropped.
using LogHandler =
    std::function<void(std::uint32_t level, const std::string& plugin, const std::string& text)>;
void set_log_handler(LogHandler handler);

// While it lives, keeps what this thread's plugin logs at BL_LOG_INFO: remarks on what it is just
// setting up. One at a time on a thread.
class RemarkListener {
  public:
    RemarkListener();
    ~RemarkListener();
    RemarkListener(const RemarkListener&) = delete;
    RemarkListener& operator=(const RemarkListener&) = delete;
    const std::vector<std::string>& heard() const { return heard_; }
    void hear(const std::string& remark);

  private:
    std::vector<std::string> heard_;
};

// A line of our own about a plugin, to the same handler.
void log_as(const std::string& plugin, std::uint32_t level, const std::string& text);

// total 0: not known.
using ProgressHandler =
    std::function<void(const std::string& plugin, std::uint64_t done, std::uint64_t total)>;
void set_progress_handler(ProgressHandler handler);

// One for each plugin, so that a log line has a name.
struct PluginHost : bl_host {
    explicit PluginHost(std::string plugin);
    std::string plugin_id;
};

// How many threads run_parallel() uses at most; 0: one for each CPU.
void limit_parallel(unsigned threads);

// bl_host::parallel, on behalf of what the calling thread is in.
bl_status run_parallel(std::uint64_t tasks, bl_task task, void* context);

}  // namespace benchlab::plugin
