/* SPDX-License-Identifier: Apache-2.0 */
/* What a child does with a request. Anything here may crash, hang or grow: the supervisor watches. */
#include "core/run/worker-private.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/codegen/llvm-codegen.h"
#include "core/device/cpu.h"
#include "core/lower/lower.h"
#include "core/run/evaluator-private.h"
#include "core/text/script.h"

#define DATA_SLACK_BYTES      (64 << 20)   /* stacks of threads, and what the compiler and the loader take on the way */
#define RACE_LEAST_SAMPLES    12u
#define RACE_MOST_SAMPLES     2000u
#define RACE_MIN_REPEAT_MS    2.0

/* Program text to object code or text. */

static GBytes *
compile (const TlModule *module, guint func_index, const char *form, const char *after, const TlTarget *target, TlChildStatus *status,
         GError **error)
{
  g_autoptr (TlModule) lowered = NULL;

  status->phase = TL_CHILD_LOWERING;
  lowered = tl_lower (module, func_index, target, after, error);
  if (!lowered)
    return NULL;
  if (g_strcmp0 (form, "lowered") == 0)
    {
      char *text = tl_script_print (lowered, TL_DIALECT_CLASSIC, NULL);

      return g_bytes_new_take (text, strlen (text));
    }
  status->phase = TL_CHILD_COMPILING;
  if (g_strcmp0 (form, "llvm") == 0)
    return tl_codegen_compile (lowered, target, TL_CODEGEN_LLVM_IR, error);
  if (g_strcmp0 (form, "asm") == 0)
    return tl_codegen_compile (lowered, target, TL_CODEGEN_ASSEMBLY, error);
  return tl_codegen_compile (lowered, target, TL_CODEGEN_OBJECT, error);
}

static GBytes *
build (const TlFrame *request, TlChildStatus *status, GError **error)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (request->payload, NULL), g_bytes_get_size (request->payload));
  const char *target_text = tl_header_string (request->header, "target");
  const char *func_name = tl_header_string (request->header, "func");
  g_autoptr (TlModule) module = NULL;
  TlTarget target;
  gint index;

  status->phase = TL_CHILD_READING;
  if (!tl_target_parse (target_text ? target_text : "llvm", &target, error))
    return NULL;
  module = tl_script_read_text (text, error);
  if (!module)
    return NULL;
  index = func_name ? tl_module_find_func (module, func_name) : -1;
  return compile (module, index >= 0 ? (guint) index : 0, tl_header_string (request->header, "form"),
                  tl_header_string (request->header, "after"), &target, status, error);
}

void
tl_child_build (const TlFrame *request, TlChildStatus *status, JsonObject *header, GBytes **payload)
{
  g_autoptr (GError) error = NULL;
  TlOutcome outcome = { 0 };
  gint64 start_ns = tl_time_ns ();

  *payload = build (request, status, &error);
  if (!*payload)
    tl_outcome_set (&outcome, TL_OUTCOME_BUILD_ERROR, "%s", error->message);
  outcome.build_s = (double) (tl_time_ns () - start_ns) / 1e9;
  tl_header_set_outcome (header, &outcome);
  tl_outcome_clear (&outcome);
}

/* One loaded candidate and the memory it runs on. */

typedef struct
{
  const TlBase   *base;
  TlLoadedKernel *kernel;
  TlKernel        entry;
  void          **args;
} Candidate;

static void
candidate_clear (Candidate *candidate)
{
  g_clear_pointer (&candidate->kernel, tl_codegen_unload);
  g_clear_pointer (&candidate->args, g_free);
}

static void
run_candidate (gpointer data)
{
  Candidate *candidate = data;

  candidate->entry (candidate->args);
}

static gboolean
load_candidate (Candidate *candidate, const TlBase *base, GBytes *object, TlChildStatus *status, TlOutcome *outcome)
{
  g_autoptr (GError) error = NULL;

  status->phase = TL_CHILD_LOADING;
  *candidate = (Candidate) { .base = base, .args = g_new0 (void *, base->working->len + 1), .kernel = tl_codegen_load (object, &error) };
  if (!candidate->kernel)
    {
      tl_outcome_set (outcome, TL_OUTCOME_BUILD_ERROR, "%s", error->message);
      return FALSE;
    }
  candidate->entry = tl_loaded_kernel_entry (candidate->kernel);
  for (guint i = 0; i < base->working->len; i++)
    candidate->args[i] = ((TlTensor *) base->working->pdata[i])->data;
  return TRUE;
}

