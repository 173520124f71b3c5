/* SPDX-License-Identifier: Apache-2.0 */
/* Texts and files that builders make of a program. */
#include "core/measure/pool-private.h"

#include "core/ir/path.h"

#define SHOW_LIMIT_S      60.0

/* Asks a builder for @header's form of @module. */
static GBytes *
show (TlWorkerPool *pool, const TlModule *module, JsonObject *header, GArray *lines, GCancellable *cancellable, GError **error)
{
  g_autoptr (GBytes) script = tl_pool_print_module (module);
  g_auto (TlMessage) reply = { 0 };
  TlOutcome outcome = { 0 };
  GBytes *bytes = NULL;

  tl_pool_ask_builder (pool, header, script, SHOW_LIMIT_S, cancellable, &reply, &outcome);
  if (outcome.kind == TL_OUTCOME_OK && (lines == NULL || tl_header_get_origins (reply.header, "lines", lines)))
    bytes = g_steal_pointer (&reply.payload);
  else if (outcome.kind == TL_OUTCOME_OK)
    g_set_error (error, TL_RUN_ERROR, TL_RUN_ERROR_WORKER, "malformed worker reply");
  else if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    g_set_error (error, TL_RUN_ERROR, outcome.kind == TL_OUTCOME_CANCELLED ? TL_RUN_ERROR_WORKER : TL_RUN_ERROR_FAILED, "%s",
                 outcome.message);
  tl_outcome_clear (&outcome);
  return bytes;
}

static JsonObject *
show_request (const TlModule *module, const char *func_name, const TlTarget *target, const char *form)
{
  return tl_pool_build_request (module, func_name, target, form, SHOW_LIMIT_S, tl_measure_options_default ().memory_limit_bytes);
}

/* From numbers of loops and blocks in the order of the text to their ids. */
static void
add_nodes (GArray *nodes, const TlPrimFunc *func, const GArray *lines)
{
  g_autoptr (GArray) ids = tl_func_node_ids (func);

  for (guint i = 0; i < lines->len; i++)
    {
      TlOrigin origin = g_array_index (lines, TlOrigin, i);

      origin.id = origin.id > 0 && origin.id <= ids->len ? g_array_index (ids, TlNodeId, origin.id - 1) : 0;
      g_array_append_val (nodes, origin);
    }
}

char *
tl_worker_pool_compile_to_text (TlWorkerPool *pool, const TlModule *module, const char *func_name, const TlTarget *target, const char *form,
                                const char *after, GArray *nodes, GCancellable *cancellable, GError **error)
{
  g_autoptr (JsonObject) header = show_request (module, func_name, target, form);
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (TlOrigin));
  g_autoptr (GBytes) bytes = NULL;

  if (after)
    json_object_set_string_member (header, "after", after);
  bytes = show (pool, module, header, lines, cancellable, error);
  if (bytes && nodes)
    add_nodes (nodes, tl_module_prim (module, func_name), lines);
  return bytes ? g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes)) : NULL;
}

GBytes *
tl_worker_pool_export (TlWorkerPool *pool, const TlModule *module, const char *func_name, const TlTarget *target, const char *form,
                       const TlExportOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (JsonObject) header = show_request (module, func_name, target, form);

  json_object_set_string_member (header, "symbol", options->symbol);
  json_object_set_boolean_member (header, "aligned", options->is_aligned);
  if (options->model)
    json_object_set_string_member (header, "model", options->model);
  if (options->script)
    json_object_set_string_member (header, "script", options->script);
  return show (pool, module, header, NULL, cancellable, error);
}
