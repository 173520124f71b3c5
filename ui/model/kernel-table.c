/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/model/kernel-table.h"

#include <string.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "ui/model/share-bar.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/tip.h"

#define CELL_PADDING_PX 16
#define NAME_CHARS      14     /* of the first column, at least */

struct _TlKernelTable
{
  GtkWidget           parent_instance;
  const TlModelFacts *facts;         /* borrowed; NULL: no model */
  double              most_share;    /* of a kernel */
  GListStore         *store;         /* owned: rows are GtkStringObject, whose data "kernel" is the number of the kernel */
  GtkSingleSelection *selection;     /* owned */
  GtkColumnView      *view;          /* borrowed from the scroller … */
  GtkWidget          *scroller;      /* … which is the child */
  GPtrArray          *columns;       /* owned: GtkColumnViewColumn, whether they are shown or not */
  GHashTable         *cells;         /* owned: of each GtkListItem that shows a row, the number of its column */
  gboolean            is_wide;       /* there is room for all columns */
  gboolean            is_narrow;     /* columns that are shown may need a scrollbar */
  gboolean            is_filling;    /* what is selected was not chosen by hand */
};

G_DEFINE_FINAL_TYPE (TlKernelTable, tl_kernel_table, GTK_TYPE_WIDGET)

enum
{
  SELECTED,
  OPENED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

static guint
kernel_of (gpointer row)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "kernel"));
}

/* --- columns --- */

static char *
id_text (const TlModelKernel *kernel)
{
  return g_strdup_printf ("%u", kernel->id);
}

static double
id_of (const TlModelKernel *kernel)
{
  return kernel->id;
}

static char *
name_text (const TlModelKernel *kernel)
{
  return g_strdup (tl_model_kernel_short_name (kernel));
}

static char *
calls_text (const TlModelKernel *kernel)
{
  return g_strdup_printf ("%u", kernel->n_calls);
}

/* The head of the column has the unit. */
static char *
without_unit (char *text, const char *unit)
{
  if (g_str_has_suffix (text, unit))
    text[strlen (text) - strlen (unit)] = '\0';
  return g_strchomp (text);
}

static char *
work_text (const TlModelKernel *kernel)
{
  return without_unit (tl_format_flop (kernel->flops), "FLOP");
}

static char *
time_text (const TlModelKernel *kernel)
{
  return tl_format_seconds (kernel->seconds);
}

static char *
share_text (const TlModelKernel *kernel)
{
  return kernel->share >= 0 ? g_strdup_printf ("%.1f %%", 100 * kernel->share) : g_strdup ("—");
}

static double
speed_of (const TlModelKernel *kernel)
{
  return kernel->flops > 0 && kernel->seconds > 0 ? kernel->flops / kernel->seconds : -1;
}

static char *
speed_text (const TlModelKernel *kernel)
{
  return without_unit (tl_format_gflops (kernel->flops, kernel->seconds), "GFLOP/s");
}

static double
roof_of (const TlModelKernel *kernel)
{
  return kernel->roof_s > 0 && kernel->seconds > 0 ? kernel->roof_s / kernel->seconds : -1;
}

static char *
roof_text (const TlModelKernel *kernel)
{
  return roof_of (kernel) > 0 ? g_strdup_printf ("%.0f %%", 100 * roof_of (kernel)) : g_strdup ("—");
}

static double
calls_of (const TlModelKernel *kernel)
{
  return kernel->n_calls;
}

static double
work_of (const TlModelKernel *kernel)
{
  return kernel->flops;
}

static double
time_of (const TlModelKernel *kernel)
{
  return kernel->seconds;
}

static double
latency_of (const TlModelKernel *kernel)
{
  return kernel->best_s > 0 ? kernel->best_s : -1;
}

static char *
latency_text (const TlModelKernel *kernel)
{
  return tl_format_seconds (latency_of (kernel));
}

static double
weighted_of (const TlModelKernel *kernel)
{
  return latency_of (kernel) * kernel->n_calls;
}

static char *
weighted_text (const TlModelKernel *kernel)
{
  return tl_format_seconds (weighted_of (kernel));
}

static double
trials_of (const TlModelKernel *kernel)
{
  return kernel->is_tuned ? (double) kernel->n_trials : -1;
}

