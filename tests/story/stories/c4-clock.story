# One story for three clocks: story2etl --clock qpc, system and tsc must give the same frames.
#
# All times are whole ticks of each clock (100 ns, 100 ns and 1/3 ns), so they come out exact.
# Presents at 1.5, 18.1, 34.8, 51.4001 ms: frames of 16.6, 16.7 and 16.6001 ms, mean
# 49.9001 / 3 = 16.633367 ms.  Each is in Present for 0.2 ms.  The DPC runs 20-20.0357 = 35.7 us.
# The disk takes the request of 40 ms at 40.1 and has done it at 40.5.
machine: cpus 1; clock 10MHz; mhz 3000
window: 0 to 60

process game.exe 10
thread 11 "render" in game.exe
image gpu.sys base 0xfffff80010000000 size 0x100000

at 0 cpu 0: switch idle -> 11
at 1.5: present 11 chain 0x1 for 0.2
at 18.1: present 11 chain 0x1 for 0.2
at 20 cpu 0: dpc gpu.sys+0x100 for 35.7us
at 34.8: present 11 chain 0x1 for 0.2
at 40: disk read by 11 queued 0.1 for 0.4 bytes 4KiB
at 51.4001: present 11 chain 0x1 for 0.2
at 55 cpu 0: switch 11 -> idle waiting UserRequest
