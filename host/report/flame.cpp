#include "report/flame.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/json_value.hpp"

namespace benchlab::report {
namespace {

std::string folded_name(std::string_view name, NameKind kind) {
    std::string out(name);
    for (char& c : out) {
        if (c == ';' || c == '\n' || c == '\r' || (c == ' ' && kind == NameKind::kFunction))
            c = '_';
    }
    return out;
}

// Names from the outermost to this node.
std::vector<std::uint32_t> path_of(const Flame& flame, std::size_t node) {
    std::vector<std::uint32_t> out;
    for (std::size_t at = node + 1; at != 0; at = flame.parent[at - 1]) {
        out.push_back(flame.name[at - 1]);
    }
    std::reverse(out.begin(), out.end());
    return out;
}

}  // namespace

std::uint32_t FlameBuilder::name_of(const FrameName& frame) {
    const auto known = names_.find(frame);
    if (known != names_.end()) return known->second;
    const auto fresh = static_cast<std::uint32_t>(flame_.names.size());
    flame_.names.emplace_back(frame.text);
    flame_.name_kinds.push_back(frame.kind);
    names_.emplace(OwnName{std::string(frame.text), frame.kind}, fresh);
    return fresh;
}

void FlameBuilder::add(const std::vector<FrameName>& path, std::uint64_t weight) {
    std::uint32_t caller = 0;
    for (const FrameName& frame : path) {
        const std::uint32_t name = name_of(frame);
        const auto [node, fresh] = nodes_.try_emplace(
            std::uint64_t{caller} << 32 | name, static_cast<std::uint32_t>(flame_.parent.size()));
        if (fresh) {
            flame_.parent.push_back(caller);
            flame_.name.push_back(name);
            flame_.weight.push_back(0);
        }
        caller = node->second + 1;
    }
    if (caller != 0) flame_.weight[caller - 1] += weight;
}

std::vector<std::uint64_t> total_weights(const Flame& flame) {
    std::vector<std::uint64_t> out = flame.weight;
    for (std::size_t node = out.size(); node-- > 0;) {
        if (flame.parent[node] != 0) out[flame.parent[node] - 1] += out[node];
    }
    return out;
}

std::string write_folded(const Flame& flame) {
    std::vector<std::string> lines;
    for (std::size_t node = 0; node < flame.weight.size(); ++node) {
        if (flame.weight[node] == 0) continue;
        std::string line;
        for (const std::uint32_t name : path_of(flame, node)) {
            if (!line.empty()) line += ';';
            line += folded_name(flame.names[name], flame.name_kinds[name]);
        }
        lines.push_back(fmt::format("{} {}\n", line, flame.weight[node]));
    }
    std::sort(lines.begin(), lines.end());
    std::string out;
    for (const std::string& line : lines) out += line;
    return out;
}

std::vector<std::pair<std::string, const Flame*>> flames_of(const Document& document) {
    std::vector<std::pair<std::string, const Flame*>> out;
    for (const Section& section : document.sections) {
        for (const Element& element : section.elements) {
            const auto* const flame = std::get_if<Flame>(&element.body);
            if (flame != nullptr) out.emplace_back(section.id + "/" + element.id, flame);
        }
    }
    return out;
}

namespace {

void write_profile(JsonWriter& json, const Flame& flame, const std::string& id, std::size_t base) {
    std::uint64_t total = 0;
    for (const std::uint64_t weight : flame.weight) total += weight;
    json.begin_object();
    json.member("type", "sampled");
    json.member("name", flame.title.empty() ? std::string_view(id) : flame.title);
    json.member("unit", flame.unit == Unit::kNanoseconds ? "nanoseconds"
                        : flame.unit == Unit::kBytes     ? "bytes"
                                                         : "none");
    json.member("startValue", 0);
    json.member("endValue", total);
    json.key("samples");
    json.begin_array();
    for (std::size_t node = 0; node < flame.weight.size(); ++node) {
        if (flame.weight[node] == 0) continue;
        json.begin_array(true);
        for (const std::uint32_t name : path_of(flame, node))
            json.value(std::uint64_t{base + name});
        json.end_array();
    }
    json.end_array();
    json.key("weights");
    json.begin_array(true);
    for (const std::uint64_t weight : flame.weight) {
        if (weight != 0) json.value(weight);
    }
    json.end_array();
    json.end_object();
}

}  // namespace

std::string write_speedscope(const Document& document) {
    const auto flames = flames_of(document);
    JsonWriter json(false);
    json.begin_object();
    json.member("$schema", "https://www.speedscope.app/file-format-schema.json");
    json.member("name", std::string_view(document.title));
    json.member("exporter", std::string_view(document.generator));
    json.key("shared");
    json.begin_object();
    json.key("frames");
    json.begin_array();
    for (const auto& [id, flame] : flames) {
        for (const std::string& name : flame->names) {
            json.begin_object();
            json.member("name", std::string_view(name));
            json.end_object();
        }
    }
    json.end_array();
    json.end_object();
    json.key("profiles");
    json.begin_array();
    std::size_t base = 0;
    for (const auto& [id, flame] : flames) {
        write_profile(json, *flame, id, base);
        base += flame->names.size();
    }
    json.end_array();
    json.end_object();
    return json.take() + "\n";
}

}  // namespace benchlab::report
