/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules compared with the installed libraries. data/benchmarks/kernels.json is the list: each row names a program (a function of a te
 * script, or a file), a schedule, the operation as tests/bench/baselines/baselines.h defines it, and its baselines. All run interleaved
 * in one process on the same memory, with the machine's peak as one more entry; a ratio is the median over the rounds of the time of a
 * baseline divided by ours: above 1 ours is faster. On a machine with other work, `chrt -f 10` (as root) keeps that off the core.
 */
#include "tests/bench/bench-comparison.h"

#include <stdio.h>
#include <string.h>

#include "app/commands/watch.h"
#include "core/analysis/footprint.h"
#include "core/default-schedules/default-schedule.h"
#include "tests/bench/baselines/baselines.h"

#define MIN_REPEAT_MS 2.0
#define MIN_ROUNDS  11

static const char *
member (JsonObject *object, const char *name)
{
  return json_object_get_string_member_with_default (object, name, NULL);
}

/* {"M": 64} as "M=64". */
static char **
arguments_of (JsonObject *row, const char *name)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  JsonObject   *arguments = json_object_has_member (row, name) ? json_object_get_object_member (row, name) : NULL;
  g_autoptr (GList) names = arguments != NULL ? json_object_get_members (arguments) : NULL;

  for (GList *link = names; link != NULL; link = link->next)
    {
      g_autofree char *value = json_to_string (json_object_get_member (arguments, link->data), FALSE);
      g_autofree char *text = g_strdup_printf ("%s=%s", (const char *) link->data, value);

      g_strv_builder_add (builder, text);
    }
  return g_strv_builder_end (builder);
}

TlModule *
tl_bench_load_program (JsonObject *row, const char *named)
{
  g_autofree char *path = tl_command_data_file (member (row, "program"));
  g_auto (GStrv) arguments = arguments_of (row, named);
  const char *function = member (row, "function");

  return function != NULL ? tl_command_call_module (path, function, (const char *const *) arguments) : tl_command_load_module (path, NULL);
}

TlState *
tl_bench_row_schedule (JsonObject *row, TlModule *module, TlExit *exit)
{
  g_autofree char *path = tl_command_data_file (member (row, "schedule"));
  g_auto (GStrv) arguments = arguments_of (row, "schedule_arguments");
  TlScheduleOptions options = { .file = path, .arguments = arguments, .function = (char *) member (row, "schedule_function") };

  return tl_command_apply (module, &options, exit);
}

double
tl_bench_median_ratio (const TlOutcome *ours, const TlOutcome *other)
{
  g_autofree double *ratios = g_new (double, ours->n_samples + 1);
  guint n = MIN (ours->n_samples, other->n_samples);

  if (n == 0)
    return 0;
  for (guint i = 0; i < n; i++)
    {
      double ratio = other->samples_s[i] / ours->samples_s[i];
      guint  at = i;

      for (; at > 0 && ratios[at - 1] > ratio; at--)
        ratios[at] = ratios[at - 1];
      ratios[at] = ratio;
    }
  return n % 2 == 1 ? ratios[n / 2] : (ratios[n / 2 - 1] + ratios[n / 2]) / 2;
}

char *
tl_bench_applied_rules (const GPtrArray *notes)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < notes->len; i++)
    {
      const TlDefaultNote *note = notes->pdata[i];

      g_string_append_printf (text, "%s%s", i > 0 ? "+" : "", note->taken != NULL ? note->taken->name : "none");
    }
  return g_string_free (text, FALSE);
}

static TlPeak
peak_of_func (const TlPrimFunc *func)
{
  const TlBuffer *first = func->n_params > 0 ? func->params[0].buffer : NULL;

  return first != NULL ? tl_peak_of_type (first->dtype) : TL_PEAK_NONE;
}

/* "pk": the share of the peak of all threads. The entry of the peak times a known number of operations. */
static double
figure (const TlBenchKernel *kernel, guint entry)
{
  double ratio = tl_bench_median_ratio (&kernel->outcomes[0], &kernel->outcomes[entry]);

  if (kernel->entries[entry].baseline != NULL && strcmp (kernel->entries[entry].baseline, "peak") == 0)
    return ratio * kernel->flops / (tl_peak_run_operations (kernel->peak) * TL_PEAK_BASELINE_RUNS * kernel->n_threads);
  return ratio;
}

