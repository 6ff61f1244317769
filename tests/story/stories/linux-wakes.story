# Who wakes whom on Linux.  A packet wakes "net" out of a softirq while "busy" runs on that CPU:
# busy has nothing to do with it.  Then busy is preempted within the kernel, and a child is born.
#
# net (11) runs 0-1 and 5.05-6 on CPU 1 = 1.95 ms.  It waits 1-5 = 4 ms (S), which the softirq on
#   CPU 0 ends; then it is ready 5-5.05 = 0.05 ms; from 6 on it waits (S).
# busy (20) runs 0-8 and 9-12 on CPU 0 = 11 ms and is ready 8-9 = 1 ms (R+), because of "rt" (30).
#   At 12 it yields (R) and runs again from 12.5 to 14: 12.5 ms in all, ready 1.5 ms.
# rt (30) runs 8-9 and 12-12.5 = 1.5 ms; it waits 9-11.9 (S), asked for at 11.9 by an interrupt.
# child (21) begins at 13 on CPU 1, woken as a new thread by busy; runs 13.1-13.4, ends (X).
# busy ends at 14 (Z).
# Interrupt 4.9-4.91 = 0.01 ms, softirq NET_RX 4.95-5.1 = 0.15 ms, raised 0.045 ms before; a tick of
#   0.002 ms at 7.
machine: cpus 2; clock 1GHz
window: 0 to 20
fact os "6.8.0-31-generic"
cpu 0 core 0 name "A CPU of 2 cores"
cpu 1 core 1

process netd 10 parent 1
process busy 20 parent 1 to 14
process rtd 30 parent 1
thread 10 in netd
thread 11 "net" in netd
thread 20 in busy to 14
thread 21 "child" in busy from 13 to 13.4
thread 30 "rt" in rtd
image vmlinux base 0xffffffff81000000 size 0x1000000 path "[kernel.kallsyms]_text"
image netd base 0x555500000000 size 0x10000 in netd path "/usr/bin/netd" id 0123456789abcdef0123456789abcdef01234567
image busy base 0x555600000000 size 0x10000 in busy path "/usr/bin/busy"

stack wait = vmlinux+0x5000 < vmlinux+0x5100 < netd+0x1200 < netd+0x1000

at 0 cpu 0: switch idle -> 20
at 0 cpu 1: switch idle -> 11
at 1 cpu 1: switch 11 -> idle waiting S old-stack wait
at 4.9 cpu 0: isr vmlinux+0x100 for 10us name eth0-rx-0 vector 24
at 4.95 cpu 0: softirq vmlinux+0x200 for 150us name NET_RX queued -45us
at 5 cpu 0: ready 11 from dpc kind asked target 1
at 5.01 cpu 1: ready 11 from interrupt target 1
at 5.05 cpu 1: switch idle -> 11
at 6 cpu 1: switch 11 -> idle waiting
at 7 cpu 0: tick vmlinux+0x300 for 2us
at 8 cpu 0: ready 30 from interrupt kind asked; ready 30 from interrupt
at 8 cpu 0: switch 20 -> 30 runnable Preempted
at 9 cpu 0: switch 30 -> 20 waiting
at 11.9 cpu 0: ready 30 from interrupt kind asked
at 12 cpu 0: switch 20 -> 30 runnable
at 12.5 cpu 0: switch 30 -> 20 waiting
at 13 cpu 0: ready 21 by 20 kind new target 1
at 13.1 cpu 1: switch idle -> 21
at 13.4 cpu 1: switch 21 -> idle ended
at 14 cpu 0: switch 20 -> idle ended Z
