/* SPDX-License-Identifier: Apache-2.0 */
/* Columns and cells of the table. */
#include "ui/tune/trial-table-private.h"

#include <string.h>

#include "core/base/extremum.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/tip.h"

#define CELL_PADDING_PX 16
#define MAX_DECISIONS_SHOWN 10   /* of its own accord; the menu shows others */
#define DECISION_CHARS 5

/* Widths in characters; notes take the room that is left, too. */
static const struct
{
  guint    column;
  gint     n_chars;
  gboolean is_text;
  gboolean is_hidden;      /* until the menu shows it */
} layout[] = {
  { TL_COLUMN_TRIAL, 6, FALSE, FALSE },      { TL_COLUMN_LATENCY, 9, FALSE, FALSE },   { TL_COLUMN_RANGE, 19, FALSE, FALSE },
  { TL_COLUMN_AGAINST_BEST, 8, FALSE, FALSE }, { TL_COLUMN_SPEED_UP, 8, FALSE, TRUE }, { TL_COLUMN_THROUGHPUT, 12, FALSE, TRUE },
  { TL_COLUMN_PREDICTED, 9, FALSE, FALSE },  { TL_COLUMN_BUILD, 9, FALSE, TRUE },      { TL_COLUMN_STATUS, 30, TRUE, FALSE },
  { TL_COLUMN_STAR, 4, TRUE, FALSE },        { TL_COLUMN_TAGS, 10, TRUE, FALSE },      { TL_COLUMN_NOTE, 16, TRUE, FALSE },
};

/* Decisions stand before the outcome. */
#define N_BEFORE_DECISIONS 8

/* --- cells --- */

/*
 * Neither cells nor columns request a width for their text: otherwise every new trial would measure hundreds of cells again.
 */

static gboolean
is_text_column (guint column)
{
  for (guint i = 0; i < G_N_ELEMENTS (layout); i++)
    if (layout[i].column == column)
      return layout[i].is_text;
  return FALSE;
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer column)
{
  GtkWidget *cell = tl_cell_new (is_text_column (GPOINTER_TO_UINT (column)) ? 0 : 1);

  g_object_set_data (G_OBJECT (cell), "column", column);
  gtk_list_item_set_child (item, cell);
}

static void
set_class (GtkWidget *widget, const char *name, gboolean has_it)
{
  if (has_it)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

static void
fill (TlTrialTable *table, GtkWidget *cell, guint index)
{
  TlTrialColumns   columns = tl_trial_table_columns (table);
  guint            column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (cell), "column"));
  TlOutcomeKind    kind;
  g_autofree char *text = NULL;

  /* The store of a new run is empty before the list hears of it. */
  if (column >= tl_trial_columns_n (&columns) || index >= tl_trial_store_n (table->trials))
    return;
  kind = tl_trial_store_outcome (table->trials)[index];
  if (kind == TL_OUTCOME_OK && tl_trial_store_is_predicted (table->trials))
    kind = TL_OUTCOME_PREDICTED;
  text = tl_trial_column_text (&columns, column, index);
  tl_cell_set_text (TL_CELL (cell), text);
  if (column == TL_COLUMN_STATUS)
    tl_cell_set_outcome (TL_CELL (cell), kind);
  else if (column == TL_COLUMN_TRIAL)
    set_class (cell, "tie", tl_trial_ties_with_best (table->trials, index));
  else if (column >= TL_N_FIXED_COLUMNS)
    set_class (cell, "differs", tl_trial_column_differs (&columns, column, index));
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer column)
{
  TlTrialTable *table = g_object_get_data (G_OBJECT (factory), "table");
  GtkWidget    *cell = gtk_list_item_get_child (item);
  guint         index = tl_trial_item_index (gtk_list_item_get_item (item));

  g_object_set_data (G_OBJECT (cell), "trial", GUINT_TO_POINTER (index + 1));
  g_hash_table_add (table->cells, cell);
  fill (table, cell, index);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer column)
{
  TlTrialTable *table = g_object_get_data (G_OBJECT (factory), "table");

  g_hash_table_remove (table->cells, gtk_list_item_get_child (item));
}

static gboolean
is_of_best (GtkWidget *cell)
{
  guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (cell), "column"));

  return column == TL_COLUMN_AGAINST_BEST || column == TL_COLUMN_TRIAL || column >= TL_N_FIXED_COLUMNS;
}

