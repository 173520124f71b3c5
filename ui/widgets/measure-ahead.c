/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/measure-ahead.h"

#include "ui/widgets/after-frame.h"

typedef struct
{
  GPtrArray *widgets;   /* owned; what is inside stands before what contains it */
  guint      next;
} MeasureAhead;

static void
measure_ahead_free (gpointer data)
{
  MeasureAhead *ahead = data;

  g_ptr_array_unref (ahead->widgets);
  g_free (ahead);
}

static void
add_widget (GPtrArray *widgets, GtkWidget *widget)
{
  if (!gtk_widget_get_visible (widget) || GTK_IS_NATIVE (widget))
    return;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    add_widget (widgets, child);
  g_ptr_array_add (widgets, g_object_ref (widget));
}

/* The window may be gone, or the page shown by now. */
static void
measure (GtkWidget *widget)
{
  if (gtk_widget_get_root (widget) != NULL && !gtk_widget_get_mapped (widget))
    gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
}

static gboolean
measure_some (gpointer data)
{
  MeasureAhead *ahead = data;
  gint64        end_us = g_get_monotonic_time () + TL_SLICE_US;

  while (ahead->next < ahead->widgets->len && g_get_monotonic_time () < end_us)
    measure (ahead->widgets->pdata[ahead->next++]);
  return ahead->next < ahead->widgets->len;
}

static gboolean
begin (gpointer pages)
{
  MeasureAhead *ahead = g_new (MeasureAhead, 1);

  *ahead = (MeasureAhead) { g_ptr_array_new_with_free_func (g_object_unref), 0 };
  for (GtkWidget *page = gtk_widget_get_first_child (pages); page != NULL; page = gtk_widget_get_next_sibling (page))
    add_widget (ahead->widgets, page);
  g_idle_add_full (G_PRIORITY_LOW, measure_some, ahead, measure_ahead_free);
  return G_SOURCE_REMOVE;
}

void
tl_measure_ahead (GtkWidget *pages)
{
  g_idle_add_full (G_PRIORITY_LOW, begin, g_object_ref (pages), g_object_unref);
}
