// Sorting algorithms: parameters, input built outside the timed part, throughput.  The same file
// is a plugin, and a program of its own when it is linked with benchlab::main.
#include <algorithm>
#include <benchlab/plugin.hpp>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

namespace {

using Numbers = std::vector<std::uint32_t>;

Numbers make_input(std::size_t size, std::string_view order) {
    std::mt19937 random(1);  // the same numbers in each run, so that results compare
    Numbers numbers(size);
    for (auto& number : numbers) number = static_cast<std::uint32_t>(random());
    if (order == "sorted") std::sort(numbers.begin(), numbers.end());
    return numbers;
}

struct StandardSort {
    void operator()(Numbers& numbers) const { std::sort(numbers.begin(), numbers.end()); }
};
struct StableSort {
    void operator()(Numbers& numbers) const { std::stable_sort(numbers.begin(), numbers.end()); }
};
struct HeapSort {
    void operator()(Numbers& numbers) const {
        std::make_heap(numbers.begin(), numbers.end());
        std::sort_heap(numbers.begin(), numbers.end());
    }
};

template <class Algorithm>
class Sort {
  public:
    explicit Sort(const benchlab::Setup& setup)
        : input_(make_input(setup.u64("size"), setup.text("order"))) {
        // 256 MiB of copies at the most.
        most_ = std::max<std::uint64_t>(1, (std::uint64_t{64} << 20) / input_.size());
    }

    benchlab::Shape shape() const {
        return benchlab::Shape().items(input_.size()).max_iterations(most_);
    }

    // Sorting destroys its input, so each iteration gets a copy of its own.
    void prepare(std::uint64_t iterations) { copies_.assign(iterations, input_); }

    std::uint64_t run(std::uint64_t iterations) {
        std::uint64_t check = 0;
        for (std::uint64_t i = 0; i < iterations; ++i) {
            Algorithm()(copies_[i]);
            check += copies_[i].front();
        }
        return check;
    }

  private:
    Numbers input_;
    std::uint64_t most_;
    std::vector<Numbers> copies_;
};

}  // namespace

#define SORT_PARAMETERS                                                    \
    op("sort"), param("size", {100, 10000, 1000000}).between(1, 50000000), \
        choice("order", {"random", "sorted"})

BENCHLAB_PLUGIN("org.example.sorts", "1.0", title("Sorting"), licence("MIT"),
                bench<Sort<StandardSort>>("sort/std", "std::sort", SORT_PARAMETERS),
                bench<Sort<StableSort>>("sort/stable", "std::stable_sort", SORT_PARAMETERS),
                bench<Sort<HeapSort>>("sort/heap", "make_heap and sort_heap", SORT_PARAMETERS),
                bench("sort/generator", "std::mt19937, what the input is made of", [] {
                    static std::mt19937 random(1);
                    return random();
                }));
