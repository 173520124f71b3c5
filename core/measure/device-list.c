/* SPDX-License-Identifier: Apache-2.0 */
#include "core/measure/device-list.h"

#include "core/measure/device-description.h"

static void
device_free (gpointer data)
{
  TlListedDevice *device = data;

  g_free (device->kind);
  g_free (device->model);
  g_free (device->problem);
  g_free (device);
}

GPtrArray *
tl_device_list_new (void)
{
  return g_ptr_array_new_with_free_func (device_free);
}

const TlListedDevice *
tl_device_list_find (const GPtrArray *devices, const char *kind)
{
  for (guint i = 0; devices != NULL && i < devices->len; i++)
    {
      const TlListedDevice *device = g_ptr_array_index (devices, i);

      if (g_str_equal (device->kind, kind))
        return device;
    }
  return NULL;
}

void
tl_device_list_add (GPtrArray *devices, const char *kind, const char *model, const char *problem, const TlTarget *target)
{
  TlListedDevice *device = g_new0 (TlListedDevice, 1);

  *device = (TlListedDevice) { .kind = g_strdup (kind), .model = g_strdup (model), .problem = g_strdup (problem), .target = *target };
  g_ptr_array_add (devices, device);
}

GPtrArray *
tl_worker_pool_list_devices (TlWorkerPool *pool, GCancellable *cancellable)
{
  static const char *const kinds[] = { "cuda", "opencl" };   /* of targets, of which each has a kind of device */
  GPtrArray *devices = tl_device_list_new ();

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_auto (TlDeviceDescription) found = { 0 };
      g_autoptr (GError) error = NULL;
      TlTarget           target;
      gboolean           is_there = tl_target_parse (kinds[i], &target, &error)
                                    && tl_worker_pool_describe_device (pool, &target, &found, cancellable, &error);

      tl_device_list_add (devices, kinds[i], found.model, is_there ? NULL : error->message, is_there ? &found.target : &target);
    }
  return devices;
}
