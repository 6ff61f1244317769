#include "perf_walker.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace benchlab::story_test {

namespace {

constexpr std::int64_t kClockAtZero = 3'600'000'000'000;

void require(bool holds, const std::string& what) {
    if (!holds) throw std::runtime_error(what);
}

std::uint64_t read_number(std::span<const std::uint8_t> bytes, std::size_t at, std::size_t size,
                          bool is_big) {
    require(at + size <= bytes.size(), "a number goes beyond its record");
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < size; ++i) {
        out |= std::uint64_t{bytes[at + (is_big ? size - 1 - i : i)]} << (8 * i);
    }
    return out;
}

class Cursor {
  public:
    Cursor(std::span<const std::uint8_t> bytes, bool is_big) : bytes_(bytes), is_big_(is_big) {}

    std::uint64_t take(std::size_t size) {
        const std::uint64_t out = read_number(bytes_, at_, size, is_big_);
        at_ += size;
        return out;
    }
    std::uint32_t u32() { return static_cast<std::uint32_t>(take(4)); }
    std::uint64_t u64() { return take(8); }
    std::span<const std::uint8_t> bytes(std::size_t count) {
        require(count <= bytes_.size() - at_, "bytes go beyond their record");
        const auto out = bytes_.subspan(at_, count);
        at_ += count;
        return out;
    }
    std::string chars(std::size_t count) {
        const auto all = bytes(count);
        return {all.begin(), std::find(all.begin(), all.end(), std::uint8_t{0})};
    }
    std::string text() {  // up to a zero byte
        std::string out;
        while (const auto byte = take(1)) out += static_cast<char>(byte);
        return out;
    }
    std::size_t at() const { return at_; }
    std::size_t left() const { return bytes_.size() - at_; }

  private:
    std::span<const std::uint8_t> bytes_;
    bool is_big_;
    std::size_t at_ = 0;
};

std::uint32_t number_after(const std::string& line, const std::string& word) {
    const std::size_t at = line.find(word);
    require(at != std::string::npos, "a field without " + word);
    return static_cast<std::uint32_t>(std::stoul(line.substr(at + word.size())));
}

std::map<std::string, PerfField> fields_of(const std::string& text) {
    std::map<std::string, PerfField> out;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t begin = line.find("field:");
        if (begin == std::string::npos) continue;
        PerfField field;
        field.declaration = line.substr(begin + 6, line.find(';') - begin - 6);
        field.offset = number_after(line, "offset:");
        field.size = number_after(line, "size:");
        field.is_signed = number_after(line, "signed:") != 0;
        std::string name = field.declaration.substr(field.declaration.find_last_of(" *") + 1);
        name = name.substr(0, name.find('['));
        require(out.emplace(name, field).second, "a field twice");
    }
    return out;
}

class Walk {
  public:
    Walk(std::span<const std::uint8_t> file, PerfWalked& out) : file_(file), out_(out) {}

    void run() {
        require(file_.size() >= 16, "no header");
        out_.magic = std::string(file_.begin(), file_.begin() + 8);
        out_.is_big = out_.magic == "2ELIFREP" || out_.magic == "ELIFFREP";
        if (out_.is_big) std::reverse(out_.magic.begin(), out_.magic.end());
        require(out_.magic == "PERFILE2" || out_.magic == "PERFFILE", "no magic number");
        const std::uint64_t header = number(8, 8);
        out_.is_pipe = header == 16;
        if (out_.is_pipe) return records(16, file_.size());
        require(header == 104, "a header of another size");
        out_.entry_size = number(16, 8);
        attrs(number(24, 8), number(32, 8));
        const std::uint64_t data = number(40, 8);
        out_.data_size = number(48, 8);
        const bool was_killed = out_.data_size == 0;
        if (!was_killed) features(data + out_.data_size);
        records(data, was_killed ? file_.size() : data + out_.data_size);
    }

  private:
    std::uint64_t number(std::uint64_t at, std::size_t size) const {
        return read_number(file_, at, size, out_.is_big);
    }
    std::span<const std::uint8_t> part(std::uint64_t at, std::uint64_t size) const {
        require(at <= file_.size() && size <= file_.size() - at, "a section beyond the file");
        return file_.subspan(at, size);
    }

