// unpacker.hpp: the records that are packed with zstd, one stream over the whole recording.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "perf/byte_order.hpp"

namespace benchlab::perf {

class Unpacker {
  public:
    // False where this build has no zstd.
    static bool is_available();

    Unpacker();
    ~Unpacker();
    Unpacker(const Unpacker&) = delete;
    Unpacker& operator=(const Unpacker&) = delete;

    // The next piece of the stream, which must stay until more() has said that there is no more.
    void give(Bytes packed);
    // Unpacks some more behind what is there; false when nothing more comes of what was given, or
    // when it is damaged: error() is not empty then.
    bool more();
    const std::string& error() const { return error_; }

    // What is unpacked and not yet taken.
    Bytes bytes() const { return Bytes(out_.data() + at_, filled_ - at_); }
    void take(std::size_t size) { at_ += size; }

  private:
    struct Stream;
    std::unique_ptr<Stream> stream_;
    Bytes packed_;
    std::size_t given_ = 0;
    bool may_have_more_ = false;
    std::vector<std::uint8_t> out_;
    std::size_t at_ = 0, filled_ = 0;
    std::string error_;
};

}  // namespace benchlab::perf
