# Frames of a program on EGL, one of them slow because a thread of higher priority took its CPU.
#
# render (200) swaps at 5, 15, 25, 75, 85: frames of 10, 10, 50 and 10 ms.  Each call takes 1 ms, the
#   last does not return.  The slow frame 25-75: running 25-30 and 60-75 = 20 ms, ready 30-60 = 30 ms.
# A mark "level loaded" at 45 by hog; the clock rate of CPU 0 is 2.4 GHz from 50 on.
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
at 25 cpu 0: present gears chain 0x11 for 1 runtime egl
at 30 cpu 0: switch gears -> hog runnable new-priority 49
at 40 cpu 0: sample hog in 0x1234 event cycles weight 2400000
at 45 cpu 0: mark "level loaded" by hog
at 50 cpu 0: counter cpu_frequency 2400000000 unit hertz
at 60 cpu 0: switch hog -> gears waiting old-priority 49
at 75 cpu 0: present gears chain 0x11 for 1 runtime egl
at 80 cpu 0: sample gears in gears+0x10 event cycles weight 2400000
at 85 cpu 0: present gears chain 0x11 open runtime egl
at 95 cpu 0: lost 12 events
at 96 cpu 0: lost 0 throttled for 1
