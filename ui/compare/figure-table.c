/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/compare/figure-table.h"

#include "core/base/i18n.h"
#include "ui/compare/compare-row.h"
#include "ui/widgets/picture.h"

#define BAR_WIDTH  92
#define BAR_HEIGHT 8.0

/* --- the bar --- */

typedef struct
{
  double   share;
  gboolean is_baseline;
} FigureBar;

static void
draw_bar (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  const FigureBar *bar = user_data;
  double           y = (height - BAR_HEIGHT) / 2;

  tl_set_color (cr, palette->text, 0.08);
  tl_path_rounded (cr, 0, y, width, BAR_HEIGHT, 2);
  cairo_fill (cr);
  if (bar->share <= 0)
    return;
  tl_path_rounded (cr, 0, y, MAX (width * bar->share, 3), BAR_HEIGHT, 2);
  tl_set_color (cr, palette->accent, 1);
  if (bar->is_baseline)
    cairo_fill (cr);
  else
    tl_fill_area (cr, palette, palette->accent, 0.5);
}

/* --- a cell --- */

struct _TlFigureTable
{
  GtkWidget  parent_instance;
  GtkWidget *box;                  /* owned child */
  GtkWidget *rows[TL_N_FIGURES];
  GtkWidget *note;                 /* why there are no counters */
  guint      n_columns;
};

G_DEFINE_FINAL_TYPE (TlFigureTable, tl_figure_table, GTK_TYPE_WIDGET)

static GtkWidget *
new_cell (void)
{
  GtkWidget *cell = g_object_new (GTK_TYPE_BOX, "css-name", "figurecell", "accessible-role", GTK_ACCESSIBLE_ROLE_GRID_CELL, "spacing", 8,
                                  NULL);
  FigureBar *bar = g_new0 (FigureBar, 1);
  GtkWidget *picture = tl_picture_new (draw_bar, bar, g_free), *value = gtk_label_new (NULL), *change = gtk_label_new (NULL);

  tl_picture_set_size (TL_PICTURE (picture), BAR_WIDTH / 3, (int) BAR_HEIGHT + 2);
  gtk_widget_set_hexpand (picture, TRUE);
  gtk_widget_set_valign (picture, GTK_ALIGN_CENTER);
  gtk_label_set_xalign (GTK_LABEL (value), 1);
  gtk_label_set_xalign (GTK_LABEL (change), 1);
  gtk_label_set_ellipsize (GTK_LABEL (change), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_widget_set_hexpand (change, TRUE);
  gtk_widget_add_css_class (value, "numeric");
  gtk_widget_add_css_class (value, "figure-value");
  gtk_widget_add_css_class (change, "numeric");
  gtk_widget_add_css_class (change, "figure-change");
  gtk_box_append (GTK_BOX (cell), picture);
  gtk_box_append (GTK_BOX (cell), value);
  gtk_box_append (GTK_BOX (cell), change);
  g_object_set_data (G_OBJECT (cell), "bar", bar);
  g_object_set_data (G_OBJECT (cell), "picture", picture);
  g_object_set_data (G_OBJECT (cell), "value", value);
  g_object_set_data (G_OBJECT (cell), "change", change);
  return cell;
}

static void
set_class (GtkWidget *widget, const char *css_class, gboolean is_set)
{
  if (is_set)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

static void
fill_cell (GtkWidget *cell, TlCompared *compared, TlComparedFigures *figures, guint column, TlFigure figure)
{
  FigureBar       *bar = g_object_get_data (G_OBJECT (cell), "bar");
  GtkWidget       *value = g_object_get_data (G_OBJECT (cell), "value"), *change = g_object_get_data (G_OBJECT (cell), "change");
  gboolean         is_baseline = column == tl_compared_baseline (compared);
  TlChangeTone     tone;
  g_autofree char *text = tl_compared_figure_text (figures, column, figure), *name = tl_compared_name (compared, column);
  g_autofree char *difference = tl_compared_change_text (figures, column, figure, &tone);
  g_autofree char *accessible = g_strdup_printf ("%s, %s: %s, %s", tl_figure_title (figure), name, text, difference);

  *bar = (FigureBar) { tl_compared_bar (figures, column, figure), is_baseline };
  tl_picture_redraw (g_object_get_data (G_OBJECT (cell), "picture"));
  gtk_label_set_text (GTK_LABEL (value), text);
  gtk_label_set_text (GTK_LABEL (change), difference);
  set_class (value, "heading", is_baseline);
  set_class (change, "better", tone == TL_CHANGE_BETTER);
  set_class (change, "worse", tone == TL_CHANGE_WORSE);
  set_class (change, "dim-label", tone == TL_CHANGE_NEUTRAL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL, accessible, -1);
}

static void
show_note (TlFigureTable *self, TlComparedFigures *figures)
{
  g_autofree char *missing = tl_compared_missing_counters_text (figures);

  gtk_label_set_text (GTK_LABEL (self->note), missing != NULL ? missing : "");
  gtk_widget_set_visible (self->note, missing != NULL);
}

void
tl_figure_table_show (TlFigureTable *self, TlCompared *compared, TlComparedFigures *figures, const guint *shown, guint n_shown)
{
  for (TlFigure figure = 0; figure < TL_N_FIGURES; figure++)
    {
      TlCompareRow *row = TL_COMPARE_ROW (self->rows[figure]);

      if (self->n_columns != n_shown)
        {
          tl_compare_row_clear (row);
          for (guint i = 0; i < n_shown; i++)
            tl_compare_row_append (row, new_cell ());
        }
      for (guint i = 0; i < n_shown; i++)
        {
          fill_cell (tl_compare_row_nth (row, i), compared, figures, shown[i], figure);
          if (shown[i] == tl_compared_baseline (compared))
            tl_compare_row_set_baseline (row, i);
        }
      gtk_widget_set_visible (self->rows[figure], tl_compared_has_figure (figures, figure));
    }
  self->n_columns = n_shown;
  show_note (self, figures);
}

/* --- object --- */

static void
tl_figure_table_dispose (GObject *object)
{
  g_clear_pointer (&TL_FIGURE_TABLE (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_figure_table_parent_class)->dispose (object);
}

static void
tl_figure_table_class_init (TlFigureTableClass *class)
{
  G_OBJECT_CLASS (class)->dispose = tl_figure_table_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "figuretable");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (class), GTK_ACCESSIBLE_ROLE_TABLE);
}

static void
tl_figure_table_init (TlFigureTable *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  for (TlFigure figure = 0; figure < TL_N_FIGURES; figure++)
    {
      GtkWidget *label = gtk_label_new (tl_figure_title (figure));

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (label, "heading");
      self->rows[figure] = tl_compare_row_new (label);
      gtk_box_append (GTK_BOX (self->box), self->rows[figure]);
    }
  self->note = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->note), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  gtk_widget_add_css_class (self->note, "figure-note");
  gtk_widget_add_css_class (self->note, "dim-label");
  gtk_box_append (GTK_BOX (self->box), self->note);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Figures"), -1);
}

GtkWidget *
tl_figure_table_new (void)
{
  return g_object_new (TL_TYPE_FIGURE_TABLE, NULL);
}
