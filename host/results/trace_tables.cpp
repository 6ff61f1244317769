#include "results/trace_tables.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.hpp"
#include "pacing/judgement.hpp"
#include "pacing/repeats.hpp"

namespace benchlab::results {
namespace {

using report::Column;
using report::Section;
using report::Table;

constexpr std::uint32_t kDirected = report::kOutLessIsBetter | report::kOutMoreIsBetter;

bool is_key(const Column& column) {
    return (column.flags & report::kOutKey) != 0;
}

bool counts(const Column& column) {
    return (column.flags & kDirected) != 0 && column.type() != report::ScalarType::kText;
}

std::optional<double> number_of(const report::Scalar& value) {
    if (const auto* whole = std::get_if<std::uint64_t>(&value)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value); real && std::isfinite(*real)) return *real;
    return std::nullopt;
}

// Key columns that say when or which one, rather than who: a time of the trace, and the number of
// something that has one ("frame 17").
std::set<std::string> moments_of(const Section& section) {
    std::set<std::string> out;
    for (const report::Element& element : section.elements) {
        const auto* table = std::get_if<Table>(&element.body);
        if (!table) continue;
        std::vector<const Column*> keys;
        bool timed = false;
        for (const Column& column : table->columns) {
            const bool time = column.unit == base::Unit::kTraceTime;
            timed = timed || time;
            if (!is_key(column)) continue;
            keys.push_back(&column);
            if (time) out.insert(column.id);
        }
        const bool numbered = keys.size() == 1 && keys.front()->type() == report::ScalarType::kU64;
        if (timed && numbered) out.insert(keys.front()->id);
    }
    return out;
}

bool is_of_moments(const Table& table, const std::set<std::string>& moments) {
    return std::any_of(table.columns.begin(), table.columns.end(), [&](const Column& column) {
        return is_key(column) && moments.count(column.id) != 0;
    });
}

struct Key {
    std::vector<std::string> cells;
    bool operator<(const Key& other) const { return cells < other.cells; }
};

Key key_of(const Table& table, std::size_t row) {
    Key out;
    for (const Column& column : table.columns) {
        if (is_key(column)) out.cells.push_back(report::format_cell(column, row));
    }
    return out;
}

std::string text_of(const Key& key) {
    std::vector<std::string> cells;
    for (const std::string& cell : key.cells) {
        if (!cell.empty() && cell != "-") cells.push_back(cell);
    }
    return base::join(cells, ", ");
}

// One table as all captures have it, or a value as a table of one row without a key.
class Joiner {
  public:
    Joiner(std::string id, std::string title) : id_(std::move(id)), title_(std::move(title)) {}

    void add(const Table& table, bool in_base) {
        std::set<Key> seen;
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            Key key = key_of(table, row);
            if (!seen.insert(key).second) continue;  // the first of two with one key
            Entry& entry = entry_of(std::move(key));
            (in_base ? entry.base : entry.next) += 1;
            for (const Column& column : table.columns) {
                if (!counts(column)) continue;
                if (const auto value = number_of(column.at(row))) {
                    add_value(entry, column.id, column.title, column.unit, column.flags, *value,
                              in_base);
                }
            }
        }
        if (table.rows_omitted > 0) (in_base ? cut_base_ : cut_next_) = true;
    }

    void add(const report::Value& value, bool in_base) {
        const auto number = number_of(value.value);
        if (!number || (value.flags & kDirected) == 0) return;
        Entry& entry = entry_of({});
        (in_base ? entry.base : entry.next) += 1;
        add_value(entry, id_, title_, value.unit, value.flags, *number, in_base);
    }

    void finish(bool is_table, JoinedSection& out) {
        for (const Key* key : order_) {
            Entry& entry = entries_.at(*key);
            if (entry.figures.empty()) continue;
            if (entry.base > 0 && entry.next > 0) {
                for (JoinedFigure& each : entry.figures) {
                    if (each.base.empty() || each.next.empty()) continue;
                    name(each, *key, is_table);
                    out.figures.push_back(std::move(each));
                }
                continue;
            }
            // A row that a cut table has not may well be there.
            if (entry.base > 0 ? cut_next_ : cut_base_) continue;
            for (JoinedFigure& each : entry.figures) {
                const auto& values = entry.base > 0 ? each.base : each.next;
                (entry.base > 0 ? each.base_value : each.next_value) = pacing::median_of(values);
            }
            out.lonely.push_back(
                {id_, title_, text_of(*key), entry.base > 0, std::move(entry.figures)});
        }
    }

  private:
    struct Entry {
        std::size_t base = 0, next = 0;  // captures that have the row
        std::vector<JoinedFigure> figures;
    };

