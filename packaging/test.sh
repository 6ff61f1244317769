#!/bin/sh
# Installs what is missing, builds benchlab and its tests, and runs them: the second command of the
# README, and what CI runs.  First everything in the release build, then the unit, ABI and
# hostile-plugin tests under AddressSanitizer and UndefinedBehaviorSanitizer.
set -eu
cd "$(dirname "$0")/.."
. packaging/debian.sh
# shellcheck disable=SC2086
install_missing $build_packages $test_packages

passed=0 failed=0 skipped=0

# run_tests PRESET CTEST_ARGUMENT...: counts what ctest's own closing lines say.
run_tests() {
    preset=$1
    shift
    log=build/$preset/test.log
    ctest --test-dir "build/$preset" --output-on-failure "$@" 2>&1 | tee "$log" || true
    total=$(sed -n 's/.* tests failed out of \([0-9]*\)$/\1/p' "$log")
    bad=$(sed -n 's/.*, \([0-9]*\) tests failed out of [0-9]*$/\1/p' "$log")
    left_out=$(grep -c '\*\*\*Skipped' "$log" || true)
    # ctest keeps to itself why a test was skipped.
    grep -hi 'skip\(ped\)\?:' "build/$preset/Testing/Temporary/LastTest.log" | sort -u || true
    if [ -z "$total" ]; then
        echo "the $preset tests did not run to their end" >&2
        failed=$((failed + 1))
        return
    fi
    failed=$((failed + bad))
    skipped=$((skipped + left_out))
    passed=$((passed + total - bad - left_out))
}

cmake --preset release -DBENCHLAB_TESTS=ON
cmake --build --preset release
run_tests release -j "$(nproc)" -LE live
# What records the living system depends on what else runs on this machine: a fault shows each time.
run_tests release -L live --repeat until-pass:2

cmake --preset asan
cmake --build --preset asan
run_tests asan -j "$(nproc)" -L 'unit|abi|hostile'

echo "tests: $passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
