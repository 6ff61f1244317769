# shellcheck shell=sh
# Sourced: $folder for what the test makes, and a virtual screen that $DISPLAY names.  Both go away with
# the script, and what $running names with them.  77: there is none here, and a line says why.
command -v Xvfb >/dev/null || { echo "skipped: Xvfb is not installed"; exit 77; }
folder=$(mktemp -d)
running=
screen=
finish() {
    for each in $running $screen; do kill "$each" 2>/dev/null || true; done
    rm -rf "$folder"
}
trap finish EXIT
# The server chooses a free display, and writes its number.
Xvfb -displayfd 3 -screen 0 640x480x24 3>"$folder/display" 2>"$folder/xvfb.log" &
screen=$!
for _ in $(seq 100); do
    [ -s "$folder/display" ] && break
    sleep 0.1
done
[ -s "$folder/display" ] || { echo "skipped: Xvfb does not start"; cat "$folder/xvfb.log"; exit 77; }
DISPLAY=:$(cat "$folder/display")
export DISPLAY
