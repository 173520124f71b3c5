/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning/trial-selection.h"

G_BEGIN_DECLS

/* Index of the trial at a point of @widget, or -1. */
typedef gint     (*TlTrialAtFunc)    (GtkWidget *widget, double x, double y);
/* A point of @widget where the picked trial is. FALSE: it is out of view. */
typedef gboolean (*TlTrialPlaceFunc) (GtkWidget *widget, guint index, double *x, double *y);

/**
 * The same for every view of trials: a right click on one, and the Menu key or Shift+F10 for the picked one, open its menu ("trial.menu"
 * of ui/tune/trial-actions.h), and a trial can be dragged, as a TlTrialItem: each one, or
 * the picked one alone, where a drag does something else.
 */
void tl_trial_controllers_add (GtkWidget *widget, TlTrialSelection *selection, TlTrialAtFunc at, TlTrialPlaceFunc place,
                               gboolean drags_picked_only);

G_END_DECLS
