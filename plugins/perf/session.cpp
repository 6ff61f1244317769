#include "perf/session.hpp"

#include <algorithm>
#include <benchlab/host.hpp>
#include <span>

#include "perf/sample.hpp"
#include "perf/tracing_data.hpp"

namespace benchlab::perf {
namespace {

constexpr std::uint64_t kMostFeatureBytes = 64u << 20, kMostBytesOfAll = 256u << 20;
// A pipe has the formats once.
constexpr int kMostFormatRecords = 16;
// Of all attributes together: as many as a thousand events on four thousand CPUs have.
constexpr std::uint64_t kMostIds = 4'000'000;

// A length, then so many bytes of which those before a zero count.
std::string_view length_and_text(Fields& fields) {
    return text_of(fields.raw(fields.u32()));
}

}  // namespace

void Session::read_head(const InputFile& file, const FileHeader& header, const std::string& path) {
    const std::uint64_t stride = header.attribute_stride;
    const auto attributes = read_section(file, header.attributes, stride * kMostAttributes);
    for (std::uint64_t at = 0; at + stride <= attributes.size(); at += stride) {
        const Bytes entry =
            Bytes(attributes)
                .subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(stride));
        Fields place(entry.last(16), order_);
        Section ids{place.u64(), 0};
        ids.size = place.u64();
        const std::uint64_t most = (kMostIds - ids_read_) * sizeof(std::uint64_t);
        if (ids.size > most) tell_too_many_ids();
        add_attribute(entry.first(entry.size() - 16), Bytes(read_section(file, ids, most)));
    }
    if (attributes_.empty()) throw Error(BL_E_DATA, path + ": no event was recorded");
    std::uint64_t left = kMostBytesOfAll;
    for (const FeatureSection& each : header.features) {
        const auto bytes = read_section(file, each.section, std::min(left, kMostFeatureBytes));
        left -= bytes.size();
        add_feature(each.number, Bytes(bytes));
    }
}

void Session::add_attribute(Bytes attribute, Bytes ids) {
    if (attributes_.size() == kMostAttributes) return;
    auto made = std::make_unique<Attribute>(read_attribute(attribute, order_));
    made->name = builtin_name(*made);
    const int number = static_cast<int>(attributes_.size());
    Fields fields(ids, order_);
    for (; fields.left() >= 8 && ids_read_ < kMostIds; ++ids_read_)
        by_id_.insert_or_assign(fields.u64(), number);
    if (fields.left() >= 8) tell_too_many_ids();
    attributes_.push_back(std::move(made));
    settle_ids();
}

void Session::tell_too_many_ids() {
    if (has_too_many_ids_) return;
    has_too_many_ids_ = true;
    complaints_.emplace_back("its events have more than " + std::to_string(kMostIds) +
                             " ids: the others were not read");
}

int Session::add_made_event(std::uint32_t type, std::uint64_t config, const EventFormat* format) {
    if (attributes_.size() == kMostAttributes) return static_cast<int>(kMostAttributes) - 1;
    auto made = std::make_unique<Attribute>();
    made->type = type;
    made->config = config;
    made->sample_type = kTid | kTime | kCpu | kPeriod;
    made->name = builtin_name(*made);
    if (attributes_.size() + 1 == kMostAttributes) {
        // All that come from here on share this one, which has no format.
        made->type = kTracepoint;
        made->config = UINT64_MAX;
        made->name = "other";
    } else if (format != nullptr) {
        made->name = format->system.empty() ? format->name : format->system + ":" + format->name;
        formats_.insert_or_assign(config, *format);
    }
    attributes_.push_back(std::move(made));
    return static_cast<int>(attributes_.size()) - 1;
}

// Where the id lies is the same in all records, or else it could not be found.
void Session::settle_ids() {
    const Attribute& first = *attributes_.front();
    id_in_sample_ = id_place_in_sample(first);
    id_from_end_ = id_place_from_end(first);
}

