#include "plugin/merge_trace.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/text.hpp"
#include "benchlab/merge.h"
#include "plugin/call.hpp"
#include "plugin/choose_reader.hpp"

namespace benchlab::plugin {
namespace {

using base::Code;
using base::Error;

// The output as the plugin sees it; what went wrong stays here.
struct Output {
    const MergeWrite& write;
    std::optional<Error> failed;
};

extern "C" bl_status BL_CALL write_output(void* context, std::uint64_t offset, const void* bytes,
                                          std::uint64_t len) {
    Output& out = *static_cast<Output*>(context);
    if (out.failed) return BL_E_IO;
    try {
        auto done =
            out.write(offset, {static_cast<const char*>(bytes), static_cast<std::size_t>(len)});
        if (done) return BL_OK;
        out.failed = done.error();
    } catch (const std::exception& error) {
        out.failed = Error{Code::kFailed, error.what()};
    }
    return BL_E_IO;
}

base::Result<ReaderChoice> one_reader(const Registry& registry,
                                      const std::vector<std::string>& paths) {
    auto choices = choose_readers(registry, paths);
    if (!choices) return choices.error();
    if (choices->size() == 1) return std::move(choices->front());
    const auto known = [](const ReaderChoice& choice) {
        return fmt::format("{} is read by {}", base::printable(choice.paths.front()),
                           choice.reader->id);
    };
    return Error{Code::kUnsupported,
                 fmt::format("files of different formats cannot become one: {}, {}",
                             known((*choices)[0]), known((*choices)[1]))};
}

base::Result<const bl_merge*> merger_of(const ReaderChoice& choice) {
    const auto found = choice.plugin->extension(BL_MERGE_EXTENSION);
    if (!found) return found.error();
    const auto* const merger = static_cast<const bl_merge*>(*found);
    if (merger != nullptr && BL_HAS(merger, bl_merge, merge) && merger->merge != nullptr) {
        return merger;
    }
    return Error{Code::kUnsupported,
                 fmt::format("the reader {} cannot merge files", choice.reader->id)};
}

}  // namespace

base::Result<void> merge_traces(const Registry& registry, const std::vector<std::string>& paths,
                                const MergeWrite& write) {
    const auto choice = one_reader(registry, paths);
    if (!choice) return choice.error();
    const auto merger = merger_of(*choice);
    if (!merger) return merger.error();
    std::vector<const char*> names;
    for (const std::string& path : paths) names.push_back(path.c_str());
    Output output{write, std::nullopt};
    bl_merge_request request{};
    request.struct_size = sizeof(request);
    request.path_count = static_cast<std::uint32_t>(names.size());
    request.paths = names.data();
    request.reader = choice->reader->id;
    request.context = &output;
    request.write = write_output;
    const Crumb crumb{intern_name(choice->plugin->id), intern_name(choice->reader->id), "merge"};
    const auto status =
        call(crumb, [&] { return (*merger)->merge(choice->plugin->host(), &request); });
    if (output.failed) return *output.failed;
    if (!status) return status.error();
    if (*status == BL_OK) return {};
    if (*status == BL_CANCELLED) return Error{Code::kCancelled, "cancelled"};
    return Error{Code::kUnsupported, fmt::format("{}: {}", choice->plugin->label(), error_text())};
}

}  // namespace benchlab::plugin
