#!/bin/sh
# vulkan_layer.sh BENCHLAB LAYER_FOLDER: a Vulkan program that draws so many frames, under a virtual
# screen, with our layer: as many must be marked.  77: it cannot run here, and says why.
set -eu
benchlab=$1
layer=$2
frames=200
command -v vkcube >/dev/null || { echo "skipped: vkcube is not installed"; exit 77; }
[ -f "$layer/VkLayer_benchlab_frames.json" ] || { echo "skipped: the layer was not built"; exit 77; }

. "$(dirname "$0")/screen.sh"
if ! timeout 120 vkcube --c 10 >"$folder/vkcube.log" 2>&1; then
    echo "skipped: vkcube does not run here"
    cat "$folder/vkcube.log"
    exit 77
fi
# From here on what fails is the layer's fault.
mkdir "$folder/marks"
if ! BENCHLAB_MARKS=$folder/marks VK_LAYER_PATH=$layer \
    VK_INSTANCE_LAYERS=VK_LAYER_BENCHLAB_frames timeout 120 vkcube --c $frames \
    >"$folder/vkcube.log" 2>&1; then
    echo "with the layer vkcube does not run:"
    cat "$folder/vkcube.log"
    exit 1
fi
"$benchlab" trace export "$folder"/marks/benchlab.* --table mark --out "$folder/marks.csv"
"$benchlab" trace export "$folder"/marks/benchlab.* --table phase --out "$folder/phases.csv"
marked=$(grep -c ',frame,' "$folder/marks.csv" || true)
presents=$(grep -c ',present' "$folder/phases.csv" || true)
echo "$frames frames drawn, $marked marked, $presents presents"
[ "$marked" = $frames ] && [ "$presents" = $frames ]
