/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mark-unrolled: which loops the compiler behind writes out. Loops under a "pragma_auto_unroll_max_step" become "unroll" loops as long as
 * the code that they stand for stays within that many steps; "unroll" loops that stand for more than MAX_EXPLICIT_STEPS become loops. Of
 * loops in each other the inner ones are first, and a loop around one that stays a loop stays one too, as in TVM's UnrollLoop.
 *
 * Virtual threads are part of that code: 32 of them make 32 steps of one that depends on them. A step is a store or an evaluation; a store
 * of computed lanes is as many.
 */
#include "core/base/saturate.h"
#include "core/ir/thread-steps.h"
#include "core/lower/lower-private.h"

#define MAX_EXPLICIT_STEPS 2048   /* beyond, compilers take time that grows faster than the code */

typedef struct
{
  TlArena   *arena;
  TlRemarks *remarks;
  GPtrArray *around;      /* const TlLoop, from the outermost on */
  gint64     max_steps;   /* of the innermost pragma around; 0: none */
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

/* How many steps the virtual thread or vector around makes of one. */
static gint64
copies_by (const TlLoop *loop, const TlStmt *step)
{
  gint64 extent;

  if (!tl_expr_get_int (loop->extent, &extent))
    return 1;
  if (loop->kind == TL_LOOP_THREAD_BINDING && g_str_has_prefix (loop->thread, "vthread"))
    return tl_stmt_uses_var (step, loop->var) ? extent : 1;
  return loop->kind == TL_LOOP_VECTORIZED && step->kind == TL_STMT_STORE && step->value->kind != TL_EXPR_LOAD ? extent : 1;
}

static gint64
count_steps (const UnrollMarks *m, const TlStmt *step)
{
  gint64 n = tl_stmt_thread_steps (step);

  for (guint i = 0; i < m->around->len; i++)
    n = tl_mul_saturated (n, copies_by (m->around->pdata[i], step));
  return n;
}

static void
remark_long (const UnrollMarks *m, const TlLoop *loop, gint64 extent, gint64 n_steps, gint64 limit)
{
  tl_remark_loop (m->remarks, loop, "stays a loop: %" G_GINT64_FORMAT " copies of %" G_GINT64_FORMAT " step%s are more than %"
                  G_GINT64_FORMAT, extent, n_steps, n_steps == 1 ? "" : "s", limit);
}

static const TlStmt *
mark_loop (UnrollMarks *m, const TlStmt *stmt, WrittenOut *out)
{
  TlLoop     loop = stmt->loop;
  WrittenOut inner = { 0 };
  gint64     outer_limit = m->max_steps, extent = 0, n_steps, limit;
  gboolean   is_marked = loop.kind == TL_LOOP_UNROLLED;

  m->max_steps = limit_of (&loop.annotations, outer_limit);
  g_ptr_array_add (m->around, (gpointer) &stmt->loop);
  loop.body = mark_stmt (m, loop.body, &inner);
  g_ptr_array_set_size (m->around, (gint) m->around->len - 1);
  limit = is_marked ? MAX_EXPLICIT_STEPS : m->max_steps;
  m->max_steps = outer_limit;
  if ((is_marked || (loop.kind == TL_LOOP_SERIAL && limit > 0 && !inner.has_loops)) && tl_expr_get_int (loop.extent, &extent))
    {
      gboolean is_long = __builtin_mul_overflow (inner.n_steps, extent, &n_steps) || n_steps > limit;

      if (is_long)
        remark_long (m, &loop, extent, inner.n_steps, limit);
      loop.kind = is_long ? TL_LOOP_SERIAL : TL_LOOP_UNROLLED;
    }
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
      out->n_steps += count_steps (m, stmt);
      return stmt;
    }
}

const TlPrimFunc *
tl_lower_mark_unrolled (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (GPtrArray) around = g_ptr_array_new ();
  UnrollMarks m = { .arena = builder->arena, .remarks = remarks, .around = around };
  WrittenOut out = { 0 };

  return tl_prim_func_with_body (builder->arena, func, mark_stmt (&m, func->body, &out));
}
