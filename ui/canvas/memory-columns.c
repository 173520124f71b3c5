/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/canvas/memory-columns.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/scale-bin.h"

#define ROW_REACH 13.0   /* pixels from the middle of a row that belong to it, at the natural size */

struct _TlMemoryColumns
{
  GtkWidget           parent_instance;
  TlEditor           *editor;
  TlNestCanvas       *canvas;
  GtkScrolledWindow  *scroller;
  TlPredictedTraffic *predicted;   /* nullable */
  GArray             *rows;        /* TlMemoryRow, in the canvas's coordinates over the scale of the text */
  gboolean            has_rows;
  gboolean            is_folded;
  GskRenderNode      *node;        /* the rows, in the canvas's coordinates; NULL: to be drawn */
  int                 node_width, node_top, node_bottom;   /* it has a part of the canvas's height */
};

G_DEFINE_FINAL_TYPE (TlMemoryColumns, tl_memory_columns, GTK_TYPE_WIDGET)

static TlSelection *
selection_of (TlMemoryColumns *self)
{
  return tl_session_selection (tl_editor_session (self->editor));
}

static TlNodeId
selected_loop (TlMemoryColumns *self)
{
  return tl_selection_primary (selection_of (self));
}

/* --- rows --- */

static void
find_rows (TlMemoryColumns *self)
{
  double scale = tl_text_scale (GTK_WIDGET (self));

  g_array_set_size (self->rows, 0);
  for (guint i = 0; self->predicted != NULL && i < self->predicted->traffic->n_loops; i++)
    {
      TlMemoryRow place = { .loop = self->predicted->traffic->loops[i].loop };

      if (!tl_nest_canvas_find_middle (self->canvas, place.loop, &place.y))
        continue;
      place.y /= scale;
      g_array_append_val (self->rows, place);
    }
  self->has_rows = TRUE;
}

TlMemoryPicture
tl_memory_columns_picture (TlMemoryColumns *self)
{
  if (!self->has_rows)
    find_rows (self);
  return (TlMemoryPicture) {
    .traffic = self->predicted != NULL ? self->predicted->traffic : NULL,
    .times = self->predicted != NULL ? tl_predicted_traffic_times (self->predicted) : NULL,
    .rows = (const TlMemoryRow *) (gpointer) self->rows->data,
    .n_rows = self->rows->len,
    .scale = tl_clamp (tl_nest_canvas_zoom (self->canvas), 0.6, 1.2),
    .selected = selected_loop (self),
    .is_folded = self->is_folded,
  };
}

/* Where the canvas begins in this widget: it scrolls. */
static double
canvas_top (TlMemoryColumns *self)
{
  graphene_point_t top;

  if (!gtk_widget_compute_point (GTK_WIDGET (self->canvas), GTK_WIDGET (self), &GRAPHENE_POINT_INIT (0, 0), &top))
    return 0;
  return top.y;
}

static const TlMemoryRow *
row_at (TlMemoryColumns *self, double y)
{
  TlMemoryPicture    picture = tl_memory_columns_picture (self);
  const TlMemoryRow *nearest = NULL;
  double             least = ROW_REACH * picture.scale;

  y = (y - canvas_top (self)) / tl_text_scale (GTK_WIDGET (self));
  for (guint i = 0; i < picture.n_rows; i++)
    if (fabs (picture.rows[i].y - y) <= least)
      {
        nearest = &picture.rows[i];
        least = fabs (nearest->y - y);
      }
  return nearest;
}

/* --- drawing --- */

