/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/error.h"
#include "core/base/extremum.h"
#include "core/worker/worker-private.h"

#include <string.h>

#include "core/text/script.h"

/* A race needs two, a comparison of variants of one workload needs one for each interface that they have. */
#define MAX_BASES  TL_COMPARISON_MAX
#define INPUT_SEED 1u

static void
workload_free (TlWorkload *workload)
{
  g_clear_pointer (&workload->reference, tl_reference_free);
  g_clear_pointer (&workload->inputs, g_ptr_array_unref);
  g_clear_pointer (&workload->arguments, g_ptr_array_unref);
  g_clear_pointer (&workload->plain, g_ptr_array_unref);
  g_clear_pointer (&workload->interface, tl_module_unref);
  g_free (workload->id);
  g_free (workload);
}

void
tl_workloads_clear (TlWorkloads *workloads)
{
  g_queue_clear_full (&workloads->workloads, (GDestroyNotify) workload_free);
}

TlWorkload *
tl_workloads_find (TlWorkloads *workloads, const char *id)
{
  for (GList *link = workloads->workloads.head; link; link = link->next)
    if (g_strcmp0 (((TlWorkload *) link->data)->id, id) == 0)
      {
        g_queue_unlink (&workloads->workloads, link);
        g_queue_push_head_link (&workloads->workloads, link);
        return link->data;
      }
  return NULL;
}

static gboolean
needs_too_much (const TlPrimFunc *func, gint64 memory_bytes, TlOutcome *outcome)
{
  double needed = 0;

  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer)
      needed += tl_max ((double) tl_buffer_n_elements (func->params[i].buffer), 0) * tl_dtype_bytes (func->params[i].buffer->dtype);
  if (memory_bytes <= 0 || needed <= (double) memory_bytes)
    return FALSE;
  tl_outcome_set (outcome, TL_OUTCOME_RESOURCE_LIMIT, "The arguments need %.1f GiB of memory; the limit is %.1f GiB",
                  needed / (1 << 30), (double) memory_bytes / (1 << 30));
  return TRUE;
}

static GPtrArray *
tensors_like (GPtrArray *inputs, GError **error)
{
  g_autoptr (GPtrArray) tensors = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);

  for (guint i = 0; i < inputs->len; i++)
    {
      const TlTensor *input = inputs->pdata[i];
      TlTensor *tensor = tl_tensor_new (input->dtype, input->shape, input->n_dims, FALSE, error);

      if (!tensor)
        return NULL;
      g_ptr_array_add (tensors, tensor);
    }
  return g_steal_pointer (&tensors);
}

/* The arguments behind the script, if any: the pool's, in place of random ones. */
static gboolean
take_arguments (GPtrArray *inputs, GBytes *payload, gsize start, TlOutcome *outcome)
{
  gsize n_left = g_bytes_get_size (payload) - start, n_needed = 0;
  const guint8 *data = (const guint8 *) g_bytes_get_data (payload, NULL) + start;

  for (guint i = 0; i < inputs->len; i++)
    n_needed += ((const TlTensor *) inputs->pdata[i])->n_bytes;
  if (n_needed != n_left)
    {
      tl_outcome_set (outcome, TL_OUTCOME_BUILD_ERROR, "The arguments are %" G_GSIZE_FORMAT " bytes, the parameters take %" G_GSIZE_FORMAT,
                      n_left,
                      n_needed);
      return FALSE;
    }
  for (guint i = 0; i < inputs->len; i++)
    {
      TlTensor *input = inputs->pdata[i];

      memcpy (input->data, data, input->n_bytes);
      data += input->n_bytes;
    }
  return TRUE;
}

/* No fault of the program: it calls what only compiled code can call, or computes for too long. */
static gboolean
is_beyond_interpreter (const GError *error)
{
  return g_error_matches (error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED)
         || g_error_matches (error, TL_INTERP_ERROR, TL_INTERP_ERROR_STEPS);
}

static const TlPrimFunc *
find_conversion (const TlModule *interface, const char *what, guint param)
{
  g_autofree char *name = g_strdup_printf ("%s_%u", what, param);

  return tl_module_prim (interface, name);
}

static TlTensor *
tensor_like (const TlBuffer *buffer, GError **error)
{
  gint64 shape[TL_TENSOR_MAX_DIMS] = { 0 };

  for (guint d = 0; d < buffer->n_dims && d < TL_TENSOR_MAX_DIMS; d++)
    tl_buffer_get_extent (buffer, d, &shape[d]);
  if (buffer->n_dims <= TL_TENSOR_MAX_DIMS)
    return tl_tensor_new (buffer->dtype, shape, buffer->n_dims, FALSE, error);
  return tl_fail_null (error, TL_INTERP_ERROR, TL_INTERP_ERROR_ARGUMENTS, "%u dimensions exceed the limit", buffer->n_dims);
}

