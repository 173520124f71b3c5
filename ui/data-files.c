/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/data-files.h"

#include "tileloom-config.h"

char *
tl_data_folder (const char *name)
{
  const char      *chosen = g_getenv ("TILELOOM_DATADIR");
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);

  if (chosen == NULL)
    chosen = self != NULL && g_str_has_prefix (self, TL_BUILDDIR) ? TL_SOURCE_DATADIR : TL_DATADIR;
  return g_build_filename (chosen, name, NULL);
}
