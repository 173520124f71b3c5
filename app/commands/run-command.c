/* SPDX-License-Identifier: Apache-2.0 */
#include <json-glib/json-glib.h>
#include <stdio.h>

#include "app/commands/command.h"
#include "core/analysis/footprint.h"
#include "core/analysis/roofline.h"

typedef struct
{
  gboolean check;
  gboolean time;
  gboolean json;
  gint     repeat;          /* 0: as many as usual */
  gint     number;
  gdouble  min_repeat_ms;   /* negative: as usual */
  gboolean cold;
  gdouble  timeout_s;
  gint     memory_mib;
} RunFlags;

static void
print_json (const char *file, const TlOutcome *outcome, double flops, const TlRoof *roof)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;
  TlLatency latency;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "file");
  json_builder_add_string_value (builder, file);
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
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  json_generator_set_root (generator, root);
  text = json_generator_to_data (generator, NULL);
  printf ("%s\n", text);
}

static void
print_text (const TlOutcome *outcome, double flops, const TlRoof *roof, const RunFlags *flags)
{
  TlLatency latency;

  if (outcome->kind != TL_OUTCOME_OK)
    {
      printf ("%s: %s\n", tl_outcome_title (outcome->kind), outcome->message != NULL ? outcome->message : "no reason given");
      return;
    }
  if (flags->check)
    printf ("checked: %s\n", outcome->is_checked ? "agrees with the interpreter" : "not checked");
  if (flags->time && tl_outcome_latency (outcome, &latency))
    {
      g_autofree char *median = tl_format_seconds (latency.median_s), *low = tl_format_seconds (latency.low_s);
      g_autofree char *high = tl_format_seconds (latency.high_s), *share = NULL;

      printf ("time: %s (%s … %s, %u samples)", median, low, high, outcome->n_samples);
      if (flops > 0)
        printf ("  %.4g GFLOP/s", flops / latency.median_s * 1e-9);
      share = tl_roof_share_text (roof, latency.median_s);
      if (share != NULL)
        printf ("  %s", share);
      printf ("\n");
    }
}

static TlExit
run_run (int argc, char **argv)
{
  g_auto (TlScheduleOptions) schedule = { 0 };
  RunFlags          flags = { .timeout_s = 120, .min_repeat_ms = -1 };
  g_autofree char  *target_text = NULL, *floats = NULL;
  const GOptionEntry options[] = {
    { "schedule", 's', 0, G_OPTION_ARG_FILENAME, &schedule.file, "Schedule script or trace to apply first", "FILE" },
    TL_SCHEDULE_OPTIONS (schedule),
    { "check", 0, 0, G_OPTION_ARG_NONE, &flags.check, "Compare the result with the reference interpreter", NULL },
    { "time", 0, 0, G_OPTION_ARG_NONE, &flags.time, "Time it", NULL },
    { "repeat", 0, 0, G_OPTION_ARG_INT, &flags.repeat, "Timing samples", "N" },
    { "number", 0, 0, G_OPTION_ARG_INT, &flags.number, "Runs a sample, at least", "N" },
    { "min-repeat-ms", 0, 0, G_OPTION_ARG_DOUBLE, &flags.min_repeat_ms, "A sample lasts at least this long; more runs where it would not", "MS" },
    { "cold", 0, 0, G_OPTION_ARG_NONE, &flags.cold, "Each sample is one run that finds the caches cold", NULL },
    { "timeout", 0, 0, G_OPTION_ARG_DOUBLE, &flags.timeout_s, "Seconds a run may take", "S" },
    { "memory", 0, 0, G_OPTION_ARG_INT, &flags.memory_mib, "MiB a run may take", "N" },
    { "target", 0, 0, G_OPTION_ARG_STRING, &target_text, "Target, \"llvm\" by default", "TARGET" },
    TL_FLOAT_OPTION (floats),
    { "json", 0, 0, G_OPTION_ARG_NONE, &flags.json, "Print JSON", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (TlModule) module = NULL;
  g_autoptr (TlState) state = NULL;
  g_autoptr (TlWorkerPool) pool = NULL;
  g_autoptr (GError) error = NULL;
  TlMeasureOptions measure = tl_measure_options_default ();
  TlOutcome        outcome = { 0 };
  TlTarget         target;
  TlExit           exit;
  gint             entry;
  double           flops;
  TlMachine        machine;
  TlRoof           roof;

  if (!tl_command_parse (&tl_command_run_row, &argc, &argv, options, 1, 1) || !tl_command_load_target (target_text, floats, &target))
    return TL_EXIT_USAGE;
  module = tl_command_load_module (argv[0]);
  if (module == NULL)
    return TL_EXIT_USAGE;
  entry = tl_command_entry (module, argv[0]);
  if (entry < 0)
    return TL_EXIT_USAGE;
  state = tl_command_apply (module, &schedule, &exit);
  if (state == NULL)
    return exit;
  pool = tl_worker_pool_new (1, &error);
  if (pool == NULL)
    {
      tl_command_error (error);
      return TL_EXIT_FAILED;
    }
  flags.time |= !flags.check;
  measure.check = flags.check;
  measure.run_timeout_s = flags.timeout_s;
  if (flags.memory_mib > 0)
    measure.memory_limit_bytes = (gint64) flags.memory_mib << 20;
  if (flags.repeat > 0)
    measure.repeat = (guint) flags.repeat;
  if (flags.number > 0)
    measure.number = (guint) flags.number;
  if (flags.min_repeat_ms >= 0)
    measure.min_repeat_ms = flags.min_repeat_ms;
  measure.flush_cache = flags.cold;
  if (!flags.time)
    {
      measure.repeat = 0;
      measure.min_repeat_ms = 0;
    }
  flops = tl_func_flops (module->funcs[entry]);
  /* Not measured, all rates are 0 and nothing is said about them. */
  tl_machine_load (&machine);
  roof = tl_roof_of (module->funcs[entry], &machine, target.num_cores);
  tl_worker_pool_measure (pool, state, (guint) entry, &target, &measure, NULL, &outcome);
  if (flags.json)
    print_json (argv[0], &outcome, flops, &roof);
  else
    print_text (&outcome, flops, &roof, &flags);
  exit = outcome.kind == TL_OUTCOME_OK ? TL_EXIT_DONE : outcome.kind == TL_OUTCOME_WRONG_RESULT ? TL_EXIT_NO : TL_EXIT_FAILED;
  tl_outcome_clear (&outcome);
  return exit;
}

const TlCommand tl_command_run_row = {
  "run", "MODULE.py [--schedule FILE] [--check] [--time]", "Compile a program for this CPU and run it: check the result, time it", run_run,
};
