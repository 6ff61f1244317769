// store/symbols/symbols.hpp: the functions of a store's codes: by the files of its images, else by
// its table `symbol`.  Each file is looked for when the first code in it is asked about, whoever
// asks.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/parallel.hpp"
#include "store/store.hpp"
#include "store/symbols/file_symbols.hpp"
#include "store/values.hpp"

namespace benchlab::store {

class Symbols {
  public:
    // All of them live as long as this.  What images are called and what identifies them is read
    // now; other texts when they are asked for.
    Symbols(const std::deque<StoredTable>& tables, const Names& names, SymbolPlaces places,
            const Parallel& parallel);
    ~Symbols();

    // For each code, which there is, the lowest of the same function.
    void functions(std::span<const std::uint32_t> codes, std::uint32_t* out);
    // "draw"; without a name "game+0x12f0".  Lives as long as this.
    std::string_view name(std::uint32_t code);
    // At `depth`, 0 the function itself; false below the innermost.
    bool describe(std::uint32_t code, std::uint32_t depth, bl_function& out);

    // From now on functions of modules that it takes have no names and lines; by name of the image.
    void hide(const std::function<bool(std::string_view module)>& is_private);
    // The texts of the store are other ones now.  Nobody else may be using this.
    void forget();

    // What the user should know, once all was asked: files that were not used.
    std::vector<std::string> notes() const;

  private:
    struct Module;
    struct Group;
    struct Frame;
    struct Place;

    void read_modules();
    void make_groups();
    // Its functions are known behind this.
    Group& ready(std::uint32_t group);
    void resolve(Group& group);
    std::optional<Place> place_of(const Group& group, std::uint32_t code) const;
    std::string make_name(std::uint32_t code);
    std::string by_module(std::uint32_t code, std::uint64_t offset) const;
    const std::vector<Frame>& frames_of(std::uint32_t code);
    void read_listed();

    const std::deque<StoredTable>& tables_;
    const Names& names_;
    const SymbolPlaces places_;
    const Parallel& parallel_;
    const StoredTable* const image_;
    const Values<std::uint64_t> base_, offset_;  // of images
    const Values<std::uint32_t> image_name_;

    std::deque<Module> modules_;
    std::vector<std::uint32_t> module_of_image_;
    std::deque<Group> groups_;  // one for each module, then one for the codes of none
    std::vector<std::uint32_t> group_of_code_;
    std::vector<std::uint32_t> function_;            // by code, once its group is ready
    std::map<std::uint32_t, FunctionTable> listed_;  // of the table `symbol`, by space

    std::mutex mutex_;                                                     // guards what follows
    std::vector<std::unique_ptr<std::string>> texts_;                      // by function
    std::map<std::uint32_t, std::unique_ptr<std::vector<Frame>>> frames_;  // by code
};

}  // namespace benchlab::store
