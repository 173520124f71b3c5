#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs missing packages, builds, and opens the window with a sample; without a display, analyzes and tunes the sample in the terminal.
# usage: app/run.sh [FILE.py | FILE.tileloom]
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${TILELOOM_BUILD_DIR:-$top/_build}
. "$top/tests/packages.sh"

install_missing $build_packages
[ -f "$build/build.ninja" ] || meson setup "$build" "$top" --buildtype=release >&2
ninja -C "$build" --quiet >&2

sample=${1:-$top/data/workloads/matmul-128.py}
has_display () { [ -n "${WAYLAND_DISPLAY:-}" ] || [ -n "${DISPLAY:-}" ]; }
if has_display && [ -x "$build/app/tileloom" ]; then
  exec "$build/app/tileloom" "$sample"
fi

echo "No display (neither WAYLAND_DISPLAY nor DISPLAY is set): analyzing and tuning in the terminal instead." >&2
project=${XDG_DATA_HOME:-$HOME/.local/share}/tileloom/$(basename "$sample" .py).tileloom
mkdir -p "$(dirname "$project")"
cli=$build/app/tileloom-cli
case $sample in
  *.tileloom) exec "$cli" best --db "$sample" ;;
esac
"$cli" analyze "$sample"
echo
"$cli" tune "$sample" --trials "${TILELOOM_TRIALS:-64}" --db "$project"