    Entry& entry_of(Key key) {
        const auto [at, fresh] = entries_.try_emplace(std::move(key));
        if (fresh) order_.push_back(&at->first);
        return at->second;
    }

    static void add_value(Entry& entry, const std::string& id, const std::string& title,
                          base::Unit unit, std::uint32_t flags, double value, bool in_base) {
        auto at = std::find_if(entry.figures.begin(), entry.figures.end(),
                               [&](const JoinedFigure& each) { return each.id == id; });
        if (at == entry.figures.end()) {
            at = entry.figures.insert(entry.figures.end(), JoinedFigure{});
            at->id = id;
            at->title = title;
            at->unit = unit;
            at->less_is_better = (flags & report::kOutMoreIsBetter) == 0;
        }
        // Another unit under one name is another figure, which is not compared.
        if (at->unit == unit) (in_base ? at->base : at->next).push_back(value);
    }

    void name(JoinedFigure& figure, const Key& key, bool is_table) const {
        if (is_table) {
            figure.table = id_;
            figure.table_title = title_;
        }
        figure.key = key.cells;
        figure.row = text_of(key);
        figure.base_value = pacing::median_of(figure.base);
        figure.next_value = pacing::median_of(figure.next);
        if (figure.base_value == figure.next_value) {
            figure.change = 0;
        } else if (figure.base_value != 0) {
            figure.change = (figure.next_value - figure.base_value) / std::abs(figure.base_value);
        }
    }

    std::string id_, title_;
    std::map<Key, Entry> entries_;
    std::vector<const Key*> order_;
    bool cut_base_ = false, cut_next_ = false;
};

class SectionJoiner {
  public:
    void add(const Section& section, bool in_base) {
        if (joined_.id.empty()) {
            joined_.id = section.id;
            joined_.title = section.title;
        }
        const std::set<std::string> moments = moments_of(section);
        for (const report::Element& element : section.elements) {
            const std::string title(report::title_of(element));
            if (const auto* table = std::get_if<Table>(&element.body)) {
                if (table->use == report::TableUse::kRaw || is_of_moments(*table, moments))
                    continue;
                joiner_of(element.id, title, true).add(*table, in_base);
            } else if (const auto* value = std::get_if<report::Value>(&element.body)) {
                joiner_of(element.id, title, false).add(*value, in_base);
            }
        }
    }
    JoinedSection finish() {
        for (auto& [id, each] : order_) each->joiner.finish(each->is_table, joined_);
        return std::move(joined_);
    }

  private:
    struct Each {
        Joiner joiner;
        bool is_table;
    };
    Joiner& joiner_of(const std::string& id, const std::string& title, bool is_table) {
        auto at = joiners_.find(id);
        if (at == joiners_.end()) {
            at = joiners_.emplace(id, Each{Joiner(id, title), is_table}).first;
            order_.emplace_back(id, &at->second);
        }
        return at->second.joiner;
    }

    JoinedSection joined_;
    std::map<std::string, Each> joiners_;
    std::vector<std::pair<std::string, Each*>> order_;
};

// Two captures a side have a spread that a change can be held against; a correction for all
// figures.
void test_all(std::vector<JoinedSection>& sections) {
    std::vector<double> p;
    std::vector<JoinedFigure*> tested;
    for (JoinedSection& section : sections) {
        for (JoinedFigure& each : section.figures) {
            if (each.base.size() < 2 || each.next.size() < 2) continue;
            const pacing::Difference found = pacing::cautious_difference(each.base, each.next);
            each.p = found.p;
            // Not a spread in either: as likely as that the sides fall apart by chance.
            if (found.error == 0 && found.estimate != 0) {
                each.p = pacing::chance_of_separation(each.base.size(), each.next.size());
            }
            tested.push_back(&each);
            p.push_back(*each.p);
        }
    }
    const std::vector<double> adjusted = pacing::holm(p);
    for (std::size_t i = 0; i < tested.size(); ++i) tested[i]->adjusted = adjusted[i];
}

}  // namespace

bool JoinedFigure::differs(double threshold) const {
    return !change || std::abs(*change) > threshold;
}

std::vector<JoinedSection> join_sections(std::span<const report::Document* const> base,
                                         std::span<const report::Document* const> next) {
    std::vector<JoinedSection> out;
    for (const Section& first : base.front()->sections) {
        SectionJoiner joiner;
        bool everywhere = true;
        for (const auto& [side, in_base] : {std::pair{base, true}, std::pair{next, false}}) {
            for (const report::Document* document : side) {
                const Section* section = document->find(first.id);
                everywhere = everywhere && section && section->status.empty();
                if (everywhere) joiner.add(*section, in_base);
            }
        }
        if (everywhere) out.push_back(joiner.finish());
    }
    test_all(out);
    return out;
}

}  // namespace benchlab::results
