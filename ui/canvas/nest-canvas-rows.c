/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rows of the canvas. An item has a row, a widget, while it is in view or among the nearest SPARE_ROWS before and after what is in
 * view, and as long as it is selected, has the focus or is dragged; tl_nest_canvas_row makes one where it is asked for. Rows are made in
 * slices, before the layout of each frame until all are there, and destroyed so, for that takes as long. All else knows items by their
 * boxes, and these from a few rows that stand for all: rows of the same shape are equally high, and the one with the longest text is the
 * widest.
 */
#include "ui/canvas/nest-canvas-private.h"

#include <string.h>

#include "core/base/extremum.h"
#include "core/draw/draw-nest.h"
#include "ui/widgets/scale-bin.h"

#define SPARE_ROWS 24
#define VIEW_US    2000    /* of each frame, before its layout, which takes about as long again for these rows */
#define SPARE_US   1000
#define GONE_US    1000    /* … to destroy rows */
#define UNSEEN     (G_MAXUINT / 2)

/* --- sizes --- */

static void
measure_row (TlNestCanvas *self, guint index)
{
  const TlNestSpacing *spacing = self->in_lines ? &tl_nest_line_spacing : &tl_nest_box_spacing;
  GtkWidget           *row = g_ptr_array_index (self->rows, index);
  TlNestRowSizes      *sizes = &self->sizes;
  double              *height_of_shape = &sizes->heights[self->shapes[index]], end;
  int                  width, height;

  gtk_widget_measure (row, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  end = width + self->nest->items[index].depth * (spacing->indent + spacing->inset);
  sizes->width = tl_max (sizes->width, end);
  sizes->noted_width = tl_max (sizes->noted_width, end + tl_nest_row_note_width (TL_NEST_ROW (row)));
  *height_of_shape = tl_max (*height_of_shape, self->in_lines ? tl_max (height, TL_NEST_LINE_HEIGHT) : height);
}

void
tl_nest_canvas_measure_rows (TlNestCanvas *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (g_ptr_array_index (self->rows, i) != NULL)
      measure_row (self, i);
}

void
tl_nest_canvas_forget_sizes (TlNestCanvas *self)
{
  self->sizes = (TlNestRowSizes) { 0 };
}

/* Of each shape the item with the longest text. */
static void
choose_samples (TlNestCanvas *self)
{
  guint longest[TL_NEST_ROW_N_SHAPES] = { 0 };

  for (guint shape = 0; shape < TL_NEST_ROW_N_SHAPES; shape++)
    self->samples[shape] = -1;
  for (guint i = 0; i < self->rows->len; i++)
    {
      guint length = tl_nest_row_length (self->nest, i, self->in_lines, self->folded[i]) + self->nest->items[i].depth;
      guint shape = self->shapes[i];

      if (self->hidden[i] || (self->samples[shape] >= 0 && length <= longest[shape]))
        continue;
      self->samples[shape] = (gint) i;
      longest[shape] = length;
    }
}

/* --- one row --- */

/* Shows what is known of the item. */
static void
dress (TlNestCanvas *self, TlNestRow *row)
{
  tl_nest_canvas_show_selected (self, row);
  tl_nest_canvas_show_note (self, row);
  tl_nest_canvas_show_culprit (self, row);
  tl_nest_canvas_show_previewed (self, row);
  tl_nest_canvas_show_code (self, row);
  tl_nest_canvas_show_share (self, row);
}

/* The last child until rows are put in order: GTK finds the styles of all children again that come after one that is new. */
static TlNestRow *
make_row (TlNestCanvas *self, guint index)
{
  GtkWidget *row = tl_nest_row_new (self->nest, index, self->in_lines, self->folded[index], tl_text_scale (GTK_WIDGET (self)));

  gtk_widget_set_parent (row, GTK_WIDGET (self));
  g_ptr_array_index (self->rows, index) = row;
  tl_nest_row_set_index (TL_NEST_ROW (row), index, self->rows->len);
  tl_nest_canvas_add_row_input (self, TL_NEST_ROW (row));
  dress (self, TL_NEST_ROW (row));
  return TL_NEST_ROW (row);
}

GtkWidget *
tl_nest_canvas_row (TlNestCanvas *self, guint index)
{
  if (g_ptr_array_index (self->rows, index) == NULL && !self->hidden[index])
    {
      make_row (self, index);
      measure_row (self, index);
      tl_nest_canvas_place_row (self, index);
    }
  return g_ptr_array_index (self->rows, index);
}

void
tl_nest_canvas_each_row (TlNestCanvas *self, TlNestRowFunc func)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (g_ptr_array_index (self->rows, i) != NULL)
      func (self, g_ptr_array_index (self->rows, i));
}

