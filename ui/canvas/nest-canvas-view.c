/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The part of the canvas that is in view: only this, and half as much around it, is drawn, so that a frame costs the same however large the
 * program is. Zoom, and the overview of all.
 */
#include "ui/canvas/nest-canvas-private.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/draw/draw-nest.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/scale-bin.h"

#define TITLE_MARGIN     24.0    /* above the first line */
#define MIN_ZOOM         0.02
#define MAX_ZOOM         3.0
#define DETAIL_ZOOM      0.45    /* texts cannot be read below */
#define ZOOM_STEP        1.2
#define MAX_ZOOM_TO_LOOP 1.6
#define ROOM_AROUND_LOOP 24.0
#define SPARE            0.5     /* drawn around what is in view, as a part of it */
#define EDGE_REACH       60.0    /* arrows reach out of the layout */

double
tl_nest_canvas_top_margin (TlNestCanvas *self)
{
  return self->in_lines ? TITLE_MARGIN * tl_text_scale (GTK_WIDGET (self)) : TL_NEST_CANVAS_MARGIN;
}

static GtkScrolledWindow *
scroller_of (TlNestCanvas *self)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);

  return scroller != NULL ? GTK_SCROLLED_WINDOW (scroller) : NULL;
}

void
tl_nest_canvas_room (TlNestCanvas *self, double *width, double *height)
{
  GtkScrolledWindow *scroller = scroller_of (self);

  *width = scroller != NULL ? gtk_adjustment_get_page_size (gtk_scrolled_window_get_hadjustment (scroller)) : 0;
  *height = scroller != NULL ? gtk_adjustment_get_page_size (gtk_scrolled_window_get_vadjustment (scroller)) : 0;
}

/* Position of the layout's origin in the widget: centred while there is room. */
static double
left_edge (TlNestCanvas *self)
{
  return tl_max (TL_NEST_CANVAS_MARGIN * self->zoom, (gtk_widget_get_width (GTK_WIDGET (self)) - self->layout_width * self->zoom) / 2);
}

GskTransform *
tl_nest_canvas_transform (TlNestCanvas *self)
{
  graphene_point_t origin = GRAPHENE_POINT_INIT ((float) left_edge (self), (float) (tl_nest_canvas_top_margin (self) * self->zoom));

  return gsk_transform_scale (gsk_transform_translate (NULL, &origin), (float) self->zoom, (float) self->zoom);
}

void
tl_nest_canvas_to_layout (TlNestCanvas *self, double *x, double *y)
{
  *x = (*x - left_edge (self)) / self->zoom;
  *y = (*y - tl_nest_canvas_top_margin (self) * self->zoom) / self->zoom;
}

gboolean
tl_nest_canvas_has_detail (TlNestCanvas *self)
{
  return self->in_lines || self->zoom >= DETAIL_ZOOM;
}

/* --- the part in view --- */

graphene_rect_t
tl_nest_canvas_view (TlNestCanvas *self)
{
  GtkScrolledWindow *scroller = scroller_of (self);
  double             x, y, width, height;

  if (scroller == NULL)
    return GRAPHENE_RECT_INIT (-EDGE_REACH, (float) -tl_nest_canvas_top_margin (self), (float) (self->layout_width + 2 * EDGE_REACH),
                               (float) (self->layout_height + 2 * tl_nest_canvas_top_margin (self)));
  x = gtk_adjustment_get_value (gtk_scrolled_window_get_hadjustment (scroller));
  y = gtk_adjustment_get_value (gtk_scrolled_window_get_vadjustment (scroller));
  tl_nest_canvas_room (self, &width, &height);
  tl_nest_canvas_to_layout (self, &x, &y);
  return GRAPHENE_RECT_INIT ((float) x, (float) y, (float) (width / self->zoom), (float) (height / self->zoom));
}

static gboolean
is_drawn (TlNestCanvas *self, const TlNestBox *box)
{
  const graphene_rect_t *drawn = &self->drawn;

  return box->x <= drawn->origin.x + drawn->size.width && box->x + box->width >= drawn->origin.x
         && box->y <= drawn->origin.y + drawn->size.height && box->y + box->height >= drawn->origin.y;
}

