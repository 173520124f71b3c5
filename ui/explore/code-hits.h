/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/line-view.h"

G_BEGIN_DECLS

/*
 * Tells where in a long text the marked lines are: ticks beside the scrollbar, and a button "▲3 ▼1" with the number of places above and
 * below the visible lines. "jump" is emitted with the line, from 0, that a click on it asks for.
 */
#define TL_TYPE_CODE_HITS (tl_code_hits_get_type ())
G_DECLARE_FINAL_TYPE (TlCodeHits, tl_code_hits, TL, CODE_HITS, GtkWidget)

/* Laid over the scrolled @view, whose @position is that of the scrolled window. */
GtkWidget *tl_code_hits_new (TlLineView *view, GtkAdjustment *position);

G_END_DECLS
