/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning/tuning.h"

G_BEGIN_DECLS

/**
 * TlTaskView: the tasks of a tuning run: cost, weight and progress of each, and the current state of its search.
 *
 * Signal "task-selected" (guint index): another row was selected. One row is always selected if there are any.
 */
#define TL_TYPE_TASK_VIEW (tl_task_view_get_type ())
G_DECLARE_FINAL_TYPE (TlTaskView, tl_task_view, TL, TASK_VIEW, GtkWidget)

void       tl_task_view_set_tuning (TlTaskView *table, TlTuning *tuning);
/* Index of the selected task; 0 without tasks. */
guint      tl_task_view_selected (TlTaskView *table);

G_END_DECLS
