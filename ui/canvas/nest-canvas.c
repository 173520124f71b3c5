/* SPDX-License-Identifier: Apache-2.0 */
/* The canvas widget: rows, their layout, zoom, background. nest-canvas-input.c and nest-canvas-drag.c handle input and dragging. */
#include "core/base/extremum.h"
#include "ui/canvas/nest-canvas-private.h"

#include <adwaita.h>
#include <math.h>
#include <string.h>

#include "core/base/i18n.h"
#include "core/draw/draw-nest.h"
#include "ui/widgets/picture.h"

#define MARGIN    18.0
#define MIN_ZOOM  0.25
#define MAX_ZOOM  3.0
#define MIN_WIDTH 420.0

static const TlNestSpacing spacing = { .indent = 18, .inset = 10, .gap = 8 };

G_DEFINE_FINAL_TYPE (TlNestCanvas, tl_nest_canvas, GTK_TYPE_WIDGET)

/* --- layout --- */

static void
update_layout (TlNestCanvas *self)
{
  guint              n = self->nest != NULL ? self->nest->n_items : 0;
  g_autofree double *widths = g_new0 (double, n + 1);
  g_autofree double *heights = g_new0 (double, n + 1);

  g_free (self->boxes);
  self->boxes = g_new0 (TlNestBox, n + 1);
  self->layout_width = self->layout_height = 0;
  if (n == 0)
    return;
  for (guint i = 0; i < n; i++)
    {
      int width, height;

      gtk_widget_measure (g_ptr_array_index (self->rows, i), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
      gtk_widget_measure (g_ptr_array_index (self->rows, i), GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
      widths[i] = width;
      heights[i] = height;
    }
  tl_nest_layout (self->nest, widths, heights, &spacing, MIN_WIDTH, self->boxes, &self->layout_width, &self->layout_height);
}

static void
tl_nest_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                        int *natural_baseline)
{
  TlNestCanvas *self = TL_NEST_CANVAS (widget);
  double        size;

  update_layout (self);
  size = orientation == GTK_ORIENTATION_HORIZONTAL ? self->layout_width : self->layout_height;
  *minimum = *natural = (int) ceil ((size + 2 * MARGIN) * self->zoom);
}

/* Position of the layout's origin in the widget: centred while there is room. */
static double
left_edge (TlNestCanvas *self)
{
  return tl_max (MARGIN * self->zoom, (gtk_widget_get_width (GTK_WIDGET (self)) - self->layout_width * self->zoom) / 2);
}

static GskTransform *
layout_transform (TlNestCanvas *self)
{
  GskTransform *transform = gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT ((float) left_edge (self), (float) (MARGIN * self->zoom)));

  return gsk_transform_scale (transform, (float) self->zoom, (float) self->zoom);
}

static void
tl_nest_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TlNestCanvas *self = TL_NEST_CANVAS (widget);

  update_layout (self);
  for (guint i = 0; self->nest != NULL && i < self->nest->n_items; i++)
    {
      const TlNestBox *box = &self->boxes[i];
      double           y = box->y;

      if (self->drag.is_active && self->drag.chain[self->drag.from] == i)
        y += self->drag.offset_y;
      gtk_widget_allocate (g_ptr_array_index (self->rows, i), (int) box->width, (int) box->row_height, -1,
                           gsk_transform_translate (layout_transform (self), &GRAPHENE_POINT_INIT ((float) box->x, (float) y)));
    }
  g_clear_pointer (&self->frames, gsk_render_node_unref);
}

static void
draw_frames (TlNestCanvas *self)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (-2, -2, (float) self->layout_width + 4, (float) self->layout_height + 4);
  cairo_t        *cr;

  self->frames = gsk_cairo_node_new (&bounds);
  cr = gsk_cairo_node_get_draw_context (self->frames);
  for (guint i = 0; i < self->nest->n_items; i++)
    if (self->nest->items[i].kind == TL_NEST_LOOP)
      tl_draw_loop_level (cr, &self->nest->items[i], &self->boxes[i], tl_style_palette ());
  cairo_destroy (cr);
}

static void
tl_nest_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlNestCanvas *self = TL_NEST_CANVAS (widget);
  GskTransform *transform;

  if (self->nest == NULL || self->nest->n_items == 0)
    return;
  if (self->frames == NULL)
    draw_frames (self);
  transform = layout_transform (self);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_transform (snapshot, transform);
  gtk_snapshot_append_node (snapshot, self->frames);
  gtk_snapshot_restore (snapshot);
  for (guint i = 0; i < self->rows->len; i++)
    if (!self->drag.is_active || self->drag.chain[self->drag.from] != i)
      gtk_widget_snapshot_child (widget, g_ptr_array_index (self->rows, i), snapshot);
  if (self->drag.is_active)
    {
      gtk_widget_snapshot_child (widget, g_ptr_array_index (self->rows, self->drag.chain[self->drag.from]), snapshot);
      gtk_snapshot_save (snapshot);
      gtk_snapshot_transform (snapshot, transform);
      tl_nest_canvas_snapshot_drag (self, snapshot);
      gtk_snapshot_restore (snapshot);
    }
  gsk_transform_unref (transform);
}

