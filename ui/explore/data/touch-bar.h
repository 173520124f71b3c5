/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/data/data-region.h"
#include "core/session/session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TlTouchBar: what touches a chosen element or part of a buffer, in a sentence for each block; it notes the iterations at the loops of the
 * selection's nest. Nothing chosen: it is not shown.
 *
 * Signal "cleared": its button was pressed; the one who shows it takes the choice back.
 */
#define TL_TYPE_TOUCH_BAR (tl_touch_bar_get_type ())
G_DECLARE_FINAL_TYPE (TlTouchBar, tl_touch_bar, TL, TOUCH_BAR, GtkWidget)

GtkWidget *tl_touch_bar_new (void);
/* @region: NULL or without a buffer: nothing is chosen. It is of @func_name in the module of @state. */
void       tl_touch_bar_show (TlTouchBar *bar, TlSelection *selection, TlState *state, const char *func_name, const TlDataRegion *region);

G_END_DECLS
