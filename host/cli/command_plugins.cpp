#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/command_list.hpp"
#include "cli/run_settings.hpp"
#include "cli/watchdog.hpp"
#include "plugin/check.hpp"

namespace benchlab::cli {
namespace {

const char* status_word(plugin::FileStatus status) {
    switch (status) {
        case plugin::FileStatus::kLoaded:
            return "loaded";
        case plugin::FileStatus::kNotAPlugin:
            return "no plugin";
        case plugin::FileStatus::kRefused:
            return "refused";
        case plugin::FileStatus::kShadowed:
            return "shadowed";
        case plugin::FileStatus::kFailed:
            break;
        case plugin::FileStatus::kCrashed:
            return "crashed";
        case plugin::FileStatus::kHung:
            return "hung";
    }
    return "failed";
}

std::string loaded_line(const plugin::Registry& registry, const plugin::FoundFile& file) {
    for (const auto& plugin : registry.plugins()) {
        if (plugin->file != file.path && plugin->id != file.plugin_id) continue;
        return fmt::format("{}: {} (ABI 1.{})", plugin->label(), offers(*plugin),
                           plugin->abi_minor);
    }
    return file.plugin_id;
}

std::string file_line(const plugin::Registry& registry, const plugin::FoundFile& file) {
    const bool good = file.status == plugin::FileStatus::kLoaded;
    const std::string target = file.path == file.listed ? "" : " -> " + base::path_text(file.path);
    return fmt::format(
        "  {}  {}{}: {}\n", base::pad_right(status_word(file.status), 9),
        base::printable(base::path_text(file.listed.filename())), base::printable(target),
        base::printable(good ? loaded_line(registry, file) : base::join(file.reasons, "; ")));
}

int list_files(const plugin::Registry& registry, bool all) {
    std::string out;
    for (const plugin::SearchedDirectory& directory : registry.directories()) {
        out += fmt::format("{} ({}){}{}\n", base::printable(base::path_text(directory.path)),
                           directory.origin, directory.refused.empty() ? "" : ": ",
                           base::printable(directory.refused));
        for (const plugin::FoundFile* file : registry.files_of(directory)) {
            if (file->status == plugin::FileStatus::kNotAPlugin && !all) continue;
            out += file_line(registry, *file);
        }
    }
    print_out(out);
    for (const std::string& warning : registry.warnings()) print_error(base::printable(warning));
    if (registry.plugins().empty()) {
        print_error(
            "no plugin was found; put one into a directory above, or name one with "
            "--plugin-dir");
        return kError;
    }
    return kGood;
}

std::string check_line(const plugin::CheckItem& item) {
    const char* word = item.outcome == plugin::CheckOutcome::kOk       ? "ok"
                       : item.outcome == plugin::CheckOutcome::kFailed ? "FAILED"
                                                                       : "skipped";
    return fmt::format("  {}  {}{}{}\n", base::pad_right(word, 7), base::printable(item.what),
                       item.detail.empty() ? "" : ": ", base::printable(item.detail));
}

int check(const std::string& path, std::uint64_t call_limit_ms) {
    take_output();
    // Foreign code runs here, and is tried with wrong arguments: a hang must end too.
    watch_calls(call_limit_ms, kCrashed);
    const auto print = [&](const plugin::CheckReport& so_far, const plugin::CheckItem& item) {
        if (so_far.items.size() == 1) {
            const std::string& name = so_far.plugin;
            print_out(fmt::format("{}: {}\n", base::printable(path),
                                  base::printable(name.empty() ? "not loaded" : name)));
        }
        print_out(check_line(item));
    };
    const plugin::CheckReport report = plugin::check_plugin(base::text_path(path), print);
    print_out(fmt::format("{} check{}: {} failed, {} skipped\n", report.items.size(),
                          report.items.size() == 1 ? "" : "s",
                          report.count(plugin::CheckOutcome::kFailed),
                          report.count(plugin::CheckOutcome::kSkipped)));
    return report.passed() ? kGood : kError;
}

int plugins(const Arguments& arguments, const Program& program) {
    const std::uint64_t call_limit_ms = arguments.count("call-limit");
    if (arguments.has("check")) return check(arguments.text("check"), call_limit_ms);
    return list_files(load_plugins(program, arguments, call_limit_ms), arguments.flag("all"));
}

}  // namespace

Command plugins_command(const Program& program) {
    Command out;
    out.name = "plugins";
    out.summary = "Show which plugins were found, and why one was refused";
    out.description =
        "Lists the directories that are searched, in order, and every library in them.  With "
        "--check, tries one plugin in all the ways that benchlab may call it.";
    Option check_file =
        text_option("check", "FILE", "Check this plugin: for its author.  Runs its code.");
    check_file.completes = Completes::kFiles;
    out.options = {flag_option("all", "Also name libraries that are no plugins."), check_file,
                   call_limit_option()};
    for (const Option& option : plugin_options(program)) out.options.push_back(option);
    out.examples = {{program.name + " plugins", "What is there."},
                    {program.name + " plugins --check ./plugins/mine.so", "Is mine right?"}};
    out.run = plugins;
    return out;
}

}  // namespace benchlab::cli
