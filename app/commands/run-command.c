/* SPDX-License-Identifier: Apache-2.0 */
#include <json-glib/json-glib.h>
#include <stdio.h>
#include <string.h>

#include "app/commands/command.h"
#include "app/commands/run-arrays.h"
#include "app/commands/run-counts.h"
#include "app/commands/run-emulator.h"
#include "app/commands/watch.h"
#include "core/analysis/footprint.h"
#include "core/analysis/roofline.h"
#include "core/device/cuda-driver.h"
#include "core/base/error.h"
#include "core/schedule/interface.h"
#include "core/schedule/trace.h"
#include "core/text/ast.h"
#include "core/text/notebook.h"

typedef struct
{
  gboolean check;
  gboolean time;
  gboolean counters;
  gboolean json;
  gint     repeat;          /* 0: the default */
  gint     number;
  gdouble  min_repeat_ms;   /* negative: the default */
  gboolean cold;
  gdouble  timeout_s;
  char    *input;           /* nullable: arguments */
  char    *output;          /* nullable: file for the results */
  gboolean print;
  gint     memory_mib;
  char    *device;          /* nullable: this CPU */
  gboolean report;
} RunFlags;

typedef struct
{
  TlModule *declared;     /* owned: with symbolic extents where the file has them */
  TlModule *module;       /* owned: with their values */
  TlState  *state;        /* owned: its scheduled form */
  GPtrArray *funcs;       /* const TlPrimFunc *, of @module: the functions to run; owned */
  TlTarget  target;
} RunSubject;

static void
print_json (const char *file, const char *function, const TlOutcome *outcome, double flops, const TlRoof *roof, const RunFlags *flags,
            const RunSubject *subject)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;
  TlLatency latency;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "file");
  json_builder_add_string_value (builder, file);
  json_builder_set_member_name (builder, "function");
  json_builder_add_string_value (builder, function);
  json_builder_set_member_name (builder, "outcome");
  json_builder_add_string_value (builder, tl_outcome_name (outcome->kind));
  if (outcome->message != NULL)
    {
      json_builder_set_member_name (builder, "message");
      json_builder_add_string_value (builder, outcome->message);
    }
  json_builder_set_member_name (builder, "checked");
  json_builder_add_boolean_value (builder, outcome->is_checked);
  if (tl_outcome_latency (outcome, &latency))
    {
      const struct { const char *name; double value; } numbers[] = {
        { "median_s", latency.median_s }, { "min_s", latency.min_s }, { "low_s", latency.low_s },
        { "high_s", latency.high_s },     { "flops", flops },
        { "roof_s", tl_roof_s (roof) },
      };

      for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
        {
          json_builder_set_member_name (builder, numbers[i].name);
          json_builder_add_double_value (builder, numbers[i].value);
        }
    }
  if (flags->counters && outcome->kind == TL_OUTCOME_OK)
    tl_run_counts_add (builder, &outcome->counts, subject->state, function, &subject->target);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  json_generator_set_root (generator, root);
  text = json_generator_to_data (generator, NULL);
  printf ("%s\n", text);
}

/* The line of the file at which the block named in @message begins; 0 if it names none, or the file has no such block. */
static guint
block_line (const char *path, const char *message)
{
  static const char    before[] = "in block \"";
  const char          *found = message != NULL ? strstr (message, before) : NULL;
  const char          *end = found != NULL ? strchr (found + strlen (before), '"') : NULL;
  g_autofree char     *name = end != NULL ? g_strndup (found + strlen (before), (gsize) (end - found) - strlen (before)) : NULL;
  g_autoptr (TlSource) source = name != NULL ? tl_script_load (path, NULL) : NULL;

  return source != NULL ? tl_script_block_line (source, name) : 0;
}

static void
print_text (const char *path, const TlOutcome *outcome, double flops, const TlRoof *roof, const RunFlags *flags)
{
  TlLatency latency;

  if (outcome->kind != TL_OUTCOME_OK)
    {
      guint line = block_line (path, outcome->message);

      printf ("%s: %s\n", tl_outcome_title (outcome->kind), outcome->message != NULL ? outcome->message : "no reason given");
      if (line > 0)
        printf ("the block begins at line %u of %s\n", line, path);
      return;
    }
  if (flags->check)
    printf ("checked: %s\n", outcome->is_checked ? "agrees with the interpreter" : "not checked");
  if (flags->time && tl_outcome_latency (outcome, &latency))
    {
      g_autofree char *median = tl_format_seconds (latency.median_s), *low = tl_format_seconds (latency.low_s);
      g_autofree char *high = tl_format_seconds (latency.high_s), *share = NULL;

      printf ("time: %s (%s … %s, %u sample%s)", median, low, high, outcome->n_samples, outcome->n_samples == 1 ? "" : "s");
      if (flops > 0)
        printf ("  %.4g GFLOP/s", flops / latency.median_s * 1e-9);
      share = tl_roof_share_text (roof, latency.median_s);
      if (share != NULL)
        printf ("  %s", share);
      printf ("\n");
    }
}

