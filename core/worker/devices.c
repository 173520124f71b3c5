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

void
tl_child_list_devices (JsonObject *header)
{
  JsonArray *array = json_array_new ();
  TlOutcome  outcome = { 0 };

  for (guint i = 0; i < devices.n; i++)
    {
      const TlDeviceApi *api = devices.rows[i];
      g_autoptr (GError) error = NULL;
      TlDeviceInfo       info = { 0 };
      JsonObject        *device;

      if (api == &tl_cpu_device)
        continue;
      device = json_object_new ();
      json_object_set_string_member (device, "kind", api->name);
      if (api->probe (0, &info, &error))
        {
          json_object_set_string_member (device, "model", info.model);
          json_object_set_string_member (device, "arch", info.arch != NULL ? info.arch : "");
          json_object_set_int_member (device, "l2_bytes", info.l2_bytes);
        }
      else
        json_object_set_string_member (device, "problem", error->message);
      json_array_add_object_element (array, device);
    }
  json_object_set_array_member (header, "devices", array);
  tl_header_set_outcome (header, &outcome);
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
