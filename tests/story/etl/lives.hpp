// lives.hpp: processes, threads, images, files and GPU queues: their begins and ends, and the
// rundowns that list those which were there.
#pragma once

#include <cstdint>
#include <vector>

#include "session.hpp"

namespace benchlab::story {

class LifeRecords {
  public:
    explicit LifeRecords(Session& session);

    void rundown_begin();  // all that were there when the recording began
    // What begins and ends up to `ns`; ends at that very time only with `ends_too`, as the
    // events of that time come first.
    void until(std::int64_t ns, bool ends_too);
    bool has_next() const { return next_ < moments_.size(); }
    std::int64_t next_ns() const { return moments_[next_].ns; }
    void rundown_end();

  private:
    enum class What : std::uint8_t { kBegin, kEnd, kThereAtBegin, kThereAtEnd };
    enum class Class : std::uint8_t { kProcess, kImage, kThread, kFile, kQueue };
    struct Moment {
        std::int64_t ns = 0;
        What what = What::kBegin;
        Class of = Class::kProcess;
        std::size_t row = 0;
    };

    template <class List>
    void add_moments(const List& list, Class of);
    template <class List, class Put>
    void those_there(const List& list, bool at_begin, Put&& put_one);
    void rundown(bool at_begin);
    void put_moment(const Moment& moment);
    void put_life(const Process& process, What what);
    void put_life(const Thread& thread, What what);
    void put_life(const Image& image, What what);
    void put_life(const File& file, What what);
    void put_life(const Queue& queue, What what);
    void put_image_record(const Image& image, What what);
    void put_identity(const Image& image);
    void put_machine();

    Session& session_;
    std::vector<Moment> moments_;
    std::size_t next_ = 0;
};

}  // namespace benchlab::story
