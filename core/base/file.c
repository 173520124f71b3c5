/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/file.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static gboolean
write_into (const char *path, const char *text, GError **error)
{
  FILE    *file = g_fopen (path, "we");
  gboolean ok = file != NULL && fputs (text, file) >= 0;
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
  GStatBuf info;
  char    *target;
  gboolean ok;

  if (g_stat (path, &info) != 0)
    return g_file_set_contents (path, text, -1, error);
  if (!S_ISREG (info.st_mode))
    return write_into (path, text, error);
  /* GLib writes beside and renames: it would put the new file in the place of a link. */
  target = realpath (path, NULL);
  ok = g_file_set_contents (target != NULL ? target : path, text, -1, error);
  free (target);
  return ok;
}
