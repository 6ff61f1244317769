// cli/ab_revisions.hpp: two revisions of the git repository around the current folder, each in a
// worktree of its own in a temporary folder, and built there.  The user's tree is not touched.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.hpp"

namespace benchlab::cli {

class AbRevisions {
  public:
    // Runs `command` by /bin/sh in both worktrees; what it prints goes to stderr unless `quiet`.
    // Errors: no such revision, no repository, no git, or a command that failed.
    static base::Result<AbRevisions> build(const std::string& old_revision,
                                           const std::string& new_revision,
                                           const std::string& command, bool quiet);
    AbRevisions(AbRevisions&& other) noexcept;
    AbRevisions& operator=(AbRevisions&&) = delete;
    ~AbRevisions();  // takes the worktrees away

    std::filesystem::path worktree(bool is_new) const { return folder_ / (is_new ? "new" : "old"); }

  private:
    explicit AbRevisions(std::filesystem::path folder) : folder_(std::move(folder)) {}
    std::filesystem::path folder_;  // empty: moved from
};

}  // namespace benchlab::cli