static const char *
entry_name (const TlBenchKernel *kernel, guint entry)
{
  const char *baseline = kernel->entries[entry].baseline;

  if (kernel->entries[entry].num_cores > 0)
    return "one-core";
  if (baseline == NULL && kernel->entries[entry].state == kernel->by_hand)
    return "by-hand";
  return baseline == NULL ? "naive" : strcmp (baseline, "peak") == 0 ? "pk" : baseline;
}

void
tl_bench_print (const TlBenchKernel *kernel, const char *note)
{
  TlLatency latency;

  printf ("%-24s", kernel->name);
  for (guint i = 1; i < kernel->n_entries; i++)
    if (kernel->outcomes[i].n_samples > 0)
      printf (" %s=%.*f", entry_name (kernel, i), figure (kernel, i) >= 10 ? 1 : 3, figure (kernel, i));
  if (tl_outcome_latency (&kernel->outcomes[0], &latency))
    {
      g_autofree char *text = tl_format_seconds (latency.median_s);

      printf ("   %s", text);
    }
  printf ("%s%s\n", note != NULL ? "   " : "", note != NULL ? note : "");
  fflush (stdout);
}

void
tl_bench_add_json (const TlBenchKernel *kernel, JsonObject *row)
{
  TlLatency latency;

  json_object_set_string_member (row, "name", kernel->name);
  for (guint i = 1; i < kernel->n_entries; i++)
    if (kernel->outcomes[i].n_samples > 0)
      json_object_set_double_member (row, entry_name (kernel, i), figure (kernel, i));
    else if (kernel->outcomes[i].message != NULL)
      {
        g_autofree char *why = g_strconcat (entry_name (kernel, i), "_absent", NULL);

        json_object_set_string_member (row, why, kernel->outcomes[i].message);
      }
  if (tl_outcome_latency (&kernel->outcomes[0], &latency))
    {
      json_object_set_double_member (row, "median_s", latency.median_s);
      json_object_set_double_member (row, "min_s", latency.min_s);
      json_object_set_double_member (row, "flops", kernel->flops);
    }
}

/* Entries: ours, ours on one core if it uses more, the schedule by hand, the baselines of the row. */
static void
gather_entries (TlBenchKernel *kernel, const TlState *ours)
{
  JsonArray *baselines = json_object_get_array_member (kernel->row, "against");

  kernel->entries[kernel->n_entries++] = (TlComparisonEntry) { .state = ours };
  if (kernel->n_threads > 1)
    kernel->entries[kernel->n_entries++] = (TlComparisonEntry) { .state = ours, .num_cores = 1 };
  if (ours != kernel->by_hand)
    kernel->entries[kernel->n_entries++] = (TlComparisonEntry) { .state = kernel->by_hand };
  for (guint i = 0; i < json_array_get_length (baselines) && kernel->n_entries < TL_COMPARISON_MAX; i++)
    {
      const char *name = json_array_get_string_element (baselines, i);

      if (strcmp (name, "naive") == 0)
        kernel->entries[kernel->n_entries++] = (TlComparisonEntry) { .state = kernel->naive };
      else
        kernel->entries[kernel->n_entries++] = (TlComparisonEntry) { .baseline = name };
    }
}

TlExit
tl_bench_compare (TlBenchKernel *kernel, TlWorkerPool *pool, const TlState *ours, const TlBenchOptions *options)
{
  g_autofree char *task = NULL;
  g_autoptr (TlWatch) watch = NULL;
  TlTarget  target = tl_target_host ();
  TlComparison comparison = { .target = &target, .entries = kernel->entries, .max_s = 60,
                              .n_rounds = (guint) MAX (options->n_rounds, MIN_ROUNDS),
                              .min_repeat_ms = MIN_REPEAT_MS, .func_name = kernel->func_name };

  target.num_cores = kernel->n_threads;
  gather_entries (kernel, ours);
  comparison.n_entries = kernel->n_entries;
  if (json_object_has_member (kernel->row, "task"))
    comparison.task = task = json_to_string (json_object_get_member (kernel->row, "task"), FALSE);
  watch = tl_watch_new ("timing %s", kernel->name);
  tl_worker_pool_compare (pool, &comparison, NULL, NULL, NULL, kernel->outcomes);
  g_clear_pointer (&watch, tl_watch_free);
  if (kernel->outcomes[0].kind != TL_OUTCOME_OK)
    tl_command_message ("%s: %s", kernel->name, kernel->outcomes[0].message);
  for (guint i = 1; i < kernel->n_entries; i++)
    if (kernel->outcomes[i].kind == TL_OUTCOME_WRONG_RESULT)
      tl_command_message ("%s: %s: %s", kernel->name, entry_name (kernel, i), kernel->outcomes[i].message);
  return kernel->outcomes[0].kind == TL_OUTCOME_OK ? TL_EXIT_DONE : TL_EXIT_FAILED;
}

