/* SPDX-License-Identifier: Apache-2.0 */
/* The dependence that a refused step would break: an arc over the rows, so that showing another one draws nothing else again. */
#include "ui/canvas/nest-canvas-private.h"

#include "core/draw/canvas/draw-dependence.h"
#include "ui/widgets/picture.h"

#define REACH 80.0f   /* beyond the layout: an arc and its label */

void
tl_nest_canvas_mark_violation (TlNestCanvas *self, const TlViolation *violation)
{
  g_clear_pointer (&self->violation_label, g_free);
  if (violation != NULL)
    {
      self->violation_from = violation->from.block;
      self->violation_to = violation->to.block;
      self->violation_label = g_strdup (violation->label);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The row of the block, or of the folded loop that hides it; -1: neither is there. */
static gint
row_of (TlNestCanvas *self, TlNodeId block)
{
  gint index = tl_nest_find (self->nest, block);

  while (index >= 0 && self->hidden[index])
    index = self->nest->items[index].parent;
  return index;
}

/* In lines the rows are as wide as the canvas: the arc stands at the end of the tree. */
static TlNestBox
end_of (TlNestCanvas *self, gint index)
{
  TlNestBox box = self->boxes[index];

  if (self->in_lines && self->columns.tree > box.x)
    box.width = self->columns.tree - box.x;
  return box;
}

void
tl_nest_canvas_snapshot_violation (TlNestCanvas *self, GtkSnapshot *snapshot)
{
  float     width = (float) (gtk_widget_get_width (GTK_WIDGET (self)) / self->zoom);
  gint      from, to;
  TlNestBox boxes[2];
  cairo_t  *cr;
  double    right;

  if (self->violation_label == NULL || self->drag.is_active)
    return;
  from = row_of (self, self->violation_from);
  to = row_of (self, self->violation_to);
  if (from < 0 || to < 0)
    return;
  boxes[0] = end_of (self, from);
  boxes[1] = end_of (self, to);
  right = (gtk_widget_get_width (GTK_WIDGET (self)) / self->zoom + self->layout_width) / 2;   /* of the canvas: the layout is centred */
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (-width, -REACH, 2 * width + (float) self->layout_width,
                                                                 (float) self->layout_height + 2 * REACH));
  tl_draw_dependence (cr, &boxes[0], &boxes[1], self->violation_label, right, tl_style_palette ());
  cairo_destroy (cr);
}
