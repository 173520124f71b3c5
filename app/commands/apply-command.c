/* SPDX-License-Identifier: Apache-2.0 */
#include "app/commands/command.h"
#include "app/commands/watch.h"

#include "core/base/random.h"
#include "core/schedule/trace.h"
#include "core/space/mutator.h"
#include "core/space/postproc.h"

/* @state without the steps that the options leave out. */
static TlState *
shorten (TlState *state, gboolean is_simplified, gboolean is_without_postproc, GError **error)
{
  if (is_simplified)
    return tl_trace_simplify (state, is_without_postproc, error);
  if (is_without_postproc)
    return tl_trace_replay (tl_state_root (state), state, TRUE, TRUE, error);
  return tl_state_ref (state);
}

/* @n mutations of @state by the mutator of the command line: the trace of each as JSON, null if there is none or it does not replay. */
static TlExit
write_mutations (TlState *state, const char *text, gint64 n, gint64 seed, const char *target_text, const char *out)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autoptr (TlWatch) watch = NULL;
  g_autoptr (GError) error = NULL;
  TlRandom random = tl_random_seeded ((guint64) seed);
  const TlComponent *list;
  TlTarget target;
  guint n_listed;

  if (!tl_command_load_target (target_text, NULL, &target))
    return TL_EXIT_USAGE;
  list = tl_component_list_parse (arena, &tl_mutator_table, text, &n_listed, &error);
  if (list == NULL || n_listed != 1)
    {
      if (list != NULL)
        g_set_error (&error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--mutator takes one mutator, not %u", n_listed);
      return tl_command_fail (TL_EXIT_USAGE, error);
    }
  watch = tl_watch_new ("mutating the trace");
  for (gint64 i = 0; i < n; i++)
    {
      g_autoptr (TlState) mutated = tl_mutator_apply (&list[0], state, &target, &random, NULL);
      g_autofree char *json = mutated != NULL ? tl_trace_to_json (mutated, TL_DIALECT_SBLOCK) : NULL;

      g_string_append_printf (lines, "%s\n", json != NULL ? json : "null");
    }
  g_clear_pointer (&watch, tl_watch_free);
  return tl_command_write (out, lines->str) ? TL_EXIT_DONE : TL_EXIT_FAILED;
}

/* @state after the postprocessors of the command line; NULL after printing why, with *exit set. */
static TlState *
postprocess (TlState *state, char **texts, const char *target_text, TlExit *exit)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autofree char *text = g_strjoinv (", ", texts);
  g_autoptr (GError) error = NULL;
  const TlComponent *list;
  TlState *end;
  TlTarget target;
  guint n;

  *exit = TL_EXIT_USAGE;
  if (!tl_command_load_target (target_text, NULL, &target))
    return NULL;
  list = tl_component_list_parse (arena, &tl_postproc_table, text, &n, &error);
  if (list == NULL)
    {
      tl_command_error (error);
      return NULL;
    }
  *exit = TL_EXIT_REFUSED;
  end = tl_postprocs_apply (list, n, &target, state, &error);
  if (end == NULL)
    tl_command_refusal (tl_state_module (state), error);
  return end;
}

static TlState *
apply_all (TlModule *module, const char *path, const TlScheduleOptions *schedule, char **postprocs, const char *target_text, TlExit *exit)
{
  g_autoptr (TlState) state = tl_command_apply_own (module, path, schedule, exit);

  if (state == NULL || postprocs == NULL)
    return g_steal_pointer (&state);
  return postprocess (state, postprocs, target_text, exit);
}