    PerfAttr attr(std::span<const std::uint8_t> bytes) const {
        Cursor in(bytes, out_.is_big);
        PerfAttr out;
        out.type = in.u32();
        out.size = in.u32();
        out.config = in.u64();
        out.period = in.u64();
        out.sample_type = in.u64();
        require(in.u64() == 0, "a read format");
        const auto flags = in.bytes(8);
        for (unsigned i = 0; i < 64; ++i) {
            const unsigned bit = out_.is_big ? 7 - i % 8 : i % 8;
            if (flags[i / 8] >> bit & 1) out.flags |= std::uint64_t{1} << i;
        }
        if (out.size >= 96) {
            out.clockid = static_cast<std::int32_t>(read_number(bytes, 92, 4, out_.is_big));
        }
        require(out.flags >> 18 & 1, "no ids in other records than samples");
        return out;
    }

    void attrs(std::uint64_t at, std::uint64_t size) {
        require(size % out_.entry_size == 0, "attributes of a broken size");
        for (std::uint64_t i = 0; i < size; i += out_.entry_size) {
            PerfAttr one = attr(part(at + i, out_.entry_size - 16));
            require(one.size == out_.entry_size - 16, "an attribute of another size");
            Cursor ids(part(number(at + i + out_.entry_size - 16, 8),
                            number(at + i + out_.entry_size - 8, 8)),
                       out_.is_big);
            while (ids.left() > 0) one.ids.push_back(ids.u64());
            out_.attrs.push_back(one);
        }
    }

    void features(std::uint64_t table) {
        for (unsigned bit = 0; bit < 256; ++bit) {
            if (!(number(72 + bit / 64 * 8, 8) >> bit % 64 & 1)) continue;
            const auto body = part(number(table, 8), number(table + 8, 8));
            out_.features[bit] = {body.begin(), body.end()};
            table += 16;
            feature(bit, body);
        }
    }

    void feature(unsigned bit, std::span<const std::uint8_t> body) {
        Cursor in(body, out_.is_big);
        if (bit == 1) formats(body);
        if (bit != 12) return;
        require(in.u32() == out_.attrs.size(), "descriptions of other events");
        const std::uint32_t size = in.u32();
        for (PerfAttr& known : out_.attrs) {
            require(attr(in.bytes(size)).config == known.config, "another order of descriptions");
            const std::uint32_t ids = in.u32();
            known.name = in.chars(in.u32());
            require(ids == known.ids.size(), "other ids in a description");
            for (std::uint32_t i = 0; i < ids; ++i) require(in.u64() == known.ids[i], "another id");
        }
    }

    std::size_t formats(std::span<const std::uint8_t> body) {
        Cursor in(body, out_.is_big);
        require(in.u64() != 0 && in.take(2) != 0, "no formats");  // the magic bytes
        const std::string version = in.text();
        require(version == "0.5" || version == "0.6", "formats of version " + version);
        require(in.take(1) == (out_.is_big ? 1 : 0), "formats of another byte order");
        long_size_ = in.take(1);
        require(in.u32() == 4096, "a page of another size");
        for (const char* name : {"header_page", "header_event"}) {
            require(in.text() == name, "no page header");
            in.bytes(in.u64());
        }
        require(in.u32() == 0, "formats of ftrace");
        for (std::uint32_t systems = in.u32(); systems > 0; --systems) {
            const std::string system = in.text();
            for (std::uint32_t count = in.u32(); count > 0; --count) {
                const auto bytes = in.bytes(in.u64());
                const std::string text(bytes.begin(), bytes.end());
                require(text.starts_with("name: "), "a format without a name");
                const std::string name = system + ":" + text.substr(6, text.find('\n') - 6);
                out_.formats[name] = text;
                names_[number_after(text, "ID: ")] = name;
                fields_[name] = fields_of(text);
            }
        }
        require(in.u32() == 0 && in.u32() == 0, "symbols or printk formats");
        if (version == "0.6") require(in.u64() == 0, "names of threads");
        return in.at();
    }

