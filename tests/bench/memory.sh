#!/bin/bash
# tests/bench/memory.sh [BENCHLAB [PLUGIN_DIR]]: mem/read, mem/write and mem/copy at 32 KiB, 1 MiB, 32 MiB and 256 MiB
# against the best of other programs, by turns: ours, the others, the others again, ours.  By hand, on a machine that is idle.
#
# For each it prints the lower bound of the paired ratio (ours to the best other, of each round the geometric mean of its two
# turns; 95 %, one-sided, by order statistics) and PASS when that is at least 0.97; and whether reading 32 KiB is at least 5
# times as fast as a plain sum of 128 bits at a time.  Status 1 when any failed.
#
# The others: the loops of memory.c (what the compiler makes with -O3 -march=native, the C library's memset and memcpy),
# and mbw and sysbench where these Debian packages are installed.  The latter two take a second each and more: after three
# rounds they are left out where they were never at half of what ours was.
#
#     ROUNDS=31      at least 7
#     CPU=1          which CPU all of them are pinned to
#     ONLY=read/32   only what contains this, as in copy/ or /262144 (sizes in KiB)
set -euo pipefail
cd "$(dirname "$0")/../.."
benchlab=${1:-build/release/benchlab}
plugins=${2:-}
rounds=${ROUNDS:-31}
cpu=${CPU:-1}
[ -x "$benchlab" ] || { echo "memory.sh: no $benchlab; build it: cmake --preset release && cmake --build --preset release" >&2; exit 2; }
[ "$rounds" -ge 7 ] || { echo "memory.sh: ROUNDS is $rounds, but fewer than 7 say nothing" >&2; exit 2; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
${CC:-cc} -std=gnu99 -O3 -march=native -fno-tree-loop-distribute-patterns -Wall -Wextra \
    -o "$folder/memory" tests/bench/memory.c

pinned() { taskset -c "$cpu" "$@"; }

# Each program writes into a file that is read when it has ended: what starts beside it on the other thread of the same core,
# which a virtual machine shows as a CPU of its own, takes a third of its bandwidth.

# Bytes a second of ours: the size by the median time of a pass.
ours() { # OPERATION KIBIBYTES
    pinned "$benchlab" run ${plugins:+--plugin-dir "$plugins"} --pin "$cpu" -q --samples 15 --sample-time 5 --warmup 20 \
        "mem/$1" --param "size=$2KiB" --csv - >"$folder/said" 2>"$folder/errors" || true
    awk -F, -v size="$2" -v wanted="mem/$1/" '
        NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "median_ns") at = i }
        index($1, wanted) == 1 { printf "ours %.6g\n", size * 1024 / ($at * 1e-9); ++rows }
        END { exit rows != 1 }' "$folder/said" || {
        echo "memory.sh: benchlab measured nothing for mem/$1 at $2 KiB: $(cat "$folder/errors")" >&2
        exit 2
    }
}

# Whether a slow program still has a chance to be the best in a cell.
is_worth_it() { # PROGRAM OPERATION/KIBIBYTES
    [ "$round" -le 3 ] && return
    awk -v cell="$2" -v program="$1" '
        $1 == cell && $3 == "ours" && (least == 0 || $4 < least) { least = $4 }
        $1 == cell && index($3, program) == 1 && $4 > most { most = $4 }
        END { exit most < least / 2 }' "$folder/rates"
}

others() { # OPERATION KIBIBYTES
    pinned "$folder/memory" "$1" $(($2 * 1024)) 75
    if [ "$1" = copy ] && [ "$2" -ge 1024 ] && command -v mbw >/dev/null && is_worth_it mbw "$1/$2"; then
        pinned mbw -q -n 5 $(($2 / 1024)) >"$folder/said"
        python3 - "$folder/said" <<'END'
import collections, re, statistics, sys
runs = collections.defaultdict(list)
for method, rate in re.findall(r"^\d+\s+Method: (\w+).*Copy: ([\d.]+) MiB/s", open(sys.argv[1]).read(), re.M):
    runs[method.lower()].append(float(rate))
runs.pop("mcblock", None)  # it copies the same first block of the source over and over, and so reads a cache
for method, rates in runs.items():
    print(f"mbw-{method}", statistics.median(rates) * 1048576)
END
    fi
    if [ "$1" != copy ] && command -v sysbench >/dev/null && is_worth_it sysbench "$1/$2"; then
        pinned sysbench memory --threads=1 --memory-block-size="$2K" --memory-total-size=4G --memory-scope=local \
            --memory-oper="$1" --time=1 run >"$folder/said"
        sed -n 's/.*(\([0-9.]*\) MiB\/sec).*/\1/p' "$folder/said" | awk '{ print "sysbench", $1 * 1048576 }'
    fi
}

for round in $(seq "$rounds"); do
    for operation in read write copy; do
        for kibibytes in 32 1024 32768 262144; do
            name=$operation/$kibibytes
            case $name in *"${ONLY:-}"*) ;; *) continue ;; esac
            for turn in ours others others ours; do
                $turn "$operation" "$kibibytes" >"$folder/turn"
                sed "s|^|$name $round |" "$folder/turn" >>"$folder/rates"
            done
        done
    done
    echo "round $round of $rounds done" >&2
done

python3 - "$folder/rates" <<'END'
import collections, math, statistics, sys

rates = collections.defaultdict(lambda: collections.defaultdict(list))  # cell, (round, program): rates
for line in open(sys.argv[1]):
    cell, turn, program, rate = line.split()
    rates[cell][int(turn), program].append(float(rate))

def lower_bound(values):
    """The lowest value that the median exceeds with 95 %: an order statistic of the binomial distribution."""
    values, n = sorted(values), len(values)
    below, rank = 0.0, 0
    for k in range(n):
        below += math.comb(n, k) / 2.0**n
        if below > 0.05:
            break
        rank = k
    return values[rank]

failed = False
def row(title, ratios, target, text):
    global failed
    bound = lower_bound(ratios)
    failed |= bound < target
    print(f"{'PASS' if bound >= target else 'FAIL'}  {title:<14} at least {bound:5.2f} (median {statistics.median(ratios):5.2f}, "
          f"{len(ratios)} rounds, wanted {target}) {text}")

for cell, by_turn in rates.items():
    turns = sorted({turn for turn, _ in by_turn})
    programs = sorted({program for _, program in by_turn} - {"ours"})
    mean = {key: math.exp(statistics.fmean(map(math.log, values))) for key, values in by_turn.items()}
    typical = {p: statistics.median(mean[turn, p] for turn in turns if (turn, p) in mean) for p in programs + ["ours"]}
    best = max(programs, key=typical.get)
    operation, kibibytes = cell.split("/")
    kibibytes = int(kibibytes)
    size = f"{kibibytes // 1024} MiB" if kibibytes >= 1024 else f"{kibibytes} KiB"
    shown = ", ".join(f"{p} {typical[p] / 1e9:.1f}" for p in ["ours"] + programs)
    row(f"{operation} {size}", [mean[turn, "ours"] / mean[turn, best] for turn in turns if (turn, best) in mean], 0.97,
        f"of {best}; GB/s: {shown}")
    if cell == "read/32" and "sum128" in programs:
        row("read 32 KiB", [mean[turn, "ours"] / mean[turn, "sum128"] for turn in turns], 5,
            "times the plain sum of 128 bits")
print("FAIL" if failed else "PASS")
sys.exit(1 if failed else 0)
END
