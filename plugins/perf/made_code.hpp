// made_code.hpp: code that a compiler makes while the program runs, as the recorder and the reader
// tell it from that of files.
#pragma once

#include <string>
#include <string_view>

namespace benchlab::perf {

// By the path of a map: memory of no file.
constexpr bool holds_made_code(std::string_view path) {
    for (const std::string_view each :
         {"//anon", "/memfd:", "/dev/zero", "/SYSV", "[heap]", "[anon"}) {
        if (path.starts_with(each)) return true;
    }
    return path.empty();
}

// How a compiler calls the list of its functions: in /tmp, by the number of the process.
inline std::string code_map_name(std::string_view pid) {
    return "perf-" + std::string(pid) + ".map";
}

}  // namespace benchlab::perf
