/* SPDX-License-Identifier: Apache-2.0 */
#include "core/measure/device-list.h"

#include "core/measure/pool-private.h"

#define LIMIT_S 20.0   /* OpenCL drivers compile their library when they start */

static void
device_free (gpointer data)
{
  TlListedDevice *device = data;

  g_free (device->kind);
  g_free (device->model);
  g_free (device->problem);
  g_free (device->arch);
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
tl_device_list_add (GPtrArray *devices, const char *kind, const char *model, const char *problem, const char *arch, gint64 l2_bytes)
{
  TlListedDevice *device = g_new0 (TlListedDevice, 1);

  device->kind = g_strdup (kind);
  device->model = g_strdup (model);
  device->problem = g_strdup (problem);
  device->arch = g_strdup (arch != NULL ? arch : "");
  device->l2_bytes = l2_bytes;
  g_ptr_array_add (devices, device);
}

static void
read_device (GPtrArray *devices, JsonObject *object)
{
  if (tl_header_string (object, "kind") != NULL)
    tl_device_list_add (devices, tl_header_string (object, "kind"), tl_header_string (object, "model"),
                        tl_header_string (object, "problem"), tl_header_string (object, "arch"), tl_header_int (object, "l2_bytes", 0));
}

static GPtrArray *
read_devices (JsonObject *header, GError **error)
{
  JsonNode             *member = json_object_get_member (header, "devices");
  JsonArray            *array = member != NULL && JSON_NODE_HOLDS_ARRAY (member) ? json_node_get_array (member) : NULL;
  g_autoptr (GPtrArray) devices = tl_device_list_new ();

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);

      if (JSON_NODE_HOLDS_OBJECT (element))
        read_device (devices, json_node_get_object (element));
    }
  if (array != NULL)
    return g_steal_pointer (&devices);
  g_set_error (error, TL_RUN_ERROR, TL_RUN_ERROR_WORKER, "malformed worker reply");
  return NULL;
}

GPtrArray *
tl_worker_pool_list_devices (TlWorkerPool *pool, GCancellable *cancellable, GError **error)
{
  TlPoolWorkloads        none = { 0 };
  TlTarget               host = tl_target_host ();
  g_autoptr (JsonObject) header = tl_pool_runner_request (pool, "devices", &none, &host, LIMIT_S);
  TlWorkerSlot          *slot = tl_pool_take_runner (pool, 1, cancellable);
  g_auto (TlMessage)     reply = { 0 };
  TlOutcome              outcome = { 0 };
  GPtrArray             *devices = NULL;

  if (slot == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
      return NULL;
    }
  if (tl_pool_ask_runner (pool, slot, &none, header, NULL, LIMIT_S, NULL, NULL, cancellable, &reply, &outcome))
    tl_header_get_outcome (reply.header, &outcome);
  tl_pool_release_runner (pool, slot);
  if (outcome.kind == TL_OUTCOME_OK && reply.header != NULL)
    devices = read_devices (reply.header, error);
  else
    g_set_error (error, TL_RUN_ERROR, TL_RUN_ERROR_FAILED, "the drivers of devices did not answer: %s",
                 outcome.message != NULL ? outcome.message : "");
  tl_outcome_clear (&outcome);
  return devices;
}
