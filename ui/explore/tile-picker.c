/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/tile-picker.h"

#include <math.h>

#include "core/base/i18n.h"
#include "core/session/steps/split-factors.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/tip.h"

#define SIDE_PX 190
#define SNAP_PX 8.0

struct _TlTilePicker
{
  GtkWidget  parent_instance;
  TlTileGrid grid;
  double     from[2];     /* factors where a drag began; 0: none is under way */
};

G_DEFINE_FINAL_TYPE (TlTilePicker, tl_tile_picker, GTK_TYPE_WIDGET)

enum { CHOSEN, STEPPED, RELEASED, N_SIGNALS };
static guint signals[N_SIGNALS];

static double
width_of (TlTilePicker *self)
{
  return gtk_widget_get_width (GTK_WIDGET (self));
}

static double
height_of (TlTilePicker *self)
{
  return gtk_widget_get_height (GTK_WIDGET (self));
}

static void
tl_tile_picker_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlTilePicker *self = TL_TILE_PICKER (widget);
  cairo_t     *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width_of (self), (float) height_of (self)));

  self->grid.has_focus = gtk_widget_has_focus (widget);
  tl_draw_tile_grid (cr, &self->grid, tl_style_palette (), width_of (self), height_of (self));
  cairo_destroy (cr);
}

static void
tl_tile_picker_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? SIDE_PX : 84;
  *natural = SIDE_PX;
}

/* --- choosing --- */

static void
choose_at (TlTilePicker *self, double x, double y, gboolean is_free)
{
  double factors[2];
  gint64 chosen[2];

  tl_tile_grid_factors (&self->grid, width_of (self), height_of (self), x, y, factors);
  for (guint side = 0; side < 2; side++)
    chosen[side] = tl_split_snap (self->grid.sides[side].room, factors[side],
                                  is_free ? 0 : SNAP_PX / tl_tile_grid_octave (&self->grid, width_of (self), height_of (self), side));
  if (chosen[0] != self->grid.sides[0].factor || chosen[1] != self->grid.sides[1].factor)
    g_signal_emit (self, signals[CHOSEN], 0, chosen[0], chosen[1]);
}

void
tl_tile_picker_drag (TlTilePicker *self, double dx, double dy, gboolean is_free)
{
  double x, y;

  if (self->from[0] <= 0)
    for (guint side = 0; side < 2; side++)
      self->from[side] = (double) self->grid.sides[side].factor;
  tl_tile_grid_point (&self->grid, width_of (self), height_of (self), self->from, &x, &y);
  choose_at (self, x + dx, y + dy, is_free);
}

void
tl_tile_picker_drop (TlTilePicker *self)
{
  self->from[0] = self->from[1] = 0;
}

static gboolean
is_free (GtkGesture *gesture)
{
  return (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) & GDK_CONTROL_MASK) != 0;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, TlTilePicker *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  choose_at (self, x, y, is_free (GTK_GESTURE (gesture)));
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, TlTilePicker *self)
{
  double x, y;

  if (gtk_gesture_drag_get_start_point (gesture, &x, &y))
    choose_at (self, x + dx, y + dy, is_free (GTK_GESTURE (gesture)));
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, TlTilePicker *self)
{
  g_signal_emit (self, signals[RELEASED], 0);
}

static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType modifiers, TlTilePicker *self)
{
  guint side = keyval == GDK_KEY_Left || keyval == GDK_KEY_Right ? 1 : 0;

  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_Up:
      g_signal_emit (self, signals[STEPPED], 0, side, -1);
      return TRUE;
    case GDK_KEY_Right:
    case GDK_KEY_Down:
      g_signal_emit (self, signals[STEPPED], 0, side, 1);
      return TRUE;
    default:
      return FALSE;
    }
}

void
tl_tile_picker_show (TlTilePicker *self, const TlTileGrid *grid)
{
  g_autofree char *label = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), grid != NULL);
  if (grid == NULL)
    return;
  self->grid = *grid;
  label = g_strdup_printf (_("Tile of %" G_GINT64_FORMAT " %s by %" G_GINT64_FORMAT " %s"), grid->sides[0].factor, grid->sides[0].name,
                           grid->sides[1].factor, grid->sides[1].name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
tl_tile_picker_class_init (TlTilePickerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = tl_tile_picker_snapshot;
  widget_class->measure = tl_tile_picker_measure;
  signals[CHOSEN] = g_signal_new ("chosen", TL_TYPE_TILE_PICKER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT64,
                                  G_TYPE_INT64);
  signals[STEPPED] = g_signal_new ("stepped", TL_TYPE_TILE_PICKER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT,
                                   G_TYPE_INT);
  signals[RELEASED] = g_signal_new ("released", TL_TYPE_TILE_PICKER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "tilepicker");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tl_tile_picker_init (TlTilePicker *self)
{
  GtkGesture         *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new (), *focus = gtk_event_controller_focus_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  tl_widget_set_tooltip (GTK_WIDGET (self), _("Drag the corner of the tile; Ctrl: any factor"));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_swapped (focus, "notify::contains-focus", G_CALLBACK (gtk_widget_queue_draw), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}

GtkWidget *
tl_tile_picker_new (void)
{
  return g_object_new (TL_TYPE_TILE_PICKER, NULL);
}
