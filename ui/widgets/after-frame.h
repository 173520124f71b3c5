/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * Work that may wait until the next frame is on the screen: an edit shows on the canvas first, the other views follow a moment later.
 * Asking again before it ran is the same as asking once; a widget that is not shown waits until it is.
 */
typedef struct _TlAfterFrame TlAfterFrame;

/* @call is given @widget, which owns what is returned and frees it in its dispose. */
TlAfterFrame *tl_after_frame_new (GtkWidget *widget, void (*call) (GtkWidget *widget));
void          tl_after_frame_free (TlAfterFrame *self);
void          tl_after_frame_ask (TlAfterFrame *self);

G_END_DECLS
