// cli_runner PATH_FOLDER DATA_FOLDER FILE.test: command-line tests as data.
//
// A test file is a list of commands with what each must do:
//
//     # A comment.  Comments and empty lines may stand anywhere.
//     @ needs zsh                      the file is skipped where there is no such program
//     $ for file in a.json b.json; do
//     >     benchlab compare base.json $file     the command goes on in this line
//     > done
//     | <n> compared: <*>              a line of stdout
//     ! benchlab: b.json: <*>          a line of stderr
//     = 2                              the exit status; 0 when it is not given
//
// /bin/sh runs each command; all commands of a file share one fresh folder, which is $HOME too.
// PATH_FOLDER (or several, with ':' between) comes first in $PATH, $DATA is DATA_FOLDER.  Output
// is compared whole: a command without '|' lines must print nothing to stdout, and likewise for
// stderr.  In expected lines <*> is any text, also none, and <n> a number; a line "..." is any
// lines, also none.  What follows the second character of a line ("| ") counts, blanks too.
//
// Exit status: 0 passed, 1 failed, 2 the file is wrong, 77 skipped.
#include <cstdio>

#ifdef _WIN32

int main() {
    std::puts("skipped: the commands are for /bin/sh, which Windows does not have");
    return 77;
}

#else

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kLongest{120};  // for one command, on a busy machine

struct Step {
    std::size_t line = 0;
    std::string command;
    std::vector<std::string> out, err;
    int status = 0;
};

struct Script {
    std::vector<std::string> needs;
    std::vector<Step> steps;
};

struct Outcome {
    std::vector<std::string> out, err;
    int status = -1;
    bool timed_out = false;
};

[[noreturn]] void refuse(const std::string& file, std::size_t line, const std::string& why) {
    std::cerr << file << ':' << line << ": " << why << '\n';
    std::exit(2);
}

void read_line(Script& script, const std::string& file, std::size_t number,
               const std::string& text) {
    if (text.empty() || text[0] == '#') return;
    const std::string rest = text.size() > 2 ? text.substr(2) : "";
    if (text.size() > 1 && text[1] != ' ') refuse(file, number, "a blank belongs after " + text);
    if (text[0] == '@') {
        if (rest.compare(0, 6, "needs ") != 0) refuse(file, number, "unknown: " + text);
        script.needs.push_back(rest.substr(6));
        return;
    }
    if (text[0] == '$') {
        script.steps.push_back({number, rest, {}, {}, 0});
        return;
    }
    if (script.steps.empty()) refuse(file, number, "no command comes before this line");
    Step& step = script.steps.back();
    switch (text[0]) {
        case '>':
            step.command += "\n" + rest;
            break;
        case '|':
            step.out.push_back(rest);
            break;
        case '!':
            step.err.push_back(rest);
            break;
        case '=':
            step.status = std::atoi(rest.c_str());
            break;
        default:
            refuse(file, number, "not a line of this format: " + text);
    }
}

Script read_script(const std::string& file) {
    std::ifstream in(file);
    if (!in) refuse(file, 0, "cannot be read");
    Script script;
    std::string text;
    for (std::size_t number = 1; std::getline(in, text); ++number) {
        read_line(script, file, number, text);
    }
    if (script.steps.empty()) refuse(file, 0, "has no command");
    return script;
}

// ---- matching ----------------------------------------------------------------------------------

// The end of the number that begins at `at`; `at` itself when none does.
std::size_t end_of_number(std::string_view text, std::size_t at) {
    const auto digits = [&](std::size_t from) {
        while (from < text.size() && std::isdigit(static_cast<unsigned char>(text[from]))) ++from;
        return from;
    };
    std::size_t begin = at;
    if (begin < text.size() && (text[begin] == '-' || text[begin] == '+')) ++begin;
    std::size_t end = digits(begin);
    if (end == begin) return at;
    if (end < text.size() && text[end] == '.' && digits(end + 1) > end + 1) end = digits(end + 1);
    if (end < text.size() && text[end] == 'e') {
        std::size_t power = end + 1;
        if (power < text.size() && (text[power] == '-' || text[power] == '+')) ++power;
        if (digits(power) > power) end = digits(power);
    }
    return end;
}

bool line_matches(std::string_view pattern, std::string_view text) {
    const std::size_t any = pattern.find("<*>");
    const std::size_t number = pattern.find("<n>");
    const std::size_t literal = std::min({any, number, pattern.size()});
    if (text.compare(0, literal, pattern.substr(0, literal)) != 0) return false;
    text.remove_prefix(literal);
    pattern.remove_prefix(literal);
    if (pattern.empty()) return text.empty();
    const bool is_number = number < any;
    pattern.remove_prefix(3);
    if (is_number) {
        const std::size_t end = end_of_number(text, 0);
        return end > 0 && line_matches(pattern, text.substr(end));
    }
    for (std::size_t skipped = 0; skipped <= text.size(); ++skipped) {
        if (line_matches(pattern, text.substr(skipped))) return true;
    }
    return false;
}

