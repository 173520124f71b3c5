/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FuseTIR: each function with the attribute "Primitive" becomes one PrimFunc, in which the blocks of the PrimFuncs that it calls stand in
 * order, and calls of it become call_tir. Names are those that TVM gives.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/graph/passes/fuse-groups-private.h"
#include "core/graph/passes/fuse-tir-private.h"

/* A function that became a PrimFunc, for the calls of it. */
typedef struct
{
  GArray *is_used;      /* gboolean: of each leaf of its parameters */
} Fused;

static void
fused_free (gpointer data)
{
  Fused *fused = data;

  g_array_unref (fused->is_used);
  g_free (fused);
}

/* --- calls --- */

typedef struct
{
  TlGraphEdit  *edit;
  GHashTable   *fused;         /* name → Fused */
  TlBodyWriter *writer;
} Callers;

/* Each tensor and scalar in @arg; a field of a tuple is bound to a variable first, unless the tuple is written out. */
static void
append_leaves (Callers *callers, const TlRelaxExpr *arg, GPtrArray *leaves)
{
  TlArena *arena = callers->edit->arena;

  if (arg->type->kind == TL_RELAX_TYPE_TUPLE)
    for (guint i = 0; i < arg->type->n_fields; i++)
      {
        const TlRelaxExpr *item = arg->kind == TL_RELAX_TUPLE ? arg->items[i] : tl_relax_item (arena, arg, i);
        const TlRelaxVar  *var = arg->kind == TL_RELAX_TUPLE ? item : tl_relax_var (arena, "lv", item->type, TRUE);

        if (var != item)
          tl_body_writer_bind (callers->writer, var, item);
        append_leaves (callers, var, leaves);
      }
  else if (arg->kind == TL_RELAX_SHAPE)
    for (guint i = 0; i < arg->n_dims; i++)
      g_ptr_array_add (leaves, (gpointer) tl_relax_prim (arena, arg->dims[i]));
  else
    g_ptr_array_add (leaves, (gpointer) arg);
}

static void
append_types (const TlRelaxType *type, GPtrArray *types)
{
  if (type->kind != TL_RELAX_TYPE_TUPLE)
    g_ptr_array_add (types, (gpointer) type);
  for (guint i = 0; type->kind == TL_RELAX_TYPE_TUPLE && i < type->n_fields; i++)
    append_types (type->fields[i], types);
}

static const TlRelaxExpr *
call_fused (Callers *callers, const TlRelaxBinding *binding, const Fused *fused)
{
  const TlRelaxExpr    *call = binding->value;
  g_autoptr (GPtrArray) leaves = g_ptr_array_new (), used = g_ptr_array_new (), types = g_ptr_array_new ();

  for (guint i = 0; i < call->n_args; i++)
    append_leaves (callers, call->args[i], leaves);
  for (guint i = 0; i < leaves->len && i < fused->is_used->len; i++)
    if (g_array_index (fused->is_used, gboolean, i))
      g_ptr_array_add (used, leaves->pdata[i]);
  append_types (binding->var->type, types);
  return tl_relax_call_tir (callers->edit->arena, call->callee->name, (const TlRelaxExpr *const *) used->pdata, used->len,
                            (const TlRelaxType *const *) types->pdata, types->len);
}

static const Fused *
find_fused (const Callers *callers, const TlRelaxExpr *value)
{
  gboolean is_call = value->kind == TL_RELAX_CALL && value->op == NULL && value->callee->kind == TL_RELAX_GLOBAL;

  return is_call ? g_hash_table_lookup (callers->fused, value->callee->name) : NULL;
}

static const TlGraphFunc *
change_calls (Callers *callers, const TlGraphFunc *func)
{
  g_auto (TlBodyWriter) writer = { 0 };
  TlRelaxBody           body;
  guint                 n_changed = 0;

  tl_body_writer_init (&writer, callers->edit->arena);
  callers->writer = &writer;
  for (guint k = 0; k < func->body.n_blocks; k++)
    {
      const TlRelaxBlock *block = &func->body.blocks[k];

      tl_body_writer_begin (&writer, block->is_dataflow);
      for (guint i = 0; i < block->n_bindings; i++)
        {
          TlRelaxBinding binding = block->bindings[i];
          const Fused   *fused = find_fused (callers, binding.value);

          if (fused != NULL)
            binding.value = call_fused (callers, &binding, fused);
          n_changed += fused != NULL;
          tl_body_writer_add (&writer, &binding);
        }
    }
  body = tl_body_writer_finish (&writer, func->body.result);
  return n_changed > 0 ? tl_graph_func_with_body (callers->edit->arena, func, &body) : func;
}

static void
change_all_calls (TlGraphEdit *edit, GHashTable *fused)
{
  g_autoptr (GPtrArray) names = tl_graph_edit_graph_names (edit);
  Callers               callers = { edit, fused, NULL };

  for (guint i = 0; i < names->len; i++)
    tl_graph_edit_set_graph (edit, names->pdata[i], change_calls (&callers, tl_graph_edit_find (edit, names->pdata[i])->graph));
}

/* --- the pass --- */

static gboolean
fuse_all (TlGraphEdit *edit, GHashTable *fused_by_name, GError **error)
{
  g_autoptr (GPtrArray) names = tl_graph_edit_graph_names (edit);

  for (guint i = 0; i < names->len; i++)
    {
      const TlGraphFunc *func = tl_graph_edit_find (edit, names->pdata[i])->graph;
      g_autoptr (GArray) is_used = g_array_new (FALSE, FALSE, sizeof (gboolean));
      const TlPrimFunc  *prim;
      Fused             *fused;

      if (!tl_graph_func_is_primitive (func))
        continue;
      prim = tl_fuse_tir_function (&edit->builder, edit->module, names->pdata[i], func, is_used, error);
      if (prim == NULL)
        return FALSE;
      tl_graph_edit_set_prim (edit, prim);
      fused = g_new (Fused, 1);
      fused->is_used = g_steal_pointer (&is_used);
      g_hash_table_insert (fused_by_name, names->pdata[i], fused);
    }
  return TRUE;
}

static TlModule *
fuse (TlModule *module, GError **error)
{
  g_auto (TlGraphEdit)   edit = { 0 };
  g_autoptr (GHashTable) fused = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, fused_free);

  tl_graph_edit_init (&edit, module);
  if (!fuse_all (&edit, fused, error))
    return NULL;
  change_all_calls (&edit, fused);
  return tl_graph_edit_finish (&edit);
}

/* In TVM, too, the pass cleans up before and after itself. */
TlModule *
tl_fuse_tir (TlModule *module, GError **error)
{
  g_autoptr (TlModule) lean = tl_dead_code_elimination (module, error);
  g_autoptr (TlModule) fused = lean != NULL ? fuse (lean, error) : NULL;
  g_autoptr (TlModule) canonical = fused != NULL ? tl_canonicalize_bindings (fused, error) : NULL;

  return canonical != NULL ? tl_dead_code_elimination (canonical, error) : NULL;
}
