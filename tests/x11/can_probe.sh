# shellcheck shell=sh
# Sourced: goes on where $benchlab may set probes.  77: it may not, and a line says why.
# shellcheck disable=SC2154
"$benchlab" trace check >/dev/null 2>&1 || { echo "skipped: this user can record nothing here"; exit 77; }
[ -d /sys/bus/event_source/devices/uprobe ] || { echo "skipped: this kernel has no uprobes"; exit 77; }
[ "$(id -u)" = 0 ] || { echo "skipped: probes need root"; exit 77; }
