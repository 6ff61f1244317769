# A lock is held for a second, and the trace says who let go: thread 100 "main".
#
# 101 waits 10-1010 = 1000 ms for the lock, ended by main; then 1010-1010.1 = 0.1 ms ready.
# main runs 0-5 and 1005-1015 = 15 ms and waits 5-1005 = 1000 ms for the clock (a DPC).
# 101 runs 6-10 and 1010.1-1020 = 4 + 9.9 = 13.9 ms.  Ready events: 2 for the 2 waits that end.
machine: cpus 2; clock 10MHz
window: 0 to 1100

process lock.exe 50
thread 100 "main" in lock.exe
thread 101 "worker" in lock.exe

at 0 cpu 0: switch idle -> main
at 5 cpu 0: switch main -> idle waiting DelayExecution
at 6 cpu 1: switch idle -> worker
at 10 cpu 1: switch worker -> idle waiting WrAlertByThreadId
at 1005 cpu 0: ready main from dpc; switch idle -> main
at 1010 cpu 0: ready worker by main
at 1010.1 cpu 1: switch idle -> worker
at 1015 cpu 0: switch main -> idle waiting UserRequest
at 1020 cpu 1: switch worker -> idle waiting UserRequest
