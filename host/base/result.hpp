// base/result.hpp: a value or the reason why there is none.
//
//     Result<Plugin> load(const std::filesystem::path& file);
//     if (auto plugin = load(file)) use(*plugin); else report(plugin.error().message);
//
// For outcomes that a caller has to expect (a bad file, a refused plugin).  Exceptions remain
// for what ends a command.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace benchlab::base {

enum class Code {
    kInvalid,      // a bad argument or option value
    kIo,           // the system refused: a file, a process
    kData,         // the input is damaged or of another form
    kUnsupported,  // not on this machine or system
    kNotFound,
    kPlugin,       // a plugin broke its side of the contract
    kMemory,
    kFailed,
    kCancelled,    // the user stopped it
    kCrashed,      // a worker process died
    kHung,         // a call did not come back in time
};

struct Error {
    Code code = Code::kFailed;
    std::string message;  // one sentence: what, where, what to do
};

template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& value() { return std::get<0>(state_); }
    const T& value() const { return std::get<0>(state_); }
    T& operator*() { return value(); }
    const T& operator*() const { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const { return std::get<1>(state_); }

  private:
    std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
  public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    bool ok() const { return !error_; }
    explicit operator bool() const { return ok(); }
    const Error& error() const { return *error_; }

  private:
    std::optional<Error> error_;
};

}  // namespace benchlab::base
