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

BENCHLAB_PLUGIN("test.layer", "1", bench("a/b", "Adds", [] { return 1 + 1; }));
#endif
