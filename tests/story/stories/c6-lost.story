# One of ten context switches is lost: 11 -> 12 at 50.
#
# As it was: 11 and 12 take turns of 10 ms, 11 runs 5 x 10 = 50 ms, 12 runs 4 x 10 = 40 ms.
# As recorded: at 60 thread 12 stops, though 11 was seen to start at 40 and nothing since.
# Known runs are 0-10, 20-30, 60-70, 80-90 of 11 = 40 ms and 10-20, 30-40, 70-80 of 12 = 30 ms.
# 40-60 is unaccounted = 20 ms of the CPU's 90; a reader that trusts the moment of the loss, 50,
# may give 40-50 to 11 and then has 50, 30 and 10 ms.  Neither has a negative time, and
# the sum is 90 ms both times.  Header: 1 event lost.
machine: cpus 1; clock 10MHz
window: 0 to 100

process game.exe 10
thread 11 in game.exe
thread 12 in game.exe

at 0 cpu 0: switch idle -> 11
at 10 cpu 0: switch 11 -> 12 runnable
at 20 cpu 0: switch 12 -> 11 runnable
at 30 cpu 0: switch 11 -> 12 runnable
at 40 cpu 0: switch 12 -> 11 runnable
at 50 cpu 0: lost 1 events
at 60 cpu 0: switch 12 -> 11 runnable
at 70 cpu 0: switch 11 -> 12 runnable
at 80 cpu 0: switch 12 -> 11 runnable
at 90 cpu 0: switch 11 -> idle waiting WrQueue