int Session::attribute_of(const Record& record) const {
    if (attributes_.empty()) return -1;
    const bool is_sample = record.type == kSampleRecord;
    const int place = is_sample ? id_in_sample_ : id_from_end_;
    if (place < 0 || by_id_.empty()) return 0;
    const std::size_t size = record.body.size();
    const auto distance = static_cast<std::size_t>(place);
    if (size < distance + (is_sample ? 8 : 0)) return -1;
    const std::size_t at = is_sample ? distance : size - distance;
    const auto found = by_id_.find(order_.u64(record.body.data() + at));
    if (found != by_id_.end()) return found->second;
    // What the recorder made itself has no id.
    return is_sample && attributes_.size() > 1 ? -1 : 0;
}

const EventFormat* Session::format_of(const Attribute& attribute) const {
    if (attribute.type != kTracepoint) return nullptr;
    const auto found = formats_.find(attribute.config);
    return found == formats_.end() ? nullptr : &found->second;
}

std::string_view Session::build_id(std::string_view path) const {
    const auto found = build_ids_.find(path);
    return found == build_ids_.end() ? std::string_view() : found->second;
}

bool Session::is_uprobe(const Attribute& attribute) const {
    const auto found = pmus_.find(attribute.type);
    return found != pmus_.end() && found->second == "uprobe";
}

bool Session::take(const Record& record) {
    const Bytes body = record.body;
    switch (record.type) {
        case kHeaderAttrRecord: {
            // The attribute's own size says where the ids begin.
            const std::uint32_t size = body.size() < 8 ? 0 : order_.u32(body.data() + 4);
            const std::size_t taken = size == 0 ? kSmallestAttribute : size;
            if (taken > body.size()) return true;
            add_attribute(body.first(taken), body.subspan(taken));
            return true;
        }
        case kTracingDataRecord:
            if (++format_records_ <= kMostFormatRecords) add_formats(record.behind);
            return true;
        case kBuildIdRecord:
            add_build_id(body);
            return true;
        case kHeaderFeatureRecord:
            if (body.size() >= 8)
                add_feature(static_cast<unsigned>(order_.u64(body.data())), body.subspan(8));
            return true;
        case kEventUpdateRecord:
            add_update(body);
            return true;
        case kIdIndexRecord:
            add_ids(body);
            return true;
        default:
            return false;
    }
}

void Session::add_feature(unsigned number, Bytes bytes) {
    Fields fields(bytes, order_);
    switch (number) {
        case kTracingDataFeature:
            return add_formats(bytes);
        case kBuildIdFeature:
            return add_build_ids(bytes);
        case kCpuCountFeature:
            fields.u32();  // those that there might be
            facts_.cpu_count = fields.u32();
            return;
        case kEventsFeature:
            return add_events(bytes);
        case kPmuFeature:
            return add_pmus(bytes);
        case kSampleTimeFeature:
            facts_.first_time = fields.u64();
            facts_.last_time = fields.u64();
            return;
        case kClockDataFeature:
            fields.u32();  // version
            fields.u32();  // which clock: the events say it, too
            facts_.wall_ns = fields.u64();
            facts_.clock_ns = fields.u64();
            return;
        case kKernelSymbolsFeature:
            kernel_symbols_.assign(bytes.begin(), bytes.end());
            return;
        case kCodeMapsFeature:
            code_maps_.assign(bytes.begin(), bytes.end());
            return;
        case kFolderFeature:
            complaints_.emplace_back(
                "it is one file of a folder that perf record --threads wrote, and has no samples: "
                "record without --threads");
            return;
        default:
            return add_text_feature(number, bytes);
    }
}

void Session::add_text_feature(unsigned number, Bytes bytes) {
    Fields fields(bytes, order_);
    switch (number) {
        case kHostNameFeature:
            facts_.host_name = length_and_text(fields);
            return;
        case kOsReleaseFeature:
            facts_.os_release = length_and_text(fields);
            return;
        case kVersionFeature:
            facts_.tool_version = length_and_text(fields);
            return;
        case kArchFeature:
            facts_.arch = length_and_text(fields);
            return;
        case kCpuNameFeature:
            facts_.cpu_name = length_and_text(fields);
            return;
        case kCommandFeature: {
            const std::uint32_t words = fields.u32();
            for (std::uint32_t i = 0; i < words && !fields.failed(); ++i) {
                if (i != 0) facts_.command += ' ';
                facts_.command += length_and_text(fields);
            }
            return;
        }
        default:
            return;
    }
}

