/* SPDX-License-Identifier: Apache-2.0 */
/* Reads what core/worker/worker-passes.c writes. */
#include "core/measure/pass-texts.h"

#include <json-glib/json-glib.h>

#include "core/base/json-members.h"
#include "core/ir/path.h"
#include "core/worker/message.h"

static void
pass_text_free (gpointer data)
{
  TlPassText *pass = data;

  g_free (pass->name);
  g_free (pass->summary);
  g_free (pass->text);
  g_clear_pointer (&pass->nodes, g_array_unref);
  g_free (pass);
}

GPtrArray *
tl_pass_text_array_new (void)
{
  return g_ptr_array_new_with_free_func (pass_text_free);
}

/* From numbers of nodes, in place; FALSE: there are none. */
static gboolean
read_nodes (JsonObject *object, const GArray *ids, GArray *nodes)
{
  if (!tl_header_get_origins (object, "lines", nodes))
    return FALSE;
  for (guint i = 0; i < nodes->len; i++)
    {
      guint *number = &g_array_index (nodes, TlOrigin, i).id;

      *number = *number > 0 && *number <= ids->len ? g_array_index (ids, TlNodeId, *number - 1) : 0;
    }
  return TRUE;
}

/* An unchanged pass has the text and the nodes of the one before; NULL: malformed. */
static TlPassText *
read_pass (JsonObject *object, const TlPassText *before, const GArray *ids)
{
  TlPassText *pass = g_new0 (TlPassText, 1);
  const char *text = tl_json_string (object, "text");

  pass->name = g_strdup (tl_json_string (object, "name"));
  pass->summary = g_strdup (tl_json_string (object, "summary"));
  pass->is_llvm = tl_json_bool (object, "is_llvm");
  pass->is_changed = text != NULL;
  pass->text = g_strdup (text != NULL ? text : before != NULL ? before->text : NULL);
  pass->nodes = text == NULL && before != NULL ? g_array_ref (before->nodes) : g_array_new (FALSE, FALSE, sizeof (TlOrigin));
  if (pass->name == NULL || pass->text == NULL || (text != NULL && !read_nodes (object, ids, pass->nodes)))
    g_clear_pointer (&pass, pass_text_free);
  return pass;
}

static GPtrArray *
read_passes (const char *text, const GArray *ids)
{
  g_autoptr (JsonNode)  root = json_from_string (text, NULL);
  JsonArray            *array = root != NULL && JSON_NODE_HOLDS_ARRAY (root) ? json_node_get_array (root) : NULL;
  g_autoptr (GPtrArray) passes = tl_pass_text_array_new ();

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode   *element = json_array_get_element (array, i);
      TlPassText *before = i > 0 ? g_ptr_array_index (passes, i - 1) : NULL;
      TlPassText *pass = JSON_NODE_HOLDS_OBJECT (element) ? read_pass (json_node_get_object (element), before, ids) : NULL;

      if (pass == NULL)
        return NULL;
      g_ptr_array_add (passes, pass);
    }
  return passes->len > 0 ? g_steal_pointer (&passes) : NULL;
}

GPtrArray *
tl_pass_texts_new (TlWorkerPool *pool, const TlModule *module, const char *func_name, const TlTarget *target, GCancellable *cancellable,
                   GError **error)
{
  g_autofree char   *text = tl_worker_pool_compile_to_text (pool, module, func_name, target, "passes", NULL, NULL, cancellable, error);
  g_autoptr (GArray) ids = text != NULL ? tl_func_node_ids (tl_module_prim (module, func_name)) : NULL;
  GPtrArray         *passes = text != NULL ? read_passes (text, ids) : NULL;

  if (text != NULL && passes == NULL)
    g_set_error (error, TL_RUN_ERROR, TL_RUN_ERROR_WORKER, "malformed worker reply");
  return passes;
}
