/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LegalizeOps: calls of operators become calls of PrimFuncs that compute them; variables and types stay. Each PrimFunc is in the module
 * once: one that is equal to another is not added; a name that another function has gets a number.
 */
#include <string.h>

#include "core/graph/operators/operators.h"
#include "core/graph/passes/graph-passes.h"
#include "core/ir/compare.h"

typedef struct
{
  guint64           hash;
  const TlPrimFunc *prim;
} KnownPrim;

typedef struct
{
  TlBuilder builder;
  GArray   *funcs;      /* TlFunc: of the new module */
  GArray   *known;      /* KnownPrim: private PrimFuncs among them */
  GArray   *bindings;   /* TlRelaxBinding: of the block that is being written */
  GError  **error;
} Legalizer;

/* PrimFuncs. */

static void
remember (Legalizer *legalizer, const TlPrimFunc *prim)
{
  KnownPrim known = { tl_stmt_hash (prim->body), prim };

  if (tl_attrs_find (&prim->attrs, "global_symbol") == NULL)
    g_array_append_val (legalizer->known, known);
}

static gboolean
is_taken (const Legalizer *legalizer, const char *name)
{
  for (guint i = 0; i < legalizer->funcs->len; i++)
    if (strcmp (g_array_index (legalizer->funcs, TlFunc, i).name, name) == 0)
      return TRUE;
  return FALSE;
}

/* The name of @prim, or of an equal function that is there. */
static const char *
add_prim (Legalizer *legalizer, const TlPrimFunc *prim)
{
  guint64     hash = tl_stmt_hash (prim->body);
  TlPrimFunc *named;

  for (guint i = 0; i < legalizer->known->len; i++)
    {
      const KnownPrim *known = &g_array_index (legalizer->known, KnownPrim, i);

      if (known->hash == hash && tl_func_equal (known->prim, prim, NULL))
        return known->prim->name;
    }
  named = tl_arena_dup_array (legalizer->builder.arena, TlPrimFunc, prim, 1);
  for (guint i = 1; is_taken (legalizer, named->name); i++)
    named->name = tl_arena_printf (legalizer->builder.arena, "%s%u", prim->name, i);
  g_array_append_vals (legalizer->funcs, &(TlFunc) { .kind = TL_FUNC_PRIM, .name = named->name, .prim = named }, 1);
  remember (legalizer, named);
  return named->name;
}

/* Calls. */

/* The field of a tuple gets a variable of its own. */
static const TlRelaxExpr *
as_argument (Legalizer *legalizer, const TlRelaxExpr *arg, gboolean is_dataflow)
{
  TlArena       *arena = legalizer->builder.arena;
  TlRelaxBinding binding = { .kind = TL_RELAX_BIND_VALUE };

  if (arg->kind != TL_RELAX_ITEM)
    return arg;
  binding.value = tl_relax_item (arena, arg->tuple, arg->index);
  binding.var = tl_relax_var (arena, is_dataflow ? "lv" : "gv", arg->type, is_dataflow);
  g_array_append_val (legalizer->bindings, binding);
  return binding.var;
}

/* The call of a PrimFunc in place of @call; @call itself if there is none. NULL with an error. */
static const TlRelaxExpr *
legalize_call (Legalizer *legalizer, const TlRelaxExpr *call, gboolean is_dataflow)
{
  TlArena                  *arena = legalizer->builder.arena;
  gboolean                  is_tuple = call->type->kind == TL_RELAX_TYPE_TUPLE;
  const TlRelaxType *const *outputs = is_tuple ? call->type->fields : &call->type;
  const TlRelaxExpr       **args;
  TlLegalized               legalized;

  if (!tl_relax_legalize (&legalizer->builder, call, TL_LEGALIZE_AS_TVM, &legalized, legalizer->error))
    return NULL;
  if (legalized.func == NULL)
    return call;
  args = tl_arena_new_array (arena, const TlRelaxExpr *, legalized.n_args + 1);
  for (guint i = 0; i < legalized.n_args; i++)
    args[i] = as_argument (legalizer, legalized.args[i], is_dataflow);
  return tl_relax_call_tir (arena, add_prim (legalizer, legalized.func), args, legalized.n_args, outputs,
                            is_tuple ? call->type->n_fields : 1);
}

/* Functions. */

static const TlGraphFunc *legalize_function (Legalizer *legalizer, const TlGraphFunc *func);
static gboolean legalize_body (Legalizer *legalizer, const TlRelaxBody *body, TlRelaxBody *legal);

/* NULL with an error. */
static const TlRelaxExpr *
legalize_branches (Legalizer *legalizer, const TlRelaxExpr *branch)
{
  TlRelaxExpr *legal = tl_arena_dup_array (legalizer->builder.arena, TlRelaxExpr, branch, 1);
  TlRelaxBody *bodies = tl_arena_new_array (legalizer->builder.arena, TlRelaxBody, 2);

  legal->if_true = &bodies[0];
  legal->if_false = &bodies[1];
  return legalize_body (legalizer, branch->if_true, &bodies[0]) && legalize_body (legalizer, branch->if_false, &bodies[1]) ? legal : NULL;
}