/* --- contents --- */

/* Whether a row made for @a can show @b unchanged. Statements are immutable: equal pointers look equal. */
static gboolean
looks_same (const TlNestItem *a, const TlNestItem *b)
{
  g_autofree char *glyph_a = NULL, *glyph_b = NULL;

  if (a->id == 0 || a->id != b->id || a->kind != b->kind || a->is_reduction != b->is_reduction || strcmp (a->label, b->label) != 0)
    return FALSE;
  if (a->stmt == b->stmt || a->kind != TL_NEST_LOOP)
    return a->stmt == b->stmt;
  glyph_a = tl_loop_glyph (&a->stmt->loop);
  glyph_b = tl_loop_glyph (&b->stmt->loop);
  return strcmp (a->extent_text, b->extent_text) == 0 && tl_loop_look (&a->stmt->loop) == tl_loop_look (&b->stmt->loop)
         && g_strcmp0 (glyph_a, glyph_b) == 0;
}

/* Removes from @rows, made for @nest, the row that shows @item, and returns it; NULL if there is none. */
static GtkWidget *
take_row (GPtrArray *rows, const TlNest *nest, const TlNestItem *item)
{
  gint index = nest != NULL && item->id != 0 ? tl_nest_find (nest, item->id) : -1;

  if (index < 0 || !looks_same (&nest->items[index], item))
    return NULL;
  return g_steal_pointer (&g_ptr_array_index (rows, index));
}

/* Shows @nest, or nothing. Rows are expensive: unchanged ones stay, with their styles, sizes and focus. */
static void
set_nest (TlNestCanvas *self, TlNest *nest)
{
  g_autoptr (TlNest)    old_nest = NULL;
  g_autoptr (GPtrArray) old_rows = NULL;
  GtkWidget            *previous = NULL;

  tl_nest_canvas_clear_drag (self);
  g_clear_pointer (&self->frames, gsk_render_node_unref);
  old_nest = g_steal_pointer (&self->nest);
  old_rows = g_steal_pointer (&self->rows);
  self->nest = nest;
  self->rows = g_ptr_array_new ();
  for (guint i = 0; nest != NULL && i < nest->n_items; i++)
    {
      GtkWidget *row = take_row (old_rows, old_nest, &nest->items[i]);
      gboolean   is_new = row == NULL;

      if (is_new)
        row = tl_nest_row_new (&nest->items[i], i);
      tl_nest_row_set_index (TL_NEST_ROW (row), i);
      if (is_new || gtk_widget_get_prev_sibling (row) != previous)
        gtk_widget_insert_after (row, GTK_WIDGET (self), previous);
      if (is_new)
        tl_nest_canvas_add_row_input (self, TL_NEST_ROW (row));
      else
        tl_nest_row_set_culprit (TL_NEST_ROW (row), FALSE);
      g_ptr_array_add (self->rows, row);
      previous = row;
    }
  for (guint i = 0; i < old_rows->len; i++)
    if (g_ptr_array_index (old_rows, i) != NULL)
      gtk_widget_unparent (g_ptr_array_index (old_rows, i));
}

static void
mark_selection (TlNestCanvas *self)
{
  TlSelection *selection = tl_session_selection (tl_editor_session (self->editor));

  for (guint i = 0; i < self->rows->len; i++)
    {
      TlNestRow *row = g_ptr_array_index (self->rows, i);

      tl_nest_row_set_selected (row, tl_nest_row_id (row) != 0 && tl_selection_contains (selection, tl_nest_row_id (row)));
    }
}

/* Rebuilding the canvas must not lose the keyboard focus. */
static void
keep_focus (TlNestCanvas *self, gboolean had_focus)
{
  if (had_focus)
    gtk_widget_grab_focus (tl_nest_canvas_anchor (self));
}

