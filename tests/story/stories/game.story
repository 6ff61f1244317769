# A game at 296 frames a second on 24 CPUs, in the shares of a published capture of 9 s
# (179,489 context switches, 5,194 samples with stacks, 65,006 DPCs and ISRs, 2,664 presents; a
# smaller one had 44,894 ready events to 63,209 switches, 107 hard faults and 166 disk requests
# in 4.4 s).  Meant for files of any size: story2etl game.story -o FILE --repeat-to 1GiB
#
# Per frame of 3.378 ms, 2,664 frames = 8.999 s:
#   switches  16 CPUs with two threads x 3 + 4 CPUs with four threads x 5 = 68 -> 181,152
#   ready     16 x 2 + 4 x 4 = 48 -> 127,872 (0.706 of the switches; the capture 0.710)
#   samples   2 -> 5,328      DPCs and ISRs  8 + 8 + 8 = 24 -> 63,936      presents 1 -> 2,664
# Hard faults 219, disk requests 340.
machine: cpus 24; clock 10MHz; mhz 3200
window: 0 to 9000

process System 4 session 0
process game.exe 1000 parent 2000 command "game.exe -fullscreen"
process dwm.exe 1100
process audiodg.exe 1200 session 0
process browser.exe 1300 parent 2000
process explorer.exe 2000
image ntoskrnl.exe base 0xfffff80000000000 size 0x1000000 path "\SystemRoot\system32\ntoskrnl.exe"
image nvlddmkm.sys base 0xfffff80030000000 size 0x4000000
image ndis.sys base 0xfffff80040000000 size 0x200000
image game.exe base 0x140000000 size 0x4000000 in game.exe
image d3d12.dll base 0x7ff810000000 size 0x400000 in game.exe
image ntdll.dll base 0x7ff8ff000000 size 0x200000 in game.exe
thread 1001 "render" in game.exe
thread 1002 "driver" in game.exe
thread 1010 "worker 1a" in game.exe
thread 1011 "worker 1b" in game.exe
thread 1020 "worker 2a" in game.exe
thread 1021 "worker 2b" in game.exe
thread 1030 "worker 3a" in game.exe
thread 1031 "worker 3b" in game.exe
thread 1040 "worker 4a" in game.exe
thread 1041 "worker 4b" in game.exe
thread 1050 "worker 5a" in game.exe
thread 1051 "worker 5b" in game.exe
thread 1060 "worker 6a" in game.exe
thread 1061 "worker 6b" in game.exe
thread 1070 "worker 7a" in game.exe
thread 1071 "worker 7b" in game.exe
thread 1080 "worker 8a" in game.exe
thread 1081 "worker 8b" in game.exe
thread 1090 "worker 9a" in game.exe
thread 1091 "worker 9b" in game.exe
thread 1100 "worker 10a" in game.exe
thread 1101 "worker 10b" in game.exe
thread 1110 "worker 11a" in game.exe
thread 1111 "worker 11b" in game.exe
thread 1120 "worker 12a" in game.exe
thread 1121 "worker 12b" in game.exe
thread 1130 "worker 13a" in game.exe
thread 1131 "worker 13b" in game.exe
thread 1140 "worker 14a" in game.exe
thread 1141 "worker 14b" in game.exe
thread 1150 "worker 15a" in game.exe
thread 1151 "worker 15b" in game.exe
thread 5160 in dwm.exe
thread 5161 in dwm.exe
thread 5162 in dwm.exe
thread 5163 in dwm.exe
thread 5170 in audiodg.exe
thread 5171 in audiodg.exe
thread 5172 in audiodg.exe
thread 5173 in audiodg.exe
thread 5180 in browser.exe
thread 5181 in browser.exe
thread 5182 in browser.exe
thread 5183 in browser.exe
thread 5190 in System
thread 5191 in System
thread 5192 in System
thread 5193 in System
file 0xffffa80000001000 "\Device\HarddiskVolume3\game\data0.pak"
file 0xffffa80000002000 "\Device\HarddiskVolume3\game\data1.pak"
file 0xffffa80000003000 "\Device\HarddiskVolume3\game\data2.pak"
file 0xffffa80000004000 "\Device\HarddiskVolume3\game\data3.pak"
queue 0xc1 in game.exe adapter 0xad node 0 engine 3d
stack tail = game.exe+0x16d38 < game.exe+0x17f6c < game.exe+0x191a0 < game.exe+0x1a3d4 < game.exe+0x1b608 < game.exe+0x1c83c < game.exe+0x1da70 < game.exe+0x1eca4 < game.exe+0x1fed8 < game.exe+0x2110c
stack job = ntdll.dll+0x9f000 < ntdll.dll+0x9f040 < ntdll.dll+0x9f080 < game.exe+0x10000 < game.exe+0x11234 < game.exe+0x12468 < game.exe+0x1369c < game.exe+0x148d0 < game.exe+0x15b04 < tail
stack wait = ntoskrnl.exe+0x20000 < ntoskrnl.exe+0x20345 < ntoskrnl.exe+0x2068a < ntoskrnl.exe+0x209cf < ntoskrnl.exe+0x20d14 < ntoskrnl.exe+0x21059 < ntoskrnl.exe+0x2139e < ntoskrnl.exe+0x216e3 < job
stack draw = d3d12.dll+0x3000 < d3d12.dll+0x3077 < d3d12.dll+0x30ee < d3d12.dll+0x3165 < d3d12.dll+0x31dc < d3d12.dll+0x3253 < tail

