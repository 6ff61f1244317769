// cli/record_sessions.hpp: which recordings of this user are running, so that `trace stop` finds
// those of other terminals: a small file for each, in a folder that only the user may use.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace benchlab::cli {

struct Session {
    std::string name;
    std::uint32_t pid = 0;
    std::uint64_t start = 0;  // of the process: its pid may be given again
    std::string file;         // absolute
};

// The file of a session, for as long as this lives.
class AnnouncedSession {
  public:
    AnnouncedSession() = default;  // of none
    // Error kInvalid: a recording of that name is running.
    static base::Result<AnnouncedSession> announce(const std::filesystem::path& folder,
                                                   const Session& session);
    AnnouncedSession(AnnouncedSession&& other) noexcept;
    AnnouncedSession& operator=(AnnouncedSession&& other) noexcept;
    ~AnnouncedSession();

  private:
    std::filesystem::path file_;
};

struct Sessions {
    std::vector<Session> running;
    // Of processes that are not there any more; their files are removed.
    std::vector<Session> left;
};
// By name.
Sessions find_sessions(const std::filesystem::path& folder);

// Is the recording going on?  Once it has ended its process may still make the report.
bool is_recording(const std::filesystem::path& folder, const Session& session);
// Is its process there?
bool is_alive(const Session& session);

}  // namespace benchlab::cli