/* Fresh arguments, outputs too: what an earlier candidate has left there must not pass for this one's result. */
static void
restore_arguments (const TlBase *base)
{
  for (guint i = 0; i < base->inputs->len; i++)
    {
      const TlTensor *input = base->inputs->pdata[i];

      memcpy (((TlTensor *) base->working->pdata[i])->data, input->data, input->n_bytes);
    }
}

/* The first run: its result is compared, its time is the warm-up's. FALSE if the result is wrong. */
static gboolean
try_candidate (Candidate *candidate, gboolean check, TlChildStatus *status, TlOutcome *outcome, double *warm_s)
{
  const TlBase *base = candidate->base;
  TlCheckResult result = { 0 };
  gint64 start_ns;

  restore_arguments (base);
  status->phase = TL_CHILD_RUNNING;
  start_ns = tl_time_ns ();
  run_candidate (candidate);
  *warm_s = (double) (tl_time_ns () - start_ns) / 1e9;
  if (!check || !base->reference)
    return TRUE;
  status->phase = TL_CHILD_CHECKING;
  tl_reference_check (base->reference, (TlTensor *const *) base->working->pdata, &result);
  outcome->is_checked = TRUE;
  if (!result.ok)
    tl_outcome_set (outcome, TL_OUTCOME_WRONG_RESULT, "%s\n%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " compared elements are wrong",
                    result.where ? result.where : "The result is wrong", result.n_wrong, result.n_checked);
  tl_check_result_clear (&result);
  return outcome->kind == TL_OUTCOME_OK;
}

static void
measure (const TlFrame *request, TlBases *bases, TlChildStatus *status, TlOutcome *outcome)
{
  JsonObject *header = request->header;
  const TlBase *base = tl_bases_find (bases, tl_header_string (header, "base"));
  TlCacheFlush flush = { 0 };
  TlEvaluatorOptions options = {
    .number = (guint) tl_header_int (header, "number_of_runs", 1),
    .repeat = (guint) tl_header_int (header, "repeat", 1),
    .min_repeat_ms = tl_header_double (header, "min_repeat_ms", 0),
    .stop_above_s = tl_header_double (header, "stop_above_s", 0),
    .budget_s = tl_header_double (header, "budget_s", 0),
  };
  Candidate candidate = { 0 };
  double warm_s;

  if (load_candidate (&candidate, base, request->payload, status, outcome)
      && try_candidate (&candidate, tl_header_bool (header, "check"), status, outcome, &warm_s))
    {
      g_autoptr (GArray) samples = NULL;

      if (tl_header_bool (header, "flush_cache") && tl_cache_flush_init (&flush))
        options.flush = &flush;
      status->phase = TL_CHILD_TIMING;
      samples = tl_evaluate (run_candidate, &candidate, &options, warm_s);
      outcome->n_samples = samples->len;
      outcome->samples_s = (double *) (gpointer) g_array_free (g_steal_pointer (&samples), FALSE);
      tl_cache_flush_clear (&flush);
    }
  candidate_clear (&candidate);
}

void
tl_child_run (const TlFrame *request, TlBases *bases, TlChildStatus *status, JsonObject *header)
{
  TlOutcome outcome = { 0 };
  gint64 start_ns = tl_time_ns ();

  measure (request, bases, status, &outcome);
  outcome.run_s = (double) (tl_time_ns () - start_ns) / 1e9;
  tl_header_set_outcome (header, &outcome);
  tl_outcome_clear (&outcome);
}

/* Two candidates in turn: A B B A …, so that a clock that drifts favours neither. */

static gboolean
is_decided (const TlOutcome outcomes[2])
{
  TlLatency a, b;

  if (outcomes[0].n_samples < RACE_LEAST_SAMPLES || !tl_outcome_latency (&outcomes[0], &a) || !tl_outcome_latency (&outcomes[1], &b))
    return FALSE;
  return a.high_s < b.low_s || b.high_s < a.low_s;
}

static gboolean
send_pair (int fd, const double pair[2])
{
  g_autoptr (JsonObject) header = json_object_new ();

  json_object_set_boolean_member (header, "more", TRUE);
  json_object_set_double_member (header, "a", pair[0]);
  json_object_set_double_member (header, "b", pair[1]);
  return tl_frame_send (fd, header, NULL, NULL);
}

