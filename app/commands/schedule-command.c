/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules without search: applies the rules of core/default-schedules/default-schedule.h, reports which were applied, and writes the
 * result.
 */
#include <stdio.h>

#include "app/commands/command.h"
#include "app/commands/watch.h"
#include "core/schedule/trace.h"
#include "core/default-schedules/default-schedule.h"

typedef struct
{
  char    *out, *trace, *json, *dialect, *target, *only, *function;
  TlScheduleOptions own;   /* values of symbolic extents */
  gboolean by_rules, is_list, is_timed, is_quiet;
} Options;

static TlExit
print_rules (void)
{
  const TlDefaultInfo *info;

  for (guint i = 0; (info = tl_default_nth (i)) != NULL; i++)
    printf ("%s%s (%s)\n    matches:  %s.\n    schedule: %s.\n", i > 0 ? "\n" : "", info->name, info->targets, info->recognises,
            info->does);
  return TL_EXIT_DONE;
}

/* To standard error: the program goes to standard output. */
static void
print_notes (const char *function, const GPtrArray *notes)
{
  for (guint i = 0; i < notes->len; i++)
    {
      const TlDefaultNote *note = notes->pdata[i];

      fprintf (stderr, "%s: %s: %s\n", function, note->blocks, note->taken != NULL ? note->taken->name : "not scheduled, no rule matches");
      for (guint k = 0; note->refusals[k] != NULL; k++)
        fprintf (stderr, "    not %s\n", note->refusals[k]);
    }
}

/* Runs, checks and times the scheduled program. */
static TlExit
print_times (const TlState *state, const char *func_name, const TlTarget *target)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlWorkerPool) pool = tl_worker_pool_new (1, &error);
  g_autoptr (TlWatch) watch = NULL;
  TlMeasureOptions   options = tl_measure_options_default ();
  TlOutcome          outcome = { 0 };
  TlLatency          latency;
  TlExit             exit = TL_EXIT_DONE;

  if (pool == NULL)
    return tl_command_fail (TL_EXIT_FAILED, error);
  options.check = TRUE;
  watch = tl_watch_new ("compiling, running and checking %s", func_name);
  tl_worker_pool_measure (pool, state, func_name, target, &options, NULL, &outcome);
  g_clear_pointer (&watch, tl_watch_free);
  if (outcome.kind == TL_OUTCOME_OK && tl_outcome_latency (&outcome, &latency))
    {
      g_autofree char *text = tl_format_seconds (latency.median_s);

      fprintf (stderr, "%s: %s%s\n", func_name, text, outcome.is_checked ? ", result checked" : "");
    }
  else
    {
      fprintf (stderr, "tileloom-cli: %s: %s\n", tl_outcome_name (outcome.kind), outcome.message != NULL ? outcome.message : "no time");
      exit = TL_EXIT_FAILED;
    }
  tl_outcome_clear (&outcome);
  return exit;
}

/* Schedules one function, or all. A function with nothing to schedule is reported and left unchanged. */
static TlState *
schedule_functions (TlModule *module, const char *path, const Options *options, const TlTarget *target, guint set, TlExit *exit)
{
  TlState *state = tl_command_apply_own (module, path, &options->own, exit);
  guint    n_scheduled = 0;

  if (state == NULL)
    return NULL;
  *exit = TL_EXIT_REFUSED;
  if (options->function != NULL && tl_module_prim (module, options->function) == NULL)
    {
      fprintf (stderr, "tileloom-cli: %s has no function %s\n", path, options->function);
      *exit = TL_EXIT_USAGE;
    }
  for (guint f = 0; f < module->n_prims; f++)
    {
      g_autoptr (GPtrArray) notes = tl_default_notes_new ();
      g_autoptr (GError)    error = NULL;
      TlState              *next;

      if (options->function != NULL && g_strcmp0 (options->function, module->prims[f]->name) != 0)
        continue;
      next = tl_default_schedule_with (state, module->prims[f]->name, target, set, notes, &error);
      if (next == NULL)
        {
          tl_command_error (error);
          continue;
        }
      n_scheduled++;
      if (!options->is_quiet)
        print_notes (module->prims[f]->name, notes);
      tl_state_unref (state);
      state = next;
    }
  if (n_scheduled > 0)
    {
      *exit = TL_EXIT_DONE;
      return state;
    }
  tl_state_unref (state);
  return NULL;
}

