# Every clause of every kind of line, none with the value that it has when not said.
machine: cpus 4; clock 2109960Hz; mhz 2100; sample-interval 0.25
window: 1.5 to 2000.000001
cpu 1 core 1 package 2 node 3 class 4 mhz 5000 name "fast one"
process "my game.exe" 10 parent 4 session 2 path "C:\g\my game.exe" command "say ""hi"" -x" exit -1 flags 1 from 1 to 2
process 3dmark.exe 20
image ntoskrnl.exe base 0xfffff80000000000 size 0x1000000 path "\SystemRoot\ntoskrnl.exe"
image "my game.exe" base 0x140000000 size 64KiB in 10 offset 0x400 id ABC1 pdb a.pdb stamp 0x5f00 from 3 to 4
thread 11 "0x12" in 10 start "my game.exe"+0x10 priority -2 from 5 to 6
thread 12 in 3dmark.exe
file 0xff01 "\Device\a" from 7 to 8
queue 0xc1 in 10 adapter 0xad node 2 engine copy flags 1 name Copy from 9 to 10
function work = "my game.exe"+0x20
fact clock "QPC, 2.1 MHz"
problem cut-file "the file ends early" count 3 offset 4096
at 1 cpu 0: switch 11 -> 12 waiting UserRequest raw 5 mode user old-priority 3 new-priority 15 old-stack work < 0x1 new-stack 0xfffff80000000010
at 2 cpu 1: ready 11 by 12 from interrupt kind asked target 3 stack work
at 3 cpu 2: sample 11 in 0x5 event cycles weight 7 flags 3 stack 0x6 < 0x7
at 4 cpu 3: isr 0x1 for 1us name msi vector 129 queued -0.5; timer-dpc 0x2 for 2; threaded-dpc 0x3 for 3; softirq 0x4 for 4; tick 0x5 for 5; dpc 0x6 for 6
at 5: fault 11 for 0.5 address 0x7 in work file 0xff01 offset 0x9 bytes 8192 stack 0x1
at 6: disk discard by 11 queued 1 for 2 disk 3 priority 4 flags 5 offset 6 bytes 7 file 0xff01 stack 0x8
at 7: call 11 NtRead for 1 kind lock object 0x2 result -3 stack 0x4
at 8: present 11 chain 0x1 for 0.1 runtime vulkan mode "Hardware: Independent Flip" sync 2 flags 0x200 result 0x1 key 0x77 id 9 outcome discarded tearing 1 nesting 2 gpu-done 3 window 0x4 source 5 layer 6 frame 7
at 9: present 12 chain 0x2 open
at 10: display 0x77 flip -1 type Repeated delay 2 source 3 layer 4
at 11: vsync 2 sequence 99
at 12: packet 0xc1 queued 1 open by 11 kind paging sequence 2 fence 3 present 0x77 flags 5
at 13: input keyboard taken by 11 window 0x5
at 14: mark "a mark" by 11 frame 3
at 15: phase loading for 5 by 11 in 10 kind state frame 4
at 16 cpu 1: counter "GPU power" -220.5 unit per-second in 10
at 17 cpu 1: lost 12 buffers for 3
at 18: frame 10 application "My Game" chain 0x1 runtime DXGI mode x type Application sync 1 flags 2 tearing 1 shown 0 frame 5 cpu-start -1 between-presents 16.6 instrumented-latency 0.001
repeat 3 every 10 from 20 {
    at 0 cpu 0: mark x
    repeat 2 every 1 { at 0.5: mark y }
}
