/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The loop under the pointer, here or in another pane: everything outside of its scope dims, and a ring stands around it. Both are a few
 * plain rectangles on top of the rows, so that moving the pointer draws nothing again.
 */
#include "ui/canvas/nest-canvas-private.h"

#include "core/base/extremum.h"
#include "ui/widgets/picture.h"

#define DIM_MS    150
#define DIM_ALPHA 0.55
#define BEYOND    4000.0    /* the dimmed area ends there: outside of any window */

static gint
row_at (TlNestCanvas *self, double x, double y)
{
  GtkWidget *hit = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
  GtkWidget *row = hit == NULL || TL_IS_NEST_ROW (hit) ? hit : gtk_widget_get_ancestor (hit, TL_TYPE_NEST_ROW);

  return row != NULL && TL_IS_NEST_ROW (row) ? (gint) tl_nest_row_index (TL_NEST_ROW (row)) : -1;
}

gint
tl_nest_canvas_box_at (TlNestCanvas *self, double x, double y)
{
  gint found = -1;

  tl_nest_canvas_to_layout (self, &x, &y);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const TlNestBox *box = &self->boxes[i];

      if (!self->hidden[i] && x >= box->x && x < box->x + box->width && y >= box->y && y < box->y + box->height)
        found = (gint) i;
    }
  return found;
}

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, gpointer user_data)
{
  TlNestCanvas *self = user_data;
  gint          index = row_at (self, x, y);

  if (self->nest == NULL || self->boxes == NULL || self->drag.is_active)
    return;
  if (index < 0)
    index = tl_nest_canvas_box_at (self, x, y);
  while (index >= 0 && self->nest->items[index].id == 0)
    index = self->nest->items[index].parent;
  tl_selection_hover (tl_nest_canvas_selection (self), index >= 0 ? self->nest->items[index].id : 0);
}

static void
on_leave (GtkEventControllerMotion *motion, gpointer user_data)
{
  tl_selection_hover (tl_nest_canvas_selection (user_data), 0);
}

/* The innermost loop around @index that is shown. */
static gint
find_shown (TlNestCanvas *self, gint index)
{
  while (index >= 0 && self->hidden[index])
    index = self->nest->items[index].parent;
  return index;
}

static void
dim_to (TlNestCanvas *self, double dim)
{
  adw_timed_animation_set_value_from (ADW_TIMED_ANIMATION (self->dimming), self->dim);
  adw_timed_animation_set_value_to (ADW_TIMED_ANIMATION (self->dimming), dim);
  adw_animation_play (self->dimming);
}

void
tl_nest_canvas_follow_hover (TlNestCanvas *self)
{
  TlNodeId node = tl_selection_hovered (tl_nest_canvas_selection (self));
  gint     index = self->nest != NULL ? find_shown (self, tl_nest_find (self->nest, node)) : -1;

  if (self->dimming == NULL)
    return;
  if (index >= 0 && self->hovered < 0)
    dim_to (self, 1);
  else if (index < 0 && self->hovered >= 0)
    self->dim = 0;
  self->hovered = index;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
set_dim (double value, gpointer user_data)
{
  TlNestCanvas *self = user_data;

  self->dim = value;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static GdkRGBA
rgba (TlColor color, double alpha)
{
  return (GdkRGBA) { (float) color.r, (float) color.g, (float) color.b, (float) alpha };
}

static void
cover (GtkSnapshot *snapshot, const GdkRGBA *color, double x, double y, double width, double height)
{
  if (width > 0 && height > 0)
    gtk_snapshot_append_color (snapshot, color, &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height));
}

static void
dim_outside (TlNestCanvas *self, GtkSnapshot *snapshot, const TlNestBox *box)
{
  const TlPalette *palette = tl_style_palette ();
  GdkRGBA          veil = rgba (palette->is_dark ? palette->background : (TlColor) { 1, 1, 1 }, DIM_ALPHA * self->dim);
  double           top = -2, bottom = self->layout_height + 4;

  cover (snapshot, &veil, -BEYOND, top, 2 * BEYOND, box->y - top);
  cover (snapshot, &veil, -BEYOND, box->y, BEYOND + box->x, box->height);
  cover (snapshot, &veil, box->x + box->width, box->y, BEYOND, box->height);
  cover (snapshot, &veil, -BEYOND, box->y + box->height, 2 * BEYOND, bottom - box->y - box->height);
}

void
tl_nest_canvas_snapshot_hover (TlNestCanvas *self, GtkSnapshot *snapshot)
{
  const TlNestBox *box;
  GskRoundedRect   ring;
  GdkRGBA          color = rgba (tl_style_palette ()->text, 0.7);
  const float      widths[4] = { 1, 1, 1, 1 };
  const GdkRGBA    colors[4] = { color, color, color, color };

  if (self->hovered < 0 || self->drag.is_active || self->hovered >= (gint) self->rows->len)
    return;
  box = &self->boxes[self->hovered];
  dim_outside (self, snapshot, box);
  gsk_rounded_rect_init_from_rect (&ring, &GRAPHENE_RECT_INIT ((float) box->x, (float) box->y, (float) box->width, (float) box->height),
                                   5);
  gtk_snapshot_append_border (snapshot, &ring, widths, colors);
}

void
tl_nest_canvas_init_hover (TlNestCanvas *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();

  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  self->dimming = g_object_ref_sink (adw_timed_animation_new (GTK_WIDGET (self), 0, 1, DIM_MS,
                                                              adw_callback_animation_target_new (set_dim, self, NULL)));
  g_signal_connect_object (tl_nest_canvas_selection (self), "hover-changed", G_CALLBACK (tl_nest_canvas_follow_hover), self,
                           G_CONNECT_SWAPPED);
}
