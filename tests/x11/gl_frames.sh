#!/bin/sh
# gl_frames.sh BENCHLAB PROGRAM: a GL program under a virtual screen, recorded by our recorder: as many
# frames must be found as the program counts itself.  77: it cannot run here, and says why.
#
# es2gears and glxgears say every five seconds how many frames they drew in that time, the first
# time five seconds after their first frame.
set -eu
benchlab=$1
program=$2
command -v "$program" >/dev/null || { echo "skipped: $program is not installed"; exit 77; }
. "$(dirname "$0")/can_probe.sh"
. "$(dirname "$0")/screen.sh"
# Line by line, so that what it says is there when it is ended.
"$benchlab" trace record --preset light --no-report --timed 20 --out "$folder/gl.perf.data" -- \
    timeout 6.5 stdbuf -oL "$program" >"$folder/said.txt" 2>"$folder/record.txt" &
running=$!
wait $running || { echo "the recording failed:"; cat "$folder/record.txt"; exit 1; }
running=
said=$(sed -n 's/^\([0-9]*\) frames in 5\.[0-9] seconds.*/\1/p' "$folder/said.txt" | head -1)
[ -n "$said" ] || { echo "skipped: $program counted nothing here"; cat "$folder/said.txt"; exit 77; }

"$benchlab" trace export "$folder/gl.perf.data" --table present --out "$folder/present.csv"
found=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    { time = $column["begin"] }
    NR == 2 { first = time }
    time - first < 5e9 { count++ }
    END { print count + 0 }' "$folder/present.csv")
echo "$program counted $said frames in its first five seconds, $found were found"
# Not to the frame (gl_exact.sh does that): its five seconds begin before its first frame, which is
# compiled then and takes tens of milliseconds, and ours with that frame.
[ "$found" -ge $((said - said / 20 - 2)) ] && [ "$found" -le $((said + said / 20 + 2)) ]
