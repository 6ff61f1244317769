# Frames wait for a worker, and the worker loses its CPU.  What must come out of it:
#
# Frames of render (101) at 10, 15, 20, 25, 30, 50: four of 5 ms, then one of 20 ms.
# The slow frame 30-50: render runs 30-31 and 46-50 = 5 ms; it waits 31-46 = 15 ms for worker (102),
#   which runs 31-33 and 45-46 = 3 ms and is ready 33-45 = 12 ms while hog (201) of another program
#   has its CPU: 12 of the 15 ms = 80 %.  5 + 3 + 12 = 20.
# A normal frame: render runs 5 ms.  So the cause is the 12 ms.
machine: cpus 2; clock 10MHz
window: 0 to 60

process game.exe 100
process hog.exe 200
thread 101 "render" in game.exe
thread 102 "worker" in game.exe
thread 201 "hog" in hog.exe

at 0 cpu 0: switch idle -> 101
at 0 cpu 1: switch idle -> 102
repeat 5 every 5 from 10 { at 0 cpu 0: present 101 chain 0x1 for 0.2 }
at 31 cpu 0: switch 101 -> idle waiting UserRequest
at 33 cpu 1: switch 102 -> 201 runnable
at 45 cpu 1: switch 201 -> 102 waiting UserRequest
at 46 cpu 1: ready 101 by 102
at 46 cpu 0: switch idle -> 101
at 50 cpu 0: present 101 chain 0x1 for 0.2
