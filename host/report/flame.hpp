// report/flame.hpp: stacks added up to a tree, and the forms in which other tools take them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/document.hpp"

namespace benchlab::report {

struct FrameName {
    std::string_view text;
    NameKind kind = NameKind::kNone;
};

// What the store's ids stand for; whoever runs sections over a store knows.
class FrameNamer {
  public:
    virtual ~FrameNamer() = default;
    // Appends what a stack stands under: process and thread.  False: there is no such row.
    virtual bool thread(std::uint32_t row, std::vector<FrameName>& path) const = 0;
    // Appends the functions, outermost first.  False: there is no such stack.
    virtual bool stack(std::uint32_t id, std::vector<FrameName>& path) const = 0;
};

class FlameBuilder {
  public:
    explicit FlameBuilder(Flame& into) : flame_(into) {}
    // Outermost first.  A path of no frames is left out.
    void add(const std::vector<FrameName>& path, std::uint64_t weight);

  private:
    Flame& flame_;
    std::map<std::pair<std::string, NameKind>, std::uint32_t> names_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> nodes_;  // caller, name
};

// Of each node the weight of itself and all that it called.
std::vector<std::uint64_t> total_weights(const Flame& flame);

// One line for each stack, "process;thread 5;main;draw 412", sorted by text: what flame graph
// scripts read.  ';' in names becomes '_', and so does a blank in functions.
std::string write_folded(const Flame& flame);
// The file format of speedscope.app, one sampled profile for each flame.
std::string write_speedscope(const Document& document);
// All flames of a document with their element ids.
std::vector<std::pair<std::string, const Flame*>> flames_of(const Document& document);

}  // namespace benchlab::report
