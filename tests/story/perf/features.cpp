#include "features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "lives.hpp"

namespace benchlab::story::perf {

namespace {

// A length, which is a multiple of 64, and the text with at least one zero behind.
void put_string(OrderedBytes& out, std::string_view text) {
    const std::size_t length = (text.size() + 1 + 63) / 64 * 64;
    out.put(static_cast<std::uint32_t>(length));
    out.put_chars(text);
    out.put_zeros(length - text.size());
}

std::string fact(const Story& story, std::string_view name, std::string_view otherwise) {
    for (const Fact& each : story.facts) {
        if (each.name == name) return each.text;
    }
    return std::string(otherwise);
}

std::string_view machine_word(const PerfOptions& options) {
    if (options.order == Order::kBig) return options.long_size == 8 ? "ppc64" : "ppc";
    return options.long_size == 8 ? "x86_64" : "i686";
}

class Features {
  public:
    Features(const Story& story, const PerfOptions& options, const EventTypes& types)
        : story_(story), options_(options), types_(types) {}

    OrderedBytes& add(std::uint32_t bit) {
        all_.push_back({bit, OrderedBytes(options_.order)});
        return all_.back().body;
    }
    void add_string(std::uint32_t bit, std::string_view name, std::string_view otherwise) {
        put_string(add(bit), fact(story_, name, otherwise));
    }

    void add_build_ids() {
        OrderedBytes ids(options_.order);
        for (const Image& image : story_.images) {
            const auto id = build_id(image.id);
            if (!id || id->size() != 20) continue;
            const std::string& name = image.path.empty() ? image.name : image.path;
            const std::size_t length = (name.size() + 1 + 63) / 64 * 64;
            ids.put(std::uint32_t{0});
            ids.put(std::uint16_t{image.process ? std::uint16_t{2} : std::uint16_t{1}});
            ids.put(static_cast<std::uint16_t>(36 + length));
            ids.put(image.process ? image.process->id : 0xFFFFFFFF);
            ids.put_bytes(*id);
            ids.put_zeros(4);
            ids.put_chars(name);
            ids.put_zeros(length - name.size());
        }
        if (ids.size() != 0) add(2) = ids;
    }

    void add_descriptions() {
        OrderedBytes& out = add(12);
        out.put(static_cast<std::uint32_t>(types_.all().size()));
        out.put(types_.attr_size());
        for (const EventType& type : types_.all()) {
            types_.put_attr(out, type);
            out.put(types_.cpus());
            put_string(out, type.name);
            for (std::uint32_t cpu = 0; cpu < types_.cpus(); ++cpu) out.put(type.first_id + cpu);
        }
    }

    // Which CPUs share a package and which a core, then core and package of each.
    void add_topology() {
        std::map<std::uint32_t, std::string> packages, cores;
        const auto name = [](std::string& list, unsigned cpu) {
            list += fmt::format("{}{}", list.empty() ? "" : ",", cpu);
        };
        for (const Cpu& cpu : story_.cpus) {
            name(packages[cpu.package], cpu.number);
            name(cores[cpu.package << 16 | cpu.core], cpu.number);
        }
        OrderedBytes& out = add(13);
        for (const auto* lists : {&packages, &cores}) {
            out.put(static_cast<std::uint32_t>(lists->size()));
            for (const auto& [number, list] : *lists) put_string(out, list);
        }
        for (const Cpu& cpu : story_.cpus) {
            out.put(std::uint32_t{cpu.core});
            out.put(std::uint32_t{cpu.package});
        }
    }

    std::vector<Feature> take() { return std::move(all_); }

