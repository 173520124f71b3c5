/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/gpu/cell-grid.h"

#include "core/base/extremum.h"
#include "ui/widgets/picture.h"

#define EDGE 2.0   /* of the frame around a cell at the border */

struct _TlCellGrid
{
  GtkWidget   parent_instance;
  TlLoopLook  look;
  TlCellShade shade;
  gpointer    user_data;
  int         width, most_height;
  gint64      n, in_row, chosen;
};

G_DEFINE_FINAL_TYPE (TlCellGrid, tl_cell_grid, GTK_TYPE_WIDGET)

enum { PICKED, N_SIGNALS };
static guint signals[N_SIGNALS];

static TlThreadCells
cells_of (TlCellGrid *self, double width, double height)
{
  return tl_thread_cells_place (EDGE, EDGE, tl_max (width - 2 * EDGE, 1), tl_max (height - 2 * EDGE, 1), self->n, self->in_row,
                                self->chosen);
}

static TlThreadCells
shown_cells (TlCellGrid *self)
{
  return cells_of (self, gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)));
}

/* --- input --- */

static void
pick (TlCellGrid *self, gint64 number)
{
  if (number >= 0 && number < self->n && number != self->chosen)
    g_signal_emit (self, signals[PICKED], 0, number);
}

static void
on_pressed (GtkGestureClick *click, int n_press, double x, double y, gpointer user_data)
{
  TlCellGrid         *self = user_data;
  const TlThreadCells cells = shown_cells (self);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  pick (self, tl_thread_cells_at (&cells, x, y));
}

static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType modifiers, gpointer user_data)
{
  TlCellGrid         *self = user_data;
  const TlThreadCells cells = shown_cells (self);

  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Left:
      pick (self, self->chosen - 1);
      return TRUE;
    case GDK_KEY_Right:
      pick (self, self->chosen + 1);
      return TRUE;
    case GDK_KEY_Up:
      pick (self, self->chosen - cells.columns);
      return TRUE;
    case GDK_KEY_Down:
      pick (self, self->chosen + cells.columns);
      return TRUE;
    case GDK_KEY_Home:
      pick (self, 0);
      return TRUE;
    case GDK_KEY_End:
      pick (self, self->n - 1);
      return TRUE;
    default:
      return FALSE;
    }
}

/* --- widget --- */

static void
tl_cell_grid_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                      int *natural_baseline)
{
  TlCellGrid *self = TL_CELL_GRID (widget);

  *minimum = *natural = self->width;
  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_VERTICAL && self->n > 0)
    {
      const TlThreadCells cells = cells_of (self, self->width, self->most_height);

      *minimum = *natural = (int) (cells.rows * cells.cell + 2 * EDGE);
    }
}

static void
tl_cell_grid_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlCellGrid           *self = TL_CELL_GRID (widget);
  const graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget), (float) gtk_widget_get_height (widget));
  const TlPalette      *palette = tl_style_palette ();
  TlThreadCells         cells;
  cairo_t              *cr;

  if (self->n == 0)
    return;
  cells = shown_cells (self);
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  tl_draw_thread_cells (cr, &cells, self->chosen, palette->look[self->look], self->shade, self->user_data, palette);
  cairo_destroy (cr);
}

static void
tl_cell_grid_class_init (TlCellGridClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = tl_cell_grid_measure;
  widget_class->snapshot = tl_cell_grid_snapshot;
  gtk_widget_class_set_css_name (widget_class, "cellgrid");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  signals[PICKED] = g_signal_new ("picked", TL_TYPE_CELL_GRID, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT64);
}

static void
tl_cell_grid_init (TlCellGrid *self)
{
  GtkGesture         *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_START);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_START);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  tl_style_follow (self, G_CALLBACK (gtk_widget_queue_draw));
}

void
tl_cell_grid_set (TlCellGrid *self, gint64 n, gint64 in_row, gint64 chosen, const char *name)
{
  if (self->n != n || self->in_row != in_row)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  self->n = n;
  self->in_row = in_row;
  self->chosen = chosen;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

GtkWidget *
tl_cell_grid_new (TlLoopLook look, TlCellShade shade, gpointer user_data, int width, int most_height)
{
  TlCellGrid *self = g_object_new (TL_TYPE_CELL_GRID, NULL);

  self->look = look;
  self->shade = shade;
  self->user_data = user_data;
  self->width = width;
  self->most_height = most_height;
  return GTK_WIDGET (self);
}
