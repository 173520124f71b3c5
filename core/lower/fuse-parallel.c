/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuse-parallel: parallel loops right inside each other run as one, so that all their iterations are shared out among the cores.
 *
 *   for i in parallel (3): for j in parallel (50): S (i, j)  →  for i_j in parallel (150): let i = i_j // 50; let j = i_j % 50; S (i, j)
 *
 * Runs late, when nobody needs to see through the quotients any more, and for several cores only. Values between the loops move inside,
 * where each iteration computes them; so nothing that the inner loop stores may be among what they are made of.
 */
#include "core/lower/lower-private.h"

/* Whether what a let computes may be something else once statements have run. */
typedef struct
{
  const TlExpr *value;
  gboolean      may_change;
} VarChange;

static TlWalk
find_store (const TlStmt *stmt, gpointer user_data)
{
  VarChange *change = user_data;
  change->may_change |= stmt->kind == TL_STMT_STORE && tl_expr_loads (change->value, stmt->buffer);
  return change->may_change ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
find_effect (const TlExpr *expr, gpointer user_data)
{
  VarChange *change = user_data;
  change->may_change |= expr->kind == TL_EXPR_CALL && !expr->callee->is_pure;
  return change->may_change ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
may_change (const TlExpr *value, const TlStmt *loop)
{
  VarChange change = { .value = value };
  tl_expr_walk (value, find_effect, &change);
  if (tl_expr_reads_memory (value))
    tl_stmt_walk (loop, find_store, find_effect, &change);
  return change.may_change;
}

/* The parallel loop right inside of @outer, and the lets on the way to it; NULL if there is none that may take them in. */
static const TlStmt *
find_inner (const TlLoop *outer, GPtrArray *lets)
{
  const TlStmt *stmt = outer->body;
  for (; stmt->kind == TL_STMT_LET; stmt = stmt->let_body)
    g_ptr_array_add (lets, (gpointer) stmt);
  gboolean fits = stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_PARALLEL;
  for (guint i = 0; fits && i < lets->len; i++)
    fits = !may_change (((const TlStmt *) lets->pdata[i])->let_value, stmt);
  return fits ? stmt : NULL;
}

static gboolean
has_annotation_of_one (const TlLoop *loop)
{
  return tl_attrs_find (&loop->annotations, "software_prefetch") != NULL
         || tl_attrs_find (&loop->annotations, "software_prefetch_write") != NULL;
}

static TlAttrs
join_annotations (TlArena *arena, const TlAttrs *a, const TlAttrs *b)
{
  TlAttrs result = *a;
  for (guint i = 0; i < b->n; i++)
    if (tl_attrs_find (&result, b->keys[i]) == NULL)
      result = tl_attrs_with (arena, &result, b->keys[i], b->values[i]);
  return result;
}

static const TlStmt *
define (TlArena *arena, const TlLoop *loop, const TlExpr *offset, const TlStmt *body)
{
  const TlExpr *value = tl_add (arena, loop->min, tl_cast (arena, loop->min->dtype, offset));
  return tl_stmt_let (arena, loop->var, tl_cast (arena, loop->var->dtype, value), body);
}

/* NULL if the loops are not of this kind. */
static const TlStmt *
fuse (TlArena *arena, const TlStmt *stmt)
{
  const TlLoop *outer = &stmt->loop;
  g_autoptr (GPtrArray) lets = g_ptr_array_new ();
  const TlStmt *inner = find_inner (outer, lets);
  gint64 n_outer, n_inner;
  if (inner == NULL || !tl_expr_get_int (outer->extent, &n_outer) || !tl_expr_get_int (inner->loop.extent, &n_inner) || n_outer < 1
      || n_inner < 1
      || n_outer > G_MAXINT32 / n_inner || has_annotation_of_one (outer) || has_annotation_of_one (&inner->loop))
    return NULL;
  const TlVar *both = tl_expr_var (arena, tl_arena_printf (arena, "%s_%s", outer->var->name, inner->loop.var->name), TL_INT32);
  const TlStmt *body = define (arena, &inner->loop, tl_floormod (arena, both, tl_int (arena, n_inner)), inner->loop.body);
  for (guint i = lets->len; i-- > 0;)
    {
      const TlStmt *let = lets->pdata[i];
      body = tl_stmt_let (arena, let->var, let->let_value, body);
    }
  TlLoop fused = *outer;
  fused.var = both;
  fused.min = tl_int (arena, 0);
  fused.extent = tl_int (arena, n_outer * n_inner);
  fused.annotations = join_annotations (arena, &outer->annotations, &inner->loop.annotations);
  fused.body = define (arena, outer, tl_floordiv (arena, both, tl_int (arena, n_inner)), body);
  return tl_stmt_loop (arena, &fused);
}

/* From the inside: of three loops the inner two are one already. */
static const TlStmt *
fuse_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  if (stmt->kind != TL_STMT_FOR || stmt->loop.kind != TL_LOOP_PARALLEL)
    return NULL;
  const TlStmt *inside = tl_rewrite_stmt_children (rewriter, stmt), *fused = fuse (rewriter->arena, inside);
  if (fused == NULL)
    return inside;
  gint64 extent = 0;
  tl_expr_get_int (fused->loop.extent, &extent);
  tl_remark_loop (rewriter->user_data, &stmt->loop, "fused with the parallel loop inside it: loop %s of %" G_GINT64_FORMAT " iterations",
                  fused->loop.var->name, extent);
  return fused;
}

const TlPrimFunc *
tl_lower_fuse_parallel (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  TlRewriter rewriter = { .arena = builder->arena, .stmt = fuse_hook, .user_data = remarks };
  return target->num_cores > 1 ? tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body)) : func;
}
