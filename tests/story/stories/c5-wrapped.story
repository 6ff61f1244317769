# A ring that has wrapped: the kernel's stream begins at 10 s, the presents at 0, and only the
# rundown at the end is left.  story2etl --rundown end
#
# Thread 11 belongs to game.exe and file 0xffffa80000001000 is data.pak, both known by the end's
# rundown only.  Threads 500 and 501 have no name anywhere: they are unknown (500) and (501), not
# another's.  501 ran in the ring and is gone.  File 0xffffa80000002000 has no name at all.
# CPU 0 from 10 s on: 11 runs 10000-10004 and 10006-10010 = 8 ms, 500 runs 10004-10006 = 2 ms,
# 501 on CPU 1 10001-10003 = 2 ms.  Before 10 s nothing is known, but presents: 0, 5000, 10007:
# frames of 5000 and 5007 ms.
machine: cpus 2; clock 10MHz
window: 0 to 10010

process game.exe 10
thread 11 "render" in game.exe
image game.exe base 0x140000000 size 0x100000 in game.exe
file 0xffffa80000001000 "\Device\HarddiskVolume3\game\data.pak"

at 0: present 11 chain 0x1 for 0.1
at 5000: present 11 chain 0x1 for 0.1
at 10000 cpu 0: switch idle -> 11
at 10001 cpu 1: switch idle -> 501
at 10002: disk read by 11 for 1 offset 1MiB bytes 64KiB file 0xffffa80000001000
at 10002.5: disk read by 501 for 0.4 offset 2MiB bytes 4KiB file 0xffffa80000002000
at 10003 cpu 1: switch 501 -> idle ended
at 10004 cpu 0: switch 11 -> 500 waiting WrQueue
at 10006 cpu 0: ready 11 by 500; switch 500 -> 11 waiting Executive
at 10007: present 11 chain 0x1 for 0.1
at 10010 cpu 0: switch 11 -> idle waiting UserRequest
