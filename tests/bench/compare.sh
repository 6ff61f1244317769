#!/bin/sh
# tests/bench/compare.sh [BUILD [VERDICTS [PLANTED [CPU]]]]: how often `benchlab compare` calls unchanged
# code changed, by two stored runs of five processes that follow each other, and how often it finds
# spin and sort that do 10 % more.  By hand, on a machine that is otherwise idle (default: build/release,
# 400, 100, 1).  VERDICTS are those on unchanged code, over four workloads; PLANTED is for each of the
# two.  The peer is the Mann-Whitney test at 0.01 on the samples of the same runs, alone and with the
# same threshold of 5 %.
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/common.sh
build=${1:-build/release}
verdicts=${2:-400}
planted=${3:-100}
cpu=${4:-1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for side in old more; do mkdir "$folder/$side"; done
compile_plugin "$folder/old/workloads.so" tests/bench/ab_workloads.cpp
compile_plugin "$folder/more/workloads.so" tests/bench/ab_workloads.cpp -DMORE=10

store() { # SIDE FILE FILTER...
    side=$1
    file=$2
    shift 2
    "$build/benchlab" run "$@" --plugin-dir "$folder/$side" --no-default-plugins --pin "$cpu" --repeat 5 \
        --samples 20 --sample-time 5 --warmup 50 --quiet --json "$file" >/dev/null 2>"$folder/said" || {
        cat "$folder/said" >&2
        exit 2
    }
}
judge() { # KIND BASE NEW: lines "KIND WORKLOAD VERDICT P-OF-SAMPLES CHANGE"
    "$build/benchlab" compare "$2" "$3" --csv - 2>/dev/null | tr -d '\r' | awk -F, -v kind="$1" '
        NR == 1 {for (i = 1; i <= NF; ++i) at[$i] = i; next}
        {print kind, $at["name"], $at["verdict"], $at["samples_p"], $at["change_ratio"]}'
}
round=0
while [ $((round * 4)) -lt "$verdicts" ] || [ "$round" -lt "$planted" ]; do
    store old "$folder/a.json" spin sort copy chase
    if [ $((round * 4)) -lt "$verdicts" ]; then
        store old "$folder/b.json" spin sort copy chase
        judge same "$folder/a.json" "$folder/b.json"
    fi
    if [ "$round" -lt "$planted" ]; then
        store more "$folder/c.json" spin sort
        judge more "$folder/a.json" "$folder/c.json"
    fi
    round=$((round + 1))
done >"$folder/lines"

awk '
{
    ++count[$1, $2]
    flagged[$1, $2] += $3 == "REGRESSED" || $3 == "improved"
    found[$1, $2] += $3 == "REGRESSED"
    unchanged[$1, $2] += $3 == "unchanged"
    by_samples[$1, $2] += $4 < 0.01
    by_both[$1, $2] += $4 < 0.01 && ($5 > 0.05 || $5 < -0.05)
}
END {
    print "workload   unchanged code: flagged, shown unchanged   by samples, and beyond 5 %   +10 %: found"
    split("spin sort copy chase", workloads)
    for (w = 1; w <= 4; ++w) {
        s = "same" SUBSEP workloads[w]; m = "more" SUBSEP workloads[w]
        printf "%-8s %14d of %-4d %14d %18d %14d", workloads[w], flagged[s], count[s], unchanged[s], \
            by_samples[s], by_both[s]
        print (w <= 2 ? sprintf(" %16d of %d", found[m], count[m]) : "")
        all += count[s]; alarms += flagged[s]; peer += by_samples[s]; both += by_both[s]
        if (w <= 2 && found[m] < 0.95 * count[m]) weak = weak " " workloads[w]
    }
    n = all > 0 ? all : 1
    printf "flagged: %d of %d = %.2f %%; by samples %.2f %%, and beyond 5 %% %.2f %%; ratio to samples alone %s\n", \
        alarms, all, 100 * alarms / n, 100 * peer / n, 100 * both / n, \
        (peer > 0 ? sprintf("%.3f", alarms / peer) : "-")
    if (weak != "") print "not found in 95 %:" weak
    good = alarms <= all * 15 / 400 && weak == ""
    print good ? "PASS" : "FAIL"
    exit !good
}' "$folder/lines"
