#include "etl/known_events.hpp"

#include "etl/guid.hpp"

namespace benchlab::etl {
namespace {

constexpr Guid kProviders[] = {
    {0xca11c036, 0x0102, 0x4a2d, {0xa6, 0xad, 0xf0, 0x3c, 0xfe, 0xd5, 0xd3, 0xc9}},
    {0x783aca0a, 0x790e, 0x4d7f, {0x84, 0x51, 0xaa, 0x85, 0x05, 0x11, 0xc6, 0xb9}},
    {0x802ec45a, 0x1e99, 0x4b83, {0x99, 0x20, 0x87, 0xc9, 0x82, 0x77, 0xba, 0x9d}},
    {0x8c416c79, 0xd49b, 0x4f01, {0xa4, 0x67, 0xe5, 0x6d, 0x3a, 0xa8, 0x23, 0x4c}},
    {0x22fb2cd6, 0x0e7b, 0x422b, {0xa0, 0xc7, 0x2f, 0xad, 0x1f, 0xd0, 0xe7, 0x16}},
    {0x9e9bba3c, 0x2e38, 0x40cb, {0x99, 0xf4, 0x9e, 0x82, 0x81, 0x42, 0x51, 0x64}},
    {0x5d8087dd, 0x3a9b, 0x4f56, {0x90, 0xdf, 0x49, 0x19, 0x6c, 0xdc, 0x4f, 0x11}},
    {0xecaa4712, 0x4644, 0x442f, {0xb9, 0x4c, 0xa3, 0x2f, 0x6c, 0xf8, 0xa4, 0x99}},
    {0xae4f8626, 0x8265, 0x40d1, {0xa7, 0x0b, 0x11, 0xb6, 0x42, 0x40, 0xe8, 0xe9}},
};

constexpr FieldType kPointer = FieldType::kPointer, kU64 = FieldType::kUint64,
                    kU32 = FieldType::kUint32, kI8 = FieldType::kInt8, kBool = FieldType::kBool,
                    kTime = FieldType::kFiletime, kText = FieldType::kWideText;
constexpr Use kNeeded = Use::kNeeded, kTaken = Use::kTaken;

// Fields behind the last one that is taken are left out.
constexpr KnownField kResult[] = {{"Result", kU32, kTaken}};
constexpr KnownField kDxgiStart[] = {{"pIDXGISwapChain", kPointer, kNeeded},
                                     {"Flags", kU32, kNeeded},
                                     {"SyncInterval", kU32, kNeeded}};
constexpr KnownField kD3d9Start[] = {{"pSwapchain", kPointer, kNeeded}, {"Flags", kU32, kNeeded}};

constexpr KnownField kDevice[] = {{"hProcessId", kPointer, kTaken},
                                  {"pDxgAdapter", kPointer, kNeeded},
                                  {"ClientType", kU32},
                                  {"hDevice", kPointer, kNeeded}};
constexpr KnownField kContext[] = {{"hDevice", kPointer, kNeeded},
                                   {"NodeOrdinal", kU32, kNeeded},
                                   {"EngineAffinity", kU32},
                                   {"DmaBufferSize", kU32},
                                   {"DmaBufferSegmentSet", kU32},
                                   {"DmaBufferPrivateDataSize", kU32},
                                   {"AllocationListSize", kU32},
                                   {"PatchLocationListSize", kU32},
                                   {"Flags", kU32},
                                   {"hContext", kPointer, kNeeded}};
constexpr KnownField kHardwareQueue[] = {{"hContext", kPointer, kNeeded},
                                         {"hHwQueue", kPointer},
                                         {"ParentDxgHwQueue", kPointer, kNeeded}};
constexpr KnownField kNode[] = {{"pDxgAdapter", kPointer, kNeeded},
                                {"NodeOrdinal", kU32, kNeeded},
                                {"EngineType", kU32, kNeeded}};
constexpr KnownField kDmaStartFields[] = {{"hContext", kPointer, kNeeded},
                                          {"hQueuePacketContext", kPointer},
                                          {"PacketType", kU32},
                                          {"uliSubmissionId", kU64},
                                          {"ulQueueSubmitSequence", kU32, kNeeded}};
constexpr KnownField kDmaInfoFields[] = {{"hContext", kPointer, kNeeded},
                                         {"PacketType", kU32},
                                         {"uliCompletionId", kU64},
                                         {"ulQueueSubmitSequence", kU32, kNeeded}};
constexpr KnownField kPacketStartFields[] = {
    {"hContext", kPointer, kNeeded},   {"PacketType", kU32, kNeeded},
    {"SubmitSequence", kU32, kNeeded}, {"DmaBufferSize", kU64},
    {"AllocationListSize", kU32},      {"PatchLocationListSize", kU32},
    {"bPresent", kBool, kNeeded}};
constexpr KnownField kPacketStopFields[] = {{"hContext", kPointer, kNeeded},
                                            {"PacketType", kU32},
                                            {"SubmitSequence", kU32, kNeeded},
                                            {"bPreempted", kBool, kNeeded}};
constexpr KnownField kFencePacket[] = {{"hContext", kPointer, kNeeded},
                                       {"SubmitSequence", kU32, kNeeded}};
constexpr KnownField kVsync[] = {{"pDxgAdapter", kPointer},        {"VidPnTargetId", kU32},
                                 {"ScannedPhysicalAddress", kU64}, {"VidPnSourceId", kU32, kNeeded},
                                 {"FrameNumber", kU32, kNeeded},   {"FrameQPCTime", kU64, kNeeded},
                                 {"hFlipDevice", kPointer},        {"FlipType", kU32},
                                 {"FlipFenceId", kU64, kTaken}};
constexpr KnownField kVsyncPlanes[] = {{"pDxgAdapter", kPointer},
                                       {"PlaneCount", kU32},
                                       {"ScannedPhysicalAddress", kU64, kTaken, 1},
                                       {"VidPnSourceId", kU32, kNeeded},
                                       {"FrameNumber", kU32, kNeeded},
                                       {"FlipEntryCount", kU32},
                                       {"FlipSubmitSequence", kU64, kTaken, 5}};

// ---- how presents come to the screen

constexpr KnownField kBlitFields[] = {
    {"hwnd", kPointer, kNeeded},           {"pDmaBuffer", kPointer},
    {"PresentHistoryToken", kU64},         {"hSourceAllocation", kPointer},
    {"hDestAllocation", kPointer},         {"bSubmit", kBool},
    {"bRedirectedPresent", kBool, kNeeded}};
constexpr KnownField kFlipFields[] = {
    {"pDmaBuffer", kPointer},        {"VidPnSourceId", kU32},   {"FlipToAllocation", kPointer},
    {"FlipInterval", kU32, kNeeded}, {"FlipWithNoWait", kBool}, {"MMIOFlip", kBool, kNeeded}};
constexpr KnownField kFlipPlanesFields[] = {{"VidPnSourceId", kU32, kTaken},
                                            {"LayerIndex", kU32, kTaken}};
constexpr KnownField kMmioFlipFields[] = {{"pDxgAdapter", kPointer},
                                          {"VidPnSourceId", kU32, kTaken},
                                          {"FlipSubmitSequence", kU32, kNeeded},
                                          {"FlipToDriverAllocation", kPointer},
                                          {"FlipToPhysicalAddress", kU64},
                                          {"FlipToSegmentId", kU32},
                                          {"FlipPresentId", kU32},
                                          {"FlipPhysicalAdapterMask", kU32},
                                          {"Flags", kU32, kNeeded}};
// The old versions have no status.  In the later ones it is not known what lies before it, but how
// much that is.
constexpr KnownField kMmioFlipPlanes0[] = {{"pDxgAdapter", kPointer},
                                           {"VidPnSourceId", kU32, kTaken},
                                           {"LayerIndex", kU32, kTaken},
                                           {"FlipSubmitSequence", kU64, kNeeded}};
constexpr KnownField kMmioFlipPlanes2[] = {{"pDxgAdapter", kPointer},
                                           {"VidPnSourceId", kU32, kTaken},
                                           {"LayerIndex", kU32, kTaken},
                                           {"FlipSubmitSequence", kU64, kNeeded},
                                           {"", kU64},
                                           {"", kU64},
                                           {"", kU64},
                                           {"", kU64},
                                           {"", kU64},
                                           {"", kU64},
                                           {"", kU64},
                                           {"", kU64},
                                           {"", kU64},
                                           {"", kU64},
                                           {"FlipEntryStatusAfterFlip", kU32, kTaken}};
constexpr KnownField kIndependentFlipFields[] = {{"pDxgAdapter", kPointer},
                                                 {"SubmitSequence", kU32, kNeeded},
                                                 {"VidPnSourceId", kU32},
                                                 {"FlipToAllocation", kPointer},
                                                 {"FlipInterval", kU32, kNeeded}};
constexpr KnownField kHistoryFields[] = {{"hAdapter", kPointer},
                                         {"Token", kPointer, kNeeded},
                                         {"Model", kU32, kNeeded},
                                         {"TokenSize", kU32},
                                         {"TokenData", kU64, kTaken}};
constexpr KnownField kHistoryDoneFields[] = {{"hAdapter", kPointer}, {"Token", kPointer, kNeeded}};
constexpr KnownField kPresentInfoFields[] = {{"hContext", kU32}, {"hWindow", kPointer, kTaken}};
constexpr KnownField kTokenFields[] = {{"hCompositionSurface", kPointer},
                                       {"hRenderTarget", kPointer},
                                       {"SwapChainIndex", kU32},
                                       {"PresentCount", kU64, kNeeded},
                                       {"CompositionSurfaceLuid", kU64, kNeeded},
                                       {"BindId", kU64, kNeeded}};
constexpr KnownField kTokenStateFields[] = {{"pCompositionSurfaceObject", kPointer},
                                            {"SwapChainIndex", kU32},
                                            {"PresentCount", kU32, kNeeded},
                                            {"FenceValue", kU64},
                                            {"NewState", kU32, kNeeded},
                                            {"IndependentFlip", kBool, kTaken},
                                            {"Flags", kU32, kTaken},
                                            {"CompositionSurfaceLuid", kU64, kNeeded},
                                            {"BindId", kU64, kNeeded}};
constexpr KnownField kSurfaceUpdateFields[] = {
    {"luidSurface", kU64, kNeeded}, {"bindId", kU64, kNeeded}, {"PresentCount", kU64, kNeeded}};
// What stands between them is not known.
constexpr KnownField kFlipChainFields[] = {
    {"ulFlipChain", kU32, kNeeded}, {"ulSerialNumber", kU32, kNeeded}, {"hwnd", kPointer, kTaken}};

// ---- what drivers tell of flips

constexpr FieldType kByte = FieldType::kUint8;
// Needed only in the versions that have it: the eighth and later.
constexpr KnownField kMmioFlipPlanes3Fields[] = {{"VidPnSourceId", kU32, kTaken},
                                                 {"PlaneCount", kU32, kTaken},
                                                 {"PresentId", kU64, kTaken, 1},
                                                 {"LayerIndex", kU32, kTaken, 1},
                                                 {"FlipSubmitSequence", kU64, kTaken}};
constexpr KnownField kPresentFrameTypeFields[] = {{"FrameId", kU32}, {"FrameType", kByte, kNeeded}};
constexpr KnownField kFlipFrameTypeFields[] = {{"VidPnSourceId", kU32, kNeeded},
                                               {"LayerIndex", kU32, kNeeded},
                                               {"PresentId", kU64, kNeeded},
                                               {"FrameType", kByte, kNeeded}};
constexpr KnownField kFlipRequestFields[] = {{"alloc", kU64, kNeeded},
                                             {"vidPnSourceId", kU32, kNeeded},
                                             {"ts", kU64, kNeeded},
                                             {"token", kU32, kNeeded}};

constexpr KnownField kInputRead[] = {{"DeviceType", kU32, kNeeded}};
constexpr KnownField kInputTaken[] = {{"CallbackCount", kI8}, {"hwnd", kPointer, kNeeded}};

constexpr KnownField kInputTransformFields[] = {{"hwnd", kPointer, kNeeded}};

constexpr KnownField kProcessStart0[] = {{"ProcessID", kU32, kNeeded},
                                         {"CreateTime", kTime},
                                         {"ParentProcessID", kU32, kNeeded},
                                         {"SessionID", kU32, kNeeded},
                                         {"ImageName", kText, kNeeded}};
constexpr KnownField kProcessStart1[] = {
    {"ProcessID", kU32, kNeeded}, {"CreateTime", kTime}, {"ParentProcessID", kU32, kNeeded},
    {"SessionID", kU32, kNeeded}, {"Flags", kU32},       {"ImageName", kText, kNeeded}};
constexpr KnownField kProcessStopFields[] = {{"ProcessID", kU32, kNeeded},
                                             {"CreateTime", kTime},
                                             {"ExitTime", kTime},
                                             {"ExitCode", kU32, kNeeded}};

constexpr Provider kDxgi = Provider::kDxgi, kD3d9 = Provider::kD3d9, kKernel = Provider::kDxgKrnl,
                   kWin32k = Provider::kWin32k, kProcess = Provider::kKernelProcess,
                   kDwm = Provider::kDwm, kD3d12 = Provider::kD3d12,
                   kIntel = Provider::kIntelPresents, kNvidia = Provider::kNvidiaDisplay;
constexpr Table kQueue = Table::kGpuQueue, kScreen = Table::kDisplay;

// A first version behind the last: there is none of which we know where the fields lie.
constexpr std::uint8_t kDescribedOnly = 255;

constexpr KnownEvent kEvents[] = {
    {kDxgi, kDxgiPresentStart, Table::kPresent, 0, 255, kDxgiStart},
    {kDxgi, kDxgiPresentStop, Table::kPresent, 0, 255, kResult},
    {kDxgi, kDxgiPlanesStart, Table::kPresent, 0, 255, kDxgiStart},
    {kDxgi, kDxgiPlanesStop, Table::kPresent, 0, 255, kResult},
    {kD3d9, kD3d9PresentStart, Table::kPresent, 0, 255, kD3d9Start},
    {kD3d9, kD3d9PresentStop, Table::kPresent, 0, 255, kResult},
    {kD3d12, kPipelineStart, Table::kCall, 0, 255, {}},
    {kD3d12, kPipelineStop, Table::kCall, 0, 255, {}},
    {kKernel, kVsyncDpc, Table::kVsync, 0, 255, kVsync},
    {kKernel, kDeviceStart, kQueue, 0, 255, kDevice},
    {kKernel, kDeviceThere, kQueue, 0, 255, kDevice},
    {kKernel, kContextStart, kQueue, 0, 255, kContext},
    {kKernel, kContextStop, kQueue, 0, 255, kContext},
    {kKernel, kContextThere, kQueue, 0, 255, kContext},
    {kKernel, kDmaStart, kQueue, 0, 255, kDmaStartFields},
    {kKernel, kDmaInfo, kQueue, 0, 255, kDmaInfoFields},
    {kKernel, kPacketStart, kQueue, 0, 255, kPacketStartFields},
    {kKernel, kPacketStop, kQueue, 0, 255, kPacketStopFields},
    {kKernel, kWaitStart, kQueue, 0, 255, kFencePacket},
    {kKernel, kSignalStart, kQueue, 0, 255, kFencePacket},
    {kKernel, kNodeMetadata, kQueue, 0, 255, kNode},
    {kKernel, kVsyncDpcPlanes, Table::kVsync, 0, 255, kVsyncPlanes},
    {kKernel, kHsyncDpcPlanes, kScreen, 0, 255, kVsyncPlanes},
    {kKernel, kBlit, kScreen, 0, 255, kBlitFields},
    {kKernel, kBlitCancel, kScreen, 0, 255, {}},
    {kKernel, kFlip, kScreen, 0, 255, kFlipFields},
    {kKernel, kFlipPlanes, kScreen, 0, 255, kFlipPlanesFields},
    {kKernel, kIndependentFlip, kScreen, 0, 255, kIndependentFlipFields},
    {kKernel, kMmioFlip, kScreen, 0, 255, kMmioFlipFields},
    // First the one with all fields: what is described is looked for by it.
    {kKernel, kMmioFlipPlanes, kScreen, 2, 255, kMmioFlipPlanes2},
    {kKernel, kMmioFlipPlanes, kScreen, 0, 1, kMmioFlipPlanes0},
    {kKernel, kHistoryStart, kScreen, 0, 255, kHistoryFields},
    {kKernel, kHistoryDetailed, kScreen, 0, 255, kHistoryFields},
    {kKernel, kHistoryDone, kScreen, 0, 255, kHistoryDoneFields},
    {kKernel, kPresentInfo, kScreen, 0, 255, kPresentInfoFields},
    {kKernel, kMmioFlipPlanes3, kScreen, kDescribedOnly, 0, kMmioFlipPlanes3Fields},
    {kIntel, kPresentFrameType, kScreen, 0, 1, kPresentFrameTypeFields},
    {kIntel, kFlipFrameType, kScreen, 0, 1, kFlipFrameTypeFields},
    {kNvidia, kFlipRequest, kScreen, kDescribedOnly, 0, kFlipRequestFields},
    {kWin32k, kToken, kScreen, 0, 255, kTokenFields},
    {kWin32k, kTokenState, kScreen, 0, 255, kTokenStateFields},
    {kDwm, kDwmSchedulePresent, kScreen, 0, 255, {}},
    {kDwm, kDwmGetHistory, kScreen, 0, 255, {}},
    {kDwm, kDwmChainPending, kScreen, kDescribedOnly, 0, kFlipChainFields},
    {kDwm, kDwmChainComplete, kScreen, kDescribedOnly, 0, kFlipChainFields},
    {kDwm, kDwmChainDirty, kScreen, kDescribedOnly, 0, kFlipChainFields},
    {kDwm, kDwmSurfaceUpdate, kScreen, 0, 255, kSurfaceUpdateFields},
    {kWin32k, kInputTransform, Table::kInput, 0, 255, kInputTransformFields},
    {kKernel, kHardwareQueueStart, kQueue, 0, 255, kHardwareQueue},
    {kKernel, kHardwareQueueThere, kQueue, 0, 255, kHardwareQueue},
    {kWin32k, kRetrieveMessage, Table::kInput, 0, 255, kInputTaken},
    {kWin32k, kDeviceRead, Table::kInput, 0, 255, kInputRead},
    {kProcess, kProcessStart, Table::kProcess, 0, 0, kProcessStart0},
    {kProcess, kProcessStart, Table::kProcess, 1, 1, kProcessStart1},
    {kProcess, kProcessStop, Table::kProcess, 0, 1, kProcessStopFields},
    {kProcess, kProcessRundown, Table::kProcess, 0, 0, kProcessStart0},
    {kProcess, kProcessRundown, Table::kProcess, 1, 1, kProcessStart1},
};

}  // namespace

const char* name_of(Provider provider) {
    constexpr const char* kNames[] = {"Microsoft-Windows-DXGI",
                                      "Microsoft-Windows-D3D9",
                                      "Microsoft-Windows-DxgKrnl",
                                      "Microsoft-Windows-Win32k",
                                      "Microsoft-Windows-Kernel-Process",
                                      "Microsoft-Windows-Dwm-Core",
                                      "Microsoft-Windows-Direct3D12",
                                      "Intel-PresentMon",
                                      "NVIDIA display driver"};
    return provider == Provider::kNone ? "" : kNames[static_cast<unsigned>(provider)];
}

Provider provider_of(const std::uint8_t* guid) {
    for (unsigned i = 0; i < std::size(kProviders); ++i) {
        if (equal(guid, kProviders[i])) return static_cast<Provider>(i);
    }
    return Provider::kNone;
}

std::array<std::uint8_t, 16> guid_of(Provider provider) {
    const Guid& guid = kProviders[static_cast<unsigned>(provider)];
    std::array<std::uint8_t, 16> bytes{};
    std::memcpy(bytes.data(), &guid.first, 4);
    std::memcpy(bytes.data() + 4, &guid.second, 2);
    std::memcpy(bytes.data() + 6, &guid.third, 2);
    std::memcpy(bytes.data() + 8, guid.rest.data(), 8);
    return bytes;
}

std::span<const KnownEvent> known_events() {
    return kEvents;
}

const KnownEvent* find_known(Provider provider, std::uint16_t id) {
    for (const KnownEvent& each : kEvents) {
        if (each.provider == provider && each.id == id) return &each;
    }
    return nullptr;
}

const KnownEvent* find_known(Provider provider, std::uint16_t id, std::uint8_t version) {
    for (const KnownEvent& each : kEvents) {
        if (each.provider == provider && each.id == id && version >= each.first_version &&
            version <= each.last_version)
            return &each;
    }
    return nullptr;
}

}  // namespace benchlab::etl
