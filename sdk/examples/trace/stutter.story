# A game at 60 frames a second that stutters twice: at 0.5 s a worker that the frame needs loses its
# CPU to a virus scanner for 30 ms, and at 1.2 s the render thread waits 45 ms for a page from the
# disk.  A network driver is slow at 1.5 s: one DPC of 2.5 ms.  `story2etl stutter.story -o
# stutter.etl --compress xpress` makes the trace beside this file.
machine: cpus 3; clock 10MHz; mhz 3600
window: 0 to 2000

process game.exe 1000 command "game.exe -fullscreen"
process scanner.exe 2000
process dwm.exe 3000
image ntoskrnl.exe base 0xfffff80000000000 size 0x1000000 path "\SystemRoot\system32\ntoskrnl.exe"
image ndis.sys base 0xfffff80040000000 size 0x200000 path "\SystemRoot\system32\drivers\ndis.sys"
image nvlddmkm.sys base 0xfffff80030000000 size 0x4000000 path "\SystemRoot\system32\drivers\nvlddmkm.sys"
image game.exe base 0x140000000 size 0x4000000 in game.exe
image ntdll.dll base 0x7ff8ff000000 size 0x200000 in game.exe
image engine.dll base 0x7ff810000000 size 0x800000 in game.exe
thread 1001 "render" in game.exe
thread 1002 "worker" in game.exe
thread 2001 in scanner.exe
thread 3001 in dwm.exe
file 0xffffa80000001000 "\Device\HarddiskVolume3\game\level2.pak"

# Ordinary frames: the render thread draws for 8 ms and hands work to the worker.
repeat 30 every 16.6 from 0 {
    at 0 cpu 0: ready 1001 from dpc; switch idle -> 1001
    at 0.5 cpu 0: ready 1002 by 1001 stack ntoskrnl.exe+0x5000 < ntdll.dll+0x9f0 < engine.dll+0x1200
    at 0.52 cpu 1: switch idle -> 1002
    at 2 cpu 0: sample 1001 stack engine.dll+0x4020 < engine.dll+0x4000 < game.exe+0x1000
    at 3 cpu 0: sample 1001 stack engine.dll+0x4050 < engine.dll+0x4000 < game.exe+0x1000
    at 3 cpu 1: sample 1002 stack engine.dll+0x7010 < engine.dll+0x7000
    at 4 cpu 1: switch 1002 -> idle waiting WrQueue
    at 5 cpu 0: sample 1001 stack game.exe+0x2040 < game.exe+0x2000 < game.exe+0x1000
    at 6 cpu 2: dpc ndis.sys+0x300 for 0.02
    at 8 cpu 0: present 1001 chain 0x1 for 0.3 sync 1
    at 8.4 cpu 0: switch 1001 -> idle waiting UserRequest
    at 9 cpu 2: ready 3001 from interrupt; switch idle -> 3001
    at 9.5 cpu 2: switch 3001 -> idle waiting UserRequest
}

# The first stutter: the render thread needs the worker, and the scanner has its CPU.
at 498 cpu 0: ready 1001 from dpc; switch idle -> 1001
at 498.5 cpu 0: ready 1002 by 1001
at 498.52 cpu 1: switch idle -> 1002
at 500 cpu 1: ready 2001 from interrupt; switch 1002 -> 2001 runnable
at 501 cpu 0: switch 1001 -> idle waiting WrAlertByThreadId
at 530 cpu 1: switch 2001 -> 1002 waiting WrQueue
at 534 cpu 1: ready 1001 by 1002 stack ntoskrnl.exe+0x5000 < ntdll.dll+0xa10 < engine.dll+0x7200
at 534.05 cpu 0: switch idle -> 1001
at 534.1 cpu 1: switch 1002 -> idle waiting WrQueue
at 540 cpu 0: present 1001 chain 0x1 for 0.3 sync 1
at 540.4 cpu 0: switch 1001 -> idle waiting UserRequest

repeat 39 every 16.6 from 550 {
    at 0 cpu 0: ready 1001 from dpc; switch idle -> 1001
    at 0.5 cpu 0: ready 1002 by 1001 stack ntoskrnl.exe+0x5000 < ntdll.dll+0x9f0 < engine.dll+0x1200
    at 0.52 cpu 1: switch idle -> 1002
    at 2 cpu 0: sample 1001 stack engine.dll+0x4020 < engine.dll+0x4000 < game.exe+0x1000
    at 3 cpu 0: sample 1001 stack engine.dll+0x4050 < engine.dll+0x4000 < game.exe+0x1000
    at 3 cpu 1: sample 1002 stack engine.dll+0x7010 < engine.dll+0x7000
    at 4 cpu 1: switch 1002 -> idle waiting WrQueue
    at 5 cpu 0: sample 1001 stack game.exe+0x2040 < game.exe+0x2000 < game.exe+0x1000
    at 6 cpu 2: dpc ndis.sys+0x300 for 0.02
    at 8 cpu 0: present 1001 chain 0x1 for 0.3 sync 1
    at 8.4 cpu 0: switch 1001 -> idle waiting UserRequest
    at 9 cpu 2: ready 3001 from interrupt; switch idle -> 3001
    at 9.5 cpu 2: switch 3001 -> idle waiting UserRequest
}

# The second: a page of the level is not in memory.
at 1198 cpu 0: ready 1001 from dpc; switch idle -> 1001
at 1200 cpu 0: fault 1001 for 45 file 0xffffa80000001000 offset 1MiB bytes 64KiB stack ntoskrnl.exe+0x7000 < game.exe+0x3100
at 1200.1 cpu 0: disk read by 1001 for 44.8 disk 0 offset 40MiB bytes 64KiB file 0xffffa80000001000
at 1200.2 cpu 0: switch 1001 -> idle waiting WrPageIn
at 1244.95 cpu 0: ready 1001 from dpc
at 1245 cpu 0: switch idle -> 1001
at 1251 cpu 0: present 1001 chain 0x1 for 0.3 sync 1
at 1251.4 cpu 0: switch 1001 -> idle waiting UserRequest

repeat 44 every 16.6 from 1260 {
    at 0 cpu 0: ready 1001 from dpc; switch idle -> 1001
    at 0.5 cpu 0: ready 1002 by 1001 stack ntoskrnl.exe+0x5000 < ntdll.dll+0x9f0 < engine.dll+0x1200
    at 0.52 cpu 1: switch idle -> 1002
    at 2 cpu 0: sample 1001 stack engine.dll+0x4020 < engine.dll+0x4000 < game.exe+0x1000
    at 3 cpu 0: sample 1001 stack engine.dll+0x4050 < engine.dll+0x4000 < game.exe+0x1000
    at 3 cpu 1: sample 1002 stack engine.dll+0x7010 < engine.dll+0x7000
    at 4 cpu 1: switch 1002 -> idle waiting WrQueue
    at 5 cpu 0: sample 1001 stack game.exe+0x2040 < game.exe+0x2000 < game.exe+0x1000
    at 6 cpu 2: dpc ndis.sys+0x300 for 0.02
    at 8 cpu 0: present 1001 chain 0x1 for 0.3 sync 1
    at 8.4 cpu 0: switch 1001 -> idle waiting UserRequest
    at 9 cpu 2: ready 3001 from interrupt; switch idle -> 3001
    at 9.5 cpu 2: switch 3001 -> idle waiting UserRequest
}

# And a slow driver.
at 1501 cpu 2: dpc ndis.sys+0x300 for 2.5