static const TlRelaxExpr *
legalize_value (Legalizer *legalizer, const TlRelaxExpr *value, gboolean is_dataflow)
{
  TlRelaxExpr *legal;

  if (value->kind == TL_RELAX_CALL)
    return legalize_call (legalizer, value, is_dataflow);
  if (value->kind == TL_RELAX_IF)
    return legalize_branches (legalizer, value);
  if (value->kind != TL_RELAX_FUNCTION)
    return value;
  legal = tl_arena_dup_array (legalizer->builder.arena, TlRelaxExpr, value, 1);
  legal->function = legalize_function (legalizer, value->function);
  return legal->function != NULL ? legal : NULL;
}

/* A call whose type is not known is of the type of its variable. */
static const TlRelaxExpr *
with_type (Legalizer *legalizer, const TlRelaxExpr *value, const TlRelaxType *type)
{
  TlRelaxExpr *typed;

  if (value->kind != TL_RELAX_CALL || value->type->kind != TL_RELAX_TYPE_ANY || type->kind == TL_RELAX_TYPE_ANY)
    return value;
  typed = tl_arena_dup_array (legalizer->builder.arena, TlRelaxExpr, value, 1);
  typed->type = type;
  return typed;
}

static gboolean
legalize_block (Legalizer *legalizer, const TlRelaxBlock *block, TlRelaxBlock *legal)
{
  g_autoptr (GArray) bindings = g_array_new (FALSE, FALSE, sizeof (TlRelaxBinding));
  GArray            *outer = legalizer->bindings;
  gboolean           is_legal = TRUE;

  for (guint i = 0; i < block->n_bindings && is_legal; i++)
    {
      TlRelaxBinding binding = block->bindings[i];

      legalizer->bindings = bindings;
      binding.value = legalize_value (legalizer, with_type (legalizer, binding.value, binding.var->type), block->is_dataflow);
      is_legal = binding.value != NULL;
      g_array_append_val (bindings, binding);
    }
  legalizer->bindings = outer;
  legal->is_dataflow = block->is_dataflow;
  legal->bindings = tl_arena_dup_array (legalizer->builder.arena, TlRelaxBinding, bindings->data, bindings->len);
  legal->n_bindings = bindings->len;
  return is_legal;
}

static gboolean
legalize_body (Legalizer *legalizer, const TlRelaxBody *body, TlRelaxBody *legal)
{
  TlRelaxBlock *blocks = tl_arena_new_array (legalizer->builder.arena, TlRelaxBlock, body->n_blocks + 1);

  for (guint i = 0; i < body->n_blocks; i++)
    if (!legalize_block (legalizer, &body->blocks[i], &blocks[i]))
      return FALSE;
  *legal = (TlRelaxBody) { .blocks = blocks, .n_blocks = body->n_blocks, .result = body->result };
  return TRUE;
}

static const TlGraphFunc *
legalize_function (Legalizer *legalizer, const TlGraphFunc *func)
{
  TlGraphFunc *legal = tl_arena_dup_array (legalizer->builder.arena, TlGraphFunc, func, 1);

  return legalize_body (legalizer, &func->body, &legal->body) ? legal : NULL;
}

/* The module. */

/* PrimFuncs first, each kind by name: the order of TVM's scripts. */
static gint
compare_funcs (gconstpointer a, gconstpointer b)
{
  const TlFunc *x = a, *y = b;

  return x->kind != y->kind ? (x->kind == TL_FUNC_GRAPH) - (y->kind == TL_FUNC_GRAPH) : strcmp (x->name, y->name);
}

static TlModule *
finish (Legalizer *legalizer, const TlModule *module)
{
  TlModule *legal;

  g_array_sort (legalizer->funcs, compare_funcs);
  legal = tl_module_new (legalizer->builder.arena, module->name, (const TlFunc *) (gpointer) legalizer->funcs->data, legalizer->funcs->len,
                         legalizer->builder.next_id);
  tl_module_set_attrs (legal, &module->attrs, module->global_infos);
  return legal;
}

TlModule *
tl_graph_legalize_ops (TlModule *module, GError **error)
{
  g_autoptr (TlArena) arena = tl_arena_new (module->arena);
  g_autoptr (GArray)  funcs = g_array_new (FALSE, FALSE, sizeof (TlFunc)), known = g_array_new (FALSE, FALSE, sizeof (KnownPrim));
  Legalizer           legalizer = { .builder = { arena, module->next_id }, .funcs = funcs, .known = known, .error = error };

  g_array_append_vals (funcs, module->funcs, module->n_funcs);
  g_array_sort (funcs, compare_funcs);
  for (guint i = 0; i < module->n_prims; i++)
    remember (&legalizer, module->prims[i]);
  for (guint i = 0; i < module->n_funcs; i++)
    {
      TlFunc func = g_array_index (funcs, TlFunc, i);

      if (func.kind != TL_FUNC_GRAPH)
        continue;
      if ((func.graph = legalize_function (&legalizer, func.graph)) == NULL)
        return NULL;
      g_array_index (funcs, TlFunc, i) = func;
    }
  return finish (&legalizer, module);
}
