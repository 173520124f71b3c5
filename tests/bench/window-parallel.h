/* SPDX-License-Identifier: Apache-2.0 */
/* Parallel coordinates of many trials in the window: a brush that is dragged, hovering, trials that come. */
#pragma once

#include "core/session/tuning/tuning.h"
#include "tests/bench/window-frames.h"
#include "ui/tune/parallel-view.h"

G_BEGIN_DECLS

/* Prints one line. @view: on the page Tune, which is shown. Replaces the trials of @tuning, which are those shown. */
gboolean tl_bench_parallel (TlParallelView *view, TlTuning *tuning, TlBenchFrames *frames, GError **error);

G_END_DECLS
