#include "plugin/breadcrumb.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <set>

#include "platform/clock.hpp"

namespace benchlab::plugin {
namespace {

// What one thread is in.  Only that thread writes it.  `version` is odd while it does, so that
// the watchdog can tell a torn copy; release stores are plain moves on x86-64.
struct ThreadRecord {
    std::atomic<std::uint64_t> version{0};
    std::atomic<const char*> plugin{nullptr};
    std::atomic<const char*> item{nullptr};
    std::atomic<const char*> function{nullptr};
    std::atomic<std::uint64_t> since_ns{0};
    std::atomic<bool> taken{true};
    ThreadRecord* next = nullptr;  // set before the record is published

    void write(const Crumb& crumb, std::uint64_t since) {
        const std::uint64_t before = version.load(std::memory_order_relaxed);
        version.store(before + 1, std::memory_order_relaxed);
        plugin.store(crumb.plugin, std::memory_order_release);
        item.store(crumb.item, std::memory_order_release);
        function.store(crumb.function, std::memory_order_release);
        since_ns.store(since, std::memory_order_release);
        version.store(before + 2, std::memory_order_release);
    }
    Crumb read() const {
        return {plugin.load(std::memory_order_acquire), item.load(std::memory_order_acquire),
                function.load(std::memory_order_acquire)};
    }
};

// Records are never freed: a reader may stand on one.  Those of ended threads are used again.
constinit std::atomic<ThreadRecord*> all_records{nullptr};
constinit thread_local ThreadRecord* this_record = nullptr;

struct RecordOwner {
    ~RecordOwner() {
        if (this_record == nullptr) return;
        // The thread ends from within a call: the plugin called exit().  It stays on record, so
        // that an exit handler can tell.
        if (this_record->plugin.load(std::memory_order_relaxed) != nullptr) return;
        this_record->write({}, 0);
        this_record->taken.store(false, std::memory_order_release);
        this_record = nullptr;
    }
};

ThreadRecord* take_record() {
    for (ThreadRecord* at = all_records.load(std::memory_order_acquire); at; at = at->next) {
        bool expected = false;
        if (at->taken.compare_exchange_strong(expected, true)) return at;
    }
    auto* fresh = new ThreadRecord;
    fresh->next = all_records.load(std::memory_order_relaxed);
    while (!all_records.compare_exchange_weak(fresh->next, fresh)) {
    }
    return fresh;
}

ThreadRecord& own_record() {
    if (this_record == nullptr) {
        // Its destructor gives the record back when the thread ends.
        static thread_local RecordOwner owner;
        static_cast<void>(owner);
        this_record = take_record();
    }
    return *this_record;
}

// Appends as much of `text` as fits; async-signal-safe.
void append(char* buffer, std::size_t size, std::size_t& used, const char* text) {
    while (*text != '\0' && used < size) buffer[used++] = *text++;
}

// A reader or section that is called like its plugin is told once; async-signal-safe.
const char* own_item(const Crumb& crumb) {
    const bool same = crumb.plugin != nullptr && crumb.item != nullptr &&
                      std::strcmp(crumb.plugin, crumb.item) == 0;
    return same ? nullptr : crumb.item;
}

std::size_t describe(const Crumb& crumb, char* buffer, std::size_t size) {
    std::size_t used = 0;
    for (const char* part : {crumb.plugin, own_item(crumb), crumb.function}) {
        if (part == nullptr) continue;
        if (used != 0) append(buffer, size, used, ": ");
        append(buffer, size, used, part);
    }
    return used;
}

// Async-signal-safe.  Without a plugin when no call is going on.
Crumb longest_call(std::uint64_t now, std::uint64_t& since) {
    Crumb longest;
    since = now;
    for (const ThreadRecord* at = all_records.load(std::memory_order_acquire); at; at = at->next) {
        const std::uint64_t version = at->version.load(std::memory_order_acquire);
        const Crumb crumb = at->read();
        const std::uint64_t began = at->since_ns.load(std::memory_order_acquire);
        // Torn: the thread has just gone on, so it does not hang.
        if (version % 2 != 0 || at->version.load(std::memory_order_relaxed) != version) continue;
        if (crumb.plugin == nullptr || began == 0 || began > since) continue;
        longest = crumb;
        since = began;
    }
    return longest;
}

}  // namespace

const char* intern_name(std::string_view text) {
    static std::mutex mutex;
    // Never destroyed: the crash handler may run during the destruction of statics.
    static auto* const names = new std::set<std::string, std::less<>>;
    const std::lock_guard lock(mutex);
    auto found = names->find(text);
    if (found == names->end()) found = names->emplace(text).first;
    return found->c_str();
}

std::string crumb_text(const Crumb& crumb) {
    std::string text;
    for (const char* part : {crumb.plugin, own_item(crumb), crumb.function}) {
        if (part == nullptr) continue;
        if (!text.empty()) text += ": ";
        text += part;
    }
    return text;
}

CrumbScope::CrumbScope(const Crumb& crumb) {
    ThreadRecord& record = own_record();
    before_ = record.read();
    since_before_ = record.since_ns.load(std::memory_order_relaxed);
    record.write(crumb, platform::now_ns());
}

CrumbScope::~CrumbScope() {
    own_record().write(before_, since_before_);
}

Crumb current_crumb() {
    return this_record ? this_record->read() : Crumb{};
}

std::size_t describe_crumb(char* buffer, std::size_t size) {
    const ThreadRecord* const record = this_record;
    return record == nullptr ? 0 : describe(record->read(), buffer, size);
}

std::size_t describe_longest_call(char* buffer, std::size_t size, std::uint64_t& since_ns) {
    return describe(longest_call(platform::now_ns(), since_ns), buffer, size);
}

}  // namespace benchlab::plugin
