/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/extremum.h"
#include "core/ir/compare.h"
#include "core/schedule/trace.h"
#include "core/default-schedules/default-schedule.h"
#include "core/search/tuner-private.h"

#define MAX_AT_ONCE  64u   /* TVM's num_trials_per_iter */
#define MIN_AT_ONCE 8u
#define GROWTH        8u    /* a batch is this part of the trials before it: the less is known, the more the next few outcomes tell */
#define MAX_EARLIER   256u  /* of a warm start: about what a population takes from what was measured */

/* --- sizes of batches --- */

/*
 * Some come out smaller than was asked for, where new programs are rare. A resumed run's are as they were, and come from asking for as many
 * as then, or it would not go on as it was: "0+8,8+8,13+8" is a list of first trials and of how many were asked for.
 */
static char *
batches_key (const TlTuner *tuner)
{
  return g_strdup_printf ("batches of run %" G_GINT64_FORMAT, tuner->run->id);
}

static const TlTunerBatch *
nth_batch (const TlTuner *tuner, guint index)
{
  return index < tuner->batches->len ? &g_array_index (tuner->batches, TlTunerBatch, index) : NULL;
}

/* NULL if none that is known begins with @first. */
static const TlTunerBatch *
find_batch (const TlTuner *tuner, guint first)
{
  const TlTunerBatch *batch;

  for (guint i = 0; (batch = nth_batch (tuner, i)); i++)
    if (batch->first == first)
      return batch;
  return NULL;
}

/* Numbers that do not grow from 0 on are none of ours, and end the list. */
void
tl_tuner_recall_batches (TlTuner *tuner)
{
  g_autofree char *key = batches_key (tuner), *text = tl_database_get (tuner->options.database, key);
  g_auto (GStrv) words = g_strsplit (text ? text : "", ",", -1);

  for (guint i = 0; words[i]; i++)
    {
      const char *plus = strchr (words[i], '+');
      TlTunerBatch batch = { .first = (guint) g_ascii_strtoull (words[i], NULL, 10),
                             .n_asked = plus ? (guint) g_ascii_strtoull (plus + 1, NULL, 10) : 0 };
      gboolean is_next = i == 0 ? batch.first == 0 : batch.first > nth_batch (tuner, i - 1)->first;

      if (!is_next)
        return;
      g_array_append_val (tuner->batches, batch);
    }
}

/* Before any of its trials is. FALSE if that cannot be kept. */
static gboolean
note_batch (TlTuner *tuner, const TlBatchRequest *request)
{
  const TlTunerBatch fresh = { .first = request->first_number, .n_asked = request->n }, *batch;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *key = tuner->run ? batches_key (tuner) : NULL;
  GError *error = NULL;

  if (find_batch (tuner, fresh.first))
    return TRUE;
  g_array_append_val (tuner->batches, fresh);
  for (guint i = 0; (batch = nth_batch (tuner, i)); i++)
    g_string_append_printf (text, batch->n_asked > 0 ? "%s%u+%u" : "%s%u", i > 0 ? "," : "", batch->first, batch->n_asked);
  if (!key || tl_database_set (tuner->options.database, key, text->str, &error))
    return TRUE;
  tl_tuner_give_up (tuner, error);
  return FALSE;
}

/* How many trials came of the batch that begins with @first; 0 where that is not known, or there is none. */
static guint
n_given (const TlTuner *tuner, guint first)
{
  const TlTunerBatch *next;

  for (guint i = 1; (next = nth_batch (tuner, i)); i++)
    if (nth_batch (tuner, i - 1)->first == first)
      return next->first - first;
  return 0;
}

/* The size of the batch from trial @first on; not by how long the run is, so that one that is resumed as a longer one goes on as it was. */
static guint
n_to_ask_for (const TlTuner *tuner, guint first)
{
  guint most = tuner->options.batch > 0 ? tuner->options.batch : MAX_AT_ONCE;
  const TlTunerBatch *known = find_batch (tuner, first);

  if (known && known->n_asked > 0)
    return known->n_asked;
  return tl_max (n_given (tuner, first), MIN (MAX (first / GROWTH, MIN_AT_ONCE), most));
}

/* --- planning --- */

/* Where the round that the next trial belongs to begins and ends. FALSE if that is beyond the trial budget. */
static gboolean
current_round (const TlTuner *tuner, guint *begin, guint *end)
{
  *begin = *end = 0;
  for (guint i = 0; i < tuner->rounds->len; i++)
    {
      *end = g_array_index (tuner->rounds, guint, i);
      if (*end > tuner->trials->len)
        return TRUE;
      *begin = *end;
    }
  return FALSE;
}

