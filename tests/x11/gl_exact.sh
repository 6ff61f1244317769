#!/bin/sh
# gl_exact.sh BENCHLAB GL_FRAMES egl|glx: a program that counts its swaps, under a virtual screen, recorded
# by our recorder from its first instruction: each of them must be found, and nothing else.  77: it
# cannot run here, and says why.
set -eu
benchlab=$1
program=$2
kind=$3
frames=500
. "$(dirname "$0")/can_probe.sh"
. "$(dirname "$0")/screen.sh"
if ! "$program" "$kind" 2 >"$folder/said.txt" 2>&1; then
    echo "skipped: $kind does not run here: $(cat "$folder/said.txt")"
    exit 77
fi
"$benchlab" trace record --preset light --no-report --timed 60 --out "$folder/gl.perf.data" -- \
    "$program" "$kind" $frames >"$folder/said.txt" 2>"$folder/record.txt" &
running=$!
wait $running || { echo "the recording failed:"; cat "$folder/record.txt"; exit 1; }
running=
grep -qx "$frames swaps" "$folder/said.txt" || { echo "it did not draw:"; cat "$folder/said.txt"; exit 1; }
"$benchlab" trace export "$folder/gl.perf.data" --process gl_frames --table present --out "$folder/present.csv"
found=$(($(wc -l <"$folder/present.csv") - 1))
echo "$frames frames swapped by $kind, $found were found"
[ "$found" = $frames ]
