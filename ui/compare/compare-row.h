/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Where the columns of the page Compare stand: all of its parts are as wide. */
typedef struct
{
  guint  n;
  guint  baseline;
  double label;      /* the width left of the first column */
  double gap;
  double width;      /* of a column */
} TlCompareColumns;

/* In the width of @widget, with labels of its text. */
TlCompareColumns tl_compare_columns_new (GtkWidget *widget, guint n, guint baseline);
double    tl_compare_columns_x (const TlCompareColumns *columns, guint column);
/* The tint behind the baseline. */
void      tl_compare_columns_snapshot_baseline (const TlCompareColumns *columns, GtkSnapshot *snapshot, double height);

/**
 * TlCompareRow: a label and a widget in each column, as high as the highest.
 */
#define TL_TYPE_COMPARE_ROW (tl_compare_row_get_type ())
G_DECLARE_FINAL_TYPE (TlCompareRow, tl_compare_row, TL, COMPARE_ROW, GtkWidget)

GtkWidget *tl_compare_row_new (GtkWidget *label);
/* Replaces the widgets of all columns. */
void       tl_compare_row_clear (TlCompareRow *row);
void       tl_compare_row_append (TlCompareRow *row, GtkWidget *cell);
void       tl_compare_row_set_baseline (TlCompareRow *row, guint baseline);
GtkWidget *tl_compare_row_nth (TlCompareRow *row, guint column);

G_END_DECLS
