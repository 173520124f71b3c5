/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* TlShareBar: a flat bar for a share of the time, in the colour that this share has in the graph. */
#define TL_TYPE_SHARE_BAR (tl_share_bar_get_type ())
G_DECLARE_FINAL_TYPE (TlShareBar, tl_share_bar, TL, SHARE_BAR, GtkWidget)

GtkWidget *tl_share_bar_new (void);
/* @length: from 0 to 1, of the bar; @share: of the time. Below 0: empty. */
void       tl_share_bar_set (TlShareBar *bar, double length, double share);

G_END_DECLS
