/* SPDX-License-Identifier: Apache-2.0 */
/* Interleaved comparisons, seen from the pool: programs are built one after the other, then the runner has all of them. */
#include "core/base/extremum.h"
#include "core/base/json-members.h"
#include "core/measure/pool-private.h"
#include "core/schedule/interface.h"

#define SILENT_LIMIT_S 120.0   /* between two answers */

typedef struct
{
  const TlComparison  *comparison;
  TlOutcome           *outcomes;
  GArray              *samples[TL_COMPARISON_MAX];   /* double */
  TlComparisonProgress progress;
  gpointer             user_data;
} Sampling;

/* One sample of each entry; none of those that have dropped out. */
static void
on_round (JsonObject *header, gpointer user_data)
{
  Sampling  *sampling = user_data;
  JsonArray *samples = json_object_has_member (header, "samples") ? json_object_get_array_member (header, "samples") : NULL;

  for (guint i = 0; samples != NULL && i < tl_min (json_array_get_length (samples), sampling->comparison->n_entries); i++)
    {
      double sample = json_array_get_double_element (samples, i);

      if (sample <= 0)
        continue;
      g_array_append_val (sampling->samples[i], sample);
      sampling->outcomes[i].samples_s = (double *) (gpointer) sampling->samples[i]->data;
      sampling->outcomes[i].n_samples = sampling->samples[i]->len;
      sampling->outcomes[i].is_checked = TRUE;
    }
  if (sampling->progress)
    sampling->progress (sampling->outcomes, sampling->user_data);
}

static void
describe_entry (JsonArray *entries, const TlComparisonEntry *entry, guint workload, const TlPoolProgram *program)
{
  JsonObject *described = json_object_new ();

  json_object_set_int_member (described, "workload", workload);
  if (entry->baseline)
    json_object_set_string_member (described, "baseline", entry->baseline);
  else
    json_object_set_int_member (described, "size", (gint64) g_bytes_get_size (program->code));
  tl_pool_program_describe (program, described);
  json_array_add_object_element (entries, described);
}

static JsonObject *
comparison_request (TlWorkerPool *pool, const TlComparison *comparison, const TlPoolWorkloads *workloads, const guint *workload_of,
                    const TlPoolProgram *programs)
{
  JsonObject *header = tl_pool_runner_request (pool, "compare", workloads, comparison->target, SILENT_LIMIT_S);
  JsonArray  *entries = json_array_new ();

  for (guint i = 0; i < comparison->n_entries; i++)
    describe_entry (entries, &comparison->entries[i], workload_of[i], &programs[i]);
  json_object_set_array_member (header, "entries", entries);
  if (comparison->task)
    json_object_set_string_member (header, "task", comparison->task);
  json_object_set_int_member (header, "n_threads", comparison->target->num_cores);
  json_object_set_int_member (header, "n_rounds", comparison->n_rounds);
  json_object_set_double_member (header, "max_s", comparison->max_s);
  json_object_set_double_member (header, "min_repeat_ms", comparison->min_repeat_ms);
  json_object_set_double_member (header, "settle_ms", comparison->settle_ms);
  json_object_set_boolean_member (header, "fresh", TRUE);
  return header;
}

static void
note_dropped (JsonObject *header, TlOutcome *outcomes, guint n)
{
  JsonArray *dropped = json_object_has_member (header, "dropped") ? json_object_get_array_member (header, "dropped") : NULL;

  for (guint i = 0; dropped != NULL && i < json_array_get_length (dropped); i++)
    {
      JsonObject *one = json_array_get_object_element (dropped, i);
      gint64      index = tl_json_int (one, "entry", -1);
      const char *message = tl_json_string (one, "message");

      if (index >= 0 && index < n && message != NULL)
        {
          tl_header_get_outcome (one, &outcomes[index]);
          outcomes[index].is_checked = FALSE;
        }
    }
}

/* A failure of the whole comparison (cancelled, no worker) is an outcome of each entry. */
static void
spread_failure (const TlOutcome *failure, gint64 culprit, TlOutcome *outcomes, guint n)
{
  for (gint64 i = 0; i < n; i++)
    if (outcomes[i].kind != TL_OUTCOME_OK)
      continue;
    else if (i == culprit || culprit < 0)
      tl_outcome_set (&outcomes[i], failure->kind, "%s", failure->message);
    else
      tl_outcome_set (&outcomes[i], TL_OUTCOME_CANCELLED, "Another one failed");
}

