# A program that draws with GDI into a window, twice as fast as the screen: the compositor takes both
# copies that it has of the window, and shows the newer one.  What must come out of its frames, all
# but the first of 20:
#
# Between presents 10 ms, in Present 0.5, CPU busy 9.5.
# Presents at 15, 35, ... are on the screen at 32, 52, ...: 17 ms after the call, 20 ms from one to the
#   next.  The frame began at 5.5, where the Present before returned: 26.5 ms before.
# Presents at 5, 25, ... are never seen: 9 of the 19 frames, as the one at 5 ends none.
# That the compositor has them is told by its chains alone, which a file must describe: without that
#   of no frame is known whether it was shown.
machine: cpus 2; clock 10MHz
window: 0 to 240

process tool.exe 100
process dwm.exe 200
thread 101 "main" in tool.exe
thread 201 "compositor" in dwm.exe

at 0 cpu 0: switch idle -> 101
repeat 10 every 20 {
    at 5 cpu 0: present 101 chain 0x51 for 0.5 key 1 window 0x10010 mode "Composed: Copy with CPU GDI"
    at 15 cpu 0: present 101 chain 0x51 for 0.5 key 2 window 0x10010 mode "Composed: Copy with CPU GDI"
    at 32 cpu 1: display 2
}