/* --- the program to run --- */

static void
subject_clear (RunSubject *subject)
{
  g_clear_pointer (&subject->declared, tl_module_unref);
  g_clear_pointer (&subject->module, tl_module_unref);
  g_clear_pointer (&subject->state, tl_state_unref);
  g_clear_pointer (&subject->funcs, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RunSubject, subject_clear)

/* FALSE after printing what is wrong with the file. */
static gboolean
add_shapes_of_arrays (const RunSubject *subject, const char *input, TlScheduleOptions *schedule)
{
  g_autoptr (GError) error = NULL;

  if (input == NULL || subject->funcs->len > 1
      || tl_run_arrays_add_shapes (subject->funcs->pdata[0], input, &schedule->shapes, &error))
    return TRUE;
  tl_command_error (error);
  return FALSE;
}

static TlExit
load_program (const char *path, const char *func, const char *input, TlScheduleOptions *schedule, RunSubject *subject)
{
  TlExit exit;

  subject->declared = tl_command_load_module (path, NULL);
  if (subject->declared == NULL)
    return TL_EXIT_USAGE;
  subject->funcs = tl_command_choose_functions (subject->declared, path, func);
  if (subject->funcs == NULL || !add_shapes_of_arrays (subject, input, schedule))
    return TL_EXIT_USAGE;
  subject->module = tl_command_specialize (subject->declared, schedule->shapes);
  if (subject->module == NULL)
    return TL_EXIT_USAGE;
  g_ptr_array_unref (subject->funcs);
  subject->funcs = tl_command_choose_functions (subject->module, path, func);
  if (subject->funcs == NULL || !tl_command_have_sizes (subject->funcs, path))
    return TL_EXIT_USAGE;
  subject->state = tl_command_apply_own (subject->module, path, schedule, &exit);
  return exit;
}

static gboolean
read_trial (TlDatabase *database, gint64 run_id, guint number, RunSubject *subject, GError **error)
{
  g_autoptr (TlRunRow) run = tl_database_run (database, run_id, error);
  g_autoptr (GPtrArray) workloads = run != NULL ? tl_database_workloads (database, error) : NULL;
  g_autoptr (TlTrialRow) trial = workloads != NULL ? tl_database_trial (database, run_id, number, error) : NULL;
  g_autoptr (TlState) start = NULL;

  if (trial == NULL || (run->target != NULL && !tl_target_parse (run->target, &subject->target, error)))
    return FALSE;
  for (guint i = 0; i < workloads->len; i++)
    if (((TlWorkloadRow *) workloads->pdata[i])->id == run->workload_id)
      subject->declared = tl_module_ref (((TlWorkloadRow *) workloads->pdata[i])->module);
  if (subject->declared == NULL)
    return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_DAMAGED,
                    "%s is damaged: workload %" G_GINT64_FORMAT " of run %" G_GINT64_FORMAT " is missing", tl_database_path (database),
                    run->workload_id, run_id);
  subject->module = tl_module_ref (subject->declared);
  start = tl_state_new (subject->module, 0);
  if (trial->trace_json != NULL)
    subject->state = tl_trace_replay_json (start, trial->trace_json, TRUE, FALSE, error);
  else
    g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL, "trial %u of run %" G_GINT64_FORMAT " has no schedule: %s", number,
                 run_id,
                 trial->outcome.message != NULL ? trial->outcome.message : "no reason recorded");
  return subject->state != NULL;
}

