#include "report/tree.hpp"

#include <algorithm>
#include <unordered_map>

namespace benchlab::report {
namespace {

void flatten_into(const Node& node, std::vector<const Element*>& out) {
    if (node.heading) out.push_back(node.heading);
    if (node.leaf) out.push_back(node.leaf);
    for (const auto& child : node.children) flatten_into(*child, out);
}

}  // namespace

std::unique_ptr<Node> make_tree(const Section& section) {
    auto root = std::make_unique<Node>();
    std::unordered_map<std::string_view, Node*> by_path;
    for (const Element& element : section.elements) {
        const std::string_view id = element.id;
        Node* node = root.get();
        for (std::size_t begin = 0; begin <= id.size();) {
            const std::size_t end = std::min(id.find('/', begin), id.size());
            const std::string_view path = id.substr(0, end);
            Node*& next = by_path[path];
            if (!next) {
                node->children.push_back(std::make_unique<Node>());
                next = node->children.back().get();
                next->part = id.substr(begin, end - begin);
                next->path = path;
            }
            node = next;
            begin = end + 1;
        }
        const Element*& place =
            std::holds_alternative<Heading>(element.body) ? node->heading : node->leaf;
        if (!place) place = &element;
    }
    return root;
}

std::vector<const Element*> flatten(const Node& root) {
    std::vector<const Element*> out;
    flatten_into(root, out);
    return out;
}

}  // namespace benchlab::report
