/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/compare/compare-row.h"

#include "ui/widgets/picture.h"
#include "ui/widgets/scale-bin.h"

#define LABEL_WIDTH    134.0
#define NARROW_LABEL   132.0
#define NARROW_PX      900.0
#define COLUMN_GAP     40.0
#define RIGHT_PADDING  14.0
#define TINT_MARGIN    12.0
#define TINT_ALPHA     0.055f
#define EDGE           2.0f     /* in high contrast, in place of the tint */
#define MINIMUM_COLUMN 60

/* --- geometry --- */

TlCompareColumns
tl_compare_columns_new (GtkWidget *widget, guint n, guint baseline)
{
  double           width = gtk_widget_get_width (widget), scale = tl_text_scale (widget);
  TlCompareColumns columns = { .n = MAX (n, 1), .baseline = baseline, .gap = COLUMN_GAP,
                               .label = (width < NARROW_PX * scale ? NARROW_LABEL : LABEL_WIDTH) * scale };

  columns.width = (width - columns.label - RIGHT_PADDING - columns.gap * (columns.n - 1)) / columns.n;
  columns.width = MAX (columns.width, MINIMUM_COLUMN);
  return columns;
}

double
tl_compare_columns_x (const TlCompareColumns *columns, guint column)
{
  return columns->label + column * (columns->width + columns->gap);
}

static void
append_edge (GtkSnapshot *snapshot, double x, double height)
{
  TlColor text = tl_style_palette ()->text;

  gtk_snapshot_append_color (snapshot, &(GdkRGBA) { (float) text.r, (float) text.g, (float) text.b, 1 },
                             &GRAPHENE_RECT_INIT ((float) x, 0, EDGE, (float) height));
}

void
tl_compare_columns_snapshot_baseline (const TlCompareColumns *columns, GtkSnapshot *snapshot, double height)
{
  TlColor accent = tl_style_palette ()->accent;
  GdkRGBA tint = { (float) accent.r, (float) accent.g, (float) accent.b, TINT_ALPHA };
  double  left = tl_compare_columns_x (columns, columns->baseline) - TINT_MARGIN;

  if (tl_style_palette ()->is_high_contrast)
    {
      append_edge (snapshot, left, height);
      append_edge (snapshot, left + columns->width + 2 * TINT_MARGIN - EDGE, height);
      return;
    }
  gtk_snapshot_append_color (snapshot, &tint, &GRAPHENE_RECT_INIT ((float) left, 0, (float) (columns->width + 2 * TINT_MARGIN),
                                                                   (float) height));
}

/* --- the row --- */

struct _TlCompareRow
{
  GtkWidget  parent_instance;
  GtkWidget *label;      /* owned child */
  GPtrArray *cells;      /* owned children */
  guint      baseline;
};

G_DEFINE_FINAL_TYPE (TlCompareRow, tl_compare_row, GTK_TYPE_WIDGET)

static void
tl_compare_row_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                       int *natural_baseline)
{
  TlCompareRow *self = TL_COMPARE_ROW (widget);
  int          height = 0, child;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = *natural = (int) (NARROW_LABEL * tl_text_scale (widget) + RIGHT_PADDING
                                   + (COLUMN_GAP + MINIMUM_COLUMN) * (double) self->cells->len);
      return;
    }
  gtk_widget_measure (self->label, orientation, -1, &height, NULL, NULL, NULL);
  for (guint i = 0; i < self->cells->len; i++)
    {
      gtk_widget_measure (self->cells->pdata[i], orientation, -1, &child, NULL, NULL, NULL);
      height = MAX (height, child);
    }
  *minimum = *natural = height;
}

static void
allocate (GtkWidget *child, double x, double width, int height)
{
  int minimum;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  gtk_widget_allocate (child, MAX ((int) width, minimum), height, -1,
                       gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT ((float) (int) x, 0)));
}

static void
tl_compare_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TlCompareRow *self = TL_COMPARE_ROW (widget);
  TlCompareColumns    columns = tl_compare_columns_new (widget, self->cells->len, self->baseline);

  allocate (self->label, 0, columns.label, height);
  for (guint i = 0; i < self->cells->len; i++)
    allocate (self->cells->pdata[i], tl_compare_columns_x (&columns, i), columns.width, height);
}

static void
tl_compare_row_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlCompareRow *self = TL_COMPARE_ROW (widget);
  TlCompareColumns    columns = tl_compare_columns_new (widget, self->cells->len, self->baseline);

  if (self->cells->len > 1)
    tl_compare_columns_snapshot_baseline (&columns, snapshot, gtk_widget_get_height (widget));
  GTK_WIDGET_CLASS (tl_compare_row_parent_class)->snapshot (widget, snapshot);
}

static void
tl_compare_row_dispose (GObject *object)
{
  TlCompareRow *self = TL_COMPARE_ROW (object);

  tl_compare_row_clear (self);
  g_clear_pointer (&self->label, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_compare_row_parent_class)->dispose (object);
}

static void
tl_compare_row_finalize (GObject *object)
{
  g_ptr_array_unref (TL_COMPARE_ROW (object)->cells);
  G_OBJECT_CLASS (tl_compare_row_parent_class)->finalize (object);
}

static void
tl_compare_row_class_init (TlCompareRowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_compare_row_dispose;
  G_OBJECT_CLASS (class)->finalize = tl_compare_row_finalize;
  widget_class->measure = tl_compare_row_measure;
  widget_class->size_allocate = tl_compare_row_size_allocate;
  widget_class->snapshot = tl_compare_row_snapshot;
  gtk_widget_class_set_css_name (widget_class, "columnrow");
}

static void
tl_compare_row_init (TlCompareRow *self)
{
  self->cells = g_ptr_array_new ();
}

GtkWidget *
tl_compare_row_new (GtkWidget *label)
{
  TlCompareRow *self = g_object_new (TL_TYPE_COMPARE_ROW, NULL);

  self->label = label;
  gtk_widget_set_parent (label, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}

void
tl_compare_row_clear (TlCompareRow *self)
{
  for (guint i = 0; i < self->cells->len; i++)
    gtk_widget_unparent (self->cells->pdata[i]);
  g_ptr_array_set_size (self->cells, 0);
}

void
tl_compare_row_append (TlCompareRow *self, GtkWidget *cell)
{
  g_ptr_array_add (self->cells, cell);
  gtk_widget_set_parent (cell, GTK_WIDGET (self));
}

void
tl_compare_row_set_baseline (TlCompareRow *self, guint baseline)
{
  self->baseline = baseline;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

GtkWidget *
tl_compare_row_nth (TlCompareRow *self, guint column)
{
  return self->cells->pdata[column];
}
