// address_spaces.hpp: which file's code lay where in a process, at any time.
//
// Stacks are unwound as their samples are met, and a file has the records of several CPUs side by
// side: so the records about maps are taken before, in a pass of their own.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "perf/records.hpp"
#include "perf/session.hpp"

namespace benchlab::perf {

class AddressSpaces {
  public:
    struct File {
        std::string path;
        std::string build_id;  // in hex; empty when the recording does not have it
    };
    struct Mapping {
        std::uint64_t time, begin, end, offset;
        std::uint32_t file;  // its number in files()
    };

    // A record about the life of a process or about a map; all others are passed over.
    void take(const Record& record, const Session& session);
    // Once all were taken.
    void settle(const Session& session);

    // What was mapped last at an address; null when it is not known to be code.
    const Mapping* find(std::uint32_t pid, std::uint64_t time, std::uint64_t address) const;
    const std::vector<File>& files() const { return files_; }

  private:
    enum class Kind : std::uint8_t { kMap, kFork, kProgram };
    struct Event {
        Kind kind;
        std::uint32_t pid, parent;
        Mapping mapping;
    };
    // From a fork or the begin of a program on.
    struct Era {
        std::uint64_t begin = 0;
        std::int64_t parent = -1;  // the era whose maps it began with
        std::vector<Mapping> mappings;
        std::vector<std::uint64_t> reach;  // how far those before and this one reach
    };

    void on_map(const Record& record, Fields fields, std::uint64_t time, const Session& session);
    std::uint32_t number_of(std::string_view path, std::string build_id);
    Era& new_era(std::uint32_t pid, std::uint64_t begin, std::int64_t parent);
    std::int64_t era_of(std::uint32_t pid, std::uint64_t time) const;
    static const Mapping* find_in(const Era& era, std::uint64_t time, std::uint64_t address);

    std::vector<Event> events_;
    std::vector<File> files_;
    std::map<std::pair<std::string, std::string>, std::uint32_t> numbers_;
    std::vector<Era> eras_;
    std::unordered_map<std::uint32_t, std::vector<std::int64_t>> eras_of_;  // by pid, by time
};

}  // namespace benchlab::perf
