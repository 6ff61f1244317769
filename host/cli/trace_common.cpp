#include "cli/trace_common.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

#include "base/text.hpp"
#include "base/units.hpp"
#include "cli/outputs.hpp"
#include "platform/pages.hpp"
#include "platform/terminal.hpp"
#include "plugin/host_api.hpp"
#include "store/symbols/symbol_file.hpp"

namespace benchlab::cli {
namespace {

std::optional<plugin::Registry>& registry() {
    static std::optional<plugin::Registry> one;
    return one;
}

// Rounded: a decimal like 1.001 has no exact double, and may be a little below.
std::int64_t in_ns(double seconds) {
    return std::llround(seconds * base::kNsPerSecond);
}

// What decides which plugins are loaded, as the parser would see it.
Arguments plugin_arguments(const Program& program, const std::vector<std::string>& words) {
    Command only;
    only.options = plugin_options(program);
    std::vector<std::string> own;
    for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
        const std::string& word = words[i];
        if (word == "--no-default-plugins" || word.starts_with("--plugin-dir="))
            own.push_back(word);
        if (word != "--plugin-dir" || i + 1 == words.size()) continue;
        own.push_back(word);
        own.push_back(words[++i]);
    }
    auto parsed = parse(only, own, program.name);
    return parsed ? *parsed : Arguments();
}

// Error: a folder that is not there.
base::Result<store::SymbolPlaces> symbol_places(const Arguments& arguments) {
    store::SymbolPlaces out = store::SymbolPlaces::usual();
    for (const std::string& text : arguments.all("symbols")) {
        std::error_code failed;
        const std::filesystem::path folder = base::text_path(text);
        if (!std::filesystem::is_directory(folder, failed)) {
            return base::Error{base::Code::kInvalid, fmt::format("--symbols: there is no folder {}",
                                                                 base::printable(text))};
        }
        out.folders.push_back(folder);
    }
    if (!out.folders.empty() && !store::reads_symbol_files()) {
        print_note("warning: --symbols has no effect: this program was built without elfutils");
    }
    return out;
}

}  // namespace

TraceProgress::TraceProgress() {
    if (!platform::obeys_escape_codes(platform::Stream::kError)) return;
    shown_ = true;
    plugin::set_progress_handler(
        [](const std::string& who, std::uint64_t done, std::uint64_t total) {
            if (total == 0) return;
            std::fprintf(stderr, "\r%s: %3.0f %%", who.c_str(),
                         100.0 * static_cast<double>(done) / static_cast<double>(total));
            std::fflush(stderr);
        });
}

TraceProgress::~TraceProgress() {
    if (!shown_) return;
    plugin::set_progress_handler({});
    std::fputs("\r\033[K", stderr);
}

const plugin::Registry& trace_plugins(const Program& program,
                                      const std::vector<std::string>& words) {
    if (!registry()) {
        // A trace of some gigabytes is one call.
        constexpr std::uint64_t kNoLimitMs = 86'400'000;
        registry().emplace(load_plugins(program, plugin_arguments(program, words), kNoLimitMs));
        print_plugin_problems(*registry());
    }
    return *registry();
}

const plugin::Registry& trace_plugins(const Program& program, const Arguments& arguments) {
    return trace_plugins(program, arguments.words());
}

Positional trace_files() {
    return {"FILE", "A trace; several files of one recording are read together.", 1, 0,
            Completes::kFiles};
}

std::vector<Option> window_options() {
    return {number_option("from", "S", "", 0, 1e9, "Only from this second of the trace on."),
            number_option("to", "S", "", 0, 1e9, "Only up to this second of the trace."),
            count_option("threads", "N", "", 1, 1024,
                         "Threads to read and analyse with; one for each CPU unless given.")};
}

Option symbols_option() {
    Option out = text_option("symbols", "DIR",
                             "Look in this folder, too, for files with the names of functions, by "
                             "build id or by name; may be given more than once.",
                             true);
    out.completes = Completes::kDirectories;
    return out;
}

void tell_symbols(const store::Store& store) {
    for (const std::string& note : store.symbol_notes()) {
        print_note("warning: " + base::printable(note));
    }
}

Option anonymise_option() {
    return flag_option("anonymise",
                       "Replace the names of programs, threads, modules, files and functions, and "
                       "leave out paths and command lines; what every system has keeps its name.");
}

base::Result<Window> window_of(const Arguments& arguments) {
    Window out;
    if (arguments.given("from")) {
        out.begin = in_ns(arguments.number("from"));
    }
    if (arguments.given("to")) {
        out.end = in_ns(arguments.number("to"));
    }
    if (out.end > out.begin) return out;
    return base::Error{base::Code::kInvalid, "--to must be later than --from"};
}

base::Result<Window> window_in(const Window& window, const store::Store& store) {
    const std::int64_t end = std::min(window.end, store.duration_ns());
    if (end > window.begin || store.duration_ns() == 0) return Window{window.begin, end};
    return base::Error{base::Code::kInvalid,
                       fmt::format("--from is after the end of the trace, which is {:.6f} s long",
                                   static_cast<double>(store.duration_ns()) / base::kNsPerSecond)};
}

base::Result<void> check_given_once(const std::vector<std::string>& files) {
    for (std::size_t i = 0; i < files.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (!same_file(files[i], files[j])) continue;
            return base::Error{base::Code::kInvalid,
                               fmt::format("{} is given twice, so its events would be there twice",
                                           base::printable(files[i]))};
        }
    }
    return {};
}

base::Result<plugin::Trace> read_files(const Program& program, const Arguments& arguments,
                                       const std::vector<std::string>& files,
                                       const std::vector<std::string>& tables,
                                       const Window& window) {
    if (arguments.given("threads")) {
        plugin::limit_parallel(static_cast<unsigned>(arguments.count("threads")));
    }
    if (auto checked = check_given_once(files); !checked) return checked.error();
    plugin::TraceRequest request;
    request.paths = files;
    request.tables = tables;
    if (arguments.given("from")) request.begin = window.begin;
    if (arguments.given("to")) request.end = window.end;
    const auto places = symbol_places(arguments);
    if (!places) return places.error();
    const TraceProgress progress;
    platform::keep_freed_memory();
    auto trace = plugin::read_trace(trace_plugins(program, arguments), request);
    if (trace) trace->store->find_symbols_in(*places);
    return trace;
}

std::vector<std::string> list_of(std::string_view text) {
    std::vector<std::string> out;
    for (const std::string& part : base::split(text, ',')) {
        std::string word = base::lower(base::trim(part));
        if (!word.empty()) out.push_back(std::move(word));
    }
    return out;
}

}  // namespace benchlab::cli
