/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/data/value-brush.h"

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "ui/widgets/picture.h"

#define HEIGHT    62
#define MIN_WIDTH 96

struct _TlValueBrush
{
  GtkWidget        parent_instance;
  TlValueHistogram histogram;
  TlCountsLook     look;       /* with the range */
  guint            fixed;      /* the bin at the end that stays while the other one moves */
  gboolean         was_only;   /* the drag began on a range of one bin, or inside of a range */
};

enum { SIGNAL_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TlValueBrush, tl_value_brush, GTK_TYPE_WIDGET)

static void
tl_value_brush_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlValueBrush *self = TL_VALUE_BRUSH (widget);
  int           width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t      *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));

  tl_draw_value_histogram (cr, &self->histogram, &self->look, tl_style_palette (), width, height);
  cairo_destroy (cr);
}

static void
tl_value_brush_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                        int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : HEIGHT;
}

/* --- the range --- */

static void
describe (TlValueBrush *self)
{
  g_autofree char *title = tl_counts_value_title (&self->look), *range = tl_counts_range_text (&self->histogram, &self->look);
  g_autofree char *shown = tl_counts_shown_text (&self->histogram, &self->look);
  g_autofree char *text = g_strdup_printf (self->look.has_range ? _("Only %s: %s, %s") : _("Range of %s: %s, %s"), title, range, shown);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
set_range (TlValueBrush *self, gboolean has_range, guint first, guint last)
{
  if (self->look.has_range == has_range && (!has_range || (self->look.first == first && self->look.last == last)))
    return;
  self->look.has_range = has_range;
  self->look.first = first;
  self->look.last = last;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
set_ends (TlValueBrush *self, guint fixed, guint moving)
{
  self->fixed = fixed;
  set_range (self, TRUE, MIN (fixed, moving), MAX (fixed, moving));
}

static guint
bin_at (TlValueBrush *self, double x)
{
  double share = x / tl_max (gtk_widget_get_width (GTK_WIDGET (self)), 1);

  return (guint) tl_clamp (share * self->histogram.n_bins, 0, self->histogram.n_bins - 1);
}

static void
on_drag_begin (GtkGestureDrag *drag, double x, double y, gpointer user_data)
{
  TlValueBrush *self = user_data;
  guint         bin;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->histogram.n_bins == 0)
    return;
  bin = bin_at (self, x);
  self->was_only = self->look.has_range && bin >= self->look.first && bin <= self->look.last;
  self->fixed = bin;
}

static void
on_drag_update (GtkGestureDrag *drag, double dx, double dy, gpointer user_data)
{
  TlValueBrush *self = user_data;
  double        x, y;

  if (self->histogram.n_bins == 0 || !gtk_gesture_drag_get_start_point (drag, &x, &y)
      || !gtk_drag_check_threshold (GTK_WIDGET (self), (int) x, (int) y, (int) (x + dx), (int) y))
    return;
  gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  self->was_only = FALSE;
  set_ends (self, self->fixed, bin_at (self, x + dx));
}

static void
on_drag_end (GtkGestureDrag *drag, double dx, double dy, gpointer user_data)
{
  TlValueBrush *self = user_data;
  double        x, y;

  if (self->histogram.n_bins == 0 || !gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;
  if (self->was_only)
    tl_value_brush_clear (self);
  else
    set_ends (self, self->fixed, bin_at (self, x + dx));
}

/* The whole range moves by one bin, within the histogram. */
static void
move_range (TlValueBrush *self, gint by)
{
  gint first = (gint) self->look.first + by, last = (gint) self->look.last + by;

  if (first < 0 || last >= (gint) self->histogram.n_bins)
    return;
  self->fixed = (guint) ((gint) self->fixed + by);
  set_range (self, TRUE, (guint) first, (guint) last);
}

/* Without a range, it begins with the bin at the side from which the key comes. */
static gboolean
move (TlValueBrush *self, gint by, gboolean to_end, gboolean extends)
{
  gint n = (gint) self->histogram.n_bins, moving;

  if (n == 0)
    return FALSE;
  moving = (gint) (self->fixed == self->look.first ? self->look.last : self->look.first);
  if (!self->look.has_range)
    set_ends (self, by > 0 ? 0 : (guint) n - 1, by > 0 ? 0 : (guint) n - 1);
  else if (!extends && !to_end)
    move_range (self, by);
  else
    {
      moving = to_end ? (by > 0 ? n - 1 : 0) : CLAMP (moving + by, 0, n - 1);
      set_ends (self, extends ? self->fixed : (guint) moving, (guint) moving);
    }
  return TRUE;
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, gpointer user_data)
{
  TlValueBrush *self = user_data;
  gboolean      extends = (modifiers & GDK_SHIFT_MASK) != 0;

  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  if (keyval == GDK_KEY_Left || keyval == GDK_KEY_Right)
    return move (self, keyval == GDK_KEY_Left ? -1 : 1, FALSE, extends);
  if (keyval == GDK_KEY_Home || keyval == GDK_KEY_End)
    return move (self, keyval == GDK_KEY_Home ? -1 : 1, TRUE, extends);
  if (keyval != GDK_KEY_Escape || !self->look.has_range)
    return FALSE;
  tl_value_brush_clear (self);
  return TRUE;
}

static gboolean
tl_value_brush_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  TlValueBrush    *self = TL_VALUE_BRUSH (widget);
  TlCountsLook     look = self->look;
  g_autofree char *range = NULL, *shown = NULL, *text = NULL;

  if (by_keyboard || self->histogram.n_bins == 0)
    return FALSE;
  look.has_range = TRUE;
  look.first = look.last = bin_at (self, x);
  range = tl_counts_range_text (&self->histogram, &look);
  shown = tl_counts_shown_text (&self->histogram, &look);
  text = g_strdup_printf ("%s\n%s", range, shown);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* --- object --- */

static void
tl_value_brush_class_init (TlValueBrushClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = tl_value_brush_snapshot;
  widget_class->measure = tl_value_brush_measure;
  widget_class->query_tooltip = tl_value_brush_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "valuebrush");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_value_brush_init (TlValueBrush *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture         *drag = gtk_gesture_drag_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  tl_style_follow (self, G_CALLBACK (gtk_widget_queue_draw));
}

GtkWidget *
tl_value_brush_new (void)
{
  return g_object_new (TL_TYPE_VALUE_BRUSH, NULL);
}

void
tl_value_brush_show (TlValueBrush *self, const TlValueHistogram *histogram, const TlCountsLook *look)
{
  self->histogram = *histogram;
  self->look = *look;
  if (look->has_range && self->fixed != look->first && self->fixed != look->last)
    self->fixed = look->first;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
tl_value_brush_range (TlValueBrush *self, guint *first, guint *last)
{
  *first = self->look.first;
  *last = self->look.last;
  return self->look.has_range;
}

void
tl_value_brush_clear (TlValueBrush *self)
{
  set_range (self, FALSE, 0, 0);
}
