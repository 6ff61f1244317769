#include "random_document.hpp"

#include <cstring>
#include <limits>
#include <random>

namespace benchlab::report::testing {
namespace {

class Maker {
  public:
    explicit Maker(std::uint64_t seed) : random_(seed) {}

    Document document() {
        Document document;
        document.kind = "run";
        document.title = text();
        document.generator = text();
        document.created_unix = whole();
        document.complete = below(2) == 0;
        const std::size_t sections = below(4);
        for (std::size_t i = 0; i < sections; ++i) {
            document.sections.push_back(section("s" + std::to_string(i)));
        }
        return document;
    }

  private:
    std::uint64_t below(std::uint64_t limit) { return random_() % limit; }

    std::uint64_t whole() {
        constexpr std::uint64_t kEdges[] = {0, 1, (1ull << 53) + 1, 1ull << 63, ~0ull};
        return below(2) == 0 ? kEdges[below(5)] : random_() >> below(64);
    }

    std::int64_t time() { return static_cast<std::int64_t>(whole()); }

    double number() {
        constexpr double kEdges[] = {0.0, -0.0, 1.0, -3.0, 0.1, 1e15, 1e16, 1e22, 5e-324, 1.7e308};
        if (below(8) == 0) return std::numeric_limits<double>::quiet_NaN();
        if (below(2) == 0) return kEdges[below(10)];
        const std::uint64_t bits = random_();
        double value = 0;
        std::memcpy(&value, &bits, sizeof value);
        return value;
    }

    std::string text() {
        static const std::string kTexts[] = {"",
                                             "median",
                                             "<img onerror>",
                                             "a|b`c`",
                                             "\xC3\xA9\xE2\x80\xA8\xF0\x9F\x98\x80",
                                             "\"\\/",
                                             "{0} {1}",
                                             std::string("\0\x1b[31m\n", 7),
                                             "_title",
                                             "~1"};
        return kTexts[below(std::size(kTexts))];
    }

    Unit unit() { return static_cast<Unit>(below(base::kUnitCount)); }
    NameKind name_kind() { return static_cast<NameKind>(below(6)); }
    std::uint32_t flags() { return static_cast<std::uint32_t>(below(64)); }

    Scalar scalar() {
        switch (below(4)) {
            case 0:
                return {};
            case 1:
                return whole();
            case 2:
                return number();
            default:
                return text();
        }
    }

    std::vector<Arg> args() {
        std::vector<Arg> out(below(3));
        for (Arg& arg : out) arg = {scalar(), unit(), name_kind()};
        return out;
    }

    template <class T, class Make>
    std::vector<T> many(std::size_t count, const Make& make) {
        std::vector<T> out;
        for (std::size_t i = 0; i < count; ++i) out.push_back(make());
        return out;
    }

    Column column(std::string id, std::size_t rows) {
        Column out;
        out.id = std::move(id);
        out.title = text();
        out.help = text();
        out.unit = unit();
        out.flags = flags();
        out.name_kind = name_kind();
        switch (below(3)) {
            case 0:
                out.data = many<std::uint64_t>(rows, [&] { return whole(); });
                break;
            case 1:
                out.data = many<double>(rows, [&] { return number(); });
                break;
            default:
                out.data = many<std::string>(rows, [&] { return text(); });
        }
        if (below(2) == 0) out.present = many<bool>(rows, [&] { return below(3) > 0; });
        return out;
    }

    Table table() {
        Table out;
        out.title = text();
        out.rows_omitted = below(3) == 0 ? whole() : 0;
        out.use = static_cast<TableUse>(below(2));
        const std::size_t rows = below(4);
        const std::size_t columns = below(4);
        for (std::size_t i = 0; i < columns; ++i) {
            out.columns.push_back(column("_c" + std::to_string(i), rows));
        }
        return out;
    }

    Value value() {
        Value out{text(), text(), scalar(), unit(), flags(), name_kind(), std::nullopt};
        if (below(2) == 0) out.interval = Interval{number(), number()};
        return out;
    }

    Series series() {
        Series out{text(), text(), text(), static_cast<Chart>(1 + below(4)),
                   unit(), unit(), {},     {}};
        const std::size_t count = below(5);
        out.x = many<double>(count, [&] { return number(); });
        out.y = many<double>(count, [&] { return number(); });
        return out;
    }

