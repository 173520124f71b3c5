/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * Work that may wait until the next frame is on the screen: an edit appears on the canvas first, then in the other views. Several
 * requests before the work runs count as one. For a hidden widget the work waits until the widget is shown. Long work is done in slices: a
 * call that has run for TL_SLICE_US and is not done asks for the next frame.
 */
#define TL_SLICE_US 2000

typedef struct _TlAfterFrame TlAfterFrame;

/* @call receives @widget, which owns the result and frees it in its dispose. */
TlAfterFrame *tl_after_frame_new (GtkWidget *widget, void (*call) (GtkWidget *widget));
void          tl_after_frame_free (TlAfterFrame *self);
void          tl_after_frame_ask (TlAfterFrame *self);
/* Asked for, and not run yet. */
gboolean      tl_after_frame_is_due (TlAfterFrame *self);

G_END_DECLS