static void
on_session_changed (TlNestCanvas *self)
{
  TlSession *session = tl_editor_session (self->editor);
  TlVariant *variant = tl_session_current (session);
  GtkRoot   *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  gboolean   had_focus = focus != NULL && (focus == GTK_WIDGET (self) || gtk_widget_is_ancestor (focus, GTK_WIDGET (self)));

  if (variant != NULL && self->nest != NULL && self->nest->module == tl_state_module (tl_variant_state (variant))
      && strcmp (self->nest->func_name, tl_session_func_name (session)) == 0)
    return;
  if (had_focus)
    gtk_widget_grab_focus (GTK_WIDGET (self));
  set_nest (self, variant == NULL ? NULL
                                  : tl_nest_new_from (tl_state_module (tl_session_root (session)),
                                                      tl_state_module (tl_variant_state (variant)),
                                                      tl_session_func_name (session)));
  mark_selection (self);
  keep_focus (self, had_focus);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

GtkWidget *
tl_nest_canvas_anchor (TlNestCanvas *self)
{
  TlNodeId primary = tl_selection_primary (tl_session_selection (tl_editor_session (self->editor)));
  gint     index = self->nest != NULL ? tl_nest_find (self->nest, primary) : -1;

  return index >= 0 ? g_ptr_array_index (self->rows, index) : GTK_WIDGET (self);
}

void
tl_nest_canvas_mark_culprits (TlNestCanvas *self, const TlNodeId *nodes, guint n_nodes)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      TlNestRow *row = g_ptr_array_index (self->rows, i);
      gboolean   found = FALSE;

      for (guint j = 0; j < n_nodes; j++)
        found |= nodes[j] != 0 && nodes[j] == tl_nest_row_id (row);
      tl_nest_row_set_culprit (row, found);
    }
}

guint
tl_nest_canvas_chain (TlNestCanvas *self, guint index, guint chain[TL_MAX_CHAIN], guint *position)
{
  const TlNestItem *items = self->nest->items;
  guint             top = index, n = 0;

  while (items[top].parent >= 0 && items[items[top].parent].kind == TL_NEST_LOOP
         && items[items[top].parent].stmt->loop.body == items[top].stmt)
    top = (guint) items[top].parent;
  for (guint at = top; n < TL_MAX_CHAIN; at++)
    {
      if (at == index)
        *position = n;
      chain[n++] = at;
      if (at + 1 >= self->nest->n_items || items[at + 1].kind != TL_NEST_LOOP || items[at].stmt->loop.body != items[at + 1].stmt)
        break;
    }
  return n;
}

/* --- zoom --- */

void
tl_nest_canvas_set_zoom (TlNestCanvas *self, double zoom)
{
  zoom = CLAMP (zoom, MIN_ZOOM, MAX_ZOOM);
  if (fabs (zoom - self->zoom) < 1e-6)
    return;
  self->zoom = zoom;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

double
tl_nest_canvas_zoom (TlNestCanvas *self)
{
  return self->zoom;
}

void
tl_nest_canvas_fit (TlNestCanvas *self)
{
  GtkWidget *viewport = gtk_widget_get_parent (GTK_WIDGET (self));
  double     width, height;

  if (viewport == NULL || self->layout_width <= 0)
    return;
  width = gtk_widget_get_width (viewport) / (self->layout_width + 2 * MARGIN);
  height = gtk_widget_get_height (viewport) / (self->layout_height + 2 * MARGIN);
  tl_nest_canvas_set_zoom (self, MIN (1, MIN (width, height)));
}

/* --- object --- */

static void
redraw_frames (TlNestCanvas *self)
{
  g_clear_pointer (&self->frames, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
tl_nest_canvas_dispose (GObject *object)
{
  TlNestCanvas *self = TL_NEST_CANVAS (object);

  if (self->rows != NULL)
    set_nest (self, NULL);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->boxes, g_free);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_nest_canvas_parent_class)->dispose (object);
}

static void
tl_nest_canvas_class_init (TlNestCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_nest_canvas_dispose;
  widget_class->measure = tl_nest_canvas_measure;
  widget_class->size_allocate = tl_nest_canvas_size_allocate;
  widget_class->snapshot = tl_nest_canvas_snapshot;
  gtk_widget_class_set_css_name (widget_class, "nestcanvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TREE);
}

static void
tl_nest_canvas_init (TlNestCanvas *self)
{
  self->rows = g_ptr_array_new ();
  self->zoom = 1;
  self->drag.slot = self->drag.fuse = -1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Loop nest"), -1);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (redraw_frames), self, G_CONNECT_SWAPPED);
}

GtkWidget *
tl_nest_canvas_new (TlEditor *editor)
{
  TlNestCanvas *self = g_object_new (TL_TYPE_NEST_CANVAS, NULL);
  TlSession    *session = tl_editor_session (editor);

  self->editor = g_object_ref (editor);
  tl_nest_canvas_init_input (self);
  tl_nest_canvas_init_drag (self);
  g_signal_connect_object (session, "changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_selection (session), "changed", G_CALLBACK (mark_selection), self, G_CONNECT_SWAPPED);
  on_session_changed (self);
  return GTK_WIDGET (self);
}
