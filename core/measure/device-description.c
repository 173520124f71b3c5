/* SPDX-License-Identifier: Apache-2.0 */
#include "core/measure/device-description.h"

#include "core/base/error.h"
#include "core/base/json-members.h"
#include "core/measure/pool-private.h"
#include "core/target/gpu-models.h"

#define LIMIT_S 60.0   /* drivers of machines with many GPUs take seconds to start */

void
tl_device_description_clear (TlDeviceDescription *description)
{
  g_clear_pointer (&description->model, g_free);
}

/* The published figures belong to the name of the device, which the target gets. */
static gboolean
read_description (JsonObject *reply, const TlTarget *asked, TlDeviceDescription *description, GError **error)
{
  const char       *text = tl_json_string (reply, "target");
  const TlGpuModel *model;

  *description = (TlDeviceDescription) {
    .model = g_strdup (tl_json_string (reply, "model")), .n_units = (guint) tl_json_int (reply, "n_units", 0),
    .l2_bytes = tl_json_int (reply, "l2_bytes", 0), .target = *asked,
  };
  if (text == NULL)
    return TRUE;
  if (!tl_target_parse (text, &description->target, error))
    return FALSE;
  model = description->model != NULL ? tl_gpu_model_of_device (description->model) : NULL;
  if (model != NULL)
    description->target.model = g_intern_string (model->tag != NULL ? model->tag : model->name);
  return TRUE;
}

gboolean
tl_worker_pool_describe_device (TlWorkerPool *pool, const TlTarget *target, TlDeviceDescription *description,
                                GCancellable *cancellable, GError **error)
{
  g_auto (TlDeviceDescription) unused = { 0 };
  TlPoolWorkloads none = { 0 };
  g_autoptr (JsonObject) header = tl_pool_runner_request (pool, "describe", &none, target, LIMIT_S);
  g_auto (TlMessage) reply = { 0 };
  TlOutcome     outcome = { 0 };
  TlWorkerSlot *slot = tl_pool_take_runner (pool, 1, cancellable);
  gboolean      is_there;

  description = description != NULL ? description : &unused;
  *description = (TlDeviceDescription) { 0 };
  if (slot == NULL)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  if (tl_pool_ask_runner (pool, slot, &none, header, NULL, LIMIT_S, NULL, NULL, cancellable, &reply, &outcome))
    tl_header_get_outcome (reply.header, &outcome);
  tl_pool_release_runner (pool, slot);
  if (outcome.kind == TL_OUTCOME_OK)
    is_there = read_description (reply.header, target, description, error);
  else
    is_there = tl_fail (error, TL_RUN_ERROR, TL_RUN_ERROR_FAILED, "%s", outcome.message);
  tl_outcome_clear (&outcome);
  return is_there;
}
