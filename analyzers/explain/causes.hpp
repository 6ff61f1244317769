// explain/causes.hpp: what a slow frame has more of than the normal frames around it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "common/names.hpp"
#include "explain/compute.hpp"

namespace benchlab::analyzers::explain {

class Causes {
  public:
    // The chain of the frame of that number among the loop's.
    using ChainOf = std::function<Chain(std::size_t at)>;

    // store and names outlive it.  normal: the numbers of the frames to compare with, ascending.
    Causes(const Store& store, const Names& names, std::vector<std::size_t> normal,
           ChainOf chain_of);

    CauseKey key_of(const Chain& chain, const Sum& sum) const;
    // Sets what `of`, whose chain and sums are known, says of its cause and of the usual.
    void find(std::size_t at, SlowFrame& of);

  private:
    using Times = std::map<CauseKey, std::int64_t>;

    Times times_of(const Chain& chain, const std::vector<Sum>& sums) const;
    const Times& normal_times(std::size_t at);
    std::map<CauseKey, double> usual_around(std::size_t at);

    const Store& store_;
    const Names& names_;
    const std::vector<std::size_t> normal_;
    const ChainOf chain_of_;
    std::map<std::size_t, Times> normal_times_;
};

}  // namespace benchlab::analyzers::explain
