/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a model in a worker: its results, end-to-end time and, as a profile, the time of each kernel. */
#include <stdio.h>
#include <string.h>

#include "app/commands/analyze.h"
#include "app/commands/model.h"
#include "core/analysis/roofline.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/interp/npz.h"
#include "core/measure/model-run.h"

#define INPUT_SEED    1u
#define SMALL_FLOPS   2e7    /* up to here the interpreter runs the whole model */
#define NAME_COLUMNS  44

/* A model on its way to its results. */
typedef struct
{
  const TlModelFlags *flags;
  TlModule           *lowered;      /* owned, as all that follows; nullable until it is made */
  TlExecutable       *executable;
  GPtrArray          *inputs;
  TlRecords          *records;      /* nullable */
  TlWorkerPool       *pool;
  GPtrArray          *schedules;
  double              load_s, schedule_s;
  TlModelOutcome      outcome;
} ModelRun;

static void
model_run_clear (ModelRun *run)
{
  g_clear_pointer (&run->executable, tl_executable_free);
  g_clear_pointer (&run->lowered, tl_module_unref);
  g_clear_pointer (&run->inputs, g_ptr_array_unref);
  g_clear_pointer (&run->schedules, g_ptr_array_unref);
  g_clear_pointer (&run->records, tl_records_unref);
  g_clear_pointer (&run->pool, tl_worker_pool_unref);
  tl_model_outcome_clear (&run->outcome);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ModelRun, model_run_clear)

static double
seconds_since (gint64 start_ns)
{
  return (double) (tl_time_ns () - start_ns) / 1e9;
}

/* --- preparing --- */

/* By name, or by position as numpy.savez names what it gets without one. */
static GPtrArray *
read_inputs (const TlExecutable *executable, const char *path, GError **error)
{
  g_autoptr (GHashTable) arrays = tl_npz_read (path, error);
  g_autoptr (GPtrArray)  inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);
  g_autoptr (GString)    names = g_string_new (NULL);

  if (arrays == NULL)
    return NULL;
  for (guint i = 0; i < executable->inputs->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", ((TlModelTensor *) executable->inputs->pdata[i])->name);
  for (guint i = 0; i < executable->inputs->len; i++)
    {
      const TlModelTensor *input = executable->inputs->pdata[i];
      g_autofree char     *place = g_strdup_printf ("arr_%u", i);
      TlTensor            *array = g_hash_table_lookup (arrays, input->name);

      if (array == NULL)
        array = g_hash_table_lookup (arrays, place);
      if (array == NULL)
        return tl_fail_null (error, TL_NPZ_ERROR, TL_NPZ_ERROR_FORMAT, "%s has no array %s; the inputs of the model are %s", path,
                             input->name, names->str);
      g_ptr_array_add (inputs, tl_tensor_ref (array));
    }
  return tl_executable_check_inputs (executable, inputs, error) ? g_steal_pointer (&inputs) : NULL;
}

static TlExit
prepare (ModelRun *run)
{
  const TlModelFlags *flags = run->flags;
  g_autoptr (GError)  error = NULL;
  gint64              start_ns = tl_time_ns ();

  run->executable = tl_model_plan (flags, &run->lowered);
  if (run->executable == NULL)
    return TL_EXIT_USAGE;
  run->load_s = seconds_since (start_ns);
  run->inputs = flags->input != NULL ? read_inputs (run->executable, flags->input, &error)
                                     : tl_executable_make_inputs (run->executable, INPUT_SEED, &error);
  if (run->inputs != NULL && flags->database != NULL)
    run->records = tl_model_open_records (flags->database, &error);
  if (error != NULL)
    return tl_command_fail (TL_EXIT_USAGE, error);
  run->pool = tl_worker_pool_new (0, &error);
  return run->pool != NULL ? TL_EXIT_DONE : tl_command_fail (TL_EXIT_FAILED, error);
}

static TlExit
schedule (ModelRun *run, TlWatch *watch)
{
  const TlModelFlags *flags = run->flags;
  TlModelTiming       timing = tl_model_timing (flags, run->lowered, run->records, run->pool, tl_watch_cancellable (watch));
  g_autoptr (GError)  error = NULL;
  gint64              start_ns = tl_time_ns ();

  run->schedules = tl_model_schedule (&timing, flags->path, &run->executable, watch, &error);
  run->schedule_s = seconds_since (start_ns);
  return run->schedules != NULL ? TL_EXIT_DONE : tl_command_fail (tl_command_exit_of (error, TL_EXIT_FAILED), error);
}

