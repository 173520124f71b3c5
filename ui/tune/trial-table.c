/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/trial-table-private.h"

#include <adwaita.h>

#include "core/base/i18n.h"
#include "ui/tune/trial-controllers.h"
#include "ui/tune/trial-keys.h"
#include "ui/widgets/cell.h"

/*
 * The list creates widgets for two hundred rows, visible or not. Until then new rows are added a few at a time, because each takes a third
 * of a millisecond. After that, any number of new rows costs as much as one. The plot shows every trial at once.
 */
#define N_ROWS_MADE     200
#define FIRST_PACE_MS   125
#define N_ROWS_AT_ONCE  16
#define PACE_MS         500

G_DEFINE_FINAL_TYPE (TlTrialTable, tl_trial_table, GTK_TYPE_WIDGET)

enum { MESSAGE, N_SIGNALS };
static guint signals[N_SIGNALS];

TlTrialColumns
tl_trial_table_columns (TlTrialTable *table)
{
  return (TlTrialColumns) { table->trials, table->notes, table->flops };
}

void
tl_trial_table_say (TlTrialTable *table, const char *sentence)
{
  g_signal_emit (table, signals[MESSAGE], 0, sentence);
}

/* Rows, or why there are none. */
static void
update_stack (TlTrialTable *table)
{
  guint n = table->view != NULL ? g_list_model_get_n_items (G_LIST_MODEL (table->view)) : 0;

  gtk_stack_set_visible_child_name (table->stack, n > 0 ? "rows"
                                    : table->view != NULL && tl_trial_view_n_unfiltered (table->view) > 0 ? "no-match" : "waiting");
}

