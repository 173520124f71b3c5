/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One run on arguments that somebody gives, and what comes of it: the arguments travel behind the original program's text, the results come
 * back.
 */
#include "core/measure/pool-private.h"

#include <string.h>

#include "core/device/tensor.h"
#include "core/schedule/interface.h"
#include "core/text/script.h"

/* Ends the script; a program's text has none. */
#define SEPARATOR '\0'

static gsize
count_bytes (const GPtrArray *tensors)
{
  gsize n_bytes = 0;

  for (guint i = 0; i < tensors->len; i++)
    n_bytes += ((const TlTensor *) tensors->pdata[i])->n_bytes;
  return n_bytes;
}

static GBytes *
join (const TlModule *module, const GPtrArray *arguments)
{
  g_autofree char *script = tl_script_print (module, TL_DIALECT_CLASSIC, NULL);
  gsize   n_script = strlen (script) + 1, n_bytes = n_script + count_bytes (arguments);
  guint8 *data = g_malloc (n_bytes), *end = data + n_script;

  memcpy (data, script, n_script - 1);
  data[n_script - 1] = SEPARATOR;
  for (guint i = 0; i < arguments->len; i++)
    {
      const TlTensor *tensor = arguments->pdata[i];

      memcpy (end, tensor->data, tensor->n_bytes);
      end += tensor->n_bytes;
    }
  return g_bytes_new_take (data, n_bytes);
}

static GPtrArray *
split (GBytes *bytes, const GPtrArray *like)
{
  g_autoptr (GPtrArray) tensors = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);
  const guint8 *data = bytes ? g_bytes_get_data (bytes, NULL) : NULL;

  if (!bytes || g_bytes_get_size (bytes) != count_bytes (like))
    return NULL;
  for (guint i = 0; i < like->len; i++)
    {
      TlTensor *tensor = tl_tensor_dup (like->pdata[i]);

      memcpy (tensor->data, data, tensor->n_bytes);
      data += tensor->n_bytes;
      g_ptr_array_add (tensors, tensor);
    }
  return g_steal_pointer (&tensors);
}

static void
ask (TlWorkerPool *pool, const TlPoolWorkloads *workloads, GBytes *object, const TlTarget *target, const TlMeasureOptions *options,
     const GPtrArray *arguments, GCancellable *cancellable, TlOutcome *outcome, GPtrArray **results)
{
  g_autoptr (JsonObject) header = tl_pool_run_request (pool, workloads, target, options);
  g_auto (TlMessage) reply = { 0 };
  TlWorkerSlot *slot = tl_pool_take_runner (pool, target->num_cores, cancellable);

  json_object_set_boolean_member (header, "returns", TRUE);
  if (!slot)
    {
      tl_outcome_set (outcome, TL_OUTCOME_CANCELLED, "Cancelled");
      return;
    }
  if (tl_pool_ask_runner (pool, slot, workloads, header, object, options->run_timeout_s, NULL, NULL, cancellable, &reply, outcome))
    {
      tl_outcome_clear (outcome);
      tl_header_get_outcome (reply.header, outcome);
      *results = split (reply.payload, arguments);
      if (!*results && outcome->kind == TL_OUTCOME_OK)
        tl_outcome_set (outcome, TL_OUTCOME_CRASH, "malformed worker reply");
    }
  tl_pool_release_runner (pool, slot);
}

void
tl_worker_pool_run (TlWorkerPool *pool, const TlState *state, const char *func_name, const TlTarget *target,
                    const TlMeasureOptions *options,
                    const GPtrArray *arguments, GCancellable *cancellable, TlOutcome *outcome, GPtrArray **results)
{
  const TlModule *workload = tl_state_module (tl_state_root ((TlState *) state));
  g_autoptr (GBytes) object = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *interface = NULL;
  TlPoolWorkloads workloads = { .n = 1, .func_names = { tl_module_prim (workload, func_name)->name } };

  *outcome = (TlOutcome) { 0 };
  *results = NULL;
  if (count_bytes (arguments) > TL_MESSAGE_MAX_BYTES / 2)
    {
      tl_outcome_set (outcome, TL_OUTCOME_RESOURCE_LIMIT, "The arguments exceed the limit of %u MiB for a worker",
                      (guint) (TL_MESSAGE_MAX_BYTES / 2 >> 20));
      return;
    }
  interface = tl_interface_script (state, func_name, &error);
  if (error)
    {
      tl_outcome_set (outcome, TL_OUTCOME_BUILD_ERROR, "%s", error->message);
      return;
    }
  object = tl_pool_build (pool, tl_state_module (state), func_name, target, options, cancellable, outcome);
  if (!object)
    return;
  workloads.ids[0] = g_uuid_string_random ();
  workloads.scripts[0] = join (workload, arguments);
  workloads.interfaces[0] = g_steal_pointer (&interface);
  ask (pool, &workloads, object, target, options, arguments, cancellable, outcome, results);
  tl_pool_workloads_clear (&workloads);
}
