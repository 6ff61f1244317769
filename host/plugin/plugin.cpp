#include "plugin/plugin.hpp"

#include "plugin/plugin_impl.hpp"

namespace benchlab::plugin {

Plugin::Plugin() : impl(std::make_unique<Impl>()) {}

Plugin::~Plugin() = default;

const bl_host* Plugin::host() const {
    return impl->host.get();
}

}  // namespace benchlab::plugin
