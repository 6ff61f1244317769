#include "screen.hpp"

#include "providers.hpp"

namespace benchlab::story {

namespace {

// Queue of the flips, which are no work of the GPU.
constexpr std::uint64_t kFlipQueue = 0xFFFFA80000F11B00;
constexpr std::uint64_t kAdapter = 0xFFFFA80000010000;
constexpr std::uint32_t kFlipPacket = 3;

std::uint64_t token_of(std::uint32_t sequence) {
    return 0xFFFFF8A000000000 + sequence * std::uint64_t{0x40};
}

// A chain of pictures over its serial number.
constexpr std::uint32_t kFlipChain = 0x17;
std::uint64_t token_data_of(std::uint32_t sequence) {
    return std::uint64_t{kFlipChain} << 32 | sequence;
}

std::uint64_t present_id_of(std::uint32_t sequence) {
    return 0x700000000 + sequence;
}

std::uint8_t type_number(std::string_view type) {
    return type == "Application" ? 1 : type == "Repeated" ? 2 : type == "Intel XeSS-FG" ? 50 : 100;
}

}  // namespace

ScreenRecords::Way ScreenRecords::way_of(std::string_view mode) {
    if (mode == "Hardware: Legacy Flip") return Way::kFlip;
    if (mode == "Hardware: Legacy Copy to front buffer") return Way::kCopy;
    if (mode == "Hardware: Independent Flip") return Way::kIndependent;
    if (mode == "Hardware Composed: Independent Flip") return Way::kBesidePlanes;
    if (mode == "Composed: Flip") return Way::kComposed;
    if (mode == "Composed: Copy with GPU GDI") return Way::kCopied;
    return mode == "Composed: Copy with CPU GDI" ? Way::kGdi : Way::kNone;
}

void ScreenRecords::present(std::uint32_t cpu, const Present& present) {
    const Way way = way_of(present.mode);
    if (way == Way::kNone) return;
    cpu_ = cpu;
    Picture picture;
    picture.way = way;
    picture.tid = present.thread.id;
    picture.sequence = ++sequence_;
    picture.source = present.source;
    picture.surface = present.chain.value;
    picture.window = present.window.value == 0 ? 0x10010 : present.window.value;
    picture.tears = present.tearing != 0;
    switch (way) {
        case Way::kFlip:
            flip(picture.tid, static_cast<std::uint32_t>(present.sync));
            break;
        case Way::kCopy:
        case Way::kCopied:
            blit(picture, false);
            break;
        case Way::kGdi:
            blit(picture, true);
            break;
        default: {
            NamedFields surface = fields();
            surface.pointer("hCompositionSurface", 0).pointer("hRenderTarget", 0);
            surface.u32("SwapChainIndex", 0).u64("PresentCount", picture.sequence);
            surface.u64("CompositionSurfaceLuid", picture.surface).u64("BindId", 1);
            put_of(kWin32k, 201, picture.tid, surface);
            hand_in(picture);
            break;
        }
    }
    packet(picture.tid, picture.sequence, true);
    if (way == Way::kCopied || way == Way::kGdi) hand_in(picture);
    if (way == Way::kCopy) {
        put(184, picture.tid,
            fields().u32("hContext", 0).pointer("hWindow", session_.narrow(picture.window)));
    }
    pictures_[present.key.value] = picture;
}

bool ScreenRecords::display(std::uint32_t cpu, const Display& display) {
    const auto found = pictures_.find(display.present.value);
    if (found == pictures_.end()) return false;
    cpu_ = cpu;
    const Picture picture = found->second;
    if (display.type.empty()) {
        pictures_.erase(found);
    } else {
        found->second.is_shown = true;
        if (!picture.is_shown) flip_ids(picture);
    }
    if (!picture.is_shown) show(picture);
    if (!display.type.empty()) flip_type(picture, display.type);
    return true;
}

void ScreenRecords::show(const Picture& picture) {
    switch (picture.way) {
        case Way::kFlip:
            mmio_flip(picture);
            if (!picture.tears) refresh(picture);
            break;
        case Way::kIndependent:
        case Way::kBesidePlanes:
            surface_state(picture, 3, true);
            mmio_flip_planes(picture);
            if (picture.tears) break;
            picture.way == Way::kIndependent ? refresh(picture) : refresh_planes(picture);
            break;
        case Way::kComposed:
            surface_state(picture, 3, false);
            put_of(kDwmCore, 196, session_.running(cpu_),
                   fields()
                       .u64("luidSurface", picture.surface)
                       .u64("bindId", 1)
                       .u64("PresentCount", picture.sequence));
            desktop();
            break;
        case Way::kCopied: {
            NamedFields done = fields();
            done.pointer("hAdapter", 0)
                .pointer("Token", session_.narrow(token_of(picture.sequence)));
            put(172, picture.tid, done);
            put_of(kDwmCore, 64, session_.running(cpu_), fields());
            desktop();
            break;
        }
        case Way::kGdi:
            // Pending, and complete: the first of them says it.
            flip_chain(69, picture);
            flip_chain(70, picture);
            desktop();
            break;
        default:
            break;
    }
    packet(picture.tid, picture.sequence, false);
}

void ScreenRecords::put(std::uint16_t id, std::uint32_t tid, const NamedFields& fields,
                        std::uint8_t version) {
    session_.manifest(cpu_, session_.now(), graphics(kDxgKrnl, id, 0, kPerformance | 1, version),
                      tid, fields);
}

void ScreenRecords::put_of(const Guid& provider, std::uint16_t id, std::uint32_t tid,
                           const NamedFields& fields) {
    session_.manifest(cpu_, session_.now(), graphics(provider, id, 0, 1), tid, fields);
}

void ScreenRecords::blit(const Picture& picture, bool redirected) {
    NamedFields copy = fields();
    copy.pointer("hwnd", session_.narrow(picture.window)).pointer("pDmaBuffer", 0);
    copy.u64("PresentHistoryToken", 0).pointer("hSourceAllocation", 0);
    copy.pointer("hDestAllocation", 0).boolean("bSubmit", false);
    put(166, picture.tid, copy.boolean("bRedirectedPresent", redirected));
}

void ScreenRecords::flip(std::uint32_t tid, std::uint32_t interval) {
    NamedFields flip = fields();
    flip.pointer("pDmaBuffer", 0).u32("VidPnSourceId", 0).pointer("FlipToAllocation", 0);
    flip.u32("FlipInterval", interval).boolean("FlipWithNoWait", false);
    put(168, tid, flip.boolean("MMIOFlip", true));
}

void ScreenRecords::hand_in(const Picture& picture) {
    constexpr std::uint32_t kFlipModel = 3;
    NamedFields history = fields();
    history.pointer("hAdapter", 0).pointer("Token", session_.narrow(token_of(picture.sequence)));
    history.u32("Model", kFlipModel).u32("TokenSize", 0);
    put(171, picture.tid, history.u64("TokenData", token_data_of(picture.sequence)));
}

void ScreenRecords::packet(std::uint32_t tid, std::uint32_t sequence, bool begins) {
    NamedFields packet = fields();
    packet.pointer("hContext", session_.narrow(kFlipQueue)).u32("PacketType", kFlipPacket);
    packet.u32("SubmitSequence", sequence);
    if (begins) {
        packet.u64("DmaBufferSize", 0).u32("AllocationListSize", 0);
        packet.u32("PatchLocationListSize", 0).boolean("bPresent", false).pointer("hDmaBuffer", 0);
    } else {
        packet.boolean("bPreempted", false).boolean("bTimeouted", false);
    }
    session_.manifest(cpu_, session_.now(), begins ? kQueuePacketStart : kQueuePacketStop, tid,
                      packet);
}

void ScreenRecords::mmio_flip(const Picture& picture) {
    constexpr std::uint32_t kImmediate = 2;
    NamedFields flip = fields();
    flip.pointer("pDxgAdapter", session_.narrow(kAdapter)).u32("VidPnSourceId", picture.source);
    flip.u32("FlipSubmitSequence", picture.sequence).pointer("FlipToDriverAllocation", 0);
    flip.u64("FlipToPhysicalAddress", 0).u32("FlipToSegmentId", 0).u32("FlipPresentId", 0);
    flip.u32("FlipPhysicalAdapterMask", 0).u32("Flags", picture.tears ? kImmediate : 0);
    put(116, session_.running(cpu_), flip);
}

void ScreenRecords::mmio_flip_planes(const Picture& picture) {
    constexpr std::uint32_t kWaitsForVsync = 5, kComplete = 11;
    NamedFields flip = fields();
    flip.pointer("pDxgAdapter", session_.narrow(kAdapter)).u32("VidPnSourceId", picture.source);
    flip.u32("LayerIndex", 0);
    flip.u64("FlipSubmitSequence", std::uint64_t{picture.sequence} << 32);
    for (int i = 0; i < 10; ++i) flip.u64("Rest", 0);
    flip.u32("FlipEntryStatusAfterFlip", picture.tears ? kComplete : kWaitsForVsync);
    put(259, session_.running(cpu_), flip, 2);
}

void ScreenRecords::refresh(const Picture& picture) {
    NamedFields refresh = fields();
    refresh.pointer("pDxgAdapter", session_.narrow(kAdapter)).u32("VidPnTargetId", 0);
    refresh.u64("ScannedPhysicalAddress", 0).u32("VidPnSourceId", picture.source);
    refresh.u32("FrameNumber", ++frames_).i64("FrameQPCTime", session_.ticks(session_.now()));
    refresh.pointer("hFlipDevice", 0).u32("FlipType", 0);
    refresh.u64("FlipFenceId", std::uint64_t{picture.sequence} << 32);
    session_.manifest(cpu_, session_.now(), kVsyncDpc, session_.running(cpu_), refresh);
}

// Two planes, both with a picture; arrays have no names here, so no file describes it.
void ScreenRecords::refresh_planes(const Picture& picture) {
    Bytes planes;
    planes.put_pointer(session_.narrow(kAdapter), session_.pointer());
    planes.put(std::uint32_t{2});
    planes.put(std::uint64_t{0x1000});
    planes.put(std::uint64_t{0x2000});
    planes.put(picture.source);
    planes.put(++frames_);
    planes.put(std::uint32_t{1});
    planes.put(std::uint64_t{picture.sequence} << 32);
    session_.manifest(cpu_, session_.now(), graphics(kDxgKrnl, 273, 0, kPerformance | 1),
                      session_.running(cpu_), std::span<const std::uint8_t>(planes));
}

void ScreenRecords::surface_state(const Picture& picture, std::uint32_t state, bool independent) {
    NamedFields change = fields();
    change.pointer("pCompositionSurfaceObject", 0).u32("SwapChainIndex", 0);
    change.u32("PresentCount", picture.sequence).u64("FenceValue", 0).u32("NewState", state);
    change.boolean("IndependentFlip", independent).u32("Flags", 0);
    change.u64("CompositionSurfaceLuid", picture.surface).u64("BindId", 1);
    put_of(kWin32k, 301, session_.running(cpu_), change);
}

// The numbers by which the driver names the planes of a flip.
void ScreenRecords::flip_ids(const Picture& picture) {
    NamedFields ids = fields();
    ids.pointer("pDxgAdapter", session_.narrow(kAdapter)).u32("VidPnSourceId", picture.source);
    ids.u32("PlaneCount", 2).u64s("PresentId", "PlaneCount", {present_id_of(picture.sequence), 0});
    ids.u32s("LayerIndex", "PlaneCount", {0, 1});
    put(386, session_.running(cpu_), ids.u32("FlipSubmitSequence", picture.sequence), 8);
}

void ScreenRecords::flip_type(const Picture& picture, std::string_view type) {
    NamedFields flip = fields();
    flip.u32("VidPnSourceId", picture.source).u32("LayerIndex", 0);
    flip.u64("PresentId", present_id_of(picture.sequence));
    put_of(kIntelPresents, 2, session_.running(cpu_), flip.u8("FrameType", type_number(type)));
}

void ScreenRecords::flip_chain(std::uint16_t id, const Picture& picture) {
    NamedFields chain = fields();
    chain.u32("ulFlipChain", kFlipChain).u32("ulSerialNumber", picture.sequence);
    put_of(kDwmCore, id, session_.compositor_thread(),
           chain.pointer("hwnd", session_.narrow(picture.window)));
}

// The compositor puts what it has on the screen, by a flip of its own.
void ScreenRecords::desktop() {
    Picture own;
    own.tid = session_.compositor_thread();
    own.sequence = ++sequence_;
    put_of(kDwmCore, 15, own.tid, fields());
    flip(own.tid, 1);
    packet(own.tid, own.sequence, true);
    mmio_flip(own);
    refresh(own);
    packet(own.tid, own.sequence, false);
}

}  // namespace benchlab::story
