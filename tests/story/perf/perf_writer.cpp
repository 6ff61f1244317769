#include "perf_writer.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "features.hpp"
#include "lives.hpp"
#include "teller.hpp"

namespace benchlab::story::perf {

namespace {

constexpr std::uint64_t kFileHeaderSize = 104, kPipeHeaderSize = 16;

std::uint64_t magic(int version) {
    const std::string_view text = version == 1 ? "PERFFILE" : "PERFILE2";
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        number |= std::uint64_t{static_cast<std::uint8_t>(text[i])} << (8 * i);
    }
    return number;
}

void check(const Story& story, const PerfOptions& options) {
    const auto refuse = [](const char* why) { throw std::invalid_argument(why); };
    if (options.version != 1 && options.version != 2) refuse("versions are 1 and 2");
    if (options.version == 1 && options.pipe) refuse("pipes have version 2");
    if (options.killed && options.pipe) refuse("a pipe does not say whether it was closed");
    const std::uint32_t size = options.attr_size;
    if (size != 0 && (size < 64 || size > 152 || size % 8 != 0)) {
        refuse("attributes have 64 to 152 bytes, in steps of 8");
    }
    if (options.long_size != 4 && options.long_size != 8) refuse("a long has 4 or 8 bytes");
    if (options.cpus != 0 && options.cpus < story.machine.cpus) refuse("the story has more CPUs");
    if (options.cpus > 4096) refuse("at most 4096 CPUs");
    if (options.late == 1 || options.lost == 1) refuse("every second record at most");
    if (options.round_size == 0) refuse("a round has some bytes");
}

// What stands before the records: header and attributes.
class Head {
  public:
    Head(const PerfOptions& options, const EventTypes& types)
        : options_(options),
          types_(types),
          ids_(options.order),
          attrs_(options.order),
          names_(options.order) {
        const std::uint64_t ids_per_type = std::uint64_t{types.cpus()} * 8;
        std::uint64_t ids_at = kFileHeaderSize;
        for (const EventType& type : types.all()) {
            for (std::uint32_t cpu = 0; cpu < types.cpus(); ++cpu) ids_.put(type.first_id + cpu);
            types.put_attr(attrs_, type);
            attrs_.put(ids_at);
            attrs_.put(ids_per_type);
            ids_at += ids_per_type;
            if (options.version != 1 || !type.format) continue;
            const std::size_t at = names_.size();
            names_.put(type.config);
            names_.put_zeros(64);
            names_.set_chars(at + 8, type.name, 64);
        }
    }

    std::uint64_t data_offset() const {
        return kFileHeaderSize + ids_.size() + attrs_.size() + names_.size();
    }

    OrderedBytes bytes(std::uint64_t data_size, const std::vector<Feature>& features) const {
        OrderedBytes out(options_.order);
        out.put(magic(options_.version));
        out.put(kFileHeaderSize);
        out.put(std::uint64_t{types_.attr_size()} + 16);
        out.put(kFileHeaderSize + ids_.size());
        out.put(std::uint64_t{attrs_.size()});
        out.put(data_offset());
        out.put(data_size);
        out.put(names_.size() == 0 ? 0 : kFileHeaderSize + ids_.size() + attrs_.size());
        out.put(std::uint64_t{names_.size()});
        std::uint64_t bits[4] = {};
        for (const Feature& feature : features) {
            bits[feature.bit / 64] |= std::uint64_t{1} << feature.bit % 64;
        }
        for (const std::uint64_t word : bits) out.put(word);
        out.put_bytes(ids_);
        out.put_bytes(attrs_);
        out.put_bytes(names_);
        return out;
    }

  private:
    const PerfOptions& options_;
    const EventTypes& types_;
    OrderedBytes ids_, attrs_, names_;
};

class PerfFile {
  public:
    PerfFile(const Story& story, const PerfOptions& options, Output& output)
        : story_(story),
          options_(options),
          output_(output),
          types_(options, std::max(story.machine.cpus, options.cpus)),
          plan_(story, types_) {
        types_.settle();
        head_ = std::make_unique<Head>(options, types_);
        rings_ = std::make_unique<Rings>(options, types_.cpus(), output,
                                         options.pipe ? 0 : head_->data_offset());
        session_ = std::make_unique<Session>(story, options, types_, *rings_);
    }

