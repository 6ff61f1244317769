// process_thread_image.hpp: payloads about the lives of processes, threads and images.
//
// Layouts: formats of the MOF classes Process, Thread and Image of Windows, and of the records that
// a merger adds.  Each decoder returns false when a field that it needs is not there; what follows
// the known fields of a version is left alone, as real records have more than is documented.
#pragma once

#include <cstdint>
#include <string_view>

#include "etl/event.hpp"

namespace benchlab::etl {

struct ProcessRecord {
    std::uint64_t key = 0;  // or the page directory, in version 1
    std::uint32_t pid = 0;
    std::uint32_t parent_pid = 0;
    std::uint32_t session = 0;
    std::int32_t exit_code = 0;
    std::uint64_t directory_table = 0;
    std::uint32_t flags = 0;  // version 4 and later: 2 WOW64, 4 protected, 8 packaged
    Bytes sid;                // without the TOKEN_USER in front; empty when there is none
    std::string_view image;
    WideText command;
    WideText package;
    WideText application;
};
constexpr std::uint32_t kProcessIsWow64 = 2;
bool decode_process(const Event& event, ProcessRecord& record);

struct ThreadRecord {
    std::uint32_t pid = 0;
    std::uint32_t tid = 0;
    std::uint64_t stack_base = 0, stack_limit = 0, user_stack_base = 0, user_stack_limit = 0;
    std::uint64_t affinity = 0;  // version 2: the kernel's start address
    std::uint64_t start = 0;     // 0 when the version does not say it
    std::uint64_t teb = 0;
    std::uint32_t sub_process_tag = 0;
    bool has_priority = false;
    std::int8_t base_priority = 0;
    std::uint8_t page_priority = 0, io_priority = 0, flags = 0;
    WideText name;
};
bool decode_thread(const Event& event, ThreadRecord& record);
bool decode_thread_name(const Event& event, ThreadRecord& record);

struct ImageRecord {
    std::uint64_t base = 0;
    std::uint64_t size = 0;
    std::uint32_t pid = 0;  // 0 for the kernel's
    std::uint32_t checksum = 0;
    std::uint32_t timestamp = 0;
    std::uint8_t signature_level = 0, signature_type = 0;
    std::uint64_t default_base = 0;
    WideText path;
};
bool decode_image(const Event& event, ImageRecord& record);

// The two records of class ImageId that name an image's symbols.
struct ImageIdRecord {
    std::uint64_t base = 0;
    std::uint64_t size = 0;  // 0 in the second
    std::uint32_t pid = 0;
    std::uint32_t timestamp = 0;
    WideText original_name;
    const std::uint8_t* guid = nullptr;  // 16 bytes; null in the first
    std::uint32_t age = 0;
    std::string_view debug_file;
};
bool decode_image_info(const Event& event, ImageIdRecord& record);
bool decode_image_debug(const Event& event, ImageIdRecord& record);

}  // namespace benchlab::etl
