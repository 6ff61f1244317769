// What a section is asked for, without a host.
#pragma once

#include <utility>
#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::test {

class TestRun {
  public:
    explicit TestRun(Window window, std::vector<Row> focus = {}) : focus_(std::move(focus)) {
        analysis_.struct_size = sizeof(analysis_);
        analysis_.focus_count = static_cast<std::uint32_t>(focus_.size());
        analysis_.focus = focus_.data();
        analysis_.begin = window.begin;
        analysis_.end = window.end;
    }
    TestRun(const TestRun&) = delete;
    TestRun& operator=(const TestRun&) = delete;

    // Without options; for compute() alone.
    Run run() const { return Run(nullptr, &analysis_); }

  private:
    std::vector<Row> focus_;
    bl_analysis analysis_{};
};

}  // namespace benchlab::test
