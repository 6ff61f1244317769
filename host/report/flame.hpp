// report/flame.hpp: stacks added up to a tree, and the forms in which other tools take them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
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
    // Found by a FrameName, without a copy of its text: every frame of every stack is looked up.
    struct OwnName {
        std::string text;
        NameKind kind;
        operator FrameName() const { return {text, kind}; }
    };
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(const FrameName& name) const {
            return std::hash<std::string_view>()(name.text) + static_cast<std::size_t>(name.kind);
        }
    };
    struct Same {
        using is_transparent = void;
        bool operator()(const FrameName& a, const FrameName& b) const {
            return a.kind == b.kind && a.text == b.text;
        }
    };

    std::uint32_t name_of(const FrameName& frame);

    Flame& flame_;
    std::unordered_map<OwnName, std::uint32_t, Hash, Same> names_;
    std::unordered_map<std::uint64_t, std::uint32_t> nodes_;  // by caller and name
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