static void
draw_box (TlNestCanvas *self, cairo_t *cr, guint index, gint64 largest)
{
  const TlNestItem *item = &self->nest->items[index];
  const TlNestBox  *box = &self->boxes[index];

  if (item->waits)
    tl_draw_nest_barrier (cr, box->x, box->x + box->width, box->y - tl_nest_box_spacing.barrier / 2, tl_style_palette ());
  if (!tl_nest_canvas_has_detail (self))
    tl_draw_nest_tile (cr, self->nest, index, box, tl_style_palette ());
  else if (item->kind == TL_NEST_LOOP)
    {
      tl_draw_loop_level (cr, item, box, tl_style_palette ());
      tl_draw_loop_strips (cr, item, box, largest, self->figures[index].time_share, tl_style_palette ());
    }
}

static void
draw_boxes (TlNestCanvas *self, cairo_t *cr)
{
  gint64 largest = tl_nest_largest_extent (self->nest);

  if (self->n_columns > 0)
    tl_draw_nest_edges (cr, self->nest, self->edges, self->hidden, self->boxes, tl_nest_canvas_has_detail (self),
                        tl_style_palette ());
  for (guint top = 0; top < self->nest->n_items; top = self->nest->items[top].end)
    if (!self->hidden[top] && is_drawn (self, &self->boxes[top]))
      for (guint i = top; i < self->nest->items[top].end; i++)
        if (!self->hidden[i])
          draw_box (self, cr, i, largest);
}

/* The numbers grow with the text in the rows. */
static void
draw_lines (TlNestCanvas *self, cairo_t *cr)
{
  double                scale = tl_text_scale (GTK_WIDGET (self));
  g_autofree TlNestBox *boxes = g_memdup2 (self->boxes, self->nest->n_items * sizeof *boxes);
  const TlNestLines     lines = { boxes, self->hidden, self->folded, self->figures, self->columns, self->layout_width / scale,
                                  self->drawn.origin.y / scale, (self->drawn.origin.y + self->drawn.size.height) / scale,
                                  tl_nest_line_spacing.barrier / scale };

  for (guint i = 0; i < self->nest->n_items; i++)
    boxes[i] = (TlNestBox) { boxes[i].x / scale, boxes[i].y / scale, boxes[i].width / scale, boxes[i].row_height / scale,
                             boxes[i].height / scale };
  cairo_scale (cr, scale, scale);
  tl_draw_nest_lines (cr, self->nest, &lines, tl_style_palette ());
}

static void
draw_frames (TlNestCanvas *self)
{
  graphene_rect_t view = tl_nest_canvas_view (self), bounds;
  cairo_t        *cr;

  graphene_rect_inset_r (&view, (float) (-SPARE * view.size.width - 1), (float) (-SPARE * view.size.height - 1), &self->drawn);
  bounds = GRAPHENE_RECT_INIT ((float) -EDGE_REACH, (float) -tl_nest_canvas_top_margin (self),
                               (float) (self->layout_width + 2 * EDGE_REACH),
                               (float) (self->layout_height + tl_nest_canvas_top_margin (self) + EDGE_REACH));
  if (!graphene_rect_intersection (&bounds, &self->drawn, &bounds))
    bounds = GRAPHENE_RECT_INIT (0, 0, 1, 1);
  self->frames = gsk_cairo_node_new (&bounds);
  cr = gsk_cairo_node_get_draw_context (self->frames);
  if (self->in_lines)
    draw_lines (self, cr);
  else
    draw_boxes (self, cr);
  cairo_destroy (cr);
}

static void
snapshot_rows (TlNestCanvas *self, GtkSnapshot *snapshot, gboolean lifted)
{
  if (!tl_nest_canvas_has_detail (self))
    return;
  for (guint i = 0; i < self->rows->len; i++)
    if (g_ptr_array_index (self->rows, i) != NULL && tl_nest_canvas_is_lifted (self, i) == lifted
        && (lifted || is_drawn (self, &self->boxes[i])))
      gtk_widget_snapshot_child (GTK_WIDGET (self), g_ptr_array_index (self->rows, i), snapshot);
}

