# Every way of a present to the screen, three times each, 20 ms apart.  Each chain must have its mode,
# come to the screen as long after the call as the lines say, and tear where it does not wait:
#
# 0x11 11 ms, 0x12 3 ms and tears, 0x13 3 ms and tears, 0x14 to 0x17 9 ms; of 0x18 the fate is not
# told, as no line shows it.
# The compositor flips twice a round, at 15 and at 16.
machine: cpus 2; clock 10MHz
window: 0 to 70

process modes.exe 100
process dwm.exe 200
thread 111 in modes.exe
thread 112 in modes.exe
thread 113 in modes.exe
thread 114 in modes.exe
thread 115 in modes.exe
thread 116 in modes.exe
thread 117 in modes.exe
thread 118 in modes.exe
thread 201 "compositor" in dwm.exe

repeat 3 every 20 {
    at 1 cpu 0: present 111 chain 0x11 for 0.2 sync 1 key 1 mode "Hardware: Legacy Flip"
    at 2 cpu 0: present 112 chain 0x12 for 0.2 sync 0 key 2 tearing 1 mode "Hardware: Legacy Flip"
    at 3 cpu 0: present 113 chain 0x13 for 0.2 key 3 mode "Hardware: Legacy Copy to front buffer"
    at 4 cpu 0: present 114 chain 0x14 for 0.2 key 4 mode "Hardware: Independent Flip"
    at 5 cpu 0: present 115 chain 0x15 for 0.2 key 5 mode "Hardware Composed: Independent Flip"
    at 6 cpu 0: present 116 chain 0x16 for 0.2 key 6 mode "Composed: Flip"
    at 7 cpu 0: present 117 chain 0x17 for 0.2 key 7 window 0x10017 mode "Composed: Copy with GPU GDI"
    at 8 cpu 0: present 118 chain 0x18 for 0.2 key 8 window 0x10018 mode "Composed: Copy with CPU GDI"
    at 5 cpu 1: display 2
    at 6 cpu 1: display 3
    at 12 cpu 1: display 1
    at 13 cpu 1: display 4
    at 14 cpu 1: display 5
    at 15 cpu 1: display 6
    at 16 cpu 1: display 7
}
