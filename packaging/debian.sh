# Sourced by the scripts beside it: installs what is missing on Debian 12, as root or with sudo.

build_packages="g++ cmake ninja-build ccache libboost1.81-dev libboost-program-options1.81-dev
libfmt-dev libsimdjson-dev libzstd-dev libvulkan-dev libdw-dev libhwy-dev libhwloc-dev
libcapstone-dev"
# The script of the HTML report is bundled with npm; any node from 18 on will do.
command -v npm >/dev/null || build_packages="$build_packages nodejs npm"

test_packages="libboost-test1.81-dev binutils file dpkg-dev chromium fonts-dejavu-core man-db
bash-completion zsh fish python3-jsonschema systemtap-sdt-dev
xvfb libx11-dev libgl-dev libegl-dev vulkan-tools mesa-vulkan-drivers mesa-utils mesa-utils-extra linux-perf"

# install_missing PACKAGE...
install_missing() {
    missing=
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' ||
            missing="$missing $package"
    done
    [ -z "$missing" ] && return 0
    echo "installing:$missing" >&2
    sudo=
    if [ "$(id -u)" != 0 ]; then
        sudo=sudo
        command -v sudo >/dev/null || {
            echo "these packages are missing, and only root may install them:$missing" >&2
            return 1
        }
    fi
    $sudo apt-get update -q
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends $missing
}