repeat 2664 every 3.378 {
    at 0 cpu 0: ready render from dpc stack ntoskrnl.exe+0x1000; switch idle -> render new-stack wait
    at 0.05 cpu 0: ready 1010 by render stack draw; ready 1020 by render stack draw; ready 1030 by render stack draw; ready 1040 by render stack draw; ready 1050 by render stack draw; ready 1060 by render stack draw; ready 1070 by render stack draw
    at 0.06 cpu 0: ready 1080 by render stack draw; ready 1090 by render stack draw; ready 1100 by render stack draw; ready 1110 by render stack draw; ready 1120 by render stack draw; ready 1130 by render stack draw; ready 1140 by render stack draw; ready 1150 by render stack draw
    at 0.102 cpu 1: switch idle -> 1010 new-stack wait
    at 1.113 cpu 1: ready 1011 by 1010 stack job; switch 1010 -> 1011 waiting WrQueue new-stack wait
    at 1.517 cpu 1: switch 1011 -> idle waiting WrAlertByThreadId
    at 0.104 cpu 2: switch idle -> 1020 new-stack wait
    at 1.126 cpu 2: ready 1021 by 1020 stack job; switch 1020 -> 1021 waiting WrQueue new-stack wait
    at 1.534 cpu 2: switch 1021 -> idle waiting WrAlertByThreadId
    at 0.106 cpu 3: switch idle -> 1030 new-stack wait
    at 1.139 cpu 3: ready 1031 by 1030 stack job; switch 1030 -> 1031 waiting WrQueue new-stack wait
    at 1.551 cpu 3: switch 1031 -> idle waiting WrAlertByThreadId
    at 0.108 cpu 4: switch idle -> 1040 new-stack wait
    at 1.152 cpu 4: ready 1041 by 1040 stack job; switch 1040 -> 1041 waiting WrQueue new-stack wait
    at 1.568 cpu 4: switch 1041 -> idle waiting WrAlertByThreadId
    at 0.110 cpu 5: switch idle -> 1050 new-stack wait
    at 1.165 cpu 5: ready 1051 by 1050 stack job; switch 1050 -> 1051 waiting WrQueue new-stack wait
    at 1.585 cpu 5: switch 1051 -> idle waiting WrAlertByThreadId
    at 0.112 cpu 6: switch idle -> 1060 new-stack wait
    at 1.178 cpu 6: ready 1061 by 1060 stack job; switch 1060 -> 1061 waiting WrQueue new-stack wait
    at 1.602 cpu 6: switch 1061 -> idle waiting WrAlertByThreadId
    at 0.114 cpu 7: switch idle -> 1070 new-stack wait
    at 1.191 cpu 7: ready 1071 by 1070 stack job; switch 1070 -> 1071 waiting WrQueue new-stack wait
    at 1.619 cpu 7: switch 1071 -> idle waiting WrAlertByThreadId
    at 0.116 cpu 8: switch idle -> 1080 new-stack wait
    at 1.204 cpu 8: ready 1081 by 1080 stack job; switch 1080 -> 1081 waiting WrQueue new-stack wait
    at 1.636 cpu 8: switch 1081 -> idle waiting WrAlertByThreadId
    at 0.118 cpu 9: switch idle -> 1090 new-stack wait
    at 1.217 cpu 9: ready 1091 by 1090 stack job; switch 1090 -> 1091 waiting WrQueue new-stack wait
    at 1.653 cpu 9: switch 1091 -> idle waiting WrAlertByThreadId
    at 0.120 cpu 10: switch idle -> 1100 new-stack wait
    at 1.230 cpu 10: ready 1101 by 1100 stack job; switch 1100 -> 1101 waiting WrQueue new-stack wait
    at 1.670 cpu 10: switch 1101 -> idle waiting WrAlertByThreadId
    at 0.122 cpu 11: switch idle -> 1110 new-stack wait
    at 1.243 cpu 11: ready 1111 by 1110 stack job; switch 1110 -> 1111 waiting WrQueue new-stack wait
    at 1.687 cpu 11: switch 1111 -> idle waiting WrAlertByThreadId
    at 0.124 cpu 12: switch idle -> 1120 new-stack wait
    at 1.256 cpu 12: ready 1121 by 1120 stack job; switch 1120 -> 1121 waiting WrQueue new-stack wait
    at 1.704 cpu 12: switch 1121 -> idle waiting WrAlertByThreadId
    at 0.126 cpu 13: switch idle -> 1130 new-stack wait
    at 1.269 cpu 13: ready 1131 by 1130 stack job; switch 1130 -> 1131 waiting WrQueue new-stack wait
    at 1.721 cpu 13: switch 1131 -> idle waiting WrAlertByThreadId
    at 0.128 cpu 14: switch idle -> 1140 new-stack wait
    at 1.282 cpu 14: ready 1141 by 1140 stack job; switch 1140 -> 1141 waiting WrQueue new-stack wait
    at 1.738 cpu 14: switch 1141 -> idle waiting WrAlertByThreadId
    at 0.130 cpu 15: switch idle -> 1150 new-stack wait
    at 1.295 cpu 15: ready 1151 by 1150 stack job; switch 1150 -> 1151 waiting WrQueue new-stack wait
    at 1.755 cpu 15: switch 1151 -> idle waiting WrAlertByThreadId
    at 0.4 cpu 16: ready 5160 from interrupt; switch idle -> 5160 new-stack wait
    at 0.5 cpu 16: ready 5161 by 5160 stack wait; switch 5160 -> 5161 waiting WrLpcReply new-stack wait
    at 0.6 cpu 16: ready 5162 by 5161 stack wait; switch 5161 -> 5162 waiting WrLpcReply new-stack wait
    at 0.7 cpu 16: ready 5163 by 5162 stack wait; switch 5162 -> 5163 waiting WrLpcReply new-stack wait
    at 0.8 cpu 16: switch 5163 -> idle waiting UserRequest
    at 0.4 cpu 17: ready 5170 from interrupt; switch idle -> 5170 new-stack wait
    at 0.5 cpu 17: ready 5171 by 5170 stack wait; switch 5170 -> 5171 waiting WrLpcReply new-stack wait
    at 0.6 cpu 17: ready 5172 by 5171 stack wait; switch 5171 -> 5172 waiting WrLpcReply new-stack wait
    at 0.7 cpu 17: ready 5173 by 5172 stack wait; switch 5172 -> 5173 waiting WrLpcReply new-stack wait
    at 0.8 cpu 17: switch 5173 -> idle waiting UserRequest
    at 0.4 cpu 18: ready 5180 from interrupt; switch idle -> 5180 new-stack wait
    at 0.5 cpu 18: ready 5181 by 5180 stack wait; switch 5180 -> 5181 waiting WrLpcReply new-stack wait
    at 0.6 cpu 18: ready 5182 by 5181 stack wait; switch 5181 -> 5182 waiting WrLpcReply new-stack wait
    at 0.7 cpu 18: ready 5183 by 5182 stack wait; switch 5182 -> 5183 waiting WrLpcReply new-stack wait
    at 0.8 cpu 18: switch 5183 -> idle waiting UserRequest
    at 0.4 cpu 19: ready 5190 from interrupt; switch idle -> 5190 new-stack wait
    at 0.5 cpu 19: ready 5191 by 5190 stack wait; switch 5190 -> 5191 waiting WrLpcReply new-stack wait
    at 0.6 cpu 19: ready 5192 by 5191 stack wait; switch 5191 -> 5192 waiting WrLpcReply new-stack wait
    at 0.7 cpu 19: ready 5193 by 5192 stack wait; switch 5192 -> 5193 waiting WrLpcReply new-stack wait
    at 0.8 cpu 19: switch 5193 -> idle waiting UserRequest
    at 1 cpu 0: sample render stack draw
    at 2 cpu 3: sample 1031 stack wait
    at 2.6 cpu 0: present render chain 0x1a2b3c for 0.12 sync 0; packet 0xc1 by render queued 0.05 for 2.4
    at 2.8 cpu 0: ready driver by render stack draw; switch render -> driver waiting WrQueue new-stack wait
    at 3.2 cpu 0: switch driver -> idle waiting WrQueue
    repeat 8 every 0.4 {
        at 0.02 cpu 20: isr nvlddmkm.sys+0x1200 for 2us vector 145 name msi
        at 0.025 cpu 20: dpc nvlddmkm.sys+0x8800 for 18us
        at 0.1 cpu 21: timer-dpc ntoskrnl.exe+0x5500 for 4us
    }
}
repeat 219 every 41 from 3 {
    at 0: fault render for 0.35 address 0x180001000 file 0xffffa80000001000 offset 64KiB bytes 16KiB
}
repeat 340 every 26.4 from 1 {
    at 0: disk read by 1010 queued 0.02 for 0.4 offset 8MiB bytes 64KiB file 0xffffa80000002000
}
