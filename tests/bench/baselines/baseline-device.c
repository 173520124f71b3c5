/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bare device: its own copy of as many bytes as the program has to move, each argument once. Half of them are read, half are written,
 * between two buffers that nothing else uses.
 */
#include <gio/gio.h>

#include "tests/bench/baselines/baselines.h"

typedef struct
{
  const TlDeviceApi *api;
  gpointer device, from, to;
  gsize    n_bytes;
} DeviceCopy;

static double
time_copy (gpointer data, guint64 number, GError **error)
{
  const DeviceCopy *copy = data;

  return copy->api->time_copies (copy->device, copy->to, copy->from, copy->n_bytes, number, error);
}

static void
free_copy (gpointer data)
{
  DeviceCopy *copy = data;

  if (copy->from != NULL)
    copy->api->release (copy->device, copy->from, copy->n_bytes);
  if (copy->to != NULL)
    copy->api->release (copy->device, copy->to, copy->n_bytes);
  g_free (copy);
}

gboolean
tl_baseline_device_copy (const TlBaselineTask *task, TlBaselineRun *run, GError **error)
{
  DeviceCopy *copy;
  gsize n_bytes = 0;

  for (guint i = 0; i < task->n_args; i++)
    n_bytes += task->args[i]->n_bytes;
  if (task->api->time_copies == NULL || n_bytes < 2)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "the device \"%s\" times no copies", task->api->name);
      return FALSE;
    }
  copy = g_new0 (DeviceCopy, 1);
  *copy = (DeviceCopy) { .api = task->api, .device = task->device, .n_bytes = n_bytes / 2 };
  copy->from = copy->api->alloc (copy->device, copy->n_bytes, error);
  copy->to = copy->from != NULL ? copy->api->alloc (copy->device, copy->n_bytes, error) : NULL;
  if (copy->to == NULL)
    {
      free_copy (copy);
      return FALSE;
    }
  *run = (TlBaselineRun) { .data = copy, .time = time_copy, .free = free_copy };
  return TRUE;
}
