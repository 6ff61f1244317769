#!/bin/sh
# tests/bench/trace.sh [BUILD [BYTES]]: how fast traces are read and analysed, as ratios to sha256sum of
# the same file in the same run.  By hand, on a machine that is idle; needs story2etl (a build with
# tests) and GNU time.  The trace is tests/story/stories/game.story, told again until the file has that
# size (default: build/release, 1GiB).
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build/release}
bytes=${2:-1GiB}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trace=$folder/game.etl
"$build/story2etl" tests/story/stories/game.story --repeat-to "$bytes" -o "$trace" >/dev/null

# seconds COMMAND...: the least of five, and the greatest memory in MB, in $s and $mb.
seconds() {
    s= mb=0
    for _ in 1 2 3 4 5; do
        /usr/bin/time -f '%e %M' -o "$folder/time" "$@" >/dev/null 2>&1
        read -r now kb <"$folder/time"
        s=$(echo "$now ${s:-$now}" | awk '{print ($1 < $2 ? $1 : $2)}')
        mb=$(echo "$kb $mb" | awk '{m = $1 * 1.024 / 1000; print (m > $2 ? m : $2)}')
    done
}

size=$(wc -c <"$trace" | awk '{print $1 / 1e6}')
seconds sha256sum "$trace"
peer=$s
printf '%-28s %8.2f s   file %.0f MB\n' sha256sum "$peer" "$size"
row() {
    what=$1
    shift
    seconds "$build/benchlab" trace analyze "$trace" --quiet --json "$folder/out.json" "$@"
    awk -v w="$what" -v s="$s" -v p="$peer" -v m="$mb" -v f="$size" \
        'BEGIN {printf "%-28s %8.2f s   %.3f of sha256sum   %.0f MB, %.2f of the file\n", w, s, s / p, m, m / f}'
}
row "all sections, all threads"
row "all sections, one thread" --threads 1
row "-s dpc" -s dpc
