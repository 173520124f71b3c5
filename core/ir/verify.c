/* SPDX-License-Identifier: Apache-2.0 */
/* One-line checks over the whole program; an error names the innermost loop or block around. */
#include "core/ir/verify-private.h"

#include <string.h>

#include "core/ir/walk.h"

G_DEFINE_QUARK (tl-ir-error-quark, tl_ir_error)

typedef struct
{
  const TlPrimFunc *func;
  GHashTable       *vars;       /* in scope */
  GHashTable       *defined;    /* ever defined: each variable and buffer once */
  GHashTable       *buffers;    /* in scope */
  GHashTable       *ids;
  TlNodeId          next_id;
  const char       *place;      /* name of the innermost block or loop */
  GError          **error;
} Verify;

static gboolean verify_stmt (Verify *v, const TlStmt *stmt);

G_GNUC_PRINTF (2, 3)
static gboolean
fail (Verify *v, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list          args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  if (v->error == NULL || *v->error == NULL)
    g_set_error (v->error, TL_IR_ERROR, TL_IR_ERROR_INVALID, "function %s, at %s: %s", v->func->name, v->place, text);
  return FALSE;
}

static gboolean
add_id (Verify *v, TlNodeId id)
{
  if (id == 0 || id >= v->next_id)
    return fail (v, "node id %u is outside the module's range 1 … %u", id, v->next_id - 1);
  return g_hash_table_add (v->ids, GUINT_TO_POINTER (id)) || fail (v, "node id %u is used twice", id);
}

static gboolean
define (Verify *v, GHashTable *scope, gconstpointer definition, const char *what, const char *name)
{
  if (!g_hash_table_add (v->defined, (gpointer) definition))
    return fail (v, "%s %s is defined twice", what, name);
  g_hash_table_add (scope, (gpointer) definition);
  return TRUE;
}

static gboolean
verify_indices (Verify *v, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices)
{
  if (!g_hash_table_contains (v->buffers, buffer))
    return fail (v, "buffer %s is not declared here", buffer->name);
  if (n_indices != buffer->n_dims)
    return fail (v, "buffer %s has %u dimensions and is indexed by %u", buffer->name, buffer->n_dims, n_indices);
  for (guint i = 0; i < n_indices; i++)
    if (!tl_dtype_is_integer (indices[i]->dtype) && indices[i]->dtype.code != TL_TYPE_BOOL)
      return fail (v, "index %u of %s has type %s", i, buffer->name, tl_dtype_name (indices[i]->dtype));
  return TRUE;
}

static TlWalk
verify_node (const TlExpr *expr, gpointer user_data)
{
  Verify  *v = user_data;
  gboolean ok = TRUE;

  if (expr->kind == TL_EXPR_VAR && expr->dtype.code != TL_TYPE_HANDLE && !g_hash_table_contains (v->vars, expr))
    ok = fail (v, "variable %s is used outside its scope", expr->name);
  else if (expr->kind == TL_EXPR_LOAD)
    ok = verify_indices (v, expr->buffer, expr->indices, expr->n_indices);
  else if (expr->kind == TL_EXPR_LET)
    g_hash_table_add (v->vars, (gpointer) expr->let_var);
  else if (expr->kind == TL_EXPR_CALL && strcmp (expr->callee->name, "comm_reducer") == 0)
    for (guint i = 0; i < expr->n_args / 2; i++)
      g_hash_table_add (v->vars, (gpointer) expr->args[i]);
  else if (tl_expr_kind_is_binary (expr->kind) && !tl_dtype_equal (expr->a->dtype, expr->b->dtype))
    ok = fail (v, "operands of \"%s\" have types %s and %s", tl_expr_kind_spelling (expr->kind), tl_dtype_name (expr->a->dtype),
               tl_dtype_name (expr->b->dtype));
  return ok ? TL_WALK_INTO : TL_WALK_STOP;
}

static gboolean
verify_expr (Verify *v, const TlExpr *expr)
{
  return tl_expr_walk (expr, verify_node, v);
}

/* Shapes and strides may name variables that the declaration itself introduces (symbolic parameters, views). */
static TlWalk
define_free_var (const TlExpr *expr, gpointer user_data)
{
  Verify *v = user_data;

  if (expr->kind == TL_EXPR_VAR)
    g_hash_table_add (v->vars, (gpointer) expr);
  return TL_WALK_INTO;
}

