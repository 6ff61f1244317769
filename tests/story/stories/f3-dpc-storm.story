# DPCs of four drivers on a machine of 20 CPUs, 50.1 s; shares are of one core.
#
# Each driver: 1000 groups of 25 calls, 21 short and 4 long ones: 25 000 calls, 16 % long.
# dxgkrnl.sys   1000 x (21 x 0.1   + 4 x 0.5135) = 1000 x (2.1   + 2.054) = 4154 ms = 8.2914 % -> 8.29
# Wdf01000.sys  1000 x (21 x 0.035 + 4 x 0.22)   = 1000 x (0.735 + 0.88)  = 1615 ms = 3.2236 % -> 3.22
# nvlddmkm.sys  1000 x (21 x 0.031 + 4 x 0.23)   = 1000 x (0.651 + 0.92)  = 1571 ms = 3.1357 % -> 3.14
# ntoskrnl.exe  1000 x (21 x 0.021 + 4 x 0.1725) = 1000 x (0.441 + 0.69)  = 1131 ms = 2.2575 % -> 2.26
# All together 8471 ms = 16.91 % of one core, 0.85 % of the machine.
# Each has two modes: 100 and 513.5 us, 35 and 220, 31 and 230, 21 and 172.5.
machine: cpus 20; clock 10MHz
window: 0 to 50100

image ntoskrnl.exe base 0xfffff80000000000 size 0x1000000
image dxgkrnl.sys base 0xfffff80010000000 size 0x400000
image Wdf01000.sys base 0xfffff80020000000 size 0x100000
image nvlddmkm.sys base 0xfffff80030000000 size 0x4000000

repeat 1000 every 50.1 {
    repeat 21 every 0.5 {
        at 0 cpu 0: dpc dxgkrnl.sys+0x1000 for 0.1
        at 0 cpu 4: dpc Wdf01000.sys+0x2000 for 0.035
        at 0 cpu 9: dpc nvlddmkm.sys+0x3000 for 0.031
        at 0 cpu 19: timer-dpc ntoskrnl.exe+0x4000 for 0.021
    }
    repeat 4 every 2 from 20 {
        at 0 cpu 0: dpc dxgkrnl.sys+0x1000 for 0.5135
        at 0 cpu 4: dpc Wdf01000.sys+0x2000 for 0.22
        at 0 cpu 9: dpc nvlddmkm.sys+0x3000 for 0.23
        at 0 cpu 19: timer-dpc ntoskrnl.exe+0x4000 for 0.1725
    }
}
