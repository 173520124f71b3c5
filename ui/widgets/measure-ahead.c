/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/measure-ahead.h"

#include "ui/widgets/after-frame.h"

#define TEXT_WIDTH  400
#define TEXT_HEIGHT 40

typedef struct
{
  GtkWidget *root;                         /* owned */
  GPtrArray *widgets;                      /* owned; what is inside stands before what contains it */
  guint      next;
  void     (*done) (GtkWidget *root);      /* nullable */
} MeasureAhead;

static void
measure_ahead_free (gpointer data)
{
  MeasureAhead *ahead = data;

  if (ahead->done != NULL)
    ahead->done (ahead->root);
  g_object_unref (ahead->root);
  g_ptr_array_unref (ahead->widgets);
  g_free (ahead);
}

/* Hidden ones measure nothing, but those inside do. */
static void
add_inside (GPtrArray *widgets, GtkWidget *widget, gboolean only_shown)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (!only_shown || (gtk_widget_get_visible (child) && gtk_widget_get_child_visible (child) && !GTK_IS_NATIVE (child)))
      {
        add_inside (widgets, child, only_shown);
        g_ptr_array_add (widgets, g_object_ref (child));
      }
}

/* Pictures of glyphs are made when a font draws them first. */
static void
draw_text (GtkLabel *label)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, TEXT_WIDTH, TEXT_HEIGHT);
  cairo_t         *cr = cairo_create (surface);

  pango_cairo_show_layout (cr, gtk_label_get_layout (label));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* The window may be gone, or the page shown by now. */
static void
measure (GtkWidget *widget)
{
  if (gtk_widget_get_root (widget) == NULL || gtk_widget_get_mapped (widget))
    return;
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  if (GTK_IS_LABEL (widget))
    draw_text (GTK_LABEL (widget));
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

static void
measure_inside (GtkWidget *root, gboolean only_shown, int priority, void (*done) (GtkWidget *root))
{
  MeasureAhead *ahead = g_new (MeasureAhead, 1);

  *ahead = (MeasureAhead) { g_object_ref (root), g_ptr_array_new_with_free_func (g_object_unref), 0, done };
  add_inside (ahead->widgets, root, only_shown);
  g_idle_add_full (priority, measure_some, ahead, measure_ahead_free);
}

static gboolean
begin (gpointer pages)
{
  measure_inside (pages, FALSE, G_PRIORITY_LOW, NULL);
  return G_SOURCE_REMOVE;
}

void
tl_measure_ahead (GtkWidget *pages)
{
  g_idle_add_full (G_PRIORITY_LOW, begin, g_object_ref (pages), g_object_unref);
}

void
tl_measure_in_slices (GtkWidget *widget, void (*done) (GtkWidget *widget))
{
  measure_inside (widget, TRUE, G_PRIORITY_HIGH_IDLE, done);
}