/* The inputs become those of the candidates' interface. */
static gboolean
pack_inputs (TlWorkload *workload, const char *text, GError **error)
{
  workload->interface = tl_script_read_text (text, error);
  workload->plain = workload->interface ? tensors_like (workload->inputs, error) : NULL;
  for (guint i = 0; workload->plain && i < workload->inputs->len; i++)
    {
      const TlPrimFunc *pack = find_conversion (workload->interface, "pack", i);
      TlTensor *args[2] = { workload->inputs->pdata[i], NULL };

      if (!pack)
        continue;
      args[1] = tensor_like (pack->params[1].buffer, error);
      if (!args[1])
        return FALSE;
      if (!tl_interp_run (pack, args, G_N_ELEMENTS (args), 0, NULL, error))
        {
          tl_tensor_unref (args[1]);
          return FALSE;
        }
      tl_tensor_unref (args[0]);
      workload->inputs->pdata[i] = args[1];
    }
  return workload->plain != NULL;
}

GPtrArray *
tl_workload_results (const TlWorkload *workload, TlArguments *arguments, GError **error)
{
  if (!tl_arguments_fetch (arguments, error))
    return NULL;
  for (guint i = 0; workload->interface && i < arguments->n; i++)
    {
      const TlPrimFunc *unpack = find_conversion (workload->interface, "unpack", i);
      TlTensor *args[2] = { arguments->host->pdata[i], workload->plain->pdata[i] };

      if (!unpack)
        memcpy (args[1]->data, args[0]->data, args[1]->n_bytes);
      else if (!tl_interp_run (unpack, args, G_N_ELEMENTS (args), 0, NULL, error))
        return NULL;
    }
  return workload->interface ? workload->plain : arguments->host;
}

static TlWorkload *
make_base (const char *id, GBytes *script, const char *func_name, const char *interface, gint64 memory_bytes, GCancellable *cancellable,
           TlOutcome *outcome)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (script, NULL), g_bytes_get_size (script));
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) module = tl_script_read_text (text, &error);
  const TlPrimFunc *func;
  TlWorkload *workload;

  if (!module)
    {
      tl_outcome_set (outcome, TL_OUTCOME_BUILD_ERROR, "The original program cannot be read back: %s", error->message);
      return NULL;
    }
  func = tl_module_prim (module, func_name);
  if (!func)
    {
      tl_outcome_set (outcome, TL_OUTCOME_BUILD_ERROR, "The original program has no function \"%s\"", func_name);
      return NULL;
    }
  if (needs_too_much (func, memory_bytes, outcome))
    return NULL;
  workload = g_new0 (TlWorkload, 1);
  workload->id = g_strdup (id);
  workload->inputs = tl_interp_make_args (func, INPUT_SEED, FALSE, &error);
  if (workload->inputs && strlen (text) < g_bytes_get_size (script)
      && !take_arguments (workload->inputs, script, strlen (text) + 1, outcome))
    {
      workload_free (workload);
      return NULL;
    }
  if (workload->inputs)
    workload->reference =
        tl_reference_new (func, (TlTensor *const *)workload->inputs->pdata, workload->inputs->len, 0, cancellable, &error);
  if (workload->inputs && (workload->reference || is_beyond_interpreter (error)))
    {
      g_clear_error (&error);
      if (!interface || pack_inputs (workload, interface, &error))
        workload->arguments = g_ptr_array_new_with_free_func (tl_arguments_free);
    }
  if (!workload->arguments)
    {
      tl_outcome_set (outcome, g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE)    ? TL_OUTCOME_RESOURCE_LIMIT
                               : g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? TL_OUTCOME_CANCELLED
                                                                                           : TL_OUTCOME_BUILD_ERROR,
                      "The original program cannot be run: %s", error->message);
      workload_free (workload);
      return NULL;
    }
  for (guint i = 0; i < workload->inputs->len; i++)
    workload->n_bytes += ((TlTensor *) workload->inputs->pdata[i])->n_bytes;
  return workload;
}

gboolean
tl_workloads_add (TlWorkloads *workloads, const char *id, GBytes *script, const char *func_name, const char *interface, gint64 memory_bytes,
                  GCancellable *cancellable, TlOutcome *outcome)
{
  TlWorkload *workload;

  if (tl_workloads_find (workloads, id))
    return TRUE;
  workload = make_base (id, script, func_name, interface, memory_bytes, cancellable, outcome);
  if (!workload)
    return FALSE;
  while (workloads->workloads.length >= MAX_BASES)
    workload_free (g_queue_pop_tail (&workloads->workloads));
  g_queue_push_head (&workloads->workloads, workload);
  workloads->generation++;
  return TRUE;
}

const char *
tl_request_workload (JsonObject *header, guint index)
{
  JsonNode *ids = json_object_get_member (header, "workloads");

  if (!ids || !JSON_NODE_HOLDS_ARRAY (ids) || index >= json_array_get_length (json_node_get_array (ids)))
    return NULL;
  return json_array_get_string_element (json_node_get_array (ids), index);
}