/* Rows are not there to show it. */
static void
snapshot_selection (TlNestCanvas *self, GtkSnapshot *snapshot)
{
  gint            index = tl_nest_find (self->nest, tl_selection_primary (tl_nest_canvas_selection (self)));
  const TlColor   accent = tl_style_palette ()->accent;
  const GdkRGBA   color = { (float) accent.r, (float) accent.g, (float) accent.b, 1 }, colors[4] = { color, color, color, color };
  const float     wide = (float) (2.5 / self->zoom), widths[4] = { wide, wide, wide, wide };
  const TlNestBox *box;
  GskRoundedRect  ring;

  if (tl_nest_canvas_has_detail (self) || index < 0 || self->hidden[index])
    return;
  box = &self->boxes[index];
  gsk_rounded_rect_init_from_rect (&ring, &GRAPHENE_RECT_INIT ((float) box->x, (float) box->y, (float) box->width, (float) box->height), 4);
  gtk_snapshot_append_border (snapshot, &ring, widths, colors);
}

void
tl_nest_canvas_snapshot_view (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlNestCanvas *self = TL_NEST_CANVAS (widget);
  GskTransform *transform;

  if (self->nest == NULL || self->nest->n_items == 0)
    return;
  if (self->frames == NULL)
    draw_frames (self);
  transform = tl_nest_canvas_transform (self);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_transform (snapshot, transform);
  gtk_snapshot_append_node (snapshot, self->frames);
  gtk_snapshot_restore (snapshot);
  snapshot_rows (self, snapshot, FALSE);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_transform (snapshot, transform);
  snapshot_selection (self, snapshot);
  tl_nest_canvas_snapshot_hover (self, snapshot);
  tl_nest_canvas_snapshot_violation (self, snapshot);
  tl_nest_canvas_snapshot_drag (self, snapshot);
  gtk_snapshot_restore (snapshot);
  snapshot_rows (self, snapshot, TRUE);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_transform (snapshot, transform);
  tl_nest_canvas_snapshot_target (self, snapshot);
  gtk_snapshot_restore (snapshot);
  gsk_transform_unref (transform);
}

