# A game in a window, twice as fast as the screen: the compositor takes every second frame.  What must
# come out of its frames, all but the first of 20:
#
# Between presents 10 ms, in Present 0.5, CPU busy 9.5.
# Presents at 15, 35, ... are on the screen at 30, 50, ...: 15 ms after the call, 20 ms from one to
#   the next.  The frame began at 5.5, where the Present before returned: 24.5 ms before.
# Presents at 5, 25, ... are never seen: 9 of the 19 frames, as the one at 5 ends none.
# Of two frames shown the program went on by 20 ms, as the screen did: animation error 0.
# The compositor presents each 20 ms, at the refresh.
machine: cpus 2; clock 10MHz
window: 0 to 240

process game.exe 100
process dwm.exe 200
thread 101 "render" in game.exe
thread 201 "compositor" in dwm.exe

at 0 cpu 0: switch idle -> 101
repeat 10 every 20 {
    at 5 cpu 0: present 101 chain 0x51 for 0.5 sync 0 key 1 mode "Composed: Flip"
    at 15 cpu 0: present 101 chain 0x51 for 0.5 sync 0 key 2 mode "Composed: Flip"
    at 30 cpu 1: display 2
}
