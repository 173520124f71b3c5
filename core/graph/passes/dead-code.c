/* SPDX-License-Identifier: Apache-2.0 */
/* DeadCodeElimination: drops bindings that nobody uses and that have no effect, and functions that no public one reaches. */
#include "core/graph/passes/graph-edit-private.h"

/* --- bindings --- */

static void
note_use (const TlRelaxExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_RELAX_VAR)
    g_hash_table_add (user_data, (gpointer) expr);
}

/* A match_cast may define sizes, and checks what it casts. */
static gboolean
is_needed (const TlModule *module, const TlRelaxBinding *binding, GHashTable *used)
{
  return binding->kind == TL_RELAX_BIND_MATCH || g_hash_table_contains (used, binding->var) || !tl_relax_is_pure (module, binding->value);
}

/* The bindings that are needed: a set of TlRelaxBinding. From the end, uses come before definitions. */
static GHashTable *
find_needed (const TlModule *module, const TlRelaxBody *body)
{
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);
  GHashTable            *needed = g_hash_table_new (NULL, NULL);

  tl_relax_expr_walk (body->result, note_use, used);
  for (guint k = body->n_blocks; k-- > 0;)
    for (guint i = body->blocks[k].n_bindings; i-- > 0;)
      {
        const TlRelaxBinding *binding = &body->blocks[k].bindings[i];

        if (!is_needed (module, binding, used))
          continue;
        g_hash_table_add (needed, (gpointer) binding);
        tl_relax_expr_walk (binding->value, note_use, used);
      }
  return needed;
}

const TlGraphFunc *
tl_drop_unused_bindings (TlGraphEdit *edit, const TlGraphFunc *func)
{
  g_autoptr (GHashTable) needed = find_needed (edit->module, &func->body);
  g_auto (TlBodyWriter)  writer = { 0 };
  TlRelaxBody            body;

  tl_body_writer_init (&writer, edit->arena);
  for (guint k = 0; k < func->body.n_blocks; k++)
    {
      tl_body_writer_begin (&writer, func->body.blocks[k].is_dataflow);
      for (guint i = 0; i < func->body.blocks[k].n_bindings; i++)
        if (g_hash_table_contains (needed, &func->body.blocks[k].bindings[i]))
          tl_body_writer_add (&writer, &func->body.blocks[k].bindings[i]);
    }
  body = tl_body_writer_finish (&writer, func->body.result);
  return tl_graph_func_with_body (edit->arena, func, &body);
}

static const TlGraphFunc *
drop_bindings (TlGraphEdit *edit, const TlGraphFunc *func, gpointer user_data, GError **error)
{
  return tl_drop_unused_bindings (edit, func);
}

/* --- functions --- */

typedef struct
{
  const TlModule *module;
  GHashTable     *reached;    /* names */
  GPtrArray      *pending;    /* const TlFunc *, to be walked */
} Reach;

static void
reach (Reach *state, const char *name)
{
  const TlFunc *func = tl_module_find_func (state->module, name);

  if (func == NULL || !g_hash_table_add (state->reached, (gpointer) func->name))
    return;
  g_ptr_array_add (state->pending, (gpointer) func);
}

static void
reach_named (const TlRelaxExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_RELAX_GLOBAL)
    reach (user_data, expr->name);
}

static gboolean
is_public (const TlFunc *func)
{
  switch (func->kind)
    {
    case TL_FUNC_PRIM:
      return tl_attrs_find (&func->prim->attrs, "global_symbol") != NULL;
    case TL_FUNC_GRAPH:
      return !func->graph->is_private;
    default:
      return TRUE;
    }
}

static GHashTable *
find_reached (const TlModule *module)
{
  g_autoptr (GPtrArray) pending = g_ptr_array_new ();
  Reach                 state = { module, g_hash_table_new (g_str_hash, g_str_equal), pending };

  for (guint i = 0; i < module->n_funcs; i++)
    if (is_public (&module->funcs[i]))
      reach (&state, module->funcs[i].name);
  while (pending->len > 0)
    {
      const TlFunc *func = g_ptr_array_steal_index (pending, pending->len - 1);

      if (func->kind == TL_FUNC_GRAPH)
        tl_relax_body_walk (&func->graph->body, reach_named, &state);
    }
  return state.reached;
}

static TlModule *
drop_functions (TlModule *module)
{
  g_autoptr (GHashTable) reached = find_reached (module);
  g_auto (TlGraphEdit)   edit = { 0 };

  tl_graph_edit_init (&edit, module);
  for (guint i = 0; i < module->n_funcs; i++)
    if (!g_hash_table_contains (reached, module->funcs[i].name))
      tl_graph_edit_remove (&edit, module->funcs[i].name);
  return tl_graph_edit_finish (&edit);
}

TlModule *
tl_dead_code_elimination (TlModule *module, GError **error)
{
  g_autoptr (TlModule) lean = tl_graph_change_functions (module, drop_bindings, NULL, error);

  return lean != NULL ? drop_functions (lean) : NULL;
}