static void
on_rows_changed (GListModel *model, guint position, guint removed, guint added, TlTrialTable *table)
{
  gboolean is_first = g_list_model_get_n_items (model) < N_ROWS_MADE;

  tl_trial_view_set_pace (TL_TRIAL_VIEW (model), is_first ? FIRST_PACE_MS : PACE_MS, is_first ? N_ROWS_AT_ONCE : 0);
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

/* The row of the store's trial among those that there are; -1: none. */
static gint
shown_row (TlTrialTable *table, gint index)
{
  guint        n;
  const guint *indices = tl_trial_view_indices (table->view, &n);

  for (guint i = 0; index >= 0 && i < n; i++)
    if (indices[i] == (guint) index)
      return (gint) i;
  return -1;
}

/* A new order makes new items of all rows, another run has other ones: the picked trial's is selected again. */
static void
on_rows_replaced (GListModel *model, guint position, guint removed, guint added, TlTrialTable *table)
{
  gboolean is_lost = removed > 0 || gtk_single_selection_get_selected (table->rows) == GTK_INVALID_LIST_POSITION;
  gint     at = is_lost ? shown_row (table, tl_trial_selection_picked (table->selection)) : -1;

  update_stack (table);
  tl_trial_filter_bar_update (table->filter);
  tl_trial_table_update_failures (table);
  if (at < 0)
    return;
  table->is_updating = TRUE;
  gtk_single_selection_set_selected (table->rows, (guint) at);
  table->is_updating = FALSE;
}

/*
 * New trials can bring new decisions, and a new best one. Without trials the columns of decisions stay, as the next ones most often have
 * the same: to destroy the cells of a column takes several milliseconds.
 */
static void
on_appended (TlTrialTable *table)
{
  guint          n_before = table->n_columns;
  TlTrialColumns columns = tl_trial_table_columns (table);

  if (tl_trial_store_n (table->trials) > 0)
    tl_trial_table_update_columns (table);
  if (table->best != tl_trial_store_best (table->trials))
    tl_trial_table_fill_cells (table, TRUE);
  table->best = tl_trial_store_best (table->trials);
  if (n_before != table->n_columns)
    tl_trial_filter_bar_set_view (table->filter, table->view, &columns);
  tl_trial_filter_bar_update (table->filter);
  tl_trial_table_update_failures (table);
}

/* The facts of any trial can be others, of which the order may be the same. */
static void
on_reset (TlTrialTable *table)
{
  on_appended (table);
  tl_trial_table_fill_cells (table, FALSE);
}

static void
on_notes_changed (TlTrialTable *table)
{
  if (table->view != NULL)
    tl_trial_view_refresh (table->view);
}

static void
show_trials (TlTrialTable *table)
{
  TlTrialColumns columns = tl_trial_table_columns (table);

  table->best = tl_trial_store_best (table->trials);
  table->view = tl_trial_view_new (table->trials);
  tl_trial_view_set_columns (table->view, &columns);
  tl_trial_view_set_run (table->view, table->run);
  g_array_set_size (table->keys, 0);
  on_rows_changed (G_LIST_MODEL (table->view), 0, 0, 0, table);
  g_signal_connect_object (table->view, "items-changed", G_CALLBACK (on_rows_changed), table, 0);
  g_signal_connect_object (table->trials, "appended", G_CALLBACK (on_appended), table, G_CONNECT_SWAPPED);
  g_signal_connect_object (table->trials, "reset", G_CALLBACK (on_reset), table, G_CONNECT_SWAPPED);
}

static void
on_trials_changed (TlTrialTable *table)
{
  TlTrialColumns columns;

  if (table->trials != NULL)
    g_signal_handlers_disconnect_by_data (table->trials, table);
  if (table->view != NULL)
    g_signal_handlers_disconnect_by_data (table->view, table);
  g_clear_object (&table->view);
  g_set_object (&table->trials, tl_trial_selection_trials (table->selection));
  if (table->trials != NULL)
    show_trials (table);
  tl_trial_table_update_columns (table);
  table->is_updating = TRUE;
  gtk_single_selection_set_model (table->rows, G_LIST_MODEL (table->view));
  table->is_updating = FALSE;
  if (table->view != NULL)   /* after the rows' own handler, which set_model has connected */
    g_signal_connect_object (table->view, "items-changed", G_CALLBACK (on_rows_replaced), table, 0);
  columns = tl_trial_table_columns (table);
  tl_trial_filter_bar_set_view (table->filter, table->view, &columns);
  update_stack (table);
}

/* The trial of the cell at a point of the list, or -1. */
static gint
trial_at (GtkWidget *column_view, double x, double y)
{
  GtkWidget *hit = gtk_widget_pick (column_view, x, y, GTK_PICK_DEFAULT);
  GtkWidget *cell = hit != NULL && TL_IS_CELL (hit) ? hit : hit != NULL ? gtk_widget_get_first_child (hit) : NULL;

  return cell != NULL && TL_IS_CELL (cell) ? GPOINTER_TO_INT (g_object_get_data (G_OBJECT (cell), "trial")) - 1 : -1;
}

/* The focus is in the row of the picked trial. */
static gboolean
place_of (GtkWidget *column_view, guint index, double *x, double *y)
{
  GtkRoot        *root = gtk_widget_get_root (column_view);
  GtkWidget      *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  graphene_rect_t box;

  if (focus == NULL || focus == column_view || !gtk_widget_is_ancestor (focus, column_view)
      || !gtk_widget_compute_bounds (focus, column_view, &box))
    return FALSE;
  *x = box.origin.x + 24;
  *y = box.origin.y + box.size.height;
  return TRUE;
}

void
tl_trial_table_set_selection (TlTrialTable *table, TlTrialSelection *selection, TlTrialNotes *notes)
{
  g_return_if_fail (TL_IS_TRIAL_TABLE (table) && table->selection == NULL);

  table->selection = g_object_ref (selection);
  table->notes = g_object_ref (notes);
  g_signal_connect_object (selection, "trials-changed", G_CALLBACK (on_trials_changed), table, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "failures-changed", G_CALLBACK (tl_trial_table_show_failures), table, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "filter-chosen", G_CALLBACK (tl_trial_filter_bar_set_text), table->filter, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "changed", G_CALLBACK (on_picked), table, G_CONNECT_SWAPPED);
  g_signal_connect_object (notes, "changed", G_CALLBACK (on_notes_changed), table, G_CONNECT_SWAPPED);
  tl_trial_controllers_add (GTK_WIDGET (table->column_view), selection, trial_at, place_of, FALSE);
  on_trials_changed (table);
}

/* Fills the cells again, for the numbers that depend on the program. */
void
tl_trial_table_set_program (TlTrialTable *table, double flops)
{
  gboolean       is_bound = FALSE;
  double         baseline_s = table->trials != NULL ? tl_trial_store_baseline_s (table->trials, &is_bound) : 0;
  TlTrialColumns columns;

  if (table->flops == flops && table->baseline_s == baseline_s && table->is_bound == is_bound)
    return;
  table->flops = flops;
  table->baseline_s = baseline_s;
  table->is_bound = is_bound;
  columns = tl_trial_table_columns (table);
  if (table->view != NULL)
    tl_trial_view_set_columns (table->view, &columns);
  tl_trial_table_fill_cells (table, FALSE);
}

void
tl_trial_table_set_run (TlTrialTable *table, gint run)
{
  table->run = run;
  if (table->view == NULL)
    return;
  tl_trial_view_set_run (table->view, run);
  tl_trial_filter_bar_update (table->filter);
  tl_trial_table_update_failures (table);
  update_stack (table);
}

/* --- keys and pointer --- */

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, TlTrialTable *table)
{
  return tl_trial_keys_handle (table->selection, key, modifiers);
}

