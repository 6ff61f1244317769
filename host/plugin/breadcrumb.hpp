// plugin/breadcrumb.hpp: which plugin, item and function each thread is in, so that a crash, a
// hang or a wrong status can be told with names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace benchlab::plugin {

// The names live as long as the process, since another thread may be reading them: they are from
// a plugin's tables (never unloaded), literals, or from intern_name().
struct Crumb {
    const char* plugin = nullptr;    // "cpu"
    const char* item = nullptr;      // "cpu/int-latency"; null outside one
    const char* function = nullptr;  // "run"
};

// The same text for as long as the process lives; equal texts give the same pointer.
const char* intern_name(std::string_view text);

// "cpu: cpu/int-latency: run", without the parts that are null.
std::string crumb_text(const Crumb& crumb);

// While it lives, this thread is in that function.  Nests.
class CrumbScope {
  public:
    explicit CrumbScope(const Crumb& crumb);
    ~CrumbScope();
    CrumbScope(const CrumbScope&) = delete;
    CrumbScope& operator=(const CrumbScope&) = delete;

  private:
    Crumb before_;
    std::uint64_t since_before_;
};

// Of the calling thread.
Crumb current_crumb();
// "cpu: cpu/int-latency: run"; async-signal-safe.  0 when the thread is in no plugin.
std::size_t describe_crumb(char* buffer, std::size_t size);
// The same of the call that has been going on longest, over all threads, with the time at which it
// began (now_ns); 0 when there is none.
std::size_t describe_longest_call(char* buffer, std::size_t size, std::uint64_t& since_ns);

}  // namespace benchlab::plugin