/* @trial: "RUN:NUMBER" of the project at @path. */
static TlExit
load_trial (const char *path, const char *func, const char *trial, RunSubject *subject)
{
  g_autoptr (TlDatabase) database = NULL;
  g_autoptr (GError) error = NULL;
  const char *colon = strchr (trial, ':');
  guint64 run_id, number;
  g_autofree char *run = colon != NULL ? g_strndup (trial, (gsize) (colon - trial)) : NULL;

  if (run == NULL || !g_ascii_string_to_unsigned (run, 10, 1, G_MAXINT64, &run_id, NULL)
      || !g_ascii_string_to_unsigned (colon + 1, 10, 0, G_MAXUINT32, &number, NULL))
    return tl_command_usage ("--trial takes RUN:NUMBER, as in 1:17, not \"%s\"", trial);
  database = tl_command_read_database (path, &error);
  if (database == NULL || !read_trial (database, (gint64) run_id, (guint) number, subject, &error))
    return tl_command_fail (TL_EXIT_USAGE, error);
  subject->funcs = tl_command_choose_functions (subject->module, path, func);
  return subject->funcs == NULL ? TL_EXIT_USAGE : TL_EXIT_DONE;
}

static gboolean
returns_results (const RunFlags *flags)
{
  return flags->input != NULL || flags->output != NULL || flags->print;
}

static TlMeasureOptions
measure_options (RunFlags *flags, TlWatch *watch)
{
  TlMeasureOptions measure = tl_measure_options_default ();

  flags->time |= flags->counters || (!flags->check && !returns_results (flags));
  measure.check = flags->check;
  measure.run_timeout_s = measure.build_timeout_s = tl_watch_left_s (watch, flags->timeout_s);
  if (flags->memory_mib > 0)
    measure.memory_limit_bytes = (gint64) flags->memory_mib << 20;
  if (flags->repeat > 0)
    measure.repeat = (guint) flags->repeat;
  if (flags->number > 0)
    measure.number = (guint) flags->number;
  if (flags->min_repeat_ms >= 0)
    measure.min_repeat_ms = flags->min_repeat_ms;
  measure.flush_cache = flags->cold;
  measure.count = flags->counters;
  if (!flags->time)
    {
      measure.repeat = 0;
      measure.min_repeat_ms = 0;
    }
  return measure;
}

/* Cancelled because the time limit was reached, in any phase. */
static void
set_timeout (TlOutcome *outcome, const RunFlags *flags)
{
  g_free (outcome->message);
  outcome->kind = TL_OUTCOME_TIMEOUT;
  outcome->message = g_strdup_printf ("No result after %g s", flags->timeout_s);
}

/* FALSE after printing why the requested results could not be written. */
static gboolean
output_results (const TlPrimFunc *func, const RunFlags *flags, const GPtrArray *results)
{
  g_autoptr (GError) error = NULL;

  if (flags->print)
    tl_run_arrays_print (func, results);
  if (flags->output == NULL || tl_run_arrays_write (func, results, flags->output, &error))
    return TRUE;
  tl_command_error (error);
  return FALSE;
}

/* Asked after a failure: GPUs take a while to answer. FALSE after printing why nothing could run. */
static gboolean
has_device (const char *path, const TlTarget *target)
{
  g_autoptr (GError) error = NULL;

  if (strcmp (target->kind->device, tl_cuda_device.name) != 0 || tl_cuda_device.probe (0, NULL, &error))
    return TRUE;
  tl_command_message ("%s: %s; --device emulator runs the kernels without a GPU", path, error->message);
  return FALSE;
}

