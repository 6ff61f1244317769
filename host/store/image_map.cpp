#include "store/image_map.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace benchlab::store {

ImageMap::ImageMap(const std::vector<ImageLife>& images, std::uint32_t process_count)
    : spaces_(process_count) {
    std::vector<const ImageLife*> sorted;
    for (const ImageLife& image : images) {
        if (image.size > 0) sorted.push_back(&image);
    }
    std::sort(sorted.begin(), sorted.end(), [](const ImageLife* a, const ImageLife* b) {
        return std::tie(a->process, a->base, a->begin, a->row) <
               std::tie(b->process, b->base, b->begin, b->row);
    });
    for (auto at = sorted.begin(); at != sorted.end();) {
        const std::uint32_t process = (*at)->process;
        const auto end = std::find_if(
            at, sorted.end(), [&](const ImageLife* each) { return each->process != process; });
        std::vector<const ImageLife*> own(at, end);
        at = end;
        if (process == BL_NO_ROW) {
            build(kernel_, own);
        } else if (process < process_count) {
            build(spaces_[process], own);
        }
    }
}

// Walks over the edges of the images, each image being open from its base to its end.
void ImageMap::build(Space& space, std::vector<const ImageLife*>& images) {
    space.first = static_cast<std::uint32_t>(segments_.size());
    const auto end_of = [](const ImageLife* image) {
        const std::uint64_t end = image->base + image->size;
        return end < image->base ? UINT64_MAX : end;
    };
    const auto by_begin = [](const ImageLife* a, const ImageLife* b) {
        return std::tie(a->begin, a->row) < std::tie(b->begin, b->row);
    };
    std::set<const ImageLife*, decltype(by_begin)> open(by_begin);
    std::vector<std::uint64_t> edges;
    for (const ImageLife* image : images) {
        edges.push_back(image->base);
        edges.push_back(end_of(image));
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    std::size_t next = 0;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        for (auto it = open.begin(); it != open.end();) {
            it = end_of(*it) <= edges[i] ? open.erase(it) : std::next(it);
        }
        while (next < images.size() && images[next]->base == edges[i]) open.insert(images[next++]);
        if (open.empty()) continue;
        segments_.push_back({edges[i], edges[i + 1], static_cast<std::uint32_t>(candidates_.size()),
                             static_cast<std::uint32_t>(open.size())});
        for (const ImageLife* image : open) candidates_.push_back({image->begin, image->row});
    }
    space.count = static_cast<std::uint32_t>(segments_.size()) - space.first;
}

const ImageMap::Segment* ImageMap::segment(const Space& space, std::uint64_t address) const {
    const Segment* const first = segments_.data() + space.first;
    const Segment* const last = first + space.count;
    const Segment* const found =
        std::upper_bound(first, last, address,
                         [](std::uint64_t at, const Segment& each) { return at < each.start; });
    if (found == first || address >= (found - 1)->end) return nullptr;
    return found - 1;
}

const ImageMap::Segment* ImageMap::segment_of(std::uint32_t process, std::uint64_t address) const {
    if (const Segment* const kernel = segment(kernel_, address)) return kernel;
    return process < spaces_.size() ? segment(spaces_[process], address) : nullptr;
}

std::uint32_t ImageMap::find(std::uint32_t process, std::uint64_t address,
                             std::int64_t time) const {
    const Segment* const found = segment_of(process, address);
    if (found == nullptr) return BL_NO_ROW;
    std::uint32_t at = found->first;
    const std::uint32_t last = found->first + found->count - 1;
    while (at < last && candidates_[at + 1].begin <= time) ++at;
    return candidates_[at].row;
}

bool ImageMap::in_kernel(std::uint64_t address) const {
    return segment(kernel_, address) != nullptr;
}

bool ImageMap::is_steady(std::uint32_t process, std::uint64_t address) const {
    const Segment* const found = segment_of(process, address);
    return found == nullptr || found->count == 1;
}

}  // namespace benchlab::store
