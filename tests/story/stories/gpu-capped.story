# A limiter holds a game to 50 frames a second; it sleeps outside of Present, so the waiting is in
# CPU busy, and the GPU waits for it.  What must come out of each frame but the first:
#
# Between presents and app frame time 20 ms; in Present 0.2, CPU busy 19.8: Present is called at 18
#   and returns at 18.2.
# GPU: work from 2 to 8 and the present's own from 18.1 to 18.2.  It begins 3.8 after the frame did,
#   which was at 18.2 - 20 = -1.8, and has finished 0.2 after the call of Present.  GPU time is
#   18.2 - 2 = 16.2, busy 6.1, wait 10.1.  Busy is never the frame time, though the cap holds.
# A frame is worked on by 20 packets, as a queue of 16 was once not enough: 20 of 0.3 ms, one behind
#   the other.
machine: cpus 1; clock 10MHz
window: 0 to 420

process game.exe 100
thread 101 "render" in game.exe
queue 0xc1 in game.exe adapter 0xad node 0 engine 3d

at 0 cpu 0: switch idle -> 101
repeat 21 every 20 {
    at 1 cpu 0: packet 0xc1 for 0.3 queued 1 by 101 sequence 1; packet 0xc1 for 0.3 queued 1.3 by 101 sequence 2
    at 1 cpu 0: packet 0xc1 for 0.3 queued 1.6 by 101 sequence 3; packet 0xc1 for 0.3 queued 1.9 by 101 sequence 4
    at 1 cpu 0: packet 0xc1 for 0.3 queued 2.2 by 101 sequence 5; packet 0xc1 for 0.3 queued 2.5 by 101 sequence 6
    at 1 cpu 0: packet 0xc1 for 0.3 queued 2.8 by 101 sequence 7; packet 0xc1 for 0.3 queued 3.1 by 101 sequence 8
    at 1 cpu 0: packet 0xc1 for 0.3 queued 3.4 by 101 sequence 9; packet 0xc1 for 0.3 queued 3.7 by 101 sequence 10
    at 1 cpu 0: packet 0xc1 for 0.3 queued 4 by 101 sequence 11; packet 0xc1 for 0.3 queued 4.3 by 101 sequence 12
    at 1 cpu 0: packet 0xc1 for 0.3 queued 4.6 by 101 sequence 13; packet 0xc1 for 0.3 queued 4.9 by 101 sequence 14
    at 1 cpu 0: packet 0xc1 for 0.3 queued 5.2 by 101 sequence 15; packet 0xc1 for 0.3 queued 5.5 by 101 sequence 16
    at 1 cpu 0: packet 0xc1 for 0.3 queued 5.8 by 101 sequence 17; packet 0xc1 for 0.3 queued 6.1 by 101 sequence 18
    at 1 cpu 0: packet 0xc1 for 0.3 queued 6.4 by 101 sequence 19; packet 0xc1 for 0.3 queued 6.7 by 101 sequence 20
    at 18 cpu 0: present 101 chain 0x51 for 0.2 sync 1
    at 18.05 cpu 0: packet 0xc1 for 0.1 queued 0.05 kind present by 101 sequence 21
}
