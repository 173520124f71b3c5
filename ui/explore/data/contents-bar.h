/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/contents-finding.h"
#include "ui/explore/data/data-view.h"

G_BEGIN_DECLS

/**
 * TlContentsBar: finds what a cache holds at the position of the scrubber, says it and outlines it in a view. The cache is chosen in a list
 * that stands elsewhere. The bar is not shown while none is chosen.
 */
#define TL_TYPE_CONTENTS_BAR (tl_contents_bar_get_type ())
G_DECLARE_FINAL_TYPE (TlContentsBar, tl_contents_bar, TL, CONTENTS_BAR, GtkWidget)

/* @view: borrowed, must stay as long as the bar is shown anything. */
GtkWidget *tl_contents_bar_new (TlDataView *view);
/* The list of caches. Borrowed; not shown where there is nothing to choose for. */
GtkWidget *tl_contents_bar_choice (TlContentsBar *bar);
/*
 * After one iteration of the outermost @n_fixed loops of @layout, a block of @state, at @position; that of a GPU has none, as its threads
 * do not run one after the other. @layout must stay until another one is shown. @state NULL: nothing; the others do not matter then.
 */
void       tl_contents_bar_show (TlContentsBar *bar, TlState *state, const TlDataLayout *layout, guint n_fixed, const gint64 *position,
                                 const TlCaches *caches);

G_END_DECLS
