# What both systems can tell: a game that waits for its worker, is preempted, waits for a page and
# for a disk, and is woken out of a softirq (a DPC).  Read from either format the figures are equal.
#
# render (50) runs 1-10, 20.5-25, 30-41, 50.2-80 on CPU 0 = 54.3 ms; it waits 10-20 = 10 ms for
#   worker and 41-50 = 9 ms for a DPC, and from 80 on; it is ready 20-20.5, 25-30 and 50-50.2 =
#   5.7 ms, 5 of them because of hog.
# worker (51) runs 2-60 on CPU 1 = 58 ms, then waits.
# hog (60) runs 25-30 on CPU 0 = 5 ms, and is ready from then on.
machine: cpus 2; clock 10MHz
window: 0 to 100

process game 50
process hog 60
thread 50 "render" in game
thread 51 "worker" in game
thread 60 "hog" in hog
image game base 0x555500000000 size 0x10000 in game path "/usr/bin/game"
image vmlinux base 0xffffffff81000000 size 0x1000000 path "[kernel.kallsyms]_text"

at 1 cpu 0: switch idle -> render
at 2 cpu 1: switch idle -> worker
at 5 cpu 0: isr vmlinux+0x100 for 0.2 name eth0 vector 24
at 6 cpu 0: sample render in game+0x20
at 6 cpu 1: sample worker in game+0x50
at 10 cpu 0: switch render -> idle waiting
at 20 cpu 1: ready render by worker kind asked target 0
at 20.5 cpu 0: switch idle -> render
at 25 cpu 0: switch render -> hog runnable
at 30 cpu 0: switch hog -> render runnable
at 32 cpu 0: fault render for 3 address 0x7f0000001000 in game+0x40
at 36 cpu 0: disk read for 4 by render offset 0x100000 bytes 65536 queued 0.5
at 36.2 cpu 0: disk write for 2 by render offset 0x900000 bytes 4096
at 41 cpu 0: switch render -> idle waiting
at 49.9 cpu 0: dpc vmlinux+0x200 for 0.3
at 50 cpu 0: ready render from dpc kind asked target 0
at 50.2 cpu 0: switch idle -> render
at 60 cpu 1: switch worker -> idle waiting
at 80 cpu 0: switch render -> idle waiting
