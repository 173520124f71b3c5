/* SPDX-License-Identifier: Apache-2.0 */
#include "app/commands/tune.h"

#include <json-glib/json-glib.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/base/format.h"
#include "core/records/record-replay.h"
#include "core/schedule/trace.h"
#include "core/target/gpu-models.h"

struct _TlTuneReport
{
  /* Fixed */
  gboolean         as_json;
  gboolean         is_terminal;
  guint            n_trials;
  guint            n_tasks;
  const TlModuleTuneOptions *options;
  gint64           started_ns;
  guint            n_lines;      /* lines of the table on the terminal, to be overwritten; main thread, as the next member */
  gboolean         was_stopped;
  /* Under lock: tuner threads write */
  GMutex           lock;
  guint            n_done;
  guint            counts[TL_N_OUTCOMES];
  char           **failures;     /* the last one of each task, nullable */
  char            *first_failure;
  char           **checks;       /* of a dry run: what was said of the best of each task, nullable */
};

TlTuneReport *
tl_tune_report_new (gboolean as_json, const TlModuleTuneOptions *options)
{
  TlTuneReport *report = g_new0 (TlTuneReport, 1);

  report->as_json = as_json;
  report->is_terminal = isatty (STDERR_FILENO);
  report->options = options;
  report->n_trials = options->tune.config.budget.max_trials_global;
  report->started_ns = tl_time_ns ();
  report->n_tasks = options->tasks->len;
  report->failures = g_new0 (char *, report->n_tasks);
  report->checks = g_new0 (char *, report->n_tasks);
  g_mutex_init (&report->lock);
  return report;
}

void
tl_tune_report_free (TlTuneReport *report)
{
  g_mutex_clear (&report->lock);
  for (guint i = 0; i < report->n_tasks; i++)
    {
      g_free (report->failures[i]);
      g_free (report->checks[i]);
    }
  g_free (report->failures);
  g_free (report->first_failure);
  g_free (report->checks);
  g_free (report);
}

/* --- records of earlier runs --- */

/* Records of one task. */
typedef struct
{
  guint    n_candidates;   /* records of candidates, including those of this run */
  TlState *best;           /* nullable; owned */
  double   latency_s;
} Earlier;

static void
earlier_clear (Earlier *earlier)
{
  g_clear_pointer (&earlier->best, tl_state_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Earlier, earlier_clear)

/*
 * Candidates with records. One whose time a comparison took back is measured again, and has two records then; the original program, which
 * has one where it is as fast as the best, is no candidate: a trace without instructions, "[[], []]".
 */
static guint
count_candidates (const GPtrArray *records)
{
  g_autoptr (GHashTable) traces = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < records->len; i++)
    {
      const char *trace = ((const TlRecord *) records->pdata[i])->trace_json, *first = trace + strspn (trace, "[ ");

      if (*first != ']')
        g_hash_table_add (traces, (gpointer) trace);
    }
  return g_hash_table_size (traces);
}

static Earlier
find_earlier (const TlTuneReport *report, const TlTask *task)
{
  g_autoptr (TlRecords) records = tl_module_tune_records (report->options);
  g_autoptr (GPtrArray) all = records != NULL ? tl_records_all (records, task->module, NULL) : NULL;
  g_autoptr (TlRecord)  best = records != NULL ? tl_records_best (records, task->module, NULL) : NULL;
  g_autoptr (TlState)   start = tl_state_new (task->module, 0);
  Earlier               earlier = { .n_candidates = all != NULL ? count_candidates (all) : 0 };

  if (best != NULL && (earlier.best = tl_record_replay (best, start, NULL)) != NULL)
    earlier.latency_s = tl_record_mean_s (best);
  return earlier;
}

/* --- JSON lines --- */

/* Prints and frees the line begun with begin_line (). */
static void
end_line (JsonBuilder *builder)
{
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  json_generator_set_root (generator, root);
  text = json_generator_to_data (generator, NULL);
  printf ("%s\n", text);
  fflush (stdout);
  g_object_unref (builder);
}