/* --- those in view and around it --- */

static gboolean
is_seen (const TlNestBox *box, const graphene_rect_t *view)
{
  return box->x < view->origin.x + view->size.width && box->x + box->width > view->origin.x
         && box->y < view->origin.y + view->size.height && box->y + box->row_height > view->origin.y;
}

/* Of each item how many shown ones lie between it and the next one in view; 0: it is in view. Free with g_free. */
static guint *
distances_from_view (TlNestCanvas *self)
{
  const graphene_rect_t view = tl_nest_canvas_view (self);
  gboolean              has_detail = tl_nest_canvas_has_detail (self);
  guint                *distances = g_new (guint, self->rows->len + 1), last = UNSEEN;

  for (guint i = 0; i < self->rows->len; i++)
    if (!self->hidden[i])
      distances[i] = last = has_detail && is_seen (&self->boxes[i], &view) ? 0 : MIN (last + 1, UNSEEN);
    else
      distances[i] = UNSEEN;
  last = UNSEEN;
  for (guint i = self->rows->len; i-- > 0;)
    if (!self->hidden[i])
      distances[i] = last = MIN (distances[i], last + 1);
  return distances;
}

static gboolean
is_missing (TlNestCanvas *self, const guint *distances, guint index, guint farthest)
{
  return distances[index] <= farthest && g_ptr_array_index (self->rows, index) == NULL;
}

/* At least one, if one is missing. */
static guint
make_missing (TlNestCanvas *self, const guint *distances, guint farthest)
{
  gint64 until_us = g_get_monotonic_time () + (farthest == 0 ? VIEW_US : SPARE_US);
  guint  n_made = 0;

  for (guint i = 0; i < self->rows->len; i++)
    if (is_missing (self, distances, i, farthest) && (n_made == 0 || g_get_monotonic_time () < until_us))
      {
        make_row (self, i);   /* the layout of the frame measures and places it */
        n_made++;
      }
  return n_made;
}

/* Sizes, popovers and keys need it wherever it is. */
static gboolean
is_needed (TlNestCanvas *self, guint index)
{
  GtkWidget *row = g_ptr_array_index (self->rows, index);

  return self->samples[self->shapes[index]] == (gint) index || gtk_widget_get_focus_child (GTK_WIDGET (self)) == row
         || tl_nest_row_id (TL_NEST_ROW (row)) == tl_selection_primary (tl_nest_canvas_selection (self))
         || tl_nest_canvas_is_dragged (self, index);
}

static void
drop_farthest (TlNestCanvas *self, const guint *distances, guint most)
{
  for (guint i = 0; i < self->rows->len && most > 0; i++)
    if (distances[i] > 2 * SPARE_ROWS && g_ptr_array_index (self->rows, i) != NULL && !is_needed (self, i))
      {
        gtk_widget_unparent (g_steal_pointer (&g_ptr_array_index (self->rows, i)));
        most--;
      }
}

/* Rows of another nest or of folded loops: not now, as a step can make all new. */
static void
let_go (TlNestCanvas *self, GtkWidget *row)
{
  if (gtk_widget_get_focus_child (GTK_WIDGET (self)) == row)
    {
      gtk_widget_unparent (row);
      return;
    }
  gtk_widget_hide (row);
  g_ptr_array_add (self->gone, row);
}

/* FALSE: there are none. */
static gboolean
destroy_gone (TlNestCanvas *self)
{
  gint64 until_us = g_get_monotonic_time () + GONE_US;

  if (self->gone->len == 0)
    return FALSE;
  do
    gtk_widget_unparent (g_ptr_array_steal_index_fast (self->gone, self->gone->len - 1));
  while (self->gone->len > 0 && g_get_monotonic_time () < until_us);
  return TRUE;
}

/* Spare rows are made in a row, as a frame in which the window is laid out costs as much as several of them. */
static guint
make_slice (TlNestCanvas *self, const guint *distances)
{
  guint n_made = make_missing (self, distances, 0);

  for (guint i = 0; n_made == 0 && i < self->rows->len; i++)
    self->is_filling |= is_missing (self, distances, i, SPARE_ROWS / 2);
  if (n_made == 0 && self->is_filling)
    n_made = make_missing (self, distances, SPARE_ROWS);
  self->is_filling &= n_made > 0;
  return n_made;
}