static gboolean
declare_buffer (Verify *v, const TlBuffer *buffer, gboolean may_define)
{
  for (guint i = 0; i < buffer->n_dims; i++)
    {
      if (may_define)
        {
          tl_expr_walk (buffer->shape[i], define_free_var, v);
          if (buffer->strides != NULL)
            tl_expr_walk (buffer->strides[i], define_free_var, v);
        }
      else if (!verify_expr (v, buffer->shape[i]))
        return FALSE;
    }
  if (may_define && buffer->elem_offset != NULL)
    tl_expr_walk (buffer->elem_offset, define_free_var, v);
  return define (v, v->buffers, buffer, "buffer", buffer->name);
}

static gboolean
verify_regions (Verify *v, const TlRegion *regions, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      if (!g_hash_table_contains (v->buffers, regions[i].buffer))
        return fail (v, "a region names buffer %s, which is not declared here", regions[i].buffer->name);
      for (guint d = 0; d < regions[i].buffer->n_dims; d++)
        if (!verify_expr (v, regions[i].ranges[d].min) || !verify_expr (v, regions[i].ranges[d].extent))
          return FALSE;
    }
  return TRUE;
}

static gboolean
verify_realization (Verify *v, const TlBlock *block)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (!verify_expr (v, block->bindings[i]) || !verify_expr (v, block->axes[i].dom.min) || !verify_expr (v, block->axes[i].dom.extent))
      return FALSE;
  if (block->predicate != NULL && block->predicate->dtype.code != TL_TYPE_BOOL)
    return fail (v, "the predicate has type %s", tl_dtype_name (block->predicate->dtype));
  return block->predicate == NULL || verify_expr (v, block->predicate);
}

static gboolean
verify_block_inside (Verify *v, const TlBlock *block)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (!define (v, v->vars, block->axes[i].var, "axis", block->axes[i].var->name))
      return FALSE;
  for (guint i = 0; i < block->n_allocs; i++)
    if (!declare_buffer (v, block->allocs[i], FALSE))
      return FALSE;
  if (!verify_regions (v, block->reads, block->n_reads) || !verify_regions (v, block->writes, block->n_writes))
    return FALSE;
  for (guint i = 0; i < block->n_matches; i++)
    if (!verify_regions (v, &block->matches[i].source, 1) || !declare_buffer (v, block->matches[i].buffer, TRUE))
      return FALSE;
  return (block->init == NULL || verify_stmt (v, block->init)) && verify_stmt (v, block->body);
}

static void
leave_scope (GHashTable *scope, gconstpointer definition)
{
  g_hash_table_remove (scope, definition);
}

static gboolean
verify_block (Verify *v, const TlBlock *block)
{
  const char *outer = v->place;
  gboolean    ok;

  v->place = block->name;
  if (block->body == NULL)
    return fail (v, "the block has no body");
  ok = add_id (v, block->id) && verify_realization (v, block) && verify_block_inside (v, block);
  for (guint i = 0; ok && i < block->n_axes; i++)
    leave_scope (v->vars, block->axes[i].var);
  for (guint i = 0; ok && i < block->n_allocs; i++)
    leave_scope (v->buffers, block->allocs[i]);
  for (guint i = 0; ok && i < block->n_matches; i++)
    leave_scope (v->buffers, block->matches[i].buffer);
  v->place = outer;
  return ok;
}

static gboolean
verify_loop (Verify *v, const TlLoop *loop)
{
  const char *outer = v->place;
  gboolean    ok;

  v->place = loop->var->name;
  if (loop->kind == TL_LOOP_THREAD_BINDING && loop->thread == NULL)
    return fail (v, "a thread-bound loop without a thread");
  if (!tl_dtype_is_integer (loop->var->dtype))
    return fail (v, "the loop variable has type %s", tl_dtype_name (loop->var->dtype));
  ok = add_id (v, loop->id) && verify_expr (v, loop->min) && verify_expr (v, loop->extent) && verify_expr (v, loop->step)
       && define (v, v->vars, loop->var, "loop variable", loop->var->name) && verify_stmt (v, loop->body);
  if (ok)
    leave_scope (v->vars, loop->var);
  v->place = outer;
  return ok;
}

