// store/recording.hpp: what one reader fills: the lanes, the clock, and the bl_builder_api that
// stands before them.
//
//     Recording recording(catalog, "etl");
//     reader.read(host, &wanted, recording.first(), builder_api());
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "benchlab/benchlab.h"
#include "store/catalog.hpp"
#include "store/lane.hpp"

namespace benchlab::store {

struct Clock {
    std::uint32_t kind = BL_CLOCK_RELATIVE;
    std::uint64_t ticks_per_second = 1'000'000'000;
    std::int64_t zero = 0;
    std::int64_t end = 0;           // 0: at the last row
    std::int64_t zero_unix_ns = 0;  // 0: not known
};

class Recording {
  public:
    // `owner` is the id of the reader's plugin.
    Recording(Catalog& catalog, std::string owner);
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    bl_builder* first();
    bl_builder* lane(std::uint64_t order);  // null when the order is 0 or taken
    bool set_clock(const bl_clock& clock);  // false: too late, or nonsense
    void refuse(std::string reason);

    const std::string& owner() const { return owner_; }
    const Clock& clock() const { return clock_; }
    // By order.  Once the reader has returned.
    std::vector<Lane*> lanes() const;
    // Calls of the reader that were refused, each reason once.
    const std::vector<std::string>& refusals() const { return refusals_; }

  private:
    Catalog& catalog_;
    const std::string owner_;
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<bl_builder>> lanes_;
    Clock clock_;
    bool clock_set_ = false;
    std::vector<std::string> refusals_;
};

const bl_builder_api* builder_api();

}  // namespace benchlab::store
