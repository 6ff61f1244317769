// explain/sentence.hpp: a cause in plain words.
#pragma once

#include <string>
#include <vector>

#include "benchlab/sink.hpp"
#include "common/names.hpp"
#include "explain/compute.hpp"

namespace benchlab::analyzers::explain {

// A template and what stands for {0}, {1} and so on.
struct Sentence {
    std::string text;
    std::vector<Arg> args;

    // Text with {} for the next argument.
    Sentence& add(const std::string& words, std::vector<Arg> with = {});
};

class Words {
  public:
    Words(const Store& store, const Names& names) : store_(store), names_(names) {}

    // "game.exe (100) render (101)"; of a file its path; nothing of nobody.
    std::string by(const By& by) const;
    // Who waited for whom, and what the last one did: "render (101) waited for worker (102), which
    // was ready to run, but hog.exe (200) hog (201) had its CPU".  Threads of the frame's own
    // process go by their own name.
    Sentence cause(const SlowFrame& frame) const;

  private:
    void did(const SlowFrame& frame, const Sum& sum, Sentence& out) const;
    void ran(const Ran& ran, Sentence& out) const;
    std::string thread(const SlowFrame& frame, Row row) const;

    const Store& store_;
    const Names& names_;
};

}  // namespace benchlab::analyzers::explain
