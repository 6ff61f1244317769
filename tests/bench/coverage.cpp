// How often the interval of the median holds the long-run median: coverage [RUNS [SEED]].
#include <cstdio>
#include <cstdlib>

#include "measure/median_interval.hpp"
#include "unit/measure/streams.hpp"

namespace {

struct Row {
    streams::Stream stream;
    const char* neighbours;  // how they resemble each other
    bool judged;             // else it is shown only: docs/how-numbers-are-computed.md says why
};

std::vector<Row> rows() {
    std::vector<Row> out;
    for (const auto& [persistence, name] : {std::pair{0.0, "independent"},
                                            {0.3, "rank correlation 0.29"},
                                            {0.5, "rank correlation 0.48"},
                                            {0.72, "rank correlation 0.70"}}) {
        out.push_back({streams::lognormal(persistence, 0.5), name, true});
        out.push_back({streams::humps(persistence), name, true});
    }
    out.push_back({streams::states(0.5), "half stay", true});
    out.push_back({streams::states(0.8), "four of five stay", false});
    out.push_back({streams::wander(0.9, 0.5, 0.05), "0.9, half of it white", false});
    return out;
}

struct Coverage {
    double of_first = 0;  // per cent of the first 500 runs
    double of_all = 0;
};

Coverage coverage(const streams::Stream& stream, std::size_t samples, int runs,
                  streams::Noise& noise) {
    constexpr int kFirst = 500;
    Coverage out;
    int held = 0;
    for (int i = 0; i < runs; ++i) {
        const auto interval = benchlab::measure::median_interval(stream.draw(noise, samples));
        held += interval.low <= stream.median && stream.median <= interval.high;
        if (i + 1 == std::min(runs, kFirst)) out.of_first = 100.0 * held / (i + 1);
    }
    out.of_all = 100.0 * held / runs;
    return out;
}

}  // namespace

int main(int count, char** words) {
    const int runs = count > 1 ? std::atoi(words[1]) : 2000;
    const auto seed = static_cast<std::uint64_t>(count > 2 ? std::atoi(words[2]) : 1);
    int failed = 0;
    std::printf("%-11s %-24s %8s %9s %9s\n", "noise", "neighbours", "samples", "of 500", "of all");
    for (const std::size_t samples : {10, 20, 50, 100, 200}) {
        streams::Noise noise(seed * 1000 + samples);
        for (const Row& row : rows()) {
            const Coverage holds = coverage(row.stream, samples, runs, noise);
            const bool judged = row.judged && (samples == 50 || samples == 200);
            const bool good = holds.of_all >= 93 && holds.of_all <= 97;
            failed += judged && !good;
            std::printf("%-11s %-24s %8zu %7.1f %% %7.1f %%  %s\n", row.stream.name.c_str(),
                        row.neighbours, samples, holds.of_first, holds.of_all,
                        !judged ? "shown only"
                        : good  ? "PASS"
                                : "FAIL");
        }
    }
    std::printf("%s: %d runs each, 93 to 97 %% wanted of 50 and 200 samples\n",
                failed == 0 ? "PASS" : "FAIL", runs);
    return failed == 0 ? 0 : 1;
}
