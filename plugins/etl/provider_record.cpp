#include "etl/provider_record.hpp"

#include <algorithm>

#include "etl/text.hpp"

namespace benchlab::etl {
namespace {

EventLayout layout_of(const KnownEvent& known) {
    EventLayout layout;
    for (const KnownField& field : known.fields) {
        Property& property = layout.properties.emplace_back();
        property.name = field.name;
        property.type = field.type;
        if (field.count_from < 0) continue;
        property.count_is_property = true;
        property.count = static_cast<std::uint16_t>(field.count_from);
    }
    layout.top_level = static_cast<std::uint16_t>(layout.properties.size());
    return layout;
}

bool is_text(FieldType type) {
    return type == FieldType::kWideText || type == FieldType::kNarrowText;
}

// Whether a decoder that knows a field as one type can take it as the other.
bool is_alike(const KnownField& field, const Property& property) {
    const FieldType known = field.type;
    if (field.count_from >= 0) {
        return property.count_is_property && !property.is_structure &&
               fixed_size(property.type, 8) == fixed_size(known, 8);
    }
    if (property.is_structure || property.count_is_property || property.counts_itself ||
        property.count != 1)
        return false;
    if (is_text(known)) return is_text(property.type);
    const auto size = fixed_size(property.type, 8);
    return size && (*size == 1 || *size == 2 || *size == 4 || *size == 8) &&
           property.type != FieldType::kFloat && property.type != FieldType::kDouble;
}

}  // namespace

RecordPlan::RecordPlan(const KnownEvent& known, const EventLayout* described,
                       const KnownEvent* fixed, unsigned pointer_size)
    : pointer_size_(pointer_size) {
    if (described != nullptr && use(*described, known)) return;
    if (fixed == nullptr) return;
    const std::string missing = std::move(missing_);
    own_ = layout_of(*fixed);
    use(own_, *fixed);
    missing_ = missing;
}

bool RecordPlan::use(const EventLayout& layout, const KnownEvent& known) {
    slots_.clear();
    walk_to_ = 0;
    const auto own = layout.properties.begin();
    for (const KnownField& field : known.fields) {
        if (field.use == Use::kPassed) continue;
        const auto found = std::find_if(own, own + layout.top_level, [&](const Property& property) {
            return property.name == field.name && is_alike(field, property);
        });
        if (found == own + layout.top_level) {
            if (field.use == Use::kTaken) continue;
            missing_ = field.name;
            return false;
        }
        Slot slot{field.name, static_cast<std::size_t>(found - own), found->type, field.use, false,
                  {}};
        const auto offset = fixed_offset(layout, slot.property, pointer_size_);
        const auto size = fixed_size(slot.type, pointer_size_);
        slot.is_fixed = offset && size && field.count_from < 0;
        if (slot.is_fixed)
            slot.extent = {*offset, *offset + *size};
        else
            walk_to_ = std::max(walk_to_, slot.property + 1);
        slots_.push_back(slot);
    }
    layout_ = &layout;
    finder_ = std::make_unique<FieldFinder>(layout);
    return true;
}

RecordPlan& RecordPlans::find(const KnownEvent& known, std::uint8_t version,
                              unsigned pointer_size) {
    last_.resize(known_events().size());
    Last& last = last_[static_cast<std::size_t>(&known - known_events().data())];
    if (last.plan != nullptr && last.version == version && last.pointer_size == pointer_size)
        return *last.plan;
    std::unique_ptr<RecordPlan>& plan = plans_[{&known, version, pointer_size}];
    if (plan == nullptr) {
        const auto described = layouts_.find({guid_of(known.provider), known.id, version});
        plan = std::make_unique<RecordPlan>(
            known, described == layouts_.end() ? nullptr : &described->second,
            find_known(known.provider, known.id, version), pointer_size);
    }
    last = {version, pointer_size, plan.get()};
    return *plan;
}

Record::Record(RecordPlan& plan, Bytes payload) : plan_(plan), payload_(payload) {
    if (plan.walk_to_ != 0) found_ = plan.finder_->find(payload, plan.pointer_size_, plan.walk_to_);
}

const RecordPlan::Slot* Record::slot(std::string_view name) const {
    for (const RecordPlan::Slot& each : plan_.slots_) {
        if (each.name == name) return &each;
    }
    return nullptr;
}

Bytes Record::bytes(const RecordPlan::Slot& slot) const {
    Extent extent = slot.extent;
    if (!slot.is_fixed) {
        if (slot.property >= found_) return {};
        extent = plan_.finder_->extent(slot.property);
    }
    if (extent.end > payload_.size()) return {};
    return payload_.subspan(extent.begin, extent.end - extent.begin);
}

bool Record::has(std::string_view name) const {
    const RecordPlan::Slot* found = slot(name);
    return found != nullptr && !bytes(*found).empty();
}

std::uint64_t Record::number(std::string_view name) {
    const RecordPlan::Slot* found = slot(name);
    if (found == nullptr) return 0;
    const Bytes there = bytes(*found);
    std::uint64_t value = 0;
    if (there.empty())
        failed_ = failed_ || found->use == Use::kNeeded;
    else
        std::memcpy(&value, there.data(), std::min(there.size(), sizeof(value)));
    return value;
}

std::vector<std::uint64_t> Record::numbers(std::string_view name) {
    std::vector<std::uint64_t> out;
    const RecordPlan::Slot* found = slot(name);
    const auto size =
        found == nullptr ? std::nullopt : fixed_size(found->type, plan_.pointer_size_);
    if (!size || *size == 0 || *size > sizeof(std::uint64_t)) return out;
    Bytes there = bytes(*found);
    for (; there.size() >= *size; there = there.subspan(*size)) {
        std::memcpy(&out.emplace_back(), there.data(), *size);
    }
    return out;
}

std::string Record::text(std::string_view name) {
    const RecordPlan::Slot* found = slot(name);
    if (found == nullptr) return {};
    Fields fields(bytes(*found), plan_.pointer_size_);
    return found->type == FieldType::kNarrowText ? to_utf8(fields.narrow())
                                                 : to_utf8(fields.wide());
}

}  // namespace benchlab::etl