static TlExit
load_kernel (TlBenchKernel *kernel, const TlBenchOptions *options)
{
  TlExit exit = TL_EXIT_DONE;

  kernel->program = tl_bench_load_program (kernel->row, "arguments");
  if (kernel->program == NULL)
    return TL_EXIT_USAGE;
  kernel->n_threads = (guint) MAX (options->n_threads, 1);
  kernel->naive = tl_state_new (kernel->program, 0);
  kernel->by_hand = tl_bench_row_schedule (kernel->row, kernel->program, &exit);
  kernel->func_name = kernel->program->prims[0]->name;
  kernel->flops = tl_func_flops (tl_module_prim (kernel->program, kernel->func_name));
  kernel->peak = peak_of_func (tl_module_prim (kernel->program, kernel->func_name));
  return kernel->by_hand != NULL ? TL_EXIT_DONE : exit;
}

static void
kernel_clear (TlBenchKernel *kernel)
{
  for (guint i = 0; i < kernel->n_entries; i++)
    tl_outcome_clear (&kernel->outcomes[i]);
  g_clear_pointer (&kernel->by_hand, tl_state_unref);
  g_clear_pointer (&kernel->naive, tl_state_unref);
  g_clear_pointer (&kernel->program, tl_module_unref);
}

JsonNode *
tl_bench_load_table (const char *name, GError **error)
{
  g_autofree char *path = tl_command_data_file (name);
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, error) ? json_from_string (text, error) : NULL;
}

/* Collects the baselines that could not run, and why. */
static void
note_absent (const TlBenchKernel *kernel, GHashTable *absent)
{
  for (guint i = 1; i < kernel->n_entries; i++)
    if (kernel->entries[i].baseline != NULL && kernel->outcomes[i].n_samples == 0 && kernel->outcomes[i].kind == TL_OUTCOME_CANCELLED)
      g_hash_table_insert (absent, g_strdup_printf ("%-9s %s", kernel->entries[i].baseline, kernel->outcomes[i].message), NULL);
}

static void
print_absent (GHashTable *absent)
{
  g_autoptr (GList) lines = g_list_sort (g_hash_table_get_keys (absent), (GCompareFunc) g_strcmp0);

  if (lines != NULL)
    printf ("not measured:\n");
  for (GList *link = lines; link != NULL; link = link->next)
    printf ("  %s\n", (const char *) link->data);
}

TlExit
tl_bench_each_kernel (const TlBenchOptions *options, TlBenchKernelFunc run)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) table = tl_bench_load_table ("benchmarks/kernels.json", &error);
  g_autoptr (TlWorkerPool) pool = table != NULL ? tl_worker_pool_new (0, &error) : NULL;
  g_autoptr (JsonNode) results = json_node_new (JSON_NODE_ARRAY);
  g_autoptr (GHashTable) absent = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  JsonArray *rows = table != NULL ? json_node_get_array (table) : NULL;
  TlExit     exit = TL_EXIT_DONE;

  if (pool == NULL)
    {
      tl_command_error (error);
      return TL_EXIT_FAILED;
    }
  json_node_take_array (results, json_array_new ());
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject   *row = json_array_get_object_element (rows, i);
      TlBenchKernel kernel = { .row = row, .name = member (row, "name") };

      if (tl_bench_is_chosen (options, kernel.name))
        {
          TlExit one = load_kernel (&kernel, options);

          one = one == TL_EXIT_DONE ? run (&kernel, pool, options, options->as_json ? json_node_get_array (results) : NULL) : one;
          exit = MAX (exit, one);
          note_absent (&kernel, absent);
        }
      kernel_clear (&kernel);
    }
  if (options->as_json)
    {
      g_autofree char *text = json_to_string (results, TRUE);

      printf ("%s\n", text);
    }
  else
    print_absent (absent);
  return exit;
}