/* --- checking --- */

static double
total_flops (const TlExecutable *executable)
{
  double flops = 0;

  for (guint i = 0; i < executable->kernels->len; i++)
    {
      const TlKernelTask *kernel = executable->kernels->pdata[i];

      flops += kernel->flops > 0 ? kernel->flops * kernel->n_calls : 0;
    }
  return flops;
}

/*
 * Each kernel may round as it likes, within its bounds; of small models the results are compared, too, unless a value was rounded to
 * another step than the interpreter's: then both results are those of different numbers.
 */
static void
check_results (ModelRun *run, gboolean *is_whole)
{
  g_autoptr (GPtrArray) expected = NULL;
  g_autofree char      *where = NULL;
  g_autoptr (GError)    error = NULL;

  if (run->outcome.whole.kind != TL_OUTCOME_OK || total_flops (run->executable) > SMALL_FLOPS || run->outcome.n_unchecked > 0
      || run->outcome.n_at_border > 0)
    return;
  expected = tl_executable_interpret (run->executable, run->inputs, 0, NULL, &error);
  *is_whole = expected != NULL;
  if (expected == NULL || tl_outputs_compare (run->executable, run->outcome.outputs, expected, &where) <= 1)
    return;
  run->outcome.whole.kind = TL_OUTCOME_WRONG_RESULT;
  run->outcome.whole.message = g_steal_pointer (&where);
}

/* --- printing --- */

static guint
count_by (const ModelRun *run, TlKernelOrigin origin)
{
  guint n = 0;

  for (guint i = 0; i < tl_executable_n_run_kernels (run->executable); i++)
    n += ((const TlKernelSchedule *) run->schedules->pdata[i])->origin == origin;
  return n;
}

static void
print_plan (const ModelRun *run)
{
  const TlExecutable *executable = run->executable;
  g_autofree char    *weights = tl_format_bytes (executable->n_bytes[TL_REGION_CONSTANTS]);
  g_autofree char    *arena = tl_format_bytes (executable->n_bytes[TL_REGION_ARENA]);
  g_autofree char    *unshared = tl_format_bytes (executable->unshared_bytes);
  g_autofree char    *load = tl_format_seconds (run->load_s), *schedule = tl_format_seconds (run->schedule_s);
  g_autofree char    *build = tl_format_seconds (run->outcome.build_s);
  guint               n_records = count_by (run, TL_KERNEL_BY_RECORD);
  guint               n_bare = count_by (run, TL_KERNEL_UNSCHEDULED);

  printf ("model: %u calls of %u kernels; constants %s, intermediate tensors %s (%s unshared)\n", executable->calls->len,
          tl_executable_n_run_kernels (executable), weights, arena, unshared);
  printf ("schedules: ");
  if (run->flags->database != NULL)
    printf ("%u from records, ", n_records);
  printf ("%u by rules", count_by (run, TL_KERNEL_BY_RULES));
  if (n_bare > 0)
    printf (", %u none", n_bare);
  printf ("; read in %s, scheduled in %s, built in %s\n", load, schedule, build);
}

static void
print_check (const ModelRun *run, gboolean is_whole)
{
  g_autofree char *elements = tl_format_count ((gint64) run->outcome.n_checked);

  printf ("checked: %u of %u calls agree with the interpreter (%s elements", run->executable->calls->len - run->outcome.n_unchecked,
          run->executable->calls->len, elements);
  if (run->outcome.n_at_border > 0)
    printf (", %" G_GUINT64_FORMAT " of them rounded to the other of two near steps", run->outcome.n_at_border);
  printf (")%s\n", is_whole ? ", and so do the results" : "");
}

static void
print_time (const ModelRun *run)
{
  TlLatency        latency;
  g_autofree char *median = NULL, *most = NULL;
  double           flops = total_flops (run->executable);

  if (!tl_outcome_latency (&run->outcome.whole, &latency))
    return;
  median = tl_format_seconds (latency.median_s);
  most = tl_format_seconds (latency.most_s);
  printf ("time: %s (90 %% of %u runs within %s)", median, latency.n_samples, most);
  if (flops > 0)
    printf ("  %.4g GFLOP/s", flops / latency.median_s * 1e-9);
  printf ("  %d thread%s\n", run->flags->target.num_cores, run->flags->target.num_cores == 1 ? "" : "s");
}

/* --- the profile --- */