static gboolean
on_jump_shortcut (GtkWidget *widget, GVariant *args, gpointer user_data)
{
  if (!gtk_widget_get_mapped (widget) || TL_TRIAL_TABLE (widget)->view == NULL)
    return FALSE;
  tl_trial_table_ask_number (TL_TRIAL_TABLE (widget));
  return TRUE;
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, TlTrialTable *table)
{
  tl_trial_selection_hover (table->selection, trial_at (GTK_WIDGET (table->column_view), x, y));
}

static void
on_leave (GtkEventControllerMotion *controller, TlTrialTable *table)
{
  tl_trial_selection_hover (table->selection, -1);
}

static void
add_controllers (TlTrialTable *table)
{
  GtkEventController *key = gtk_event_controller_key_new (), *motion = gtk_event_controller_motion_new ();
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), table);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), table);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), table);
  gtk_widget_add_controller (GTK_WIDGET (table->column_view), key);
  gtk_widget_add_controller (GTK_WIDGET (table->column_view), motion);
  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (shortcuts), GTK_SHORTCUT_SCOPE_GLOBAL);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (shortcuts),
                                        gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("<Control>g"),
                                                          gtk_callback_action_new (on_jump_shortcut, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (table), shortcuts);
}

/* --- class --- */

static void
tl_trial_table_dispose (GObject *object)
{
  TlTrialTable *table = TL_TRIAL_TABLE (object);

  /* A column view removes its columns as it goes, and its sorter says so. */
  if (table->box != NULL)
    g_signal_handlers_disconnect_by_data (gtk_column_view_get_sorter (table->column_view), table);
  g_clear_pointer (&table->jump, gtk_widget_unparent);
  g_clear_pointer (&table->box, gtk_widget_unparent);
  g_clear_object (&table->rows);
  g_clear_object (&table->selection);
  g_clear_object (&table->notes);
  g_clear_object (&table->view);
  g_clear_object (&table->trials);
  g_clear_pointer (&table->keys, g_array_unref);
  g_clear_pointer (&table->hidden, g_hash_table_unref);
  g_clear_pointer (&table->cells, g_hash_table_unref);
  G_OBJECT_CLASS (tl_trial_table_parent_class)->dispose (object);
}

static void
tl_trial_table_class_init (TlTrialTableClass *class)
{
  G_OBJECT_CLASS (class)->dispose = tl_trial_table_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "trialtable");
  signals[MESSAGE] = g_signal_new ("message", TL_TYPE_TRIAL_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
make_list (TlTrialTable *table)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  table->rows = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (table->rows, FALSE);
  gtk_single_selection_set_can_unselect (table->rows, TRUE);
  table->column_view = GTK_COLUMN_VIEW (gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (table->rows))));
  gtk_widget_add_css_class (GTK_WIDGET (table->column_view), "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (table->column_view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Trials"), -1);
  g_signal_connect_swapped (gtk_column_view_get_sorter (table->column_view), "changed", G_CALLBACK (tl_trial_table_sort), table);
  g_signal_connect (table->column_view, "activate", G_CALLBACK (on_activate), table);
  g_signal_connect (table->rows, "notify::selected-item", G_CALLBACK (on_row_selected), table);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (table->column_view));
  gtk_stack_add_named (table->stack, scroller, "rows");
}

/* A line of text, with a button where there is something to do. */
static GtkWidget *
make_note (const char *text, const char *button_label, GCallback on_clicked, gpointer user_data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *label = gtk_label_new (text);

  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (GTK_BOX (box), label);
  if (button_label != NULL)
    {
      GtkWidget *button = gtk_button_new_with_label (button_label);

      g_signal_connect_swapped (button, "clicked", on_clicked, user_data);
      gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (box), button);
    }
  return box;
}

static void
focus_rows (TlTrialTable *table)
{
  gtk_widget_grab_focus (GTK_WIDGET (table->column_view));
}

static void
tl_trial_table_init (TlTrialTable *table)
{
  table->run = -1;
  table->keys = g_array_new (FALSE, FALSE, sizeof (TlTrialSortKey));
  table->cells = g_hash_table_new (NULL, NULL);
  table->hidden = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  table->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (table->box), tl_trial_table_head_new (table));
  g_signal_connect_swapped (table->filter, "leave", G_CALLBACK (focus_rows), table);
  table->stack = GTK_STACK (gtk_stack_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (table->stack), TRUE);
  make_list (table);
  gtk_stack_add_named (table->stack, make_note (_("No trial matches the filter"), _("Clear Filter"),
                                                G_CALLBACK (tl_trial_filter_bar_clear), table->filter), "no-match");
  gtk_stack_add_named (table->stack, make_note (_("Waiting for the first trial: candidates are built, checked and timed"), NULL, NULL,
                                                NULL), "waiting");
  gtk_box_append (GTK_BOX (table->box), GTK_WIDGET (table->stack));
  gtk_widget_set_parent (table->box, GTK_WIDGET (table));
  add_controllers (table);
}
