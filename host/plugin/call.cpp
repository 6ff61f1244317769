#include "plugin/call.hpp"

#include <algorithm>
#include <exception>

#include "base/text.hpp"

namespace benchlab::plugin {
namespace {

constexpr std::size_t kMaxErrorText = 4096;

// Without a destructor: plugins are called even while a thread's own objects are being destroyed
// (stop() at exit, exit handlers).  Without allocation: the reason is often a lack of memory.
struct ErrorText {
    std::size_t size = 0;
    bool cut = false;
    char bytes[kMaxErrorText] = {};
};
constinit thread_local ErrorText error_of_thread;

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
    const ErrorText& error = error_of_thread;
    std::size_t replaced = 0;
    return base::printable(base::valid_utf8({error.bytes, error.size}, replaced)) +
           (error.cut ? " [cut]" : "");
}

void clear_error_text() {
    error_of_thread.size = 0;
    error_of_thread.cut = false;
}

void set_error_text(std::string_view text) {
    ErrorText& error = error_of_thread;
    error.size = std::min(text.size(), kMaxErrorText);
    error.cut = text.size() > kMaxErrorText;
    std::copy_n(text.data(), error.size, error.bytes);
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
