/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/present.h"

#include "ui/widgets/measure-ahead.h"
#include "ui/widgets/whole-clicks.h"

/* A popover may be gone with its parent. */
static gboolean
can_show (GtkWidget *widget)
{
  return GTK_IS_WINDOW (widget) || gtk_widget_get_root (widget) != NULL;
}

static gboolean
present (gpointer widget)
{
  if (GTK_IS_WINDOW (widget))
    gtk_window_present (widget);
  else if (can_show (widget))
    gtk_popover_popup (widget);
  return G_SOURCE_REMOVE;
}

static void
do_next (gpointer object, GSourceFunc step)
{
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, step, g_object_ref (object), g_object_unref);
}

/* Makes its surface. */
static gboolean
realize (gpointer widget)
{
  if (can_show (widget))
    gtk_widget_realize (widget);
  do_next (widget, present);
  return G_SOURCE_REMOVE;
}

static gboolean
measure_height (gpointer widget)
{
  int width = -1, height = -1;

  if (GTK_IS_WINDOW (widget))
    gtk_window_get_default_size (widget, &width, &height);
  if (width <= 0)
    gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, width, NULL, NULL, NULL, NULL);
  do_next (widget, realize);
  return G_SOURCE_REMOVE;
}

static gboolean
measure_width (gpointer widget)
{
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  do_next (widget, measure_height);
  return G_SOURCE_REMOVE;
}

static void
measure (GtkWidget *widget)
{
  do_next (widget, measure_width);
}

void
tl_present_in_steps (GtkWidget *widget)
{
  if (GTK_IS_WINDOW (widget))
    tl_keep_clicks_whole (widget);
  tl_measure_in_slices (widget, measure);
}

static gboolean
show_native (gpointer dialog)
{
  gtk_native_dialog_show (dialog);
  return G_SOURCE_REMOVE;
}

void
tl_show_native_next (GtkNativeDialog *dialog)
{
  do_next (dialog, show_native);
}
