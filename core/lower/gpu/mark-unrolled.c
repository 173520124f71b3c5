/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mark-unrolled: loops under a "pragma_auto_unroll_max_step" become "unroll" loops as long as the code that they stand for stays within
 * that many stores and evaluations; the compiler behind writes them out. Of loops in each other the inner ones are first, and a loop around
 * one that stays a loop stays one too, as in TVM's UnrollLoop.
 */
#include "core/lower/lower-private.h"

typedef struct
{
  TlArena *arena;
  gint64   max_steps;   /* of the innermost pragma around; 0: none */
} UnrollMarks;

/* A statement when it is written out. */
typedef struct
{
  gint64   n_steps;
  gboolean has_loops;   /* that stay */
} WrittenOut;

static const TlStmt *mark_stmt (UnrollMarks *m, const TlStmt *stmt, WrittenOut *out);

static gint64
limit_of (const TlAttrs *attrs, gint64 outer)
{
  const TlValue *value = tl_attrs_find (attrs, "pragma_auto_unroll_max_step");
  TlValue        number;

  return value != NULL && tl_value_get_number (value, &number) && number.kind == TL_VALUE_INT ? number.integer : outer;
}

static const TlStmt *
mark_loop (UnrollMarks *m, const TlStmt *stmt, WrittenOut *out)
{
  TlLoop     loop = stmt->loop;
  WrittenOut inner = { 0 };
  gint64     outer_limit = m->max_steps, extent = 0, n_steps;

  m->max_steps = limit_of (&loop.annotations, outer_limit);
  loop.body = mark_stmt (m, loop.body, &inner);
  gboolean is_short = tl_expr_get_int (loop.extent, &extent) && !inner.has_loops
                      && !__builtin_mul_overflow (inner.n_steps, extent, &n_steps) && n_steps <= m->max_steps;
  if (loop.kind == TL_LOOP_SERIAL && is_short)
    loop.kind = TL_LOOP_UNROLLED;
  m->max_steps = outer_limit;
  gboolean stays = loop.kind != TL_LOOP_UNROLLED && loop.kind != TL_LOOP_THREAD_BINDING && loop.kind != TL_LOOP_VECTORIZED;
  out->has_loops |= inner.has_loops || stays;
  out->n_steps += loop.kind == TL_LOOP_UNROLLED ? inner.n_steps * MAX (extent, 1) : inner.n_steps;
  return tl_stmt_with_origin (m->arena, tl_stmt_loop (m->arena, &loop), stmt->origin);
}

static const TlStmt *
mark_seq (UnrollMarks *m, const TlStmt *stmt, WrittenOut *out)
{
  const TlStmt **stmts = tl_arena_new_array (m->arena, const TlStmt *, stmt->n_stmts);

  for (guint i = 0; i < stmt->n_stmts; i++)
    stmts[i] = mark_stmt (m, stmt->stmts[i], out);
  return tl_stmt_seq (m->arena, stmts, stmt->n_stmts);
}

static const TlStmt *
mark_stmt (UnrollMarks *m, const TlStmt *stmt, WrittenOut *out)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return mark_loop (m, stmt, out);
    case TL_STMT_SEQ:
      return mark_seq (m, stmt, out);
    case TL_STMT_IF:
      return tl_stmt_if (m->arena, stmt->cond, mark_stmt (m, stmt->then_body, out),
                         stmt->else_body != NULL ? mark_stmt (m, stmt->else_body, out) : NULL);
    case TL_STMT_LET:
      return tl_stmt_let (m->arena, stmt->var, stmt->let_value, mark_stmt (m, stmt->let_body, out));
    case TL_STMT_ATTR:
      return tl_stmt_attr (m->arena, stmt->attr_key, stmt->attr_node, stmt->attr_value, mark_stmt (m, stmt->attr_body, out));
    case TL_STMT_ALLOC:
      return tl_stmt_alloc (m->arena, stmt->buffer, mark_stmt (m, stmt->alloc_body, out));
    case TL_STMT_WHILE:
      out->has_loops = TRUE;
      return stmt;
    default:
      out->n_steps++;
      return stmt;
    }
}

const TlPrimFunc *
tl_lower_mark_unrolled (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  UnrollMarks m = { .arena = builder->arena };
  WrittenOut  out = { 0 };

  return tl_prim_func_with_body (builder->arena, func, mark_stmt (&m, func->body, &out));
}
