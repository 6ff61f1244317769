#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/command_list.hpp"
#include "cli/outputs.hpp"
#include "cli/trace_common.hpp"
#include "platform/files.hpp"
#include "plugin/merge_trace.hpp"

namespace benchlab::cli {
namespace {

base::Error invalid(std::string message) {
    return {base::Code::kInvalid, std::move(message)};
}

// Everything that can be said before a file is read.
base::Result<void> check_merge(const Arguments& arguments) {
    const auto& inputs = arguments.positionals();
    if (inputs.size() < 2) return invalid("trace merge needs at least two files");
    if (!arguments.given("out")) return invalid("trace merge needs --out FILE");
    if (arguments.text("out") == "-") {
        return invalid("trace merge cannot write to stdout: --out must be a file");
    }
    if (auto checked = check_given_once(inputs); !checked) return checked;
    Outputs outputs;
    outputs.text = arguments.text("out");
    outputs.inputs = inputs;
    return outputs.check();
}

base::Result<void> merge_into(const Program& program, const Arguments& arguments) {
    const plugin::Registry& registry = trace_plugins(program, arguments);
    auto file = platform::NewFile::create(base::text_path(arguments.text("out")));
    if (!file) return file.error();
    {
        const TraceProgress progress;
        const auto done = plugin::merge_traces(registry, arguments.positionals(),
                                               [&](std::uint64_t offset, std::string_view bytes) {
                                                   return file->write(offset, bytes);
                                               });
        if (!done) return done;
    }
    return file->keep();
}

int run_merge(const Arguments& arguments, const Program& program) {
    auto done = check_merge(arguments);
    if (done) done = merge_into(program, arguments);
    if (!done) {
        print_error(done.error().message);
        return done.error().code == base::Code::kCancelled ? kInterrupted : kError;
    }
    print_note("wrote " + base::printable(arguments.text("out")));
    return kGood;
}

}  // namespace

Command trace_merge_command(const Program& program) {
    Command out;
    out.name = "trace merge";
    out.summary = "Make one trace of several files of a recording";
    out.description =
        "Writes one file that has everything of the given ones, such as the kernel's and the "
        "programs' file of one session of Windows, event by event in the order of time.  The "
        "files must have been recorded on one machine since it was started, as their times are "
        "compared.  Compressed files are unpacked.  Of a file that is damaged what can be read is "
        "merged, and a line says what is missing.  Works on any system.";
    out.positionals = {
        {"FILE", "A trace; two or more, of one recording.", 1, 0, Completes::kFiles}};
    Option target = output_option("out", "The file to write, which must not be one of the others.");
    target.short_name = 'o';
    out.options = {std::move(target)};
    for (const Option& option : plugin_options(program)) out.options.push_back(option);
    out.examples = {{program.name + " trace merge kernel.etl user.etl -o game.etl",
                     "One file to keep or to send."},
                    {program.name + " trace merge game.kernel.etl game.user*.etl -o game.etl",
                     "All files that a recorder left."}};
    out.run = run_merge;
    return out;
}

}  // namespace benchlab::cli