/* Within a round the batch before must have begun, and the one before that have ended; between rounds all must. */
static gboolean
is_turn (const TlTuner *tuner, guint round_begin)
{
  guint n_queued = tuner->trials->len;

  if (n_queued == round_begin)
    return tuner->n_done_front == n_queued;
  return tuner->n_begun > tuner->last_first && tuner->n_done_front >= tuner->last_first;
}

/* Whether there is nothing more to generate. */
static gboolean
is_over (const TlTuner *tuner, gboolean is_in_budget)
{
  return tuner->is_stopping || tuner->trials->len >= tuner->options.n_trials || (tuner->is_finishing && !is_in_budget);
}

TlSearchJob
tl_tuner_next_job_locked (TlTuner *tuner)
{
  guint begin, end;
  gboolean is_in_budget = current_round (tuner, &begin, &end);

  if (tuner->is_finished)
    return TL_SEARCH_JOB_NONE;
  if (tuner->is_search_over || is_over (tuner, is_in_budget))
    return tuner->n_pending > 0 ? TL_SEARCH_JOB_NONE : TL_SEARCH_JOB_END;
  return is_in_budget && !tuner->is_paused && is_turn (tuner, begin) ? TL_SEARCH_JOB_BATCH : TL_SEARCH_JOB_NONE;
}

/* FALSE if that is no longer possible. @n_known: of so many candidates the strategy is to know. */
static gboolean
plan (TlTuner *tuner, TlBatchRequest *request, guint *n_known)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);
  guint begin, end;

  if (tl_tuner_next_job_locked (tuner) != TL_SEARCH_JOB_BATCH)
    return FALSE;
  current_round (tuner, &begin, &end);
  *n_known = tuner->trials->len == begin ? begin : tuner->last_first;
  *request = (TlBatchRequest) { .first_number = tuner->trials->len,
                                .n = tl_min (n_to_ask_for (tuner, tuner->trials->len), end - tuner->trials->len),
                                .seen = tuner->seen };
  tuner->last_first = tuner->trials->len;
  return TRUE;
}

static TlTunerTrial *
nth_trial (TlTuner *tuner, guint number)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  return tuner->trials->pdata[number];
}

/* Finished trials do not change any more and may be read without the lock. */
static void
tell (TlTuner *tuner, guint n_known)
{
  for (; tuner->n_reported_to_strategy < n_known; tuner->n_reported_to_strategy++)
    {
      TlTunerTrial *trial = nth_trial (tuner, tuner->n_reported_to_strategy);

      if (!trial->state)
        continue;
      tuner->strategy->report (tuner->searcher, (guint) trial->candidate, trial->state, &trial->outcome);
      g_clear_pointer (&trial->state, tl_state_unref);
    }
}

/* Programs that earlier runs measured, wherever they are stored, are not generated again. Unreadable ones do not stop a search. */
static void
tell_earlier (TlTuner *tuner)
{
  TlRecords *records = tuner->options.resume_run_id == 0 ? tuner->options.records : NULL;
  g_autoptr (GPtrArray) earlier = records ? tl_records_top (records, tl_state_module (tuner->options.start), MAX_EARLIER, NULL) : NULL;

  for (guint i = 0; earlier && i < earlier->len; i++)
    {
      const TlRecord *record = earlier->pdata[i];
      const TlOutcome outcome = { .kind = TL_OUTCOME_OK, .samples_s = record->run_s, .n_samples = record->n_run_s };
      g_autoptr (TlState) state = tl_trace_replay_json (tuner->options.start, record->trace_json, TRUE, FALSE, NULL);
      guint64 hash = state ? tl_module_hash (tl_state_module (state)) : 0;

      if (state && tl_state_n_steps (state) > 0 && g_hash_table_add (tuner->seen, g_memdup2 (&hash, sizeof hash)))
        tuner->strategy->report (tuner->searcher, TL_TRIAL_EARLIER, state, &outcome);
    }
}

/* --- generating --- */

/* A resumed run's trial as it was. One whose trace cannot be replayed any more keeps its number. */
static TlTunerTrial *
restore_trial (TlTuner *tuner, guint candidate, const TlTrialRow *row)
{
  TlTunerTrial *trial
    = tl_tuner_trial_new (tuner, (gint) candidate, row->trace_json
                          ? tl_trace_replay_json (tuner->options.start, row->trace_json, TRUE, FALSE, NULL) : NULL);

  trial->score = row->score;
  trial->origin = row->origin;
  return trial;
}

