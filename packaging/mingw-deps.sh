#!/bin/bash
# Builds the libraries that the Windows build links statically, from Debian's source packages, into
# a prefix:
#
#     packaging/mingw-deps.sh [PREFIX]        (default: build/mingw-deps in this repository)
#
# Boost.Program_options and Boost.Test, simdjson; fmt is used as headers only.  apt checks the
# signatures; /etc is left alone.  Takes some minutes; a second call with the same versions does
# nothing.  BENCHLAB_JOBS sets the number of parallel compilers.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
prefix=$(realpath -m "${1:-$root/build/mingw-deps}")
work=$prefix.work
jobs=${BENCHLAB_JOBS:-$(nproc)}

fail() {
    echo "mingw-deps: $1" >&2
    exit 1
}

# The sources have to fit the headers under /usr/include, so the version is that of the -dev package.
source_version() {
    dpkg-query -W -f '${source:Version}' "$1" 2>/dev/null ||
        fail "the package $1 is missing: apt-get install $1"
}

# A copy of apt's settings that names source packages, with lists and cache of its own.
private_apt() {
    mkdir -p "$work"/sources.d "$work"/lists/partial "$work"/archives/partial
    local file
    for file in /etc/apt/sources.list.d/*.sources; do
        [ -e "$file" ] || continue
        sed 's/^Types:.*/Types: deb-src/' "$file" >"$work/sources.d/$(basename "$file")"
    done
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ -e "$file" ] || continue
        sed -n 's/^deb /deb-src /p' "$file" >"$work/sources.d/$(basename "$file" .list).list"
    done
    apt_options=(-qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/sources.d"
        -o "Dir::State::lists=$work/lists" -o "Dir::Cache::archives=$work/archives"
        -o "Dir::Cache::pkgcache=" -o "Dir::Cache::srcpkgcache=" -o APT::Sandbox::User=)
}

fetch_sources() {
    apt-get "${apt_options[@]}" update
    mkdir -p "$work/source"
    (cd "$work/source" &&
        apt-get "${apt_options[@]}" source --download-only "boost1.81=$boost" "simdjson=$simdjson")
    tar -C "$work/source" -xf "$work"/source/boost1.81_*.orig.tar.xz --wildcards \
        'boost/libs/program_options/src/*' 'boost/libs/test/src/*'
    tar -C "$work/source" -xf "$work"/source/simdjson_*.orig.tar.gz --strip-components=2 \
        --wildcards '*/singleheader/simdjson.cpp'
}

# /usr/include as a whole would shadow MinGW's own headers.
link_headers() {
    mkdir -p "$prefix/include"
    local header
    for header in boost fmt simdjson.h; do
        [ -e "/usr/include/$header" ] || fail "/usr/include/$header is missing"
        ln -sfn "/usr/include/$header" "$prefix/include/$header"
    done
}

for tool in x86_64-w64-mingw32-g++-posix cmake ninja apt-get xz; do
    command -v "$tool" >/dev/null || fail "$tool is missing (see packaging/wine-test.sh)"
done
boost=$(source_version libboost1.81-dev)
simdjson=$(source_version libsimdjson-dev)
fmt=$(source_version libfmt-dev)
recipe=$(cat "$0" "$root/packaging/mingw-deps/CMakeLists.txt" | sha256sum | cut -c1-16)
stamp="boost $boost, simdjson $simdjson, fmt $fmt, recipe $recipe"
if [ "$(cat "$prefix/stamp" 2>/dev/null)" = "$stamp" ]; then
    echo "mingw-deps: up to date in $prefix"
    exit 0
fi

rm -rf "$prefix" "$work"
private_apt
fetch_sources
link_headers
cmake -S "$root/packaging/mingw-deps" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_TOOLCHAIN_FILE="$root/cmake/mingw-w64.cmake" -DCMAKE_INSTALL_PREFIX="$prefix" \
    -DBENCHLAB_MINGW_DEPS="$prefix" -DDEPS_SOURCE="$work/source" \
    -DDEPS_FMT_VERSION="${fmt%%[+-]*}" -DDEPS_SIMDJSON_VERSION="${simdjson%%[+-]*}"
cmake --build "$work/build" -j "$jobs" --target install
echo "$stamp" >"$prefix/stamp"
rm -rf "$work"
echo "mingw-deps: $stamp in $prefix"
