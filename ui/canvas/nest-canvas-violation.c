/* SPDX-License-Identifier: Apache-2.0 */
/* The dependences that a refused step would break, or a draft breaks: arcs over the rows, so that others are shown without a new layout. */
#include "ui/canvas/nest-canvas-private.h"

#include "core/draw/canvas/draw-dependence.h"
#include "ui/widgets/picture.h"

#define REACH 80.0f   /* beyond the layout: an arc and its label */

typedef struct
{
  TlNodeId from, to;
  char    *label;   /* nullable */
} DependenceArc;

static void
arc_clear (gpointer data)
{
  g_free (((DependenceArc *) data)->label);
}

static void
add_arc (TlNestCanvas *self, const TlViolation *violation, const char *label)
{
  DependenceArc arc = { violation->from.block, violation->to.block, g_strdup (label) };

  g_array_append_val (self->arcs, arc);
}

void
tl_nest_canvas_mark_violation (TlNestCanvas *self, const TlViolation *violation, const GPtrArray *others)
{
  g_clear_pointer (&self->arcs, g_array_unref);
  self->arcs = g_array_new (FALSE, FALSE, sizeof (DependenceArc));
  g_array_set_clear_func (self->arcs, arc_clear);
  for (guint i = 0; others != NULL && i < others->len; i++)
    if (others->pdata[i] != violation)
      add_arc (self, others->pdata[i], NULL);
  if (violation != NULL)
    add_arc (self, violation, violation->label);
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

static void
draw_arc (TlNestCanvas *self, cairo_t *cr, const DependenceArc *arc)
{
  gint      from = row_of (self, arc->from), to = row_of (self, arc->to);
  TlNestBox boxes[2];
  double    right;

  if (from < 0 || to < 0)
    return;
  boxes[0] = end_of (self, from);
  boxes[1] = end_of (self, to);
  right = (gtk_widget_get_width (GTK_WIDGET (self)) / self->zoom + self->layout_width) / 2;   /* of the canvas: the layout is centred */
  tl_draw_dependence (cr, &boxes[0], &boxes[1], arc->label, right, tl_style_palette ());
}

void
tl_nest_canvas_snapshot_violation (TlNestCanvas *self, GtkSnapshot *snapshot)
{
  float    width = (float) (gtk_widget_get_width (GTK_WIDGET (self)) / self->zoom);
  cairo_t *cr;

  if (self->arcs == NULL || self->arcs->len == 0 || self->drag.is_active)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (-width, -REACH, 2 * width + (float) self->layout_width,
                                                                 (float) self->layout_height + 2 * REACH));
  for (guint i = 0; i < self->arcs->len; i++)
    draw_arc (self, cr, &g_array_index (self->arcs, DependenceArc, i));
  cairo_destroy (cr);
}