/* Appends what was recorded of a batch of @n, as far as it goes on without a gap. */
static void
restore (TlTuner *tuner, const TlBatchRequest *request, guint n, GPtrArray *batch)
{
  const TlTrialRow *row;

  while (batch->len < n && (row = tl_tuner_recorded (tuner, (gint) (request->first_number + batch->len))))
    g_ptr_array_add (batch, restore_trial (tuner, request->first_number + batch->len, row));
}

static gboolean
obeys (const TlBatchRequest *request, TlState *state)
{
  g_autoptr (TlEditedTrace) edited = request->constraints ? tl_edited_trace_new (state) : NULL;

  return !edited || tl_constraints_allow (request->constraints, edited);
}

/*
 * The schedule by rules takes the place of the very first candidate: it is known to be good, the others are measured against it and the
 * model learns from it. NULL for any other number, and where there is none that obeys the constraints.
 */
static TlState *
default_schedule_for (TlTuner *tuner, const TlBatchRequest *request, guint candidate)
{
  const TlTuneOptions *options = &tuner->options;
  g_autoptr (TlState) state = NULL;

  if (candidate > 0 || !options->begins_with_default_schedule || tl_state_n_steps (options->start) > 0)
    return NULL;
  state = tl_default_schedule (options->start, options->func_name, &options->target, NULL);
  return state && obeys (request, state) ? g_steal_pointer (&state) : NULL;
}

/* One of the batch: recorded, by rules or @state. */
static TlTunerTrial *
make_trial (TlTuner *tuner, const TlBatchRequest *request, guint candidate, TlState *state, double score, TlTrialOrigin origin)
{
  const TlTrialRow *row = tl_tuner_recorded (tuner, (gint) candidate);
  TlState *default_schedule = row ? NULL : default_schedule_for (tuner, request, candidate);
  TlTunerTrial *trial
    = row ? restore_trial (tuner, candidate, row) : tl_tuner_trial_new (tuner, (gint) candidate,
                                                                        default_schedule ? default_schedule : tl_state_ref (state));

  if (row)
    return trial;
  trial->score = default_schedule ? NAN : score;
  trial->origin = default_schedule ? (TlTrialOrigin) { .kind = TL_ORIGIN_RULES } : origin;
  return trial;
}

/* --- made by hand --- */

gboolean
tl_tuner_add (TlTuner *tuner, const char *trace_json, GError **error)
{
  g_autoptr (TlState) state = tl_trace_replay_json (tuner->options.start, trace_json, TRUE, FALSE, error);

  return state && tl_tuner_add_state (tuner, state, error);
}

gboolean
tl_tuner_add_state (TlTuner *tuner, TlState *state, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  if (tuner->is_search_over || tuner->is_stopping || tuner->is_finished)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "the run is at its end: nothing can be added any more");
  if (tuner->trials->len + tuner->added->len >= tuner->options.n_trials)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "all %u candidates of the run are generated: raise its budget first",
                    tuner->options.n_trials);
  g_ptr_array_add (tuner->added, tl_state_ref (state));
  return TRUE;
}

/* The next one that was added, as candidate @candidate; NULL if there is none, or the place is that of the default schedule. */
static TlTunerTrial *
take_added (TlTuner *tuner, guint candidate)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);
  TlTunerTrial *trial;

  if (tuner->added->len == 0 || (candidate == 0 && tuner->options.begins_with_default_schedule))
    return NULL;
  trial = tl_tuner_trial_new (tuner, (gint) candidate, g_ptr_array_steal_index (tuner->added, 0));
  trial->origin.kind = TL_ORIGIN_ADDED;
  return trial;
}

static guint
n_added (GPtrArray *batch)
{
  guint n = 0;

  for (guint i = 0; i < batch->len; i++)
    n += ((const TlTunerTrial *) batch->pdata[i])->origin.kind == TL_ORIGIN_ADDED;
  return n;
}

/* Fills @batch up to @n with those that were added and with @states, of which a resumed run has had some before. */
static void
fill (TlTuner *tuner, const TlBatchRequest *request, guint n, GPtrArray *states, GPtrArray *batch)
{
  guint at = batch->len - n_added (batch);

  while (batch->len < n)
    {
      guint candidate = request->first_number + batch->len;
      TlTunerTrial *trial = take_added (tuner, candidate);

      if (!trial && at < states->len)
        {
          trial = make_trial (tuner, request, candidate, states->pdata[at], request->scores[at], request->origins[at]);
          at++;
        }
      if (!trial)
        return;
      g_ptr_array_add (batch, trial);
    }
}

