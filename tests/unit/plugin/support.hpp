// Folders that vanish, the modules that the build made, and plugins that are linked in.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "platform/clock.hpp"
#include "plugin/plugin.hpp"
#include "plugin/registry.hpp"

namespace benchlab::plugin::test {

namespace fs = std::filesystem;

class TemporaryFolder {
  public:
    TemporaryFolder() {
        static std::atomic<unsigned> counter{0};
        path_ = fs::canonical(fs::temp_directory_path()) /
                ("benchlab-plugin-test-" + std::to_string(platform::now_ns()) + "-" +
                 std::to_string(counter++));
        fs::create_directories(path_);
    }
    // On Windows loaded libraries stay; nothing else does.
    ~TemporaryFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const fs::path& path() const { return path_; }
    fs::path folder(const std::string& name) const {
        fs::create_directories(path_ / name);
        return path_ / name;
    }
    fs::path write(const std::string& name, std::string_view content) const {
        std::ofstream(path_ / name, std::ios::binary) << content;
        return path_ / name;
    }

  private:
    fs::path path_;
};

inline fs::path module_file(const std::string& name) {
    return fs::path(BENCHLAB_TEST_MODULES) / (name + BENCHLAB_TEST_MODULE_SUFFIX);
}

// A copy is another library for the loader.
inline fs::path copy_module(const std::string& name, const fs::path& folder,
                            const std::string& as = {}) {
    const fs::path to = folder / ((as.empty() ? name : as) + BENCHLAB_TEST_MODULE_SUFFIX);
    fs::copy_file(module_file(name), to);
    return to;
}

// Only the directories given, as with --no-default-plugins; and before the default ones.
inline SearchOptions only(const std::vector<fs::path>& directories) {
    SearchOptions options;
    options.directories = directories;
    options.defaults = false;
    return options;
}

inline SearchOptions before_defaults(const std::vector<fs::path>& directories) {
    SearchOptions options = only(directories);
    options.defaults = true;
    return options;
}

inline std::string read_bytes(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline const Benchmark* find_benchmark(const Registry& registry, const std::string& name) {
    for (const Benchmark* benchmark : registry.benchmarks()) {
        if (benchmark->name == name) return benchmark;
    }
    return nullptr;
}

inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

inline bool any_contains(const std::vector<std::string>& texts, std::string_view part) {
    return std::any_of(texts.begin(), texts.end(),
                       [&](const std::string& text) { return contains(text, part); });
}

// Restores what the variable was.
class Variable {
  public:
    Variable(const char* name, const std::string& value) : name_(name) {
        const char* const before = std::getenv(name);
        was_set_ = before != nullptr;
        if (was_set_) before_ = before;
        set(value);
    }
    ~Variable() { set(before_); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

  private:
    void set(const std::string& value) {
#if defined(_WIN32)
        _putenv_s(name_, value.c_str());
#else
        if (value.empty() && !was_set_) {
            unsetenv(name_);
        } else {
            setenv(name_, value.c_str(), 1);
        }
#endif
    }
    const char* name_;
    std::string before_;
    bool was_set_ = false;
};

}  // namespace benchlab::plugin::test
