// session.hpp: what a recording says of itself: which events, where their fields lie, whose clock.
//
// A file says it in its head and tail, a pipe in records before the others; both end up here.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "perf/attribute.hpp"
#include "perf/event_format.hpp"
#include "perf/file.hpp"
#include "perf/records.hpp"

namespace benchlab::perf {

// What is said of more events is not looked at.
constexpr std::size_t kMostAttributes = 1 << 16;

struct SessionFacts {
    std::string host_name, os_release, tool_version, arch, cpu_name, command;
    std::uint32_t cpu_count = 0;
    std::uint64_t first_time = 0, last_time = 0;  // of all samples; 0: not said
    // A moment on both clocks; 0: not said.
    std::uint64_t wall_ns = 0, clock_ns = 0;
};

class Session {
  public:
    explicit Session(ByteOrder order) : order_(order) {}

    // Of a file: the attributes and all features.  Throws benchlab::Error when it has no event.
    void read_head(const InputFile& file, const FileHeader& header, const std::string& path);
    // Of a text, which tells events as they come.  The number of its attribute; those of which
    // there is no room for one of their own share one, "other".
    int add_made_event(std::uint32_t type, std::uint64_t config, const EventFormat* format);
    // Of a pipe: true when the record was about the session.
    bool take(const Record& record);

    ByteOrder order() const { return order_; }
    const SessionFacts& facts() const { return facts_; }
    const std::vector<std::unique_ptr<Attribute>>& attributes() const { return attributes_; }
    // The number of the attribute of a record, by the id that the record has; -1: none.
    int attribute_of(const Record& record) const;
    // The format of a tracepoint; null when the file does not have it.
    const EventFormat* format_of(const Attribute& attribute) const;
    // The build id of a program or library as hexadecimal digits; empty when not known.
    std::string_view build_id(std::string_view path) const;
    // The section with names of the kernel's functions; empty when the file has none.
    Bytes kernel_symbols() const { return kernel_symbols_; }
    // Likewise that of code that was made while programs ran.
    Bytes code_maps() const { return code_maps_; }
    bool is_uprobe(const Attribute& attribute) const;
    // "1 of the 3 event formats cannot be read": what was wrong, or empty.
    const std::vector<std::string>& complaints() const { return complaints_; }

  private:
    void add_attribute(Bytes attribute, Bytes ids);
    void add_feature(unsigned number, Bytes bytes);
    void add_text_feature(unsigned number, Bytes bytes);
    void add_events(Bytes bytes);
    void add_pmus(Bytes bytes);
    void add_build_id(Bytes bytes);
    void add_build_ids(Bytes bytes);
    void add_formats(Bytes bytes);
    void add_update(Bytes bytes);
    void add_ids(Bytes bytes);
    void settle_ids();
    void tell_too_many_ids();

    ByteOrder order_;
    SessionFacts facts_;
    std::vector<std::unique_ptr<Attribute>> attributes_;
    std::unordered_map<std::uint64_t, int> by_id_;
    std::uint64_t ids_read_ = 0;
    bool has_too_many_ids_ = false;
    int format_records_ = 0;
    int id_in_sample_ = -1, id_from_end_ = -1;
    std::map<std::uint64_t, EventFormat> formats_;
    std::map<std::string, std::string, std::less<>> build_ids_;
    std::map<std::uint32_t, std::string> pmus_;
    std::vector<std::uint8_t> kernel_symbols_, code_maps_;
    std::vector<std::string> complaints_;
};

}  // namespace benchlab::perf
