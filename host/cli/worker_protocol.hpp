// cli/worker_protocol.hpp: what a worker process says to the one that started it: JSON objects, one
// a line, on its stdout (which plugins cannot reach: it was moved before they were loaded).
#pragma once

namespace benchlab::cli::protocol {

// "event" is one of these.
inline constexpr const char* kBegan = "began";      // the next case
inline constexpr const char* kSampled = "sampled";  // "done": samples so far
// Setting up begins, or sampling goes on, when a line has come over stdin, and ends when that is
// closed.
inline constexpr const char* kTurn = "turn";
inline constexpr const char* kNote = "note";      // "text"
inline constexpr const char* kFailed = "failed";  // "status", "reason": ends a case
inline constexpr const char* kResult = "result";  // "report": a run document; ends a case

inline constexpr const char* kDied = "died";  // "line": what was said last, on stderr too
// The only one when a plugin is to be described: "status", "id", "reasons", "plugin".
inline constexpr const char* kDescribed = "described";
// Its "status".
inline constexpr const char* kIsLoaded = "loaded";
inline constexpr const char* kIsRefused = "refused";
inline constexpr const char* kIsFailed = "failed";

// Exit status of a worker that cannot report any more.
inline constexpr int kSpeechlessStatus = 34;
// Exit status of a worker whose watchdog ended it.
inline constexpr int kHungStatus = 33;

}  // namespace benchlab::cli::protocol