    Histogram histogram() {
        Histogram out{text(), text(), unit(), {}, {}};
        const std::size_t count = below(5);
        out.counts = many<std::uint64_t>(count, [&] { return whole(); });
        if (count > 0) out.edges = many<double>(count + 1, [&] { return number(); });
        return out;
    }

    Spans spans() {
        Spans out;
        out.title = text();
        out.help = text();
        out.lane_name_kind = name_kind();
        out.label_name_kind = name_kind();
        out.lanes = many<std::string>(2, [&] { return text(); });
        out.kinds = many<std::string>(3, [&] { return text(); });
        const std::size_t count = below(4);
        out.lane = many<std::uint32_t>(count, [&] { return static_cast<std::uint32_t>(below(2)); });
        out.kind = many<std::uint32_t>(count, [&] { return static_cast<std::uint32_t>(below(3)); });
        out.begin = many<std::int64_t>(count, [&] { return time(); });
        out.end = many<std::int64_t>(count, [&] { return time(); });
        if (below(2) == 0) out.labels = many<std::string>(count, [&] { return text(); });
        if (count > 0) {
            const std::size_t arrows = below(3);
            out.arrow_from = many<std::uint64_t>(arrows, [&] { return below(count); });
            out.arrow_to = many<std::uint64_t>(arrows, [&] { return below(count); });
        }
        return out;
    }

    Flame flame() {
        Flame out;
        out.title = text();
        out.help = text();
        out.unit = unit();
        const std::size_t names = 1 + below(3), nodes = below(5);
        out.names = many<std::string>(names, [&] { return text(); });
        out.name_kinds =
            many<NameKind>(names, [&] { return static_cast<NameKind>(below(6)); });
        std::uint32_t node = 0;
        out.parent = many<std::uint32_t>(nodes, [&] {
            return static_cast<std::uint32_t>(below(static_cast<unsigned>(++node)));
        });
        out.name = many<std::uint32_t>(
            nodes, [&] { return static_cast<std::uint32_t>(below(static_cast<unsigned>(names))); });
        out.weight = many<std::uint64_t>(nodes, [&] { return whole(); });
        return out;
    }

    Body body() {
        switch (below(6)) {
            case 0:
                return value();
            case 1:
                return table();
            case 2:
                return series();
            case 3:
                return histogram();
            case 4:
                return spans();
            default:
                return flame();
        }
    }

    // Ids meet on purpose: leaves that lead to others, titles of anything, parts that look like
    // the JSON's own keys, paths that come and go.
    std::string id() {
        static const char* const kParts[] = {"cpu",   "int-latency", "4KiB",   "threads:2",
                                             "title", "_element",    "_title", "_:x",
                                             "",      "a~b",         "A.b_c"};
        std::string out = kParts[below(4)];
        const std::size_t more = below(4);
        for (std::size_t i = 0; i < more; ++i) {
            out += "/" + std::string(kParts[below(std::size(kParts))]);
        }
        return out;
    }

    Section section(std::string name) {
        Section out;
        out.id = std::move(name);
        out.title = text();
        out.plugin = text();
        out.status = text();
        const std::size_t elements = below(12);
        for (std::size_t i = 0; i < elements; ++i) {
            const std::string path = id();
            if (below(4) == 0) {
                if (!out.heading(path)) out.elements.push_back({path, Heading{text(), args()}});
            } else if (!out.find(path)) {
                out.elements.push_back({path, body()});
            }
        }
        const std::size_t findings = below(3);
        for (std::size_t i = 0; i < findings; ++i) out.findings.push_back(finding());
        return out;
    }

    Finding finding() {
        Finding out;
        out.severity = static_cast<Severity>(1 + below(4));
        out.code = text();
        out.text = text();
        out.args = args();
        out.begin = time();
        out.end = time();
        out.share = below(2) == 0 ? 0.0 : 0.35;
        out.see = many<std::string>(below(3), [&] { return id(); });
        return out;
    }

    std::mt19937_64 random_;
};

}  // namespace

Document random_document(std::uint64_t seed) {
    return Maker(seed).document();
}

}  // namespace benchlab::report::testing
