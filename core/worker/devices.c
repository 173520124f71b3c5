/* SPDX-License-Identifier: Apache-2.0 */
/* The devices that a worker runs code on. */
#include "core/base/error.h"
#include "core/base/registry.h"
#include "core/codegen/cpu-device.h"
#include "core/device/cuda-driver.h"
#include "core/device/opencl.h"
#include "core/worker/worker-private.h"

static TlRegistry devices = { { &tl_cpu_device, &tl_cuda_device, &tl_opencl_device }, 3 };

void
tl_worker_device_add (const TlDeviceApi *api)
{
  tl_registry_add (&devices, api);
}

const TlDeviceApi *
tl_worker_device_find (const char *name, guint *ordinal, GError **error)
{
  g_auto (GStrv)     words = g_strsplit (name, ":", 2);
  const TlDeviceApi *api = words[0] != NULL ? tl_registry_find (&devices, words[0]) : NULL;
  guint64            number = 0;

  if (api == NULL || (words[1] != NULL && !g_ascii_string_to_unsigned (words[1], 10, 0, G_MAXUINT, &number, NULL)))
    {
      g_autofree char *names = tl_registry_names (&devices);

      return tl_fail_null (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "this worker program has no device \"%s\"; it has %s", name, names);
    }
  *ordinal = (guint) number;
  return api;
}
