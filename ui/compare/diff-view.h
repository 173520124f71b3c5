/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TlDiffView: texts beside each other, each against that of the baseline: lines that correspond stand in one row; differences are marked by
 * colour and by a sign in the gutter. The columns scroll together while they are locked.
 */
#define TL_TYPE_DIFF_VIEW (tl_diff_view_get_type ())
G_DECLARE_FINAL_TYPE (TlDiffView, tl_diff_view, TL, DIFF_VIEW, GtkWidget)

GtkWidget *tl_diff_view_new (void);
/* @names are for screen readers. @language: of GtkSourceView, nullable. Up to TL_LINE_TEXTS_MAX texts. */
void       tl_diff_view_set_texts (TlDiffView *view, const char *const *texts, const char *const *names, guint n_texts, guint baseline,
                                   const char *language);
/* The number of cells that differ from the baseline. */
guint      tl_diff_view_n_differences (TlDiffView *view);
/* Scrolls to the next (1) or previous (-1) group of differing rows. */
void       tl_diff_view_step (TlDiffView *view, gint direction);
void       tl_diff_view_set_locked (TlDiffView *view, gboolean is_locked);

G_END_DECLS
