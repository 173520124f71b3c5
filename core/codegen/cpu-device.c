/* SPDX-License-Identifier: Apache-2.0 */
/* The host's CPU as a device: buffers are memory of this process, programs are objects linked into it. */
#include "core/codegen/cpu-device.h"

#include <string.h>

#include "core/base/clock.h"
#include "core/codegen/llvm-codegen.h"
#include "core/device/tensor.h"

static gboolean
probe (guint ordinal, TlDeviceInfo *info, GError **error)
{
  if (ordinal > 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there is one device \"cpu\", number 0; not %u", ordinal);
      return FALSE;
    }
  if (info != NULL)
    *info = *tl_device_host ();
  return TRUE;
}

/* All state is the process's own. */
static gpointer
open_host (guint ordinal, GError **error)
{
  static char host;

  return probe (ordinal, NULL, error) ? &host : NULL;
}

static void
close_host (gpointer device)
{
}

static gpointer
alloc (gpointer device, gsize n_bytes, GError **error)
{
  gpointer memory = tl_host_memory_new (n_bytes, FALSE);

  if (memory == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "no memory for an argument of %" G_GSIZE_FORMAT " bytes", n_bytes);
  return memory;
}

static void
release (gpointer device, gpointer buffer, gsize n_bytes)
{
  tl_host_memory_free (buffer, n_bytes, FALSE);
}

static gpointer
map (gpointer device, gpointer buffer)
{
  return buffer;
}

static gboolean
copy (gpointer device, TlCopyDirection direction, gpointer buffer, gpointer host, gsize n_bytes, GError **error)
{
  memcpy (direction == TL_COPY_TO_DEVICE ? buffer : host, direction == TL_COPY_TO_DEVICE ? host : buffer, n_bytes);
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
  tl_loaded_kernel_run (program, buffers);
  return TRUE;
}

/* A launch returns when all is done. */
static gboolean
sync_host (gpointer device, GError **error)
{
  return TRUE;
}

static double
time_runs (gpointer device, gpointer program, gpointer *buffers, guint64 number, GError **error)
{
  gint64 start_ns = tl_time_ns ();

  for (guint64 i = 0; i < number; i++)
    tl_loaded_kernel_run (program, buffers);
  return (double) (tl_time_ns () - start_ns) / 1e9;
}

const TlDeviceApi tl_cpu_device = {
  .name = "cpu", .probe = probe, .open = open_host, .close = close_host, .alloc = alloc, .release = release, .map = map, .copy = copy,
  .load = load, .unload = unload, .launch = launch, .sync = sync_host, .time = time_runs,
};