/* The rest of a batch of @n. FALSE if there is none. */
static gboolean
generate (TlTuner *tuner, const TlBatchRequest *request, guint n, GPtrArray *batch)
{
  g_autofree double *scores = g_new (double, request->n);
  g_autofree TlTrialOrigin *origins = g_new (TlTrialOrigin, request->n);
  TlBatchRequest scored = *request;
  g_autoptr (GPtrArray) states = NULL;
  GError *error = NULL;

  scored.scores = scores;
  scored.origins = origins;
  for (guint i = 0; i < request->n; i++)
    {
      scores[i] = NAN;
      origins[i] = (TlTrialOrigin) { .kind = TL_ORIGIN_RANDOM };
    }
  tl_search_progress_set_phase (&tuner->progress, TL_SEARCH_SEARCHING);
  states = tuner->strategy->generate (tuner->searcher, &scored, tuner->cancellable, &error);
  tl_search_progress_set_phase (&tuner->progress, TL_SEARCH_WAITING);
  if (!states)
    tl_tuner_give_up (tuner, error);
  else
    fill (tuner, &scored, n, states, batch);
  return batch->len > 0;
}

static void
queue (TlTuner *tuner, GPtrArray *batch)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  for (guint i = 0; i < batch->len; i++)
    {
      TlTunerTrial *trial = batch->pdata[i];
      const TlTrialRow *row = tl_tuner_recorded (tuner, trial->candidate);

      g_ptr_array_add (tuner->trials, trial);
      if (trial->state)
        g_hash_table_add (tuner->seen, g_memdup2 (&trial->hash, sizeof trial->hash));
      if (row)
        {
          tuner->n_begun++;
          tl_tuner_settle_locked (tuner, trial, &row->outcome);
        }
      else
        tl_tuner_push_locked (tuner, trial);
    }
}

static void
create_searcher (TlTuner *tuner)
{
  const TlSearchTask task = { .space = tuner->options.space, .start = tuner->options.start, .func_name = tuner->options.func_name,
                              .target = &tuner->options.target, .constants = tuner->options.constants,
                              .seed = tuner->options.config.seed, .args = tuner->strategy_component.args,
                              .model = tuner->options.model, .threads = tuner->threads, .progress = &tuner->progress };

  tuner->strategy = tl_strategy_of (&tuner->strategy_component);
  tuner->searcher = tuner->strategy->create (&task);
  tell_earlier (tuner);
}

/* FALSE if there is nothing more to give. */
static gboolean
generate_batch (TlTuner *tuner, TlBatchRequest *request, guint n_known)
{
  g_autoptr (GPtrArray) batch = g_ptr_array_new ();
  guint n;

  if (!tl_tuner_constraints_for (tuner, request->first_number, find_batch (tuner, request->first_number) != NULL, &request->constraints)
      || !note_batch (tuner, request))
    return FALSE;
  n = n_given (tuner, request->first_number);
  n = n > 0 ? MIN (n, request->n) : request->n;
  tell (tuner, n_known);
  restore (tuner, request, n, batch);
  if (batch->len < n && !generate (tuner, request, n, batch))
    return FALSE;
  queue (tuner, batch);
  return TRUE;
}

/* A budget that was changed is in the file before a trial beyond the old one is. FALSE if it cannot be kept. */
static gboolean
save_budget (TlTuner *tuner)
{
  GError *error = NULL;
  guint n_trials;

  g_mutex_lock (&tuner->lock);
  n_trials = tuner->options.n_trials;
  g_mutex_unlock (&tuner->lock);
  if (!tuner->run || tuner->run->n_trials_wanted == n_trials)
    return TRUE;
  tuner->run->n_trials_wanted = n_trials;
  if (tl_database_save_run (tuner->options.database, tuner->run, &error))
    return TRUE;
  tl_tuner_give_up (tuner, error);
  return FALSE;
}

void
tl_tuner_generate (TlTuner *tuner)
{
  TlBatchRequest request;
  guint n_known;

  if (!save_budget (tuner))
    return;
  if (!tuner->searcher)
    {
      tl_tuner_note_peak (tuner);
      create_searcher (tuner);
    }
  if (!plan (tuner, &request, &n_known) || generate_batch (tuner, &request, n_known))
    return;
  g_mutex_lock (&tuner->lock);
  tuner->is_search_over = TRUE;
  g_mutex_unlock (&tuner->lock);
}

void
tl_tuner_end_search (TlTuner *tuner)
{
  if (tuner->searcher)
    tuner->strategy->destroy (tuner->searcher);
  tuner->searcher = NULL;
}
