#include "plugin/plugin.hpp"

#include "plugin/call.hpp"
#include "plugin/plugin_impl.hpp"

namespace benchlab::plugin {

Plugin::Plugin() : impl(std::make_unique<Impl>()) {}

Plugin::~Plugin() = default;

const bl_host* Plugin::host() const {
    return impl->host.get();
}

base::Result<const void*> Plugin::extension(const char* id_of_it) const {
    if (impl->table.get_extension == nullptr) return static_cast<const void*>(nullptr);
    const Crumb crumb{intern_name(id), intern_name(id_of_it), "get_extension"};
    return call_plain(crumb, [&] { return impl->table.get_extension(id_of_it); });
}

}  // namespace benchlab::plugin
