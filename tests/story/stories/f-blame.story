# Who must be blamed, and who must not.  What must come out of it:
#
# Frames of render (101): 40 of a menu, 10 ms each, of which it runs 1 ms and sleeps 9 ms; then 40 of a
#   level, 10 ms each, of which it runs 9 ms and sleeps 1 ms, until 800.
# The frame 800-816 of the level: runs 8 ms, is preempted by hog (201) for 6 ms, 808-814, runs 1 ms,
#   sleeps 1 ms: 16 ms.  The cause is hog with 6 ms: 9 ms of running are what its neighbours have,
#   though the menu has but 1.
# 20 frames as those of the level, until 1016.
# The frame 1016-1046: runs 8 ms until 1024; is preempted by four threads "pool" of other.exe for 4 ms
#   each, 1024-1040, but from 1026 to 1036 a DPC of ndis.sys has the CPU: behind ndis.sys it is
#   ready 10 ms, behind the pool 6 ms (2 ms of the first thread, 4 ms of the last, none of the two
#   between); then it is ready 4 ms while the CPU idles, 1040-1044, in which a DPC of ndis.sys runs
#   1041-1043: 2 ms more; runs 1 ms, sleeps 1 ms: 30 ms.  The cause is ndis.sys with 12 ms.
# 20 frames as those of the level, until 1246.
machine: cpus 2; clock 10MHz
window: 0 to 1250

process game.exe 100
process hog.exe 200
process other.exe 300
thread 101 "render" in game.exe
thread 201 "hog" in hog.exe
thread 301 "pool" in other.exe
thread 302 "pool" in other.exe
thread 303 "pool" in other.exe
thread 304 "pool" in other.exe
image ntoskrnl.exe base 0xfffff80000000000 size 0x1000000
image ndis.sys base 0xfffff80010000000 size 0x100000

at 0 cpu 0: switch idle -> 101
repeat 40 every 10 from 0 {
    at 0 cpu 0: present 101 chain 0x1 for 0.1
    at 1 cpu 0: switch 101 -> idle waiting DelayExecution
    at 9.95 cpu 0: timer-dpc ntoskrnl.exe+0x10 for 0.05
    at 10 cpu 0: ready 101 from dpc; switch idle -> 101
}
repeat 40 every 10 from 400 {
    at 0 cpu 0: present 101 chain 0x1 for 0.1
    at 9 cpu 0: switch 101 -> idle waiting DelayExecution
    at 9.95 cpu 0: timer-dpc ntoskrnl.exe+0x10 for 0.05
    at 10 cpu 0: ready 101 from dpc; switch idle -> 101
}
at 800 cpu 0: present 101 chain 0x1 for 0.1
at 808 cpu 0: switch 101 -> 201 runnable
at 814 cpu 0: switch 201 -> 101 waiting UserRequest
at 815 cpu 0: switch 101 -> idle waiting DelayExecution
at 815.95 cpu 0: timer-dpc ntoskrnl.exe+0x10 for 0.05
at 816 cpu 0: ready 101 from dpc; switch idle -> 101
repeat 20 every 10 from 816 {
    at 0 cpu 0: present 101 chain 0x1 for 0.1
    at 9 cpu 0: switch 101 -> idle waiting DelayExecution
    at 9.95 cpu 0: timer-dpc ntoskrnl.exe+0x10 for 0.05
    at 10 cpu 0: ready 101 from dpc; switch idle -> 101
}
at 1016 cpu 0: present 101 chain 0x1 for 0.1
at 1024 cpu 0: switch 101 -> 301 runnable
at 1026 cpu 0: dpc ndis.sys+0x20 for 10
at 1028 cpu 0: switch 301 -> 302 waiting UserRequest
at 1032 cpu 0: switch 302 -> 303 waiting UserRequest
at 1036 cpu 0: switch 303 -> 304 waiting UserRequest
at 1040 cpu 0: switch 304 -> idle waiting UserRequest
at 1041 cpu 0: dpc ndis.sys+0x20 for 2
at 1044 cpu 0: switch idle -> 101
at 1045 cpu 0: switch 101 -> idle waiting DelayExecution
at 1045.95 cpu 0: timer-dpc ntoskrnl.exe+0x10 for 0.05
at 1046 cpu 0: ready 101 from dpc; switch idle -> 101
repeat 20 every 10 from 1046 {
    at 0 cpu 0: present 101 chain 0x1 for 0.1
    at 9 cpu 0: switch 101 -> idle waiting DelayExecution
    at 9.95 cpu 0: timer-dpc ntoskrnl.exe+0x10 for 0.05
    at 10 cpu 0: ready 101 from dpc; switch idle -> 101
}
at 1246 cpu 0: present 101 chain 0x1 for 0.1
