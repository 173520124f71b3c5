/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/trial-table.h"

#include <math.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/session/tuning/trial-text.h"
#include "ui/widgets/cell.h"

#define CELL_PADDING_PX 16

/*
 * The list creates widgets for two hundred rows, visible or not. Until then new rows are added a few at a time, because each takes a third
 * of a millisecond. After that, any number of new rows costs as much as one. The plot shows every trial at once.
 */
#define N_ROWS_MADE     200
#define FIRST_PACE_MS   125
#define PACE_MS         500

struct _TlTrialTable
{
  GtkWidget parent_instance;

  /* Owned */
  TlTrialSelection   *selection;
  TlTrialView        *view;         /* NULL: no run */
  TlTrialStore       *trials;       /* of the selection */
  GtkWidget          *scroller;
  GtkSingleSelection *rows;

  /* Borrowed */
  GtkColumnView *column_view;

  double   flops;
  double   baseline_s;        /* of the trials, when cells were last filled … */
  gboolean is_bound;          /* … too */
  gint     run;               /* -1: all */
  gboolean is_updating;       /* rows are selected by the table itself */
  gint     leading_order;     /* result of the probe */
};

G_DEFINE_FINAL_TYPE (TlTrialTable, tl_trial_table, GTK_TYPE_WIDGET)

typedef char *(*CellText) (TlTrialTable *table, guint index);

static char *
number_text (TlTrialTable *table, guint index)
{
  return g_strdup_printf ("%u", tl_trial_store_number (table->trials)[index]);
}

static char *
latency_text (TlTrialTable *table, guint index)
{
  return tl_trial_latency_text (table->trials, index);
}

static char *
quartiles_text (TlTrialTable *table, guint index)
{
  return tl_trial_quartiles_text (table->trials, index);
}

static char *
speedup_text (TlTrialTable *table, guint index)
{
  return tl_trial_speedup_text (table->trials, index);
}

static char *
throughput_text (TlTrialTable *table, guint index)
{
  gboolean is_known = tl_trial_store_outcome (table->trials)[index] == TL_OUTCOME_OK
                      && (tl_trial_store_marks (table->trials)[index] & TL_TRIAL_IMPLAUSIBLE) == 0;

  return tl_format_gflops (table->flops, is_known ? tl_trial_store_latency_s (table->trials)[index] : 0);
}

/* Predicted score: 1 = best measured. */
static char *
score_text (TlTrialTable *table, guint index)
{
  double score = tl_trial_store_score (table->trials)[index];

  return isnan (score) ? g_strdup ("—") : g_strdup_printf ("%.2f", score);
}

static char *
outcome_text (TlTrialTable *table, guint index)
{
  return tl_trial_outcome_text (table->trials, index);
}

static char *
build_text (TlTrialTable *table, guint index)
{
  return tl_format_seconds (tl_trial_store_get (table->trials, index).build_s);
}

static const struct
{
  const char  *title;
  CellText     text;
  gint         order;         /* TlTrialOrder, or -1: not sortable */
  gboolean     is_number;
  gint         n_chars;       /* initial width; 0: the remaining width */
} columns[] = {
  { N_("Trial"), number_text, TL_TRIAL_BY_NUMBER, TRUE, 8 },
  { N_("Latency"), latency_text, TL_TRIAL_BY_LATENCY, TRUE, 11 },
  { N_("Quartiles"), quartiles_text, -1, TRUE, 18 },
  { N_("Speed-up"), speedup_text, -1, TRUE, 9 },
  { N_("Throughput"), throughput_text, -1, TRUE, 14 },
  { N_("Predicted"), score_text, -1, TRUE, 9 },
  { N_("Build"), build_text, TL_TRIAL_BY_BUILD, TRUE, 10 },
  { N_("Outcome"), outcome_text, TL_TRIAL_BY_OUTCOME, FALSE, 0 },
};

static void
on_rows_changed (GListModel *model, guint position, guint removed, guint added, gpointer user_data)
{
  tl_trial_view_set_pace (TL_TRIAL_VIEW (model), g_list_model_get_n_items (model) < N_ROWS_MADE ? FIRST_PACE_MS : PACE_MS);
}

/* --- cells --- */

