/* SPDX-License-Identifier: Apache-2.0 */
/* script: runs a tutorial. */
#include <stdio.h>
#include <string.h>

#include "app/commands/command.h"
#include "app/commands/watch.h"
#include "core/schedule/refusal.h"
#include "core/tutorial/tutorial.h"

typedef struct
{
  const char *path;
  TlWatch    *watch;   /* gone while something is printed */
  char      **files;   /* that the script may open */
} ScriptRun;

static void
restart_watch (ScriptRun *run)
{
  run->watch = tl_watch_new ("running %s", run->path);
}

static void
print (gpointer user_data, const char *text)
{
  ScriptRun *run = user_data;

  g_clear_pointer (&run->watch, tl_watch_free);
  fputs (text, stdout);
  fflush (stdout);
  restart_watch (run);
}

static void
note (gpointer user_data, const char *text)
{
  ScriptRun *run = user_data;

  g_clear_pointer (&run->watch, tl_watch_free);
  tl_command_message ("%s", text);
  restart_watch (run);
}

/* By the path that the command line has, or by its last part. */
static GBytes *
open_file (gpointer user_data, const char *name, GError **error)
{
  ScriptRun  *run = user_data;
  const char *path = NULL;

  for (guint i = 0; run->files[i] != NULL; i++)
    {
      g_autofree char *base = g_path_get_basename (run->files[i]), *wanted = g_path_get_basename (name);

      if (strcmp (run->files[i], name) == 0 || (path == NULL && strcmp (base, wanted) == 0))
        path = run->files[i];
    }
  if (path == NULL)
    return NULL;

  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, error);

  return file != NULL ? g_mapped_file_get_bytes (file) : NULL;
}

static TlExit
run_script (int argc, char **argv)
{
  g_autoptr (TlSource)     source = NULL;
  g_autoptr (TlWorkerPool) pool = NULL;
  g_autoptr (GError)       error = NULL;
  gint64                   seed = tl_command_fresh_seed ();
  ScriptRun                run = { NULL };
  TlTutorialOptions        options = { .print = print, .note = note, .open_file = open_file, .user_data = &run,
                                       .timeout_s = 120 };
  gboolean                 is_done;
  const TlNumberOption     numbers[] = {
    TL_SEED_OPTION (seed, "Seed of sampling steps and of random arrays; random by default"),
    { "timeout", 0, TL_NUMBER_DOUBLE, &options.timeout_s, 0.001, 1e9, "Time limit of a build and of a run; 120 by default", "SECONDS" },
    { NULL },
  };

  if (!tl_command_parse (&tl_command_script_row, &argc, &argv, NULL, numbers, 1, -1))
    return TL_EXIT_USAGE;
  run = (ScriptRun) { argv[0], tl_watch_new ("reading %s", argv[0]), argv + 1 };
  source = tl_source_load (argv[0], &error);
  g_clear_pointer (&run.watch, tl_watch_free);
  if (source == NULL)
    return tl_command_fail (TL_EXIT_USAGE, error);
  options.pool = pool = tl_worker_pool_new (1, &error);
  if (pool == NULL)
    return tl_command_fail (TL_EXIT_FAILED, error);
  options.seed = (guint64) seed;
  restart_watch (&run);
  is_done = tl_tutorial_run (source, &options, &error);
  g_clear_pointer (&run.watch, tl_watch_free);
  if (is_done)
    return TL_EXIT_DONE;
  tl_command_error (error);
  return g_error_matches (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED) ? TL_EXIT_REFUSED
         : g_error_matches (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_SCRIPT) ? TL_EXIT_FAILED : TL_EXIT_USAGE;
}

const TlCommand tl_command_script_row = {
  "script", "FILE.py [DATA…]", "Run a tutorial: its schedules, arrays, builds, timers and output; it reads the files DATA", run_script,
};
