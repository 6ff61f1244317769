// mem/streams-inl.hpp: loops over a buffer in several streams, for values of any width.  Included
// once for each instruction set, inside the namespace of its own that Highway makes for it, hence a
// guard of that kind.
#if defined(BENCHLAB_MEM_STREAMS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef BENCHLAB_MEM_STREAMS_INL
#undef BENCHLAB_MEM_STREAMS_INL
#else
#define BENCHLAB_MEM_STREAMS_INL
#endif

// `Wide` is as Wide16 in wide.hpp.  A loop goes through `Streams` equal parts of the buffer side by
// side, with eight accesses a turn, then through the rest, which is shorter than a turn of every
// stream, line by line.

inline constexpr std::size_t kAccesses = 8;
template <std::size_t Count>
using Indices = std::make_index_sequence<Count>;

template <class Wide, std::size_t Streams>
struct Cut {
    static constexpr std::size_t kEach = kAccesses / Streams;          // accesses to one stream
    static constexpr std::uint64_t kStep = kEach * Wide::kBytes;       // bytes of it, a turn
    static constexpr std::size_t kInLine = kLoopBytes / Wide::kBytes;  // accesses to one line
    explicit Cut(std::uint64_t bytes)
        : turns(bytes / Streams / kStep),
          part(turns * kStep),
          rest((bytes - part * Streams) / kLoopBytes) {}
    std::uint64_t turns, part, rest;
};

template <class Byte, std::size_t... S>
BENCHLAB_INLINE void begin_streams(Byte* (&at)[sizeof...(S)], Byte* base, std::uint64_t part,
                                   std::index_sequence<S...>) {
    ((at[S] = base + S * part), ...);
}

template <class Byte, std::size_t... S>
BENCHLAB_INLINE void advance_streams(Byte* (&at)[sizeof...(S)], std::uint64_t step,
                                     std::index_sequence<S...>) {
    ((at[S] += step, hide(at[S])), ...);
}

template <class Wide, std::size_t Each, std::size_t Streams, std::size_t... I>
BENCHLAB_INLINE void add_all(typename Wide::Value (&sums)[kAccesses],
                             const unsigned char* const (&at)[Streams], std::index_sequence<I...>) {
    ((sums[I] = Wide::add(sums[I], Wide::load(at[I / Each] + I % Each * Wide::kBytes))), ...);
}

template <class Wide, std::size_t... I>
BENCHLAB_INLINE std::uint64_t total_of(const typename Wide::Value (&sums)[kAccesses],
                                       std::index_sequence<I...>) {
    typename Wide::Value total = Wide::both(0);
    ((total = Wide::add(total, sums[I])), ...);
    return Wide::sum(total);
}

template <class Wide, std::size_t... I>
BENCHLAB_INLINE void clear_all(typename Wide::Value (&sums)[kAccesses], std::index_sequence<I...>) {
    ((sums[I] = Wide::both(0)), ...);
}

template <class Wide, std::size_t Streams>
BENCHLAB_INLINE std::uint64_t read_streams(const void* from, std::uint64_t bytes,
                                           std::uint64_t passes) {
    using Cuts = Cut<Wide, Streams>;
    const Cuts cut(bytes);
    const auto* const base = static_cast<const unsigned char*>(from);
    typename Wide::Value sums[kAccesses];
    clear_all<Wide>(sums, Indices<kAccesses>());
    for (; passes != 0; --passes) {
        memory_barrier();  // else one pass could stand for all
        const unsigned char* at[Streams];
        begin_streams(at, base, cut.part, Indices<Streams>());
        for (std::uint64_t left = cut.turns; left != 0; --left) {
            add_all<Wide, Cuts::kEach>(sums, at, Indices<kAccesses>());
            advance_streams(at, Cuts::kStep, Indices<Streams>());
        }
        const unsigned char* line[1] = {base + cut.part * Streams};
        for (std::uint64_t left = cut.rest; left != 0; --left) {
            add_all<Wide, kAccesses>(sums, line, Indices<Cuts::kInLine>());
            advance_streams(line, kLoopBytes, Indices<1>());
        }
    }
    return total_of<Wide>(sums, Indices<kAccesses>());
}

