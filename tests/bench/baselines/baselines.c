/* SPDX-License-Identifier: Apache-2.0 */
/* The table of baselines, and what those that open a library share. */
#include "tests/bench/baselines/baselines.h"

#include <dlfcn.h>
#include <gio/gio.h>

const TlBaseline tl_baselines[] = {
  { "peak", tl_baseline_peak },           { "stream", tl_baseline_stream },
  { "openblas", tl_baseline_openblas },   { "onednn", tl_baseline_onednn },
  { "numpy", tl_baseline_numpy },         { "cublas", tl_baseline_cublas, TRUE },
  { "copy", tl_baseline_device_copy, TRUE }, { NULL },
};

gint64
tl_baseline_size (const TlBaselineTask *task, const char *name)
{
  return task->task != NULL ? json_object_get_int_member_with_default (task->task, name, 0) : 0;
}

gboolean
tl_baseline_refuse (const TlBaselineTask *task, const char *who, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s does not support \"%s\" on these arguments", who, task->op);
  return FALSE;
}

gpointer
tl_baseline_open (const char *who, const char *package, const char *const *names, GError **error)
{
  gpointer library = NULL;

  for (; *names != NULL && library == NULL; names++)
    library = dlopen (*names, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "%s is not installed: install %s (Debian); no rebuild needed", who, package);
  return library;
}
