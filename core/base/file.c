/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/file.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static gboolean
write_into (const char *path, const void *data, gsize n_bytes, GError **error)
{
  FILE    *file = g_fopen (path, "we");
  gboolean ok = file != NULL && fwrite (data, 1, n_bytes, file) == n_bytes;
  int      problem = errno;

  if (file != NULL && fclose (file) != 0 && ok)
    {
      problem = errno;
      ok = FALSE;
    }
  if (!ok)
    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (problem), "%s cannot be written: %s", path, g_strerror (problem));
  return ok;
}

gboolean
tl_file_write (const char *path, const char *text, GError **error)
{
  return tl_file_write_bytes (path, text, strlen (text), error);
}

gboolean
tl_file_write_bytes (const char *path, const void *data, gsize n_bytes, GError **error)
{
  gboolean is_open = g_str_has_prefix (path, "/dev/") || g_str_has_prefix (path, "/proc/");
  GStatBuf info;
  char    *target;
  gboolean ok;

  if (g_stat (path, &info) != 0)
    return g_file_set_contents (path, data, (gssize) n_bytes, error);
  /* "/dev/stdout" may be a regular file, which whoever opened it would not see replaced. */
  if (!S_ISREG (info.st_mode) || is_open)
    return write_into (path, data, n_bytes, error);
  /* GLib writes beside and renames: it would put the new file in the place of a link. */
  target = realpath (path, NULL);
  ok = g_file_set_contents (target != NULL ? target : path, data, (gssize) n_bytes, error);
  free (target);
  return ok;
}

void
tl_folder_delete (const char *path)
{
  g_autoptr (GDir) files = g_dir_open (path, 0, NULL);
  const char      *name;

  while (files != NULL && (name = g_dir_read_name (files)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      g_unlink (file);
    }
  g_rmdir (path);
}
