// What the program with stalls says itself that it did.
#pragma once

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace live {

// A line of the program's log: a frame, or a stall within one.
struct Logged {
    std::string kind;
    std::int64_t begin = 0, end = 0;
    std::uint32_t tid = 0;
    std::map<std::string, std::string> detail;

    double length_ms() const { return static_cast<double>(end - begin) / 1e6; }
    double number(const std::string& name) const {
        const auto found = detail.find(name);
        BOOST_REQUIRE_MESSAGE(found != detail.end(), kind + " has no " + name);
        return std::stod(found->second);
    }
    bool was_skipped() const { return detail.count("skipped:") != 0; }
};

std::vector<Logged> read_log(const std::filesystem::path& path);

}  // namespace live
