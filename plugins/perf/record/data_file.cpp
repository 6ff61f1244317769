#include "perf/record/data_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <benchlab/host.hpp>
#include <cerrno>

#include "perf/record/records.hpp"

namespace benchlab::perf {
namespace {

constexpr std::size_t kHeaderSize = 104;
// Records are handed to the system in pieces of about this size; a COMPRESSED record never holds
// more than one piece.
constexpr std::size_t kPiece = 256u << 10;
constexpr std::size_t kAlign = 8;

std::vector<std::size_t> counts_of(std::span<const Event> events) {
    std::vector<std::size_t> counts;
    for (const Event& event : events) counts.push_back(event.ids.size());
    return counts;
}

}  // namespace

DataFile::DataFile(const std::string& path) : path_(path) {
    // A file that is there makes way: whoever reads it now keeps it.
    struct stat status {};
    if (::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)) ::unlink(path.c_str());
    file_ = FileDescriptor(
        ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0644));
    if (!file_) throw Error(BL_E_IO, "cannot write " + path + ": " + reason_text(errno));
    if (::fstat(file_.number(), &status) != 0 || !S_ISREG(status.st_mode))
        throw Error(BL_E_IO, path + " is no regular file");
}

bool DataFile::write(Bytes bytes, std::uint64_t offset) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t wrote = ::pwrite(file_.number(), bytes.data() + done, bytes.size() - done,
                                       static_cast<off_t>(offset + done));
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) {
            if (!failure_)
                failure_ = "cannot write " + path_ + ": " + reason_text(wrote < 0 ? errno : EIO);
            return false;
        }
        done += static_cast<std::size_t>(wrote);
    }
    return true;
}

DataFile::Section DataFile::append_section(Bytes bytes) {
    const Section section{written_, bytes.size()};
    if (!write(bytes, written_)) return {};
    written_ += bytes.size();
    return section;
}

DataFile::Section DataFile::write_events(std::span<const Event> events) {
    // The ids first, as each event says where its own are.
    std::vector<Section> ids;
    for (const Event& event : events) {
        Blob blob;
        for (const std::uint64_t id : event.ids) blob.put(id);
        ids.push_back(append_section(blob.bytes()));
    }
    Blob attrs;
    for (std::size_t i = 0; i < events.size(); ++i) {
        attrs.put_bytes(&events[i].attr, kAttrSize);
        attrs.put(ids[i].offset);
        attrs.put(ids[i].size);
    }
    id_counts_ = counts_of(events);
    return append_section(attrs.bytes());
}

void DataFile::write_header(const Section& attrs, const Section& data, const Section& early,
                            std::span<const std::uint32_t> features) {
    Blob header;
    header.put_bytes("PERFILE2");
    header.put(static_cast<std::uint64_t>(kHeaderSize));
    header.put(std::uint64_t{kAttrSize} + 16);
    for (const Section& section : {attrs, data, early}) {
        header.put(section.offset);
        header.put(section.size);
    }
    std::uint64_t bits[4] = {};
    for (const std::uint32_t feature : features)
        bits[feature / 64] |= std::uint64_t{1} << (feature % 64);
    for (const std::uint64_t word : bits) header.put(word);
    write(header.bytes(), 0);
}

void DataFile::begin(std::span<const Event> events, Features features, std::uint32_t compression) {
    if (compression > 0) {
        compressor_ = std::make_unique<Compressor>(compression);
        features[kCompression] = describe_compression(compression, kPiece);
    }
    features[kEventDescription] = describe_events(events);
    written_ = kHeaderSize;
    attrs_ = write_events(events);
    Blob table;
    for (const auto& [feature, blob] : features) {
        const Section section = append_section(blob.bytes());
        sections_[feature] = section;
        table.put(std::uint64_t{feature});
        table.put(section.offset);
        table.put(section.size);
    }
    const Section early = append_section(table.bytes());
    written_ = (written_ + kAlign - 1) / kAlign * kAlign;
    data_begin_ = written_;
    flushed_at_ = {written_};
    write_header(attrs_, {data_begin_, 0}, early, {});
    if (failure_) throw Error(BL_E_IO, *failure_);
}

void DataFile::append(Bytes records) {
    if (failure_) return;
    std::size_t begin = 0, end = 0;
    const auto keep = [&] {
        const Bytes kept = records.subspan(begin, end - begin);
        waiting_.put_bytes(kept.data(), kept.size());
        begin = end;
    };
    for_each_record(records, [&](const RecordHeader& header, Bytes) {
        if (waiting_.size() + (end - begin) + header.size > kPiece) {
            keep();
            flush();
        }
        end += header.size;
    });
    keep();
}

void DataFile::flush() {
    if (waiting_.size() == 0 || failure_) return;
    Bytes bytes = waiting_.bytes();
    if (compressor_) {
        packed_.clear();
        compressor_->compress(bytes, packed_);
        bytes = packed_.bytes();
    }
    if (write(bytes, written_)) {
        written_ += bytes.size();
        flushed_at_.push_back(written_);
    }
    waiting_.clear();
}

void DataFile::end_round(std::uint32_t record) {
    flush();
    Blob round;
    round.put(RecordHeader{record, 0, sizeof(RecordHeader)});
    if (failure_ || !write(round.bytes(), written_)) return;
    written_ += round.size();
    flushed_at_.push_back(written_);
}

// When the disk is full the last records give way to what is needed to read the others.
void DataFile::make_room(std::uint64_t bytes) {
    const std::uint64_t end = written_;
    while (flushed_at_.size() > 1 && flushed_at_.back() + bytes > end) flushed_at_.pop_back();
    written_ = flushed_at_.back();
    if (::ftruncate(file_.number(), static_cast<off_t>(written_)) != 0)
        failure_ = "cannot shorten " + path_ + ": " + reason_text(errno);
}

// Room for the table of sections, which must directly follow the records.
bool DataFile::reserve(std::uint64_t bytes) {
    const std::vector<std::uint8_t> zeros(bytes);
    if (!write(zeros, written_)) return false;
    written_ += bytes;
    return true;
}

void DataFile::finish(std::span<const Event> events, const Features& features) {
    flush();
    const std::uint64_t table_size = (sections_.size() + features.size()) * 16;
    Section data{data_begin_, written_ - data_begin_};
    std::optional<std::string> failed;
    if (failure_ || !reserve(table_size)) {
        failed.swap(failure_);
        constexpr std::uint64_t kRoom = 16u << 10;
        make_room(table_size + kRoom);
        data.size = written_ - data_begin_;
        reserve(table_size);
    }
    if (id_counts_ != counts_of(events)) rewrite_events(events);
    for (const auto& [feature, blob] : features) {
        const Section section = append_section(blob.bytes());
        if (section.size > 0) sections_[feature] = section;
    }
    Blob table;
    std::vector<std::uint32_t> present;
    for (const auto& [feature, section] : sections_) {
        table.put(section.offset);
        table.put(section.size);
        present.push_back(feature);
    }
    if (write(table.bytes(), data.offset + data.size)) write_header(attrs_, data, {}, present);
    if (failed) failure_ = failed;
}

// Events that came later, or more ids of those that were there.
void DataFile::rewrite_events(std::span<const Event> events) {
    const Section attrs = write_events(events);
    const Section description = append_section(describe_events(events).bytes());
    if (failure_) return;
    attrs_ = attrs;
    sections_[kEventDescription] = description;
}

}  // namespace benchlab::perf
