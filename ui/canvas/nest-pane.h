/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/canvas/nest-canvas.h"

G_BEGIN_DECLS

/**
 * TlNestPane: the canvas in its scrolled window, under a head with what is in it, the choice between boxes and lines, and zoom.
 */
#define TL_TYPE_NEST_PANE (tl_nest_pane_get_type ())
G_DECLARE_FINAL_TYPE (TlNestPane, tl_nest_pane, TL, NEST_PANE, GtkWidget)

GtkWidget    *tl_nest_pane_new (TlEditor *editor);
TlNestCanvas *tl_nest_pane_canvas (TlNestPane *pane);   /* borrowed */
GtkScrolledWindow *tl_nest_pane_scroller (TlNestPane *pane);   /* borrowed */
/* Puts @control at the end of the head. */
void          tl_nest_pane_add_control (TlNestPane *pane, GtkWidget *control);

G_END_DECLS
