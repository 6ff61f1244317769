// explain/evidence.hpp: where in the code the threads of the chains ran and waited.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "common/names.hpp"
#include "common/samples.hpp"
#include "common/sites.hpp"
#include "explain/compute.hpp"

namespace benchlab::analyzers::explain {

class Evidence {
  public:
    // All outlive it.
    Evidence(const Store& store, const Names& names, Chains& chains);

    // Sets its waits, and where its cause ran; counts the stacks of its chain.
    void add_to(SlowFrame& frame);
    // Of all frames that were added: their stacks, and the places of their waits by name.
    void finish(Findings& findings);

  private:
    using StackTimes = std::map<std::pair<Row, StackId>, std::uint64_t>;

    static std::vector<StackTime> list_of(const StackTimes& times);
    void add_waits(SlowFrame& frame);
    void add_stacks(const Chain& chain);
    std::optional<Ran> ran_in(const Chain& chain, std::size_t link) const;
    template <class Visit>
    void each_sample(const Chain& chain, const Part& part, Visit&& visit) const;

    const Store& store_;
    const Names& names_;
    Chains& chains_;
    const Samples samples_;
    Sites sites_;
    StackTimes on_cpu_, off_cpu_;
};

}  // namespace benchlab::analyzers::explain
