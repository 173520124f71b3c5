/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/fit-bin.h"

struct _TlFitBin
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (TlFitBin, tl_fit_bin, GTK_TYPE_WIDGET)

static void
tl_fit_bin_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                    int *natural_baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  *minimum = *natural = 0;
  if (child != NULL && gtk_widget_get_visible (child))
    gtk_widget_measure (child, orientation, -1, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = 0;
  *minimum_baseline = *natural_baseline = -1;
}

static void
tl_fit_bin_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);
  int        needed;

  if (child == NULL || !gtk_widget_get_visible (child))
    return;
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &needed, NULL, NULL, NULL);
  gtk_widget_set_child_visible (child, needed <= width);
  if (needed <= width)
    gtk_widget_allocate (child, width, height, baseline, NULL);
}

static void
tl_fit_bin_dispose (GObject *object)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (object));

  if (child != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tl_fit_bin_parent_class)->dispose (object);
}

static void
tl_fit_bin_class_init (TlFitBinClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_fit_bin_dispose;
  widget_class->measure = tl_fit_bin_measure;
  widget_class->size_allocate = tl_fit_bin_size_allocate;
}

static void
tl_fit_bin_init (TlFitBin *self)
{
}
