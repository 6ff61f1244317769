# A driver generates a frame for each that the program draws, and presents it 0.2 ms behind it; the
# screen shows both 8 ms apart.  Without events that name generated frames they look like frames of
# the program with next to no time between them.  What must come out, of pairs each 16 ms:
#
# Between presents 15.8 and 0.2; in Present 0.1; CPU busy 15.7 and 0.1.
# On the screen 2 and 9.8 after the call, each 8 ms after the frame before: 125 a second.
# GPU busy: 7 of work and 0.5 of its present for the program's frame, 0.2 for the generated one; so
#   7.7 in 16 ms, and half of the sum for each frame would be wrong.
# Animation error: the generated frame begins at 10.1, 15.8 after the one before it, which began at
#   10.3 - 16 = -5.7: 15.8 - 8 = 7.8; the next begins 0.2 later: 0.2 - 8 = -7.8.
machine: cpus 1; clock 10MHz
window: 0 to 200

process game.exe 100
thread 101 "render" in game.exe
queue 0xc1 in game.exe adapter 0xad node 0 engine 3d

at 0 cpu 0: switch idle -> 101
repeat 11 every 16 {
    at 1.9: packet 0xc1 for 7 queued 0.1 by 101 sequence 1
    at 10 cpu 0: present 101 chain 0x51 for 0.1 sync 0 key 1 mode "Hardware: Independent Flip"
    at 10.05: packet 0xc1 for 0.5 kind present by 101 sequence 2
    at 10.2 cpu 0: present 101 chain 0x51 for 0.1 sync 0 key 2 mode "Hardware: Independent Flip"
    at 10.25: packet 0xc1 for 0.2 queued 0.3 kind present by 101 sequence 3
    at 12 cpu 0: display 1
    at 20 cpu 0: display 2
}
