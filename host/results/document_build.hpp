// results/document_build.hpp: shorthand for the parts of a document that results are made of.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "measure/comparison.hpp"
#include "report/document.hpp"

namespace benchlab::results {

template <class T>
report::Column column(std::string id, std::string title, std::string help, base::Unit unit,
                      std::vector<T> data, std::uint32_t flags = 0) {
    report::Column out;
    out.id = std::move(id);
    out.title = std::move(title);
    out.help = std::move(help);
    out.unit = unit;
    out.flags = flags;
    out.data = std::move(data);
    return out;
}

// A column of doubles in which NaN is "absent".
report::Column sparse_column(std::string id, std::string title, std::string help, base::Unit unit,
                             std::vector<double> data, std::uint32_t flags = 0);

// `of` of each row, as the data of a column.
template <class Row, class Of>
auto each(const std::vector<Row>& rows, Of&& of) {
    std::vector<std::decay_t<decltype(of(rows.front()))>> out;
    out.reserve(rows.size());
    for (const Row& row : rows) out.push_back(of(row));
    return out;
}

// The interval of a value; none when it is not known (NaN).
void set_interval(report::Value& value, double low, double high);

class SectionBuilder {
  public:
    SectionBuilder(std::string id, std::string title) {
        section_.id = std::move(id);
        section_.title = std::move(title);
    }
    void heading(std::string path, std::string title) {
        add(std::move(path), report::Heading{std::move(title), {}});
    }
    report::Value& value(std::string id, std::string title, std::string help,
                         report::Scalar content, base::Unit unit = base::Unit::kNone);
    report::Table& table(std::string id, std::string title,
                         report::TableUse use = report::TableUse::kShown);
    template <class T>
    T& add(std::string id, T body) {
        section_.elements.push_back({std::move(id), report::Body(std::move(body))});
        return std::get<T>(section_.elements.back().body);
    }
    void finding(report::Severity severity, std::string code, std::string text,
                 std::vector<report::Arg> args, std::vector<std::string> see = {});
    report::Section& section() { return section_; }

  private:
    report::Section section_;
};

// A table of nothing but names; none when there are no names.
void add_names(SectionBuilder& section, const char* id, const char* title,
               const std::vector<std::string>& names);

// What documents of comparisons have in common.
inline constexpr const char* kVisibleHelp =
    "The smallest change that would have been found four times of five.";
// "4 compared: 1 REGRESSED, 0 improved, 1 inconclusive, 2 unchanged, 1 not measured (threshold 1 %,
// alpha 0.01)", of "4 compared".
std::string verdicts_line(const std::string& compared,
                          const std::function<std::size_t(measure::Verdict)>& count,
                          std::size_t not_measured, double threshold, double alpha);

// Shares of the samples in equal bins over [low, high], for a distribution.
report::Histogram distribution(std::string title, const std::vector<double>& samples);
// The same with given edges, as shares: what two reports can be laid over each other with.
std::vector<double> bin_shares(const std::vector<double>& samples, double low, double high,
                               std::size_t bins);
std::size_t bin_count(std::size_t samples);

// "cpu/int-latency" -> "cpu:int-latency": a name as one part of an id.  Characters that ids do not
// have become '-'; `taken` keeps them unique.
std::string id_of_name(std::string_view name, std::set<std::string>& taken);

}  // namespace benchlab::results
