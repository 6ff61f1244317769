# Images whose debug ids come before or after their load: story2etl --identity first, or last.
#
# game.exe is there from the begin, plugin.dll loads at 10 and goes at 30, old.dll has no id.
# In both orders: game.exe has 0123456789ABCDEF0123456789ABCDEF1 (game.pdb), plugin.dll
# FEDCBA9876543210FEDCBA98765432102 (plugin.pdb); old.dll is named by module and offset only.
# Samples: 5 game.exe+0x10, 15 plugin.dll+0x20, 25 old.dll+0x30, and 35 the address where
# plugin.dll was: no module.
machine: cpus 1; clock 10MHz
window: 0 to 40

process game.exe 10
thread 11 in game.exe
image game.exe base 0x140000000 size 0x100000 in game.exe id 0123456789ABCDEF0123456789ABCDEF1 pdb game.pdb stamp 0x5f000001
image plugin.dll base 0x180000000 size 0x10000 in game.exe id FEDCBA9876543210FEDCBA98765432102 pdb plugin.pdb from 10 to 30
image old.dll base 0x190000000 size 0x10000 in game.exe

at 0 cpu 0: switch idle -> 11
at 5 cpu 0: sample 11 in game.exe+0x10
at 15 cpu 0: sample 11 in plugin.dll+0x20
at 25 cpu 0: sample 11 in old.dll+0x30
at 35 cpu 0: sample 11 in plugin.dll+0x40
at 39 cpu 0: switch 11 -> idle waiting WrQueue
