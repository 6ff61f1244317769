# Frames of a program on EGL, one of them slow because a thread of higher priority took its CPU.
#
# render (200) swaps at 5, 15, 25, 75, 85: frames of 10, 10, 50 and 10 ms.  Each call takes 1 ms, the
#   last does not return.  The slow frame 25-75: running 25-30 and 60-75 = 20 ms, ready 30-60 = 30 ms.
# A mark "level loaded" at 45 by hog; the clock rate of CPU 0 is 2.4 GHz from 50 on.
# The vertical blank of screen 0 comes at 16 and 33; gears waits 1 ms for a fence of the GPU at 76.5.
# Two samples of cycles, of 2,400,000 each.  12 samples were lost at 95, and samples throttled 96-97.
machine: cpus 1; clock 1GHz
window: 0 to 100

process gears 200
process hog 300
thread 200 "gears" in gears
thread 300 "hog" in hog
image gears base 0x400000 size 0x10000 in gears path "/usr/bin/gears"

at 0 cpu 0: switch idle -> gears
at 5 cpu 0: present gears chain 0x11 for 1 runtime egl
at 15 cpu 0: present gears chain 0x11 for 1 runtime egl
at 16 cpu 0: vsync 0 sequence 101
at 25 cpu 0: present gears chain 0x11 for 1 runtime egl
at 30 cpu 0: switch gears -> hog runnable new-priority 49
at 33 cpu 0: vsync 0 sequence 102
at 40 cpu 0: sample hog in 0x1234 event cycles weight 2400000
at 45 cpu 0: mark "level loaded" by hog
at 50 cpu 0: counter cpu_frequency 2400000000 unit hertz
at 60 cpu 0: switch hog -> gears waiting old-priority 49
at 75 cpu 0: present gears chain 0x11 for 1 runtime egl
at 76.5: call gears i915 for 1 kind fence object 0x700000009
at 80 cpu 0: sample gears in gears+0x10 event cycles weight 2400000
at 85 cpu 0: present gears chain 0x11 open runtime egl
at 95 cpu 0: lost 12 events
at 96 cpu 0: lost 0 throttled for 1
