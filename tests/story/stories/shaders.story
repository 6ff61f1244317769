# Shaders that are compiled while the game draws.  It presents every 20 ms, at 5, 25, ... 205; the GPU
# is done with each frame 3 ms later, at 8, 28, ... 208: there a frame ends for what is compiled,
# too.  Each line says the frame by the Present that ends it:
#
# render compiles from 30 to 36 and from 40 to 42 in the frame of 45: 2, 8 ms, 40 % of 28 to 48.
# worker and render at once, 70 to 80 and 76 to 84, in that of 85: 2, 18 ms, 14 ms once: 70 %.
# worker from 123 to 133, in that of 125 (108 to 128): 1, 5 ms, 25 %; and then in that of 145 (128
#   to 148): none begun, 5 ms, 25 %.
# The browser compiles from 31 to 33; that is not the game's.
# In all 5 in 4 frames, of 8 + 18 + 5 + 5 = 36 ms.
machine: cpus 2; clock 10MHz
window: 0 to 220

process game.exe 100
process browser.exe 200
thread 101 "render" in game.exe
thread 102 "worker" in game.exe
thread 201 "gpu" in browser.exe
queue 0xc1 in game.exe adapter 0xad node 0 engine 3d

at 0 cpu 0: switch idle -> 101
repeat 11 every 20 {
    at 4: packet 0xc1 for 3 queued 0.1 by 101 sequence 1
    at 5 cpu 0: present 101 chain 0x51 for 0.5 sync 0
    at 5.2 cpu 0: packet 0xc1 for 0.5 queued 2.3 kind present by 101 sequence 2
}
at 30: call 101 CreatePipelineStateObject for 6 kind shader
at 31: call 201 CreatePipelineStateObject for 2 kind shader
at 40: call 101 CreatePipelineStateObject for 2 kind shader
at 70: call 102 CreatePipelineStateObject for 10 kind shader
at 76: call 101 CreatePipelineStateObject for 8 kind shader
at 123: call 102 CreatePipelineStateObject for 10 kind shader
