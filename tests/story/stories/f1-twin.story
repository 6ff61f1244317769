# The same worker loses its CPU in every frame, and in one the disk is slow.  The hog must not be
# blamed, though it has the larger part of the slow frame:
#
# Frames of render (101) at 0, 20, 40, 60, 80, 110: four of 20 ms, then one of 30 ms.
# A normal frame, counted from its begin: render runs 0-2 and 16-20 = 6 ms; it waits 2-16 = 14 ms for
#   worker (102), which runs 2-3 and 15-16 = 2 ms and is ready 3-15 = 12 ms while hog (201) runs.
# The slow frame 80-110 is the same until 100; then render reads save.dat and waits for the disk
#   100-110, less the 0.5 ms in which it runs until the request is made and the 0.5 ms behind it:
#   9 ms.  So render runs 7 ms, the worker 2 ms, it is ready 12 ms, the disk takes 9 ms: 30 ms.
# The cause is the disk with 9 ms, as a normal frame has none; of 12 ms of hog a normal one has 12.
machine: cpus 2; clock 10MHz
window: 0 to 130

process game.exe 100
process hog.exe 200
thread 101 "render" in game.exe
thread 102 "worker" in game.exe
thread 201 "hog" in hog.exe
file 0xf1 "C:\game\save.dat"

at 0 cpu 0: switch idle -> 101
at 0 cpu 1: switch idle -> 102
repeat 5 every 20 from 0 {
    at 0 cpu 0: present 101 chain 0x1 for 0.2
    at 2 cpu 0: switch 101 -> idle waiting UserRequest
    at 3 cpu 1: switch 102 -> 201 runnable
    at 15 cpu 1: switch 201 -> 102 waiting UserRequest
    at 16 cpu 1: ready 101 by 102
    at 16 cpu 0: switch idle -> 101
}
at 100.5 cpu 0: disk read for 8.9 by 101 file 0xf1 bytes 4096; switch 101 -> idle waiting Executive
at 109.5 cpu 0: ready 101 from dpc; switch idle -> 101
at 110 cpu 0: present 101 chain 0x1 for 0.2