void
tl_nest_canvas_redraw_frames (TlNestCanvas *self)
{
  g_clear_pointer (&self->frames, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_scrolled (TlNestCanvas *self)
{
  graphene_rect_t view = tl_nest_canvas_view (self), seen;
  graphene_rect_t all = GRAPHENE_RECT_INIT (0, 0, (float) self->layout_width, (float) self->layout_height);

  if (self->frames != NULL && graphene_rect_intersection (&view, &all, &seen) && !graphene_rect_contains_rect (&self->drawn, &seen))
    tl_nest_canvas_redraw_frames (self);
  tl_nest_canvas_ask_rows (self);
}

void
tl_nest_canvas_follow_scroller (TlNestCanvas *self, GtkScrolledWindow *scroller)
{
  GtkAdjustment *places[] = { gtk_scrolled_window_get_hadjustment (scroller), gtk_scrolled_window_get_vadjustment (scroller) };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_signal_connect_object (places[i], "value-changed", G_CALLBACK (on_scrolled), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (places[i], "changed", G_CALLBACK (on_scrolled), self, G_CONNECT_SWAPPED);
    }
}

/* --- zoom --- */

void
tl_nest_canvas_set_zoom (TlNestCanvas *self, double zoom)
{
  gboolean had_detail = tl_nest_canvas_has_detail (self);

  zoom = tl_clamp (zoom, MIN_ZOOM, MAX_ZOOM);
  if (fabs (zoom - self->zoom) < 1e-6)
    return;
  self->zoom = zoom;
  if (had_detail && !tl_nest_canvas_has_detail (self) && gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self));
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

double
tl_nest_canvas_zoom (TlNestCanvas *self)
{
  return self->zoom;
}

static double *
shares_of (TlNestCanvas *self)
{
  double *shares = g_new (double, self->nest->n_items + 1);

  for (guint i = 0; i < self->nest->n_items; i++)
    shares[i] = self->figures[i].time_share;
  return shares;
}

void
tl_nest_canvas_zoom_by (TlNestCanvas *self, int steps)
{
  g_autofree double *shares = NULL;

  if (!self->in_lines)
    tl_nest_canvas_set_zoom (self, self->zoom * pow (ZOOM_STEP, steps));
  if (!self->in_lines || self->nest == NULL)
    return;
  shares = shares_of (self);
  if (steps > 0 ? tl_nest_folds_open_most (self->folds, self->nest, TRUE, shares)
                : tl_nest_folds_fold_least (self->folds, self->nest, TRUE, shares, tl_selection_primary (tl_nest_canvas_selection (self))))
    tl_nest_canvas_refold (self);
}

static guint
count_shown (TlNestCanvas *self)
{
  g_autofree gboolean *hidden = g_new0 (gboolean, self->nest->n_items + 1);
  guint                n_shown = 0;

  tl_nest_folds_hide (self->folds, self->nest, TRUE, hidden);
  for (guint i = 0; i < self->nest->n_items; i++)
    n_shown += !hidden[i];
  return n_shown;
}

static void
fold_to_fit (TlNestCanvas *self, double height)
{
  g_autofree double *shares = shares_of (self);
  double             row = self->layout_height / tl_max (1, count_shown (self));
  double             free_height = height / self->zoom - TL_NEST_CANVAS_MARGIN - tl_nest_canvas_top_margin (self);
  guint              most = (guint) tl_max (1, floor (free_height / tl_max (1, row)));

  while (count_shown (self) > most
         && tl_nest_folds_fold_least (self->folds, self->nest, TRUE, shares, tl_selection_primary (tl_nest_canvas_selection (self))))
    ;
  tl_nest_canvas_refold (self);
}

void
tl_nest_canvas_fit (TlNestCanvas *self)
{
  double width, height;

  tl_nest_canvas_room (self, &width, &height);
  if (self->nest == NULL || height <= 0 || self->layout_width <= 0)
    return;
  if (self->in_lines)
    {
      tl_nest_canvas_set_zoom (self, 1);
      fold_to_fit (self, height);
      return;
    }
  tl_nest_canvas_set_zoom (self, tl_min (1, tl_min (width / (self->layout_width + 2 * TL_NEST_CANVAS_MARGIN),
                                                    height / (self->layout_height + 2 * TL_NEST_CANVAS_MARGIN))));
}

void
tl_nest_canvas_zoom_to (TlNestCanvas *self, guint index)
{
  const TlNestBox *box = &self->boxes[index];
  double           width, height;

  tl_nest_canvas_room (self, &width, &height);
  if (width <= 0)
    return;
  self->to_show = (gint) index;
  gtk_widget_queue_resize (GTK_WIDGET (self));
  if (!self->in_lines)
    tl_nest_canvas_set_zoom (self, tl_clamp (tl_min (width / (box->width + ROOM_AROUND_LOOP), height / (box->height + ROOM_AROUND_LOOP)),
                                             DETAIL_ZOOM, MAX_ZOOM_TO_LOOP));
}

void
tl_nest_canvas_scroll_to_shown (TlNestCanvas *self)
{
  GtkScrolledWindow *scroller = scroller_of (self);
  gint               index = self->to_show;

  self->to_show = -1;
  if (scroller == NULL || index < 0 || index >= (gint) self->rows->len)
    return;
  gtk_adjustment_set_value (gtk_scrolled_window_get_hadjustment (scroller), self->boxes[index].x * self->zoom);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (scroller), self->boxes[index].y * self->zoom);
}

void
tl_nest_canvas_scroll_to (TlNestCanvas *self, guint index)
{
  GtkScrolledWindow *scroller = scroller_of (self);
  const TlNestBox   *box = &self->boxes[index];
  double             margin = tl_nest_canvas_top_margin (self) * self->zoom;   /* of the first row: all above it */
  double             x = left_edge (self) + box->x * self->zoom, y = margin + box->y * self->zoom;

  if (scroller == NULL)
    return;
  gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (scroller), y - margin, y + box->row_height * self->zoom + margin);
  if (!self->in_lines)
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_hadjustment (scroller), x - margin, x + box->width * self->zoom + margin);
}

