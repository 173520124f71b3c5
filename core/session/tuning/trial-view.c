/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning/trial-view.h"

#include <math.h>
#include <string.h>

#include "core/base/extremum.h"

/* A list has widgets for two hundred rows, visible or not, and to destroy those of one takes half a millisecond. */
#define N_ROWS_MADE   200
#define N_ROWS_GONE   16    /* in a dispatch */
#define NO_TRIAL      G_MAXUINT   /* of a row whose trial the store has no more */

/* --- TlTrialItem --- */

struct _TlTrialItem
{
  GObject       parent_instance;
  TlTrialStore *store;
  guint         index;
};

G_DEFINE_FINAL_TYPE (TlTrialItem, tl_trial_item, G_TYPE_OBJECT)

static void
tl_trial_item_finalize (GObject *object)
{
  g_object_unref (TL_TRIAL_ITEM (object)->store);
  G_OBJECT_CLASS (tl_trial_item_parent_class)->finalize (object);
}

static void
tl_trial_item_class_init (TlTrialItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_trial_item_finalize;
}

static void
tl_trial_item_init (TlTrialItem *self)
{
}

TlTrialItem *
tl_trial_item_new (TlTrialStore *store, guint index)
{
  TlTrialItem *item = g_object_new (TL_TYPE_TRIAL_ITEM, NULL);

  item->store = g_object_ref (store);
  item->index = index;
  return item;
}

TlTrialStore *
tl_trial_item_store (TlTrialItem *self)
{
  return self->store;
}

guint
tl_trial_item_index (TlTrialItem *self)
{
  return self->index;
}

TlTrialRecord
tl_trial_item_record (TlTrialItem *self)
{
  return tl_trial_store_get (self->store, self->index);
}

/* --- TlTrialView --- */

struct _TlTrialView
{
  GObject        parent_instance;
  TlTrialStore  *store;
  GArray        *order_of;     /* guint: position → index in the store */
  guint          n_taken;      /* of the store's trials, those of other runs included */
  gint           run;          /* the one that is shown; -1: all */
  TlFailureGroup *group;       /* owned; the only trials that are shown; NULL: all */
  TlTrialColumns columns;      /* borrows @store */
  GArray        *keys;         /* TlTrialSortKey */
  char          *expression;   /* of the filter; NULL: none */
  TlTrialFields *fields;       /* that it names; made again when there are more */
  TlTrialFilter *filter;
  guint          pace_ms;      /* new trials are taken no sooner after others; 0: at once */
  guint          most;         /* of them at a time; 0: all */
  guint          timer;        /* since some were taken */
  guint          replacing;    /* the rows of another run */
  gboolean       is_emptied;   /* they are gone */
};

static void     list_model_init (GListModelInterface *iface);
static gboolean on_timer        (gpointer user_data);
static gboolean replace_some    (gpointer user_data);