    PerfReport run() {
        if (options_.pipe) {
            begin_pipe();
        } else {
            output_.write(0, head_->bytes(0, {}));
        }
        Lives lives(*session_, *rings_);
        lives.put_those_there();
        Teller teller(*session_, plan_);
        std::int64_t end = story_end(story_).ns;
        const std::int64_t length = end - story_.begin.ns;
        tell(teller, lives, 0, end);
        PerfReport& report = session_->report();
        report.copies = 1;
        while (rings_->end_offset() < options_.repeat_to_bytes) {
            const std::uint64_t before = report.records;
            tell(teller, lives, end - story_.begin.ns, end + length);
            end += length;
            ++report.copies;
            if (report.records == before) break;  // a story without events
        }
        rings_->finish();
        const std::uint64_t data_end = rings_->end_offset();
        if (options_.killed) {
            // What was to come behind the records is promised in the header, but is not there.
            output_.write(0, head_->bytes(0, features_of(story_, options_, types_, end, 1)));
        } else if (!options_.pipe) {
            finish_file(data_end, end);
        }
        report.bytes = rings_->end_offset();
        report.rounds = rings_->rounds();
        return report;
    }

  private:
    // The events of the story, `shift` later; nothing behind `end` is recorded.
    void tell(Teller& teller, Lives& lives, std::int64_t shift, std::int64_t end) {
        Timeline timeline(story_, plan_);
        while (true) {
            const Timeline::Moment moment = timeline.next();
            if (!moment.event) break;
            const std::int64_t ns = moment.ns + shift;
            if (ns > end) break;
            session_->set_recording(moment.ns >= story_.begin.ns);
            if (session_->is_recording()) lives.before(ns);
            teller.tell(moment, ns);
        }
        session_->set_recording(true);
        lives.through(end);
    }

    void finish_file(std::uint64_t data_end, std::int64_t end_ns) {
        const std::uint64_t data_size = data_end - head_->data_offset();
        const std::uint64_t ratio =
            data_size == 0 ? 1 : (rings_->uncompressed_bytes() + data_size - 1) / data_size;
        const std::vector<Feature> features = features_of(story_, options_, types_, end_ns, ratio);
        OrderedBytes table(options_.order);
        std::uint64_t at = data_end + features.size() * 16;
        for (const Feature& feature : features) {
            table.put(at);
            table.put(std::uint64_t{feature.body.size()});
            at += feature.body.size();
        }
        rings_->write(table);
        for (const Feature& feature : features) rings_->write(feature.body);
        output_.write(0, head_->bytes(data_size, features));
    }

    // A pipe has records for what a file has in its header.
    void begin_pipe() {
        OrderedBytes header(options_.order);
        header.put(magic(2));
        header.put(kPipeHeaderSize);
        rings_->write(header);
        RecordBuilder& builder = session_->builder();
        for (const EventType& type : types_.all()) {
            OrderedBytes& body = builder.begin(RecordType::kHeaderAttr);
            types_.put_attr(body, type);
            for (std::uint32_t cpu = 0; cpu < types_.cpus(); ++cpu) body.put(type.first_id + cpu);
            rings_->write(builder.end());
        }
        put_pipe_features();
        OrderedBytes formats = tracing_data(options_, types_);
        formats.pad_to_multiple(8);
        builder.begin(RecordType::kTracingData).put(static_cast<std::uint32_t>(formats.size()));
        rings_->write(builder.end());
        rings_->write(formats);
    }

    void put_pipe_features() {
        RecordBuilder& builder = session_->builder();
        if (options_.old_formats) return put_names();
        constexpr std::size_t kMost = 65'000;  // a record's size has 16 bits
        for (const Feature& feature :
             features_of(story_, options_, types_, story_end(story_).ns, 1)) {
            if (feature.bit == kTracingDataBit || feature.body.size() > kMost) continue;
            OrderedBytes& body = builder.begin(RecordType::kHeaderFeature);
            body.put(std::uint64_t{feature.bit});
            body.put_bytes(feature.body);  // readers tell by its size what it has
            rings_->write(builder.end());
        }
        builder.begin(RecordType::kHeaderFeature).put(std::uint64_t{kLastFeatureBit});
        rings_->write(builder.end());
    }

    // As before features came in pipes.
    void put_names() {
        constexpr std::uint64_t kName = 2;
        RecordBuilder& builder = session_->builder();
        for (const EventType& type : types_.all()) {
            OrderedBytes& body = builder.begin(RecordType::kEventUpdate);
            body.put(kName);
            body.put(type.first_id);
            body.put_text(type.name);
            body.pad_to_multiple(8);
            rings_->write(builder.end());
        }
    }

    const Story& story_;
    const PerfOptions& options_;
    Output& output_;
    EventTypes types_;
    Plan plan_;
    std::unique_ptr<Head> head_;
    std::unique_ptr<Rings> rings_;
    std::unique_ptr<Session> session_;
};

}  // namespace

PerfReport write_perf(const Story& story, const PerfOptions& options, Output& output) {
    check(story, options);
    return PerfFile(story, options, output).run();
}

}  // namespace benchlab::story::perf
