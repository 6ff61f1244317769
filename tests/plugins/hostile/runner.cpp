#include "runner.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

extern char** environ;

namespace hostile {
namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// What the child gets: ours, without what would bring in plugins of this machine.
std::vector<std::string> environment_of(const Settings& settings) {
    // AddressSanitizer, where it is built in: our handlers are put in place after its own and win
    // without an option.  What it finds by itself (freed twice) has to abort, to come by them too;
    // and what hostile plugins never free is not worth a report.
    std::map<std::string, std::string> wanted = {
        {"BENCHLAB_PLUGIN_PATH", ""},
        {"XDG_DATA_HOME", "/nonexistent"},
        {"HOME", "/nonexistent"},
        {"ASAN_OPTIONS", "detect_leaks=0:abort_on_error=1"}};
    for (const auto& [name, value] : settings.environment) wanted[name] = value;
    std::vector<std::string> out;
    for (char** at = environ; *at != nullptr; ++at) {
        const std::string entry = *at;
        if (wanted.count(entry.substr(0, entry.find('='))) == 0) out.push_back(entry);
    }
    for (const auto& [name, value] : wanted) out.push_back(name + "=" + value);
    return out;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> out;
    for (std::string& word : words) out.push_back(word.data());
    out.push_back(nullptr);
    return out;
}

// In the child, between fork and exec.
[[noreturn]] void become(const Settings& settings, int out, int err, char* const* argv,
                         char* const* environment) {
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    const bool moved = settings.directory.empty() || chdir(settings.directory.c_str()) == 0;
    const bool changed =
        !settings.user || (setgid(*settings.user) == 0 && setuid(*settings.user) == 0);
    if (moved && changed) execve(argv[0], argv, environment);
    _exit(127);
}

struct Pipe {
    int ends[2] = {-1, -1};
    Pipe() {
        if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    }
    ~Pipe() {
        close(ends[0]);
        if (ends[1] >= 0) close(ends[1]);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    void close_writer() {
        close(ends[1]);
        ends[1] = -1;
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
    }
    void drain(std::string& into) const {
        char bytes[1 << 16];
        for (ssize_t got = 1; got > 0;) {
            got = read(ends[0], bytes, sizeof bytes);
            if (got > 0) into.append(bytes, static_cast<std::size_t>(got));
        }
    }
};

// Until the process has ended, not until its pipes are closed: what a plugin has started may hold
// them open.
int follow(pid_t pid, const Pipe& out, const Pipe& err, const Settings& settings, Ran& ran) {
    const Clock::time_point began = Clock::now();
    std::size_t sent = 0;
    int status = 0;
    pid_t ended = 0;
    while (ended == 0) {
        pollfd ready[2] = {{out.ends[0], POLLIN, 0}, {err.ends[0], POLLIN, 0}};
        poll(ready, 2, 5);
        if ((ready[0].revents | ready[1].revents) & POLLHUP) usleep(2000);
        out.drain(ran.out);
        err.drain(ran.err);
        for (; sent < settings.signals.size(); ++sent) {
            if (seconds_since(began) < settings.signals[sent].first) break;
            kill(pid, settings.signals[sent].second);
        }
        if (!ran.timed_out && seconds_since(began) > settings.patience_s) {
            ran.timed_out = true;
            kill(pid, SIGKILL);
        }
        ended = waitpid(pid, &status, WNOHANG);
    }
    out.drain(ran.out);
    err.drain(ran.err);
    ran.seconds = seconds_since(began);
    return status;
}

std::string shortened(const std::string& text) {
    return text.size() < 4000 ? text : text.substr(0, 4000) + " [...]";
}

}  // namespace

std::string bytes_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

fs::path built(std::string_view library) {
    return fs::path(HOSTILE_LIBRARIES) / (std::string(library) + ".so");
}

Folder::Folder() {
    std::string pattern = (fs::temp_directory_path() / "benchlab-hostile-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
    path_ = pattern;
}

Folder::~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

fs::path Folder::add(std::string_view library, std::string_view name) const {
    const fs::path file = path_ / (std::string(name) + ".so");
    fs::copy_file(built(library), file);
    return file;
}

void Folder::add_neighbours() const {
    add("good", "a-good");
    add("good", "z-good");
}

fs::path Folder::write(std::string_view name, std::string_view bytes) const {
    const fs::path file = path_ / std::string(name);
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
}

Ran run_benchlab(const std::vector<std::string>& arguments, const Settings& settings) {
    Ran ran;
    std::vector<std::string> words = {settings.program.empty() ? std::string(HOSTILE_PROGRAM)
                                                               : settings.program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<std::string> environment = environment_of(settings);
    const std::vector<char*> argv = pointers(words);
    const std::vector<char*> envp = pointers(environment);
    Pipe out, err;
    const pid_t pid = fork();
    if (pid < 0) throw std::runtime_error("fork");
    if (pid == 0) become(settings, out.ends[1], err.ends[1], argv.data(), envp.data());
    out.close_writer();
    err.close_writer();
    const int status = follow(pid, out, err, settings, ran);
    if (WIFEXITED(status)) ran.status = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) ran.signal = std::string("SIG") + sigabbrev_np(WTERMSIG(status));
    std::ostringstream story;
    for (const std::string& word : words) story << word << ' ';
    story << "\nstatus " << ran.status << ' ' << ran.signal << (ran.timed_out ? " timed out" : "")
          << " after " << ran.seconds << " s\n--- stdout\n"
          << shortened(ran.out) << "--- stderr\n"
          << shortened(ran.err);
    ran.story = story.str();
    return ran;
}

std::vector<std::string> quick() {
    return {"--quick", "--samples", "3", "--sample-time", "1", "--warmup", "0"};
}

Run::Run(const Folder& plugins, std::vector<std::string> more, const Settings& settings) {
    const fs::path json = outputs_.path() / "report.json";
    std::vector<std::string> words = {"run",          "--no-default-plugins",
                                      "--plugin-dir", plugins.path().string(),
                                      "--json",       json.string()};
    for (const std::string& word : quick()) words.push_back(word);
    words.insert(words.end(), more.begin(), more.end());
    ran_ = run_benchlab(words, settings);
    report_ = read_report(bytes_of(json));
    for (const auto& entry : fs::directory_iterator(outputs_.path())) {
        if (entry.path() != json) left_over_.push_back(entry.path().filename().string());
    }
}

bool is_plain(std::string_view text) {
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f) return false;
    }
    // C1 controls and the overrides of writing direction, as UTF-8.
    return text.find("\xc2\x9b") == std::string_view::npos &&
           text.find("\xe2\x80\xae") == std::string_view::npos;
}

}  // namespace hostile