// Past the caches with `Past`, else regular stores.
template <class Wide, bool Past>
BENCHLAB_INLINE void put(unsigned char* to, typename Wide::Value value) {
    if constexpr (Past) {
        Wide::stream(to, value);
    } else {
        Wide::store(to, value);
    }
}

template <class Wide, bool Past, std::size_t Each, std::size_t Streams, std::size_t... I>
BENCHLAB_INLINE void put_all(unsigned char* const (&at)[Streams], typename Wide::Value value,
                             std::index_sequence<I...>) {
    (put<Wide, Past>(at[I / Each] + I % Each * Wide::kBytes, value), ...);
}

template <class Wide, std::size_t Streams, bool Past>
BENCHLAB_INLINE void write_streams(void* to, std::uint64_t bytes, std::uint64_t passes) {
    using Cuts = Cut<Wide, Streams>;
    const Cuts cut(bytes);
    auto* const base = static_cast<unsigned char*>(to);
    for (std::uint64_t pass = 1; pass <= passes; ++pass) {
        const typename Wide::Value value = Wide::both(written_word(pass));
        unsigned char* at[Streams];
        begin_streams(at, base, cut.part, Indices<Streams>());
        for (std::uint64_t left = cut.turns; left != 0; --left) {
            put_all<Wide, Past, Cuts::kEach>(at, value, Indices<kAccesses>());
            advance_streams(at, Cuts::kStep, Indices<Streams>());
        }
        unsigned char* line[1] = {base + cut.part * Streams};
        for (std::uint64_t left = cut.rest; left != 0; --left) {
            put_all<Wide, Past, kAccesses>(line, value, Indices<Cuts::kInLine>());
            advance_streams(line, kLoopBytes, Indices<1>());
        }
        if constexpr (Past) Wide::fence();
        memory_barrier();
    }
}

// All loads of a turn come before its stores.
template <class Wide, bool Past, std::size_t Each, std::size_t Streams, std::size_t... I>
BENCHLAB_INLINE void copy_all(unsigned char* const (&to)[Streams],
                              const unsigned char* const (&from)[Streams],
                              std::index_sequence<I...>) {
    const typename Wide::Value values[] = {Wide::load(from[I / Each] + I % Each * Wide::kBytes)...};
    (put<Wide, Past>(to[I / Each] + I % Each * Wide::kBytes, values[I]), ...);
}

template <class Wide, std::size_t Streams, bool Past>
BENCHLAB_INLINE void copy_streams(void* to, const void* from, std::uint64_t bytes,
                                  std::uint64_t passes) {
    using Cuts = Cut<Wide, Streams>;
    const Cuts cut(bytes);
    auto* const into = static_cast<unsigned char*>(to);
    const auto* const source = static_cast<const unsigned char*>(from);
    for (; passes != 0; --passes) {
        unsigned char* at[Streams];
        const unsigned char* of[Streams];
        begin_streams(at, into, cut.part, Indices<Streams>());
        begin_streams(of, source, cut.part, Indices<Streams>());
        for (std::uint64_t left = cut.turns; left != 0; --left) {
            copy_all<Wide, Past, Cuts::kEach>(at, of, Indices<kAccesses>());
            advance_streams(at, Cuts::kStep, Indices<Streams>());
            advance_streams(of, Cuts::kStep, Indices<Streams>());
        }
        unsigned char* line[1] = {into + cut.part * Streams};
        const unsigned char* of_line[1] = {source + cut.part * Streams};
        for (std::uint64_t left = cut.rest; left != 0; --left) {
            copy_all<Wide, Past, kAccesses>(line, of_line, Indices<Cuts::kInLine>());
            advance_streams(line, kLoopBytes, Indices<1>());
            advance_streams(of_line, kLoopBytes, Indices<1>());
        }
        if constexpr (Past) Wide::fence();
        memory_barrier();
    }
}

#endif