/* Rows that were replaced would lose the place that the list is scrolled to. */
void
tl_trial_table_fill_cells (TlTrialTable *table, gboolean of_best)
{
  GHashTableIter iter;
  gpointer       cell;

  g_hash_table_iter_init (&iter, table->cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    if (!of_best || is_of_best (cell))
      fill (table, cell, GPOINTER_TO_UINT (g_object_get_data (cell, "trial")) - 1);
}

/* --- sorting --- */

/*
 * Finds the column whose head was clicked and its direction by comparing two probes with the sorter of the column view: the sorter calls
 * the comparison of that column first, which records its column and returns "smaller"; the sorter reverses that result for a descending
 * order. The view then sorts by its own comparisons of arrays, without an object per trial.
 */

static int
note_column (gconstpointer a, gconstpointer b, gpointer column)
{
  *(gint *) g_object_get_data (G_OBJECT (column), "leading") = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), "column"));
  return -1;
}

static gboolean
is_shift_held (TlTrialTable *table)
{
  GdkSeat   *seat = gdk_display_get_default_seat (gtk_widget_get_display (GTK_WIDGET (table)));
  GdkDevice *keyboard = seat != NULL ? gdk_seat_get_keyboard (seat) : NULL;

  return keyboard != NULL && (gdk_device_get_modifier_state (keyboard) & GDK_SHIFT_MASK) != 0;
}

/* The clicked column becomes the only key, or (Shift) the next one. */
static void
take_key (TlTrialTable *table, TlTrialSortKey key)
{
  if (!is_shift_held (table))
    g_array_set_size (table->keys, 0);
  for (guint i = 0; i < table->keys->len; i++)
    if (g_array_index (table->keys, TlTrialSortKey, i).column == key.column)
      {
        g_array_index (table->keys, TlTrialSortKey, i) = key;
        return;
      }
  g_array_append_val (table->keys, key);
}

void
tl_trial_table_sort (TlTrialTable *table)
{
  GtkSorter         *sorter = gtk_column_view_get_sorter (table->column_view);
  g_autoptr (GObject) a = g_object_new (G_TYPE_OBJECT, NULL), b = g_object_new (G_TYPE_OBJECT, NULL);
  GtkOrdering         ordering;

  table->leading = -1;
  ordering = gtk_sorter_compare (sorter, a, b);
  if (table->leading < 0)
    g_array_set_size (table->keys, 0);
  else
    take_key (table, (TlTrialSortKey) { (guint) table->leading, ordering == GTK_ORDERING_LARGER });
  if (table->view != NULL)
    tl_trial_view_set_sort (table->view, (const TlTrialSortKey *) (gpointer) table->keys->data, table->keys->len);
}

/* --- columns --- */

static gboolean
is_visible (TlTrialTable *table, guint column, gboolean is_hidden)
{
  TlTrialColumns   columns = tl_trial_table_columns (table);
  g_autofree char *name = tl_trial_column_name (&columns, column), *shown = g_strconcat ("+", name, NULL);

  if (g_hash_table_contains (table->hidden, shown))
    return TRUE;
  return !is_hidden && !g_hash_table_contains (table->hidden, name);
}

/* A width for the current font of the table; users can resize the columns. */
static int
width_of (TlTrialTable *table, gint n_chars)
{
  PangoContext     *context = gtk_widget_get_pango_context (GTK_WIDGET (table));
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  int               width = PANGO_PIXELS_CEIL (n_chars * pango_font_metrics_get_approximate_char_width (metrics)) + CELL_PADDING_PX;

  pango_font_metrics_unref (metrics);
  return width;
}

/* The title fits, too. GTK 4.8 keeps the fixed width of a hidden column free, and takes the table for one that is scrolled too far. */
static void
show_column (TlTrialTable *table, GtkColumnViewColumn *column, gboolean is_shown)
{
  gint n_chars = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), "n-chars"));
  gint n_title = (gint) g_utf8_strlen (gtk_column_view_column_get_title (column), -1);

  gtk_column_view_column_set_fixed_width (column, is_shown ? width_of (table, tl_max (n_chars, n_title + 1)) : -1);
  gtk_column_view_column_set_visible (column, is_shown);
}

