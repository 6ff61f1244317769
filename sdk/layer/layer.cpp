// A Vulkan layer that marks the frames of any program: VK_LAYER_BENCHLAB_frames.
//
// Programs get vkQueuePresentKHR from the driver itself and not from libvulkan, so that a probe in
// that library is never hit; a layer is what the loader puts in between.  Each present is marked in
// the ring of benchlab/mark.h, which needs no rights, and passes through the exported function
// benchlab_layer_present, which is a place for a recorder's probe.
//
// The interface is the loader's: LoaderLayerInterface.md of KhronosGroup/Vulkan-Loader, version 2.
#include <benchlab/mark.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <unordered_map>

#define BENCHLAB_LAYER_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

struct InstanceTable {
    VkInstance instance;
    PFN_vkGetInstanceProcAddr get_address;
    PFN_vkDestroyInstance destroy;
};
struct DeviceTable {
    PFN_vkGetDeviceProcAddr get_address;
    PFN_vkDestroyDevice destroy;
    PFN_vkQueuePresentKHR present;
};

// The loader gives all handles of an instance, and of a device, the same first word.
using Key = void*;
template <class Handle>
Key key_of(Handle handle) {
    Key key;
    std::memcpy(&key, handle, sizeof(key));
    return key;
}

std::mutex tables_mutex;
std::unordered_map<Key, InstanceTable> instances;
std::unordered_map<Key, DeviceTable> devices;
std::atomic<std::uint64_t> presents{0};

template <class Table>
Table find(const std::unordered_map<Key, Table>& tables, Key key) {
    const std::lock_guard lock(tables_mutex);
    const auto found = tables.find(key);
    return found == tables.end() ? Table{} : found->second;
}

// Taken out before what it stands for is destroyed: another thread may be given the same key at
// once.
template <class Table>
Table take(std::unordered_map<Key, Table>& tables, Key key) {
    const std::lock_guard lock(tables_mutex);
    const auto found = tables.find(key);
    if (found == tables.end()) return Table{};
    const Table out = found->second;
    tables.erase(found);
    return out;
}

template <class Function>
Function as(PFN_vkVoidFunction address) {
    return reinterpret_cast<Function>(address);
}

// What the loader chained in front of the program's own description of what is to be made.
template <class Link>
Link* find_link(const void* chain, VkStructureType type) {
    for (auto* each = static_cast<const Link*>(chain); each != nullptr;
         each = static_cast<const Link*>(each->pNext)) {
        if (each->sType == type && each->function == VK_LAYER_LINK_INFO)
            return const_cast<Link*>(each);
    }
    return nullptr;
}

VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info,
                                               const VkAllocationCallbacks* allocator,
                                               VkInstance* instance) {
    auto* link = find_link<VkLayerInstanceCreateInfo>(
        info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
    const PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    // The next layer finds its own link where this one was.
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    const auto create = as<PFN_vkCreateInstance>(next(VK_NULL_HANDLE, "vkCreateInstance"));
    if (create == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
    const VkResult result = create(info, allocator, instance);
    if (result != VK_SUCCESS) return result;
    const std::lock_guard lock(tables_mutex);
    instances[key_of(*instance)] = {
        *instance, next, as<PFN_vkDestroyInstance>(next(*instance, "vkDestroyInstance"))};
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_instance(VkInstance instance,
                                            const VkAllocationCallbacks* allocator) {
    if (instance == VK_NULL_HANDLE) return;
    const InstanceTable table = take(instances, key_of(instance));
    if (table.destroy != nullptr) table.destroy(instance, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical,
                                             const VkDeviceCreateInfo* info,
                                             const VkAllocationCallbacks* allocator,
                                             VkDevice* device) {
    auto* link = find_link<VkLayerDeviceCreateInfo>(info->pNext,
                                                    VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
    const PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    const PFN_vkGetDeviceProcAddr next_device = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    const InstanceTable owner = find(instances, key_of(physical));
    const auto create = as<PFN_vkCreateDevice>(next(owner.instance, "vkCreateDevice"));
    if (create == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
    const VkResult result = create(physical, info, allocator, device);
    if (result != VK_SUCCESS) return result;
    // Opening the file of marks takes milliseconds, which no frame shall pay for.
    bl_mark_open();
    const std::lock_guard lock(tables_mutex);
    devices[key_of(*device)] = {
        next_device, as<PFN_vkDestroyDevice>(next_device(*device, "vkDestroyDevice")),
        as<PFN_vkQueuePresentKHR>(next_device(*device, "vkQueuePresentKHR"))};
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice device, const VkAllocationCallbacks* allocator) {
    if (device == VK_NULL_HANDLE) return;
    const DeviceTable table = take(devices, key_of(device));
    if (table.destroy != nullptr) table.destroy(device, allocator);
}

}  // namespace

// Where a recorder sets its probe: entered when the program presents a frame, left when the call
// returns.  Never inlined, so that it is there to be found.
BENCHLAB_LAYER_EXPORT __attribute__((noinline)) VkResult benchlab_layer_present(
    PFN_vkQueuePresentKHR next, VkQueue queue, const VkPresentInfoKHR* info) {
    BL_MARK_BEGIN("present");
    const VkResult result = next(queue, info);
    BL_MARK_END("present");
    return result;
}

namespace {

VKAPI_ATTR VkResult VKAPI_CALL present(VkQueue queue, const VkPresentInfoKHR* info) {
    const DeviceTable table = find(devices, key_of(queue));
    if (table.present == nullptr) return VK_ERROR_DEVICE_LOST;
    static bl_mark_name name = {"present", 0};
    bl_mark_frame_by(&name, ++presents);
    return benchlab_layer_present(table.present, queue, info);
}

PFN_vkVoidFunction own_device_function(const char* name);

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_address(VkDevice device, const char* name) {
    const DeviceTable table = find(devices, key_of(device));
    // A device without a swap chain presents nothing.
    const bool presents_nothing =
        std::strcmp(name, "vkQueuePresentKHR") == 0 && table.present == nullptr;
    if (presents_nothing) return nullptr;
    if (const PFN_vkVoidFunction own = own_device_function(name)) return own;
    return table.get_address == nullptr ? nullptr : table.get_address(device, name);
}

PFN_vkVoidFunction own_device_function(const char* name) {
    const auto is = [&](const char* other) { return std::strcmp(name, other) == 0; };
    if (is("vkGetDeviceProcAddr")) return reinterpret_cast<PFN_vkVoidFunction>(&get_device_address);
    if (is("vkDestroyDevice")) return reinterpret_cast<PFN_vkVoidFunction>(&destroy_device);
    if (is("vkQueuePresentKHR")) return reinterpret_cast<PFN_vkVoidFunction>(&present);
    return nullptr;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_address(VkInstance instance,
                                                              const char* name) {
    const auto is = [&](const char* other) { return std::strcmp(name, other) == 0; };
    if (is("vkGetInstanceProcAddr"))
        return reinterpret_cast<PFN_vkVoidFunction>(&get_instance_address);
    if (is("vkCreateInstance")) return reinterpret_cast<PFN_vkVoidFunction>(&create_instance);
    if (is("vkDestroyInstance")) return reinterpret_cast<PFN_vkVoidFunction>(&destroy_instance);
    if (is("vkCreateDevice")) return reinterpret_cast<PFN_vkVoidFunction>(&create_device);
    if (const PFN_vkVoidFunction own = own_device_function(name)) return own;
    if (instance == VK_NULL_HANDLE) return nullptr;
    const InstanceTable table = find(instances, key_of(instance));
    return table.get_address == nullptr ? nullptr : table.get_address(instance, name);
}

}  // namespace

// What the loader calls first: both agree on the lower version of the interface.
BENCHLAB_LAYER_EXPORT VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* version) {
    constexpr std::uint32_t kVersion = 2;
    if (version == nullptr || version->sType != LAYER_NEGOTIATE_INTERFACE_STRUCT)
        return VK_ERROR_INITIALIZATION_FAILED;
    if (version->loaderLayerInterfaceVersion < kVersion) return VK_ERROR_INITIALIZATION_FAILED;
    version->loaderLayerInterfaceVersion = kVersion;
    version->pfnGetInstanceProcAddr = &get_instance_address;
    version->pfnGetDeviceProcAddr = &get_device_address;
    version->pfnGetPhysicalDeviceProcAddr = nullptr;
    return VK_SUCCESS;
}
