// Each header of the C++ layer alone and twice, without help from another.
#if defined(ONLY_HOST)
#include <benchlab/host.hpp>
#elif defined(ONLY_BENCH)
#include <benchlab/bench.hpp>
#elif defined(ONLY_STORE)
#include <benchlab/store.hpp>
#elif defined(ONLY_REPEAT)
#include <benchlab/repeat.hpp>
#elif defined(ONLY_SINK)
#include <benchlab/sink.hpp>
#else
#include <benchlab/plugin.hpp>

struct Staged {
    int make_state() { return 3; }
    int body(int& state) { return ++state; }
    void drop_state(int&) {}
};

BENCHLAB_PLUGIN("test.layer", "1", bench("a/b", "Adds", [] { return 1 + 1; }),
                bench<Staged>("a/c", "Adds to a state of its own"),
                bench_with("a/d", "The same", [] { return 3; }, [](int& state) { ++state; }),
                bench_with(
                    "a/e", "The same", [] { return 3; }, [](int& state) { ++state; }, [](int&) {},
                    items(3)));
#endif
