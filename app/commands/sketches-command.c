/* SPDX-License-Identifier: Apache-2.0 */
/* The design spaces that schedule rules generate for a program, and the reference of these rules. */
#include <stdio.h>
#include <string.h>

#include "app/commands/command.h"
#include "app/commands/watch.h"
#include "core/schedule/trace.h"
#include "core/space/rule.h"
#include "core/space/space.h"

typedef struct
{
  char    *target;
  char    *rules;
  char    *dialect;
  gboolean is_list;
  gboolean is_simplified;
  gboolean wants_traces;
  TlScheduleOptions own;
} SketchFlags;

static void
sketch_flags_clear (SketchFlags *flags)
{
  g_free (flags->target);
  g_free (flags->rules);
  g_free (flags->dialect);
  tl_schedule_options_clear (&flags->own);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SketchFlags, sketch_flags_clear)

static void
print_component (const TlComponentInfo *info)
{
  printf ("%s\n    %s\n", info->name, info->summary);
  for (guint i = 0; i < info->n_params; i++)
    printf ("      %s%s%s\n          %s\n", info->params[i].name, info->params[i].default_text ? " = " : "",
            info->params[i].default_text ? info->params[i].default_text : "", info->params[i].help);
}

static void
print_reference (void)
{
  const TlComponentInfo *info;
  const TlComponentSet *set;

  printf ("Schedule rules\n\n");
  for (guint i = 0; (info = tl_schedule_rule_table.nth (i)) != NULL; i++)
    print_component (info);
  printf ("\nDefault sets, by target\n");
  for (guint i = 0; (set = tl_component_set_nth (i)) != NULL; i++)
    printf ("\n%s: %s\n    %s\n", set->name, set->summary, set->lists[TL_SPACE_RULES]);
}

static TlExit
print_sketches (GPtrArray *sketches, const SketchFlags *flags, TlDialect dialect)
{
  for (guint i = 0; i < sketches->len; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TlState) simplified = flags->is_simplified ? tl_trace_simplify (sketches->pdata[i], FALSE, &error) : NULL;
      const TlState *sketch = simplified ? simplified : sketches->pdata[i];
      g_autofree char *trace = tl_trace_to_text (sketch, dialect, TRUE);

      if (error)
        return tl_command_fail (TL_EXIT_FAILED, error);
      printf ("%s# sketch %u of %u\n%s", i > 0 ? "\n" : "", i + 1, sketches->len, trace);
      if (!flags->wants_traces)
        {
          g_autofree char *program = tl_script_print (tl_state_module (sketch), dialect, NULL);

          printf ("\n%s", program);
        }
    }
  return TL_EXIT_DONE;
}

static TlExit
run_sketches (int argc, char **argv)
{
  g_auto (SketchFlags) flags = { 0 };
  const GOptionEntry entries[] = {
    { "target", 0, 0, G_OPTION_ARG_STRING, &flags.target, "Target, \"llvm\" by default", "TARGET" },
    { "rules", 0, 0, G_OPTION_ARG_STRING, &flags.rules,
      "Schedule rules, or the name of a set: \"AutoInline, MultiLevelTiling(…)\"; those of the target by default", "LIST" },
    TL_SHAPE_OPTION (flags.own.shapes),
    { "list", 0, 0, G_OPTION_ARG_NONE, &flags.is_list, "List the schedule rules with their parameters, and the default sets", NULL },
    { "traces", 0, 0, G_OPTION_ARG_NONE, &flags.wants_traces, "Print only the traces, not the programs", NULL },
    { "simplify", 0, 0, G_OPTION_ARG_NONE, &flags.is_simplified, "Omit steps whose results are unused", NULL },
    { "dialect", 0, 0, G_OPTION_ARG_STRING, &flags.dialect,
      "Dialect of the output: classic (T.block, the default) or sblock (T.sblock)", "NAME" },
    G_OPTION_ENTRY_NULL,
  };
  const TlNumberOption numbers[] = {
    TL_SEED_OPTION (flags.own.seed, "Seed of the sampling steps"),
    { NULL },
  };
  g_autoptr (TlModule) module = NULL;
  g_autoptr (TlState) start = NULL;
  g_autoptr (TlSpace) space = NULL;
  g_autoptr (GPtrArray) sketches = NULL;
  g_autoptr (TlWatch) watch = NULL;
  g_autoptr (GError) error = NULL;
  TlSpaceOptions options = { 0 };
  TlDialect dialect;
  TlTarget target;
  TlExit   exit;

  if (!tl_command_parse (&tl_command_sketches_row, &argc, &argv, entries, numbers, 0, 1))
    return TL_EXIT_USAGE;
  if (flags.is_list)
    {
      print_reference ();
      return TL_EXIT_DONE;
    }
  if (argc != 1)
    return tl_command_usage ("sketches requires MODULE.py or --list");
  if (!tl_command_parse_dialect (flags.dialect, &dialect) || !tl_command_load_target (flags.target, NULL, &target)
      || (module = tl_command_load_module (argv[0], flags.own.shapes)) == NULL || !tl_command_has_functions (module, argv[0]))
    return TL_EXIT_USAGE;
  options.lists[TL_SPACE_RULES] = flags.rules;
  space = flags.rules != NULL ? tl_space_from_rules (&target, &options, &error) : tl_space_default (&target);
  if (!space)
    return tl_command_fail (TL_EXIT_USAGE, error);
  if (flags.rules == NULL)
    tl_command_warn_unknown_rules (module);
  start = tl_command_apply_own (module, argv[0], &flags.own, &exit);
  if (start == NULL)
    return exit;
  watch = tl_watch_new ("generating sketches");
  sketches = tl_space_sketches (space, start, &error);
  g_clear_pointer (&watch, tl_watch_free);
  if (!sketches)
    return tl_command_fail (TL_EXIT_REFUSED, error);
  return print_sketches (sketches, &flags, dialect);
}

const TlCommand tl_command_sketches_row = {
  "sketches", "MODULE.py [--target T] [--rules LIST]", "Print the sketches that schedule rules generate for a program", run_sketches,
};
