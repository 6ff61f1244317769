// finish.hpp: the parts of the second pass.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "etl/recording.hpp"
#include "etl/volumes.hpp"

namespace benchlab::etl {

// What the sources of samples are called and how far apart their samples are.
class SampleEvents {
  public:
    void add(const Interval& interval);
    void sort();  // after the last
    std::string name(std::uint32_t source) const;
    // ns of one sample of the timer, events of one of a counter.
    std::uint32_t weight(std::uint32_t source, std::int64_t time) const;
    // Puts both into the rows of a chunk, which have the source and a count until then.
    void finish(Chunk& chunk) const;

  private:
    std::map<std::uint32_t, std::vector<Interval>> sources_;
};

// A writer of rows of the first lane.
RowWriter writer(const Recording& recording, Table table);

// What providers told, once all layouts are known.
void decode_held(Recording& recording);

// Presents, queues and packets of GPUs, and compilations.
void write_frames(Recording& recording);

// Rows of the first lane: processors, losses, facts, presents, counts of events, and identities of
// images that no other record names.
void finish_whole(Recording& recording, const Volumes& volumes,
                  const std::vector<const ImageId*>& homeless);

}  // namespace benchlab::etl
