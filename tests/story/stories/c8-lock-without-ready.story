# The story of c8-lock.story, recorded without ready events.
#
# Switches: 8, of which 4 let a thread run; ready events: 0.  0 of 2 ended waits have a waker.
# 101 waits 10-1010.1 = 1000.1 ms, as nothing tells waiting from ready; main waits 5-1005 = 1000 ms.
machine: cpus 2; clock 10MHz
window: 0 to 1100

process lock.exe 50
thread 100 "main" in lock.exe
thread 101 "worker" in lock.exe

at 0 cpu 0: switch idle -> main
at 5 cpu 0: switch main -> idle waiting DelayExecution
at 6 cpu 1: switch idle -> worker
at 10 cpu 1: switch worker -> idle waiting WrAlertByThreadId
at 1005 cpu 0: switch idle -> main
at 1010.1 cpu 1: switch idle -> worker
at 1015 cpu 0: switch main -> idle waiting UserRequest
at 1020 cpu 1: switch worker -> idle waiting UserRequest
