# A driver generates a frame between each two of the program's, and says of each flip what it is.  The
# program presents every 20 ms, at 5, 25, ...; its frame is on the screen 10 ms later, at 15, 35, ...,
# and what the driver made of it 10 ms behind, at 25, 45, ...  What must come out of the frames but the
# first of 11, two rows each:
#
# Between presents 20 ms, in Present 0.5: of the program's rows alone, 10.
# Until displayed 10 of those, 20 of the generated ones; each row 10 ms behind the one before.
# Display latency of the program's: begun where the Present before returned, 29.5 before the screen.
# On the screen 100 a second, of which the program drew 50.
# What flips are is told by numbers that a file must describe: without that, 20 ms and 50 a second.
machine: cpus 2; clock 10MHz
window: 0 to 240

process game.exe 100
thread 101 "render" in game.exe

at 0 cpu 0: switch idle -> 101
repeat 11 every 20 {
    at 5 cpu 0: present 101 chain 0x51 for 0.5 sync 1 key 1 mode "Hardware: Independent Flip"
    at 15 cpu 1: display 1 type Application
    at 25 cpu 1: display 1 type "AMD AFMF"
}
