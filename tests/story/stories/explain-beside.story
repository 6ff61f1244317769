# What stands beside the chain of a slow frame.  Render (101) has its CPU all the time and presents at
# 9, 19, ... 99, then at 139: frame 10 takes 40 ms and the others 10, the last one up to 199.  What
# must come out of it:
#
# Presents: the calls at 99 and 139, 0.2 ms each.
# Screen: each present is there 3 ms after the call: frame 8 from 92 to 102, frame 9 from 102 to 142.
# GPU 3D: work of the game from 100.5 to 104.5; in the time of each frame 4 ms.
# GPU copy 1: paging of other.exe from 105.5 to 115.5.
# CPU 0: a DPC of net.sys from 110 to 116, which took it from render.
# CPU 1: a DPC of net.sys from 102 to 102.05, as in each frame.
# disk 0: a read of other.exe from 120 to 125.
#
# net.sys had 6.05 of the 40 ms of the slow frame: 15.125 %, 6 of them taken from render; of the 15
# normal ones 15 x 0.05 of 150 ms: 0.5 %.
machine: cpus 2; clock 10MHz
window: 0 to 210

process game.exe 100
process other.exe 200
thread 101 "render" in game.exe
thread 201 "copier" in other.exe
queue 0xc1 in game.exe adapter 0xad node 0 engine 3d
queue 0xc2 in other.exe adapter 0xad node 1 engine copy
image ntoskrnl.exe base 0xfffff80000000000 size 0x1000000
image net.sys base 0xfffff80010000000 size 0x400000
file 0xf1 "C:\game\level.pak"

at 0 cpu 0: switch idle -> 101
repeat 10 every 10 {
    at 2 cpu 1: dpc net.sys+0x1000 for 0.05
    at 9 cpu 0: present 101 chain 0x51 for 0.2 sync 0 key 1 tearing 1 mode "Hardware: Legacy Flip"
    at 10: packet 0xc1 for 4 queued 0.5 by 101 sequence 1
    at 12 cpu 1: display 1
}
at 102 cpu 1: dpc net.sys+0x1000 for 0.05
at 105: packet 0xc2 for 10 queued 0.5 by 201 kind paging sequence 7
at 110 cpu 0: dpc net.sys+0x2000 for 6
at 120: disk read for 5 by 201 disk 0 file 0xf1 bytes 4096
repeat 7 every 10 from 130 {
    at 9 cpu 0: present 101 chain 0x51 for 0.2 sync 0 key 2 tearing 1 mode "Hardware: Legacy Flip"
    at 10: packet 0xc1 for 4 queued 0.5 by 101 sequence 2
    at 12 cpu 1: dpc net.sys+0x1000 for 0.05
    at 12 cpu 1: display 2
}
