// host.hpp: what the host offers to C++ plugins, and how errors get back to it.  C++17 or later.
//
// Handles (Host, Values) are a pointer wide and copied freely; each is valid as long as the call
// that brought it, Host for ever.  Failing is throwing: the layer turns every exception into a
// status and gives its text to the host, so no exception leaves the plugin.
//
//     throw benchlab::skip("needs AVX2");                                  // not here, no error
//     throw benchlab::Error(BL_E_IO, "cannot open " + path);
//     if (!ready) throw std::runtime_error("the device did not answer");   // BL_E_FAILED
#pragma once

#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "benchlab/benchlab.h"

namespace benchlab {

// An outcome with a status of its own; any other exception is BL_E_FAILED.
class Error : public std::runtime_error {
  public:
    Error(bl_status status, const std::string& text) : std::runtime_error(text), status_(status) {}
    bl_status status() const { return status_; }

  private:
    bl_status status_;
};

// "Nothing to measure or report here": the reason is shown, and it counts as no error.
[[nodiscard]] inline Error skip(const std::string& reason) {
    return Error(BL_SKIPPED, reason);
}

namespace detail {

// An empty text means that the reason is with the host already.
inline bl_status report(const bl_host* host, bl_status status, std::string_view text) noexcept {
    if (host != nullptr && !text.empty()) host->set_error(host, text.data(), text.size());
    return status;
}

// The one try block around an author's code.
template <class Function>
bl_status guarded(const bl_host* host, Function&& function) noexcept {
    try {
        function();
        return BL_OK;
    } catch (const Error& error) {
        return report(host, error.status(), error.what());
    } catch (const std::bad_alloc&) {
        return report(host, BL_E_MEMORY, "out of memory");
    } catch (const std::exception& error) {
        return report(host, BL_E_FAILED, error.what());
    } catch (...) {
        return report(host, BL_E_FAILED, "an exception that is not a std::exception");
    }
}

}  // namespace detail

// The host's services.  None of them inside a benchmark's run().
class Host {
  public:
    explicit Host(const bl_host* host) : host_(host) {}

    const bl_host* raw() const { return host_; }
    std::string_view version() const { return host_->version; }

    // level is BL_LOG_*.  Any thread.
    void log(std::uint32_t level, std::string_view text) const {
        host_->log(host_, level, text.data(), text.size());
    }
    // The clock that the host measures with.  Any thread.
    std::uint64_t clock_ns() const { return host_->clock_ns(host_); }
    // On the thread that called the plugin; total 0 when it is not known.
    void progress(std::uint64_t done, std::uint64_t total) const {
        host_->progress(host_, done, total);
    }
    // True when the user wants to stop.  Any thread.
    bool cancelled() const { return host_->cancelled(host_) != 0; }
    // Throws BL_CANCELLED then.
    void stop_if_cancelled() const {
        if (cancelled()) throw Error(BL_CANCELLED, "");
    }

    // Calls task(i) once for each i below tasks, on the host's threads and this one.  A task may
    // throw; when all have ended, the error of the lowest such i is thrown here.
    template <class Task>
    void parallel(std::uint64_t tasks, Task&& task) const {
        using Called = std::remove_reference_t<Task>;
        struct Context {
            const bl_host* host;
            Called* task;
        };
        struct Trampoline {
            static bl_status BL_CALL call(void* context, std::uint64_t index) noexcept {
                const auto* given = static_cast<const Context*>(context);
                return detail::guarded(given->host, [&] { (*given->task)(index); });
            }
        };
        Context context{host_, &task};
        const bl_status status = host_->parallel(host_, tasks, &Trampoline::call, &context);
        // The host has the text of that task already.
        if (status != BL_OK) throw Error(status, "");
    }

    // An optional interface, "benchlab.<name>/<revision>"; null when the host has it not.
    const void* extension(const char* id) const { return host_->get_extension(host_, id); }

  private:
    const bl_host* host_;
};

// Values of parameters or options, by name.
class Values {
  public:
    explicit Values(const bl_values* values) : values_(values) {}

    // Each throws BL_E_INVALID when nothing of that name and type was declared.
    std::uint64_t u64(const char* name) const {
        std::uint64_t value = 0;
        if (values_->get_u64(values_, name, &value) == 0) fail(name, "a whole number");
        return value;
    }
    double f64(const char* name) const {
        double value = 0;
        if (values_->get_f64(values_, name, &value) == 0) fail(name, "a number");
        return value;
    }
    bool flag(const char* name) const { return u64(name) != 0; }
    // A text, or the label of a parameter.  Valid as long as the call.
    std::string_view text(const char* name) const {
        const auto found = find_text(name);
        if (!found) fail(name, "a text");
        return *found;
    }

    // The same, empty when there is none (an option without default that nobody set).
    std::optional<std::uint64_t> find_u64(const char* name) const {
        std::uint64_t value = 0;
        if (values_->get_u64(values_, name, &value) == 0) return std::nullopt;
        return value;
    }
    std::optional<double> find_f64(const char* name) const {
        double value = 0;
        if (values_->get_f64(values_, name, &value) == 0) return std::nullopt;
        return value;
    }
    std::optional<std::string_view> find_text(const char* name) const {
        const char* text = nullptr;
        std::uint64_t len = 0;
        if (values_->get_text(values_, name, &text, &len) == 0) return std::nullopt;
        return std::string_view(text, static_cast<std::size_t>(len));
    }

  private:
    [[noreturn]] static void fail(const char* name, const char* kind) {
        throw Error(BL_E_INVALID, std::string("the plugin asks for ") + name + " as " + kind +
                                      ", but has not declared it so");
    }

    const bl_values* values_;
};

}  // namespace benchlab
