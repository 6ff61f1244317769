# Sourced by the scripts beside it: a busy program on a CPU, and plugins.
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

compile_plugin() { # FILE SOURCES-AND-OPTIONS...
    ${CXX:-c++} -std=c++20 -O2 -fPIC -shared -fvisibility=hidden -Isdk/include -o "$@"
}
