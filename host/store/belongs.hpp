// store/belongs.hpp: which rows of a table are of one process.
#pragma once

#include <cstdint>
#include <vector>

#include "store/store.hpp"
#include "store/values.hpp"

namespace benchlab::store {

// A row is of the process that it names; where it names none, of the process of each thread that it
// names (both of a context switch; who woke and who was woken), of its queue or of its present.  A
// part of `state` is of its own thread alone.  Of tables that know no process every row belongs.
class Belongs {
  public:
    // `process` is a row; with BL_NO_ROW everything belongs.
    Belongs(const Store& store, const StoredTable& table, std::uint32_t process);

    bool operator()(std::uint64_t row) const;

  private:
    const std::uint32_t process_;
    bool is_process_ = false;  // the rows are processes
    bool knows_ = false;
    Rows of_process_, queue_, present_;
    std::vector<Rows> threads_;
    Rows owners_, queue_process_, present_process_, present_thread_;
};

}  // namespace benchlab::store