    void records(std::uint64_t at, std::uint64_t end) {
        while (at < end) {
            require(end - at >= 8, "a record's header is cut");
            const auto type = static_cast<unsigned>(number(at, 4));
            const auto misc = static_cast<unsigned>(number(at + 4, 2));
            const std::uint64_t size = number(at + 6, 2);
            require(size >= 8 && size <= end - at, "a record of a wrong size");
            const auto body = part(at + 8, size - 8);
            at += size;
            if (type == 66) {
                const std::uint64_t more = read_number(body, 0, 4, out_.is_big);
                require(more % 8 == 0, "formats are not padded");
                require((formats(part(at, more)) + 7) / 8 * 8 == more, "formats of another size");
                at += more;
            }
            record(type, misc, body);
        }
    }

    void record(unsigned type, unsigned misc, std::span<const std::uint8_t> body) {
        PerfRecord record;
        record.type = type;
        record.misc = misc;
        if (type == 9) {
            sample(record, body);
        } else {
            record.body = {body.begin(), body.end()};
            if (type < 64) trailer(record);
        }
        if (type == 64) pipe_attr(body);
        if (type == 80 && read_number(body, 0, 8, out_.is_big) < 32) {
            feature(static_cast<unsigned>(read_number(body, 0, 8, out_.is_big)), body.subspan(8));
        }
        out_.records.push_back(std::move(record));
    }

    void pipe_attr(std::span<const std::uint8_t> body) {
        PerfAttr one = attr(body);
        Cursor ids(body.subspan(one.size), out_.is_big);
        while (ids.left() > 0) one.ids.push_back(ids.u64());
        out_.attrs.push_back(one);
    }

    const PerfAttr& attr_of(std::uint64_t id) const {
        for (const PerfAttr& one : out_.attrs) {
            if (std::find(one.ids.begin(), one.ids.end(), id) != one.ids.end()) return one;
        }
        throw std::runtime_error("an unknown id");
    }

    void trailer(PerfRecord& record) const {
        const bool has_identifier = out_.attrs.at(0).sample_type >> 16 & 1;
        constexpr std::size_t kSize = 32;
        require(record.body.size() >= kSize, "no trailer");
        Cursor in(std::span(record.body).subspan(record.body.size() - kSize), out_.is_big);
        record.pid = in.u32();
        record.tid = in.u32();
        const std::uint64_t time = in.u64();
        std::uint64_t id = has_identifier ? 0 : in.u64();
        record.cpu = in.u32();
        require(in.u32() == 0, "something beside the CPU");
        if (has_identifier) id = in.u64();
        record.body.resize(record.body.size() - kSize);
        record.has_time = time != 0;
        if (!record.has_time) return require(id == 0, "an id without a time");
        record.ns = static_cast<std::int64_t>(time) - kClockAtZero;
        require(&attr_of(id) == &out_.attrs[0], "a record of another event than the dummy");
        require(attr_of(id).ids.at(record.cpu) == id, "the id of another CPU");
    }

    std::uint64_t id_of_sample(std::span<const std::uint8_t> body) const {
        const std::uint64_t layout = out_.attrs.at(0).sample_type;
        if (layout >> 16 & 1) return read_number(body, 0, 8, out_.is_big);
        std::size_t at = 0;
        for (const unsigned bit : {0u, 1u, 2u, 3u}) at += (layout >> bit & 1) * 8;
        for (const PerfAttr& one : out_.attrs) {
            require((one.sample_type & 0x1004F) == (layout & 0x1004F), "ids in several places");
        }
        return read_number(body, at, 8, out_.is_big);
    }

