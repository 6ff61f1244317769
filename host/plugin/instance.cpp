// One case between setup and teardown.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "plugin/call.hpp"
#include "plugin/host_api.hpp"
#include "plugin/plugin.hpp"
#include "plugin/values.hpp"

namespace benchlab::plugin {

Instance::Instance(const Case& what)
    : case_(what),
      plugin_(intern_name(what.benchmark->plugin->id)),
      item_(intern_name(what.name)) {}

base::Result<std::unique_ptr<Instance>> Instance::set_up(const Case& what) {
    std::unique_ptr<Instance> instance(new Instance(what));
    const Benchmark& benchmark = *what.benchmark;
    const Values params(what.choices);
    // A plugin that does not look at struct_size writes behind the shape, into room of ours.
    struct {
        bl_bench_shape shape;
        std::uint64_t behind[8];
    } room{};
    bl_bench_shape& shape = room.shape;
    shape.struct_size = sizeof(shape);
    const Crumb where = instance->crumb("setup");
    instance->state_ = benchmark.calls.context;
    const RemarkListener listener;
    const auto status = call(where, [&] {
        return benchmark.calls.setup(benchmark.plugin->host(), params.abi(), what.threads, &shape,
                                     &instance->state_);
    });
    if (!status) return status.error();
    if (*status == BL_SKIPPED) {
        const std::string reason = error_text();
        return base::Error{base::Code::kUnsupported,
                           reason.empty() ? "skipped by the plugin without a reason" : reason};
    }
    if (*status != BL_OK) return status_error(where, *status);
    instance->ready_ = true;
    instance->remarks_ = listener.heard();
    if (std::any_of(std::begin(room.behind), std::end(room.behind),
                    [](std::uint64_t word) { return word != 0; })) {
        return base::Error{base::Code::kPlugin, crumb_text(where) + ": wrote behind the shape"};
    }
    Shape& ours = instance->shape_;
    ours.ops_per_iteration = shape.ops_per_iteration == 0 ? 1 : shape.ops_per_iteration;
    // A kind of rate that only a newer host knows is no rate.
    ours.rate = shape.rate;
    if (ours.rate > BL_RATE_ITEMS) ours.rate = BL_RATE_NONE;
    ours.rate_per_iteration = shape.rate_per_iteration;
    ours.max_iterations = shape.max_iterations;
    return instance;
}

Instance::~Instance() {
    if (!ready_) return;
    const auto done =
        call_plain(crumb("teardown"), [&] { case_.benchmark->calls.teardown(state_); });
    if (!done) log_as(plugin_, BL_LOG_ERROR, done.error().message);
}

base::Result<void> Instance::prepare(std::uint32_t thread, std::uint64_t iterations) {
    const auto function = case_.benchmark->calls.prepare;
    if (function == nullptr) return {};
    const Crumb where = crumb("prepare");
    const auto status = call(where, [&] { return function(state_, thread, iterations); });
    if (!status) return status.error();
    if (*status != BL_OK) return status_error(where, *status);
    return {};
}

base::Result<void> Instance::run(std::uint32_t thread, std::uint64_t iterations,
                                 bl_bench_result& result) {
    const auto function = case_.benchmark->calls.run;
    const Crumb where = crumb("run");
    result.struct_size = sizeof(result);
    const auto status = call(where, [&] { return function(state_, thread, iterations, &result); });
    if (!status) return status.error();
    if (*status != BL_OK) return status_error(where, *status);
    return {};
}

}  // namespace benchlab::plugin
