// text_events.hpp: events that were printed, as if they had been recorded: the text of each is put
// into bytes of a layout of our own, so that one decoder does for both.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "perf/sample.hpp"
#include "perf/session.hpp"
#include "perf/text_line.hpp"

namespace benchlab::perf {

class TextEvents {
  public:
    explicit TextEvents(Session& session) : session_(session) {}

    // The number of its attribute; the sample is good until the next call.
    int sample_of(const TextLine& line, Sample& sample);

  private:
    void put(const EventFormat& format, const char* field, std::int64_t number);
    void put(const EventFormat& format, const char* field, std::string_view text);
    void put_switch(const EventFormat& format, std::string_view fields);
    void put_wake_up(const EventFormat& format, std::string_view fields);
    void put_request(const EventFormat& format, std::string_view fields);
    void put_fields(const EventFormat& format, const TextLine& line);
    int attribute_of(std::string_view event);

    Session& session_;
    std::map<std::string, int, std::less<>> attributes_;
    std::array<std::uint8_t, 512> raw_{};
};

}  // namespace benchlab::perf