    void sample(PerfRecord& out, std::span<const std::uint8_t> body) const {
        const std::uint64_t id = id_of_sample(body);
        const PerfAttr& known = attr_of(id);
        const auto has = [&](unsigned bit) { return (known.sample_type >> bit & 1) != 0; };
        Cursor in(body, out_.is_big);
        if (has(16)) in.u64();
        if (has(0)) out.ip = in.u64();
        out.pid = in.u32();
        out.tid = in.u32();
        out.has_time = true;
        out.ns = static_cast<std::int64_t>(in.u64()) - kClockAtZero;
        if (has(3)) out.address = in.u64();
        if (has(6)) require(in.u64() == id, "another id");
        out.cpu = in.u32();
        require(in.u32() == 0, "something beside the CPU");
        require(known.ids.at(out.cpu) == id, "the id of another CPU");
        if (has(8)) out.period = in.u64();
        if (has(5)) {
            for (std::uint64_t count = in.u64(); count > 0; --count) out.chain.push_back(in.u64());
        }
        out.event = known.name;
        if (has(10)) {
            const auto raw = in.bytes(in.u32());
            out.body = {raw.begin(), raw.end()};
            fields(out, known);
        }
        require(in.left() == 0, "more than the sample has");
        require(body.size() % 8 == 0, "a sample that is not padded");
    }

    void fields(PerfRecord& out, const PerfAttr& known) const {
        const auto id = static_cast<std::uint32_t>(read_number(out.body, 0, 2, out_.is_big));
        require(id == known.config, "data of another tracepoint");
        const auto name = names_.find(id);
        if (name == names_.end()) return;  // a killed recorder left no formats
        out.event = name->second;
        for (const auto& [field, how] : fields_.at(name->second)) {
            require(how.offset + how.size <= out.body.size(), "a field beyond its data");
            const auto bytes = std::span(out.body).subspan(how.offset, how.size);
            const bool is_relative = how.declaration.starts_with("__rel_loc");
            if (is_relative || how.declaration.starts_with("__data_loc")) {
                const auto place =
                    static_cast<std::uint32_t>(read_number(bytes, 0, 4, out_.is_big));
                const std::size_t begin =
                    (place & 0xFFFF) + (is_relative ? how.offset + how.size : 0);
                require(begin <= out.body.size(), "a text beyond its data");
                Cursor in(std::span(out.body).subspan(begin), out_.is_big);
                in = Cursor(in.bytes(place >> 16), out_.is_big);
                out.texts[field] = in.text();
                require(in.left() == 0, "a text with something behind it");
            } else if (how.declaration.ends_with(']')) {
                out.texts[field] = Cursor(bytes, out_.is_big).chars(how.size);
            } else {
                require(how.offset % how.size == 0, "a field that is not aligned");
                std::uint64_t value = read_number(bytes, 0, how.size, out_.is_big);
                const unsigned unused = static_cast<unsigned>(64 - 8 * how.size);
                if (how.is_signed) {
                    out.numbers[field] = static_cast<std::int64_t>(value << unused) >> unused;
                } else {
                    out.numbers[field] = static_cast<std::int64_t>(value);
                }
            }
        }
    }

    std::span<const std::uint8_t> file_;
    PerfWalked& out_;
    std::uint64_t long_size_ = 0;
    std::map<std::uint32_t, std::string> names_;
    std::map<std::string, std::map<std::string, PerfField>> fields_;
};

}  // namespace

std::vector<const PerfRecord*> PerfWalked::of(const std::string& event) const {
    std::vector<const PerfRecord*> out;
    for (const PerfRecord& record : records) {
        if (record.event == event) out.push_back(&record);
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const PerfRecord* a, const PerfRecord* b) { return a->ns < b->ns; });
    return out;
}

std::vector<const PerfRecord*> PerfWalked::of_type(unsigned type) const {
    std::vector<const PerfRecord*> out;
    for (const PerfRecord& record : records) {
        if (record.type == type) out.push_back(&record);
    }
    return out;
}

std::uint64_t PerfWalked::number(std::span<const std::uint8_t> bytes, std::size_t at,
                                 std::size_t size) const {
    return read_number(bytes, at, size, is_big);
}

PerfWalked walk_perf(std::span<const std::uint8_t> file) {
    PerfWalked out;
    try {
        Walk(file, out).run();
    } catch (const std::exception& error) {
        out.complaint = error.what();
    }
    return out;
}

}  // namespace benchlab::story_test