bool lines_match(const std::vector<std::string>& wanted, std::size_t at,
                 const std::vector<std::string>& got, std::size_t from) {
    if (at == wanted.size()) return from == got.size();
    if (wanted[at] == "...") {
        for (std::size_t next = from; next <= got.size(); ++next) {
            if (lines_match(wanted, at + 1, got, next)) return true;
        }
        return false;
    }
    return from < got.size() && line_matches(wanted[at], got[from]) &&
           lines_match(wanted, at + 1, got, from + 1);
}

// ---- running -----------------------------------------------------------------------------------

std::vector<std::string> lines_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::stringstream whole;
    whole << in.rdbuf();
    std::vector<std::string> lines;
    std::string text = whole.str();
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (end == std::string::npos) {
            lines.push_back(text + "<no line end>");
            break;
        }
        lines.push_back(text.substr(0, end));
        text.erase(0, end + 1);
    }
    return lines;
}

[[noreturn]] void become_shell(const std::string& command, const fs::path& folder,
                               const fs::path& out, const fs::path& err) {
    const int in_file = open("/dev/null", O_RDONLY);
    const int out_file = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int err_file = open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (in_file < 0 || out_file < 0 || err_file < 0 || chdir(folder.c_str()) != 0) _exit(126);
    dup2(in_file, 0);
    dup2(out_file, 1);
    dup2(err_file, 2);
    setpgid(0, 0);
    for (const int number : {SIGINT, SIGPIPE, SIGTERM}) std::signal(number, SIG_DFL);
    execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    _exit(126);
}

Outcome run(const Step& step, const fs::path& place) {
    const fs::path out = place / "stdout";
    const fs::path err = place / "stderr";
    const pid_t child = fork();
    if (child == 0) become_shell(step.command, place / "work", out, err);
    Outcome outcome;
    int status = 0;
    const auto limit = std::chrono::steady_clock::now() + kLongest;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (!outcome.timed_out && std::chrono::steady_clock::now() > limit) {
            outcome.timed_out = true;
            kill(-child, SIGKILL);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    kill(-child, SIGKILL);  // what it left running in the background
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    outcome.out = lines_of(out);
    outcome.err = lines_of(err);
    return outcome;
}

void show(const char* title, const char* mark, const std::vector<std::string>& lines) {
    std::cout << "  " << title << (lines.empty() ? " nothing\n" : "\n");
    for (const std::string& line : lines) std::cout << "    " << mark << ' ' << line << '\n';
}

bool check(const Script& script, const std::string& file, const fs::path& place) {
    bool passed = true;
    for (const Step& step : script.steps) {
        const Outcome outcome = run(step, place);
        const bool out = lines_match(step.out, 0, outcome.out, 0);
        const bool err = lines_match(step.err, 0, outcome.err, 0);
        if (out && err && outcome.status == step.status && !outcome.timed_out) continue;
        passed = false;
        std::cout << file << ':' << step.line << ": $ " << step.command << '\n';
        if (outcome.timed_out) {
            std::cout << "  ended after " << kLongest.count() << " s\n";
        } else if (outcome.status != step.status) {
            std::cout << "  exit status " << outcome.status << ", expected " << step.status << '\n';
        }
        if (!out) show("stdout should be", "|", step.out);
        if (!out || outcome.status != step.status) show("stdout was", "|", outcome.out);
        if (!err) show("stderr should be", "!", step.err);
        if (!err || outcome.status != step.status) show("stderr was", "!", outcome.err);
    }
    return passed;
}

std::optional<std::string> first_missing(const std::vector<std::string>& programs) {
    for (const std::string& program : programs) {
        const std::string command = "command -v '" + program + "' >/dev/null 2>&1";
        if (std::system(command.c_str()) != 0) return program;
    }
    return std::nullopt;
}

void set_environment(const std::string& path, const std::string& data, const fs::path& work) {
    const char* const old = std::getenv("PATH");
    setenv("PATH", (path + ":" + (old ? old : "/usr/bin:/bin")).c_str(), 1);
    setenv("DATA", data.c_str(), 1);
    setenv("HOME", work.c_str(), 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("TERM", "dumb", 1);
    for (const char* name : {"BENCHLAB_PLUGIN_PATH", "XDG_DATA_HOME", "NO_COLOR", "COLUMNS"}) {
        unsetenv(name);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::cerr << "usage: cli_runner PATH_FOLDER DATA_FOLDER FILE.test\n";
        return 2;
    }
    const std::string file = argv[3];
    const Script script = read_script(file);
    if (const auto missing = first_missing(script.needs)) {
        std::cout << "skipped: there is no " << *missing << " on this machine\n";
        return 77;
    }
    std::string name = (fs::temp_directory_path() / "benchlab-cli-XXXXXX").string();
    if (!mkdtemp(name.data())) {
        std::cerr << "no temporary folder: " << std::strerror(errno) << '\n';
        return 2;
    }
    const fs::path place = name;
    fs::create_directory(place / "work");
    set_environment(argv[1], argv[2], place / "work");
    const bool passed = check(script, file, place);
    std::error_code ignored;
    fs::remove_all(place, ignored);
    if (passed) std::cout << script.steps.size() << " commands did what they must\n";
    return passed ? 0 : 1;
}

#endif
