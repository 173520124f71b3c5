/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TlDiffView: two scripts side by side with paired lines and common scrolling; differences are marked by colour and by a sign in the
 * gutter. N and P go to the next and previous difference.
 */
#define TL_TYPE_DIFF_VIEW (tl_diff_view_get_type ())
G_DECLARE_FINAL_TYPE (TlDiffView, tl_diff_view, TL, DIFF_VIEW, GtkWidget)

void       tl_diff_view_set_texts (TlDiffView *view, const char *a, const char *b);
/* The number of rows that differ. */
guint      tl_diff_view_n_differences (TlDiffView *view);
/* Scrolls to the next (1) or previous (-1) group of differing rows. */
void       tl_diff_view_step (TlDiffView *view, gint direction);

G_END_DECLS
