# A thread reads a cold file, then touches a page that is on disk.
#
# reader (100) runs 0-2, 2-2.1, 7.3-9, 9.5-12 on CPU 0; the rest it waits: 2.1-7.2 = 5.1 ms (D) and
#   9.1-9.4 = 0.3 ms (D); it is ready 7.2-7.3 and 9.4-9.5 = 0.2 ms.  Running 2.1 + 1.8 + 2.5 = 6.4 ms.
# Disk: a read of 64 KiB queued at 2, on the device 2.05-7.1 = 5.05 ms; one of 4 KiB issued at once
#   at 9.05, 0.3 ms.  A flush by the writer, 15-16.
# Faults: one, 9-9.55 = 0.55 ms, of the address 0x7f0000003000.
# System calls: pread64 1.9-7.4 = 5.5 ms with the result 65536.  A kernel lock 13-13.2.
machine: cpus 2; clock 1GHz
window: 0 to 20

process reader 100
process "kworker/0:1" 50
thread 100 "reader" in reader
thread 50 in 50
image vmlinux base 0xffffffff81000000 size 0x1000000 path "[kernel.kallsyms]_text"
image reader base 0x400000 size 0x10000 in reader path "/usr/bin/reader"

at 0 cpu 0: switch idle -> reader
at 0.5 cpu 0: sample reader in reader+0x40
at 1.5 cpu 0: sample reader stack vmlinux+0x40 < vmlinux+0x80 < reader+0x60 < reader+0x20
at 1.9: call reader pread64 for 5.5 object 3 result 65536
at 2: disk read by reader queued 50us for 5.05 disk 0x800000 flags 1 offset 1MiB bytes 64KiB stack vmlinux+0x900
at 2.1 cpu 0: switch reader -> idle waiting D old-stack vmlinux+0x910 < vmlinux+0x920 < reader+0x60
at 7.05 cpu 0: isr vmlinux+0x100 for 200us name nvme0q1 vector 33
at 7.2 cpu 0: ready reader from interrupt kind asked
at 7.3 cpu 0: switch idle -> reader
at 9: fault reader for 0.55 address 0x7f0000003000 in reader+0x88
at 9.05: disk read by reader for 0.3 disk 0x800000 offset 2MiB flags 2
at 9.1 cpu 0: switch reader -> idle waiting D
at 9.4 cpu 0: ready reader from interrupt kind asked
at 9.5 cpu 0: switch idle -> reader
at 12 cpu 0: switch reader -> idle waiting
at 12.5 cpu 1: switch idle -> 50
at 13: call 50 "mutex" for 0.2 kind lock object 0xffff888000001000
at 15: disk flush by 50 for 1 disk 0x800000
at 17 cpu 1: switch 50 -> idle waiting I
