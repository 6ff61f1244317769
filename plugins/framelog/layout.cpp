#include "layout.hpp"

#include <algorithm>

#include "text.hpp"

namespace benchlab::framelog {

namespace {

char delimiter_of(std::string_view line) {
    char best = ',';
    for (const char candidate : {';', '\t'}) {
        if (std::count(line.begin(), line.end(), candidate) >
            std::count(line.begin(), line.end(), best)) {
            best = candidate;
        }
    }
    return best;
}

bool has_heading(const Layout& layout, std::string_view name) {
    return std::any_of(layout.headings.begin(), layout.headings.end(),
                       [&](const std::string& heading) { return normalized(heading) == name; });
}

Tool tool_of(const Layout& layout) {
    const bool fps_log = layout.has(Field::kFps) && layout.has(Field::kElapsed);
    if (fps_log && !layout.has(Field::kApplication)) return Tool::kMangoHud;
    if (has_heading(layout, "renderqueuedepth") || has_heading(layout, "gpu0clk(mhz)")) {
        return Tool::kFrameView;
    }
    if (has_heading(layout, "motherboard")) return Tool::kOcat;
    return Tool::kPresentMon;
}

// What every row of a frame log has: a duration of a frame, and something that no table of other
// figures has beside it.  MsBetweenPresents is nobody else's word; FrameTime and fps are anyone's.
bool is_frame_log(const Layout& layout) {
    if (layout.has(Field::kBetweenPresents)) return true;
    const bool has_duration =
        layout.has(Field::kAppTime) || (layout.has(Field::kCpuBusy) && layout.has(Field::kCpuWait));
    if (!has_duration) return false;
    if (layout.has(Field::kFps) && layout.has(Field::kElapsed)) return true;
    return layout.has(Field::kApplication) && layout.has(Field::kProcessId);
}

}  // namespace

bool Layout::has(Field field) const {
    return column_of(field) < headings.size();
}

std::size_t Layout::column_of(Field field) const {
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [&](const Column& column) { return column.field == field; });
    return found == columns.end() ? headings.size() : found->at;
}

std::string Layout::format() const {
    switch (tool) {
        case Tool::kOcat:
            return "OCAT CSV";
        case Tool::kCapFrameX:
            return "CapFrameX CSV";
        case Tool::kFrameView:
            return "FrameView CSV";
        case Tool::kMangoHud:
            return "MangoHud CSV";
        case Tool::kPresentMon:
            break;
    }
    if (has(Field::kDropped) || !has(Field::kAppTime)) {
        return has(Field::kBetweenPresents) ? "PresentMon 1.x CSV" : "PresentMon 2.x CSV";
    }
    return has(Field::kBetweenPresents) ? "PresentMon 2.3 or later CSV" : "PresentMon 2.x CSV";
}

std::uint32_t Layout::score() const {
    if (tool == Tool::kMangoHud) return 90;
    return has(Field::kApplication) && has(Field::kProcessId) ? 95 : 60;
}

std::optional<Layout> layout_of(std::string_view line) {
    Layout layout;
    layout.delimiter = delimiter_of(line);
    std::vector<std::string_view> fields;
    split(line, layout.delimiter, fields);
    for (std::size_t at = 0; at < fields.size(); ++at) {
        layout.headings.emplace_back(trimmed(fields[at]));
        const Field field = field_of(fields[at]);
        if (field == Field::kNone) continue;
        if (layout.has(field)) {
            layout.twice.push_back(layout.headings.back());
        } else {
            layout.columns.push_back({at, field});
        }
    }
    if (!is_frame_log(layout)) return std::nullopt;
    layout.tool = tool_of(layout);
    if (layout.tool == Tool::kMangoHud) {
        // Its "frametime" is the time between two swaps; PresentMon's FrameTime is another.
        for (Layout::Column& column : layout.columns) {
            if (column.field == Field::kAppTime) column.field = Field::kBetweenPresents;
        }
    }
    return layout;
}

}  // namespace benchlab::framelog