static void
add_column (TlTrialTable *table, guint position, guint column, gint n_chars, gboolean is_hidden)
{
  TlTrialColumns      columns = tl_trial_table_columns (table);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  const char         *title = tl_trial_column_title (&columns, column);
  g_autoptr (GtkColumnViewColumn) made = gtk_column_view_column_new (title, factory);
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (note_column, made, NULL));

  g_object_set_data (G_OBJECT (factory), "table", table);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), GUINT_TO_POINTER (column));
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), NULL);
  g_signal_connect (factory, "teardown", G_CALLBACK (on_unbind), NULL);   /* of a column that goes */
  g_object_set_data (G_OBJECT (made), "column", GUINT_TO_POINTER (column));
  g_object_set_data (G_OBJECT (made), "n-chars", GINT_TO_POINTER (n_chars));
  g_object_set_data (G_OBJECT (made), "leading", &table->leading);
  gtk_column_view_column_set_resizable (made, TRUE);
  gtk_column_view_column_set_expand (made, column == TL_COLUMN_NOTE);
  gtk_column_view_column_set_sorter (made, sorter);
  show_column (table, made, is_visible (table, column, is_hidden));
  gtk_column_view_insert_column (table->column_view, position, made);
}

/* Of the columns that are there: those from number @n on go, those of decisions get the names that the present trials give them. */
static void
keep_columns (TlTrialTable *table, guint n)
{
  GListModel    *model = gtk_column_view_get_columns (table->column_view);
  TlTrialColumns columns = tl_trial_table_columns (table);

  for (guint i = g_list_model_get_n_items (model); i > 0; i--)
    {
      g_autoptr (GtkColumnViewColumn) made = g_list_model_get_item (model, i - 1);
      guint       column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (made), "column"));
      const char *title = column < n ? tl_trial_column_title (&columns, column) : NULL;

      if (title == NULL)
        gtk_column_view_remove_column (table->column_view, made);
      else if (column >= TL_N_FIXED_COLUMNS && !g_str_equal (title, gtk_column_view_column_get_title (made)))
        {
          gtk_column_view_column_set_title (made, title);
          show_column (table, made, is_visible (table, column, column - TL_N_FIXED_COLUMNS >= MAX_DECISIONS_SHOWN));
        }
    }
}

/* Columns that stay keep their cells: making those of a page again takes longer than a frame. */
void
tl_trial_table_update_columns (TlTrialTable *table)
{
  TlTrialColumns columns = tl_trial_table_columns (table);
  guint          n = table->trials != NULL ? tl_trial_columns_n (&columns) : 0;

  keep_columns (table, n);
  for (guint i = 0; n > 0 && table->n_columns == 0 && i < G_N_ELEMENTS (layout); i++)
    add_column (table, i, layout[i].column, layout[i].n_chars, layout[i].is_hidden);
  for (guint d = tl_max (table->n_columns, TL_N_FIXED_COLUMNS); d < n; d++)
    add_column (table, N_BEFORE_DECISIONS + d - TL_N_FIXED_COLUMNS, d, DECISION_CHARS, d - TL_N_FIXED_COLUMNS >= MAX_DECISIONS_SHOWN);
  table->n_columns = n;
}

/* --- the menu of columns --- */

static void
on_toggled (GtkCheckButton *button, GtkColumnViewColumn *column)
{
  TlTrialTable    *table = g_object_get_data (G_OBJECT (button), "table");
  TlTrialColumns   columns = tl_trial_table_columns (table);
  guint            index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (column), "column"));
  gboolean         is_shown = gtk_check_button_get_active (button);
  g_autofree char *name = tl_trial_column_name (&columns, index), *shown = g_strconcat ("+", name, NULL);

  show_column (table, column, is_shown);
  g_hash_table_remove (table->hidden, is_shown ? name : shown);
  g_hash_table_add (table->hidden, g_strdup (is_shown ? shown : name));
}

void
tl_trial_table_fill_menu (TlTrialTable *table)
{
  GListModel    *model = gtk_column_view_get_columns (table->column_view);
  TlTrialColumns columns = tl_trial_table_columns (table);
  GtkWidget     *child;

  while ((child = gtk_widget_get_first_child (table->columns_box)) != NULL)
    gtk_box_remove (GTK_BOX (table->columns_box), child);
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (model, i);
      guint       index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (column), "column"));
      const char *title = gtk_column_view_column_get_title (column);
      GtkWidget  *button;

      if (index >= tl_trial_columns_n (&columns))   /* there are no trials */
        continue;
      button = gtk_check_button_new_with_label (title);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (button), gtk_column_view_column_get_visible (column));
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
      tl_widget_set_tooltip (button, tl_trial_column_about (&columns, index));
      g_object_set_data (G_OBJECT (button), "table", table);
      g_signal_connect_object (button, "toggled", G_CALLBACK (on_toggled), column, 0);
      gtk_box_append (GTK_BOX (table->columns_box), button);
    }
}
