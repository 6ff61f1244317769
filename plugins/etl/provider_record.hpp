// provider_record.hpp: the fields of one event of a provider by name, wherever they lie.
//
//     RecordPlans plans(layouts);
//     RecordPlan& plan = plans.find(known, version, pointer_size);
//     if (!plan.is_usable()) return;
//     Record record(plan, payload);
//     const std::uint64_t chain = record.number("pIDXGISwapChain");
//     if (record.failed()) ...
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "etl/field_finder.hpp"
#include "etl/known_events.hpp"

namespace benchlab::etl {

// The layouts that the files of a recording describe.
using Layouts = std::map<EventKey, EventLayout>;

// How the fields of one kind of event are found, in one version and pointer size: as the file
// describes it, and where it does not, or leaves out what is needed, as it is known.
class RecordPlan {
  public:
    RecordPlan(const KnownEvent& known, const EventLayout* described, const KnownEvent* fixed,
               unsigned pointer_size);
    RecordPlan(const RecordPlan&) = delete;
    RecordPlan& operator=(const RecordPlan&) = delete;

    // False: neither the file nor we know the layout.
    bool is_usable() const { return layout_ != nullptr; }
    // A needed field that the file's description lacks; empty when it lacks none.
    std::string_view missing() const { return missing_; }

  private:
    friend class Record;
    struct Slot {
        std::string_view name;
        std::size_t property = 0;
        FieldType type = FieldType::kNothing;
        Use use = Use::kPassed;
        bool is_fixed = false;
        Extent extent;  // of a fixed one
    };
    // False, with the field's name in missing_, when a needed one is not there.
    bool use(const EventLayout& layout, const KnownEvent& known);

    const EventLayout* layout_ = nullptr;
    EventLayout own_;  // of what is known
    unsigned pointer_size_;
    std::vector<Slot> slots_;
    std::size_t walk_to_ = 0;  // how many properties must be found one by one; 0: none
    std::string missing_;
    std::unique_ptr<FieldFinder> finder_;
};

// Plans by kind, made when they are first wanted.  For one thread.
class RecordPlans {
  public:
    explicit RecordPlans(const Layouts& layouts) : layouts_(layouts) {}

    RecordPlan& find(const KnownEvent& known, std::uint8_t version, unsigned pointer_size);

  private:
    struct Key {
        const KnownEvent* known;
        std::uint8_t version;
        unsigned pointer_size;
        auto operator<=>(const Key&) const = default;
    };
    const Layouts& layouts_;
    std::map<Key, std::unique_ptr<RecordPlan>> plans_;
    // What was found last for each known event: nearly always the one that is wanted.
    struct Last {
        std::uint8_t version = 0;
        unsigned pointer_size = 0;
        RecordPlan* plan = nullptr;
    };
    std::vector<Last> last_;
};

class Record {
  public:
    // The plan is used up by it: one record at a time.
    Record(RecordPlan& plan, Bytes payload);

    // Whether the field is in the layout and in this payload.
    bool has(std::string_view name) const;
    // Without sign, as wide as it is in the payload.  What is not there is zero or empty; failed()
    // from then on when it is needed.
    std::uint64_t number(std::string_view name);
    std::uint32_t u32(std::string_view name) { return static_cast<std::uint32_t>(number(name)); }
    std::string text(std::string_view name);
    // Of a field that has several values; empty where it is not there.
    std::vector<std::uint64_t> numbers(std::string_view name);
    bool failed() const { return failed_; }

  private:
    const RecordPlan::Slot* slot(std::string_view name) const;
    // Empty when it is not there.
    Bytes bytes(const RecordPlan::Slot& slot) const;

    RecordPlan& plan_;
    Bytes payload_;
    std::size_t found_ = 0;  // properties
    bool failed_ = false;
};

}  // namespace benchlab::etl
