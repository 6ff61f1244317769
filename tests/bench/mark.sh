#!/bin/sh
# tests/bench/mark.sh [THREADS]: what a mark of benchlab/mark.h costs, beside the clock that it reads,
# with marks on and off.  By hand, on a machine that is idle.
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
${CC:-cc} -std=c99 -O2 -Wall -Wextra -Isdk/include -o "$folder/mark" tests/bench/mark.c -pthread
folder_of_marks=/dev/shm
[ -w "$folder_of_marks" ] || folder_of_marks=$folder
mkdir "$folder_of_marks/benchlab-bench.$$"
trap 'rm -rf "$folder" "$folder_of_marks/benchlab-bench.$$"' EXIT
BENCHLAB_MARKS=$folder_of_marks/benchlab-bench.$$ "$folder/mark" "${1:-2}"
echo "and with BENCHLAB_MARKS=0:"
BENCHLAB_MARKS=0 "$folder/mark" "${1:-2}"