static TlExit
run_apply (int argc, char **argv)
{
  g_auto (TlScheduleOptions) schedule = { .seed = tl_command_fresh_seed () };
  g_autofree char  *out = NULL, *trace_out = NULL, *json_out = NULL, *dialect_name = NULL;
  g_autofree char  *target_text = NULL, *mutator = NULL;
  g_auto (GStrv)    postprocs = NULL;
  gint64            n_draws = 1;
  gboolean simplify = FALSE, without_postproc = FALSE;
  const GOptionEntry options[] = {
    TL_SCHEDULE_OPTIONS (schedule),
    { "func", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, &schedule.function, NULL, NULL },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &out, "Output file; standard output by default", "OUT.py" },
    { "trace", 0, 0, G_OPTION_ARG_FILENAME, &trace_out, "Write the trace as Python", "OUT.trace.py" },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &json_out, "Write the trace as JSON", "OUT.json" },
    { "fix", 0, 0, G_OPTION_ARG_NONE, &schedule.fixes, "Where a step is refused, apply the steps first that make it legal", NULL },
    { "simplify", 0, 0, G_OPTION_ARG_NONE, &simplify, "Omit steps whose results are unused", NULL },
    { "without-postproc", 0, 0, G_OPTION_ARG_NONE, &without_postproc, "Omit enter_postproc and all later steps", NULL },
    { "postproc", 0, 0, G_OPTION_ARG_STRING_ARRAY, &postprocs,
      "Apply this postprocessor to the schedule, or to the program if no SCHEDULE is given (repeatable)", "NAME(…)" },
    { "mutator", 0, 0, G_OPTION_ARG_STRING, &mutator,
      "Print mutated traces instead of the program, one line of JSON each; null if a mutation fails", "NAME(…)" },
    { "target", 0, 0, G_OPTION_ARG_STRING, &target_text, "Target of the postprocessors and mutators; this machine by default", "TARGET" },
    { "dialect", 0, 0, G_OPTION_ARG_STRING, &dialect_name,
      "Dialect of the output: classic (T.block, the default) or sblock (T.sblock)", "NAME" },
    G_OPTION_ENTRY_NULL,
  };
  const TlNumberOption numbers[] = {
    { "draws", 0, TL_NUMBER_INT64, &n_draws, 1, 1000000, "Number of mutated traces to print with --mutator; 1 by default", "N" },
    TL_SCHEDULE_NUMBERS (schedule),
    { NULL },
  };
  g_autoptr (TlModule) module = NULL;
  g_autoptr (TlState) whole = NULL, state = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *script = NULL, *trace = NULL, *json = NULL;
  TlDialect dialect;
  TlExit exit;

  if (!tl_command_parse (&tl_command_apply_row, &argc, &argv, options, numbers, 1, 2) || !tl_command_parse_dialect (dialect_name, &dialect))
    return TL_EXIT_USAGE;
  module = tl_command_load_module (argv[0], schedule.shapes);
  if (module == NULL || !tl_command_has_functions (module, argv[0]))
    return TL_EXIT_USAGE;
  schedule.file = g_strdup (argc > 1 ? argv[1] : NULL);
  whole = apply_all (module, argv[0], &schedule, postprocs, target_text, &exit);
  if (whole == NULL)
    return exit;
  if (mutator != NULL)
    return write_mutations (whole, mutator, n_draws, schedule.seed, target_text, out);
  state = shorten (whole, simplify, without_postproc, &error);
  if (state == NULL)
    return tl_command_fail (TL_EXIT_REFUSED, error);
  script = tl_script_print (tl_state_module (state), dialect, NULL);
  trace = tl_trace_to_text (state, dialect, TRUE);
  json = tl_trace_to_json (state, dialect);
  if (!tl_command_write (out, script) || (trace_out != NULL && !tl_command_write (trace_out, trace))
      || (json_out != NULL && !tl_command_write (json_out, json)))
    return TL_EXIT_FAILED;
  if (json_out != NULL)
    tl_command_warn_of_tvm (tl_state_module (state));
  return TL_EXIT_DONE;
}

static char *
describe_apply (void)
{
  GString *out = g_string_new (NULL);

  tl_command_append_components (out, "Postprocessors:", &tl_postproc_table);
  tl_command_append_components (out, "Mutators:", &tl_mutator_table);
  return g_string_free (out, FALSE);
}

const TlCommand tl_command_apply_row = {
  .name = "apply", .arguments = "MODULE.py [SCHEDULE] [OPTION…]",
  .summary = "Apply a schedule script or trace, or the steps in MODULE.py itself, and print the resulting program", .run = run_apply,
  .describe = describe_apply,
};
