// plugin/inspect.hpp: is this file a plugin?  Reads it, runs nothing of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace benchlab::plugin {

inline constexpr std::uint64_t kMaxLibraryBytes = 256u << 20;

enum class Inspected {
    kPlugin,      // a library for this machine that exports our entry point
    kNotAPlugin,  // a whole library without it: somebody's dependency
    kRefused,
};

struct Inspection {
    Inspected result = Inspected::kRefused;
    std::string reason;  // of kNotAPlugin and kRefused
};

Inspection inspect(const std::filesystem::path& file);

}  // namespace benchlab::plugin
