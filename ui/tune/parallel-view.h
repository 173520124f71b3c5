/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning/trial-brushes.h"
#include "core/session/tuning/trial-selection.h"

G_BEGIN_DECLS

/**
 * TlParallelView: parallel coordinates (ui/tune/parallel-plot.h) with what belongs to them: how many trials pass the brushes, a chip for
 * each brush, the share of the fastest that is not faded, the list of axes, and what the trials that pass have in common.
 */
#define TL_TYPE_PARALLEL_VIEW (tl_parallel_view_get_type ())
G_DECLARE_FINAL_TYPE (TlParallelView, tl_parallel_view, TL, PARALLEL_VIEW, GtkWidget)

/* Once. */
void            tl_parallel_view_set_selection (TlParallelView *view, TlTrialSelection *selection);
/* Of one run of the program; not positive: not known. */
void            tl_parallel_view_set_flops (TlParallelView *view, double flops);
TlTrialSelection *tl_parallel_view_selection (TlParallelView *view);   /* borrowed */
TlTrialAxes    *tl_parallel_view_axes (TlParallelView *view);      /* borrowed */
TlTrialBrushes *tl_parallel_view_brushes (TlParallelView *view);   /* borrowed */

G_END_DECLS