static void
alternate (Candidate candidates[2], double max_s, TlChildStatus *status, int fd)
{
  gint64 end_ns = tl_time_ns () + (gint64) (max_s * 1e9);
  g_autofree double *samples = g_new (double, 2 * RACE_MOST_SAMPLES);
  TlOutcome outcomes[2] = { { .samples_s = samples }, { .samples_s = samples + RACE_MOST_SAMPLES } };
  guint64 numbers[2] = { 1, 1 };

  for (guint turn = 0; turn < RACE_MOST_SAMPLES && !is_decided (outcomes); turn++)
    {
      double pair[2];

      for (guint k = 0; k < 2; k++)
        {
          guint who = (turn + k) % 2;

          status->candidate = (gint) who;
          pair[who] = tl_evaluate_once (run_candidate, &candidates[who], RACE_MIN_REPEAT_MS, &numbers[who]);
          outcomes[who].samples_s[outcomes[who].n_samples++] = pair[who];
        }
      if (!send_pair (fd, pair) || tl_time_ns () > end_ns)
        break;
    }
}

void
tl_child_race (const TlFrame *request, TlBases *bases, TlChildStatus *status, int fd, JsonObject *header)
{
  gsize size_a = (gsize) tl_header_int (request->header, "size_a", 0), size = g_bytes_get_size (request->payload);
  const TlBase *owners[2] = { tl_bases_find (bases, tl_header_string (request->header, "base")),
                              tl_bases_find (bases, tl_header_string (request->header, "base_b")) };
  Candidate candidates[2] = { 0 };
  TlOutcome outcome = { 0 };
  double warm_s;
  guint culprit;

  g_assert (size_a <= size);
  for (culprit = 0; culprit < 2; culprit++)
    {
      g_autoptr (GBytes) object = culprit == 0 ? g_bytes_new_from_bytes (request->payload, 0, size_a)
                                               : g_bytes_new_from_bytes (request->payload, size_a, size - size_a);

      status->candidate = (gint) culprit;
      json_object_set_int_member (header, "culprit", culprit);
      if (!load_candidate (&candidates[culprit], owners[culprit], object, status, &outcome)
          || !try_candidate (&candidates[culprit], TRUE, status, &outcome, &warm_s))
        break;
    }
  if (outcome.kind == TL_OUTCOME_OK)
    {
      status->phase = TL_CHILD_TIMING;
      alternate (candidates, tl_header_double (request->header, "max_s", 10), status, fd);
    }
  candidate_clear (&candidates[0]);
  candidate_clear (&candidates[1]);
  tl_header_set_outcome (header, &outcome);
  tl_outcome_clear (&outcome);
}

/*
 * Beyond the limit the system refuses memory, so that a candidate fails instead of the machine. Counted from what the process has
 * already. The sanitizers' shadow memory is data too, of no use to limit.
 */
static void
limit_memory (gint64 memory_bytes)
{
#ifndef __SANITIZE_ADDRESS__
  g_autofree char *text = NULL;
  struct rlimit limit;
  long long n_pages;

  if (getrlimit (RLIMIT_DATA, &limit) != 0)
    return;
  limit.rlim_cur = limit.rlim_max;
  if (memory_bytes > 0 && g_file_get_contents ("/proc/self/statm", &text, NULL, NULL)
      && sscanf (text, "%*s %*s %*s %*s %*s %lld", &n_pages) == 1)
    limit.rlim_cur = MIN ((rlim_t) (n_pages * sysconf (_SC_PAGESIZE) + memory_bytes + DATA_SLACK_BYTES), limit.rlim_max);
  setrlimit (RLIMIT_DATA, &limit);
#endif
}

G_NORETURN void
tl_child_main (int fd, TlBases *bases, TlChildStatus *status)
{
  g_auto (TlFrameReader) reader = { 0 };
  gboolean is_open = TRUE;

  tl_frame_reader_init (&reader);
  while (is_open)
    {
      g_auto (TlFrame) request = { 0 };
      g_autoptr (JsonObject) header = json_object_new ();
      g_autoptr (GBytes) payload = NULL;
      TlReadResult result = tl_frame_reader_read (&reader, fd, &request, NULL);
      const char *op;

      if (result == TL_READ_MORE)
        continue;
      if (result != TL_READ_FRAME)
        break;
      op = tl_header_string (request.header, "op");
      limit_memory (tl_header_int (request.header, "memory_bytes", 0));
      if (g_strcmp0 (op, "run") == 0)
        tl_child_run (&request, bases, status, header);
      else if (g_strcmp0 (op, "race") == 0)
        tl_child_race (&request, bases, status, fd, header);
      else
        tl_child_build (&request, status, header, &payload);
      status->phase = TL_CHILD_IDLE;
      is_open = tl_frame_send (fd, header, payload, NULL);
    }
  _exit (0);
}
