/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs tileloom-bench-window, which measures the window, without a display under xvfb-run; and keys.py, which presses the keys of the
 * program on a display of its own.
 */
#include <stdio.h>

#include "tests/bench/bench.h"
#include "tileloom-config.h"

#define PROGRAM      TL_BUILDDIR "/tests/bench/tileloom-bench-window"
#define KEYS_PROGRAM TL_SOURCEDIR "/tests/ui/keys.py"

/* Each measures the start, too. */
static const char *const parts[] = { "primitive", "drag", "nest", "graph", "data", "plot", "parallel", "tuning" };

static TlExit
run (GPtrArray *argv, char **environment)
{
  g_autoptr (GError) error = NULL;
  gint status = 0;

  g_ptr_array_add (argv, NULL);
  fflush (stdout);
  if (g_spawn_sync (NULL, (char **) argv->pdata, environment, G_SPAWN_SEARCH_PATH | G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL, NULL, NULL,
                    &status, &error)
      && g_spawn_check_wait_status (status, &error))
    return TL_EXIT_DONE;
  tl_command_error (error);
  return TL_EXIT_FAILED;
}

static TlExit
run_window (const TlBenchOptions *options)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_auto (GStrv) environment = g_get_environ ();
  g_autofree char *rounds = g_strdup_printf ("%d", options->n_rounds);
  guint n_parts = 0;

  if (g_getenv ("DISPLAY") == NULL && g_getenv ("WAYLAND_DISPLAY") == NULL)
    {
      static const char *const virtual_display[] = { "dbus-run-session", "--", "xvfb-run", "-a", "-s",
                                                     "-screen 0 1920x1080x24 -nolisten tcp" };

      for (guint i = 0; i < G_N_ELEMENTS (virtual_display); i++)
        g_ptr_array_add (argv, (gpointer) virtual_display[i]);
      environment = g_environ_setenv (environment, "GSETTINGS_BACKEND", "memory", TRUE);
    }
  g_ptr_array_add (argv, (gpointer) PROGRAM);
  if (options->n_rounds > 0)
    {
      g_ptr_array_add (argv, (gpointer) "--rounds");
      g_ptr_array_add (argv, rounds);
    }
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (tl_bench_is_chosen (options, parts[i]))
      {
        g_ptr_array_add (argv, (gpointer) parts[i]);
        n_parts++;
      }
  return n_parts > 0 ? run (argv, environment) : TL_EXIT_DONE;
}

/* With few rounds those of the first page alone. /usr/bin/python3 is the one that has the bindings of the accessibility bus. */
static TlExit
run_keys (const TlBenchOptions *options)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  static const char *const words[] = { "/usr/bin/python3", KEYS_PROGRAM, TL_BUILDDIR, TL_SOURCEDIR };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_ptr_array_add (argv, (gpointer) words[i]);
  if (options->n_rounds > 0)
    g_ptr_array_add (argv, (gpointer) "start");
  return run (argv, NULL);
}

TlExit
tl_bench_ui (const TlBenchOptions *options)
{
  TlExit exit;

  if (!g_file_test (PROGRAM, G_FILE_TEST_IS_EXECUTABLE))
    {
      tl_command_message ("\"tileloom-bench-window\" is not built (it needs the build option \"window\")");
      return TL_EXIT_FAILED;
    }
  exit = run_window (options);
  if (exit == TL_EXIT_DONE && tl_bench_is_chosen (options, "keys"))
    exit = run_keys (options);
  return exit;
}
