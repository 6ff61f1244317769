# Closing a file takes 275 ms, as a scanner of another program reads the file first.  What must come
# out of it:
#
# Frames of render (101) at 0, 10, 20, 30, 310: three of 10 ms, then one of 280 ms.
# The slow frame 30-310: render runs 30-32 and 307-310 = 5 ms; it waits 32-307 = 275 ms for scan (301)
#   of av.exe.  That waits itself until 32.4 for its wake-up by render (a moment in which it is ready
#   and its CPU idle, 0.4 ms), runs 32.4-33 = 0.6 ms, waits 33-306 = 273 ms for the disk (its own
#   request for big.pak) and runs 306-307 = 1 ms.  5 + 0.4 + 0.6 + 273 + 1 = 280.
# A normal frame: render runs 10 ms.  The root is the disk request of the scanner, 273 ms.
machine: cpus 2; clock 10MHz
window: 0 to 320

process game.exe 100
process av.exe 300
thread 101 "render" in game.exe
thread 301 "scan" in av.exe
file 0xf2 "C:\game\big.pak"

at 0 cpu 0: switch idle -> 101
at 1 cpu 1: switch idle -> 301
at 2 cpu 1: switch 301 -> idle waiting UserRequest
repeat 4 every 10 from 0 { at 0 cpu 0: present 101 chain 0x1 for 0.2 }
at 32 cpu 0: ready 301 by 101; switch 101 -> idle waiting Executive
at 32.4 cpu 1: switch idle -> 301
at 33 cpu 1: disk read for 272.9 by 301 file 0xf2 bytes 65536; switch 301 -> idle waiting Executive
at 306 cpu 1: ready 301 from dpc; switch idle -> 301
at 307 cpu 1: ready 101 by 301
at 307 cpu 0: switch idle -> 101
at 310 cpu 0: present 101 chain 0x1 for 0.2
