#!/bin/sh
# tests/bench/ab.sh [BUILD [VERDICTS [PLANTED [CPU]]]]: how often `benchlab ab` calls unchanged code
# changed, and how often it finds a build that does 3 % more, while its CPU is quiet and while a busy
# program is pinned to the same CPU.  By hand, on a machine that is otherwise idle; needs taskset
# (default: build/release, 400, 100, 1).  VERDICTS are those on unchanged code, over all four workloads
# and both conditions; PLANTED is for each workload and condition.  Both conditions and all workloads
# take turns.  The peer of the same run is the plain way: one run of each build after the other, and a
# Mann-Whitney test at 0.01 on their samples (every fourth round).
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/common.sh
build=${1:-build/release}
verdicts=${2:-400}
planted=${3:-100}
cpu=${4:-1}
folder=$(mktemp -d)
trap 'stop_busy; rm -rf "$folder"' EXIT
for side in old same more; do mkdir "$folder/$side"; done
compile_plugin "$folder/old/workloads.so" tests/bench/ab_workloads.cpp
cp "$folder/old/workloads.so" "$folder/same/workloads.so"
compile_plugin "$folder/more/workloads.so" tests/bench/ab_workloads.cpp -DMORE=3

now() { date +%s%N; }
# turns SIDE: one line "SIDE CONDITION WORKLOAD VERDICT SECONDS".
turns() {
    begin=$(now)
    verdict=$("$build/benchlab" ab "$folder/old" "$folder/$1" "$workload" --pin "$cpu" --quiet \
        --csv - 2>/dev/null | tr -d '\r' | awk -F, 'NR == 2 {print $NF}')
    echo "$1 $condition $workload ${verdict:-failed} $(now)" |
        awk -v b="$begin" '{printf "%s %s %s %s %.2f\n", $1, $2, $3, $4, ($5 - b) / 1e9}'
}
one_run() { # SIDE FILE
    "$build/benchlab" run "$workload" --plugin-dir "$folder/$1" --no-default-plugins --pin "$cpu" \
        --quiet --json "$2" >/dev/null 2>&1
}
plain() {
    one_run old "$folder/a.json" && one_run same "$folder/b.json" || return 0
    p=$("$build/benchlab" compare "$folder/a.json" "$folder/b.json" --csv - 2>/dev/null | awk -F, '
        NR == 1 {for (i = 1; i <= NF; ++i) if ($i == "samples_p") at = i}
        NR == 2 {print $at}')
    echo "plain $condition $workload $p" | awk '{print $1, $2, $3, $4 < 0.01 ? "changed" : "same", 0}'
}
round=0
while [ $((round * 8)) -lt "$verdicts" ] || [ "$round" -lt "$planted" ]; do
    for condition in quiet busy; do
        [ $condition = quiet ] || start_busy "$cpu"
        for workload in spin sort copy chase; do
            [ $((round * 8)) -ge "$verdicts" ] || turns same
            [ "$round" -ge "$planted" ] || turns more
            [ $((round % 4)) -ne 0 ] || plain
        done
        stop_busy
    done
    round=$((round + 1))
done >"$folder/lines"

awk -v verdicts="$verdicts" '
function is_flagged(verdict) { return verdict == "REGRESSED" || verdict == "improved" || verdict == "changed" }
{
    ++count[$1, $2, $3]
    seconds[$1, $2, $3] += $5
    flagged[$1, $2, $3] += is_flagged($4)
    found[$1, $2, $3] += $4 == "REGRESSED"
    unchanged[$1, $2, $3] += $4 == "unchanged"
    failed += $4 == "failed"
}
END {
    print "condition workload   unchanged code: flagged, shown unchanged, s each   +3 %: found, s each   plain: flagged"
    split("quiet busy", conditions); split("spin sort copy chase", workloads)
    for (c = 1; c <= 2; ++c) for (w = 1; w <= 4; ++w) {
        a = conditions[c] SUBSEP workloads[w]
        s = "same" SUBSEP a; m = "more" SUBSEP a; p = "plain" SUBSEP a
        printf "%-9s %-8s %12d of %-4d %10d %10.2f %12d of %-4d %8.2f %10d of %d\n", conditions[c], \
            workloads[w], flagged[s], count[s], unchanged[s], seconds[s] / (count[s] + !count[s]), \
            found[m], count[m], seconds[m] / (count[m] + !count[m]), flagged[p], count[p]
        all += count[s]; alarms += flagged[s]; peers += count[p]; peer_alarms += flagged[p]
        most = w <= 2 ? 0.95 : 0.8
        if (count[m] > 0 && found[m] < most * count[m]) weak = weak " " conditions[c] "/" workloads[w]
        time = seconds[s] + seconds[m]; n = count[s] + count[m]
        if (n > 0 && time / n > 2.2) slow = slow " " conditions[c] "/" workloads[w]
    }
    rate = all > 0 ? alarms / all : 0; peer_rate = peers > 0 ? peer_alarms / peers : 0
    printf "flagged: %d of %d = %.2f %%; plain %d of %d = %.2f %%; ratio to it %s\n", alarms, all, 100 * rate, \
        peer_alarms, peers, 100 * peer_rate, (peer_rate > 0 ? sprintf("%.3f", rate / peer_rate) : "-")
    good = rate <= 9 / 400 && weak == "" && slow == "" && failed == 0
    if (weak != "") print "not found often enough (95 % of spin and sort, 80 % of copy and chase):" weak
    if (slow != "") print "took more than 2 s a benchmark:" slow
    if (failed > 0) print failed " failed"
    print good ? "PASS" : "FAIL"
    exit !good
}' "$folder/lines"
