// known_events.hpp: the events of providers that this reader takes, with the layouts that they have
// where the file does not describe them.
//
// Layouts: the published manifests, in the oldest versions known.  No recorded trace of ours has
// the events of graphics.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "etl/event_layout.hpp"
#include "etl/tables.hpp"

namespace benchlab::etl {

enum class Provider : std::uint8_t {
    kDxgi,
    kD3d9,
    kDxgKrnl,
    kWin32k,
    kKernelProcess,
    kDwm,
    kD3d12,
    kIntelPresents,
    kNvidiaDisplay,
    kNone
};
const char* name_of(Provider provider);
// kNone for any other.
Provider provider_of(const std::uint8_t* guid);
std::array<std::uint8_t, 16> guid_of(Provider provider);

enum DxgiEvent : std::uint16_t {
    kDxgiPresentStart = 42,
    kDxgiPresentStop = 43,
    kDxgiPlanesStart = 55,
    kDxgiPlanesStop = 56,
};
enum D3d9Event : std::uint16_t { kD3d9PresentStart = 1, kD3d9PresentStop = 2 };
// Of the header alone: an activity that both have.
enum D3d12Event : std::uint16_t { kPipelineStart = 155, kPipelineStop = 156 };
enum DxgKrnlEvent : std::uint16_t {
    kVsyncDpc = 17,
    kDeviceStart = 27,
    kDeviceThere = 29,
    kContextStart = 30,
    kContextStop = 31,
    kContextThere = 32,
    kMmioFlip = 116,
    kBlit = 166,
    kFlip = 168,
    kHistoryStart = 171,
    kHistoryDone = 172,
    kDmaStart = 175,
    kDmaInfo = 177,
    kPacketStart = 178,
    kPacketStop = 180,
    kPresentInfo = 184,
    kHistoryDetailed = 215,
    kWaitStart = 244,
    kSignalStart = 245,
    kNodeMetadata = 250,
    kFlipPlanes = 252,
    kMmioFlipPlanes = 259,
    kIndependentFlip = 266,
    kVsyncDpcPlanes = 273,
    kHsyncDpcPlanes = 382,
    kMmioFlipPlanes3 = 386,
    kHardwareQueueStart = 422,
    kHardwareQueueThere = 424,
    kBlitCancel = 501,
};
enum Win32kEvent : std::uint16_t {
    kRetrieveMessage = 63,
    kDeviceRead = 73,
    kToken = 201,
    kInputTransform = 225,
    kTokenState = 301,
};
enum DwmEvent : std::uint16_t {
    kDwmSchedulePresent = 15,
    kDwmGetHistory = 64,
    kDwmChainPending = 69,
    kDwmChainComplete = 70,
    kDwmChainDirty = 101,
    kDwmSurfaceUpdate = 196,
};
// What generates frames says so by these, be it Intel's or not.
enum IntelPresentsEvent : std::uint16_t { kPresentFrameType = 1, kFlipFrameType = 2 };
enum NvidiaDisplayEvent : std::uint16_t { kFlipRequest = 1 };
enum KernelProcessEvent : std::uint16_t {
    kProcessStart = 1,
    kProcessStop = 2,
    kProcessRundown = 15,
};

// What a decoder does with a field.
enum class Use : std::uint8_t {
    kPassed,  // it only stands before others
    kTaken,   // where there is one
    kNeeded,  // without it the event says nothing
};

struct KnownField {
    std::string_view name;
    FieldType type = FieldType::kUint32;
    Use use = Use::kPassed;
    int count_from = -1;  // the field that says how many values there are
};

struct KnownEvent {
    Provider provider = Provider::kNone;
    std::uint16_t id = 0;
    Table table = Table::kPresent;  // that it is for
    // The versions in which the fields lie like this.  Others are taken where the file describes
    // them.
    std::uint8_t first_version = 0, last_version = 255;
    std::span<const KnownField> fields;
};

std::span<const KnownEvent> known_events();
// The first of this provider and id; null when it is none of ours.
const KnownEvent* find_known(Provider provider, std::uint16_t id);
// The same for a version whose layout is known.
const KnownEvent* find_known(Provider provider, std::uint16_t id, std::uint8_t version);

}  // namespace benchlab::etl
