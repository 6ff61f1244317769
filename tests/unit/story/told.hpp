// told.hpp: stories of the tests, and the files made of them as the walker sees them.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "story/etl/etl_writer.hpp"
#include "story/story.hpp"
#include "walker.hpp"

namespace benchlab::story_test {

inline ByteVector file_of(std::string_view text, const story::EtlOptions& options = {}) {
    story::MemoryOutput output;
    story::write_etl(story::parse_story(text), options, output);
    return output.bytes();
}

inline Walked walked(std::string_view text, const story::EtlOptions& options = {}) {
    return walk(file_of(text, options));
}

inline std::string read_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// One of tests/story/stories.
inline std::string read_story(const std::string& name) {
    return read_file(std::string(BENCHLAB_TEST_SOURCE_DIR) + "/tests/story/stories/" + name);
}

// Every kind of line that a trace file has a form for.
inline constexpr std::string_view kEverything = R"(
machine: cpus 2; clock 10MHz; mhz 3000
window: 0 to 1000
process System 4 session 0
process game.exe 100 parent 4 command "game.exe -dx12" from 0.5
image ntoskrnl.exe base 0xfffff80000000000 size 0x1000000
image game.exe base 0x140000000 size 1MiB in 100 id 0123456789ABCDEF0123456789ABCDEF2 pdb game.pdb
thread 101 "render" in game.exe start game.exe+0x10
thread 102 "worker" in game.exe from 0.6 to 900
file 0xffffa80012340000 "\Device\HarddiskVolume3\data.pak"
queue 0xc1 in game.exe adapter 0xad engine 3d
stack loop = game.exe+0x200 < game.exe+0x300
repeat 50 every 16.6 from 1 {
    at 0 cpu 0: switch idle -> render; ready worker by render stack loop
    sample render stack ntoskrnl.exe+0x40 < game.exe+0x10 < loop
    at 1.5 cpu 1: switch idle -> worker new-stack ntoskrnl.exe+0x60 < loop
    at 1.6 cpu 1: dpc ntoskrnl.exe+0x99 for 20us; isr ntoskrnl.exe+0x88 for 3us vector 129
    at 1.7 cpu 1: timer-dpc ntoskrnl.exe+0x99 for 2us; threaded-dpc ntoskrnl.exe+0x99 for 1us
    isr ntoskrnl.exe+0x88 for 5us vector 130 name msi
    at 2: fault worker for 0.3 address 0x7000 in game.exe+0x44 file 0xffffa80012340000
    at 2.1: disk read by worker queued 0.1 for 0.5 offset 1MiB bytes 64KiB file 0xffffa80012340000
    disk write by worker for 0.6; disk flush by worker for 0.7
    at 3: call worker NtWait for 0.4 object 0xfffff80000000100 result 258
    at 4 cpu 1: switch worker -> idle waiting WrQueue
    at 5 cpu 0: present render chain 0x1 for 0.2 sync 1
    present render chain 0x2 for 0.1 runtime d3d9
    at 5.4 cpu 0: packet 0xc1 queued 0.1 for 4.5 sequence 7; vsync 0 sequence 5
    input mouse read; mark "hello" by render
    at 6 cpu 0: switch render -> idle waiting WrUserRequest
}
)";

}  // namespace benchlab::story_test