/* All calls of one kernel. */
typedef struct
{
  const TlKernelTask     *kernel;
  const TlKernelSchedule *schedule;
  double                  total_s;
  double                  roof_s;    /* 0: unknown */
} ProfileRow;

static gint
compare_rows (gconstpointer a, gconstpointer b)
{
  double x = ((const ProfileRow *) a)->total_s, y = ((const ProfileRow *) b)->total_s;

  return (x < y) - (x > y);
}

static GArray *
profile_rows (const ModelRun *run)
{
  GArray   *rows = g_array_new (FALSE, TRUE, sizeof (ProfileRow));
  TlMachine machine = { 0 };

  tl_machine_load (&machine);
  g_array_set_size (rows, tl_executable_n_run_kernels (run->executable));
  for (guint i = 0; i < rows->len; i++)
    {
      ProfileRow *row = &g_array_index (rows, ProfileRow, i);
      TlRoof      roof;

      row->kernel = run->executable->kernels->pdata[i];
      row->schedule = run->schedules->pdata[i];
      roof = tl_roof_of (row->kernel->module->prims[0], &machine, (guint) run->flags->target.num_cores);
      row->roof_s = tl_roof_s (&roof) * row->kernel->n_calls;
    }
  for (guint i = 0; i < run->executable->calls->len; i++)
    g_array_index (rows, ProfileRow, ((TlKernelCall *) run->executable->calls->pdata[i])->kernel).total_s += run->outcome.call_s[i];
  g_array_sort (rows, compare_rows);
  return rows;
}

static double
sum_of (const GArray *rows)
{
  double sum = 0;

  for (guint i = 0; i < rows->len; i++)
    sum += g_array_index (rows, ProfileRow, i).total_s;
  return sum;
}

static void
print_row (const ProfileRow *row, double sum)
{
  const TlKernelTask *kernel = row->kernel;
  double              flops = kernel->flops * kernel->n_calls;
  g_autofree char    *time = tl_format_seconds (row->total_s), *bytes = tl_format_bytes (kernel->n_bytes * kernel->n_calls);
  g_autofree char    *rate = kernel->flops > 0 ? g_strdup_printf ("%.4g", flops / row->total_s * 1e-9) : g_strdup ("—");
  g_autofree char    *roof = row->roof_s > 0 ? g_strdup_printf ("%.0f %%", 100 * row->roof_s / row->total_s) : g_strdup ("—");
  gsize               n = strlen (kernel->name);

  printf (" %-*.*s%s | %5u | %*s%s | %5.1f %% | %*s%s | %*s%s | %10s | %s\n", NAME_COLUMNS - (n > NAME_COLUMNS),
          NAME_COLUMNS - (n > NAME_COLUMNS), kernel->name, n > NAME_COLUMNS ? "…" : "", kernel->n_calls,
          (int) (9 - g_utf8_strlen (time, -1)), "", time, 100 * row->total_s / sum, (int) (8 - g_utf8_strlen (rate, -1)), "", rate,
          (int) (9 - g_utf8_strlen (roof, -1)), "", roof, bytes, row->schedule->how != NULL ? row->schedule->how : "record");
}

static void
print_profile (const ModelRun *run)
{
  g_autoptr (GArray) rows = profile_rows (run);
  double             sum = sum_of (rows);
  g_autofree char   *sum_text = tl_format_seconds (sum);

  printf (" %-*s | Calls |      Time |   Share |  GFLOP/s | %% of roof |      Bytes | Schedule\n", NAME_COLUMNS, "Kernel");
  for (guint i = 0; i < rows->len; i++)
    print_row (&g_array_index (rows, ProfileRow, i), sum);
  printf ("sum of the kernels: %s\n", sum_text);
}

/* --- JSON --- */