static void
run_comparison (TlWorkerPool *pool, const TlPoolWorkloads *workloads, const guint *workload_of, const TlPoolProgram *programs,
                Sampling *sampling, GCancellable *cancellable)
{
  g_autoptr (JsonObject) header = comparison_request (pool, sampling->comparison, workloads, workload_of, programs);
  g_autoptr (GByteArray) all = g_byte_array_new ();
  g_autoptr (GBytes) payload = NULL;
  g_auto (TlMessage) reply = { 0 };
  guint     n = sampling->comparison->n_entries;
  TlOutcome outcome = { 0 };
  TlWorkerSlot   *slot;

  for (guint i = 0; i < n; i++)
    if (programs[i].code)
      g_byte_array_append (all, g_bytes_get_data (programs[i].code, NULL), (guint) g_bytes_get_size (programs[i].code));
  payload = g_byte_array_free_to_bytes (g_steal_pointer (&all));
  slot = tl_pool_take_runner (pool, sampling->comparison->target->num_cores, cancellable);
  if (!slot)
    tl_outcome_set (&outcome, TL_OUTCOME_CANCELLED, "Cancelled");
  else if (tl_pool_ask_runner (pool, slot, workloads, header, payload, SILENT_LIMIT_S, on_round, sampling, cancellable, &reply, &outcome))
    tl_header_get_outcome (reply.header, &outcome);
  if (slot)
    tl_pool_release_runner (pool, slot);
  for (guint i = 0; i < n; i++)
    sampling->outcomes[i].samples_s = g_memdup2 (sampling->samples[i]->data, sizeof (double) * sampling->samples[i]->len);
  if (reply.header)
    note_dropped (reply.header, sampling->outcomes, n);
  if (outcome.kind != TL_OUTCOME_OK)
    spread_failure (&outcome, reply.header ? tl_json_int (reply.header, "culprit", -1) : -1, sampling->outcomes, n);
  tl_outcome_clear (&outcome);
}

/* FALSE if one of the programs does not build; its outcome says why. */
static gboolean
build_all (TlWorkerPool *pool, const TlComparison *comparison, TlPoolWorkloads *workloads, guint *workload_of, TlPoolProgram *programs,
           GCancellable *cancellable, TlOutcome *outcomes)
{
  TlMeasureOptions options = tl_measure_options_default ();
  gboolean         ok = TRUE;

  for (guint i = 0; i < comparison->n_entries; i++)
    {
      const TlState   *state = comparison->entries[i].state;
      TlTarget         target = *comparison->target;
      g_autoptr (GError) error = NULL;
      g_autofree char *interface = NULL;

      if (!state)
        {
          const TlModule *first = tl_state_module (tl_state_root ((TlState *) comparison->entries[0].state));

          workload_of[i] = tl_pool_workloads_add (workloads, pool, first, comparison->func_name, NULL);
          continue;
        }
      if (tl_state_check_order (state, &error))
        interface = tl_interface_script (state, comparison->func_name, &error);
      if (error)
        tl_outcome_set (&outcomes[i], TL_OUTCOME_BUILD_ERROR, "%s", error->message);
      if (comparison->entries[i].num_cores > 0)
        target.num_cores = comparison->entries[i].num_cores;
      if (!error)
        tl_pool_program_build (&programs[i], pool, tl_state_module (state), comparison->func_name, comparison->constants, &target, &options,
                               cancellable, &outcomes[i]);
      workload_of[i] =
          tl_pool_workloads_add (workloads, pool, tl_state_module (tl_state_root ((TlState *) state)), comparison->func_name, interface);
      ok = ok && programs[i].code != NULL;
    }
  for (guint i = 0; !ok && i < comparison->n_entries; i++)
    if (outcomes[i].kind == TL_OUTCOME_OK)
      tl_outcome_set (&outcomes[i], TL_OUTCOME_CANCELLED, "Another one failed");
  return ok;
}

void
tl_worker_pool_compare (TlWorkerPool *pool, const TlComparison *comparison, TlComparisonProgress progress, gpointer user_data,
                        GCancellable *cancellable, TlOutcome *outcomes)
{
  Sampling    sampling = { .comparison = comparison, .outcomes = outcomes, .progress = progress, .user_data = user_data };
  TlPoolProgram programs[TL_COMPARISON_MAX] = { { NULL } };
  guint       workload_of[TL_COMPARISON_MAX] = { 0 };
  TlPoolWorkloads workloads = { 0 };

  g_return_if_fail (comparison->n_entries > 0 && comparison->n_entries <= TL_COMPARISON_MAX && comparison->entries[0].state != NULL);
  for (guint i = 0; i < comparison->n_entries; i++)
    {
      outcomes[i] = (TlOutcome) { 0 };
      sampling.samples[i] = g_array_new (FALSE, FALSE, sizeof (double));
    }
  if (build_all (pool, comparison, &workloads, workload_of, programs, cancellable, outcomes))
    run_comparison (pool, &workloads, workload_of, programs, &sampling, cancellable);
  for (guint i = 0; i < comparison->n_entries; i++)
    {
      tl_pool_program_clear (&programs[i]);
      g_array_unref (sampling.samples[i]);
    }
  tl_pool_workloads_clear (&workloads);
}
