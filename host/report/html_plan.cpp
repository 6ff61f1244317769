#include <algorithm>
#include <map>
#include <tuple>

#include "report/html_parts.hpp"

namespace benchlab::report::html {
namespace {

bool is_shown(const Element& element) {
    const auto* table = std::get_if<Table>(&element.body);
    return !table || table->use == TableUse::kShown;
}

class Planner {
  public:
    explicit Planner(const Section& section) {
        plan_.section = &section;
        plan_.groups.emplace_back();
        for (const Element& element : section.elements) {
            if (const auto* heading = std::get_if<Heading>(&element.body)) {
                headings_.emplace(element.id, heading);
            }
        }
    }

    SectionPlan plan() {
        for (const Element& element : plan_.section->elements) {
            const std::size_t group = group_of(element.id);
            if (!std::holds_alternative<Heading>(element.body) && is_shown(element)) {
                add(plan_.groups[group], element);
            }
        }
        for (const Finding& finding : plan_.section->findings) {
            const std::size_t at = finding.see.empty() ? 0 : group_of(finding.see.front());
            plan_.groups[at].findings.push_back(&finding);
        }
        return std::move(plan_);
    }

  private:
    // The group of the nearest path, from `path` upwards, that has a heading.
    std::size_t group_of(std::string_view path) {
        while (!path.empty() && !headings_.empty()) {
            if (const auto it = headings_.find(std::string(path)); it != headings_.end()) {
                return group_at(it->first, *it->second);
            }
            const std::size_t slash = path.rfind('/');
            path = slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
        }
        return 0;
    }

    std::size_t group_at(const std::string& path, const Heading& heading) {
        if (const auto it = groups_.find(path); it != groups_.end()) return it->second;
        const std::size_t slash = path.rfind('/');
        const std::size_t parent =
            slash == std::string::npos ? 0 : group_of(std::string_view(path).substr(0, slash));
        const std::size_t index = plan_.groups.size();
        groups_.emplace(path, index);
        Group group;
        group.path = path;
        group.heading = &heading;
        group.depth = plan_.groups[parent].depth + 1;
        plan_.groups[parent].children.push_back(index);
        plan_.groups.push_back(std::move(group));
        return index;
    }

    void add(Group& group, const Element& element) {
        if (const auto* series = std::get_if<Series>(&element.body)) {
            if (series->group.empty()) {
                group.blocks.push_back({{&element}});
                return;
            }
            // One chart has one pair of axes, so the units belong to its name.
            const auto key = std::make_tuple(series->group, series->x_unit, series->y_unit);
            if (const auto it = charts_.find(key); it != charts_.end()) {
                plan_.groups[it->second.first].blocks[it->second.second].elements.push_back(
                    &element);
                return;
            }
            const auto index = static_cast<std::size_t>(&group - plan_.groups.data());
            charts_.emplace(key, std::make_pair(index, group.blocks.size()));
            group.blocks.push_back({{&element}});
            return;
        }
        const bool value = std::holds_alternative<Value>(element.body);
        if (value && !group.blocks.empty() &&
            std::holds_alternative<Value>(group.blocks.back().elements.front()->body)) {
            group.blocks.back().elements.push_back(&element);
            return;
        }
        group.blocks.push_back({{&element}});
    }

    SectionPlan plan_;
    std::unordered_map<std::string, const Heading*> headings_;
    std::unordered_map<std::string, std::size_t> groups_;
    std::map<std::tuple<std::string, Unit, Unit>, std::pair<std::size_t, std::size_t>> charts_;
};

}  // namespace

Plan plan_page(const Document& document) {
    Plan plan;
    for (const Section& section : document.sections) {
        plan.titles.emplace(anchor(section.id), section.title.empty() ? section.id : section.title);
        plan.sections.push_back(Planner(section).plan());
        for (const Group& group : plan.sections.back().groups) {
            if (!group.heading) continue;
            plan.titles.emplace(anchor(section.id, group.path),
                                fill_template(group.heading->title, group.heading->args));
        }
        for (const Element& element : section.elements) {
            if (std::holds_alternative<Heading>(element.body) || !is_shown(element)) continue;
            plan.titles.emplace(anchor(section.id, element.id), title_of(element));
        }
    }
    plan_moments(plan);
    return plan;
}

std::string find_anchor(const Plan& plan, const Section& section, std::string_view id) {
    // An id names something of its own section; a full path may name another's.
    const std::string whole = anchor(id);
    if (!id.empty() && !plan.titles.count(anchor(section.id, id)) && plan.titles.count(whole)) {
        return whole;
    }
    while (!id.empty()) {
        const std::string here = anchor(section.id, id);
        if (plan.titles.count(here)) return here;
        const std::size_t slash = id.rfind('/');
        id = slash == std::string_view::npos ? std::string_view{} : id.substr(0, slash);
    }
    return anchor(section.id);
}

}  // namespace benchlab::report::html