static TlExit
run_function (TlWorkerPool *pool, const char *path, const RunSubject *subject, const char *func_name, const TlMeasureOptions *measure,
              RunFlags *flags, TlWatch *watch)
{
  g_autoptr (GPtrArray) arguments = NULL, results = NULL;
  g_autoptr (GError)    error = NULL;
  const TlPrimFunc *func = tl_module_prim (subject->module, func_name);
  double            flops = tl_func_flops (func);
  g_autofree char  *interface = NULL;
  TlOutcome         outcome = { 0 };
  TlMachine         machine = { 0 };
  TlRoof            roof;
  TlExit            exit;

  if (returns_results (flags))
    arguments = tl_run_arrays_read (func, tl_module_prim (subject->declared, func_name), flags->input, &error);
  if (error != NULL)
    return tl_command_fail (TL_EXIT_USAGE, error);
  /* If the machine is not measured, or its CPU is not what runs the program, all rates are 0 and no roofline is printed. */
  if (g_str_equal (subject->target.kind->device, "cpu"))
    tl_machine_load (&machine);
  roof = tl_roof_of (func, &machine, subject->target.num_cores);
  interface = tl_interface_describe (subject->state, func_name);
  if (interface != NULL)
    fprintf (stderr, "the schedule changes the interface; callers must pass\n%s\n", interface);
  tl_watch_say (watch, flags->check ? "compiling, running and checking %s" : "compiling and running %s", path);
  if (arguments != NULL)
    tl_worker_pool_run (pool, subject->state, func_name, &subject->target, measure, arguments, tl_watch_cancellable (watch), &outcome,
                        &results);
  else
    tl_worker_pool_measure (pool, subject->state, func_name, &subject->target, measure, tl_watch_cancellable (watch), &outcome);
  if (g_cancellable_is_cancelled (tl_watch_cancellable (watch)) && outcome.kind == TL_OUTCOME_CANCELLED)
    set_timeout (&outcome, flags);
  if (outcome.kind == TL_OUTCOME_BUILD_ERROR && !flags->json && !has_device (path, &subject->target))
    {
      tl_outcome_clear (&outcome);
      return TL_EXIT_FAILED;
    }
  if (subject->funcs->len > 1 && !flags->json)
    printf ("# %s\n", func->name);
  if (flags->json)
    print_json (path, func->name, &outcome, flops, &roof, flags, subject);
  else
    print_text (path, &outcome, flops, &roof, flags);
  if (tl_target_has_kernels (&subject->target) && (outcome.kind == TL_OUTCOME_CRASH || outcome.kind == TL_OUTCOME_TIMEOUT))
    tl_command_message ("--device emulator runs the same kernels and names the statement, element and thread of each fault");
  if (flags->counters && !flags->json && outcome.kind == TL_OUTCOME_OK)
    tl_run_counts_print (&outcome.counts, subject->state, func->name, &subject->target);
  exit = outcome.kind == TL_OUTCOME_OK ? TL_EXIT_DONE : outcome.kind == TL_OUTCOME_WRONG_RESULT ? TL_EXIT_NO : TL_EXIT_FAILED;
  if (results != NULL && !output_results (func, flags, results))
    exit = TL_EXIT_FAILED;
  tl_outcome_clear (&outcome);
  return exit;
}

/* On the arguments that a run on a device gets. */
static TlExit
emulate_function (const char *path, const RunSubject *subject, const TlPrimFunc *func, const RunFlags *flags, TlWatch *watch)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (GPtrArray) args = tl_run_arrays_read (func, tl_module_prim (subject->declared, func->name), flags->input, &error);
  TlEmulatedFlags       emulated = { .check = flags->check || !returns_results (flags), .report = flags->report, .json = flags->json };
  TlExit                exit;

  if (args == NULL)
    return tl_command_fail (TL_EXIT_USAGE, error);
  tl_watch_say (watch, "emulating %s", path);
  if (subject->funcs->len > 1 && !flags->json)
    printf ("# %s\n", func->name);
  exit = tl_run_emulated (path, subject->state, func, &subject->target, args, &emulated, tl_watch_cancellable (watch));
  return output_results (func, flags, args) ? exit : TL_EXIT_FAILED;
}

/* Runs all of them, even if the first fails; returns the worst status. Takes @watch. */
static TlExit
run_subject (const char *path, const RunSubject *subject, RunFlags *flags, TlWatch *watch)
{
  g_autoptr (GError)       error = NULL;
  TlMeasureOptions         measure = measure_options (flags, watch);
  g_autoptr (TlWorkerPool) pool = NULL;
  TlExit                   exit = TL_EXIT_DONE;

  if (subject->funcs->len > 1 && (flags->input != NULL || flags->output != NULL))
    {
      tl_watch_free (watch);
      return tl_command_usage ("--input and --output require a single function: choose it with --func");
    }
  if (flags->device == NULL)
    pool = tl_worker_pool_new (1, &error);
  for (guint i = 0; error == NULL && i < subject->funcs->len; i++)
    {
      const TlPrimFunc *func = subject->funcs->pdata[i];
      TlExit            of_function = pool == NULL ? emulate_function (path, subject, func, flags, watch)
                                                   : run_function (pool, path, subject, func->name, &measure, flags, watch);

      exit = MAX (exit, of_function);
    }
  tl_watch_free (watch);
  if (error == NULL)
    return exit;
  return tl_command_fail (TL_EXIT_FAILED, error);
}

/* FALSE after printing what is wrong with --device. */
static gboolean
is_emulator (const RunFlags *flags)
{
  if (strcmp (flags->device, "emulator") != 0)
    tl_command_message ("--device takes emulator, not \"%s\"", flags->device);
  else if (flags->time || flags->counters || flags->cold)
    tl_command_message ("--time, --counters and --cold measure a device, which --device emulator does not run on");
  else
    return TRUE;
  return FALSE;
}

