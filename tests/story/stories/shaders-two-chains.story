# A program with two swap chains compiles one pipeline.  What must come out of it:
#
# One is begun at 105.1 and takes 100 ms: it is of the frames that end at 109 (of the second chain;
#   3.9 ms), 125 (16), 145, 165, 185 and 205 (20 each): 99.9 ms.  The second chain's first present, at
#   107, ends no frame.
machine: cpus 2; clock 10MHz
window: 0 to 220

process game.exe 100
thread 101 "render" in game.exe
thread 102 "worker" in game.exe

at 0 cpu 0: switch idle -> 101
repeat 11 every 20 { at 5 cpu 0: present 101 chain 0x51 for 0.5 sync 0 }
at 105.1 cpu 1: call 102 CreatePipelineStateObject for 100 kind shader
at 107 cpu 0: present 101 chain 0x52 for 0.5 sync 0
at 109 cpu 0: present 101 chain 0x52 for 0.5 sync 0
