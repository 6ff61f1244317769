// cli/ab_side.hpp: one side of `benchlab ab`: a folder of plugins, a plugin, or a program made with
// benchlab::main.  Nothing of it is loaded into this process.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/run_settings.hpp"
#include "plugin/registry.hpp"

namespace benchlab::cli {

class AbSide {
  public:
    // Errors: not there, neither of the three, or what describing it came to.  What is wrong with
    // single files of a folder is said on stderr.
    static base::Result<AbSide> open(const std::filesystem::path& path,
                                     std::uint64_t call_limit_ms);

    // Finds the cases that are chosen; error kNotFound when there is none.
    base::Result<void> choose(const RunSettings& settings);
    const std::vector<plugin::Case>& cases() const { return cases_; }
    const plugin::Case* find(const std::string& name) const;
    // Whose `worker` measures; empty: this very program.
    const std::filesystem::path& program() const { return program_; }

  private:
    std::filesystem::path program_;
    std::optional<plugin::Registry> registry_;  // of a folder
    std::unique_ptr<plugin::Plugin> plugin_;    // of a file
    std::vector<plugin::Case> cases_;
};

}  // namespace benchlab::cli