// Names: the attribute again, its name, its ids.
void Session::add_events(Bytes bytes) {
    Fields fields(bytes, order_);
    const std::uint32_t count = fields.u32(), size = fields.u32();
    for (std::uint32_t i = 0; i < count && !fields.failed(); ++i) {
        const Attribute about = read_attribute(fields.raw(size), order_);
        const std::uint32_t ids = fields.u32();
        const std::string_view name = length_and_text(fields);
        int known = -1;
        for (std::uint32_t k = 0; k < ids && !fields.failed(); ++k) {
            const auto found = by_id_.find(fields.u64());
            if (found != by_id_.end()) known = found->second;
        }
        // Without ids the order is that of the attributes.
        if (known < 0 && i < attributes_.size() && attributes_[i]->type == about.type &&
            attributes_[i]->config == about.config) {
            known = static_cast<int>(i);
        }
        if (known >= 0 && !name.empty()) attributes_[static_cast<std::size_t>(known)]->name = name;
    }
}

void Session::add_pmus(Bytes bytes) {
    Fields fields(bytes, order_);
    const std::uint32_t count = fields.u32();
    for (std::uint32_t i = 0; i < count && !fields.failed(); ++i) {
        const std::uint32_t type = fields.u32();
        pmus_.insert_or_assign(type, std::string(length_and_text(fields)));
    }
}

// A pid, the id with its size behind it, the path.
void Session::add_build_id(Bytes bytes) {
    constexpr std::size_t kIdSize = 20;
    Fields fields(bytes, order_);
    fields.u32();
    const Bytes id = fields.raw(kIdSize);
    const std::uint8_t size = fields.u8();
    fields.skip(3);
    const std::string_view path = fields.text();
    if (fields.failed() || path.empty()) return;
    const std::size_t used = size == 0 || size > kIdSize ? kIdSize : size;
    build_ids_.insert_or_assign(std::string(path), hex_text(id.first(used)));
}

void Session::add_build_ids(Bytes bytes) {
    while (bytes.size() >= 8) {
        const std::uint16_t size = order_.u16(bytes.data() + 6);
        if (size < 8 || size > bytes.size()) return;
        add_build_id(bytes.subspan(8, size - 8u));
        bytes = bytes.subspan(size);
    }
}

void Session::add_formats(Bytes bytes) {
    const bool is_whole = read_tracing_data(bytes, [&](EventFormat format) {
        formats_.insert_or_assign(format.id, std::move(format));
    });
    if (!is_whole)
        complaints_.emplace_back("the formats of its events are damaged: some are missing");
    for (const auto& attribute : attributes_) {
        const EventFormat* format = format_of(*attribute);
        if (format != nullptr) attribute->name = format->system + ":" + format->name;
    }
}

// Of a pipe: a name (type 2) for an id.
void Session::add_update(Bytes bytes) {
    constexpr std::uint64_t kName = 2;
    Fields fields(bytes, order_);
    const std::uint64_t type = fields.u64(), id = fields.u64();
    const auto found = by_id_.find(id);
    if (type != kName || found == by_id_.end()) return;
    const std::string_view name = fields.text();
    if (!name.empty()) attributes_[static_cast<std::size_t>(found->second)]->name = name;
}

// Ids with where they were opened; of use only where no attribute named them.
void Session::add_ids(Bytes bytes) {
    Fields fields(bytes, order_);
    const std::uint64_t count = fields.u64();
    for (std::uint64_t i = 0; i < count && fields.left() >= 32; ++i) {
        const std::uint64_t id = fields.u64();
        fields.skip(24);
        if (attributes_.size() == 1) by_id_.emplace(id, 0);
    }
}

}  // namespace benchlab::perf
