/* SPDX-License-Identifier: Apache-2.0 */
/* Interleaved comparisons, as the child runs them: all entries in one process, in turn. */
#include "core/base/extremum.h"
#include "core/base/json-members.h"
#include "core/worker/worker-private.h"

#include "core/base/clock.h"
#include "core/worker/evaluator-private.h"

#define MIN_SAMPLES 12u       /* before the first two can be distinguished */
#define MAX_ROUNDS   2000u
#define LONG_SAMPLE  5        /* in times to settle */

typedef struct
{
  TlCandidate  candidate;
  gboolean     is_in;           /* FALSE: a baseline that dropped out */
  guint64      number;          /* runs a sample */
  guint64      n_settling;      /* runs before it */
  TlOutcome    outcome;         /* samples of this entry */
} ComparisonEntry;

typedef struct
{
  ComparisonEntry entries[TL_COMPARISON_MAX];
  guint          n_entries;
  JsonObject    *header;        /* of the request */
  const TlBaseline *baselines;  /* nullable */
  TlChildStatus *status;
  int            fd;
} Comparison;

static gboolean
is_decided (const Comparison *comparison)
{
  const ComparisonEntry *entries = comparison->entries;
  TlLatency    a, b;

  if (comparison->n_entries < 2 || entries[0].outcome.n_samples < MIN_SAMPLES || !tl_outcome_latency (&entries[0].outcome, &a)
      || !tl_outcome_latency (&entries[1].outcome, &b))
    return FALSE;
  return a.high_s < b.low_s || b.high_s < a.low_s;
}

/* FALSE if nobody listens any more. */
static gboolean
send_round (const Comparison *comparison, const double *samples)
{
  g_autoptr (JsonObject) header = json_object_new ();
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < comparison->n_entries; i++)
    json_array_add_double_element (array, samples[i]);
  json_object_set_boolean_member (header, "more", TRUE);
  json_object_set_array_member (header, "samples", array);
  return tl_message_send (comparison->fd, header, NULL, NULL);
}

/* Not before long samples, in which it would count for little. */
static gboolean
settle (ComparisonEntry *entry, double settle_ms)
{
  const TlOutcome *outcome = &entry->outcome;

  if (settle_ms <= 0 || (outcome->n_samples > 0 && outcome->samples_s[outcome->n_samples - 1] * 1e3 > LONG_SAMPLE * settle_ms))
    return TRUE;
  return tl_evaluate_once (tl_candidate_time, &entry->candidate, settle_ms, &entry->n_settling) >= 0;
}

/* Seconds of a run; negative if one fails. */
static double
take_sample (ComparisonEntry *entry, double settle_ms, double min_repeat_ms)
{
  if (!settle (entry, settle_ms))
    return -1;
  return tl_evaluate_once (tl_candidate_time, &entry->candidate, min_repeat_ms, &entry->number);
}

static gboolean
run_round (Comparison *comparison, guint round, double min_repeat_ms)
{
  double settle_ms = tl_json_double (comparison->header, "settle_ms", 0);
  double samples[TL_COMPARISON_MAX] = { 0 };

  for (guint k = 0; k < comparison->n_entries; k++)
    {
      guint who = round % 2 == 0 ? k : comparison->n_entries - 1 - k;
      ComparisonEntry *entry = &comparison->entries[who];

      if (!entry->is_in)
        continue;
      comparison->status->candidate = (gint) who;
      samples[who] = take_sample (entry, settle_ms, min_repeat_ms);
      if (samples[who] < 0)
        return FALSE;
      entry->outcome.samples_s[entry->outcome.n_samples++] = samples[who];
    }
  return send_round (comparison, samples);
}

static void
run_rounds (Comparison *comparison)
{
  gint64 wanted = tl_json_int (comparison->header, "n_rounds", 0);
  guint  n_rounds = wanted > 0 ? (guint) MIN (wanted, MAX_ROUNDS) : MAX_ROUNDS;
  double min_repeat_ms = tl_json_double (comparison->header, "min_repeat_ms", 2);
  gint64 end_ns = tl_time_ns () + (gint64) (tl_json_double (comparison->header, "max_s", 10) * 1e9);

  comparison->status->phase = TL_CHILD_TIMING;
  for (guint i = 0; i < comparison->n_entries; i++)
    comparison->entries[i].outcome.samples_s = g_new (double, n_rounds);
  for (guint round = 0; round < n_rounds && (wanted > 0 || !is_decided (comparison)); round++)
    if (!run_round (comparison, round, min_repeat_ms) || tl_time_ns () > end_ns)
      break;
}

