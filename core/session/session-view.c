/* SPDX-License-Identifier: Apache-2.0 */
/* How a project was last looked at, and its figures for the list of recent files. */
#include "core/session/session-private.h"

#include "core/base/extremum.h"
#include "core/session/program-view.h"
#include "core/session/recent.h"

void
tl_session_keep_view (TlSession *self, const char *key, const char *value)
{
  TlDatabase *database = tl_storage_path (self->storage) != NULL ? tl_storage_peek_database (self->storage) : NULL;

  if (database != NULL && value != NULL)
    tl_database_set (database, key, value, NULL);
}

char *
tl_session_view (TlSession *self, const char *key)
{
  TlDatabase *database = tl_storage_peek_database (self->storage);

  return database != NULL ? tl_database_get (database, key) : NULL;
}

/* --- the selected loop or block, by its place in the function --- */

#define SELECTED_KEY "selected-node"

static TlNodeId
node_of (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_FOR ? stmt->loop.id : stmt->block.id;
}

void
tl_session_keep_selection (TlSession *self)
{
  g_autoptr (GPtrArray) nodes = tl_program_view_nodes (tl_session_func (self), TRUE, TRUE);
  TlNodeId              selected = tl_selection_primary (self->selection);
  g_autofree char      *place = NULL;

  for (guint i = 0; selected != 0 && i < nodes->len; i++)
    if (node_of (nodes->pdata[i]) == selected)
      place = g_strdup_printf ("%u", i);
  tl_session_keep_view (self, SELECTED_KEY, place != NULL ? place : "");
}

void
tl_session_restore_selection (TlSession *self)
{
  g_autofree char      *place = tl_session_view (self, SELECTED_KEY);
  g_autoptr (GPtrArray) nodes = NULL;
  guint64               index;

  if (place == NULL || !g_ascii_string_to_unsigned (place, 10, 0, G_MAXUINT, &index, NULL))
    return;
  nodes = tl_program_view_nodes (tl_session_func (self), TRUE, TRUE);
  if (index < nodes->len)
    tl_selection_pick (self->selection, node_of (nodes->pdata[index]));
}

/* --- recent files --- */

/* The fastest of the variants and of the last run, for the function shown. */
static double
fastest_s (TlSession *self)
{
  double fastest = tl_tuning_is_predicted (self->tuning) ? 0 : tl_tuning_total_s (self->tuning);

  for (guint i = 0; i < tl_history_n_variants (self->history); i++)
    {
      gboolean         is_stale;
      const TlOutcome *outcome = tl_variant_last_outcome (tl_history_nth (self->history, i), self->program.func_name, &is_stale);
      TlLatency        latency;

      if (outcome != NULL && tl_outcome_latency (outcome, &latency) && (fastest <= 0 || latency.median_s < fastest))
        fastest = latency.median_s;
    }
  return MAX (fastest, 0);
}

static void
add_to_curve (TlRecentFile *figures, double latency_s)
{
  double best_s = figures->n_curve > 0 ? figures->curve_s[figures->n_curve - 1] : latency_s;

  if (latency_s > 0 && figures->n_curve < TL_RECENT_CURVE)
    figures->curve_s[figures->n_curve++] = tl_min (latency_s, best_s);
}

/* A place for each of the last trials of a single task, as many as are left. */
static void
add_trials (TlSession *self, TlRecentFile *figures)
{
  GListModel              *tasks = tl_tuning_tasks (self->tuning);
  g_autoptr (TlTuningTask) task = g_list_model_get_n_items (tasks) == 1 ? g_list_model_get_item (tasks, 0) : NULL;
  TlTrialStore            *trials = task != NULL ? tl_tuning_task_trials (task) : NULL;
  gboolean                 has_times = trials != NULL && !tl_trial_store_is_predicted (trials);
  guint                    n = has_times ? tl_trial_store_n (trials) : 0, room = TL_RECENT_CURVE - figures->n_curve, next = 0;

  for (guint place = 1; n > 0 && place <= room; place++)
    {
      double best_s = 0;

      for (; next < n * place / room; next++)
        {
          double latency_s = tl_trial_store_latency_s (trials)[next];

          if (latency_s > 0 && (best_s <= 0 || latency_s < best_s))
            best_s = latency_s;
        }
      add_to_curve (figures, best_s);
    }
}

/* The start, then the variants, then the trials. */
static void
note_curve (TlSession *self, TlRecentFile *figures)
{
  add_to_curve (figures, figures->start_s);
  for (guint i = 0; i < tl_history_n_variants (self->history) && figures->n_curve < TL_RECENT_CURVE / 2; i++)
    {
      gboolean         is_stale;
      const TlOutcome *outcome = tl_variant_last_outcome (tl_history_nth (self->history, i), self->program.func_name, &is_stale);
      TlLatency        latency;

      if (outcome != NULL && tl_outcome_latency (outcome, &latency))
        add_to_curve (figures, latency.median_s);
    }
  add_trials (self, figures);
}

void
tl_session_note_recent (TlSession *self)
{
  TlRecentFile figures = { .path = (char *) (tl_storage_path (self->storage) != NULL ? tl_storage_path (self->storage)
                                             : self->program.origin), .best_s = fastest_s (self),
                           .n_variants = tl_history_n_variants (self->history), .n_trials = tl_tuning_n_done (self->tuning) };
  TlLatency    start;

  if (tl_session_baseline (self, &start))
    figures.start_s = start.median_s;
  if (tl_tuning_is_resumable (self->tuning))
    figures.n_wanted = tl_tuning_n_wanted (self->tuning);
  note_curve (self, &figures);
  tl_recent_set_figures (&figures);
}
