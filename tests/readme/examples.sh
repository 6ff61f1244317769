#!/bin/sh
# examples.sh SOURCE BENCHLAB CXX: runs what README.md shows, as it stands there, in a folder that
# looks like a clone after the first command.
set -eu
source=$1 benchlab=$2 cxx=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
ln -s "$source/sdk" sdk
mkdir -p build/release
ln -s "$benchlab" build/release/benchlab

# block LANGUAGE N [FILE HEADING]: the N-th fenced block of that language below "Your own benchmark"
# of the README, or that heading of another file.
block() {
    awk -v fence='```'"$1" -v want="$2" -v heading="${4:-Your own benchmark}" '
        /^## /{inside = index($0, heading)}
        inside && $0 == fence {n++; next}
        $0 == "```" {if (n == want && printed) exit; open = 0}
        inside && n == want {print; printed = 1}' "$source/${3:-README.md}"
}

block sh 1 > commands.sh
grep -q 'plugin-dir mine' commands.sh || { echo "README has no commands to try"; exit 1; }
sh -eux commands.sh > output.txt || { cat output.txt; exit 1; }
cat output.txt
for name in spin/square/10 spin/square/100 spin/square/1000; do
    # Once by list, once by run.
    [ "$(grep -c "^$name " output.txt)" = 2 ] || { echo "$name is not named and measured"; exit 1; }
done

block cpp 1 > sums.cpp
mkdir sums
"$cxx" -std=c++17 -O2 -fPIC -shared -fvisibility=hidden -Isdk/include -o sums/sums.so sums.cpp
build/release/benchlab run --plugin-dir sums --no-default-plugins --quick | grep '^sum/accumulate '

block cpp 2 > suite.cpp
"$cxx" -std=c++20 -fsyntax-only -Isdk/include suite.cpp
# The loops of an engine, with a game around them.
{
    echo '#include <benchlab/mark.h>'
    echo 'void load(void); void simulate(void); int render(void); void swap_buffers(void);'
    echo 'extern int running;'
    block c 1 docs/marks.md "An engine's loop"
} > engine.c
"${CC:-cc}" -std=c99 -Wall -Wextra -Werror -fsyntax-only -Isdk/include engine.c
{
    printf '%s\n' '#include <benchlab/mark.h>' '#include <vector>' \
        'struct System { bl_mark_name mark; void update(); };' \
        'struct Game { bool running_; std::vector<System> systems_; void run(); };' \
        'void simulate(); void swap_buffers();'
    block cpp 1 docs/marks.md "An engine's loop"
} > engine.cpp
"$cxx" -std=c++11 -Wall -Wextra -Werror -fsyntax-only -Isdk/include engine.cpp
echo "the README's examples work"
