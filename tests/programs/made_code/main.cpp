// made_code SECONDS: writes functions into memory as a compiler does while it runs, lists them in
// /tmp/perf-PID.map, and calls them in turn.  What it leaves in /tmp is whoever calls it to remove.
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

constexpr std::size_t kRoom = 4096, kSpacing = 64;

// mov ecx, COUNT; dec ecx; jnz to the dec; ret: with a frame, so that who called it is found.
#if defined(__x86_64__)
constexpr std::array<unsigned char, 15> kLoop = {0x55, 0x48, 0x89, 0xe5, 0xb9, 0x00, 0x00, 0x04,
                                                 0x00, 0xff, 0xc9, 0x75, 0xfc, 0x5d, 0xc3};
#else
constexpr std::array<unsigned char, 0> kLoop = {};
#endif

constexpr std::array<const char*, 3> kNames = {"made_first", "made second<int>", "made_third"};

}  // namespace

int main(int argc, char** argv) {
    if (kLoop.empty()) return 77;
    const double seconds = argc > 1 ? std::atof(argv[1]) : 1;
    void* const room =
        ::mmap(nullptr, kRoom, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return 1;
    auto* const code = static_cast<unsigned char*>(room);
    // By its own number, as other programs do.
    const std::string path = "/tmp/perf-" + std::to_string(::getpid()) + ".map";
    std::FILE* const list = std::fopen(path.c_str(), "w");
    if (list == nullptr) return 1;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        std::memcpy(code + i * kSpacing, kLoop.data(), kLoop.size());
        std::fprintf(
            list, "%llx %zx %s\n",
            static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(code + i * kSpacing)),
            kLoop.size(), kNames[i]);
    }
    std::fclose(list);
    if (::mprotect(room, kRoom, PROT_READ | PROT_EXEC) != 0) return 1;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (std::chrono::steady_clock::now() < end) {
        for (std::size_t i = 0; i < kNames.size(); ++i)
            reinterpret_cast<void (*)()>(reinterpret_cast<std::uintptr_t>(code + i * kSpacing))();
    }
    std::printf("%s\n", path.c_str());
}
