/* SPDX-License-Identifier: Apache-2.0 */
/* The window runs its benchmark and prints the result; without a display it runs under xvfb-run if that is installed. */
#include <stdio.h>

#include "tests/bench/bench.h"
#include "tileloom-config.h"

TlExit
tl_bench_ui (const TlBenchOptions *options)
{
  g_autofree char *window = g_build_filename (TL_BUILDDIR, "app", "tileloom", NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "TILELOOM_NON_UNIQUE", "1", TRUE);
  gint status = 0;

  if (!g_file_test (window, G_FILE_TEST_IS_EXECUTABLE))
    {
      g_free (window);
      window = g_find_program_in_path ("tileloom");
    }
  if (window == NULL)
    {
      tl_command_message ("the window program \"tileloom\" is not built");
      return TL_EXIT_FAILED;
    }
  if (g_getenv ("DISPLAY") == NULL && g_getenv ("WAYLAND_DISPLAY") == NULL)
    {
      static const char *const virtual_display[] = { "dbus-run-session", "--", "xvfb-run", "-a", "-s",
                                                     "-screen 0 1920x1080x24 -nolisten tcp" };

      for (guint i = 0; i < G_N_ELEMENTS (virtual_display); i++)
        g_ptr_array_add (argv, (gpointer) virtual_display[i]);
      environment = g_environ_setenv (environment, "GSETTINGS_BACKEND", "memory", TRUE);
    }
  g_ptr_array_add (argv, window);
  g_ptr_array_add (argv, (gpointer) "--benchmark");
  g_ptr_array_add (argv, NULL);
  fflush (stdout);
  if (!g_spawn_sync (NULL, (char **) argv->pdata, environment, G_SPAWN_SEARCH_PATH | G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL, NULL, NULL,
                     &status,
                     &error)
      || !g_spawn_check_wait_status (status, &error))
    {
      tl_command_error (error);
      return TL_EXIT_FAILED;
    }
  return TL_EXIT_DONE;
}
