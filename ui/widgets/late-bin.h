/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * Has one child from the beginning. Shows it in a frame after the one that shows the bin, the first time: a window, a card or a page that
 * has much to show appears part by part, and keys are answered between. Of several bins of a window one shows its child in a frame. The
 * space is there at once.
 */
#define TL_TYPE_LATE_BIN (tl_late_bin_get_type ())
G_DECLARE_FINAL_TYPE (TlLateBin, tl_late_bin, TL, LATE_BIN, GtkWidget)

GtkWidget *tl_late_bin_new (GtkWidget *child);

G_END_DECLS
