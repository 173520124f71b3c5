/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AnnotateTIROpPattern: the kind of each PrimFunc, as an attribute that fusion goes by. It is found from its blocks in order, each of which
 * stores once: by how the indices of its loads relate to those of its store, and by what it reduces.
 */
#include <string.h>

#include "core/graph/passes/graph-edit-private.h"
#include "core/graph/passes/op-pattern-private.h"
#include "core/ir/walk.h"

typedef struct
{
  const TlPrimFunc *func;
  TlOpPattern       pattern;
  gboolean          has_root;    /* the root block was entered */
} Analysis;

/* The one store of a block and its loads. */
typedef struct
{
  const TlStmt *store;
  GPtrArray    *loads;           /* const TlExpr * */
  gboolean      has_several;     /* stores that differ */
} PatternAccesses;

/* --- what a block accesses --- */

static gboolean
is_same_store (const TlStmt *a, const TlStmt *b)
{
  if (a->buffer != b->buffer || !tl_expr_equal (a->value, b->value))
    return FALSE;
  for (guint i = 0; i < a->n_indices; i++)
    if (!tl_expr_equal (a->indices[i], b->indices[i]))
      return FALSE;
  return TRUE;
}

static TlWalk
note_expr (const TlExpr *expr, gpointer user_data)
{
  PatternAccesses *accesses = user_data;

  if (expr->kind == TL_EXPR_LOAD)
    g_ptr_array_add (accesses->loads, (gpointer) expr);
  return TL_WALK_INTO;
}

static TlWalk
note_stmt (const TlStmt *stmt, gpointer user_data)
{
  PatternAccesses *accesses = user_data;

  if (stmt->kind == TL_STMT_STORE)
    {
      accesses->has_several |= accesses->store != NULL && !is_same_store (accesses->store, stmt);
      accesses->store = stmt;
    }
  return TL_WALK_INTO;
}

/* --- a load against the store --- */

static gboolean
is_elementwise (const TlStmt *store, const TlExpr *load)
{
  if (load->n_indices != store->n_indices)
    return FALSE;
  for (guint i = 0; i < load->n_indices; i++)
    if (!tl_expr_equal (load->indices[i], store->indices[i]))
      return FALSE;
  return TRUE;
}

/* The indices of the load are among those of the store, in order; indices 0 of dimensions of extent 1 do not count. */
static gboolean
is_broadcast (const TlStmt *store, const TlExpr *load)
{
  guint next = 0;

  for (guint i = 0; i < load->n_indices; i++)
    {
      if (tl_expr_is_int (load->buffer->shape[i], 1) && tl_expr_is_int (load->indices[i], 0))
        continue;
      while (next < store->n_indices && !tl_expr_equal (store->indices[next], load->indices[i]))
        next++;
      if (next == store->n_indices)
        return FALSE;
    }
  return TRUE;
}

static TlWalk
stop_at_foreign (const TlExpr *expr, gpointer user_data)
{
  gboolean is_foreign = expr->kind == TL_EXPR_LOAD || (expr->kind == TL_EXPR_VAR && !g_hash_table_contains (user_data, expr));

  return is_foreign ? TL_WALK_STOP : TL_WALK_INTO;
}

/* The load uses only variables that the store has as indices. */
static gboolean
is_injective (const TlStmt *store, const TlExpr *load)
{
  g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < store->n_indices; i++)
    if (store->indices[i]->kind == TL_EXPR_VAR)
      g_hash_table_add (vars, (gpointer) store->indices[i]);
    else
      return FALSE;
  for (guint i = 0; i < load->n_indices; i++)
    if (!tl_expr_walk (load->indices[i], stop_at_foreign, vars))
      return FALSE;
  return TRUE;
}

static TlOpPattern
classify_loads (const PatternAccesses *accesses)
{
  TlOpPattern pattern = TL_OP_ELEMENTWISE;
  gboolean    has_elementwise = FALSE;

  for (guint i = 0; i < accesses->loads->len; i++)
    {
      const TlExpr *load = accesses->loads->pdata[i];

      if (is_elementwise (accesses->store, load))
        has_elementwise = TRUE;
      else if (is_broadcast (accesses->store, load))
        pattern = MAX (pattern, TL_OP_BROADCAST);
      else if (is_injective (accesses->store, load))
        pattern = MAX (pattern, TL_OP_INJECTIVE);
      else
        return TL_OP_OPAQUE;
    }
  return pattern == TL_OP_BROADCAST && has_elementwise ? TL_OP_ELEMENTWISE : pattern;
}

/* --- reductions --- */

static const TlExpr *
skip_casts (const TlExpr *expr)
{
  while (expr->kind == TL_EXPR_CAST)
    expr = expr->a;
  return expr;
}

/* Whether the load leaves out a variable that the store has. */
static gboolean
lacks_variable (const TlStmt *store, const TlExpr *load)
{
  for (guint i = 0; i < store->n_indices; i++)
    {
      gboolean is_used = FALSE;

      for (guint k = 0; store->indices[i]->kind == TL_EXPR_VAR && k < load->n_indices; k++)
        is_used |= tl_expr_uses_var (load->indices[k], store->indices[i]);
      if (store->indices[i]->kind == TL_EXPR_VAR && !is_used)
        return TRUE;
    }
  return FALSE;
}