/* In that of the items: screen readers follow it. */
static void
put_in_order (TlNestCanvas *self)
{
  GtkWidget *previous = NULL;

  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (self->rows, i);

      if (row == NULL)
        continue;
      if (gtk_widget_get_prev_sibling (row) != previous)
        gtk_widget_insert_after (row, GTK_WIDGET (self), previous);
      previous = row;
    }
}

static gboolean
on_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TlNestCanvas     *self = TL_NEST_CANVAS (widget);
  g_autofree guint *distances = distances_from_view (self);
  guint             n_made = make_slice (self, distances);

  drop_farthest (self, distances, 2 * n_made);
  if (n_made > 0 || destroy_gone (self))
    return G_SOURCE_CONTINUE;
  put_in_order (self);
  self->ticks = 0;
  return G_SOURCE_REMOVE;
}

void
tl_nest_canvas_ask_rows (TlNestCanvas *self)
{
  if (self->ticks == 0)
    self->ticks = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_frame, NULL, NULL);
}

/* --- another nest, or other folds --- */

/* The item that row @index of @rows, made for @old, shows as it is now; -1: none. */
static gint
find_same (TlNestCanvas *self, GPtrArray *rows, const TlNest *old, guint index)
{
  const TlNestItem *item = &old->items[index];
  TlNestRow        *row = g_ptr_array_index (rows, index);
  gint              at = item->id != 0 && self->nest != NULL ? tl_nest_find (self->nest, item->id) : -1;
  gboolean          is_folded = at >= 0 && self->folded[at];

  if (at < 0 || self->hidden[at] || !tl_nest_items_look_same (item, &self->nest->items[at]) || tl_nest_row_is_line (row) != self->in_lines
      || tl_nest_row_is_folded (row) != is_folded || tl_nest_can_fold (old, index) != tl_nest_can_fold (self->nest, (guint) at)
      || (is_folded && item->stmt != self->nest->items[at].stmt))
    return -1;
  return at;
}

/* After another nest. */
static void
dress_again (TlNestCanvas *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (g_ptr_array_index (self->rows, i) != NULL)
      {
        tl_nest_row_set_index (g_ptr_array_index (self->rows, i), i, self->rows->len);
        dress (self, g_ptr_array_index (self->rows, i));
      }
}

static void
find_shapes (TlNestCanvas *self)
{
  g_free (self->shapes);
  self->shapes = g_new (guint8, self->rows->len + 1);
  for (guint i = 0; i < self->rows->len; i++)
    self->shapes[i] = (guint8) tl_nest_row_shape (self->nest, i, self->folded[i]);
}

void
tl_nest_canvas_renew_rows (TlNestCanvas *self, const TlNest *old)
{
  g_autoptr (GPtrArray) old_rows = g_steal_pointer (&self->rows);

  self->rows = g_ptr_array_new ();
  g_ptr_array_set_size (self->rows, self->nest != NULL ? (gint) self->nest->n_items : 0);
  for (guint i = 0; i < old_rows->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (old_rows, i);
      gint       at = row != NULL ? find_same (self, old_rows, old, i) : -1;

      if (at >= 0)
        g_ptr_array_index (self->rows, at) = row;
      else if (row != NULL && !tl_nest_canvas_hold (self, row))
        let_go (self, row);
    }
  tl_nest_canvas_ask_rows (self);
  dress_again (self);
  find_shapes (self);
  tl_nest_canvas_forget_sizes (self);
  choose_samples (self);
  for (guint shape = 0; shape < TL_NEST_ROW_N_SHAPES; shape++)
    if (self->samples[shape] >= 0 && g_ptr_array_index (self->rows, self->samples[shape]) == NULL)
      make_row (self, (guint) self->samples[shape]);
}

void
tl_nest_canvas_clear_rows (TlNestCanvas *self)
{
  if (self->ticks != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->ticks);
  self->ticks = 0;
  for (guint i = 0; self->rows != NULL && i < self->rows->len; i++)
    g_clear_pointer ((GtkWidget **) &g_ptr_array_index (self->rows, i), gtk_widget_unparent);
  for (guint i = 0; self->gone != NULL && i < self->gone->len; i++)
    gtk_widget_unparent (g_ptr_array_index (self->gone, i));
  g_clear_pointer (&self->gone, g_ptr_array_unref);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->shapes, g_free);
}
