# A timer's function is interrupted, and the interrupt wakes main: the timer has no part in that.  What
# must come out of it:
#
# Frames of main (101) of 10 ms, and one from 199 to 239: it runs to 200.5, waits until the interrupt
#   of net.sys, "eth0", wakes it at 230.4, is ready for 0.2 ms while its CPU idles, and runs: 9.9 ms
#   running, 29.9 waiting, 0.2 ready.  The timer that went off on that CPU at 230, 7 ms late, goes on
#   until 231.
machine: cpus 2; clock 1GHz
window: 0 to 500

process game.exe 100
thread 101 "main" in game.exe
image ntoskrnl.exe base 0xfffff80000000000 size 0x1000000
image net.sys base 0xfffff80010000000 size 0x400000

at 0 cpu 0: switch idle -> 101
repeat 20 every 10 { at 9 cpu 0: present 101 chain 0x1 for 0.1 }
at 200.5 cpu 0: switch 101 -> idle waiting
at 230 cpu 1: timer for 1 asked 10 late 7 in ntoskrnl.exe+0x200
at 230.3 cpu 1: isr net.sys+0x10 for 0.2 name "eth0"
at 230.4 cpu 1: ready 101 from interrupt
at 230.6 cpu 0: switch idle -> 101
repeat 20 every 10 from 230 { at 9 cpu 0: present 101 chain 0x1 for 0.1 }
