#include "store/recording.hpp"

#include <algorithm>
#include <new>

// Opaque to readers.
struct bl_builder {
    bl_builder(benchlab::store::Recording& of, benchlab::store::Catalog& catalog,
               const std::string& owner, std::uint64_t order)
        : recording(&of), lane(catalog, owner, order) {}

    benchlab::store::Recording* recording;
    benchlab::store::Lane lane;
};

namespace benchlab::store {
namespace {

constexpr std::size_t kMaxRefusals = 20;
constexpr std::uint64_t kMaxText = 64u << 10;
constexpr std::uint64_t kMaxTicksPerSecond = 9'000'000'000;  // ns of a rest fit in 64 bits

std::string_view view(const char* text, std::uint64_t length) {
    return text ? std::string_view(text, static_cast<std::size_t>(std::min(length, kMaxText)))
                : std::string_view();
}

// No exception may reach a plugin.
template <class Body>
bl_status guarded(bl_builder* builder, Body&& body) noexcept {
    if (builder == nullptr) return BL_E_INVALID;
    try {
        const base::Result<void> done = body();
        if (done) return BL_OK;
        builder->recording->refuse(done.error().message);
        return BL_E_INVALID;
    } catch (...) {
        return BL_E_MEMORY;
    }
}

extern "C" {

bl_status BL_CALL set_clock(bl_builder* builder, const bl_clock* clock) {
    return guarded(builder, [&]() -> base::Result<void> {
        if (clock != nullptr && clock->struct_size >= sizeof(bl_clock) &&
            builder->recording->set_clock(*clock)) {
            return {};
        }
        return base::Error{base::Code::kPlugin,
                           "set_clock(): a second time, after rows, or with a rate or kind that "
                           "cannot be"};
    });
}

bl_builder* BL_CALL lane(bl_builder* first, uint64_t order) {
    if (first == nullptr) return nullptr;
    try {
        return first->recording->lane(order);
    } catch (...) {
        return nullptr;
    }
}

uint32_t BL_CALL intern(bl_builder* builder, const char* text, uint64_t length) {
    if (builder == nullptr) return 0;
    try {
        return builder->lane.intern(view(text, length));
    } catch (...) {
        return 0;
    }
}

uint32_t BL_CALL add_stack(bl_builder* builder, uint32_t outer, uint32_t pid,
                           const uint64_t* addresses, uint64_t count) {
    if (builder == nullptr || (addresses == nullptr && count > 0)) return outer;
    try {
        return builder->lane.add_stack(outer, pid, {addresses, static_cast<std::size_t>(count)});
    } catch (...) {
        return 0;
    }
}

bl_status BL_CALL append(bl_builder* builder, const bl_table* batch) {
    return guarded(builder, [&]() -> base::Result<void> {
        if (batch == nullptr) return base::Error{base::Code::kPlugin, "append() without a batch"};
        return builder->lane.append(*batch);
    });
}

bl_status BL_CALL claim(bl_builder* builder, const bl_table* shape, void** columns,
                        uint64_t** present) {
    return guarded(builder, [&]() -> base::Result<void> {
        if (shape == nullptr) return base::Error{base::Code::kPlugin, "claim() without a shape"};
        return builder->lane.claim(*shape, columns, present);
    });
}

bl_status BL_CALL set_fact(bl_builder* builder, const char* name, const char* text,
                           uint64_t length) {
    return guarded(builder, [&]() -> base::Result<void> {
        if (name == nullptr) return base::Error{base::Code::kPlugin, "set_fact() without a name"};
        builder->lane.set_fact(name, view(text, length));
        return {};
    });
}

bl_status BL_CALL problem(bl_builder* builder, const char* code, const char* text, uint64_t length,
                          uint64_t offset) {
    return guarded(builder, [&]() -> base::Result<void> {
        if (code == nullptr) return base::Error{base::Code::kPlugin, "problem() without a code"};
        builder->lane.problem(code, view(text, length), 1, offset);
        return {};
    });
}

}  // extern "C"

}  // namespace

Recording::Recording(Catalog& catalog, std::string owner)
    : catalog_(catalog), owner_(std::move(owner)) {
    lanes_.push_back(std::make_unique<bl_builder>(*this, catalog_, owner_, 0));
}

Recording::~Recording() = default;

bl_builder* Recording::first() {
    return lanes_.front().get();
}

bl_builder* Recording::lane(std::uint64_t order) {
    auto made = std::make_unique<bl_builder>(*this, catalog_, owner_, order);
    const std::lock_guard lock(mutex_);
    for (const auto& each : lanes_) {
        if (each->lane.order() != order) continue;
        return nullptr;
    }
    lanes_.push_back(std::move(made));
    return lanes_.back().get();
}

bool Recording::set_clock(const bl_clock& clock) {
    const bool possible = clock.kind >= BL_CLOCK_RELATIVE && clock.kind <= BL_CLOCK_WALL &&
                          clock.ticks_per_second > 0 &&
                          clock.ticks_per_second <= kMaxTicksPerSecond;
    const std::lock_guard lock(mutex_);
    if (clock_set_ || !possible || lanes_.size() > 1 || !lanes_.front()->lane.chunks().empty()) {
        return false;
    }
    clock_ = {clock.kind, clock.ticks_per_second, clock.zero, clock.end, clock.zero_unix_ns};
    clock_set_ = true;
    return true;
}

void Recording::refuse(std::string reason) {
    const std::lock_guard lock(mutex_);
    const bool known = std::find(refusals_.begin(), refusals_.end(), reason) != refusals_.end();
    if (!known && refusals_.size() < kMaxRefusals) refusals_.push_back(std::move(reason));
}

std::vector<Lane*> Recording::lanes() const {
    std::vector<Lane*> out;
    for (const auto& each : lanes_) out.push_back(&each->lane);
    std::sort(out.begin(), out.end(),
              [](const Lane* a, const Lane* b) { return a->order() < b->order(); });
    return out;
}

const bl_builder_api* builder_api() {
    static const bl_builder_api api = [] {
        bl_builder_api made{};
        made.struct_size = sizeof(made);
        made.set_clock = set_clock;
        made.lane = lane;
        made.intern = intern;
        made.add_stack = add_stack;
        made.append = append;
        made.claim = claim;
        made.set_fact = set_fact;
        made.problem = problem;
        return made;
    }();
    return &api;
}

}  // namespace benchlab::store
