#include "cli/last_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "cli/program.hpp"
#include "platform/signals.hpp"
#include "platform/stdio.hpp"
#include "plugin/breadcrumb.hpp"

namespace benchlab::cli {
namespace {

std::atomic<Phase> current_phase{Phase::kOther};
std::atomic<Saved> saved_so_far{Saved::kNotAll};
std::atomic<void (*)(const char*, std::size_t)> last_listener{nullptr};

class Words {
  public:
    Words(char* buffer, std::size_t size) : buffer_(buffer), size_(size) {}
    void add(std::string_view text) { used_ += text.copy(buffer_ + used_, size_ - used_); }
    // Where a plugin is, as told by a breadcrumb.
    template <class Describe>
    bool add_call(std::string_view before, Describe&& describe) {
        const std::size_t start = std::min(used_ + before.size(), size_);
        const std::size_t added = describe(buffer_ + start, size_ - start);
        if (added == 0) return false;
        add(before);
        used_ += added;
        return true;
    }
    std::size_t used() const { return used_; }

  private:
    char* buffer_;
    std::size_t size_;
    std::size_t used_ = 0;
};

std::size_t longest(char* buffer, std::size_t size) {
    std::uint64_t since = 0;
    return plugin::describe_longest_call(buffer, size, since);
}

// In a signal handler: no allocation, no locks.
std::size_t describe(char* buffer, std::size_t size) {
    Words words(buffer, size);
    if (!words.add_call("", plugin::describe_crumb) &&
        !words.add_call("a thread of a plugin, during ", longest) &&
        current_phase.load() == Phase::kEnding) {
        words.add("what plugins do at the end of the process");
    }
    words.add(last_hint());
    return words.used();
}

void on_exit() {
    if (current_phase.load() == Phase::kEnding) return;
    char line[1024];
    Words words(line, sizeof line - 1);
    words.add("benchlab: ended: a plugin called exit()");
    // Thread-local destructors have run by now, but a record that is within a call stays.
    words.add_call(" in ", longest);
    words.add(last_hint());
    line[words.used()] = '\n';
    tell_last_words({line, words.used() + 1});
    platform::exit_now(kCrashed);
}

}  // namespace

void set_phase(Phase phase) {
    current_phase = phase;
}

void prepare_last_words() {
    platform::install_crash_handler(describe, kCrashed);
    platform::prepare_thread_for_crash();
    std::atexit(on_exit);
}

void tell_last_words(std::string_view line) {
    platform::write_stderr(line);
    if (auto* const listener = last_listener.load()) listener(line.data(), line.size());
}

void set_last_listener(void (*listener)(const char* line, std::size_t size)) {
    last_listener = listener;
    platform::set_crash_listener(listener);
}

void set_saved(Saved saved) {
    saved_so_far = saved;
}

std::string_view last_hint() {
    if (current_phase.load() != Phase::kMeasuring) return {};
    switch (saved_so_far.load()) {
        case Saved::kInFiles:
            return "; what was finished is kept, and --isolate would go on with the rest";
        case Saved::kAtTheEnd:
            return "; what was finished is lost, as it is written at the end; --isolate would go "
                   "on with the rest";
        case Saved::kNotAll:
            break;
    }
    return "; --isolate would go on with the rest";
}

}  // namespace benchlab::cli