static TlExit
run_run (int argc, char **argv)
{
  g_auto (TlScheduleOptions) schedule = { .seed = tl_command_fresh_seed () };
  RunFlags          flags = { .timeout_s = 120, .min_repeat_ms = -1 };
  g_autofree char  *target_text = NULL, *floats = NULL, *trial = NULL, *func = NULL, *input = NULL, *output = NULL;
  g_autofree char  *device = NULL;
  const GOptionEntry options[] = {
    { "schedule", 's', 0, G_OPTION_ARG_FILENAME, &schedule.file, "Schedule script or trace to apply first", "FILE" },
    TL_SCHEDULE_OPTIONS (schedule),
    TL_FUNCS_OPTION (func),
    { "trial", 0, 0, G_OPTION_ARG_STRING, &trial, "Run this trial of the project FILE.tileloom", "RUN:NUMBER" },
    { "check", 0, 0, G_OPTION_ARG_NONE, &flags.check, "Compare the result with the reference interpreter", NULL },
    { "time", 0, 0, G_OPTION_ARG_NONE, &flags.time, "Time the program", NULL },
    { "counters", 0, 0, G_OPTION_ARG_NONE, &flags.counters, "Time the program, then read hardware counters in further runs", NULL },
    { "cold", 0, 0, G_OPTION_ARG_NONE, &flags.cold, "Flush the caches before each run; a sample is one run", NULL },
    { "target", 0, 0, G_OPTION_ARG_STRING, &target_text, "Target, \"llvm\" by default", "TARGET" },
    { "device", 0, 0, G_OPTION_ARG_STRING, &device,
      "emulator: run the kernels of a GPU program without a GPU, and check them for races and other faults", "DEVICE" },
    { "report", 0, 0, G_OPTION_ARG_NONE, &flags.report,
      "With --device emulator: count instructions, memory requests and divergent branches, by statement", NULL },
    TL_FLOAT_OPTION (floats),
    { "input", 0, 0, G_OPTION_ARG_FILENAME, &flags.input,
      "Read the arguments by name from a numpy.savez file instead of using random ones", "FILE.npz" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &flags.output, "Write the results to a file for numpy.load", "OUT.npz" },
    { "print", 0, 0, G_OPTION_ARG_NONE, &flags.print, "Print the results", NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &flags.json, "Print JSON", NULL },
    G_OPTION_ENTRY_NULL,
  };
  const TlNumberOption numbers[] = {
    { "repeat", 0, TL_NUMBER_INT, &flags.repeat, 1, 1000000, "Number of samples", "N" },
    { "number", 0, TL_NUMBER_INT, &flags.number, 1, 1000000000, "Minimum runs per sample", "N" },
    { "min-repeat-ms", 0, TL_NUMBER_DOUBLE, &flags.min_repeat_ms, 0, 1000000,
      "Minimum duration of a sample; adds runs to short samples", "MS" },
    { "timeout", 0, TL_NUMBER_DOUBLE, &flags.timeout_s, 0.001, 1000000, "Time limit of the whole command in seconds; 120 by default", "S" },
    { "memory", 0, TL_NUMBER_INT, &flags.memory_mib, 1, 1048576, "Memory limit of a run in MiB", "N" },
    TL_SCHEDULE_NUMBERS (schedule),
    { NULL },
  };
  g_auto (RunSubject) subject = { 0 };
  g_autoptr (TlWatch) watch = NULL;
  TlExit exit;

  if (!tl_command_parse (&tl_command_run_row, &argc, &argv, options, numbers, 1, 1)
      || !tl_command_load_target (target_text, floats, &subject.target))
    return TL_EXIT_USAGE;
  input = flags.input;
  output = flags.output;
  if (flags.print && flags.json)
    return tl_command_usage ("--print and --json exclude each other; use --output OUT.npz to save the results");
  flags.device = device;
  if (device != NULL && !is_emulator (&flags))
    return TL_EXIT_USAGE;
  if (flags.report && device == NULL)
    return tl_command_usage ("--report requires --device emulator");
  watch = tl_watch_new_limited (flags.timeout_s);
  exit = trial != NULL ? load_trial (argv[0], func, trial, &subject) : load_program (argv[0], func, input, &schedule, &subject);
  if (exit == TL_EXIT_DONE)
    return run_subject (argv[0], &subject, &flags, g_steal_pointer (&watch));
  return exit;
}

const TlCommand tl_command_run_row = {
  "run",
  "MODULE.py [--schedule FILE] | FILE.tileloom --trial RUN:NUMBER [--check] [--time] [--counters] [--device emulator] [--input FILE.npz] "
  "[--output OUT.npz]",
  "Compile a program for this CPU, run it, check its result and time it", run_run,
};
