# Sleeps that last until a clock of 64 Hz ticks.  What must come out of it:
#
# main (101) sleeps 10 ms from a tick on, so that the next tick that is not before, 15.625 ms later, wakes it:
#   5.625 ms late.  It then waits 0.1 ms for its CPU, runs, presents, and sleeps again from the tick
#   at 31.25 ms on.  The 21st time the timer goes off a tick later: 21.25 ms late.
# Waits: 41 that a timer ended, 40 * 15.625 + 31.25 = 656.25 ms, late by 40 * 5.625 + 21.25 =
#   246.25 ms, 5.625 ms in the middle, 21.25 ms at most.  All end at ticks.
# The slow frame is of 46.875 ms, others of 31.25: 31.25 asleep, of that 21.25 late, 0.1 ready while
#   its CPU was idle, 15.525 running.
# Windows' own traces do not tell what a timer was set for.
machine: cpus 1; clock 1GHz
window: 0 to 1310

process game.exe 100
thread 101 "main" in game.exe priority 8
image ntoskrnl.exe base 0xfffff80000000000 size 0x1000000

repeat 20 every 31.25 {
    at 0 cpu 0: switch 101 -> idle waiting DelayExecution
    at 15.615 cpu 0: tick ntoskrnl.exe+0x100 for 0.01
    at 15.625 cpu 0: timer for 0.01 asked 10 late 5.625 in ntoskrnl.exe+0x200
    at 15.625 cpu 0: ready 101 from interrupt
    at 15.725 cpu 0: switch idle -> 101
    at 31.2 cpu 0: present 101 chain 0x1 for 0.01
}

at 625 cpu 0: switch 101 -> idle waiting DelayExecution
at 656.24 cpu 0: tick ntoskrnl.exe+0x100 for 0.01
at 656.25 cpu 0: timer for 0.01 asked 10 late 21.25 in ntoskrnl.exe+0x200
at 656.25 cpu 0: ready 101 from interrupt
at 656.35 cpu 0: switch idle -> 101
at 671.825 cpu 0: present 101 chain 0x1 for 0.01

repeat 20 every 31.25 from 671.875 {
    at 0 cpu 0: switch 101 -> idle waiting DelayExecution
    at 15.615 cpu 0: tick ntoskrnl.exe+0x100 for 0.01
    at 15.625 cpu 0: timer for 0.01 asked 10 late 5.625 in ntoskrnl.exe+0x200
    at 15.625 cpu 0: ready 101 from interrupt
    at 15.725 cpu 0: switch idle -> 101
    at 31.2 cpu 0: present 101 chain 0x1 for 0.01
}
at 1296.875 cpu 0: switch 101 -> idle waiting DelayExecution