G_DEFINE_FINAL_TYPE_WITH_CODE (TlTrialView, tl_trial_view, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static GType
get_item_type (GListModel *model)
{
  return TL_TYPE_TRIAL_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return TL_TRIAL_VIEW (model)->order_of->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  TlTrialView *self = TL_TRIAL_VIEW (model);

  if (position >= self->order_of->len)
    return NULL;
  return tl_trial_item_new (self->store, g_array_index (self->order_of, guint, position));
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static gint
compare_doubles (double a, double b)
{
  return (a > b) - (a < b);
}

/* Groups in the order of latencies; within each, by seconds. */
typedef enum { PLACE_RANKS, PLACE_UNRANKED, PLACE_IMPLAUSIBLE, PLACE_PRUNED, PLACE_FAILED } Place;

static Place
place_of (TlTrialStore *store, guint index)
{
  guint8 outcome = tl_trial_store_outcome (store)[index], marks = tl_trial_store_marks (store)[index];

  if (outcome == TL_OUTCOME_PRUNED)
    return PLACE_PRUNED;
  if (outcome != TL_OUTCOME_OK || !(tl_trial_store_latency_s (store)[index] > 0))
    return PLACE_FAILED;
  return (marks & TL_TRIAL_IMPLAUSIBLE) != 0 ? PLACE_IMPLAUSIBLE : (marks & TL_TRIAL_UNRANKED) != 0 ? PLACE_UNRANKED : PLACE_RANKS;
}

static double
seconds_of (TlTrialStore *store, guint index, Place place)
{
  return place == PLACE_PRUNED ? tl_trial_store_get (store, index).lower_bound_s : place == PLACE_FAILED ? 0
         : tl_trial_store_latency_s (store)[index];
}

static gint
compare_latencies (TlTrialStore *store, guint a, guint b, gboolean descending)
{
  Place place_a = place_of (store, a), place_b = place_of (store, b);
  gint  result;

  if (place_a != place_b)
    return place_a < place_b ? -1 : 1;
  result = compare_doubles (seconds_of (store, a, place_a), seconds_of (store, b, place_b));
  return descending ? -result : result;
}

static gint
compare_by (TlTrialView *self, const TlTrialSortKey *key, guint a, guint b)
{
  const char *word = tl_trial_column_word (&self->columns, key->column, a);
  double      value_a, value_b;
  gint        result;

  if (key->column == TL_COLUMN_LATENCY)
    return compare_latencies (self->store, a, b, key->descending);
  if (word != NULL && key->column != TL_COLUMN_STATUS)
    {
      const char *other = tl_trial_column_word (&self->columns, key->column, b);

      if ((word[0] == '\0') != (other[0] == '\0'))
        return word[0] == '\0' ? 1 : -1;
      result = g_ascii_strcasecmp (word, other);
      return key->descending ? -result : result;
    }
  value_a = tl_trial_column_value (&self->columns, key->column, a);
  value_b = tl_trial_column_value (&self->columns, key->column, b);
  if (isnan (value_a) || isnan (value_b))
    return isnan (value_a) - isnan (value_b);
  result = compare_doubles (value_a, value_b);
  return key->descending ? -result : result;
}

/* Rows stand in order of number. */
static gint
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  TlTrialView *self = user_data;
  guint        ia = *(const guint *) a, ib = *(const guint *) b;

  for (guint i = 0; i < self->keys->len; i++)
    {
      gint result = compare_by (self, &g_array_index (self->keys, TlTrialSortKey, i), ia, ib);

      if (result != 0)
        return result;
    }
  return (ia > ib) - (ia < ib);
}

static gboolean
is_sorted (TlTrialView *self)
{
  for (guint i = 1; i < self->order_of->len; i++)
    if (compare_rows (&g_array_index (self->order_of, guint, i - 1), &g_array_index (self->order_of, guint, i), self) > 0)
      return FALSE;
  return TRUE;
}

/* A trial can bring a new decision, whose name comes behind the others or changes them. */
static void
compile_filter (TlTrialView *self)
{
  guint place;

  if (self->expression == NULL || (self->fields != NULL && self->fields->source.n_fields == tl_trial_columns_n (&self->columns)))
    return;
  g_clear_pointer (&self->filter, tl_trial_filter_free);
  g_clear_pointer (&self->fields, tl_trial_fields_free);
  self->fields = tl_trial_fields_new (&self->columns);
  self->filter = tl_trial_filter_parse (self->expression, &self->fields->source, &place, NULL);
}

static gboolean
is_in_run (TlTrialView *self, guint index)
{
  TlTrialRun run;

  if (self->run < 0)
    return TRUE;
  if ((guint) self->run >= tl_trial_store_n_runs (self->store))
    return FALSE;
  run = tl_trial_store_run (self->store, (guint) self->run);
  return index >= run.first && index < run.first + run.n;
}

static gboolean
is_shown (TlTrialView *self, guint index)
{
  return is_in_run (self, index) && (self->group == NULL || tl_failure_group_has (self->group, self->store, index))
         && (self->filter == NULL || tl_trial_filter_matches (self->filter, &self->fields->source, index));
}

static void
put_in_order (TlTrialView *self)
{
  g_clear_handle_id (&self->replacing, g_source_remove);
  compile_filter (self);
  g_array_set_size (self->order_of, 0);
  self->n_taken = tl_trial_store_n (self->store);
  for (guint i = 0; i < self->n_taken; i++)
    if (is_shown (self, i))
      g_array_append_val (self->order_of, i);
  if (!is_sorted (self))
    g_array_sort_with_data (self->order_of, compare_rows, self);
}

static void
rebuild (TlTrialView *self)
{
  guint before = self->order_of->len;

  put_in_order (self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->order_of->len);
}

/* The store is empty. To destroy the widgets of all rows takes several frames: some go at a time, and until then they are of no trial. */
static void
begin_to_empty (TlTrialView *self)
{
  for (guint i = 0; i < self->order_of->len; i++)
    g_array_index (self->order_of, guint, i) = NO_TRIAL;
  self->n_taken = 0;
  self->is_emptied = FALSE;
  if (self->replacing == 0)
    self->replacing = g_idle_add_full (G_PRIORITY_HIGH_IDLE, replace_some, self, NULL);
}

/* Rows whose trial is the same as before stay: a table need not make all of its widgets again because one time is another. */
static void
on_reset (TlTrialView *self)
{
  g_autoptr (GArray) before = g_array_copy (self->order_of);
  const guint       *old = (const guint *) (gpointer) before->data, *new;
  guint              shorter, first = 0, last = 0;

  if (tl_trial_store_n (self->store) == 0 && before->len > N_ROWS_GONE && self->pace_ms > 0)
    {
      begin_to_empty (self);
      return;
    }
  put_in_order (self);
  new = (const guint *) (gpointer) self->order_of->data;
  shorter = MIN (before->len, self->order_of->len);
  while (first < shorter && old[first] == new[first])
    first++;
  while (last < shorter - first && old[before->len - 1 - last] == new[self->order_of->len - 1 - last])
    last++;
  if (before->len - first - last > 0 || self->order_of->len - first - last > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), first, before->len - first - last, self->order_of->len - first - last);
}

