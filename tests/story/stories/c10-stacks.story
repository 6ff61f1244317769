# Stacks in two halves that come apart: story2etl --user-half first, and --user-half-delay 3.
#
# Four samples.  The first has both halves: ntoskrnl.exe+0x40 < game.exe+0x10 < game.exe+0x300.
# The second has a user half only.  The third is of thread 12, which ends at 22, so that with the
# delay its user half comes after its end (21 + 3 = 24).  The fourth has no stack.
# 3 of 4 samples have a stack, and none is broken.  In the order of any option each sample's
# frames are the same, kernel half innermost.
machine: cpus 1; clock 10MHz
window: 0 to 40

process game.exe 10
image ntoskrnl.exe base 0xfffff80000000000 size 0x1000000
image game.exe base 0x140000000 size 0x100000 in game.exe
thread 11 in game.exe
thread 12 in game.exe to 22

at 0 cpu 0: switch idle -> 11
at 5 cpu 0: sample 11 stack ntoskrnl.exe+0x40 < game.exe+0x10 < game.exe+0x300
at 10 cpu 0: sample 11 stack game.exe+0x20 < game.exe+0x300
at 20 cpu 0: switch 11 -> 12 runnable
at 21 cpu 0: sample 12 stack ntoskrnl.exe+0x50 < game.exe+0x30 < game.exe+0x400
at 22 cpu 0: switch 12 -> 11 ended
at 30 cpu 0: sample 11 in game.exe+0x40
at 35 cpu 0: switch 11 -> idle waiting WrQueue
