// measure/doctor.hpp: what of this machine makes timings shaky, what it costs, and how to mend it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace benchlab::measure {

enum class Health : std::uint8_t {
    kGood,
    kNote,     // to know when figures are read
    kBad,      // it costs accuracy, and can be mended or avoided
    kUnknown,  // the machine does not tell
};
std::string_view health_id(Health health);

struct Check {
    std::string id;     // "governor"
    std::string title;  // "Clock governor"
    Health health = Health::kUnknown;
    std::string found;  // what there is, in words
    std::string costs;  // of what is not good: what it does to timings
    std::string mend;   // and what to do: a command where there is one; empty: nothing
};

struct DoctorOptions {
    std::filesystem::path root = "/";  // of the files of proc and sys
    unsigned watch_ms = 500;           // how long the CPUs are watched for time taken by others
};

// Reads files alone, and changes nothing.  Linux; elsewhere each is unknown.
std::vector<Check> examine_machine(const DoctorOptions& options);

}  // namespace benchlab::measure