static guint
insert_position (TlTrialView *self, guint index)
{
  guint low = 0, high = self->order_of->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (compare_rows (&g_array_index (self->order_of, guint, middle), &index, self) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* New trials are inserted where they belong, so that the table does not jump, neighbours in one piece; a flood is sorted as a whole. */
static void
take_new (TlTrialView *self, guint most)
{
  guint    first = self->n_taken, n_new = tl_trial_store_n (self->store) - first, start = 0, n = 0;
  guint    end = first + (most > 0 ? MIN (n_new, most) : n_new);
  gboolean is_as_they_come = self->keys->len == 0;

  compile_filter (self);
  if (end - first > 64 && !is_as_they_come)
    {
      rebuild (self);
      return;
    }
  self->n_taken = end;
  for (guint i = first; i < end; i++)
    {
      guint position;

      if (!is_shown (self, i))
        continue;
      position = insert_position (self, i);
      if (n > 0 && position != start + n)
        {
          g_list_model_items_changed (G_LIST_MODEL (self), start, 0, n);
          n = 0;
        }
      if (n == 0)
        start = position;
      n++;
      g_array_insert_val (self->order_of, position, i);
    }
  if (n > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), start, 0, n);
}

/* From the end. */
static void
remove_some (TlTrialView *self)
{
  guint n = self->order_of->len, left = n > N_ROWS_GONE ? tl_min (n - N_ROWS_GONE, N_ROWS_MADE) : 0;

  self->is_emptied = left == 0;
  if (self->is_emptied)
    self->n_taken = self->run >= 0 && (guint) self->run < tl_trial_store_n_runs (self->store)
                    ? tl_trial_store_run (self->store, (guint) self->run).first : 0;
  g_array_set_size (self->order_of, left);
  g_list_model_items_changed (G_LIST_MODEL (self), left, n - left, 0);
}

/* Those that were shown go, then the ones to show come. */
static gboolean
replace_some (gpointer user_data)
{
  TlTrialView *self = user_data;

  if (!self->is_emptied)
    remove_some (self);
  else
    take_new (self, self->most);
  if (!self->is_emptied || self->n_taken < tl_trial_store_n (self->store))
    return G_SOURCE_CONTINUE;
  self->replacing = 0;
  return G_SOURCE_REMOVE;
}

static void
wait_for_pace (TlTrialView *self)
{
  if (self->pace_ms > 0)
    self->timer = g_timeout_add (self->pace_ms, on_timer, self);
}

static gboolean
on_timer (gpointer user_data)
{
  TlTrialView *self = user_data;

  self->timer = 0;
  if (self->n_taken == tl_trial_store_n (self->store) || self->replacing != 0)
    return G_SOURCE_REMOVE;
  take_new (self, self->most);
  wait_for_pace (self);
  return G_SOURCE_REMOVE;
}

static void
on_appended (TlTrialView *self, guint first, guint n)
{
  if (self->timer != 0 || self->replacing != 0)
    return;
  take_new (self, self->most);
  wait_for_pace (self);
}

static void
tl_trial_view_finalize (GObject *object)
{
  TlTrialView *self = TL_TRIAL_VIEW (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_handle_id (&self->replacing, g_source_remove);
  g_array_unref (self->order_of);
  g_array_unref (self->keys);
  g_clear_pointer (&self->filter, tl_trial_filter_free);
  g_clear_pointer (&self->fields, tl_trial_fields_free);
  g_clear_pointer (&self->group, tl_failure_group_free);
  g_free (self->expression);
  g_object_unref (self->store);
  G_OBJECT_CLASS (tl_trial_view_parent_class)->finalize (object);
}

static void
tl_trial_view_class_init (TlTrialViewClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_trial_view_finalize;
}

static void
tl_trial_view_init (TlTrialView *self)
{
  self->order_of = g_array_new (FALSE, FALSE, sizeof (guint));
  self->keys = g_array_new (FALSE, FALSE, sizeof (TlTrialSortKey));
  self->run = -1;
}

TlTrialView *
tl_trial_view_new (TlTrialStore *store)
{
  TlTrialView *self = g_object_new (TL_TYPE_TRIAL_VIEW, NULL);

  self->store = g_object_ref (store);
  self->columns.store = store;
  g_signal_connect_object (store, "appended", G_CALLBACK (on_appended), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (store, "reset", G_CALLBACK (on_reset), self, G_CONNECT_SWAPPED);
  rebuild (self);
  return self;
}

void
tl_trial_view_set_columns (TlTrialView *self, const TlTrialColumns *columns)
{
  g_return_if_fail (columns->store == self->store);

  self->columns = *columns;
  if (self->fields != NULL)
    self->fields->columns = *columns;
}

void
tl_trial_view_set_sort (TlTrialView *self, const TlTrialSortKey *keys, guint n)
{
  g_array_set_size (self->keys, 0);
  if (n > 0)
    g_array_append_vals (self->keys, keys, n);
  rebuild (self);
}

gboolean
tl_trial_view_set_filter (TlTrialView *self, const char *expression, guint *place, GError **error)
{
  g_autoptr (TlTrialFields) fields = tl_trial_fields_new (&self->columns);
  g_autoptr (TlTrialFilter) filter = tl_trial_filter_parse (expression, &fields->source, place, error);

  if (filter == NULL)
    return FALSE;
  if (g_strcmp0 (self->expression != NULL ? self->expression : "", expression) == 0)
    return TRUE;
  g_clear_pointer (&self->filter, tl_trial_filter_free);
  g_clear_pointer (&self->fields, tl_trial_fields_free);
  g_free (self->expression);
  self->expression = expression[strspn (expression, " ")] != '\0' ? g_strdup (expression) : NULL;
  rebuild (self);
  return TRUE;
}

void
tl_trial_view_refresh (TlTrialView *self)
{
  rebuild (self);
}

guint
tl_trial_view_n_unfiltered (TlTrialView *self)
{
  guint n = 0;

  if (self->run < 0)
    return tl_trial_store_n (self->store);
  for (guint i = 0; i < tl_trial_store_n (self->store); i++)
    n += is_in_run (self, i);
  return n;
}

const guint *
tl_trial_view_indices (TlTrialView *self, guint *n)
{
  *n = self->order_of->len > 0 && g_array_index (self->order_of, guint, 0) == NO_TRIAL ? 0 : self->order_of->len;
  return (const guint *) (gpointer) self->order_of->data;
}

void
tl_trial_view_set_run (TlTrialView *self, gint run)
{
  if (self->run == run)
    return;
  self->run = run;
  if (self->pace_ms == 0)
    rebuild (self);
  else if (self->replacing == 0)
    self->replacing = g_idle_add_full (G_PRIORITY_HIGH_IDLE, replace_some, self, NULL);
  self->is_emptied = FALSE;
}

void
tl_trial_view_set_group (TlTrialView *self, const TlFailureGroup *group)
{
  if (self->group == NULL && group == NULL)
    return;
  g_clear_pointer (&self->group, tl_failure_group_free);
  self->group = group != NULL ? tl_failure_group_copy (group) : NULL;
  rebuild (self);
}

void
tl_trial_view_set_pace (TlTrialView *self, guint ms, guint most)
{
  self->pace_ms = ms;
  self->most = most;
}

gint
tl_trial_view_find (TlTrialView *self, guint index)
{
  if (self->n_taken < tl_trial_store_n (self->store) && self->replacing == 0)
    take_new (self, 0);
  for (guint i = 0; i < self->order_of->len; i++)
    if (g_array_index (self->order_of, guint, i) == index)
      return (gint) i;
  return -1;
}