static void
redraw (TlMemoryColumns *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* From @top to @bottom, which is in view, and half as much around it. */
static void
draw_node (TlMemoryColumns *self, int width, int top, int bottom)
{
  int             spare = (bottom - top) / 2;
  TlMemoryPicture picture = tl_memory_columns_picture (self);
  double          scale = tl_text_scale (GTK_WIDGET (self));
  cairo_t        *cr;

  self->node_width = width;
  self->node_top = top - spare;
  self->node_bottom = bottom + spare;
  self->node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, (float) self->node_top, (float) width,
                                                        (float) (self->node_bottom - self->node_top)));
  picture.top = self->node_top / scale - ROW_REACH;
  picture.bottom = self->node_bottom / scale + ROW_REACH;
  cr = gsk_cairo_node_get_draw_context (self->node);
  cairo_scale (cr, scale, scale);
  tl_draw_memory_rows (cr, &picture, tl_style_palette (), width / scale, self->node_bottom / scale);
  cairo_destroy (cr);
}

/* On a layer of its own: the rows are not drawn again. */
static void
snapshot_hovered (TlMemoryColumns *self, GtkSnapshot *snapshot, int width)
{
  TlMemoryPicture picture = tl_memory_columns_picture (self);
  TlColor         color = tl_style_palette ()->text;
  float           scale = (float) tl_text_scale (GTK_WIDGET (self)), reach = (float) (ROW_REACH * picture.scale) * scale;

  for (guint i = 0; i < picture.n_rows; i++)
    if (picture.rows[i].loop == tl_selection_hovered (selection_of (self)))
      {
        GskRoundedRect ring;

        gsk_rounded_rect_init_from_rect (&ring, &GRAPHENE_RECT_INIT (1, (float) picture.rows[i].y * scale - reach, (float) width - 2,
                                                                    2 * reach), 4);
        gtk_snapshot_append_border (snapshot, &ring, (const float[]) { 1, 1, 1, 1 },
                                    (const GdkRGBA[]) { [0 ... 3] = { (float) color.r, (float) color.g, (float) color.b, 0.5f } });
      }
}

static void
tl_memory_columns_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlMemoryColumns *self = TL_MEMORY_COLUMNS (widget);
  int              width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  double           top = canvas_top (self);

  if (self->predicted == NULL || width < 1)
    return;
  if (self->node == NULL || self->node_width != width || -top < self->node_top || height - top > self->node_bottom)
    {
      g_clear_pointer (&self->node, gsk_render_node_unref);
      draw_node (self, width, (int) floor (-top), (int) ceil (height - top));
    }
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (0, (float) top));
  gtk_snapshot_append_node (snapshot, self->node);
  snapshot_hovered (self, snapshot, width);
  gtk_snapshot_restore (snapshot);
}

static void
tl_memory_columns_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                           int *natural_baseline)
{
  TlMemoryColumns *self = TL_MEMORY_COLUMNS (widget);

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL && self->predicted != NULL)
    *natural = (int) ceil (tl_memory_columns_width (self->predicted->traffic, self->is_folded) * tl_text_scale (widget));
}

/* --- texts --- */

static void
describe (TlMemoryColumns *self)
{
  const TlTrafficLoop *loop = NULL;
  g_autofree char     *summary = NULL, *text = NULL, *name = NULL;

  if (self->predicted != NULL)
    {
      summary = tl_memory_summary_text (self->predicted->traffic, tl_predicted_traffic_times (self->predicted));
      loop = tl_traffic_find_loop (self->predicted->traffic, selected_loop (self));
    }
  if (loop != NULL)
    text = tl_memory_loop_text (self->predicted->traffic, loop);
  name = g_strdup_printf (_("Memory columns. %s"), summary != NULL ? summary : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : _("No loop is selected."), -1);
}

static void
on_selection_changed (TlMemoryColumns *self)
{
  describe (self);
  redraw (self);
}

static gboolean
on_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip, gpointer user_data)
{
  TlMemoryColumns   *self = TL_MEMORY_COLUMNS (widget);
  const TlMemoryRow *row = by_keyboard ? NULL : row_at (self, y);
  TlNodeId           id = by_keyboard ? selected_loop (self) : row != NULL ? row->loop : 0;
  const TlTrafficLoop *loop = self->predicted != NULL ? tl_traffic_find_loop (self->predicted->traffic, id) : NULL;
  g_autofree char   *text = loop != NULL ? tl_memory_loop_text (self->predicted->traffic, loop) : NULL;

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* --- input --- */

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, gpointer user_data)
{
  const TlMemoryRow *row = row_at (user_data, y);

  tl_selection_hover (selection_of (user_data), row != NULL ? row->loop : 0);
}