void
tl_nest_canvas_set_scroll_to_focus (TlNestCanvas *self, gboolean scrolls)
{
  GtkWidget *viewport = gtk_widget_get_parent (GTK_WIDGET (self));

  if (GTK_IS_VIEWPORT (viewport))
    gtk_viewport_set_scroll_to_focus (GTK_VIEWPORT (viewport), scrolls);
}

gboolean
tl_nest_canvas_find_middle (TlNestCanvas *self, TlNodeId id, double *y)
{
  gint index = self->nest != NULL ? tl_nest_find (self->nest, id) : -1;

  if (index < 0 || self->hidden[index])
    return FALSE;
  *y = (tl_nest_canvas_top_margin (self) + self->boxes[index].y + self->boxes[index].row_height / 2) * self->zoom;
  return TRUE;
}

/* --- overview --- */

gboolean
tl_nest_canvas_is_cut (TlNestCanvas *self)
{
  double width, height;

  tl_nest_canvas_room (self, &width, &height);
  return height > 0 && self->nest != NULL
         && ((self->layout_height + TL_NEST_CANVAS_MARGIN + tl_nest_canvas_top_margin (self)) * self->zoom > height + 1
             || (!self->in_lines && (self->layout_width + 2 * TL_NEST_CANVAS_MARGIN) * self->zoom > width + 1));
}

double
tl_nest_canvas_draw_overview (TlNestCanvas *self, cairo_t *cr, double width, double height)
{
  if (self->nest == NULL || self->boxes == NULL)
    return 0;
  return tl_draw_nest_overview (cr, self->nest, self->hidden, self->boxes, self->in_lines, self->layout_width, self->layout_height,
                                tl_selection_primary (tl_nest_canvas_selection (self)), tl_style_palette (), width, height);
}

graphene_rect_t
tl_nest_canvas_overview_view (TlNestCanvas *self, double scale, double width)
{
  graphene_rect_t view = tl_nest_canvas_view (self);
  graphene_rect_t all = GRAPHENE_RECT_INIT (0, 0, (float) self->layout_width, (float) self->layout_height);

  if (!graphene_rect_intersection (&view, &all, &view))
    return *graphene_rect_zero ();
  graphene_rect_scale (&view, (float) scale, (float) scale, &view);
  graphene_rect_offset (&view, (float) TL_OVERVIEW_EDGE, (float) TL_OVERVIEW_EDGE);
  if (self->in_lines)
    view = GRAPHENE_RECT_INIT (1, view.origin.y, (float) width - 2, view.size.height);
  return view;
}

void
tl_nest_canvas_scroll_to_overview (TlNestCanvas *self, double scale, double x, double y)
{
  GtkScrolledWindow *scroller = scroller_of (self);
  graphene_rect_t    view = tl_nest_canvas_view (self);
  GtkAdjustment     *across, *down;
  double             dx, dy;

  if (scroller == NULL || scale <= 0)
    return;
  across = gtk_scrolled_window_get_hadjustment (scroller);
  down = gtk_scrolled_window_get_vadjustment (scroller);
  dx = (x - TL_OVERVIEW_EDGE) / scale - view.origin.x - view.size.width / 2;
  dy = (y - TL_OVERVIEW_EDGE) / scale - view.origin.y - view.size.height / 2;
  if (!self->in_lines)
    gtk_adjustment_set_value (across, gtk_adjustment_get_value (across) + dx * self->zoom);
  gtk_adjustment_set_value (down, gtk_adjustment_get_value (down) + dy * self->zoom);
}
