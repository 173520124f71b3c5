/* SPDX-License-Identifier: Apache-2.0 */
/* Folders of tests: tests/run.sh fails if one is left. */
#pragma once

#include <glib/gstdio.h>

/* With all that is in it; links are not followed. */
static inline void
remove_folder (const char *path)
{
  GDir       *folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *inside = g_build_filename (path, name, NULL);

      if (g_file_test (inside, G_FILE_TEST_IS_DIR) && !g_file_test (inside, G_FILE_TEST_IS_SYMLINK))
        remove_folder (inside);
      else
        g_unlink (inside);
    }
  g_clear_pointer (&folder, g_dir_close);
  g_rmdir (path);
}
