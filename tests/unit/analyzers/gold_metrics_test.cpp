// PresentMon's own logs as a trace: presents, screen times and work of the GPU where a log says
// they were, and the metrics that the store works out of these against those that the log has.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framelog/framelog.hpp"
#include "store/test_store.hpp"
#include "store/values.hpp"
#include "trace_reading.hpp"

using namespace benchlab;
using namespace benchlab::test;

namespace {

namespace fs = std::filesystem;

// A log's times have 100 ns, and a metric is made of several.
constexpr double kNear = 300;
// So that what was before the first row of a log is not before the trace.
constexpr std::int64_t kLater = 1'000'000'000;

class Replay {
  public:
    explicit Replay(const store::StoredTable& log) : log_(log), time_(&log, "time") {
        const store::Values<std::uint64_t> chain(&log, "swap_chain");
        const store::Rows process(&log, "process");
        for (std::uint64_t row = 0; row < log.rows(); ++row) {
            chains_[{process[row], chain.get(row)}].push_back(row);
        }
    }

    std::unique_ptr<store::Store> store() {
        std::uint32_t tid = 1;
        for (const auto& [key, rows] : chains_) tell_chain(++tid, key.second, rows);
        return made_.freeze();
    }
    // Rows of the log by row of `frame_metric`: of each chain all, in order of time.
    // Of one chain the work of two frames overlaps, so that the log does not tell where it was
    // divided.
    bool tells_gpu(std::uint64_t chain) const { return overlapping_.count(chain) == 0; }
    std::uint64_t log_row(std::uint64_t chain, std::int64_t time) const {
        return row_of_.at({chain, time});
    }

  private:
    double value(const char* column, std::uint64_t row) const {
        return store::Values<double>(&log_, column).get(row, std::nan(""));
    }
    std::int64_t start(std::uint64_t row) const {
        return store::Values<std::int64_t>(&log_, "cpu_start").get(row) + kLater;
    }
    void present(std::uint32_t tid, std::uint64_t chain, std::int64_t begin, std::int64_t end,
                 std::int64_t done) {
        std::vector<std::pair<const char*, Cell>> cells = {
            {"begin", Time(begin)}, {"end", Time(end)},
            {"key", n(++key_)},     {"thread", Tid(tid)},
            {"process", Pid(tid)},  {"swap_chain", n(static_cast<std::int64_t>(chain))}};
        if (done != BL_NO_TIME) cells.emplace_back("gpu_done", Time(done));
        made_.row("present", std::move(cells));
    }
    void packet(std::uint32_t tid, std::int64_t begin, std::int64_t end) {
        if (begin >= end) return;
        made_.row("gpu_packet",
                  {{"begin", Time(begin)}, {"end", Time(end)}, {"gpu_queue", Key(tid)}});
    }

    // Each chain is a process of its own, as the log is by chain.
    void tell_chain(std::uint32_t tid, std::uint64_t chain,
                    const std::vector<std::uint64_t>& rows) {
        made_.process(0, tid, "game.exe");
        made_.thread(0, tid, tid, "render");
        made_.row("gpu_queue", {{"time", Time(0)},
                                {"kind", n(BL_LIFE_THERE)},
                                {"key", n(tid)},
                                {"process", Pid(tid)},
                                {"engine", n(1)}});
        const std::int64_t first = time_.get(rows.front()) + kLater;
        const auto before = std::llround(value("between_presents", rows.front()));
        present(tid, chain, first - before, start(rows.front()), BL_NO_TIME);
        std::int64_t last_done = 0;
        for (const std::uint64_t row : rows) {
            const std::int64_t call = time_.get(row) + kLater;
            row_of_[{chain, call}] = row;
            const std::int64_t done = call + std::llround(value("render_done", row));
            present(tid, chain, call, call + std::llround(value("in_present", row)), done);
            const double busy = value("gpu_busy", row), length = value("gpu_time", row);
            const auto half = static_cast<std::int64_t>(busy / 2);
            const std::int64_t begin = done - std::llround(length);
            if (begin + 200 < last_done) overlapping_.insert(chain);
            last_done = done;
            packet(tid, begin, begin + half);
            packet(tid, done - (std::llround(busy) - half), done);
            const double until = value("until_displayed", row);
            if (!(until > 0)) continue;
            made_.row("display", {{"time", Time(call + std::llround(until))},
                                  {"present", Key(static_cast<std::uint64_t>(key_))}});
        }
    }

    const store::StoredTable& log_;
    const store::Values<std::int64_t> time_;
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<std::uint64_t>> chains_;
    std::map<std::pair<std::uint64_t, std::int64_t>, std::uint64_t> row_of_;
    std::set<std::uint64_t> overlapping_;  // chains
    TestRecording made_;
    std::int64_t key_ = 0;
};

// How many values were compared.
std::size_t compare(const store::StoredTable& log, const store::StoredTable& own,
                    const Replay& replay) {
    std::size_t count = 0;
    const store::Values<std::int64_t> time(&own, "time");
    const store::Values<std::uint64_t> chain(&own, "swap_chain");
    for (const char* const column :
         {"between_presents", "in_present", "cpu_busy", "cpu_wait", "app_time", "gpu_latency",
          "gpu_time", "gpu_busy", "gpu_wait", "render_done", "until_displayed", "display_change",
          "animation_error"}) {
        const store::Values<double> logged(&log, column), worked_out(&own, column);
        for (std::uint64_t row = 0; row < own.rows(); ++row) {
            const std::uint64_t of = replay.log_row(chain.get(row), time.get(row));
            const bool of_gpu = std::string_view(column).starts_with("gpu_");
            if (of_gpu && !replay.tells_gpu(chain.get(row))) continue;
            // The first that is shown has another before it, which the log has not.
            if (!logged.has(of) || !worked_out.has(row)) continue;
            const double was = logged.get(of), is = worked_out.get(row);
            BOOST_TEST(std::abs(was - is) < kNear,
                       column << " of row " << of << ": " << is << " and not " << was);
            ++count;
        }
    }
    return count;
}

}  // namespace

BOOST_AUTO_TEST_CASE(metrics_of_presentmons_own_captures_are_worked_out_as_it_did) {
    const char* const given = std::getenv("BENCHLAB_TEST_DATA");
    const fs::path folder =
        fs::path(given != nullptr ? given : BENCHLAB_TEST_DATA) / "frames" / "presentmon-gold";
    if (!fs::exists(folder)) {
        std::puts("no frame logs here: skipped");
        return;
    }
    std::size_t frames = 0, values = 0;
    for (int i = 0; i < 6; ++i) {
        const fs::path file = folder / ("test_case_" + std::to_string(i) + ".csv");
        BOOST_TEST_CONTEXT(file.filename().string()) {
            const auto log = test::read_with(framelog::kReader, file.string());
            BOOST_TEST_REQUIRE(log != nullptr);
            const store::StoredTable& table = *log->find("frame_log");
            Replay replay(table);
            const auto store = replay.store();
            const store::StoredTable* const own = store->find("frame_metric");
            BOOST_TEST_REQUIRE(own != nullptr);
            BOOST_TEST(own->rows() == table.rows());
            values += compare(table, *own, replay);
            frames += table.rows();
        }
    }
    std::printf("%zu frames of PresentMon's captures, %zu values\n", frames, values);
    BOOST_TEST(frames == 1448u);
}