/*
 * Neither cells nor columns request a width for their text: otherwise every new trial would measure hundreds of cells again.
 */

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer column)
{
  gtk_list_item_set_child (item, tl_cell_new (columns[GPOINTER_TO_UINT (column)].is_number ? 1 : 0));
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer column)
{
  TlTrialTable    *table = g_object_get_data (G_OBJECT (factory), "table");
  guint            index = tl_trial_item_index (gtk_list_item_get_item (item));
  g_autofree char *text = columns[GPOINTER_TO_UINT (column)].text (table, index);

  tl_cell_set_text (TL_CELL (gtk_list_item_get_child (item)), text);
}

/* --- sorting --- */

/*
 * Finds the sort column and its direction by comparing two probes with the sorter of the column view: the sorter calls the comparison of
 * the sort column first, which records its column and returns "smaller"; the sorter reverses that result for a descending order. The
 * view then sorts by its own comparisons of arrays, without an object per trial.
 */

static int
note_column (gconstpointer a, gconstpointer b, gpointer column)
{
  *(gint *) g_object_get_data (G_OBJECT (column), "leading") = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), "order"));
  return -1;
}

static void
on_sorter_changed (GtkSorter *sorter, GtkSorterChange change, TlTrialTable *table)
{
  g_autoptr (GObject) a = g_object_new (G_TYPE_OBJECT, NULL), b = g_object_new (G_TYPE_OBJECT, NULL);
  GtkOrdering ordering;

  table->leading_order = -1;
  ordering = gtk_sorter_compare (sorter, a, b);
  if (table->view == NULL)
    return;
  if (table->leading_order < 0)
    tl_trial_view_set_order (table->view, TL_TRIAL_BY_NUMBER, FALSE);
  else
    tl_trial_view_set_order (table->view, table->leading_order, ordering == GTK_ORDERING_LARGER);
}

static void
add_column (TlTrialTable *table, guint index)
{
  GtkListItemFactory  *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *column;

  g_object_set_data (G_OBJECT (factory), "table", table);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), GUINT_TO_POINTER (index));
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), GUINT_TO_POINTER (index));
  column = gtk_column_view_column_new (_(columns[index].title), factory);
  gtk_column_view_column_set_expand (column, columns[index].n_chars == 0);
  gtk_column_view_column_set_resizable (column, TRUE);
  if (columns[index].order >= 0)
    {
      g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (note_column, column, NULL));

      g_object_set_data (G_OBJECT (column), "order", GINT_TO_POINTER (columns[index].order));
      g_object_set_data (G_OBJECT (column), "leading", &table->leading_order);
      gtk_column_view_column_set_sorter (column, sorter);
    }
  gtk_column_view_append_column (table->column_view, column);
  g_object_unref (column);
}

/* --- selection --- */

static void
on_activate (GtkColumnView *view, guint position, TlTrialTable *table)
{
  g_autoptr (TlTrialItem) item = g_list_model_get_item (G_LIST_MODEL (table->rows), position);

  if (item != NULL)
    tl_trial_selection_activate (table->selection, (gint) tl_trial_item_index (item));
}

static void
on_row_selected (GtkSingleSelection *rows, GParamSpec *property, TlTrialTable *table)
{
  TlTrialItem *item = gtk_single_selection_get_selected_item (rows);

  if (item == NULL || table->is_updating)
    return;
  table->is_updating = TRUE;   /* the row is where it is wanted: no scrolling */
  tl_trial_selection_pick (table->selection, (gint) tl_trial_item_index (item));
  table->is_updating = FALSE;
}

/* Selects the row of the picked trial and scrolls to it. */
static void
on_picked (TlTrialTable *table)
{
  gint index = tl_trial_selection_picked (table->selection);
  gint position = index >= 0 && table->view != NULL ? tl_trial_view_find (table->view, (guint) index) : -1;

  if (table->is_updating)
    return;
  table->is_updating = TRUE;
  gtk_single_selection_set_selected (table->rows, position >= 0 ? (guint) position : GTK_INVALID_LIST_POSITION);
  if (position >= 0)
    gtk_widget_activate_action (GTK_WIDGET (table->column_view), "list.scroll-to-item", "u", (guint) position);
  table->is_updating = FALSE;
}

/* A new order makes new items of all rows: the picked trial's is selected again. */
static void
on_rows_replaced (GListModel *model, guint position, guint removed, guint added, TlTrialTable *table)
{
  gint index = tl_trial_selection_picked (table->selection);
  gint at = removed > 0 && index >= 0 ? tl_trial_view_find (table->view, (guint) index) : -1;

  if (at < 0)
    return;
  table->is_updating = TRUE;
  gtk_single_selection_set_selected (table->rows, (guint) at);
  table->is_updating = FALSE;
}

