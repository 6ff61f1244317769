#include "plugin/call.hpp"

#include <algorithm>
#include <exception>

#include "base/text.hpp"

namespace benchlab::plugin {
namespace {

constexpr std::size_t kMaxErrorText = 64u << 10;
constexpr std::string_view kCut = " [cut]";

// Plugins are called even while a thread's own objects are being destroyed (stop() at exit, exit
// handlers), so the text hangs on a pointer that is null then, and may be set again.
constinit thread_local std::string* error_of_thread = nullptr;

struct ErrorOwner {
    ~ErrorOwner() {
        delete error_of_thread;
        error_of_thread = nullptr;
    }
};

std::string& own_error() {
    if (error_of_thread == nullptr) {
        static thread_local ErrorOwner owner;
        static_cast<void>(owner);
        error_of_thread = new std::string;
    }
    return *error_of_thread;
}

struct Meaning {
    bl_status status;
    base::Code code;
    std::string_view text;
};

constexpr Meaning kMeanings[] = {
    {BL_SKIPPED, base::Code::kUnsupported, "skipped without a reason"},
    {BL_CANCELLED, base::Code::kCancelled, "cancelled"},
    {BL_E_FAILED, base::Code::kFailed, "failed without a reason"},
    {BL_E_UNSUPPORTED, base::Code::kUnsupported, "not supported here"},
    {BL_E_INVALID, base::Code::kInvalid, "bad argument or option value"},
    {BL_E_MEMORY, base::Code::kMemory, "out of memory"},
    {BL_E_IO, base::Code::kIo, "input or output failed"},
    {BL_E_DATA, base::Code::kData, "the input is damaged"},
};

}  // namespace

std::string error_text() {
    if (error_of_thread == nullptr) return {};
    std::size_t replaced = 0;
    return base::printable(base::valid_utf8(*error_of_thread, replaced));
}

void clear_error_text() {
    if (error_of_thread != nullptr) error_of_thread->clear();
}

void set_error_text(std::string_view text) {
    std::string& error = own_error();
    error = text.substr(0, kMaxErrorText);
    if (text.size() > kMaxErrorText) error += kCut;
}

base::Error status_error(const Crumb& where, bl_status status) {
    base::Error error{base::Code::kPlugin, {}};
    std::string meaning = "returned the unknown status " + std::to_string(status);
    for (const Meaning& known : kMeanings) {
        if (known.status != status) continue;
        error.code = known.code;
        meaning = known.text;
    }
    const std::string reason = error_text();
    error.message = crumb_text(where) + ": " + (reason.empty() ? meaning : reason);
    return error;
}

std::string thrown_text() {
    std::string what = "something that is no std::exception";
    try {
        throw;
    } catch (const std::exception& thrown) {
        std::size_t replaced = 0;
        what = base::printable(base::valid_utf8(thrown.what(), replaced));
    } catch (...) {
    }
    return "threw " + what + "; no exception may leave a plugin";
}

base::Error thrown_error(const Crumb& where) {
    return {base::Code::kPlugin, crumb_text(where) + ": " + thrown_text()};
}

}  // namespace benchlab::plugin
