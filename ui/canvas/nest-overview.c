/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/canvas/nest-overview.h"

#include "core/base/i18n.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/pixels.h"
#include "ui/widgets/tip.h"

#define WIDTH   64
#define STEP_PX 60.0

struct _TlNestOverview
{
  GtkWidget          parent_instance;
  TlNestCanvas      *canvas;      /* borrowed: beside it as long as it lives */
  GtkScrolledWindow *scroller;    /* the same */
  GskRenderNode     *bars;        /* nullable: to be drawn */
  double             scale;
  gboolean           has_room;
  double             drag_x, drag_y;
  guint              idle;
};

G_DEFINE_FINAL_TYPE (TlNestOverview, tl_nest_overview, GTK_TYPE_WIDGET)

/* As pixels: of thousands of bars, each frame would fill each one again. */
static void
draw_bars (TlNestOverview *self, double width, double height)
{
  int              factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  cairo_surface_t *pixels = tl_pixels_new (tl_pixels_in (width, factor), tl_pixels_in (height, factor), factor);
  cairo_t         *cr = cairo_create (pixels);

  self->scale = tl_nest_canvas_draw_overview (self->canvas, cr, width, height);
  cairo_destroy (cr);
  self->bars = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cr = gsk_cairo_node_get_draw_context (self->bars);
  tl_pixels_set_source (cr, pixels, factor, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (pixels);
}

/* The bars stay while the canvas is scrolled; only the frame moves. */
static void
tl_nest_overview_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlNestOverview *self = TL_NEST_OVERVIEW (widget);
  double          width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const TlColor   accent = tl_style_palette ()->accent;
  const GdkRGBA   color = { (float) accent.r, (float) accent.g, (float) accent.b, 1 }, colors[4] = { color, color, color, color };
  const GdkRGBA   fill = { color.red, color.green, color.blue, 0.07f };
  const float     widths[4] = { 1.5f, 1.5f, 1.5f, 1.5f };
  graphene_rect_t in_view;
  GskRoundedRect  frame;

  if (self->bars == NULL)
    draw_bars (self, width, height);
  in_view = tl_nest_canvas_overview_view (self->canvas, self->scale, width);
  gtk_snapshot_append_node (snapshot, self->bars);
  if (in_view.size.height <= 0)
    return;
  gsk_rounded_rect_init_from_rect (&frame, &in_view, 4);
  gtk_snapshot_append_color (snapshot, &fill, &in_view);
  gtk_snapshot_append_border (snapshot, &frame, widths, colors);
}

static void
tl_nest_overview_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : 40;
}

static void
redraw (TlNestOverview *self)
{
  g_clear_pointer (&self->bars, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
tl_nest_overview_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  g_clear_pointer (&TL_NEST_OVERVIEW (widget)->bars, gsk_render_node_unref);
}

static gboolean
update_visible (gpointer user_data)
{
  TlNestOverview *self = user_data;

  self->idle = 0;
  gtk_widget_set_visible (GTK_WIDGET (self), self->has_room && tl_nest_canvas_is_cut (self->canvas));
  redraw (self);
  return G_SOURCE_REMOVE;
}

/* Not in the middle of a layout. */
static void
on_laid_out (TlNestOverview *self)
{
  if (self->idle == 0)
    self->idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_visible, self, NULL);
}

void
tl_nest_overview_set_has_room (TlNestOverview *self, gboolean has_room)
{
  if (self->has_room == has_room)
    return;
  self->has_room = has_room;
  on_laid_out (self);
}

/* --- input --- */

static void
on_drag_begin (GtkGestureDrag *drag, double x, double y, gpointer user_data)
{
  TlNestOverview *self = user_data;

  self->drag_x = x;
  self->drag_y = y;
  tl_nest_canvas_scroll_to_overview (self->canvas, self->scale, x, y);
}

static void
on_drag_update (GtkGestureDrag *drag, double dx, double dy, gpointer user_data)
{
  TlNestOverview *self = user_data;

  tl_nest_canvas_scroll_to_overview (self->canvas, self->scale, self->drag_x + dx, self->drag_y + dy);
}

static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType modifiers, gpointer user_data)
{
  TlNestOverview *self = user_data;
  gboolean        is_across = keyval == GDK_KEY_Left || keyval == GDK_KEY_Right;
  GtkAdjustment  *place = is_across ? gtk_scrolled_window_get_hadjustment (self->scroller)
                          : gtk_scrolled_window_get_vadjustment (self->scroller);
  double          page = gtk_adjustment_get_page_size (place), by;

  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Left:
      by = -STEP_PX;
      break;
    case GDK_KEY_Down:
    case GDK_KEY_Right:
      by = STEP_PX;
      break;
    case GDK_KEY_Page_Up:
      by = -page;
      break;
    case GDK_KEY_Page_Down:
      by = page;
      break;
    case GDK_KEY_Home:
      by = -gtk_adjustment_get_upper (place);
      break;
    case GDK_KEY_End:
      by = gtk_adjustment_get_upper (place);
      break;
    default:
      return FALSE;
    }
  gtk_adjustment_set_value (place, gtk_adjustment_get_value (place) + by);
  return TRUE;
}

static void
tl_nest_overview_dispose (GObject *object)
{
  TlNestOverview *self = TL_NEST_OVERVIEW (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_pointer (&self->bars, gsk_render_node_unref);
  G_OBJECT_CLASS (tl_nest_overview_parent_class)->dispose (object);
}

static void
tl_nest_overview_class_init (TlNestOverviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_nest_overview_dispose;
  widget_class->snapshot = tl_nest_overview_snapshot;
  widget_class->measure = tl_nest_overview_measure;
  widget_class->size_allocate = tl_nest_overview_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "nestoverview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tl_nest_overview_init (TlNestOverview *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  tl_widget_set_tooltip (GTK_WIDGET (self), _("Overview: drag to scroll"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Overview of the nest"), -1);
  self->has_room = TRUE;
}

GtkWidget *
tl_nest_overview_new (TlNestCanvas *canvas, GtkScrolledWindow *scroller)
{
  TlNestOverview     *self = g_object_new (TL_TYPE_NEST_OVERVIEW, NULL);
  GtkGesture         *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->canvas = canvas;
  self->scroller = scroller;
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_object (canvas, "laid-out", G_CALLBACK (on_laid_out), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (scroller), "value-changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (scroller), "value-changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (redraw), NULL);
  tl_style_follow (self, G_CALLBACK (redraw));
  update_visible (self);
  return GTK_WIDGET (self);
}
