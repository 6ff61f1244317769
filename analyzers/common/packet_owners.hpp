// common/packet_owners.hpp: for which process a GPU works.
#pragma once

#include "benchlab/store.hpp"
#include "common/names.hpp"

namespace benchlab::analyzers {

class PacketOwners {
  public:
    // names outlives it.
    PacketOwners(const Store& store, const Names& names)
        : names_(names),
          queue_(store.find_table("gpu_packet").row("gpu_queue", kOptional)),
          thread_(store.find_table("gpu_packet").row("thread", kOptional)),
          process_(store.find_table("gpu_queue").row("process", kOptional)) {}

    // Of a row of gpu_packet: the queue's process, else that of the thread that queued it; may be
    // BL_NO_ROW.
    Row of(Row packet) const {
        const Row queue = queue_.value_or(packet, BL_NO_ROW);
        const Row process = queue == BL_NO_ROW ? BL_NO_ROW : process_.value_or(queue, BL_NO_ROW);
        return process != BL_NO_ROW ? process : names_.owner(thread_.value_or(packet, BL_NO_ROW));
    }

  private:
    const Names& names_;
    const RowColumn queue_, thread_, process_;
};

}  // namespace benchlab::analyzers
