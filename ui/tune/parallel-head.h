/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TlParallelHead: what stands above one of parallel axes: its name, a bar and a line that tell how much the decision explains. Takes focus;
 * whoever holds it handles keys and drags.
 */
#define TL_TYPE_PARALLEL_HEAD (tl_parallel_head_get_type ())
G_DECLARE_FINAL_TYPE (TlParallelHead, tl_parallel_head, TL, PARALLEL_HEAD, GtkWidget)

GtkWidget *tl_parallel_head_new (void);
/* @title: in words, for the tooltip; @share: from 0 to 1, negative: no bar; @note: the line below. */
void       tl_parallel_head_show (TlParallelHead *head, const char *name, const char *title, double share, const char *note);
/* The text that is read to users of assistive technology: the brushes of the axis. */
void       tl_parallel_head_describe (TlParallelHead *head, const char *text);

G_END_DECLS
