#include "plugin/host_api.hpp"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "platform/clock.hpp"
#include "platform/signals.hpp"
#include "plugin/call.hpp"

namespace benchlab::plugin {
namespace {

constexpr std::uint64_t kMaxText = 64u << 10;
constexpr std::uint64_t kMaxAlign = 2u << 20;
constexpr std::uint64_t kDefaultAlign = 64;

struct Handlers {
    std::mutex mutex;
    LogHandler log;
    ProgressHandler progress;
};

// Never destroyed: plugins may log from their own destructors at exit.
Handlers& handlers() {
    static auto* const all = new Handlers;
    return *all;
}

thread_local RemarkListener* listener = nullptr;

const std::string& plugin_of(const bl_host* host) {
    return static_cast<const PluginHost*>(host)->plugin_id;
}

std::string_view view(const char* text, std::uint64_t length) {
    return text ? std::string_view(text, static_cast<std::size_t>(std::min(length, kMaxText)))
                : std::string_view();
}

// Nothing of ours may throw into a plugin; there is no way to tell it, so the call is dropped.
template <class Body>
void without_throwing(Body&& body) noexcept {
    try {
        body();
    } catch (...) {
    }
}

extern "C" {

void BL_CALL host_log(const bl_host* host, std::uint32_t level, const char* text,
                      std::uint64_t length) {
    without_throwing([&] {
        std::size_t replaced = 0;
        const std::string line = base::printable(base::valid_utf8(view(text, length), replaced));
        const auto known = std::clamp<std::uint32_t>(level, BL_LOG_DEBUG, BL_LOG_ERROR);
        if (known == BL_LOG_INFO && listener != nullptr) listener->hear(line);
        log_as(plugin_of(host), known, line);
    });
}

void BL_CALL host_set_error(const bl_host*, const char* text, std::uint64_t length) {
    // One byte more than is kept, so that a cut shows.
    without_throwing([&] {
        const auto size = static_cast<std::size_t>(std::min(length, kMaxText + 1));
        set_error_text(text ? std::string_view(text, size) : std::string_view());
    });
}

// The block begins with the pointer that malloc gave, right before what the plugin sees: release
// is told neither size nor alignment, and aligned allocation differs between systems.
void* BL_CALL host_allocate(const bl_host*, std::uint64_t size, std::uint64_t align) {
    if (align == 0) align = kDefaultAlign;
    if (align > kMaxAlign || (align & (align - 1)) != 0) return nullptr;
    align = std::max<std::uint64_t>(align, alignof(std::max_align_t));
    if (size > SIZE_MAX - align - sizeof(void*)) return nullptr;
    void* const raw = std::malloc(static_cast<std::size_t>(size + align + sizeof(void*)));
    if (raw == nullptr) return nullptr;
    const auto first = reinterpret_cast<std::uintptr_t>(raw) + sizeof(void*);
    auto* const block = reinterpret_cast<void**>((first + align - 1) & ~(align - 1));
    block[-1] = raw;
    return block;
}

void BL_CALL host_release(const bl_host*, void* block) {
    if (block != nullptr) std::free(static_cast<void**>(block)[-1]);
}

std::uint64_t BL_CALL host_clock_ns(const bl_host*) {
    return platform::now_ns();
}

void BL_CALL host_progress(const bl_host* host, std::uint64_t done, std::uint64_t total) {
    without_throwing([&] {
        const std::lock_guard lock(handlers().mutex);
        if (handlers().progress) handlers().progress(plugin_of(host), done, total);
    });
}

std::uint32_t BL_CALL host_cancelled(const bl_host*) {
    return platform::interrupted() ? 1 : 0;
}

bl_status BL_CALL host_parallel(const bl_host*, std::uint64_t tasks, bl_task task, void* context) {
    bl_status status = BL_E_MEMORY;
    without_throwing([&] { status = run_parallel(tasks, task, context); });
    return status;
}

// No extension exists yet.
const void* BL_CALL host_get_extension(const bl_host*, const char*) {
    return nullptr;
}

}  // extern "C"

}  // namespace

PluginHost::PluginHost(std::string plugin) : bl_host{}, plugin_id(std::move(plugin)) {
    struct_size = sizeof(bl_host);
    abi_minor = BL_ABI_MINOR;
    version = BENCHLAB_VERSION;
    log = host_log;
    set_error = host_set_error;
    allocate = host_allocate;
    release = host_release;
    clock_ns = host_clock_ns;
    progress = host_progress;
    cancelled = host_cancelled;
    parallel = host_parallel;
    get_extension = host_get_extension;
}

RemarkListener::RemarkListener() {
    listener = this;
}

RemarkListener::~RemarkListener() {
    listener = nullptr;
}

void RemarkListener::hear(const std::string& remark) {
    constexpr std::size_t kMost = 8;
    if (heard_.size() < kMost) heard_.push_back(remark);
}

void set_log_handler(LogHandler handler) {
    const std::lock_guard lock(handlers().mutex);
    handlers().log = std::move(handler);
}

void log_as(const std::string& plugin, std::uint32_t level, const std::string& text) {
    const std::lock_guard lock(handlers().mutex);
    if (handlers().log) handlers().log(level, plugin, text);
}

void set_progress_handler(ProgressHandler handler) {
    const std::lock_guard lock(handlers().mutex);
    handlers().progress = std::move(handler);
}

}  // namespace benchlab::plugin