/* Payload bytes of the program entries stand one after the other. */
static gboolean
load_entry (const Comparison *comparison, ComparisonEntry *entry, JsonObject *described, const TlMessage *request,
            TlWorkloads *workloads, JsonObject *task, gsize *at, TlOutcome *outcome)
{
  TlWorkload *workload =
      tl_workloads_find (workloads, tl_request_workload (request->header, (guint) tl_json_int (described, "workload", 0)));
  const char   *baseline = tl_json_string (described, "baseline");
  gsize         size = (gsize) tl_json_int (described, "size", 0);
  g_autoptr (GBytes) object = NULL;

  if (baseline)
    return tl_candidate_load_baseline (&entry->candidate, workload, comparison->baselines, baseline, task,
                                       (guint) tl_json_int (request->header, "n_threads", 1),
                                       tl_json_string (request->header, "device"), comparison->status, outcome);
  g_assert (*at + size <= g_bytes_get_size (request->payload));
  object = g_bytes_new_from_bytes (request->payload, *at, size);
  *at += size;
  return tl_candidate_load (&entry->candidate, workload, tl_json_string (request->header, "device"), described, object,
                            comparison->status, outcome);
}

/* The first program that the device has refused to run. */
static void
find_culprit (const Comparison *comparison, JsonObject *reply, TlOutcome *outcome)
{
  for (guint i = 0; i < comparison->n_entries && outcome->kind == TL_OUTCOME_OK; i++)
    if (!tl_candidate_check_device (&comparison->entries[i].candidate, outcome))
      json_object_set_int_member (reply, "culprit", i);
}

static void
add_dropped (JsonArray *dropped, guint entry, const TlOutcome *outcome)
{
  JsonObject *one = json_object_new ();

  tl_header_set_outcome (one, outcome);
  json_object_set_int_member (one, "entry", entry);
  json_array_add_object_element (dropped, one);
}

/* A program that fails ends the comparison; FALSE then, with @outcome. A baseline that fails drops out. */
static gboolean
prepare (Comparison *comparison, const TlMessage *request, TlWorkloads *workloads, JsonObject *reply, TlOutcome *outcome)
{
  JsonArray  *entries = json_object_get_array_member (request->header, "entries"), *dropped = json_array_new ();
  const char *task_text = tl_json_string (request->header, "task");
  g_autoptr (JsonNode) task = task_text ? json_from_string (task_text, NULL) : NULL;
  JsonObject *task_object = task && JSON_NODE_HOLDS_OBJECT (task) ? json_node_get_object (task) : NULL;
  gsize       at = 0;
  double      warm_s;

  json_object_set_array_member (reply, "dropped", dropped);
  comparison->n_entries = tl_min (json_array_get_length (entries), TL_COMPARISON_MAX);
  for (guint i = 0; i < comparison->n_entries; i++)
    {
      ComparisonEntry *entry = &comparison->entries[i];
      JsonObject *described = json_array_get_object_element (entries, i);

      entry->number = entry->n_settling = 1;
      comparison->status->candidate = (gint) i;
      entry->is_in = load_entry (comparison, entry, described, request, workloads, task_object, &at, outcome)
                    && tl_candidate_try (&entry->candidate, TRUE, comparison->status, outcome, &warm_s);
      if (entry->is_in)
        continue;
      if (tl_json_string (described, "baseline") == NULL)
        {
          json_object_set_int_member (reply, "culprit", i);
          return FALSE;
        }
      add_dropped (dropped, i, outcome);
      tl_outcome_clear (outcome);
      *outcome = (TlOutcome) { 0 };
    }
  return TRUE;
}

void
tl_child_compare (const TlMessage *request, TlWorkloads *workloads, const TlBaseline *baselines, TlChildStatus *status, int fd,
                  JsonObject *header)
{
  Comparison comparison = { .header = request->header, .baselines = baselines, .status = status, .fd = fd };
  TlOutcome outcome = { 0 };

  if (prepare (&comparison, request, workloads, header, &outcome))
    {
      run_rounds (&comparison);
      find_culprit (&comparison, header, &outcome);
    }
  for (guint i = 0; i < comparison.n_entries; i++)
    {
      tl_candidate_clear (&comparison.entries[i].candidate);
      g_free (comparison.entries[i].outcome.samples_s);
    }
  tl_header_set_outcome (header, &outcome);
  tl_outcome_clear (&outcome);
}
