// record_run FILE [--preset P] [--pid PID]... [--seconds S] [--ring S] [--buffer BYTES]
//            [--compress N] [--probe FILE:FUNCTION] [--stack-bytes N] [--until-ended] [--check]
//            [-- COMMAND ARGS...]
// Records with our recorder and prints how it went.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <perf/record/recorder.hpp>
#include <string>

#include "calling.hpp"

namespace {

using namespace record_test;

volatile sig_atomic_t stopped = 0;

int check() {
    Host host;
    return benchlab::perf::kRecorder.check(
        &host.table, nullptr, [](void*, const bl_check_item* item) {
            const char* states[] = {"", "ok", "limited", "missing"};
            std::printf("%-24s %-8s %s\n", item->title, states[item->state], item->text);
            if (item->remedy != nullptr) std::printf("    %s\n", item->remedy);
        });
}

// Starts a command that waits until told to go on.
pid_t start(char** command, int* go) {
    int ends[2];
    if (::pipe(ends) != 0) std::exit(1);
    const pid_t child = ::fork();
    if (child == 0) {
        char byte = 0;
        ::close(ends[1]);
        if (::read(ends[0], &byte, 1) < 0) std::exit(1);
        ::close(ends[0]);
        ::execvp(command[0], command);
        std::perror(command[0]);
        std::_Exit(127);
    }
    ::close(ends[0]);
    *go = ends[1];
    return child;
}

struct Arguments {
    Request request;
    double seconds = 1;
    bool until_ended = false;
    char** command = nullptr;
};

Arguments parse(int count, char** words) {
    Arguments arguments;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const auto next = [&] { return std::string(i + 1 < count ? words[++i] : ""); };
        if (word == "--preset")
            arguments.request.preset = next();
        else if (word == "--pid")
            arguments.request.pids.push_back(static_cast<std::uint32_t>(std::stoul(next())));
        else if (word == "--seconds")
            arguments.seconds = std::stod(next());
        else if (word == "--ring")
            arguments.request.ring_ns = static_cast<std::int64_t>(std::stod(next()) * 1e9);
        else if (word == "--buffer")
            arguments.request.buffer_bytes = std::stoull(next());
        else if (word == "--probe")
            arguments.request.options.texts["probe"] = next();
        else if (word == "--until-ended")
            arguments.until_ended = true;
        else if (word == "--check")
            std::exit(check() == BL_OK ? 0 : 1);
        else if (word == "--") {
            arguments.command = words + i + 1;
            break;
        } else if (word.rfind("--", 0) == 0)
            arguments.request.options.numbers[word.substr(2)] = std::stoull(next());
        else
            arguments.request.path = word;
    }
    return arguments;
}

void print(const bl_record_state& state) {
    std::printf("bytes %llu events %llu lost %llu frames %llu flags %u\n",
                static_cast<unsigned long long>(state.bytes),
                static_cast<unsigned long long>(state.events),
                static_cast<unsigned long long>(state.lost),
                static_cast<unsigned long long>(state.frames), state.flags);
}

}  // namespace

int main(int count, char** words) {
    Arguments arguments = parse(count, words);
    int go = -1;
    pid_t child = 0;
    if (arguments.command != nullptr) {
        child = start(arguments.command, &go);
        arguments.request.pids.push_back(static_cast<std::uint32_t>(child));
    }
    ::signal(SIGINT, [](int) { stopped = 1; });
    Recording recording(arguments.request);
    for (const std::string& line : recording.host.logs) std::printf("note: %s\n", line.c_str());
    if (recording.begun() != BL_OK) {
        std::printf("error: %s\n", recording.host.error.c_str());
        if (child > 0) ::kill(child, SIGKILL);
        return 1;
    }
    if (go >= 0) ::close(go);
    std::fflush(stdout);
    bl_status status = BL_OK;
    for (double run = 0; run < arguments.seconds && stopped == 0 && status == BL_OK; run += 0.1) {
        ::usleep(100'000);
        status = recording.poll();
        if (arguments.until_ended && (recording.state.flags & BL_RECORD_TARGET_ENDED) != 0) break;
    }
    if (status != BL_OK) std::printf("error: %s\n", recording.host.error.c_str());
    status = recording.end();
    print(recording.state);
    if (status != BL_OK) std::printf("error: %s\n", recording.host.error.c_str());
    if (child > 0) ::waitpid(child, nullptr, WNOHANG);
    return status == BL_OK ? 0 : 1;
}
