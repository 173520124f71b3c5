/* SPDX-License-Identifier: Apache-2.0 */
/* Large programs on the canvas of the window. */
#pragma once

#include "tests/bench/window-frames.h"
#include "ui/canvas/nest-canvas.h"

G_BEGIN_DECLS

/* The height of the lines when they are made to fit, and the room there is: one line. @what: the program. */
void     tl_bench_nest_fit (TlNestCanvas *canvas, const char *what, const TlBenchFrames *frames);
/* Scrolls by some lines a frame, as lines and as boxes, and boxes that all fit: a line for each. */
gboolean tl_bench_nest_pan (TlNestCanvas *canvas, const char *what, TlBenchFrames *frames, GError **error);

G_END_DECLS