static char *
trials_text (const TlModelKernel *kernel)
{
  return kernel->is_tuned ? g_strdup_printf ("%u", kernel->n_trials) : g_strdup ("—");
}

static double
done_of (const TlModelKernel *kernel)
{
  return kernel->is_done;
}

static char *
done_text (const TlModelKernel *kernel)
{
  return g_strdup (kernel->is_done ? "✓" : "");
}

/* When a column is shown: in windows that are not wide there is not room for all. */
typedef enum
{
  ALWAYS,
  WIDE,
  UNTUNED,        /* or wide */
  UNTUNED_ROOF,   /* … where the roof of a kernel is known */
  TUNED,
} ColumnUse;

/* Widths in characters; 0: the remaining width. */
static const struct
{
  const char *title;
  char     *(*text) (const TlModelKernel *kernel);
  double    (*value) (const TlModelKernel *kernel);   /* to sort by; NULL: by the text */
  int         n_chars;
  ColumnUse   use;
} columns[] = {
  { N_("ID"), id_text, id_of, 3, WIDE },
  { N_("Kernel"), name_text, NULL, 0, ALWAYS },
  { N_("Calls"), calls_text, calls_of, 5, ALWAYS },
  { "FLOP", work_text, work_of, 7, UNTUNED },
  { N_("Time"), time_text, time_of, 8, ALWAYS },
  { N_("Share"), share_text, time_of, 7, ALWAYS },
  { "GFLOP/s", speed_text, speed_of, 7, UNTUNED },
  { N_("Roof"), roof_text, roof_of, 5, UNTUNED_ROOF },
  { N_("Latency"), latency_text, latency_of, 8, TUNED },
  { N_("Weighted"), weighted_text, weighted_of, 9, TUNED },
  { N_("Trials"), trials_text, trials_of, 6, TUNED },
  { N_("Done"), done_text, done_of, 5, TUNED },
};

#define NAME_COLUMN  1
#define SHARE_COLUMN 5

/* --- cells --- */

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer column)
{
  GtkWidget *cell = tl_cell_new (GPOINTER_TO_UINT (column) == NAME_COLUMN ? 0 : 1), *box;

  if (GPOINTER_TO_UINT (column) != SHARE_COLUMN)
    {
      gtk_list_item_set_child (item, cell);
      return;
    }
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  gtk_box_append (GTK_BOX (box), cell);
  gtk_box_append (GTK_BOX (box), tl_share_bar_new ());
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_list_item_set_child (item, box);
}

static void
fill_cell (TlKernelTable *self, GtkListItem *item, guint column)
{
  guint                index = kernel_of (gtk_list_item_get_item (item));
  GtkWidget           *child = gtk_list_item_get_child (item);
  const TlModelKernel *kernel;
  g_autofree char     *text = NULL;

  if (self->facts == NULL || index >= self->facts->kernels->len)
    return;
  kernel = self->facts->kernels->pdata[index];
  text = columns[column].text (kernel);
  tl_cell_set_text (TL_CELL (column == SHARE_COLUMN ? gtk_widget_get_first_child (child) : child), text);
  if (column == SHARE_COLUMN)
    tl_share_bar_set (TL_SHARE_BAR (gtk_widget_get_last_child (child)), kernel->share / self->most_share, kernel->share);
  if (column == NAME_COLUMN)
    tl_widget_set_tooltip (child, kernel->name);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer column)
{
  TlKernelTable *self = g_object_get_data (G_OBJECT (factory), "table");

  g_hash_table_insert (self->cells, item, column);
  fill_cell (self, item, GPOINTER_TO_UINT (column));
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer column)
{
  TlKernelTable *self = g_object_get_data (G_OBJECT (factory), "table");

  g_hash_table_remove (self->cells, item);
}

/* Descending by number, those with equal numbers in the order of their calls; the view turns it round. */
static int
compare (gconstpointer a, gconstpointer b, gpointer column)
{
  TlKernelTable       *self = g_object_get_data (G_OBJECT (column), "table");
  guint                index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (column), "column")), i = kernel_of ((gpointer) a),
                       j = kernel_of ((gpointer) b);
  const TlModelKernel *x, *y;
  double               difference;

  if (self->facts == NULL || tl_max (i, j) >= self->facts->kernels->len)
    return 0;
  x = self->facts->kernels->pdata[i];
  y = self->facts->kernels->pdata[j];
  if (columns[index].value == NULL)
    return g_utf8_collate (tl_model_kernel_short_name (x), tl_model_kernel_short_name (y));
  difference = columns[index].value (x) - columns[index].value (y);
  return difference != 0 ? (difference > 0) - (difference < 0) : (i < j) - (i > j);
}