static gboolean
verify_store (Verify *v, const TlStmt *stmt)
{
  if (!verify_indices (v, stmt->buffer, stmt->indices, stmt->n_indices) || !verify_expr (v, stmt->value))
    return FALSE;
  for (guint i = 0; i < stmt->n_indices; i++)
    if (!verify_expr (v, stmt->indices[i]))
      return FALSE;
  if (stmt->value->dtype.code != stmt->buffer->dtype.code || stmt->value->dtype.bits != stmt->buffer->dtype.bits)
    return fail (v, "a value of type %s is stored into %s of type %s", tl_dtype_name (stmt->value->dtype), stmt->buffer->name,
                 tl_dtype_name (stmt->buffer->dtype));
  return TRUE;
}

static gboolean
verify_seq (Verify *v, const TlStmt *stmt)
{
  if (stmt->n_stmts < 2)
    return fail (v, "a sequence of %u statements", stmt->n_stmts);
  for (guint i = 0; i < stmt->n_stmts; i++)
    {
      if (stmt->stmts[i]->kind == TL_STMT_SEQ)
        return fail (v, "a sequence directly inside a sequence");
      if (stmt->stmts[i]->kind == TL_STMT_LET && i + 1 < stmt->n_stmts)
        return fail (v, "a let before the end of a sequence");
      if (!verify_stmt (v, stmt->stmts[i]))
        return FALSE;
    }
  return TRUE;
}

static gboolean
verify_stmt (Verify *v, const TlStmt *stmt)
{
  gboolean ok;

  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return verify_loop (v, &stmt->loop);
    case TL_STMT_BLOCK:
      return verify_block (v, &stmt->block);
    case TL_STMT_SEQ:
      return verify_seq (v, stmt);
    case TL_STMT_STORE:
      return verify_store (v, stmt);
    case TL_STMT_IF:
      return verify_expr (v, stmt->cond) && verify_stmt (v, stmt->then_body)
             && (stmt->else_body == NULL || verify_stmt (v, stmt->else_body));
    case TL_STMT_LET:
      ok = verify_expr (v, stmt->let_value) && define (v, v->vars, stmt->var, "variable", stmt->var->name)
           && verify_stmt (v, stmt->let_body);
      if (ok)
        leave_scope (v->vars, stmt->var);
      return ok;
    case TL_STMT_WHILE:
      return verify_expr (v, stmt->cond) && verify_stmt (v, stmt->then_body);
    case TL_STMT_EVALUATE:
      return verify_expr (v, stmt->expr);
    case TL_STMT_ATTR:
      return verify_expr (v, stmt->attr_node) && verify_expr (v, stmt->attr_value) && verify_stmt (v, stmt->attr_body);
    case TL_STMT_ASSERT:
      return verify_expr (v, stmt->assert_cond);
    case TL_STMT_ALLOC:
      ok = declare_buffer (v, stmt->buffer, FALSE) && verify_stmt (v, stmt->alloc_body);
      if (ok)
        leave_scope (v->buffers, stmt->buffer);
      return ok;
    }
  return fail (v, "a statement of unknown kind %d", (int) stmt->kind);
}

static gboolean
verify_func (Verify *v)
{
  const TlPrimFunc *func = v->func;

  for (guint i = 0; i < func->n_params; i++)
    {
      const TlParam *param = &func->params[i];

      if (param->var != NULL && !define (v, v->vars, param->var, "parameter", param->name))
        return FALSE;
      if (param->buffer != NULL && !declare_buffer (v, param->buffer, TRUE))
        return FALSE;
      if (param->var == NULL && param->buffer == NULL)
        return fail (v, "parameter %s is neither a buffer nor a variable", param->name);
    }
  /* A lowered body has no blocks at all; any other is the root block. */
  if (func->body->kind == TL_STMT_BLOCK && func->body->block.n_axes != 0)
    return fail (v, "the outermost block is %s, not a root block without axes", func->body->block.name);
  return verify_stmt (v, func->body);
}

gboolean
tl_module_verify (const TlModule *module, GError **error)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (NULL, NULL);
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < module->n_prims; i++)
    {
      g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL);
      g_autoptr (GHashTable) defined = g_hash_table_new (NULL, NULL);
      g_autoptr (GHashTable) buffers = g_hash_table_new (NULL, NULL);
      g_autoptr (GError) found = NULL;
      Verify v = { module->prims[i], vars, defined, buffers, ids, module->next_id, "root", &found };

      ok = verify_func (&v);
      if (!ok)
        g_propagate_error (error, g_steal_pointer (&found));
    }
  for (guint i = 0; ok && i < module->n_funcs; i++)
    ok = module->funcs[i].kind != TL_FUNC_GRAPH || tl_verify_graph (module, &module->funcs[i], error);
  return ok;
}
