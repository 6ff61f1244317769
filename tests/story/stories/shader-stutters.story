# The program stutters when it meets something new: its worker compiles a shader in 8 of 10 slow
# frames, and in 2 of 100 normal ones.  What must come out of it:
#
# Frames of render (101): rounds of 120 ms, ten frames of 10 ms and one of 20 ms; 10 rounds, so 10 slow
#   frames and 100 normal ones.
# Compiling: 12 ms from 5 ms into the slow frame of the rounds 0 to 7: 8 of 10.  3 ms in the first
#   normal frame of the rounds 8 and 9: 2 of 100.
machine: cpus 2; clock 10MHz
window: 0 to 1210

process game.exe 100
thread 101 "render" in game.exe
thread 102 "worker" in game.exe

at 0 cpu 0: switch idle -> 101
at 0 cpu 1: switch idle -> 102
repeat 10 every 120 from 0 {
    repeat 10 every 10 from 0 { at 0 cpu 0: present 101 chain 0x1 for 0.2 }
    at 100 cpu 0: present 101 chain 0x1 for 0.2
}
at 1200 cpu 0: present 101 chain 0x1 for 0.2
repeat 8 every 120 from 0 { at 105 cpu 1: call 102 CreatePipelineStateObject for 12 kind shader }
at 965 cpu 1: call 102 CreatePipelineStateObject for 3 kind shader
at 1085 cpu 1: call 102 CreatePipelineStateObject for 3 kind shader
