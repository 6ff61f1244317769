#!/bin/sh
# tests/bench/noise.sh [BUILD [ROUNDS [CPU]]]: a body of one microsecond, measured while its CPU is
# quiet and while a busy program is pinned to the same CPU, in turns; with Google Benchmark beside it
# where that is installed (libbenchmark-dev).  By hand, on a machine that is otherwise idle; needs
# python3 and taskset (default: build/release, 10, 1).
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/common.sh
build=${1:-build/release}
rounds=${2:-10}
cpu=${3:-1}
folder=$(mktemp -d)
trap 'stop_busy; rm -rf "$folder"' EXIT
here=tests/bench/noise
mkdir "$folder/plugins"
compile_plugin "$folder/plugins/noise.so" $here/plugin.cpp $here/spin.cpp
peer=no
if echo '#include <benchmark/benchmark.h>' | ${CXX:-c++} -E -x c++ - >/dev/null 2>&1; then
    ${CXX:-c++} -std=c++20 -O2 -o "$folder/peer" $here/peer.cpp $here/spin.cpp -lbenchmark -pthread
    peer=yes
else
    echo "skipped: Google Benchmark is not installed (libbenchmark-dev)"
fi

# measure NAME ROUND
measure() {
    "$build/benchlab" run spin --plugin-dir "$folder/plugins" --pin "$cpu" --quiet \
        --json "$folder/$1.$2.json" >/dev/null 2>"$folder/warnings"
    [ $peer = no ] || taskset -c "$cpu" "$folder/peer" --benchmark_format=json \
        >"$folder/$1.peer.$2.json" 2>/dev/null
}

round=0
while [ "$round" -lt "$rounds" ]; do
    measure quiet "$round"
    start_busy "$cpu"
    measure busy "$round"
    stop_busy
    round=$((round + 1))
done
python3 $here/figures.py "$folder" "$rounds" $peer