  private:
    const Story& story_;
    const PerfOptions& options_;
    const EventTypes& types_;
    std::vector<Feature> all_;
};

// Packages that the story tells of each CPU of the file.
bool has_topology(const Story& story, const EventTypes& types) {
    if (story.cpus.size() != types.cpus()) return false;
    for (std::size_t i = 0; i < story.cpus.size(); ++i) {
        if (story.cpus[i].number != i) return false;
    }
    return true;
}

void put_format(OrderedBytes& out, std::string_view text) {
    out.put(std::uint64_t{text.size()});
    out.put_chars(text);
}

}  // namespace

std::vector<Feature> features_of(const Story& story, const PerfOptions& options,
                                 const EventTypes& types, std::int64_t end_ns,
                                 std::uint64_t compressed_ratio) {
    Features out(story, options, types);
    out.add(kTracingDataBit) = tracing_data(options, types);
    if (options.old_formats) out.add_build_ids();
    out.add_string(3, "host", "story");
    out.add_string(4, "os", options.old_formats ? "4.9.0" : "6.6.0");
    out.add_string(5, "version", options.old_formats ? "4.9.0" : "6.6.0");
    out.add_string(6, "arch", machine_word(options));
    OrderedBytes& cpus = out.add(7);
    cpus.put(types.cpus());
    cpus.put(types.cpus());
    const std::string cpu_name = story.cpus.empty() ? "" : story.cpus.front().name;
    out.add_string(8, "cpu", cpu_name.empty() ? "a CPU of a story" : cpu_name);
    OrderedBytes& command = out.add(11);
    command.put(std::uint32_t{1});
    put_string(command, fact(story, "command", "story2perf"));
    out.add_descriptions();
    if (has_topology(story, types)) out.add_topology();
    OrderedBytes& times = out.add(21);
    times.put(kStoryClockNs + static_cast<std::uint64_t>(story.begin.ns));
    times.put(kStoryClockNs + static_cast<std::uint64_t>(end_ns));
    if (options.monotonic) out.add(23).put(std::uint64_t{1});  // ns
    if (options.compression != Compression::kNone) {
        OrderedBytes& compressed = out.add(27);
        compressed.put(std::uint32_t{1});
        compressed.put(std::uint32_t{1});  // zstd
        compressed.put(std::uint32_t{1});  // level
        compressed.put(static_cast<std::uint32_t>(compressed_ratio));
        compressed.put(std::uint32_t{528'384});  // bytes of a ring as it is mapped
    }
    if (options.monotonic) {
        OrderedBytes& clock = out.add(29);
        clock.put(std::uint32_t{1});
        clock.put(std::uint32_t{1});  // CLOCK_MONOTONIC
        clock.put(kStoryWallNs + static_cast<std::uint64_t>(story.begin.ns));
        clock.put(kStoryClockNs + static_cast<std::uint64_t>(story.begin.ns));
    }
    return out.take();
}

OrderedBytes tracing_data(const PerfOptions& options, const EventTypes& types) {
    OrderedBytes out(options.order);
    out.put_bytes(std::vector<std::uint8_t>{0x17, 0x08, 0x44});
    out.put_chars("tracing");
    out.put_text(options.old_formats ? "0.5" : "0.6");
    out.put(static_cast<std::uint8_t>(options.order == Order::kBig ? 1 : 0));
    out.put(static_cast<std::uint8_t>(options.long_size));
    out.put(std::uint32_t{4096});
    out.put_text("header_page");
    put_format(out,
               fmt::format("\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
                           "\tfield: local_t commit;\toffset:8;\tsize:{0};\tsigned:1;\n"
                           "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
                           "\tfield: char data;\toffset:{1};\tsize:{2};\tsigned:0;\n",
                           options.long_size, 8 + options.long_size, 4088 - options.long_size));
    out.put_text("header_event");
    put_format(out,
               "# compressed entry header\n\ttype_len    :    5 bits\n\ttime_delta  :   27 bits\n"
               "\tarray       :   32 bits\n\n\tpadding     : type == 29\n"
               "\ttime_extend : type == 30\n\tdata max type_len  == 28\n");
    out.put(std::uint32_t{0});  // formats of ftrace
    std::map<std::string, std::vector<const Format*>> systems;
    for (const EventType& type : types.all()) {
        if (type.format) systems[type.format->system()].push_back(&*type.format);
    }
    out.put(static_cast<std::uint32_t>(systems.size()));
    for (const auto& [system, formats] : systems) {
        out.put_text(system);
        out.put(static_cast<std::uint32_t>(formats.size()));
        for (const Format* format : formats) put_format(out, format->text());
    }
    out.put(std::uint32_t{0});                            // kernel symbols
    out.put(std::uint32_t{0});                            // formats of printk
    if (!options.old_formats) out.put(std::uint64_t{0});  // names of threads
    return out;
}

}  // namespace benchlab::story::perf