static int
width_of (TlKernelTable *self, int n_chars)
{
  PangoContext     *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  int               width = PANGO_PIXELS_CEIL (pango_font_metrics_get_approximate_digit_width (metrics) * n_chars) + CELL_PADDING_PX;

  pango_font_metrics_unref (metrics);
  return width;
}

static void
add_column (TlKernelTable *self, guint index)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (_(columns[index].title), factory);
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (compare, column, NULL));

  g_object_set_data (G_OBJECT (factory), "table", self);
  g_object_set_data (G_OBJECT (column), "table", self);
  g_object_set_data (G_OBJECT (column), "column", GUINT_TO_POINTER (index));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), GUINT_TO_POINTER (index));
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), GUINT_TO_POINTER (index));
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), GUINT_TO_POINTER (index));
  gtk_column_view_column_set_expand (column, columns[index].n_chars == 0);
  gtk_column_view_column_set_resizable (column, TRUE);
  if (columns[index].n_chars > 0)
    gtk_column_view_column_set_fixed_width (column, width_of (self, columns[index].n_chars));
  gtk_column_view_column_set_sorter (column, sorter);
  g_ptr_array_add (self->columns, g_object_ref (column));
  if (columns[index].use == TUNED || columns[index].use == WIDE)
    return;
  gtk_column_view_append_column (self->view, column);
  if (index == SHARE_COLUMN)
    gtk_column_view_sort_by_column (self->view, column, GTK_SORT_DESCENDING);
}

static gboolean
is_shown (TlKernelTable *self, guint index)
{
  return gtk_column_view_column_get_column_view (self->columns->pdata[index]) != NULL;
}

static gboolean
is_wanted (TlKernelTable *self, ColumnUse use, gboolean is_tuned, gboolean is_roof_known)
{
  switch (use)
    {
    case ALWAYS:
      return TRUE;
    case WIDE:
      return self->is_wide;
    case UNTUNED:
      return self->is_wide || !is_tuned;
    case UNTUNED_ROOF:
      return is_roof_known && (self->is_wide || !is_tuned);
    case TUNED:
      return is_tuned;
    }
  g_assert_not_reached ();
}

/* A column that is hidden takes part in the layout of GTK 4.8. */
static void
show_columns (TlKernelTable *self, gboolean is_tuned, gboolean is_roof_known)
{
  guint place = 0;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      gboolean has_place = is_wanted (self, columns[i].use, is_tuned, is_roof_known);

      if (has_place && !is_shown (self, i))
        gtk_column_view_insert_column (self->view, place, self->columns->pdata[i]);
      else if (!has_place && is_shown (self, i))
        gtk_column_view_remove_column (self->view, self->columns->pdata[i]);
      place += has_place;
    }
}

/* --- selection --- */

static void
on_selected (TlKernelTable *self)
{
  gpointer row = gtk_single_selection_get_selected_item (self->selection);

  if (row != NULL && !self->is_filling)
    g_signal_emit (self, signals[SELECTED], 0, kernel_of (row));
}

static void
on_activated (TlKernelTable *self, guint position)
{
  g_autoptr (GObject) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (row != NULL)
    g_signal_emit (self, signals[OPENED], 0, kernel_of (row));
}

void
tl_kernel_table_select (TlKernelTable *self, gint kernel)
{
  guint place = GTK_INVALID_LIST_POSITION, n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));

  for (guint i = 0; kernel >= 0 && i < n; i++)
    {
      g_autoptr (GObject) row = g_list_model_get_item (G_LIST_MODEL (self->selection), i);

      if (kernel_of (row) == (guint) kernel)
        place = i;
    }
  self->is_filling = TRUE;
  gtk_single_selection_set_selected (self->selection, place);
  self->is_filling = FALSE;
  if (place != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (GTK_WIDGET (self->view), "list.scroll-to-item", "u", place);
}

