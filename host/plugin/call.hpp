// plugin/call.hpp: the one way into a plugin.  A call leaves a breadcrumb, starts without an
// error text, survives a C++ exception, puts the floating-point state back, and turns status and
// text into a Result.
//
//     const Crumb where{"cpu", "cpu/int-latency", "setup"};
//     const base::Result<bl_status> status = call(where, [&] { return setup(...); });
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/result.hpp"
#include "benchlab/benchlab.h"
#include "plugin/breadcrumb.hpp"
#include "plugin/float_state.hpp"

namespace benchlab::plugin {

// What the plugin gave to set_error() on this thread since the last clear; cut to 4 KiB, made
// valid UTF-8 and freed from control characters.
std::string error_text();
void clear_error_text();
void set_error_text(std::string_view text);

// "cpu: cpu/int-latency: setup: out of memory (needs 64 MiB)", the reason in the plugin's words
// or, without any, what the status means.
base::Error status_error(const Crumb& where, bl_status status);
// "threw std::bad_alloc; ...", of the exception that is being handled: within a catch block only.
std::string thrown_text();
// kPlugin, with the above as reason.
base::Error thrown_error(const Crumb& where);

// BL_OK and the positive outcomes as they are; an error for negative ones and for exceptions.
// No allocation unless it fails.
template <class Function>
base::Result<bl_status> call(const Crumb& where, Function&& function) {
    const CrumbScope scope(where);
    const FloatStateGuard floats;
    clear_error_text();
    try {
        const bl_status status = function();
        if (status < BL_OK || status > BL_CANCELLED) return status_error(where, status);
        return status;
    } catch (...) {
        return thrown_error(where);
    }
}

// The same for functions that return something else than a status.
template <class Function>
auto call_plain(const Crumb& where, Function&& function)
    -> base::Result<std::invoke_result_t<Function>> {
    const CrumbScope scope(where);
    const FloatStateGuard floats;
    clear_error_text();
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Function>>) {
            function();
            return {};
        } else {
            return function();
        }
    } catch (...) {
        return thrown_error(where);
    }
}

}  // namespace benchlab::plugin
