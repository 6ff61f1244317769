// code_maps.hpp: names of code that compilers made while programs ran, by the lists that they write
// (/tmp/perf-PID.map).
//
// benchlab's recorder keeps them in the recording; else they are looked for beside it, and in /tmp
// where it was recorded on this machine.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "perf/session.hpp"
#include "perf/tables.hpp"

namespace benchlab::perf {

class CodeMaps {
  public:
    // Of the recording at `path`, whose last time is `end`; `pids` are those that ran such code.
    CodeMaps(const Session& session, const std::string& path, std::uint64_t end,
             const std::set<std::uint32_t>& pids);

    // Rows of the table symbol, and what there is to be said.
    void write(const Lane& lane) const;

  private:
    struct Map {
        std::string text, from;
    };

    bool read_kept(Bytes section);
    void look_beside(const std::string& path, const std::set<std::uint32_t>& pids);
    void look_in_tmp(std::uint64_t written_until_ns, const std::set<std::uint32_t>& pids);

    std::map<std::uint32_t, Map> maps_;  // by pid
    std::vector<std::string> notes_;
    bool is_damaged_ = false;
};

// Hands over what each line "START SIZE NAME" says; other lines are passed over.
void read_code_map(std::string_view text,
                   const std::function<void(std::uint64_t address, std::uint64_t size,
                                            std::string_view name)>& use);

}  // namespace benchlab::perf
