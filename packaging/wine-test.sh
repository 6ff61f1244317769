#!/bin/bash
# Cross-builds benchlab for Windows with MinGW and runs its unit, ABI and plugin tests under Wine:
#
#     packaging/wine-test.sh [CTEST_ARGUMENT...]
#
# It installs the Debian packages that are missing (MinGW and Wine take 1.2 GB on disk).  Everything else
# stays in build/.  This is no test on real Windows: Wine says nothing about timing.
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/debian.sh
jobs=${BENCHLAB_JOBS:-$(nproc)}

# Debian's wine64 alone puts no program into the PATH.
find_wine() {
    wine=$(PATH=$PATH:/usr/lib/wine command -v wine64 || true)
    wineserver=$(PATH=$PATH:/usr/lib/wine command -v wineserver64 wineserver | head -n 1 || true)
    if [ -z "$wine" ] || [ -z "$wineserver" ]; then
        echo "wine-test: wine64 or wineserver was not found" >&2
        exit 1
    fi
}

# A Windows of our own, told to be Windows 10 rather than 7, without a debugger that starts for
# each program that crashes on purpose.
prepare_wine() {
    export WINEPREFIX=$PWD/build/wine WINEDEBUG=-all WINEDLLOVERRIDES='winedbg.exe=d;mscoree='
    mkdir -p build
    if [ ! -e "$WINEPREFIX/system.reg" ]; then
        timeout 300 "$wine" wineboot -i </dev/null >build/wineboot.log 2>&1
    fi
    timeout 60 "$wine" reg add 'HKCU\Software\Wine' /v Version /d win10 /f \
        </dev/null >>build/wineboot.log 2>&1
    timeout 60 "$wine" reg add 'HKLM\Software\Microsoft\Windows NT\CurrentVersion\AeDebug' \
        /v Auto /d 0 /f </dev/null >>build/wineboot.log 2>&1
}

# Wine's services keep the output of whoever starts them open, and ctest waits for its end: three
# seconds a test.  One idle Wine program with its output elsewhere keeps them alive instead.
hold_wine() {
    local pipe
    pipe=$(mktemp -u)
    mkfifo "$pipe"
    "$wine" cmd <"$pipe" >/dev/null 2>&1 &
    exec 9>"$pipe" # cmd ends when this is closed
    rm "$pipe"
    trap 'exec 9>&-; "$wineserver" -k || true' EXIT
    timeout 60 "$wine" cmd /c exit 9>&- </dev/null >/dev/null 2>&1
}

# shellcheck disable=SC2086
install_missing $build_packages g++-mingw-w64-x86-64-posix wine64 xz-utils
find_wine
BENCHLAB_JOBS=$jobs packaging/mingw-deps.sh
cmake --preset mingw >build/mingw-configure.log || { cat build/mingw-configure.log; exit 1; }
cmake --build --preset mingw -j "$jobs"
prepare_wine
hold_wine

log=build/mingw/wine-test.log
status=0
ctest --preset mingw -j "$jobs" --timeout 300 --no-tests=error -L '^(unit|abi|plugins|hostile)$' \
    "$@" 9>&- </dev/null 2>&1 | tee "$log" || status=$?
summary=$(grep -E '^[0-9]+% tests passed' "$log" || echo "no test ran")
skipped=$(grep -c '\*\*\*Skipped' "$log" || true)
echo "wine-test: $summary, $skipped skipped ($("$wine" --version))"
exit "$status"
