# One slow frame for each kind of root.  What must come out of it (render is 101, worker 102):
#
# Frames of render at 0, 5, 10, 15, 20 (normal, it runs 5 ms), then of 10 ms each at
#   30, 40, 50, 60, 70, 80:
# 20-30 hard fault: runs 20-21 and 28-30 = 3 ms, waits 21-28 = 7 ms within a fault of level.pak.
# 30-40 timer: runs 30-31 and 37-40 = 4 ms, waits 31-37 = 6 ms; a timer DPC of ntoskrnl.exe at
#   36.9-37.1 on CPU 0 wakes it at 37 and has the CPU for 0.1 ms of its running then: it runs 3.9 ms,
#   is interrupted by ntoskrnl.exe for 0.1 ms.
# 40-50 interrupt: runs 40-42 and 45-50 = 7 ms, waits 42-45 = 3 ms, woken by a DPC of net.sys that
#   lasts 44.9-45.2: it is interrupted for 0.2 ms and runs 6.8 ms.
# 50-60 interrupted: runs 10 ms, of which a DPC of gpu.sys takes 52-56 and within that an interrupt of
#   net.sys 53-54: gpu.sys 3 ms, net.sys 1 ms, running 6 ms.
# 60-70 nobody: runs 60-63 and 68-70 = 5 ms, waits 63-68 = 5 ms (WrQueue), and no wake-up is there.
# 70-80 a chain: runs 70-71 and 79-80 = 2 ms; waits 71-79 = 8 ms for worker, which waits 71-77 for
#   helper (103), which runs 71-72 and 76-77 = 2 ms and waits 72-76 = 4 ms for a page of level.pak;
#   worker is ready 77-77.5 (CPU 1 idle) = 0.5 ms and runs 77.5-79 = 1.5 ms.
machine: cpus 3; clock 10MHz
window: 0 to 90

process game.exe 100
thread 101 "render" in game.exe
thread 102 "worker" in game.exe
thread 103 "helper" in game.exe
image ntoskrnl.exe base 0xfffff80000000000 size 0x1000000
image gpu.sys base 0xfffff80010000000 size 0x100000
image net.sys base 0xfffff80020000000 size 0x100000
file 0xf3 "C:\game\level.pak"

at 0 cpu 0: switch idle -> 101
at 0 cpu 1: switch idle -> 102
at 0 cpu 2: switch idle -> 103
at 1 cpu 1: switch 102 -> idle waiting UserRequest
repeat 4 every 5 from 0 { at 0 cpu 0: present 101 chain 0x1 for 0.2 }
repeat 7 every 10 from 20 { at 0 cpu 0: present 101 chain 0x1 for 0.2 }

at 21 cpu 0: fault 101 for 7.2 file 0xf3 bytes 4096; switch 101 -> idle waiting PageIn
at 28 cpu 0: ready 101 from dpc; switch idle -> 101

at 31 cpu 0: switch 101 -> idle waiting DelayExecution
at 36.9 cpu 0: timer-dpc ntoskrnl.exe+0x10 for 0.2
at 37 cpu 0: ready 101 from dpc; switch idle -> 101

at 42 cpu 0: switch 101 -> idle waiting UserRequest
at 44.9 cpu 0: dpc net.sys+0x20 for 0.3
at 45 cpu 0: ready 101 from dpc; switch idle -> 101

at 52 cpu 0: dpc gpu.sys+0x30 for 4
at 53 cpu 0: isr net.sys+0x40 for 1

at 63 cpu 0: switch 101 -> idle waiting WrQueue
at 68 cpu 0: switch idle -> 101

at 71 cpu 0: switch 101 -> idle waiting UserRequest
at 72 cpu 2: fault 103 for 4.1 file 0xf3 bytes 4096; switch 103 -> idle waiting PageIn
at 76 cpu 2: ready 103 from dpc; switch idle -> 103
at 77 cpu 2: ready 102 by 103
at 77.5 cpu 1: switch idle -> 102
at 79 cpu 1: ready 101 by 102
at 79 cpu 0: switch idle -> 101
