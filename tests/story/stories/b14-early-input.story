# Input that is stamped before the interrupt that brought it: no latency can be told of it.  The game
# presents at 50, 150 and 250 and is on the screen at 60, 160 and 260.
#
# 100.0 read and 100.05 clicked, but the mouse's interrupt is at 100.8: the frame of 150 has neither.
# 200.0 interrupt, 200.1 read, 200.15 clicked: the frame of 250 has 260 - 200.1 = 59.9 of the input and
#   260 - 200.15 = 59.85 of the click.
machine: cpus 2; clock 10MHz
window: 0 to 300

process game.exe 100
thread 101 "render" in game.exe
image usbxhci.sys base 0xfffff80700000000 size 64KiB

at 0 cpu 0: switch idle -> 101
repeat 3 every 100 from 50 {
    at 0 cpu 0: present 101 chain 0x51 for 0.5 sync 1 key 1 mode "Hardware: Legacy Flip"
    at 10 cpu 1: display 1
}
at 100 cpu 1: input mouse read
at 100.05 cpu 1: input mouse click window 0x10010
at 100.8 cpu 1: isr usbxhci.sys+0x10 for 0.01
at 100.9 cpu 0: input mouse taken by 101 window 0x10010
at 200 cpu 1: isr usbxhci.sys+0x10 for 0.01
at 200.1 cpu 1: input mouse read
at 200.15 cpu 1: input mouse click window 0x10010
at 200.2 cpu 0: input mouse taken by 101 window 0x10010
