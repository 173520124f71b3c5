/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/plot-column.h"

#define GAP 6

struct _TlPlotColumn
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (TlPlotColumn, tl_plot_column, GTK_TYPE_WIDGET)

static void
tl_plot_column_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                        int *natural_baseline)
{
  int of_first[2], of_second[2];

  gtk_widget_measure (gtk_widget_get_first_child (widget), orientation, for_size, &of_first[0], &of_first[1], NULL, NULL);
  gtk_widget_measure (gtk_widget_get_last_child (widget), orientation, for_size, &of_second[0], &of_second[1], NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MAX (of_first[0], of_second[0]);
      *natural = MAX (of_first[1], of_second[1]);
      return;
    }
  *minimum = of_first[0];
  *natural = of_first[1] + GAP + of_second[1];
}

static void
tl_plot_column_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *first = gtk_widget_get_first_child (widget), *second = gtk_widget_get_last_child (widget);
  int        least, needed;
  gboolean   has_room;

  gtk_widget_measure (first, GTK_ORIENTATION_VERTICAL, width, &least, NULL, NULL, NULL);
  gtk_widget_measure (second, GTK_ORIENTATION_VERTICAL, width, NULL, &needed, NULL, NULL);
  has_room = least + GAP + needed <= height;
  gtk_widget_set_child_visible (second, has_room);
  gtk_widget_allocate (first, width, has_room ? height - GAP - needed : height, -1, NULL);
  if (has_room)
    gtk_widget_allocate (second, width, needed, -1,
                         gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT (0, (float) (height - needed))));
}

static void
tl_plot_column_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tl_plot_column_parent_class)->dispose (object);
}

static void
tl_plot_column_class_init (TlPlotColumnClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_plot_column_dispose;
  GTK_WIDGET_CLASS (klass)->measure = tl_plot_column_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = tl_plot_column_size_allocate;
}

static void
tl_plot_column_init (TlPlotColumn *self)
{
}