static void
add_profile (JsonBuilder *json, const ModelRun *run)
{
  g_autoptr (GArray) rows = profile_rows (run);

  json_builder_set_member_name (json, "kernels");
  json_builder_begin_array (json);
  for (guint i = 0; i < rows->len; i++)
    {
      const ProfileRow *row = &g_array_index (rows, ProfileRow, i);

      json_builder_begin_object (json);
      tl_json_add_text (json, "name", row->kernel->name);
      tl_json_add_int (json, "calls", row->kernel->n_calls);
      tl_json_add_double (json, "total_s", row->total_s);
      tl_json_add_double (json, "flops", row->kernel->flops);
      tl_json_add_int (json, "bytes", row->kernel->n_bytes);
      tl_json_add_double (json, "roof_s", row->roof_s);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
print_json (const ModelRun *run)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (JsonNode)    root = NULL;
  g_autofree char        *text = NULL;
  TlLatency               latency;

  json_builder_begin_object (json);
  tl_json_add_text (json, "file", run->flags->path);
  tl_json_add_text (json, "outcome", tl_outcome_name (run->outcome.whole.kind));
  if (run->outcome.whole.message != NULL)
    tl_json_add_text (json, "message", run->outcome.whole.message);
  json_builder_set_member_name (json, "checked");
  json_builder_add_boolean_value (json, run->outcome.whole.is_checked);
  tl_json_add_int (json, "calls", run->executable->calls->len);
  tl_json_add_double (json, "load_s", run->load_s);
  tl_json_add_double (json, "schedule_s", run->schedule_s);
  tl_json_add_double (json, "build_s", run->outcome.build_s);
  tl_json_add_int (json, "constant_bytes", run->executable->n_bytes[TL_REGION_CONSTANTS]);
  tl_json_add_int (json, "arena_bytes", run->executable->n_bytes[TL_REGION_ARENA]);
  if (tl_outcome_latency (&run->outcome.whole, &latency))
    {
      tl_json_add_double (json, "median_s", latency.median_s);
      tl_json_add_double (json, "p90_s", latency.most_s);
      tl_json_add_int (json, "samples", latency.n_samples);
      tl_json_add_double (json, "flops", total_flops (run->executable));
    }
  if (run->outcome.call_s != NULL)
    add_profile (json, run);
  json_builder_end_object (json);
  root = json_builder_get_root (json);
  text = json_to_string (root, FALSE);
  printf ("%s\n", text);
}

/* --- the whole --- */

static gboolean
write_outputs (const ModelRun *run)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GError)    error = NULL;

  for (guint i = 0; i < run->executable->outputs->len; i++)
    g_ptr_array_add (names, ((TlModelTensor *) run->executable->outputs->pdata[i])->name);
  if (tl_npz_write (run->flags->output, (const char *const *) names->pdata, (TlTensor *const *) run->outcome.outputs->pdata, names->len,
                    &error))
    return TRUE;
  tl_command_error (error);
  return FALSE;
}

static TlExit
report (ModelRun *run)
{
  TlOutcome *whole = &run->outcome.whole;
  gboolean   is_whole = FALSE;

  if (run->flags->check)
    check_results (run, &is_whole);
  if (run->flags->json)
    print_json (run);
  else
    print_plan (run);
  if (whole->kind != TL_OUTCOME_OK && !run->flags->json)
    tl_command_message ("%s: %s", tl_outcome_title (whole->kind), whole->message != NULL ? whole->message : "no reason given");
  if (whole->kind != TL_OUTCOME_OK)
    return whole->kind == TL_OUTCOME_WRONG_RESULT ? TL_EXIT_NO : TL_EXIT_FAILED;
  if (run->flags->check && !run->flags->json)
    print_check (run, is_whole);
  if (!run->flags->json)
    print_time (run);
  if (run->outcome.call_s != NULL && !run->flags->json)
    print_profile (run);
  if (run->flags->output != NULL && !write_outputs (run))
    return TL_EXIT_FAILED;
  return run->flags->picture == NULL ? TL_EXIT_DONE : tl_model_draw (run->flags, run->lowered, run->executable, run->outcome.call_s);
}

TlExit
tl_model_run (const TlModelFlags *flags, gboolean is_profile)
{
  g_autoptr (TlWatch)      watch = tl_watch_new_limited (flags->timeout_s);
  g_auto (ModelRun)        run = { .flags = flags };
  TlModelRunOptions        options = tl_model_run_options_default ();
  g_autoptr (GPtrArray)    modules = NULL;
  TlExit                   exit = prepare (&run);

  if (exit == TL_EXIT_DONE)
    exit = schedule (&run, watch);
  if (exit != TL_EXIT_DONE)
    return exit;
  options.check = flags->check;
  options.profile = is_profile;
  options.run_timeout_s = options.build_timeout_s = tl_watch_left_s (watch, flags->timeout_s);
  modules = tl_kernel_schedules_modules (run.schedules);
  tl_watch_say (watch, "building and running %s", flags->path);
  tl_worker_pool_run_model (run.pool, run.executable, modules, &flags->target, &options, run.inputs, tl_watch_cancellable (watch),
                            &run.outcome);
  g_clear_pointer (&watch, tl_watch_free);
  return report (&run);
}
