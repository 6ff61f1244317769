# The GPU is what frames wait for: a game that is ready after 3 ms of each 10 ms and waits in Present
# for the GPU.  What must come out of each of its frames but the first, by PresentMon's definitions
# (begin of a frame: where Present returned before):
#
# Times between calls of Present 10 ms; CPU busy 3, CPU wait and time in Present 7, app frame time 10.
# GPU: begins at 1, so latency 1; ends at 9.5, so GPU time 8.5, and 6.5 after the call of Present at 3;
#   at work from 1 to 8 and from 9 to 9.5, so busy 7.5 and wait 1.
# Video engines: 2.  The browser's work on the GPU, from 0 to 9, is not the game's.
machine: cpus 2; clock 10MHz
window: 0 to 210

process game.exe 100
process browser.exe 200
thread 101 "render" in game.exe
thread 201 "gpu" in browser.exe
queue 0xc1 in game.exe adapter 0xad node 0 engine 3d
queue 0xc2 in game.exe adapter 0xad node 5 engine decode
queue 0xd1 in browser.exe adapter 0xad node 1 engine compute

at 0 cpu 0: switch idle -> 101
repeat 21 every 10 {
    at 0.9: packet 0xc1 for 7 queued 0.1 by 101 sequence 1
    at 4: packet 0xc2 for 2 by 101 sequence 1
    at 0: packet 0xd1 for 9 by 201 sequence 1
    at 3 cpu 0: present 101 chain 0x51 for 7 sync 0
    at 3.5 cpu 0: packet 0xc1 for 0.5 queued 5.5 kind present by 101 sequence 2
}
