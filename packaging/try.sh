#!/bin/sh
# Installs what is missing, builds benchlab, measures a little and explains a trace: the first
# command of the README.
set -eu
cd "$(dirname "$0")/.."
. packaging/debian.sh
# shellcheck disable=SC2086
install_missing $build_packages >&2

cmake --preset release -DBENCHLAB_TESTS=OFF >&2
cmake --build --preset release >&2

mkdir -p out
build/release/benchlab run --quick cpu mem cache/chase/4KiB cache/chase/1MiB \
    --out out/report.txt --json out/report.json --html out/report.html
build/release/benchlab trace analyze sdk/examples/trace/stutter.etl \
    --out out/trace.txt --json out/trace.json --html out/trace.html
echo "open out/report.html and out/trace.html in a browser; build/release/benchlab help says more" >&2
