/* SPDX-License-Identifier: Apache-2.0 */
/* A graph of many nodes on the page Model. */
#pragma once

#include "tests/bench/window-frames.h"
#include "ui/model/zoom-view.h"

G_BEGIN_DECLS

/*
 * Opens a graph of 500 matrix products, from the call until all of it is painted, then drags and zooms its picture, which is @view: each
 * step and its frame. A line for the opening, one for each zoom.
 */
gboolean tl_bench_graph (TlZoomView *view, const char *folder, TlBenchFrames *frames, GError **error);

G_END_DECLS
