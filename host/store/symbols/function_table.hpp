// store/symbols/function_table.hpp: functions by address: one sorted array, searched by halving.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace benchlab::store {

struct Symbol {
    std::uint64_t start = 0;
    std::uint64_t end = 0;   // behind its last byte
    std::uint32_t name = 0;  // as the owner of the table numbers names
    std::uint16_t rank = 0;  // of several at one address the highest is taken, then the first
    bool open = false;       // how long it is, is not known: until the next one, at most to `end`
    bool label = false;      // no name of a function where one is around it
};

class FunctionTable {
  public:
    FunctionTable() = default;
    explicit FunctionTable(std::vector<Symbol> symbols);

    struct Function {
        std::uint64_t start, end;
        std::uint32_t name;
        std::uint32_t outer;  // place of one that began before it and ends behind its start
        bool open;
    };
    // The innermost that has the address; null: none.
    const Function* find(std::uint64_t address) const;
    std::size_t size() const { return functions_.size(); }
    std::span<const Function> all() const { return functions_; }

  private:
    std::vector<Function> functions_;  // by start
};

}  // namespace benchlab::store
