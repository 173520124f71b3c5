/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a fuzz target over files and folders of files, so that a corpus is an ordinary test. */
#include <glib.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static guint
replay_file (const char *path)
{
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;

  if (!g_file_get_contents (path, &data, &size, &error))
    g_error ("%s", error->message);
  g_test_message ("%s", path);
  LLVMFuzzerTestOneInput ((const guint8 *) data, size);
  return 1;
}

static guint
replay (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint       n = 0;

  if (dir == NULL)
    return replay_file (path);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      n += replay (child);
    }
  return n;
}

int
main (int argc, char **argv)
{
  guint n = 0;

  for (int i = 1; i < argc; i++)
    n += replay (argv[i]);
  g_print ("%u inputs\n", n);
  return n == 0;
}
