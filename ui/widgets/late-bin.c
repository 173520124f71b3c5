/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/late-bin.h"

struct _TlLateBin
{
  GtkWidget parent_instance;
  gboolean  is_shown;   /* the child, from the first time on */
  guint     tick;       /* until then */
  guint     n_frames;   /* since the bin is shown */
};

G_DEFINE_FINAL_TYPE (TlLateBin, tl_late_bin, GTK_TYPE_WIDGET)

/* Whether no other bin of the window shows its child in this frame. */
static gboolean
takes_frame (GdkFrameClock *clock)
{
  static GQuark quark;
  gpointer      frame = GINT_TO_POINTER ((gint) gdk_frame_clock_get_frame_counter (clock));

  if (quark == 0)
    quark = g_quark_from_static_string ("late-bin-frame");
  if (g_object_get_qdata (G_OBJECT (clock), quark) == frame)
    return FALSE;
  g_object_set_qdata (G_OBJECT (clock), quark, frame);
  return TRUE;
}

/* The first frame may be the one that shows the bin. */
static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TlLateBin *self = TL_LATE_BIN (widget);

  if (self->n_frames++ == 0 || !takes_frame (clock))
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  self->is_shown = TRUE;
  gtk_widget_set_child_visible (gtk_widget_get_first_child (widget), TRUE);
  gtk_widget_queue_allocate (widget);
  return G_SOURCE_REMOVE;
}

static void
tl_late_bin_map (GtkWidget *widget)
{
  TlLateBin *self = TL_LATE_BIN (widget);
  GtkWidget *child = gtk_widget_get_first_child (widget);

  if (!self->is_shown)
    gtk_widget_set_child_visible (child, FALSE);
  GTK_WIDGET_CLASS (tl_late_bin_parent_class)->map (widget);
  self->n_frames = 0;
  if (!self->is_shown && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (widget, on_tick, NULL, NULL);
}

static void
tl_late_bin_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                     int *natural_baseline)
{
  gtk_widget_measure (gtk_widget_get_first_child (widget), orientation, for_size, minimum, natural, NULL, NULL);
}

static void
tl_late_bin_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  if (TL_LATE_BIN (widget)->is_shown)
    gtk_widget_allocate (gtk_widget_get_first_child (widget), width, height, baseline, NULL);
}

static GtkSizeRequestMode
tl_late_bin_get_request_mode (GtkWidget *widget)
{
  return gtk_widget_get_request_mode (gtk_widget_get_first_child (widget));
}

static void
tl_late_bin_compute_expand (GtkWidget *widget, gboolean *horizontal, gboolean *vertical)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  *horizontal = gtk_widget_compute_expand (child, GTK_ORIENTATION_HORIZONTAL);
  *vertical = gtk_widget_compute_expand (child, GTK_ORIENTATION_VERTICAL);
}

static void
tl_late_bin_dispose (GObject *object)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (object));

  if (child != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tl_late_bin_parent_class)->dispose (object);
}

static void
tl_late_bin_class_init (TlLateBinClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_late_bin_dispose;
  widget_class->map = tl_late_bin_map;
  widget_class->measure = tl_late_bin_measure;
  widget_class->size_allocate = tl_late_bin_size_allocate;
  widget_class->get_request_mode = tl_late_bin_get_request_mode;
  widget_class->compute_expand = tl_late_bin_compute_expand;
}

static void
tl_late_bin_init (TlLateBin *self)
{
}

GtkWidget *
tl_late_bin_new (GtkWidget *child)
{
  GtkWidget *self = g_object_new (TL_TYPE_LATE_BIN, NULL);

  gtk_widget_set_parent (child, self);
  return self;
}
