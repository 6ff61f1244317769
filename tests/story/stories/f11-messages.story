# A mouse that reports 8,000 times a second, and a message queue that is searched each time.  What
# must come out of it:
#
# Frames of main (101) at 0, 5, 10, 15, 20, 40: four of 5 ms, then one of 20 ms.
# The slow frame 20-40: main runs all of its 20 ms; samples at 20.5, 21.5 ... 39.5: twenty, of which
#   twelve, 60 %, are in win32kfull.sys, four at each of three places; eight in game.exe, at two.  No
#   function has half of them, the module has: it runs in the kernel's part of the window manager,
#   and waits for nothing.
machine: cpus 1; clock 10MHz
window: 0 to 50

process game.exe 100
thread 101 "main" in game.exe
image game.exe base 0x140000000 size 0x100000 in 100
image win32kfull.sys base 0xfffff80030000000 size 0x400000

at 0 cpu 0: switch idle -> 101
repeat 5 every 5 from 0 { at 0 cpu 0: present 101 chain 0x1 for 0.1 }
repeat 160 every 0.125 from 20 { at 0: input mouse read by 101 }
repeat 4 every 5 from 20 {
    at 0.5 cpu 0: sample 101 in win32kfull.sys+0x1000
    at 1.5 cpu 0: sample 101 in win32kfull.sys+0x11000
    at 2.5 cpu 0: sample 101 in win32kfull.sys+0x21000
    at 3.5 cpu 0: sample 101 in game.exe+0x1000
    at 4.5 cpu 0: sample 101 in game.exe+0x11000
}
at 40 cpu 0: present 101 chain 0x1 for 0.1
