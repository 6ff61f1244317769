// platform/crash_line.hpp: the one line that a crash leaves.  Internal to this folder; called in
// signal handlers, so no allocation and no locks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>

#include "platform/signals.hpp"

namespace benchlab::platform {

struct CrashLine {
    char text[1024];
    std::size_t length = 0;

    void add(const char* words, std::size_t size) {
        const std::size_t space = sizeof text - 1 - length;  // one stays for the line end
        size = std::min(size, space);
        std::memcpy(text + length, words, size);
        length += size;
    }
    void add(const char* words) { add(words, std::strlen(words)); }

    // Foreign words, such as what() of an exception: stay on one line and obey nothing.
    void add_foreign(const char* words) {
        for (std::size_t i = 0; words[i] != 0 && i < 300; ++i) {
            const char c =
                static_cast<unsigned char>(words[i]) < 0x20 || words[i] == 0x7f ? ' ' : words[i];
            add(&c, 1);
        }
    }

    // The whole beginning of the line for std::terminate, with the reason where there is one.
    void add_terminate() {
        add("benchlab: crashed: ");
        const std::exception_ptr active = std::current_exception();
        if (!active) return add("std::terminate");
        add("uncaught exception");
        try {
            std::rethrow_exception(active);
        } catch (const std::exception& exception) {
            add(" (");
            add_foreign(exception.what());
            add(")");
        } catch (...) {
            add(" of a type of its own");
        }
    }

    // "benchlab: crashed: <kind> in <description>"; without " in ..." when nothing is described.
    void finish(CrashDescriber describe) {
        if (describe != nullptr) {
            char words[512];
            const std::size_t size = std::min(describe(words, sizeof words), sizeof words);
            if (size > 0) {
                add(" in ");
                add(words, size);
            }
        }
        text[length++] = '\n';
    }
};

}  // namespace benchlab::platform
