#!/bin/sh
# tests/bench/record.sh [BUILD [LOOPS]]: what recording costs, beside `perf record` with the same events
# in the same run.  By hand, as root, on a machine that is idle; needs perf, GNU time and record_run (a
# build with tests).  The load is `perf bench sched pipe`: two processes that hand a byte to and fro,
# LOOPS times (default: build/release, 200000), which are 2 * LOOPS context switches.
#
# CPU per switch is the processor time of the load, in which the kernel writes the events, and that of
# the recorder, by the number of switches: the least of five, as of bytes per event.  Those are of the
# file's data section: ours has the kernel's symbols behind it, which do not grow with the load.  Both
# have the kernel's own records of switches too (perf: --switch-events), which are not counted as events.
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build/release}
loops=${2:-200000}
rounds=5
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
events=sched:sched_switch,sched:sched_waking,sched:sched_wakeup_new
events=$events,sched:sched_process_fork,sched:sched_process_exec,sched:sched_process_exit
events=$events,irq:irq_handler_entry,irq:irq_handler_exit
events=$events,irq:softirq_entry,irq:softirq_exit,irq:softirq_raise

data_size() { perf report --header-only -i "$1" 2>/dev/null | sed -n 's/^# data size *: //p'; }
# Processor time of the load while $1 (nothing, or a recorder that ends at SIGINT) runs, in $us.
load() {
    /usr/bin/time -f '%U %S' -o "$folder/load" perf bench sched pipe -l "$loops" >/dev/null 2>&1
}
least() { echo "$1 ${2:-$1}" | awk '{print ($1 < $2 ? $1 : $2)}'; }
per_switch() {  # SECONDS...
    echo "$@" | awk -v n="$loops" '{for (i = 1; i <= NF; ++i) s += $i; printf "%.3f", s * 1e6 / (2 * n)}'
}

theirs() { # OPTIONS...: perf record until the load has ended
    /usr/bin/time -f '%U %S' -o "$folder/recorder" perf record -q -B -N -a -m 4M -k CLOCK_MONOTONIC \
        --switch-events -e "$events" -o "$folder/theirs" "$@" >/dev/null 2>"$folder/said" &
    timer=$!
    sleep 1.5
    load
    kill -INT "$(pgrep -P "$timer")"
    wait "$timer" || true
}
ours() { # OPTIONS...
    /usr/bin/time -f '%U %S' -o "$folder/recorder" "$build/record_run" "$folder/ours" --preset light \
        --seconds 600 "$@" >"$folder/said" 2>&1 &
    timer=$!
    sleep 1.5
    load
    kill -INT "$(pgrep -P "$timer")"
    wait "$timer" || true
}

per_event() { echo "$(data_size "$1") $2" | awk '{printf "%.3f", $1 / $2}'; }
count_theirs() {
    perf report --stats -i "$folder/theirs" >"$folder/stats" 2>/dev/null
    their_events=$(awk '/SAMPLE events:/ {print $3; exit}' "$folder/stats")
    lost=$(awk '/LOST events:/ {print $3; exit}' "$folder/stats")
    their_lost=$((their_lost + ${lost:-0}))
}
count_ours() {
    our_events=$(awk '/^bytes/ {print $4}' "$folder/said")
    our_lost=$((our_lost + $(awk '/^bytes/ {print $6}' "$folder/said")))
}

their_lost=0 our_lost=0
base='' perf='' perf_load='' own_load='' perfz='' own='' ownz='' their_bytes='' our_bytes='' their_packed='' our_packed=''
i=0
while [ "$i" -lt "$rounds" ]; do
    i=$((i + 1))
    load
    base=$(least "$(per_switch "$(cat "$folder/load")")" "$base")
    theirs
    perf_load=$(least "$(per_switch "$(cat "$folder/load")")" "$perf_load")
    perf=$(least "$(per_switch "$(cat "$folder/load" "$folder/recorder" | tr '\n' ' ')")" "$perf")
    count_theirs
    their_bytes=$(least "$(per_event "$folder/theirs" "$their_events")" "$their_bytes")
    ours --compress 0
    own_load=$(least "$(per_switch "$(cat "$folder/load")")" "$own_load")
    own=$(least "$(per_switch "$(cat "$folder/load" "$folder/recorder" | tr '\n' ' ')")" "$own")
    count_ours
    our_bytes=$(least "$(per_event "$folder/ours" "$our_events")" "$our_bytes")
    theirs -z
    perfz=$(least "$(per_switch "$(cat "$folder/load" "$folder/recorder" | tr '\n' ' ')")" "$perfz")
    count_theirs
    their_packed=$(least "$(per_event "$folder/theirs" "$their_events")" "$their_packed")
    ours --compress 1
    ownz=$(least "$(per_switch "$(cat "$folder/load" "$folder/recorder" | tr '\n' ' ')")" "$ownz")
    count_ours
    our_packed=$(least "$(per_event "$folder/ours" "$our_events")" "$our_packed")
done

row() { awk -v w="$1" -v o="$2" -v t="$3" 'BEGIN {printf "%-34s %10.3f %10.3f   ratio %.3f\n", w, o, t, o / t}'; }
printf '%-34s %10s %10s\n' "" ours perf
printf '%-34s %10.3f\n' "us of CPU a switch, not recorded" "$base"
row "us of CPU a switch" "$own" "$perf"
row "  of them in the load itself" "$own_load" "$perf_load"
row "us of CPU a switch, compressed" "$ownz" "$perfz"
row "bytes an event" "$our_bytes" "$their_bytes"
row "bytes an event, compressed" "$our_packed" "$their_packed"
printf '%-34s %10s %10s\n' "events of the last round" "$our_events" "$their_events"
printf '%-34s %10s %10s\n' "lost in all (perf: records of it)" "$our_lost" "$their_lost"
