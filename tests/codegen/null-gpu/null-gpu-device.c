/* SPDX-License-Identifier: Apache-2.0 */
/* Two devices whose buffers are behind handles: what the host wants to see it has to copy. The second refuses every run. */
#include <string.h>

#include "core/base/clock.h"
#include "core/codegen/llvm-codegen.h"
#include "tests/codegen/null-gpu/null-gpu.h"

#define MAX_PARAMS 16

typedef struct
{
  guint ordinal;
  guint n_buffers;
} Device;

typedef struct
{
  gpointer data;
} Buffer;

static gboolean
probe (guint ordinal, TlDeviceInfo *info, GError **error)
{
  if (ordinal > 1)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there are two null-gpu devices, no number %u", ordinal);
      return FALSE;
    }
  if (info != NULL)
    *info = (TlDeviceInfo) { .model = (char *) "null", .n_units = 1, .n_cores = 1 };
  return TRUE;
}

static gpointer
open_device (guint ordinal, GError **error)
{
  Device *device = probe (ordinal, NULL, error) ? g_new0 (Device, 1) : NULL;

  if (device != NULL)
    device->ordinal = ordinal;
  return device;
}

static void
close_device (gpointer device)
{
  g_assert_cmpuint (((Device *) device)->n_buffers, ==, 0);
  g_free (device);
}

static gpointer
alloc (gpointer device, gsize n_bytes, GError **error)
{
  Buffer *buffer = g_new (Buffer, 1);

  ((Device *) device)->n_buffers++;
  buffer->data = g_malloc0 (MAX (n_bytes, 1));
  return buffer;
}

static void
release (gpointer device, gpointer buffer, gsize n_bytes)
{
  ((Device *) device)->n_buffers--;
  g_free (((Buffer *) buffer)->data);
  g_free (buffer);
}

static gpointer
map (gpointer device, gpointer buffer)
{
  return NULL;
}

static gboolean
copy (gpointer device, TlCopyDirection direction, gpointer buffer, gpointer host, gsize n_bytes, GError **error)
{
  gpointer data = ((Buffer *) buffer)->data;

  memcpy (direction == TL_COPY_TO_DEVICE ? data : host, direction == TL_COPY_TO_DEVICE ? host : data, n_bytes);
  return TRUE;
}

static gpointer
load (gpointer device, GBytes *code, GError **error)
{
  return tl_codegen_load (code, error);
}

static void
unload (gpointer device, gpointer program)
{
  tl_codegen_unload (program);
}

static gboolean
launch (gpointer device, gpointer program, gpointer *buffers, GError **error)
{
  gpointer args[MAX_PARAMS] = { NULL };

  if (((Device *) device)->ordinal == 1)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "null-gpu:1 runs nothing");
      return FALSE;
    }
  for (guint i = 0; i < MAX_PARAMS && buffers[i] != NULL; i++)
    args[i] = ((Buffer *) buffers[i])->data;
  tl_loaded_kernel_run (program, args);
  return TRUE;
}

static gboolean
sync_device (gpointer device, GError **error)
{
  return TRUE;
}

static double
time_runs (gpointer device, gpointer program, gpointer *buffers, guint64 number, GError **error)
{
  gint64 start_ns = tl_time_ns ();

  for (guint64 i = 0; i < number; i++)
    if (!launch (device, program, buffers, error))
      return -1;
  return (double) (tl_time_ns () - start_ns) / 1e9;
}

const TlDeviceApi null_gpu_device = {
  .name = "null-gpu", .probe = probe, .open = open_device, .close = close_device, .alloc = alloc, .release = release, .map = map,
  .copy = copy, .load = load, .unload = unload, .launch = launch, .sync = sync_device, .time = time_runs,
};
