/* SPDX-License-Identifier: Apache-2.0 */
/*
 * skip-overwritten: what each iteration of a loop stores to the same places is stored once, behind the loop: only the last iteration's
 * values stay. A consumer placed inside of a reduction is such a statement (reverse_compute_at).
 *
 *   for k in 256: { total[0] += A[k];  for j in 64: Y[j] = A[j] - total[0] }
 *     →  for k in 256: total[0] += A[k];  for j in 64: Y[j] = A[j] - total[0]
 *
 * The statement is the last one of the body, or of loops that end it, and does not use the loop's variable; its positions and conditions
 * do not depend on memory, and nothing else in the loop, it included, accesses the buffers that it stores to.
 */
#include "core/lower/effects.h"
#include "core/lower/lower-private.h"

typedef struct
{
  TlBuilder *builder;
  TlArena   *arena;
  TlRemarks *remarks;
} OverwrittenPass;

/* A body in two: the last statement, with the conditions and loops around it, and what is before it, nullable. */
typedef struct
{
  const TlStmt *others, *last;
} SplitBody;

static SplitBody
split_body (const OverwrittenPass *pass, const TlStmt *body, gboolean enters_loops);

static SplitBody
split_seq (const OverwrittenPass *pass, const TlStmt *body, gboolean enters_loops)
{
  SplitBody split = split_body (pass, body->stmts[body->n_stmts - 1], enters_loops);
  g_autoptr (GPtrArray) stmts = g_ptr_array_new ();
  for (guint i = 0; i + 1 < body->n_stmts; i++)
    g_ptr_array_add (stmts, (gpointer) body->stmts[i]);
  if (split.others != NULL)
    g_ptr_array_add (stmts, (gpointer) split.others);
  split.others = stmts->len > 0 ? tl_stmt_seq (pass->arena, (const TlStmt *const *) stmts->pdata, stmts->len) : NULL;
  return split;
}

/* Whether the last statement may as well run behind all iterations of @loop as behind each: what it loads is of its own iteration. */
static gboolean
may_run_behind (TlArena *arena, const TlLoop *loop, const SplitBody *split)
{
  Effects last, others;
  GHashTableIter iter;
  gpointer       buffer;
  gboolean       result = TRUE;
  effects_init (&last, split->last);
  effects_init (&others, split->others);
  g_hash_table_iter_init (&iter, others.stored);
  while (result && g_hash_table_iter_next (&iter, &buffer, NULL))
    result = !g_hash_table_contains (last.loaded, buffer) || tl_iterations_are_apart (arena, loop, buffer);
  effects_clear (&last);
  effects_clear (&others);
  return result;
}

static SplitBody
split_loop (const OverwrittenPass *pass, const TlStmt *stmt)
{
  SplitBody split = split_body (pass, stmt->loop.body, TRUE);
  if (split.last == NULL || split.others == NULL || stmt->loop.kind == TL_LOOP_PARALLEL || stmt->loop.kind == TL_LOOP_THREAD_BINDING
      || stmt->loop.annotations.n > 0 || !may_run_behind (pass->arena, &stmt->loop, &split))
    return (SplitBody) { NULL, NULL };
  TlLoop behind = stmt->loop;
  behind.id = tl_builder_take_id (pass->builder);
  behind.var = tl_var_copy (pass->arena, stmt->loop.var);
  behind.body = tl_stmt_substitute_var (pass->arena, split.last, stmt->loop.var, behind.var);
  return (SplitBody) { tl_loop_with_body (pass->arena, stmt, split.others), tl_stmt_loop (pass->arena, &behind) };
}

/* Without a last statement where it stands in the scope of a buffer of the body's. */
static SplitBody
split_body (const OverwrittenPass *pass, const TlStmt *body, gboolean enters_loops)
{
  if (body->kind == TL_STMT_SEQ && body->n_stmts > 0)
    return split_seq (pass, body, enters_loops);
  if (body->kind == TL_STMT_STORE || (body->kind == TL_STMT_FOR && !enters_loops))
    return (SplitBody) { NULL, body };
  if (body->kind == TL_STMT_FOR)
    {
      SplitBody split = split_loop (pass, body);
      return split.last != NULL ? split : (SplitBody) { NULL, body };
    }
  if (body->kind != TL_STMT_IF || body->else_body != NULL)
    return (SplitBody) { NULL, NULL };
  SplitBody split = split_body (pass, body->then_body, enters_loops);
  if (split.last == NULL || split.others == NULL)
    return (SplitBody) { NULL, split.last != NULL ? body : NULL };
  return (SplitBody) { tl_stmt_if (pass->arena, body->cond, split.others, NULL), tl_stmt_if (pass->arena, body->cond, split.last, NULL) };
}

static gboolean
is_overwritten (const TlLoop *loop, const TlStmt *last, const TlStmt *others)
{
  Effects own, rest = { 0 };
  if (tl_stmt_uses_var (last, loop->var))
    return FALSE;
  effects_init (&own, last);
  gboolean result = !own.has_effects && !own.varies && g_hash_table_size (own.stored) > 0 && !effects_share_any (own.stored, own.loaded);
  if (result && others != NULL)
    {
      effects_init (&rest, others);
      result = !rest.has_effects && !effects_share_any (own.stored, rest.stored) && !effects_share_any (own.stored, rest.loaded);
      effects_clear (&rest);
    }
  effects_clear (&own);
  return result;
}

/* The whole last statement, or else what loops that end the body end with. */
static SplitBody
split_overwritten (const OverwrittenPass *pass, const TlLoop *loop, const TlStmt *body)
{
  for (guint enters_loops = 0; enters_loops < 2; enters_loops++)
    {
      SplitBody split = split_body (pass, body, enters_loops > 0);
      if (split.last != NULL && is_overwritten (loop, split.last, split.others))
        return split;
    }
  return (SplitBody) { NULL, NULL };
}

static const TlStmt *
overwritten_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  OverwrittenPass *pass = rewriter->user_data;
  if (stmt->kind != TL_STMT_FOR)
    return NULL;
  const TlStmt *result = tl_rewrite_stmt_children (rewriter, stmt);
  gint64 extent = 0;
  if ((stmt->loop.kind != TL_LOOP_SERIAL && stmt->loop.kind != TL_LOOP_UNROLLED) || !tl_expr_get_int (stmt->loop.extent, &extent)
      || extent < 2)
    return result;
  g_autoptr (GPtrArray) behind = g_ptr_array_new ();
  const TlStmt *body = result->loop.body;
  SplitBody split;
  while (body != NULL && (split = split_overwritten (pass, &result->loop, body)).last != NULL)
    {
      g_ptr_array_insert (behind, 0, (gpointer) split.last);
      body = split.others;
    }
  if (behind->len == 0)
    return result;
  tl_remark_loop (pass->remarks, &stmt->loop, "%u statement%s behind it: each iteration stores to the same places", behind->len,
                  behind->len == 1 ? " runs once," : "s run once,");
  if (body != NULL)
    g_ptr_array_insert (behind, 0, (gpointer) tl_loop_with_body (pass->arena, result, body));
  return tl_stmt_seq (pass->arena, (const TlStmt *const *) behind->pdata, behind->len);
}

const TlPrimFunc *
tl_lower_skip_overwritten (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  OverwrittenPass pass = { builder, builder->arena, remarks };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = overwritten_hook, .user_data = &pass };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
