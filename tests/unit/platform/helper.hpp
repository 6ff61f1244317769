// Starting unit_platform_helper and a folder to write into.
#pragma once

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "platform/clock.hpp"
#include "platform/files.hpp"
#include "platform/process.hpp"

namespace benchlab::platform {

// Long enough for a loaded machine: only a test that fails waits this long.
inline constexpr std::uint64_t kPatienceMs = 30'000;

inline std::filesystem::path helper_program() {
    std::filesystem::path program = executable_path().parent_path() / "unit_platform_helper";
#ifdef _WIN32
    program += ".exe";
#endif
    return program;
}

// Why there is no value; empty when there is one.
template <class T>
std::string reason_of(const base::Result<T>& result) {
    return result.ok() ? std::string() : result.error().message;
}

inline Child start_helper(const std::vector<std::string>& arguments,
                          Child::Input input = Child::Input::kNull) {
    auto child = Child::start(helper_program(), arguments, input);
    BOOST_REQUIRE_EQUAL(reason_of(child), "");
    return std::move(*child);
}

inline std::string next_line(Child& child) {
    std::string line;
    BOOST_REQUIRE(child.read_line(line, kPatienceMs) == Child::Read::kLine);
    return line;
}

struct Finished {
    std::vector<std::string> lines;
    ExitStatus status;
};

inline Finished run_helper(const std::vector<std::string>& arguments) {
    Child child = start_helper(arguments);
    Finished out;
    std::string line;
    while (child.read_line(line, kPatienceMs) == Child::Read::kLine) out.lines.push_back(line);
    out.status = child.wait();
    return out;
}

// A folder of its own for each test, empty at first and removed at the end.
struct Folder {
    Folder() {
        path = std::filesystem::temp_directory_path() /
               ("benchlab-platform-" + std::to_string(now_ns()));
        std::filesystem::create_directories(path);
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }

    std::size_t entries() const {
        const std::filesystem::directory_iterator all(path);
        return static_cast<std::size_t>(std::distance(begin(all), end(all)));
    }
    std::string content(const std::filesystem::path& name) const {
        std::ifstream in(path / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void put(const std::filesystem::path& name, const std::string& content) const {
        std::ofstream(path / name, std::ios::binary) << content;
    }

    std::filesystem::path path;
};

}  // namespace benchlab::platform
