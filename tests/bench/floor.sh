#!/bin/sh
# tests/bench/floor.sh [BUILD]: the floor of a benchmark's loop, with Google Benchmark (libbenchmark-dev,
# where it is there) in the same run.  BUILD is a folder with the program, default build/release.
# Prints each figure with its goal and PASS or FAIL; exit status 1 when something failed.
#
#   floor      an empty body, at most 0.03 ns an iteration
#   add        one dependent add, 0.95 to 1.1 cycles of a chain of adds that is measured beside it
#   removed    twelve bodies that the compiler removed: all are reported
#   honest     fifty bodies that do something: none is reported
#   staging    a body of some 20 ns with a state of its own for each iteration takes at most 1 ns more
#              than with states that are there already; states of 8, 64 and 1,088 bytes
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/common.sh
benchlab=$PWD/${1:-build/release}/benchlab
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/floor" "$folder/bodies"
compile_plugin "$folder/floor/floor.so" tests/bench/floor.cpp
compile_plugin "$folder/bodies/bodies.so" tests/bodies/plugin.cpp
peer=
if ${CXX:-c++} -std=c++20 -O2 -o "$folder/peer" tests/bench/floor_peer.cpp -lbenchmark -pthread 2>"$folder/why"; then
    peer=$folder/peer
else
    echo "no Google Benchmark (libbenchmark-dev): its column is left out"
fi

# Rounds of short runs, so that what happens meanwhile meets all alike.
rounds=7
for round in $(seq $rounds); do
    "$benchlab" run --no-default-plugins --plugin-dir "$folder/floor" --quiet --samples 60 --sample-time 1 \
        --warmup 10 --json "$folder/floor.$round.json" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 2; }
    [ -z "$peer" ] || "$peer" --benchmark_min_time=0.05 --benchmark_format=json \
        >"$folder/peer.$round.json" 2>/dev/null
done
"$benchlab" run --no-default-plugins --plugin-dir "$folder/bodies" --quiet --samples 7 --sample-time 2 \
    --warmup 10 --json "$folder/bodies.json" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 2; }
python3 tests/bench/floor.py "$folder" $rounds
