// cli/last_words.hpp: what is said when a plugin ends the process: by a crash, or by calling
// exit().
#pragma once

#include <cstddef>
#include <string_view>

namespace benchlab::cli {

// What the process is at.
enum class Phase {
    kOther,
    kMeasuring,  // plugins run in here, and results are being saved
    kEnding,     // the exit status is decided; destructors and exit handlers are left
};
void set_phase(Phase phase);

// From now on a crash, and an exit() that is not our own, leave one line on stderr that names the
// plugin, and end the process with status kCrashed.
void prepare_last_words();

// Says such a line, which ends with a line end; with neither memory nor locks.
void tell_last_words(std::string_view line);
// Gets all of these lines, and may allocate and lock nothing either.
void set_last_listener(void (*listener)(const char* line, std::size_t size));

// What becomes of the results so far when the process ends early.
enum class Saved {
    kNotAll,    // none are there, a part is in a file, or their rows are all that was wanted
    kInFiles,   // all of them are in a file
    kAtTheEnd,  // they would have been written at the end: to stdout, or to a pipe
};
void set_saved(Saved saved);

// What the user may do about it, to end such a line with; empty when there is nothing to say.
std::string_view last_hint();

}  // namespace benchlab::cli
