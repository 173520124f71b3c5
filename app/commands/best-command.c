/* SPDX-License-Identifier: Apache-2.0 */
/* What a project knows: the fastest trial of a workload as a program, a trace, or one line each. */
#include <stdio.h>
#include <string.h>

#include "app/commands/command.h"
#include "core/schedule/trace.h"
#include "core/tune/database.h"

static void
print_summary (TlDatabase *database, const TlWorkloadRow *workload)
{
  g_autoptr (GError) error = NULL;
  TlTrialRow *best = tl_database_best (database, workload->id, &error);
  TlLatency   latency;

  printf ("%s", workload->title);
  if (best != NULL && tl_outcome_latency (&best->outcome, &latency))
    {
      g_autofree char *median = tl_format_seconds (latency.median_s);

      printf (": %s, run %" G_GINT64_FORMAT " trial #%u", median, best->run_id, best->number);
    }
  else
    printf (": nothing measured");
  printf ("\n");
  g_clear_pointer (&best, tl_trial_row_free);
}

static TlExit
print_all (TlDatabase *database)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) workloads = tl_database_workloads (database, &error);

  if (workloads == NULL)
    {
      tl_command_error (error);
      return TL_EXIT_USAGE;
    }
  for (guint i = 0; i < workloads->len; i++)
    print_summary (database, g_ptr_array_index (workloads, i));
  return TL_EXIT_DONE;
}

static TlExit
print_best (TlDatabase *database, TlModule *module, const char *form)
{
  g_autoptr (GError) error = NULL;
  gint64      workload = tl_database_find_workload (database, module);
  TlTrialRow *best = workload > 0 ? tl_database_best (database, workload, &error) : NULL;
  g_autoptr (TlState) start = tl_state_new (module, 0);
  g_autoptr (TlState) state = NULL;
  g_autofree char *text = NULL;

  if (best == NULL)
    {
      fprintf (stderr, "tileloom-cli: %s\n", error != NULL ? error->message
                                             : workload > 0 ? "the project has no measured trial of this program"
                                                            : "the project does not know this program");
      return TL_EXIT_NO;
    }
  state = tl_trace_replay_json (start, best->trace_json, TRUE, FALSE, &error);
  if (state == NULL)
    {
      tl_command_error (error);
      tl_trial_row_free (best);
      return TL_EXIT_REFUSED;
    }
  if (g_strcmp0 (form, "trace") == 0)
    text = tl_trace_to_text (state, TL_DIALECT_CLASSIC, TRUE);
  else if (g_strcmp0 (form, "json") == 0)
    text = g_strconcat (best->trace_json, "\n", NULL);
  else
    text = tl_script_print (tl_state_module (state), TL_DIALECT_CLASSIC, NULL);
  fputs (text, stdout);
  tl_trial_row_free (best);
  return TL_EXIT_DONE;
}

static TlExit
run_best (int argc, char **argv)
{
  g_autofree char *path = NULL, *form = NULL;
  const GOptionEntry options[] = {
    { "db", 0, 0, G_OPTION_ARG_FILENAME, &path, "Project file", "FILE.tileloom" },
    { "as", 0, 0, G_OPTION_ARG_STRING, &form, "script (default), trace or json", "FORM" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (TlDatabase) database = NULL;
  g_autoptr (TlModule) module = NULL;
  g_autoptr (GError) error = NULL;

  if (!tl_command_parse (&tl_command_best_row, &argc, &argv, options, 0, 1))
    return TL_EXIT_USAGE;
  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      fprintf (stderr, "tileloom-cli: %s\n", path == NULL ? "best needs --db FILE.tileloom" : "there is no such project file");
      return TL_EXIT_USAGE;
    }
  if (form != NULL && strcmp (form, "script") != 0 && strcmp (form, "trace") != 0 && strcmp (form, "json") != 0)
    {
      fprintf (stderr, "tileloom-cli: --as is script, trace or json, not \"%s\"\n", form);
      return TL_EXIT_USAGE;
    }
  database = tl_database_open (path, &error);
  if (database == NULL)
    {
      tl_command_error (error);
      return TL_EXIT_USAGE;
    }
  if (argc == 0)
    return print_all (database);
  module = tl_command_load_module (argv[0]);
  return module != NULL ? print_best (database, module, form) : TL_EXIT_USAGE;
}

const TlCommand tl_command_best_row = {
  "best", "--db FILE.tileloom [MODULE.py] [--as script|trace|json]", "The fastest schedule a project knows for a program", run_best,
};
