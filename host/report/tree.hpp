// report/tree.hpp: the elements of a section nested by the parts of their ids, which is how text,
// Markdown and JSON show them: what belongs to one path stands together under its heading.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "report/document.hpp"

namespace benchlab::report {

// Points into the section.  An id that comes twice is there once, as it came first.
struct Node {
    std::string_view part;                        // of the id; empty for the root
    std::string_view path;                        // from the root, this part included
    const Element* heading = nullptr;             // gives the path its title
    const Element* leaf = nullptr;                // what has the path as its id
    std::vector<std::unique_ptr<Node>> children;  // in order of coming
};

std::unique_ptr<Node> make_tree(const Section& section);

// The elements as they are met walking down: heading, leaf, then the children.
std::vector<const Element*> flatten(const Node& root);

}  // namespace benchlab::report