static void
add_string (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  if (value != NULL)
    json_builder_add_string_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_int (JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

/* Null if @value is 0 or less: no value. */
static void
add_number (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  if (value > 0)
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_boolean (JsonBuilder *builder, const char *name, gboolean value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, value);
}

static JsonBuilder *
begin_line (const char *type, guint task)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_string (builder, "type", type);
  add_int (builder, "task", task);
  return builder;
}

static double
median_of (const TlOutcome *outcome)
{
  TlLatency latency;

  return outcome->kind == TL_OUTCOME_OK && tl_outcome_latency (outcome, &latency) ? latency.median_s : 0;
}

static double
predicted_s (const TlOutcome *outcome)
{
  return outcome->kind == TL_OUTCOME_PREDICTED ? tl_outcome_search_s (outcome) : 0;
}

static void
print_trial_line (guint task, const TlTrial *trial)
{
  JsonBuilder *builder = begin_line (trial->comparison > 0 ? "compared" : trial->is_checked ? "checked" : trial->is_start ? "start"
                                                                                                                          : "trial", task);

  if (trial->number != TL_TRIAL_OF_RECORDS)
    add_int (builder, "number", trial->number);
  add_string (builder, "outcome", tl_outcome_name (trial->outcome->kind));
  add_string (builder, "message", trial->outcome->message);
  add_number (builder, "latency_s", median_of (trial->outcome));
  if (predicted_s (trial->outcome) > 0)
    add_number (builder, "predicted_s", predicted_s (trial->outcome));
  add_number (builder, "lower_bound_s", trial->outcome->lower_bound_s);
  add_boolean (builder, "is_implausible", trial->outcome->is_implausible);
  add_number (builder, "calibration_s", trial->outcome->calibration_s);
  add_number (builder, "build_s", trial->outcome->build_s);
  add_number (builder, "run_s", trial->outcome->run_s);
  add_number (builder, "elapsed_s", trial->elapsed_s);
  end_line (builder);
}

/* @earlier: the best record of earlier runs, for a run that measured nothing. */
static void
print_task_line (TlModuleTuner *tuner, guint task, const TlTaskStatus *status, const TlState *best, guint number, const Earlier *earlier,
                 gboolean is_dry)
{
  JsonBuilder     *builder = begin_line ("task", task);
  const TlState   *shown = best != NULL ? best : earlier->best;
  g_autofree char *trace = shown != NULL ? tl_trace_to_text (shown, TL_DIALECT_CLASSIC, FALSE) : NULL;
  const GError    *error = tl_module_tuner_task_error (tuner, task);

  add_string (builder, "name", status->name);
  add_number (builder, "flop", status->flops);
  add_number (builder, "weight", status->weight);
  add_number (builder, is_dry ? "predicted_s" : "latency_s", best == NULL && earlier->best != NULL ? earlier->latency_s : status->best_s);
  add_number (builder, status->is_start_slower ? "start_above_s" : "start_s", status->start_s);
  add_int (builder, "trials", status->n_trials);
  add_int (builder, "earlier", earlier->n_candidates - MIN (status->n_trials, earlier->n_candidates));
  add_boolean (builder, "done", status->is_done);
  add_string (builder, "error", error != NULL ? error->message : NULL);
  if (best != NULL && number != TL_TRIAL_OF_RECORDS)
    add_int (builder, "best", number);
  add_string (builder, "trace", trace);
  end_line (builder);
}

/* --- while it runs --- */

/* One that fails now was counted as predicted. */
static void
note_check_locked (TlTuneReport *report, const TlTrial *trial)
{
  if (trial->outcome->kind == TL_OUTCOME_PREDICTED)
    return;
  report->counts[TL_OUTCOME_PREDICTED]--;
  report->counts[trial->outcome->kind]++;
}

void
tl_tune_report_trial (guint task, const TlTrial *trial, gpointer user_data)
{
  TlTuneReport *report = user_data;

  g_mutex_lock (&report->lock);
  if (trial->is_checked)
    note_check_locked (report, trial);
  else if (trial->comparison == 0 && !trial->is_start)
    {
      report->n_done++;
      report->counts[trial->outcome->kind]++;
    }
  if (trial->is_checked && trial->outcome->kind == TL_OUTCOME_PREDICTED)
    {
      g_free (report->checks[task]);
      report->checks[task] = g_strdup (trial->outcome->message);
    }
  if (tl_outcome_is_failure (trial->outcome->kind))
    {
      g_free (report->failures[task]);
      report->failures[task] = g_strdup (trial->outcome->message);
      if (report->first_failure == NULL)
        report->first_failure = g_strdup (trial->outcome->message);
    }
  g_mutex_unlock (&report->lock);
  if (report->as_json)
    print_trial_line (task, trial);
}

static char *
table_of (TlModuleTuner *tuner)
{
  guint n = tl_module_tuner_n_tasks (tuner);
  g_autofree TlTaskStatus *tasks = g_new (TlTaskStatus, n);

  for (guint i = 0; i < n; i++)
    tasks[i] = tl_module_tuner_status (tuner, i);
  return tl_task_table_print (tasks, n);
}

/* The phase of each search: "feed_forward: 8 to measure, projection: searching". */
static void
append_phases (GString *out, TlModuleTuner *tuner, gboolean is_dry)
{
  const char *comparing = is_dry ? "checking the fastest candidate in the emulator" : "comparing the fastest candidates";
  guint       n_shown = 0;

  for (guint i = 0; i < tl_module_tuner_n_tasks (tuner); i++)
    {
      TlTunerStatus status = tl_module_tuner_search_status (tuner, i);
      const char   *phase = status.search.phase == TL_SEARCH_TRAINING    ? "training the cost model"
                            : status.search.phase == TL_SEARCH_SEARCHING ? "searching"
                                                                         : NULL;
      const char   *name = tl_module_tuner_task (tuner, i)->name;
      guint         n_measuring = status.n_queued + status.n_measuring;

      if (status.is_comparing)
        g_string_append_printf (out, "%s %s: %s", n_shown++ == 0 ? " " : ",", name, comparing);
      if (n_measuring > 0)
        g_string_append_printf (out, "%s %s: %u to %s", n_shown++ == 0 ? " " : ",", name, n_measuring, is_dry ? "predict" : "measure");
      if (phase != NULL)
        g_string_append_printf (out, "%s %s: %s", n_shown++ == 0 ? " " : ",", name, phase);
    }
}

char *
tl_tune_report_phases (TlTuneReport *report, TlModuleTuner *tuner)
{
  GString *out = g_string_new (NULL);

  append_phases (out, tuner, report->options->tune.config.is_dry);
  return g_strchug (g_string_free (out, FALSE));
}

static char *
progress_line (TlTuneReport *report, TlModuleTuner *tuner)
{
  double   elapsed_s = (double) (tl_time_ns () - report->started_ns) * 1e-9, rate;
  GString *out = g_string_new (NULL);
  guint    n_done = 0, n_failed = 0, n_pruned, n_here;
  double   total_s = 0;

  for (guint i = 0; i < tl_module_tuner_n_tasks (tuner); i++)
    {
      TlTaskStatus status = tl_module_tuner_status (tuner, i);

      n_done += status.n_trials;
      total_s += status.best_s * status.weight;
    }
  g_mutex_lock (&report->lock);
  n_here = report->n_done;
  for (guint i = 0; i < TL_N_OUTCOMES; i++)
    n_failed += tl_outcome_is_failure (i) ? report->counts[i] : 0;
  n_pruned = report->counts[TL_OUTCOME_PRUNED];
  g_mutex_unlock (&report->lock);
  rate = n_here / MAX (elapsed_s, 1e-9);
  g_string_append_printf (out, "%u/%u trials  %u pruned  %u failed  %.1f trials/s", n_done, report->n_trials, n_pruned, n_failed, rate);
  if (n_here > 0 && n_done < report->n_trials)
    g_string_append_printf (out, "  ETA %.0f s", (report->n_trials - n_done) / rate);
  if (total_s > 0 && report->n_tasks > 1)
    {
      g_autofree char *total = tl_format_seconds (total_s);

      g_string_append_printf (out, "  total latency %s", total);
    }
  append_phases (out, tuner, report->options->tune.config.is_dry);
  return g_string_free (out, FALSE);
}

/* Whether @text fits the terminal without wrapping or scrolling, so that it can be overwritten. */
static gboolean
fits_terminal (const char *text, guint n_lines)
{
  struct winsize size;
  const char *end = strchrnul (text, '\n');

  return ioctl (STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > end - text && size.ws_row > n_lines + 1;
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}

void
tl_tune_report_progress (TlTuneReport *report, TlModuleTuner *tuner)
{
  g_autofree char *line = progress_line (report, tuner), *table = report->is_terminal ? table_of (tuner) : NULL;
  guint            n_lines = table != NULL ? count_lines (table) : 0;
  struct winsize   size = { 0 };

  if (!report->is_terminal)
    {
      fprintf (stderr, "%s\n", line);
      return;
    }
  if (report->n_lines > 0)
    fprintf (stderr, "\033[%uA", report->n_lines);
  report->n_lines = 0;
  if (fits_terminal (table, n_lines))
    {
      g_auto (GStrv) rows = g_strsplit (table, "\n", -1);

      for (guint i = 0; i < n_lines; i++)
        fprintf (stderr, "\r\033[K%s\n", rows[i]);
      report->n_lines = n_lines;
    }
  if (ioctl (STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 && strlen (line) >= size.ws_col)
    line[size.ws_col - 1] = '\0';
  fprintf (stderr, "\r\033[K%s", line);
}

/* --- in the end --- */

static void
print_best (TlTuneReport *report, TlModuleTuner *tuner, guint task, const TlState *best, guint number, double latency_s)
{
  g_autofree char *latency = tl_format_seconds (latency_s), *trace = tl_trace_to_text (best, TL_DIALECT_CLASSIC, FALSE);
  TlTaskStatus     status = tl_module_tuner_status (tuner, task);
  guint            n_compared = tl_module_tuner_n_compared (tuner, task);

  printf ("\ntask #%u, %s: best: ", task, tl_module_tuner_task (tuner, task)->name);
  if (number == TL_TRIAL_OF_RECORDS)
    printf ("measured earlier, %s", latency);
  else
    printf ("trial #%u, %s%s", number, report->options->tune.config.is_dry ? "predicted " : "", latency);
  if (tl_state_n_steps (best) == 0)
    printf ("; no schedule is faster than the original program");
  else if (status.start_s > 0)
    {
      g_autofree char *start = tl_format_seconds (status.start_s);

      printf ("; the original program: %s%s, %s%.3g× slower", status.is_start_slower ? "more than " : "", start,
              status.is_start_slower ? "over " : "", status.start_s / latency_s);
    }
  if (n_compared > 0)
    printf ("\nfastest of %u trials in the final interleaved comparison", n_compared);
  if (report->options->tune.config.is_dry)
    printf ("\n%s", report->checks[task] != NULL ? report->checks[task] : "Not checked in the emulator");
  printf ("\n\n%s", trace);
}

static void
print_earlier (TlModuleTuner *tuner, guint task, const Earlier *earlier)
{
  g_autofree char *latency = tl_format_seconds (earlier->latency_s), *trace = tl_trace_to_text (earlier->best, TL_DIALECT_CLASSIC, FALSE);

  printf ("\ntask #%u, %s: best: measured earlier, %s\n\n%s", task, tl_module_tuner_task (tuner, task)->name, latency, trace);
}

/* Whether the task ended before its budget because its design space is exhausted. */
static gboolean
is_exhausted (const TlTuneReport *report, TlModuleTuner *tuner, guint task)
{
  const TlTaskBudget *budget = &report->options->tune.config.budget;
  guint               n_all = 0, n = tl_module_tuner_status (tuner, task).n_trials;

  for (guint i = 0; i < tl_module_tuner_n_tasks (tuner); i++)
    n_all += tl_module_tuner_status (tuner, i).n_trials;
  return !report->was_stopped && budget->stop_after == 0 && n_all < budget->max_trials_global
         && (budget->max_trials_per_task == 0 || n < budget->max_trials_per_task) && tl_module_tuner_task_error (tuner, task) == NULL;
}

static void
print_failure (TlTuneReport *report, TlModuleTuner *tuner, guint task)
{
  g_autofree char *refusal = tl_module_tuner_refusal (tuner, task);
  const char      *reason = report->failures[task] != NULL ? report->failures[task] : refusal;

  printf ("\ntask #%u, %s: no candidate could be measured%s%s\n", task, tl_module_tuner_task (tuner, task)->name,
          reason != NULL ? "; the last failure: " : "", reason != NULL ? reason : "");
}

static gboolean
print_task (TlTuneReport *report, TlModuleTuner *tuner, guint task)
{
  g_autoptr (GError)  error = NULL;
  guint               number;
  double              latency_s;
  g_autoptr (TlState) best = tl_module_tuner_best (tuner, task, &number, &latency_s, &error);
  TlTaskStatus        status = tl_module_tuner_status (tuner, task);
  const GError       *failure = tl_module_tuner_task_error (tuner, task);
  g_auto (Earlier)    earlier = find_earlier (report, tl_module_tuner_task (tuner, task));
  gboolean            is_known = status.n_trials == 0 && earlier.best != NULL && tl_state_n_steps (earlier.best) > 0
                             && (best == NULL || tl_state_n_steps (best) == 0) && is_exhausted (report, tuner, task);

  if (is_known)
    g_clear_pointer (&best, tl_state_unref);   /* only the original program was measured, no candidate */

  if (report->as_json)
    print_task_line (tuner, task, &status, best, number, &earlier, report->options->tune.config.is_dry);
  else if (best != NULL)
    print_best (report, tuner, task, best, number, latency_s);
  else if (is_known)
    print_earlier (tuner, task, &earlier);
  else
    print_failure (report, tuner, task);
  if (!report->as_json && is_exhausted (report, tuner, task))
    printf ("\nall %u candidates of the design space have been measured\n", MAX (earlier.n_candidates, status.n_trials));
  if (error != NULL || failure != NULL)
    fprintf (stderr, "tileloom-cli: %s: %s\n", status.name, error != NULL ? error->message : failure->message);
  return (best != NULL || is_known) && failure == NULL;
}

static void
print_counts (TlTuneReport *report, TlModuleTuner *tuner)
{
  guint64          n_refused = 0;
  g_autofree char *refusal = NULL;

  for (guint i = 0; i < tl_module_tuner_n_tasks (tuner); i++)
    {
      guint64 n = tl_module_tuner_search_status (tuner, i).search.n_refused;

      if (n > 0 && refusal == NULL)
        refusal = tl_module_tuner_refusal (tuner, i);
      n_refused += n;
    }
  for (guint i = 1; i < TL_N_OUTCOMES; i++)
    if (report->counts[i] > 0)
      printf ("  %s %s: %u\n", tl_outcome_glyph (i), tl_outcome_title (i), report->counts[i]);
  if (n_refused > 0)
    printf ("Refused schedules (not counted as trials): %" G_GUINT64_FORMAT "; the last: %s\n", n_refused, refusal != NULL ? refusal : "");
}

void
tl_tune_report_table (TlTuneReport *report, TlModuleTuner *tuner)
{
  g_autofree char *table = table_of (tuner);

  /* Do not print the table again if it is already on the same terminal. */
  printf ("%s", report->n_lines > 0 && isatty (STDOUT_FILENO) ? "" : table);
  print_counts (report, tuner);
}

guint
tl_tune_report_n_measured (TlTuneReport *report, char **reason)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&report->lock);

  *reason = g_strdup (report->first_failure);
  return report->counts[TL_OUTCOME_OK] + report->counts[TL_OUTCOME_PRUNED];
}

gboolean
tl_tune_report_result (TlTuneReport *report, TlModuleTuner *tuner, gboolean was_stopped)
{
  gboolean ok = TRUE;

  report->was_stopped = was_stopped;
  if (!report->as_json)
    {
      tl_tune_report_table (report, tuner);
      if (report->options->tune.config.is_dry)
        printf ("Times are predicted by a model of %s, not measured.\n",
                tl_gpu_model_of_target (&report->options->tune.target)->name);
    }
  for (guint i = 0; i < tl_module_tuner_n_tasks (tuner); i++)
    ok &= print_task (report, tuner, i);
  return ok;
}
