#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs missing packages, builds, and opens the window with an example; without a display, analyzes and tunes it in the terminal.
# usage: app/run.sh [FILE.py | FILE.tileloom]
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${TILELOOM_BUILD_DIR:-$top/_build}
. "$top/tests/packages.sh"

install_missing $build_packages
[ -f "$build/build.ninja" ] || meson setup "$build" "$top" --buildtype=release >&2
ninja -C "$build" --quiet >&2

example=${1:-$top/data/workloads/matmul-128.py}
has_display () { [ -n "${WAYLAND_DISPLAY:-}" ] || [ -n "${DISPLAY:-}" ]; }
if has_display && [ -x "$build/app/tileloom" ]; then
  exec "$build/app/tileloom" "$example"
fi

echo "No display (neither WAYLAND_DISPLAY nor DISPLAY is set): analyzing and tuning in the terminal instead." >&2
project=${XDG_DATA_HOME:-$HOME/.local/share}/tileloom/$(basename "$example" .py).tileloom
mkdir -p "$(dirname "$project")"
cli=$build/app/tileloom-cli
case $example in
  *.tileloom) exec "$cli" best --db "$example" ;;
esac
"$cli" analyze "$example"
echo
"$cli" tune "$example" --trials "${TILELOOM_TRIALS:-64}" --db "$project"