static void
on_leave (GtkEventControllerMotion *controller, gpointer user_data)
{
  tl_selection_hover (selection_of (user_data), 0);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  TlMemoryColumns   *self = user_data;
  const TlMemoryRow *row = row_at (self, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (row != NULL)
    tl_selection_pick (selection_of (self), row->loop);
}

/* The wheel scrolls the canvas. */
static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer user_data)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (TL_MEMORY_COLUMNS (user_data)->scroller);
  double         step = pow (gtk_adjustment_get_page_size (adjustment), 2.0 / 3);   /* as GtkScrolledWindow's */

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + dy * step);
  return TRUE;
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, gpointer user_data)
{
  TlMemoryColumns *self = user_data;
  TlMemoryPicture  picture = tl_memory_columns_picture (self);
  gint             at = -1, by = keyval == GDK_KEY_Down ? 1 : keyval == GDK_KEY_Up ? -1 : 0;

  if (by == 0 || picture.n_rows == 0)
    return FALSE;
  for (guint i = 0; i < picture.n_rows; i++)
    if (picture.rows[i].loop == picture.selected)
      at = (gint) i;
  at = at < 0 ? 0 : CLAMP (at + by, 0, (gint) picture.n_rows - 1);
  tl_selection_pick (selection_of (self), picture.rows[at].loop);
  return TRUE;
}

static void
add_input (TlMemoryColumns *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new (), *keys = gtk_event_controller_key_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkGesture         *click = gtk_gesture_click_new ();

  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

/* --- object --- */

static void
tl_memory_columns_dispose (GObject *object)
{
  TlMemoryColumns *self = TL_MEMORY_COLUMNS (object);

  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->predicted, tl_predicted_traffic_free);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_object (&self->canvas);
  g_clear_object (&self->scroller);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_memory_columns_parent_class)->dispose (object);
}

static void
tl_memory_columns_class_init (TlMemoryColumnsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_memory_columns_dispose;
  widget_class->measure = tl_memory_columns_measure;
  widget_class->snapshot = tl_memory_columns_snapshot;
  gtk_widget_class_set_css_name (widget_class, "memorycolumns");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tl_memory_columns_init (TlMemoryColumns *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (TlMemoryRow));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  tl_style_follow (self, G_CALLBACK (redraw));
  add_input (self);
}

GtkWidget *
tl_memory_columns_new (TlEditor *editor, TlNestCanvas *canvas, GtkScrolledWindow *scroller)
{
  TlMemoryColumns *self = g_object_new (TL_TYPE_MEMORY_COLUMNS, NULL);

  self->editor = g_object_ref (editor);
  self->canvas = g_object_ref (canvas);
  self->scroller = g_object_ref (scroller);
  g_signal_connect_object (selection_of (self), "changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection_of (self), "hover-changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (scroller), "value-changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  describe (self);
  return GTK_WIDGET (self);
}

void
tl_memory_columns_set_predicted (TlMemoryColumns *self, TlPredictedTraffic *predicted)
{
  g_clear_pointer (&self->predicted, tl_predicted_traffic_free);
  self->predicted = predicted;
  describe (self);
  tl_memory_columns_layout_changed (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
tl_memory_columns_set_folded (TlMemoryColumns *self, gboolean is_folded)
{
  if (self->is_folded == is_folded)
    return;
  self->is_folded = is_folded;
  redraw (self);
}

void
tl_memory_columns_layout_changed (TlMemoryColumns *self)
{
  self->has_rows = FALSE;
  redraw (self);
}
