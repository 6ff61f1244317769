#include "store/image_map.hpp"

#include <algorithm>
#include <span>
#include <tuple>

namespace benchlab::store {
namespace {

// Lives at one address follow each other, so that the one looked for is the nearest or the next.
// A file that claims otherwise shall not cost more.
constexpr std::size_t kMostSteps = 64;

std::uint64_t end_of(const ImageLife& image) {
    const std::uint64_t end = image.base + image.size;
    return end < image.base ? UINT64_MAX : end;
}

}  // namespace

ImageMap::ImageMap(const std::vector<ImageLife>& images, std::uint32_t process_count)
    : spaces_(process_count) {
    for (const ImageLife& image : images) {
        const bool known = image.process == BL_NO_ROW || image.process < process_count;
        if (image.size > 0 && known) lives_.push_back(image);
    }
    std::sort(lives_.begin(), lives_.end(), [](const ImageLife& a, const ImageLife& b) {
        return std::tie(a.begin, a.end, a.row) < std::tie(b.begin, b.end, b.row);
    });
    std::vector<std::uint32_t> of_kernel;
    std::vector<std::vector<std::uint32_t>> of(process_count);
    for (std::uint32_t i = 0; i < lives_.size(); ++i) {
        (lives_[i].process == BL_NO_ROW ? of_kernel : of[lives_[i].process]).push_back(i);
    }
    build(kernel_, of_kernel);
    for (std::uint32_t process = 0; process < process_count; ++process) {
        build(spaces_[process], of[process]);
    }
}

// The nodes that together are the range between two edges.
template <class Visit>
void ImageMap::each_node(const Space& space, std::uint64_t from, std::uint64_t to, Visit&& visit) {
    const auto place = [&](std::uint64_t edge) {
        return static_cast<std::size_t>(
            std::lower_bound(space.edges.begin(), space.edges.end(), edge) - space.edges.begin());
    };
    const std::size_t leaves = space.edges.size() - 1;
    std::size_t left = place(from) + leaves, right = place(to) + leaves;
    for (; left < right; left /= 2, right /= 2) {
        if (left % 2 == 1) visit(left++);
        if (right % 2 == 1) visit(--right);
    }
}

void ImageMap::build(Space& space, const std::vector<std::uint32_t>& images) {
    if (images.empty()) return;
    for (const std::uint32_t image : images) {
        space.edges.push_back(lives_[image].base);
        space.edges.push_back(end_of(lives_[image]));
    }
    std::sort(space.edges.begin(), space.edges.end());
    space.edges.erase(std::unique(space.edges.begin(), space.edges.end()), space.edges.end());
    space.first.resize(2 * (space.edges.size() - 1) + 1);
    const auto each = [&](auto&& visit) {
        for (const std::uint32_t image : images) {
            each_node(space, lives_[image].base, end_of(lives_[image]),
                      [&](std::size_t node) { visit(node, image); });
        }
    };
    each([&](std::size_t node, std::uint32_t) { ++space.first[node + 1]; });
    for (std::size_t i = 1; i < space.first.size(); ++i) space.first[i] += space.first[i - 1];
    space.entries.resize(space.first.back());
    std::vector<std::uint32_t> at(space.first.begin(), space.first.end() - 1);
    each([&](std::size_t node, std::uint32_t image) { space.entries[at[node]++] = image; });
}

// Of each node on the way to the root that has some: its images, by begin.
template <class Visit>
void ImageMap::each_list(const Space& space, std::uint64_t address, Visit&& visit) const {
    if (space.edges.empty() || address < space.edges.front() || address >= space.edges.back()) {
        return;
    }
    const auto above = std::upper_bound(space.edges.begin(), space.edges.end(), address);
    const auto leaf = static_cast<std::size_t>(above - space.edges.begin()) - 1;
    for (std::size_t node = leaf + space.edges.size() - 1; node > 0; node /= 2) {
        const std::uint32_t first = space.first[node], last = space.first[node + 1];
        if (first != last) visit(std::span(space.entries).subspan(first, last - first));
    }
}

// The last that had begun by then, of those that accept() takes.
template <class Accept>
std::optional<std::uint32_t> ImageMap::latest(const Space& space, std::uint64_t address,
                                              std::int64_t time, Accept&& accept) const {
    std::optional<std::uint32_t> found;
    each_list(space, address, [&](std::span<const std::uint32_t> list) {
        auto at = std::upper_bound(
            list.begin(), list.end(), time,
            [&](std::int64_t of, std::uint32_t each) { return of < lives_[each].begin; });
        for (std::size_t steps = 0; at != list.begin() && steps < kMostSteps; ++steps) {
            --at;
            if (!accept(lives_[*at])) continue;
            found = std::max(found, std::optional(*at));
            return;
        }
    });
    return found;
}

// That one, else the first that begins later; a row.
template <class Accept>
std::uint32_t ImageMap::nearest(const Space& space, std::uint64_t address, std::int64_t time,
                                Accept&& accept) const {
    if (const auto before = latest(space, address, time, accept)) return lives_[*before].row;
    std::optional<std::uint32_t> later;
    each_list(space, address, [&](std::span<const std::uint32_t> list) {
        const std::size_t steps = std::min(list.size(), kMostSteps);
        for (const std::uint32_t each : list.first(steps)) {
            if (!accept(lives_[each])) continue;
            later = std::min(later.value_or(each), each);
            return;
        }
    });
    return later ? lives_[*later].row : BL_NO_ROW;
}

const ImageMap::Space* ImageMap::space_of(std::uint32_t process, std::uint64_t address) const {
    if (in_kernel(address)) return &kernel_;
    return process < spaces_.size() ? &spaces_[process] : nullptr;
}

std::uint32_t ImageMap::find(std::uint32_t process, std::uint64_t address,
                             std::int64_t time) const {
    const Space* const space = space_of(process, address);
    if (space == nullptr) return BL_NO_ROW;
    const auto there =
        latest(*space, address, time, [&](const ImageLife& image) { return image.end > time; });
    if (there) return lives_[*there].row;
    return nearest(*space, address, time, [](const ImageLife& image) { return !image.bounded; });
}

std::uint32_t ImageMap::find_ever(std::uint32_t process, std::uint64_t address,
                                  std::int64_t time) const {
    const std::uint32_t row = find(process, address, time);
    const Space* const space = space_of(process, address);
    if (row != BL_NO_ROW || space == nullptr) return row;
    return nearest(*space, address, time, [](const ImageLife&) { return true; });
}

bool ImageMap::in_kernel(std::uint64_t address) const {
    bool found = false;
    each_list(kernel_, address, [&](std::span<const std::uint32_t>) { found = true; });
    return found;
}

bool ImageMap::is_steady(std::uint32_t process, std::uint64_t address) const {
    const Space* const space = space_of(process, address);
    if (space == nullptr) return true;
    std::size_t count = 0;
    bool bounded = false;
    each_list(*space, address, [&](std::span<const std::uint32_t> list) {
        count += list.size();
        bounded = bounded || lives_[list.front()].bounded;
    });
    return count == 0 || (count == 1 && !bounded);
}

}  // namespace benchlab::store
