# Out of video memory: 18 of 20 slow frames have paging work on a queue of the GPU, and 1 of 200
# normal ones.  What must come out of it:
#
# Frames of render (101): 220 of them, each eleventh of 20 ms, the others of 10 ms; so 20 slow ones
#   and 200 normal.  A round is 120 ms: ten of 10 ms and one of 20 ms, 20 rounds, from 0 to 2400.
# Paging packets of 2 ms, 5 ms into the slow frame of the rounds 0 to 17: 18 of 20 slow frames; and
#   one in the first normal frame of round 19: 1 of 200.
# Render runs all the time: the cause is that it runs, the paging is a hint.
machine: cpus 1; clock 10MHz
window: 0 to 2410

process game.exe 100
thread 101 "render" in game.exe
queue 0xc1 in game.exe engine 3d

at 0 cpu 0: switch idle -> 101
repeat 20 every 120 from 0 {
    repeat 10 every 10 from 0 { at 0 cpu 0: present 101 chain 0x1 for 0.2 }
    at 100 cpu 0: present 101 chain 0x1 for 0.2
}
at 2400 cpu 0: present 101 chain 0x1 for 0.2
repeat 18 every 120 from 0 { at 105: packet 0xc1 for 2 queued 0.1 kind paging sequence 5 }
at 2285: packet 0xc1 for 2 queued 0.1 kind paging sequence 5
