# A frame that spins: nothing waits, and samples say where.  What must come out of it:
#
# Frames of render (101) at 10, 15, 20, 25, 30, 40: four of 5 ms, then one of 10 ms.
# The slow frame 30-40: render runs all of its 10 ms.  Samples at 30.5, 31.5 ... 39.5: ten, eight of
#   them in the function at game.exe+0x500, two in that at +0x900: a leaf share of 80 %.
# No wait, no other thread; a normal frame runs 5 ms.
machine: cpus 1; clock 10MHz
window: 0 to 50

process game.exe 100
thread 101 "render" in game.exe
image game.exe base 0x140000000 size 0x100000 in 100

at 0 cpu 0: switch idle -> 101
repeat 5 every 5 from 10 { at 0 cpu 0: present 101 chain 0x1 for 0.2 }
repeat 8 every 1 from 30.5 { at 0 cpu 0: sample 101 in game.exe+0x500 }
repeat 2 every 1 from 38.5 { at 0 cpu 0: sample 101 in game.exe+0x900 }
at 40 cpu 0: present 101 chain 0x1 for 0.2
