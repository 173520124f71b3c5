/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * The row over a code pane: its views, as tabs where they fit and as a list elsewhere; the target of the text; the places of the selection;
 * and its buttons, which emit "next-place", "split", "close" and "copy-command". "linked" is that of the button Linked.
 */
#define TL_TYPE_CODE_HEAD (tl_code_head_get_type ())
G_DECLARE_FINAL_TYPE (TlCodeHead, tl_code_head, TL, CODE_HEAD, GtkWidget)

/* @stack: the views; those with a title can be chosen, once it has them and tl_code_head_update_views () was called. */
GtkWidget *tl_code_head_new (GtkStack *stack);
/* After a view of the stack was hidden, shown or named. GTK makes all tabs again for each view that comes later. */
void       tl_code_head_update_views (TlCodeHead *self);
/* @can_split: has Split, else Close. */
void       tl_code_head_set_can_split (TlCodeHead *self, gboolean can_split);
/* The target or dialect of the text, and the command that prints it; NULL: there is none. */
void       tl_code_head_set_subject (TlCodeHead *self, const char *subject, const char *command);
/* "2 of 8 places", and whether there is a next one to go to. */
void       tl_code_head_set_places (TlCodeHead *self, const char *places, gboolean has_next);

G_END_DECLS
