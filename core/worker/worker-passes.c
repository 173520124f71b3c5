/* SPDX-License-Identifier: Apache-2.0 */
#include "core/worker/worker-private.h"

#include "core/codegen/llvm-codegen.h"
#include "core/lower/lower.h"

typedef struct
{
  JsonArray    *passes;
  const GArray *numbered;
  char         *text;      /* the one before; NULL ahead of the first */
} PassList;

/* @lines: the number of the node of each line. */
static void
add_pass (PassList *list, const char *name, const char *summary, gboolean is_llvm, const char *text, const GArray *lines)
{
  JsonObject *pass = json_object_new ();

  json_object_set_string_member (pass, "name", name);
  json_object_set_string_member (pass, "summary", summary);
  json_object_set_boolean_member (pass, "is_llvm", is_llvm);
  if (g_strcmp0 (text, list->text) != 0)
    {
      json_object_set_string_member (pass, "text", text);
      tl_header_set_origins (pass, "lines", lines);
      g_free (list->text);
      list->text = g_strdup (text);
    }
  json_array_add_object_element (list->passes, pass);
}

static void
add_lowered (PassList *list, const char *name, const char *summary, const TlModule *module)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (TlOrigin));
  g_autofree char   *text = tl_child_print_lowered (module, list->numbered, lines);

  add_pass (list, name, summary, FALSE, text, lines);
}

static void
on_lowered (const TlLowerPass *pass, const TlModule *lowered, gpointer user_data)
{
  add_lowered (user_data, pass->name, pass->summary, lowered);
}

static void
on_llvm_pass (const TlCodegenPass *pass, gpointer user_data)
{
  add_pass (user_data, pass->name, pass->summary, TRUE, pass->text, pass->lines);
}

char *
tl_child_list_passes (const TlModule *module, const char *func_name, const TlTarget *target, GError **error)
{
  const TlPrimFunc    *func = tl_module_prim (module, func_name);
  g_autoptr (GArray)   numbered = tl_child_number_nodes (func);
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_ARRAY);
  PassList             list = { json_array_new (), numbered, NULL };
  g_autoptr (TlModule) own = tl_module_new_prims (module->arena, module->name, &func, 1, module->next_id), lowered = NULL;
  gboolean             is_done;

  json_node_take_array (root, list.passes);
  add_lowered (&list, "program", "The scheduled program", own);
  lowered = tl_lower_visiting (module, func_name, target, on_lowered, &list, error);
  is_done = lowered != NULL && tl_codegen_visit_passes (lowered, target, numbered, on_llvm_pass, &list, error);
  g_free (list.text);
  return is_done ? json_to_string (root, FALSE) : NULL;
}
