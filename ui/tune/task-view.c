/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/task-view.h"

#include "core/base/format.h"
#include "core/base/i18n.h"

#define MAX_HEIGHT_PX 190   /* header and five rows */

struct _TlTaskView
{
  GtkWidget parent_instance;

  GtkWidget          *scroller;     /* owned */
  GtkSingleSelection *selection;    /* owned */
  GtkColumnView      *column_view;  /* borrowed */
};

G_DEFINE_FINAL_TYPE (TlTaskView, tl_task_view, GTK_TYPE_WIDGET)

enum
{
  TASK_SELECTED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

/* --- cells --- */

static char *
name_text (TlTuningTask *task, const TlTaskStatus *status)
{
  return g_strdup (status->name);
}

static char *
flop_text (TlTuningTask *task, const TlTaskStatus *status)
{
  return tl_format_count (status->flops >= 0 && status->flops < 9e18 ? (gint64) status->flops : -1);
}

static char *
weight_text (TlTuningTask *task, const TlTaskStatus *status)
{
  return g_strdup_printf ("%g", status->weight);
}

static char *
speed_text (TlTuningTask *task, const TlTaskStatus *status)
{
  return tl_format_gflops (status->flops, status->best_s);
}

static char *
latency_text (TlTuningTask *task, const TlTaskStatus *status)
{
  return tl_format_seconds (status->best_s);
}

static char *
weighted_text (TlTuningTask *task, const TlTaskStatus *status)
{
  return tl_format_seconds (status->best_s * status->weight);
}

static char *
trials_text (TlTuningTask *task, const TlTaskStatus *status)
{
  return g_strdup_printf ("%u", status->n_trials);
}

static char *
now_text (TlTuningTask *task, const TlTaskStatus *status)
{
  TlTunerStatus search = tl_tuning_task_search (task);

  if (tl_tuning_task_error (task) != NULL)
    return g_strdup (tl_tuning_task_error (task));
  if (search.is_comparing)
    return g_strdup (_("comparing the fastest candidates"));
  if (search.search.phase == TL_SEARCH_TRAINING)
    return g_strdup_printf (_("training the model, measuring %u"), search.n_measuring);
  if (search.search.phase == TL_SEARCH_SEARCHING)
    {
      g_autofree char *evaluated = g_strdup_printf ("%" G_GUINT64_FORMAT, search.search.n_evaluated);

      return g_strdup_printf (_("searching, %s evaluated, measuring %u"), evaluated, search.n_measuring);
    }
  if (search.n_measuring > 0 || search.n_queued > 0)
    return g_strdup_printf (_("measuring %u, %u queued"), search.n_measuring, search.n_queued);
  if (status->is_done || status->n_trials == 0)
    return g_strdup (status->is_done ? _("done") : "—");
  return g_strdup (search.is_over ? _("stopped") : _("waiting for the next round"));
}

static const struct
{
  const char *title;
  char     *(*text) (TlTuningTask *task, const TlTaskStatus *status);
  gboolean    is_number;
  gboolean    expands;
} columns[] = {
  { N_("Task"), name_text, FALSE, FALSE },
  { "FLOP", flop_text, TRUE, FALSE },
  { N_("Weight"), weight_text, TRUE, FALSE },
  { N_("Throughput"), speed_text, TRUE, FALSE },
  { N_("Latency"), latency_text, TRUE, FALSE },
  { N_("Weighted Latency"), weighted_text, TRUE, FALSE },
  { N_("Trials"), trials_text, TRUE, FALSE },
  { N_("State"), now_text, FALSE, TRUE },
};

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer column)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), columns[GPOINTER_TO_UINT (column)].is_number ? 1 : 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), columns[GPOINTER_TO_UINT (column)].expands ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
fill_cell (GtkListItem *item, guint column)
{
  TlTuningTask    *task = gtk_list_item_get_item (item);
  TlTaskStatus     status = tl_tuning_task_status (task);
  g_autofree char *text = columns[column].text (task, &status);

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), text);
}

static void
on_task_changed (TlTuningTask *task, GtkListItem *item)
{
  fill_cell (item, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (item), "column")));
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer column)
{
  g_object_set_data (G_OBJECT (item), "column", column);
  g_signal_connect (gtk_list_item_get_item (item), "changed", G_CALLBACK (on_task_changed), item);
  fill_cell (item, GPOINTER_TO_UINT (column));
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer column)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), on_task_changed, item);
}

static void
add_column (TlTaskView *table, guint index)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), GUINT_TO_POINTER (index));
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), GUINT_TO_POINTER (index));
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), GUINT_TO_POINTER (index));
  column = gtk_column_view_column_new (_(columns[index].title), factory);
  gtk_column_view_column_set_expand (column, columns[index].expands);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_append_column (table->column_view, column);
}

/* --- selection --- */

static void
on_selected (GtkSingleSelection *selection, GParamSpec *property, TlTaskView *table)
{
  g_signal_emit (table, signals[TASK_SELECTED], 0, tl_task_view_selected (table));
}

guint
tl_task_view_selected (TlTaskView *table)
{
  guint selected = gtk_single_selection_get_selected (table->selection);

  return selected == GTK_INVALID_LIST_POSITION ? 0 : selected;
}

void
tl_task_view_set_tuning (TlTaskView *table, TlTuning *tuning)
{
  g_return_if_fail (TL_IS_TASK_VIEW (table));

  gtk_single_selection_set_model (table->selection, tuning != NULL ? tl_tuning_tasks (tuning) : NULL);
}

/* --- class --- */

static void
tl_task_view_dispose (GObject *object)
{
  TlTaskView *table = TL_TASK_VIEW (object);

  g_clear_pointer (&table->scroller, gtk_widget_unparent);
  g_clear_object (&table->selection);
  G_OBJECT_CLASS (tl_task_view_parent_class)->dispose (object);
}

static void
tl_task_view_class_init (TlTaskViewClass *class)
{
  G_OBJECT_CLASS (class)->dispose = tl_task_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "tasktable");
  signals[TASK_SELECTED] = g_signal_new ("task-selected", TL_TYPE_TASK_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                         G_TYPE_UINT);
}

static void
tl_task_view_init (TlTaskView *table)
{
  table->selection = gtk_single_selection_new (NULL);
  table->column_view = GTK_COLUMN_VIEW (gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (table->selection))));
  gtk_widget_add_css_class (GTK_WIDGET (table->column_view), "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (table->column_view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Tasks"), -1);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    add_column (table, i);
  g_signal_connect (table->selection, "notify::selected", G_CALLBACK (on_selected), table);
  table->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (table->scroller), GTK_WIDGET (table->column_view));
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (table->scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (table->scroller), MAX_HEIGHT_PX);
  gtk_widget_set_parent (table->scroller, GTK_WIDGET (table));
}
