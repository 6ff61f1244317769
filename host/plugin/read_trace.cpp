#include "plugin/read_trace.hpp"

#include <fmt/format.h>

#include <exception>
#include <mutex>

#include "plugin/call.hpp"
#include "plugin/choose_reader.hpp"
#include "plugin/host_api.hpp"
#include "plugin/values.hpp"
#include "store/freeze.hpp"

namespace benchlab::plugin {
namespace {

using base::Code;
using base::Error;

base::Result<void> read_one(const ReaderChoice& choice, const TraceRequest& request,
                            store::Recording& recording) {
    const std::string prefix = std::string(choice.reader->id) + ".";
    std::vector<std::pair<std::string, std::string>> given;
    for (const auto& [name, value] : request.options) {
        if (name.starts_with(prefix)) given.emplace_back(name.substr(prefix.size()), value);
    }
    auto values = parse_options(choice.reader->options, choice.reader->option_count, given);
    if (!values) return values.error();
    const Values options(std::move(*values));
    std::vector<const char*> paths, tables;
    for (const std::string& path : choice.paths) paths.push_back(path.c_str());
    for (const std::string& table : request.tables) tables.push_back(table.c_str());
    tables.push_back(nullptr);
    bl_read read{};
    read.struct_size = sizeof(read);
    read.path_count = static_cast<std::uint32_t>(paths.size());
    read.paths = paths.data();
    read.tables = request.tables.empty() ? nullptr : tables.data();
    read.begin = request.begin;
    read.end = request.end;
    read.options = options.abi();
    const Crumb crumb{intern_name(choice.plugin->id), intern_name(choice.reader->id), "read"};
    const auto status = call(crumb, [&] {
        return choice.reader->read(choice.plugin->host(), &read, recording.first(),
                                   store::builder_api());
    });
    if (!status) return status.error();
    if (*status == BL_OK) return {};
    if (*status == BL_CANCELLED) return Error{Code::kCancelled, "cancelled"};
    return Error{Code::kUnsupported, fmt::format("{}: {}", choice.plugin->label(), error_text())};
}

}  // namespace

store::Parallel pool() {
    return [](std::size_t tasks, const std::function<void(std::size_t)>& task) {
        struct Shared {
            const std::function<void(std::size_t)>& task;
            std::mutex mutex;
            std::exception_ptr thrown;
        } shared{task, {}, nullptr};
        run_parallel(
            tasks,
            [](void* context, std::uint64_t index) -> bl_status {
                auto& of = *static_cast<Shared*>(context);
                try {
                    of.task(static_cast<std::size_t>(index));
                    return BL_OK;
                } catch (...) {
                    const std::lock_guard lock(of.mutex);
                    if (!of.thrown) of.thrown = std::current_exception();
                    return BL_E_FAILED;
                }
            },
            &shared);
        if (shared.thrown) std::rethrow_exception(shared.thrown);
    };
}

base::Result<Trace> read_trace(const Registry& registry, const TraceRequest& request) {
    const auto choices = choose_readers(registry, request.paths);
    if (!choices) return choices.error();
    store::Catalog catalog;
    std::vector<std::unique_ptr<store::Recording>> recordings;
    Trace out;
    try {
        for (const ReaderChoice& choice : *choices) {
            recordings.push_back(std::make_unique<store::Recording>(catalog, choice.plugin->id));
            if (auto read = read_one(choice, request, *recordings.back()); !read) {
                return read.error();
            }
            out.readers.push_back(choice.plugin->label());
        }
        out.store = store::freeze(catalog, std::move(recordings), pool());
    } catch (const std::bad_alloc&) {
        return Error{Code::kMemory, "out of memory while reading the trace; choose fewer sections"};
    }
    return out;
}

}  // namespace benchlab::plugin
