/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mark mode: which elements would this statement read? Values of tracked and local buffers are not known then, so code that needs
 * one to find an address or a number of rounds is reported as a problem; a branch that depends on one is taken both ways.
 */
#include <string.h>

#include "core/interp/compile-private.h"
#include "core/ir/walk.h"

static TlWalk
stop_at_unknown (const TlExpr *expr, gpointer user_data)
{
  TlCompiler *compiler = user_data;

  if (expr->kind == TL_EXPR_LOAD)
    return g_hash_table_contains (compiler->tracked, expr->buffer) || g_hash_table_contains (compiler->locals, expr->buffer)
             ? TL_WALK_STOP : TL_WALK_INTO;
  if (expr->kind == TL_EXPR_CALL && !expr->callee->is_pure)
    return TL_WALK_STOP;
  /* Variables a LET inside of the expression binds are judged by the value they are bound to. */
  return TL_WALK_INTO;
}

gboolean
tl_compile_is_unknown (TlCompiler *compiler, const TlExpr *expr)
{
  return !tl_expr_walk (expr, stop_at_unknown, compiler);
}

static void
report (TlCompiler *compiler, const char *what, const char *name)
{
  if (compiler->mark_problem == NULL)
    compiler->mark_problem = g_strdup_printf ("%s %s%s%s%s", what, name, compiler->block != NULL ? " in block \"" : "",
                                              compiler->block != NULL ? compiler->block : "", compiler->block != NULL ? "\"" : "");
}

static void
mark_load (TlCompiler *compiler, const TlExpr *expr)
{
  gboolean is_tracked = g_hash_table_contains (compiler->tracked, expr->buffer);

  for (guint i = 0; i < expr->n_indices; i++)
    {
      if (is_tracked && tl_compile_is_unknown (compiler, expr->indices[i]))
        {
          report (compiler, "a value decides which element is read of", expr->buffer->name);
          return;
        }
      tl_compile_mark (compiler, expr->indices[i]);
    }
  if (!is_tracked)
    return;
  for (guint lane = 0; lane < expr->dtype.lanes; lane++)
    {
      guint32 address = tl_compiler_address (compiler, expr->buffer, expr->indices, expr->n_indices, lane / expr->buffer->dtype.lanes);
      guint   at = tl_compiler_emit (compiler, TL_OP_MARK, 0, address, 0);

      tl_compiler_instr (compiler, at)->c = tl_compiler_slot (compiler, expr->buffer);
      tl_compiler_instr (compiler, at)->integer = lane % expr->buffer->dtype.lanes;
    }
}

static void
mark_choice (TlCompiler *compiler, const TlExpr *cond, const TlExpr *if_true, const TlExpr *if_false)
{
  guint to_else, to_end;

  tl_compile_mark (compiler, cond);
  if (tl_compile_is_unknown (compiler, cond) || cond->dtype.lanes > 1)
    {
      tl_compile_mark (compiler, if_true);
      tl_compile_mark (compiler, if_false);
      return;
    }
  to_else = tl_compiler_emit (compiler, TL_OP_JUMP_ZERO, 0, tl_compiler_scalar (compiler, cond), 0);
  tl_compile_mark (compiler, if_true);
  to_end = tl_compiler_emit (compiler, TL_OP_JUMP, 0, 0, 0);
  tl_compile_patch (compiler, to_else);
  tl_compile_mark (compiler, if_false);
  tl_compile_patch (compiler, to_end);
}

static void
mark_call (TlCompiler *compiler, const TlExpr *expr)
{
  const char *name = expr->callee->name;

  if (strcmp (name, "assume") == 0 || strcmp (name, "prefetch") == 0 || strcmp (name, "tvm_storage_sync") == 0)
    return;
  if (strcmp (name, "if_then_else") == 0)
    {
      mark_choice (compiler, expr->args[0], expr->args[1], expr->args[2]);
      return;
    }
  if (!expr->callee->is_pure)
    report (compiler, "nothing is known of what is read by", name);
  for (guint i = 0; i < expr->n_args; i++)
    tl_compile_mark (compiler, expr->args[i]);
}

static void
mark_let (TlCompiler *compiler, const TlExpr *expr)
{
  guint lanes = expr->let_var->dtype.lanes;

  tl_compile_mark (compiler, expr->let_value);
  if (tl_compile_is_unknown (compiler, expr->let_value))
    g_hash_table_remove (compiler->vars, expr->let_var);
  else
    {
      guint32 first = compiler->next_register;

      compiler->next_register += lanes;
      compiler->n_registers = MAX (compiler->n_registers, compiler->next_register);
      for (guint i = 0; i < lanes; i++)
        tl_compiler_emit (compiler, TL_OP_MOVE, first + i, tl_compile_lane (compiler, expr->let_value, i), 0);
      tl_compiler_bind (compiler, expr->let_var, first);
    }
  tl_compile_mark (compiler, expr->let_body);
}

void
tl_compile_mark (TlCompiler *compiler, const TlExpr *expr)
{
  switch (expr->kind)
    {
    case TL_EXPR_INT:
    case TL_EXPR_FLOAT:
    case TL_EXPR_STRING:
    case TL_EXPR_VAR:
      break;
    case TL_EXPR_CAST:
    case TL_EXPR_NOT:
      tl_compile_mark (compiler, expr->a);
      break;
    case TL_EXPR_SELECT:
      mark_choice (compiler, expr->cond, expr->if_true, expr->if_false);
      break;
    case TL_EXPR_LOAD:
      mark_load (compiler, expr);
      break;
    case TL_EXPR_CALL:
      mark_call (compiler, expr);
      break;
    case TL_EXPR_RAMP:
      tl_compile_mark (compiler, expr->base);
      tl_compile_mark (compiler, expr->stride);
      break;
    case TL_EXPR_BROADCAST:
      tl_compile_mark (compiler, expr->base);
      break;
    case TL_EXPR_LET:
      mark_let (compiler, expr);
      break;
    default:
      tl_compile_mark (compiler, expr->a);
      tl_compile_mark (compiler, expr->b);
      break;
    }
}
