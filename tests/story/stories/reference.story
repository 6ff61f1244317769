# The scenario of the reference's analysis tests: two CPUs, 100 ms.  What must come out of it:
#
# CPU time: game.exe runs 0-40, 55-60 and 70-90 = 40 + 5 + 20 = 65 ms, 32.5 % of 2 x 100 ms;
#   other.exe runs 10-30 on CPU 1 and 60-70 on CPU 0 = 30 ms; dwm.exe never runs.
# Busy: CPU 0 65 + 10 = 75 ms = 75 %, CPU 1 20 ms = 20 %.  DPC: 42-44 = 2 % of CPU 0.
# Render thread 11: waits once, 40-50 = 10 ms, WrUserRequest; is ready 50-55 = 5 ms and, preempted
#   once by other.exe, 60-70 = 10 ms.
# Frames: presents at 10, 20, 30, 80: 10, 10, 50 ms; mean 70/3 = 23.333 ms, least 1000/50 = 20 fps.
#   Median 10, so with a factor of 2 the threshold is 20 ms and there is one stutter.
# The slow frame 30-80: running 30-40 + 55-60 + 70-80 = 25 ms, ready 5 + 10 = 15 ms, waiting 10 ms.
# Window 60-100: game.exe runs 70-90 = 20 ms, other.exe 10 ms, CPU 0 busy 30 of 40 ms = 75 %.
machine: cpus 2; clock 10MHz
window: 0 to 100

process game.exe 10
process other.exe 20
process dwm.exe 30
thread 11 "render" in game.exe
thread 21 in other.exe
thread 31 in dwm.exe
image ntoskrnl.exe base 0xfffff80000000000 size 0x1000000
image gpu.sys base 0xfffff80010000000 size 0x100000
image game.exe base 0x140000000 size 0x100000 in 10

at 0 cpu 0: switch idle -> 11
at 10 cpu 0: present 11 chain 0x1 for 0.2
at 10 cpu 1: switch idle -> 21
at 20 cpu 0: present 11 chain 0x1 for 0.2
at 30 cpu 0: present 11 chain 0x1 for 0.2
at 30 cpu 1: switch 21 -> idle waiting UserRequest
at 40 cpu 0: switch 11 -> idle waiting WrUserRequest
at 42 cpu 0: dpc gpu.sys+0x100 for 2
at 50 cpu 0: ready 11 from dpc
at 55 cpu 0: switch idle -> 11
at 60 cpu 0: ready 21 from interrupt; switch 11 -> 21 runnable
at 70 cpu 0: switch 21 -> 11 waiting UserRequest
at 80 cpu 0: present 11 chain 0x1 for 0.2
at 90 cpu 0: switch 11 -> idle waiting UserRequest
