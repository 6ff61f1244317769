# Sourced by the scripts beside it: a busy program on a CPU, and the workloads of two builds.
busy=

start_busy() { # CPU
    taskset -c "$1" sh -c 'while :; do :; done' &
    busy=$!
}

# Does nothing when there is none, so that it may stand in a trap.
stop_busy() {
    [ -n "$busy" ] || return 0
    kill "$busy"
    wait "$busy" 2>/dev/null || true # its end by that signal is no failure
    busy=
}

compile_workloads() { # FILE OPTIONS...
    file=$1
    shift
    ${CXX:-c++} -std=c++17 -O2 -fPIC -shared -fvisibility=hidden -Isdk/include "$@" -o "$file" \
        tests/bench/ab_workloads.cpp
}