static TlExit
write_results (const TlState *state, const Options *options, TlDialect dialect)
{
  g_autofree char *script = tl_script_print (tl_state_module (state), dialect, NULL);
  g_autofree char *trace = tl_trace_to_text (state, dialect, TRUE);
  g_autofree char *json = tl_trace_to_json (state, dialect);

  if (!tl_command_write (options->out, script) || (options->trace != NULL && !tl_command_write (options->trace, trace))
      || (options->json != NULL && !tl_command_write (options->json, json)))
    return TL_EXIT_FAILED;
  if (options->json != NULL)
    tl_command_warn_of_tvm (tl_state_module (state));
  return TL_EXIT_DONE;
}

static TlExit
schedule_by_rules (const char *path, const Options *options)
{
  g_autoptr (TlModule) module = NULL;
  g_autoptr (TlState) state = NULL;
  g_autoptr (GError) error = NULL;
  TlTarget  target;
  TlDialect dialect;
  guint     set = TL_DEFAULT_ALL;
  TlExit    exit;

  if (!tl_command_parse_dialect (options->dialect, &dialect) || !tl_command_load_target (options->target, NULL, &target))
    return TL_EXIT_USAGE;
  if (options->only != NULL && !tl_default_parse_set (options->only, &set, &error))
    return tl_command_fail (TL_EXIT_USAGE, error);
  module = tl_command_load_module (path, options->own.shapes);
  if (module == NULL || !tl_command_has_functions (module, path))
    return TL_EXIT_USAGE;
  state = schedule_functions (module, path, options, &target, set, &exit);
  if (state == NULL)
    return exit;
  exit = write_results (state, options, dialect);
  for (guint f = 0; exit == TL_EXIT_DONE && options->is_timed && f < module->n_prims; f++)
    if (options->function == NULL || g_strcmp0 (options->function, module->prims[f]->name) == 0)
      exit = !tl_command_has_sizes (module->prims[f], path, FALSE) ? TL_EXIT_USAGE : print_times (state, module->prims[f]->name, &target);
  return exit;
}

static void
options_clear (Options *o)
{
  char **texts[] = { &o->out, &o->trace, &o->json, &o->dialect, &o->target, &o->only, &o->function };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_clear_pointer (texts[i], g_free);
  tl_schedule_options_clear (&o->own);
}

static TlExit
run_schedule (int argc, char **argv)
{
  Options o = { 0 };
  const GOptionEntry options[] = {
    { "rules", 0, 0, G_OPTION_ARG_NONE, &o.by_rules, "Use the default schedule rules, without search", NULL },
    { "list", 0, 0, G_OPTION_ARG_NONE, &o.is_list, "List the default schedule rules", NULL },
    { "only", 0, 0, G_OPTION_ARG_STRING, &o.only, "Use only these rules", "RULE,RULE…" },
    { "func", 'f', 0, G_OPTION_ARG_STRING, &o.function, "Schedule only this function", "NAME" },
    TL_SHAPE_OPTION (o.own.shapes),
    { "target", 0, 0, G_OPTION_ARG_STRING, &o.target,
      "Target, as in TVM: \"llvm -num-cores=4\", \"cuda -arch=sm_80\"; this machine by default", "TARGET" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &o.out, "Output file; standard output by default", "OUT.py" },
    { "trace", 0, 0, G_OPTION_ARG_FILENAME, &o.trace, "Write the trace as Python", "OUT.trace.py" },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &o.json, "Write the trace as JSON", "OUT.json" },
    { "dialect", 0, 0, G_OPTION_ARG_STRING, &o.dialect,
      "Dialect of the output: classic (T.block, the default) or sblock (T.sblock)", "NAME" },
    { "time", 0, 0, G_OPTION_ARG_NONE, &o.is_timed, "Run the scheduled program, check its result and print its time", NULL },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &o.is_quiet, "Do not print which rules were applied and why others were not", NULL },
    G_OPTION_ENTRY_NULL,
  };
  TlExit exit = TL_EXIT_USAGE;

  if (tl_command_parse (&tl_command_schedule_row, &argc, &argv, options, NULL, 0, 1))
    {
      if (o.is_list)
        exit = print_rules ();
      else if (argc == 1 && o.by_rules)
        exit = schedule_by_rules (argv[0], &o);
      else
        fprintf (stderr, "tileloom-cli: schedule requires --list, or --rules and MODULE.py\n");
    }
  options_clear (&o);
  return exit;
}

const TlCommand tl_command_schedule_row = {
  "schedule", "--rules MODULE.py [OPTION…] | --list", "Schedule a program with default schedule rules, without search, and print it",
  run_schedule,
};