static void
on_trials_changed (TlTrialTable *table)
{
  g_set_object (&table->view, NULL);
  g_set_object (&table->trials, tl_trial_selection_trials (table->selection));
  if (table->trials != NULL)
    {
      table->view = tl_trial_view_new (table->trials);
      tl_trial_view_set_run (table->view, table->run);
      on_rows_changed (G_LIST_MODEL (table->view), 0, 0, 0, NULL);
      g_signal_connect (table->view, "items-changed", G_CALLBACK (on_rows_changed), NULL);
    }
  table->is_updating = TRUE;
  gtk_single_selection_set_model (table->rows, G_LIST_MODEL (table->view));
  table->is_updating = FALSE;
  if (table->view != NULL)   /* after the rows' own handler, which set_model has connected */
    g_signal_connect_object (table->view, "items-changed", G_CALLBACK (on_rows_replaced), table, 0);
}

void
tl_trial_table_set_selection (TlTrialTable *table, TlTrialSelection *selection)
{
  g_return_if_fail (TL_IS_TRIAL_TABLE (table) && table->selection == NULL);

  table->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "trials-changed", G_CALLBACK (on_trials_changed), table, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "changed", G_CALLBACK (on_picked), table, G_CONNECT_SWAPPED);
  on_trials_changed (table);
}

/* Binds the visible cells again, for the numbers that depend on the program. */
void
tl_trial_table_set_program (TlTrialTable *table, double flops)
{
  gboolean is_bound = FALSE;
  double   baseline_s = table->trials != NULL ? tl_trial_store_baseline_s (table->trials, &is_bound) : 0;
  guint    n = table->view != NULL ? g_list_model_get_n_items (G_LIST_MODEL (table->view)) : 0;

  if (table->flops == flops && table->baseline_s == baseline_s && table->is_bound == is_bound)
    return;
  table->flops = flops;
  table->baseline_s = baseline_s;
  table->is_bound = is_bound;
  if (n > 0)
    g_list_model_items_changed (G_LIST_MODEL (table->view), 0, n, n);
}

void
tl_trial_table_set_run (TlTrialTable *table, gint run)
{
  table->run = run;
  if (table->view != NULL)
    tl_trial_view_set_run (table->view, run);
}

/* --- class --- */

static void
tl_trial_table_dispose (GObject *object)
{
  TlTrialTable *table = TL_TRIAL_TABLE (object);

  g_clear_pointer (&table->scroller, gtk_widget_unparent);
  g_clear_object (&table->rows);
  g_clear_object (&table->selection);
  g_clear_object (&table->view);
  g_clear_object (&table->trials);
  G_OBJECT_CLASS (tl_trial_table_parent_class)->dispose (object);
}

static void
tl_trial_table_class_init (TlTrialTableClass *class)
{
  G_OBJECT_CLASS (class)->dispose = tl_trial_table_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "trialtable");
}

/* A width for the current font of the table; users can resize the columns. */
static void
set_widths (TlTrialTable *table)
{
  PangoContext     *context = gtk_widget_get_pango_context (GTK_WIDGET (table));
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  GListModel       *model = gtk_column_view_get_columns (table->column_view);

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (model, i);

      gtk_column_view_column_set_fixed_width (column,
                                              PANGO_PIXELS_CEIL (MAX (columns[i].n_chars, 8)
                                                                 * pango_font_metrics_get_approximate_char_width (metrics))
                                                      + CELL_PADDING_PX);
    }
  pango_font_metrics_unref (metrics);
}

static void
tl_trial_table_init (TlTrialTable *table)
{
  table->run = -1;
  table->rows = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (table->rows, FALSE);
  gtk_single_selection_set_can_unselect (table->rows, TRUE);
  table->column_view = GTK_COLUMN_VIEW (gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (table->rows))));
  gtk_widget_add_css_class (GTK_WIDGET (table->column_view), "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (table->column_view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Trials"), -1);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    add_column (table, i);
  set_widths (table);
  g_signal_connect (gtk_column_view_get_sorter (table->column_view), "changed", G_CALLBACK (on_sorter_changed), table);
  g_signal_connect (table->column_view, "activate", G_CALLBACK (on_activate), table);
  g_signal_connect (table->rows, "notify::selected-item", G_CALLBACK (on_row_selected), table);
  table->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (table->scroller), GTK_WIDGET (table->column_view));
  gtk_widget_set_vexpand (table->scroller, TRUE);
  gtk_widget_set_parent (table->scroller, GTK_WIDGET (table));
}
