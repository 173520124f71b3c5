/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/nest.h"

G_BEGIN_DECLS

/**
 * TlNestRow: the header of a loop or the card of a block on the canvas, or its line. It is a widget with an accessible name and focus, so
 * that it can be used with the keyboard and with a screen reader. The canvas places it and draws the frames and numbers around it.
 */
#define TL_TYPE_NEST_ROW (tl_nest_row_get_type ())
G_DECLARE_FINAL_TYPE (TlNestRow, tl_nest_row, TL, NEST_ROW, GtkWidget)

/*
 * @index: of the item in @nest; @is_line: a line with text, else a header or card; @is_folded: its inside is not shown; @scale: of texts
 * (tl_text_scale).
 */
GtkWidget *tl_nest_row_new (const TlNest *nest, guint index, gboolean is_line, gboolean is_folded, double scale);

#define TL_NEST_ROW_N_SHAPES 13
/* Which widgets the row of an item has: rows of the same shape are equally high. Less than TL_NEST_ROW_N_SHAPES. */
guint      tl_nest_row_shape (const TlNest *nest, guint index, gboolean is_folded);
/* About how many characters it takes, to find the widest one of its shape. */
guint      tl_nest_row_length (const TlNest *nest, guint index, gboolean is_line, gboolean is_folded);

/* Sets the new index of the item, of @n_items: not all of them have rows. */
void       tl_nest_row_set_index (TlNestRow *row, guint index, guint n_items);
TlNodeId   tl_nest_row_id (TlNestRow *row);
guint      tl_nest_row_index (TlNestRow *row);
gboolean   tl_nest_row_is_loop (TlNestRow *row);
gboolean   tl_nest_row_is_line (TlNestRow *row);
gboolean   tl_nest_row_is_folded (TlNestRow *row);
/* The button that folds and unfolds it; NULL: nothing to fold. Borrowed. */
GtkWidget *tl_nest_row_fold_button (TlNestRow *row);

/* Whether @widget, in a row, stands for a buffer of its block: its index among the reads or writes. */
gboolean   tl_nest_row_find_buffer (GtkWidget *widget, guint *index, gboolean *is_write);

/* A line's texts end there; what is right of it is drawn by the canvas. */
void       tl_nest_row_set_text_width (TlNestRow *row, int width);
/* The room that the note needs beside the other texts: the kind in words, or the code. 0: none. */
int        tl_nest_row_note_width (TlNestRow *row);
/* Notes how the loop's machine code looks, in the place of its kind; NULL: the kind. */
void       tl_nest_row_set_code (TlNestRow *row, const char *text);
/* Says more of it, as its tooltip and to screen readers; NULL: nothing. */
void       tl_nest_row_describe (TlNestRow *row, const char *text);
/* Notes at the loop's extent or the block's name what another pane has to say of it, "= 16–31"; NULL: nothing. */
void       tl_nest_row_set_mark (TlNestRow *row, const char *text);
void       tl_nest_row_set_selected (TlNestRow *row, gboolean selected);
/* Whether the step that is previewed makes or changes the item. */
void       tl_nest_row_set_previewed (TlNestRow *row, gboolean previewed);
/* The extent that the loop has now, before the step that is previewed; NULL: the same. */
void       tl_nest_row_set_former (TlNestRow *row, const char *extent);
/* Whether the last refusal names the item. */
void       tl_nest_row_set_culprit (TlNestRow *row, gboolean culprit);

G_END_DECLS
