#include "explain/company.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "benchlab/tables.h"
#include "common/names.hpp"
#include "common/window.hpp"

namespace benchlab::analyzers::explain {
namespace {

constexpr std::int64_t kLongNs = 1'000'000;

// When something happened, by begin.
class Times {
  public:
    void add(std::int64_t begin, std::int64_t end) {
        const std::int64_t before = latest_end_.empty() ? INT64_MIN : latest_end_.back();
        begin_.push_back(begin);
        latest_end_.push_back(std::max(before, std::max(end, begin + 1)));
    }
    bool empty() const { return begin_.empty(); }
    bool in(Window frame) const {
        const auto behind = std::lower_bound(begin_.begin(), begin_.end(), frame.end);
        if (behind == begin_.begin()) return false;
        return latest_end_[static_cast<std::size_t>(behind - begin_.begin()) - 1] > frame.begin;
    }

  private:
    std::vector<std::int64_t> begin_, latest_end_;
};

// Rows of a table of spans for which `counts` holds.
Times spans_of(const Table& table, const std::function<bool(Row)>& counts) {
    Times out;
    if (!table) return out;
    const TimeColumn begin = table.time("begin"), end = table.time("end");
    for (const Row row : table.rows()) {
        if (counts(row)) out.add(begin[row], end.value_or(row, begin[row]));
    }
    return out;
}

// Lives that the trace saw begin.
Times begins_of(const Table& table, const std::function<bool(Row)>& counts) {
    std::vector<std::int64_t> begins;
    if (table) {
        const TimeColumn begin = table.time("begin");
        const U8Column seen = table.u8("seen", kOptional);
        for (const Row row : table.rows()) {
            const bool is_seen = (seen.value_or(row, 0) & BL_SEEN_BEGIN) != 0;
            if (is_seen && counts(row)) begins.push_back(begin[row]);
        }
    }
    std::sort(begins.begin(), begins.end());
    Times out;
    for (const std::int64_t begin : begins) out.add(begin, begin);
    return out;
}

struct Happening {
    const char* what;
    Times times;
};

std::vector<Happening> happenings(const Store& store, Row process) {
    const Names names(store);
    const Table packet = store.find_table("gpu_packet"), call = store.find_table("call");
    const Table disk = store.find_table("disk_io"), fault = store.find_table("hard_fault");
    const Table interrupt = store.find_table("dpc_isr"), image = store.find_table("image");
    const Table thread = store.find_table("thread");
    const U8Column packet_kind = packet.u8("kind", kOptional),
                   call_kind = call.u8("kind", kOptional);
    const RowColumn image_of = image.row("process", kOptional);
    const RowColumn thread_of = thread.row("process", kOptional);
    const auto own = [&](const Table& table) {
        return [&names, process, of = table.row("thread", kOptional)](Row row) {
            return of.has(row) && names.owner(of[row]) == process;
        };
    };
    const auto own_call = own(call);
    const TimeColumn begin = interrupt.time("begin", kOptional);
    const TimeColumn end = interrupt.time("end", kOptional);
    return {
        {"paging by the GPU", spans_of(packet,
                                       [&](Row row) {
                                           return packet_kind.value_or(row, 0) ==
                                                  BL_GPU_PACKET_KIND_PAGING;
                                       })},
        {"compiling of shaders",
         spans_of(call,
                  [&](Row row) {
                      return call_kind.value_or(row, 0) == BL_CALL_KIND_COMPILER && own_call(row);
                  })},
        {"disk requests of the process", spans_of(disk, own(disk))},
        {"hard faults of the process", spans_of(fault, own(fault))},
        {"an interrupt or a DPC of over 1 ms",
         spans_of(interrupt, [&](Row row) { return end[row] - begin[row] > kLongNs; })},
        {"a library loaded by the process",
         begins_of(image, [&](Row row) { return image_of.value_or(row, BL_NO_ROW) == process; })},
        {"a new thread of the process",
         begins_of(thread, [&](Row row) { return thread_of.value_or(row, BL_NO_ROW) == process; })},
        {"a new process", begins_of(store.find_table("process"), [](Row) { return true; })},
    };
}

std::uint64_t count(const Times& times, const std::vector<Window>& frames) {
    return static_cast<std::uint64_t>(
        std::count_if(frames.begin(), frames.end(), [&](Window frame) { return times.in(frame); }));
}

}  // namespace

bool is_habit(std::uint64_t slow, std::uint64_t slow_with, double slow_share, double normal_share) {
    constexpr std::uint64_t kEnough = 3;
    constexpr double kLift = 3;
    return slow >= kEnough && 2 * slow_with > slow && slow_share > kLift * normal_share;
}

double Company::slow_share() const {
    return share_of(static_cast<double>(slow_with), static_cast<double>(slow));
}
double Company::normal_share() const {
    return share_of(static_cast<double>(normal_with), static_cast<double>(normal));
}
bool Company::is_telling() const {
    return is_habit(slow, slow_with, slow_share(), normal_share());
}

std::vector<Company> company_of(const Store& store, Row process, const std::vector<Window>& slow,
                                const std::vector<Window>& normal) {
    std::vector<Company> out;
    for (const Happening& each : happenings(store, process)) {
        if (each.times.empty()) continue;
        Company company{each.what, count(each.times, slow), slow.size(), count(each.times, normal),
                        normal.size()};
        if (company.slow_with > 0) out.push_back(company);
    }
    std::stable_sort(out.begin(), out.end(), [](const Company& a, const Company& b) {
        return a.slow_share() - a.normal_share() > b.slow_share() - b.normal_share();
    });
    return out;
}

}  // namespace benchlab::analyzers::explain
