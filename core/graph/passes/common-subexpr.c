/* SPDX-License-Identifier: Apache-2.0 */
/*
 * EliminateCommonSubexpr: a value that a variable has already is not computed again: the later variable renames the earlier one, and its
 * uses are uses of that one. In a dataflow block all variables before count, elsewhere those that are seen outside of such blocks.
 */
#include <string.h>

#include "core/graph/passes/graph-edit-private.h"

/* --- values as keys --- */

static guint
hash_value (gconstpointer key)
{
  const TlRelaxExpr *value = key;
  guint              hash = value->kind;

  switch (value->kind)
    {
    case TL_RELAX_VAR:
      return g_direct_hash (value);
    case TL_RELAX_ITEM:
      return (hash * 31 + hash_value (value->tuple)) * 31 + value->index;
    case TL_RELAX_TUPLE:
      for (guint i = 0; i < value->n_items; i++)
        hash = hash * 31 + hash_value (value->items[i]);
      return hash;
    case TL_RELAX_CALL:
      hash = hash * 31 + g_direct_hash (value->op);
      for (guint i = 0; i < value->n_args; i++)
        hash = hash * 31 + (value->args[i] != NULL ? hash_value (value->args[i]) : 0);
      return hash;
    default:
      return hash;
    }
}

static gboolean is_same_value (gconstpointer a, gconstpointer b);

static gboolean
are_same_values (const TlRelaxExpr *const *a, guint n_a, const TlRelaxExpr *const *b, guint n_b)
{
  for (guint i = 0; i < MIN (n_a, n_b); i++)
    if ((a[i] == NULL) != (b[i] == NULL) || (a[i] != NULL && !is_same_value (a[i], b[i])))
      return FALSE;
  return n_a == n_b;
}

static gboolean
are_same_sizes (const TlRelaxExpr *a, const TlRelaxExpr *b)
{
  for (guint i = 0; i < MIN (a->n_dims, b->n_dims); i++)
    if (!tl_expr_equal (a->dims[i], b->dims[i]))
      return FALSE;
  return a->n_dims == b->n_dims;
}

static gboolean
are_same_tensors (const TlTensor *a, const TlTensor *b)
{
  gboolean is_same_type = tl_dtype_equal (a->dtype, b->dtype) && a->n_dims == b->n_dims && a->n_bytes == b->n_bytes
                          && memcmp (a->shape, b->shape, (gsize) a->n_dims * sizeof *a->shape) == 0;

  return a == b || (is_same_type && memcmp (a->data, b->data, a->n_bytes) == 0);
}

static gboolean
are_same_calls (const TlRelaxExpr *a, const TlRelaxExpr *b)
{
  TlValue a_attrs = { .kind = TL_VALUE_DICT, .dict = a->attrs }, b_attrs = { .kind = TL_VALUE_DICT, .dict = b->attrs };

  if (a->op != b->op || (a->callee == NULL) != (b->callee == NULL) || (a->callee != NULL && !is_same_value (a->callee, b->callee)))
    return FALSE;
  return are_same_values (a->args, a->n_args, b->args, b->n_args) && tl_value_equal (&a_attrs, &b_attrs)
         && tl_relax_type_equal (a->type, b->type);
}

static gboolean
is_same_value (gconstpointer a, gconstpointer b)
{
  const TlRelaxExpr *x = a, *y = b;

  if (x == y || x->kind != y->kind)
    return x == y;
  switch (x->kind)
    {
    case TL_RELAX_CONST:
      return are_same_tensors (x->tensor, y->tensor);
    case TL_RELAX_SHAPE:
      return are_same_sizes (x, y);
    case TL_RELAX_PRIM:
      return tl_expr_equal (x->prim, y->prim);
    case TL_RELAX_STRING:
    case TL_RELAX_GLOBAL:
    case TL_RELAX_EXTERN:
      return strcmp (x->name, y->name) == 0;
    case TL_RELAX_DTYPE:
      return tl_dtype_equal (x->dtype, y->dtype);
    case TL_RELAX_TUPLE:
      return are_same_values (x->items, x->n_items, y->items, y->n_items);
    case TL_RELAX_ITEM:
      return x->index == y->index && is_same_value (x->tuple, y->tuple);
    case TL_RELAX_CALL:
      return are_same_calls (x, y);
    default:
      return FALSE;
    }
}

/* --- bodies --- */

typedef struct
{
  const TlModule *module;
  TlRelaxRewriter rewriter;     /* its variables: those that rename earlier ones */
  GHashTable     *seen;         /* value → the variable that has it; everywhere */
  GHashTable     *seen_here;    /* the same in the dataflow block that is open */
} EqualValues;

/* The value of the binding, or the earlier variable that has it. */
static const TlRelaxExpr *
merge_value (EqualValues *values, const TlRelaxBinding *binding, gboolean is_dataflow)
{
  const TlRelaxExpr *value = tl_relax_rewrite (&values->rewriter, binding->value), *known;

  if (binding->kind == TL_RELAX_BIND_MATCH || !tl_relax_is_pure (values->module, value))
    return value;
  known = g_hash_table_lookup (values->seen, value);
  if (known == NULL && is_dataflow)
    known = g_hash_table_lookup (values->seen_here, value);
  if (is_dataflow && known == NULL)
    g_hash_table_insert (values->seen_here, (gpointer) value, (gpointer) binding->var);
  if (!binding->var->is_dataflow && !g_hash_table_contains (values->seen, value))
    g_hash_table_insert (values->seen, (gpointer) value, (gpointer) binding->var);
  if (known == NULL || !tl_relax_type_equal (known->type, binding->var->type))
    return value;
  if (binding->var->is_dataflow)
    g_hash_table_insert (values->rewriter.vars, (gpointer) binding->var, (gpointer) known);
  return known;
}

const TlGraphFunc *
tl_merge_equal_bindings (TlGraphEdit *edit, const TlGraphFunc *func)
{
  g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL), seen = g_hash_table_new (hash_value, is_same_value);
  g_autoptr (GHashTable) seen_here = g_hash_table_new (hash_value, is_same_value);
  EqualValues            values = { edit->module, { .arena = edit->arena, .vars = vars }, seen, seen_here };
  g_auto (TlBodyWriter)  writer = { 0 };
  TlRelaxBody            body;

  tl_body_writer_init (&writer, edit->arena);
  for (guint k = 0; k < func->body.n_blocks; k++)
    {
      const TlRelaxBlock *block = &func->body.blocks[k];

      tl_body_writer_begin (&writer, block->is_dataflow);
      g_hash_table_remove_all (seen_here);
      for (guint i = 0; i < block->n_bindings; i++)
        {
          TlRelaxBinding binding = block->bindings[i];

          binding.value = merge_value (&values, &binding, block->is_dataflow);
          tl_body_writer_add (&writer, &binding);
        }
    }
  body = tl_body_writer_finish (&writer, tl_relax_rewrite (&values.rewriter, func->body.result));
  return tl_graph_func_with_body (edit->arena, func, &body);
}

static const TlGraphFunc *
merge_equal (TlGraphEdit *edit, const TlGraphFunc *func, gpointer user_data, GError **error)
{
  return tl_merge_equal_bindings (edit, func);
}

TlModule *
tl_eliminate_common_subexpr (TlModule *module, GError **error)
{
  return tl_graph_change_functions (module, merge_equal, NULL, error);
}
