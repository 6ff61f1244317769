// providers.hpp: the manifest events and classes that stories use, by their public manifests.
#pragma once

#include "framing.hpp"

namespace benchlab::story {

inline constexpr Guid kDxgi{
    0xca11c036, 0x0102, 0x4a2d, {0xa6, 0xad, 0xf0, 0x3c, 0xfe, 0xd5, 0xd3, 0xc9}};
inline constexpr Guid kD3d9{
    0x783aca0a, 0x790e, 0x4d7f, {0x84, 0x51, 0xaa, 0x85, 0x05, 0x11, 0xc6, 0xb9}};
inline constexpr Guid kD3d12{
    0x5d8087dd, 0x3a9b, 0x4f56, {0x90, 0xdf, 0x49, 0x19, 0x6c, 0xdc, 0x4f, 0x11}};
inline constexpr Guid kDxgKrnl{
    0x802ec45a, 0x1e99, 0x4b83, {0x99, 0x20, 0x87, 0xc9, 0x82, 0x77, 0xba, 0x9d}};
inline constexpr Guid kWin32k{
    0x8c416c79, 0xd49b, 0x4f01, {0xa4, 0x67, 0xe5, 0x6d, 0x3a, 0xa8, 0x23, 0x4c}};
inline constexpr Guid kDwmCore{
    0x9e9bba3c, 0x2e38, 0x40cb, {0x99, 0xf4, 0x9e, 0x82, 0x81, 0x42, 0x51, 0x64}};
inline constexpr Guid kIntelPresents{
    0xecaa4712, 0x4644, 0x442f, {0xb9, 0x4c, 0xa3, 0x2f, 0x6c, 0xf8, 0xa4, 0x99}};
inline constexpr Guid kLostEventClass{
    0x6a399ae0, 0x4bc6, 0x4de9, {0x87, 0x0b, 0x36, 0x57, 0xf8, 0x94, 0x7e, 0x7e}};
inline constexpr Guid kImageIdClass{
    0xb3e675d7, 0x2554, 0x4f18, {0x83, 0x0b, 0x27, 0x62, 0x73, 0x25, 0x60, 0xde}};
inline constexpr Guid kSysConfigExClass{
    0x9b79ee91, 0xb5fd, 0x41c0, {0xa2, 0x43, 0x42, 0x48, 0xe2, 0x66, 0xe9, 0xd0}};

inline constexpr Guid kEventMetadataClass{
    0xbbccf6c1, 0x6cd1, 0x48c4, {0x80, 0xff, 0x83, 0x94, 0x82, 0xe3, 0x76, 0x71}};

inline constexpr std::uint64_t kPerformance = 0x4000000000000000;

// Opcodes: 1 start, 2 stop, 3 rundown, 0 neither.
constexpr ManifestEvent graphics(const Guid& provider, std::uint16_t id, std::uint8_t opcode,
                                 std::uint64_t keyword, std::uint8_t version = 0) {
    return {
        provider, id,     version, static_cast<std::uint8_t>(provider.a == kDxgi.a ? 0x10 : 0x11),
        4,        opcode, 0,       keyword,
        0};
}

inline constexpr ManifestEvent kPipelineStart = graphics(kD3d12, 155, 1, 0x2000000000000400);
inline constexpr ManifestEvent kPipelineStop = graphics(kD3d12, 156, 2, 0x2000000000000400);
inline constexpr ManifestEvent kVsyncDpc = graphics(kDxgKrnl, 17, 0, kPerformance | 1);
inline constexpr ManifestEvent kQueuePacketStart = graphics(kDxgKrnl, 178, 1, kPerformance | 1);
inline constexpr ManifestEvent kQueuePacketStop = graphics(kDxgKrnl, 180, 2, kPerformance | 1);
inline constexpr ManifestEvent kDmaPacketStart = graphics(kDxgKrnl, 175, 1, kPerformance | 1);
inline constexpr ManifestEvent kDmaPacketInfo = graphics(kDxgKrnl, 177, 0, kPerformance | 1);
inline constexpr ManifestEvent kNodeMetadata = graphics(kDxgKrnl, 250, 0, kPerformance | 1);
inline constexpr ManifestEvent kInputRead = graphics(kWin32k, 73, 2, kPerformance | 0x400);
inline constexpr ManifestEvent kInputTransform = graphics(kWin32k, 225, 0, kPerformance | 0x400);
inline constexpr ManifestEvent kInputTaken = graphics(kWin32k, 63, 0, kPerformance | 0x400);

}  // namespace benchlab::story
