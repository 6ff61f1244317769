// What tests/bench/floor.sh measures: the floor of the loop, one add beside a chain of adds, and a
// body of some 20 ns with and without a state of its own for each iteration.
#include "floor.hpp"

#include <benchlab/plugin.hpp>

namespace {

// A hundred adds that wait for each other: the clock cycle.
class Chain {
  public:
    void run(std::uint64_t iterations) {
        std::uint64_t x = 1;
        for (std::uint64_t i = 0; i < iterations; ++i) x = hundred_adds(x);
        benchlab::do_not_optimize(x);
    }
};

class Add {
  public:
    void run(std::uint64_t iterations) {
        std::uint64_t x = 1;
        benchlab::repeat(iterations, [&] {
            x += 3;
            benchlab::do_not_optimize(x);
        });
    }
};

// States that are there already, one after the other.  With one alone the processor would find in a
// register what it has just stored (Zen 3), which saves its body a load.
template <class State>
class Plain {
  public:
    void run(std::uint64_t iterations) {
        while (iterations > 0) {
            const std::uint64_t count = iterations < kStates ? iterations : kStates;
            State* at = states_;
            benchlab::repeat(count, [&] { twenty_ns(*at++); });
            iterations -= count;
        }
    }

  private:
    static constexpr std::uint64_t kStates = 16;
    State states_[kStates] = {};
};

template <class State>
class Staged {
  public:
    State make_state() const { return State{3}; }
    void body(State& state) const { twenty_ns(state); }
};

}  // namespace

BENCHLAB_PLUGIN("test.floor", "1.0", bench("floor/empty", "An empty body", [] {}),
                bench("floor/constant", "A constant", [] { return 42; }),
                bench("floor/nop", "One nop", [] { __asm__ __volatile__("nop"); }),
                bench<Chain>("floor/chain", "A hundred dependent adds", ops(100)),
                bench<Add>("floor/add", "One dependent add"),
                bench<Plain<Small>>("plain/small", "Sixteen states of 8 bytes"),
                bench<Staged<Small>>("staged/small", "States of 8 bytes"),
                bench<Plain<Line>>("plain/line", "Sixteen states of 64 bytes"),
                bench<Staged<Line>>("staged/line", "States of 64 bytes"),
                bench<Plain<Large>>("plain/large", "Sixteen states of 1,088 bytes"),
                bench<Staged<Large>>("staged/large", "States of 1,088 bytes"));
