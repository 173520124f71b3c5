/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/tuning/trial-axes.h"

G_BEGIN_DECLS

/* A part of an axis, both ends included. */
typedef struct
{
  TlTrialAxis axis;
  double      from, to;    /* in the unit of the axis; may be infinite */
} TlTrialBrush;

/**
 * TlTrialBrushes: which trials are looked at: those that lie, on every axis with brushes, in one of them; a trial without a value there
 * does not. A filter over the store of its axes, which follows it as trials come. Main thread. "changed" follows each change of brushes or
 * of what they let pass.
 */
#define TL_TYPE_TRIAL_BRUSHES (tl_trial_brushes_get_type ())
G_DECLARE_FINAL_TYPE (TlTrialBrushes, tl_trial_brushes, TL, TRIAL_BRUSHES, GObject)

TlTrialBrushes     *tl_trial_brushes_new (TlTrialAxes *axes);

guint               tl_trial_brushes_n (TlTrialBrushes *brushes);
TlTrialBrush        tl_trial_brushes_nth (TlTrialBrushes *brushes, guint index);
/* Gives its index. */
guint               tl_trial_brushes_add (TlTrialBrushes *brushes, TlTrialBrush brush);
void                tl_trial_brushes_set (TlTrialBrushes *brushes, guint index, double from, double to);
void                tl_trial_brushes_remove (TlTrialBrushes *brushes, guint index);
void                tl_trial_brushes_clear_axis (TlTrialBrushes *brushes, TlTrialAxis axis);
void                tl_trial_brushes_clear (TlTrialBrushes *brushes);
/* The last one on the axis; -1: none. */
gint                tl_trial_brushes_find (TlTrialBrushes *brushes, TlTrialAxis axis);

/* One entry per trial, valid until the next change: 1 for those that pass. */
const guint8       *tl_trial_brushes_passing (TlTrialBrushes *brushes);
/* Of the trials with a plausible time: how many pass, and how many there are. */
guint               tl_trial_brushes_n_passing (TlTrialBrushes *brushes, guint *n_measured);

/* "87 of 320 measured trials pass 2 brushes"; "320 measured trials" without brushes. Free with g_free. */
char               *tl_trial_brushes_summary (TlTrialBrushes *brushes);
/* "vectors 2 … 4", "measured ≤ 0.70 ms". Free with g_free. */
char               *tl_trial_brushes_text (TlTrialBrushes *brushes, guint index);
/*
 * The values that the measured trials that pass have in common: a line for each shown decision with fewer of them than all trials have:
 * "step ≤ 64", "rows 3 … 14", "W = packed". "" if there is nothing, or no brush. Free with g_free.
 */
char               *tl_trial_brushes_common (TlTrialBrushes *brushes);

G_END_DECLS