/* C[…] = C[…] + A[…] * B[…], each factor used along a variable of C that it does not depend on: matmul, convolution. */
static gboolean
is_contraction (const TlStmt *store)
{
  const TlExpr *sum = store->value, *left, *right;

  if (sum->kind != TL_EXPR_ADD || sum->a->kind != TL_EXPR_LOAD || sum->a->buffer != store->buffer || !is_elementwise (store, sum->a))
    return FALSE;
  sum = skip_casts (sum->b);
  if (sum->kind != TL_EXPR_MUL)
    return FALSE;
  left = skip_casts (sum->a);
  right = skip_casts (sum->b);
  return left->kind == TL_EXPR_LOAD && right->kind == TL_EXPR_LOAD && lacks_variable (store, left) && lacks_variable (store, right);
}

/* Reduced variables are indices themselves, not parts of them. */
static gboolean
has_plain_reduction (const TlBlock *block, const PatternAccesses *accesses)
{
  g_autoptr (GHashTable) reduced = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind == TL_AXIS_REDUCE)
      g_hash_table_add (reduced, (gpointer) block->axes[i].var);
  for (guint i = 0; i < accesses->loads->len; i++)
    {
      const TlExpr *load = accesses->loads->pdata[i];

      for (guint k = 0; k < load->n_indices; k++)
        if (load->indices[k]->kind != TL_EXPR_VAR && tl_expr_uses_any (load->indices[k], reduced))
          return FALSE;
    }
  return TRUE;
}

static gboolean
reduces (const TlBlock *block)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind == TL_AXIS_REDUCE)
      return TRUE;
  return FALSE;
}

static TlOpPattern
classify_reduction (const TlBlock *block, const PatternAccesses *accesses)
{
  if (!reduces (block))
    return TL_OP_OPAQUE;
  return !is_contraction (accesses->store) && has_plain_reduction (block, accesses) ? TL_OP_REDUCTION : TL_OP_OUT_ELEMENTWISE_FUSABLE;
}

/* --- functions --- */

static gboolean
writes_param (const TlPrimFunc *func, const TlBlock *block)
{
  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer != NULL && tl_regions_touch (block->writes, block->n_writes, func->params[i].buffer))
      return TRUE;
  return FALSE;
}

static void
add_block (Analysis *analysis, const TlBlock *block, const PatternAccesses *accesses)
{
  TlOpPattern pattern;

  if (accesses->store == NULL || accesses->has_several)
    {
      pattern = accesses->has_several && reduces (block) ? TL_OP_REDUCTION : TL_OP_OPAQUE;      /* argmax reduces a pair */
      analysis->pattern = MAX (analysis->pattern, pattern);
      return;
    }
  pattern = classify_loads (accesses);
  if (pattern == TL_OP_OPAQUE)
    {
      pattern = classify_reduction (block, accesses);
      analysis->pattern = MAX (analysis->pattern, pattern);
    }
  else if (analysis->pattern == TL_OP_REDUCTION && writes_param (analysis->func, block))
    analysis->pattern = TL_OP_OUT_ELEMENTWISE_FUSABLE;      /* softmax: sums that its last block goes by */
  else
    analysis->pattern = MAX (analysis->pattern, pattern);
}

static TlWalk
visit_stmt (const TlStmt *stmt, gpointer user_data)
{
  Analysis             *analysis = user_data;
  g_autoptr (GPtrArray) loads = NULL;
  PatternAccesses              accesses = { 0 };

  if (stmt->kind != TL_STMT_BLOCK)
    return TL_WALK_INTO;
  if (!analysis->has_root)
    {
      analysis->has_root = TRUE;
      return TL_WALK_INTO;
    }
  accesses.loads = loads = g_ptr_array_new ();
  tl_stmt_walk (stmt->block.body, note_stmt, note_expr, &accesses);
  add_block (analysis, &stmt->block, &accesses);
  return TL_WALK_OVER;
}

static TlOpPattern
analyze (const TlPrimFunc *func)
{
  Analysis analysis = { func, TL_OP_ELEMENTWISE, FALSE };

  tl_stmt_walk (func->body, visit_stmt, NULL, &analysis);
  return analysis.pattern;
}

TlModule *
tl_annotate_tir_op_pattern (TlModule *module, GError **error)
{
  g_auto (TlGraphEdit) edit = { 0 };

  tl_graph_edit_init (&edit, module);
  for (guint i = 0; i < module->n_prims; i++)
    {
      TlPrimFunc *func = tl_arena_memdup (edit.arena, module->prims[i], sizeof *func);

      func->attrs = tl_attrs_with (edit.arena, &func->attrs, TL_OP_PATTERN_ATTR, tl_value_int (analyze (func)));
      tl_graph_edit_set_prim (&edit, func);
    }
  return tl_graph_edit_finish (&edit);
}
