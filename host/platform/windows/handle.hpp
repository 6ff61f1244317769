// platform/windows/handle.hpp: a HANDLE with an owner.  Internal to this folder.
#pragma once

#include <windows.h>

#include <utility>

namespace benchlab::platform {

class Handle {
  public:
    Handle() = default;
    // The system's functions mark failure by either value.
    explicit Handle(HANDLE handle) : handle_(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
    Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Handle() { close(); }

    HANDLE get() const { return handle_; }
    bool valid() const { return handle_ != nullptr; }
    void close() {
        if (handle_ != nullptr) CloseHandle(std::exchange(handle_, nullptr));
    }

  private:
    HANDLE handle_ = nullptr;
};

}  // namespace benchlab::platform