/* Whatever depends on all kernels. */
static void
look_at_all (TlKernelTable *self)
{
  gboolean is_roof_known = FALSE;

  self->most_share = 1e-9;
  for (guint i = 0; self->facts != NULL && i < self->facts->kernels->len; i++)
    {
      const TlModelKernel *kernel = self->facts->kernels->pdata[i];

      self->most_share = tl_max (self->most_share, kernel->share);
      is_roof_known = is_roof_known || kernel->roof_s > 0;
    }
  show_columns (self, self->facts != NULL && tl_model_facts_are_tuned (self->facts), is_roof_known);
}

void
tl_kernel_table_set_room (TlKernelTable *self, gboolean is_wide, gboolean is_narrow)
{
  self->is_wide = is_wide;
  self->is_narrow = is_narrow;
  look_at_all (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
tl_kernel_table_set_facts (TlKernelTable *self, const TlModelFacts *facts)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  self->facts = facts;
  look_at_all (self);
  for (guint i = 0; facts != NULL && i < facts->kernels->len; i++)
    {
      GtkStringObject *row = gtk_string_object_new (((const TlModelKernel *) facts->kernels->pdata[i])->name);

      g_object_set_data (G_OBJECT (row), "kernel", GUINT_TO_POINTER (i));
      g_ptr_array_add (rows, row);
    }
  self->is_filling = TRUE;
  g_list_store_splice (self->store, 0, g_list_model_get_n_items (G_LIST_MODEL (self->store)), rows->pdata, rows->len);
  self->is_filling = FALSE;
}

void
tl_kernel_table_refresh (TlKernelTable *self)
{
  GHashTableIter iter;
  gpointer       item, column;

  look_at_all (self);
  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &item, &column))
    fill_cell (self, item, GPOINTER_TO_UINT (column));
}

/* --- object --- */

/* All columns are seen where there is room; the view in the scroller asks for none. */
static void
tl_kernel_table_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                         int *natural_baseline)
{
  TlKernelTable *self = TL_KERNEL_TABLE (widget);
  int            needed = 0;

  gtk_widget_measure (self->scroller, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
      needed += is_shown (self, i) ? width_of (self, columns[i].n_chars > 0 ? columns[i].n_chars : NAME_CHARS) : 0;
  needed += *minimum;
  if (!self->is_narrow)
    *minimum = needed;
  *natural = tl_max (*natural, needed);
}

static void
tl_kernel_table_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_size_allocate (TL_KERNEL_TABLE (widget)->scroller, &(GtkAllocation) { 0, 0, width, height }, baseline);
}

static void
tl_kernel_table_dispose (GObject *object)
{
  TlKernelTable *self = TL_KERNEL_TABLE (object);

  self->facts = NULL;
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->columns, g_ptr_array_unref);
  g_clear_object (&self->selection);
  g_clear_object (&self->store);
  G_OBJECT_CLASS (tl_kernel_table_parent_class)->dispose (object);
}

static void
tl_kernel_table_finalize (GObject *object)
{
  g_hash_table_unref (TL_KERNEL_TABLE (object)->cells);
  G_OBJECT_CLASS (tl_kernel_table_parent_class)->finalize (object);
}

static void
tl_kernel_table_class_init (TlKernelTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_kernel_table_dispose;
  G_OBJECT_CLASS (klass)->finalize = tl_kernel_table_finalize;
  GTK_WIDGET_CLASS (klass)->measure = tl_kernel_table_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = tl_kernel_table_size_allocate;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "kerneltable");
  signals[SELECTED] = g_signal_new ("selected", TL_TYPE_KERNEL_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[OPENED] = g_signal_new ("opened", TL_TYPE_KERNEL_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
tl_kernel_table_init (TlKernelTable *self)
{
  GtkSortListModel *sorted;

  self->columns = g_ptr_array_new_with_free_func (g_object_unref);
  self->cells = g_hash_table_new (NULL, NULL);
  self->store = g_list_store_new (GTK_TYPE_STRING_OBJECT);
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  sorted = gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (self->store)), g_object_ref (gtk_column_view_get_sorter (self->view)));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (sorted));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Kernels"), -1);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    add_column (self, i);
  g_signal_connect_swapped (self->selection, "notify::selected", G_CALLBACK (on_selected), self);
  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (on_activated), self);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}
