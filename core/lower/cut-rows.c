/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cut-rows: a row of sums that is too long for registers is cut into parts that they hold, and the reduction around it runs for one part
 * after the other, so that sums are loaded and stored once and not in each of its iterations.
 *
 *   for k in 128: for j in 128: C[j] += A[k] * B[k, j]   →   for j_0 in 2: for k in 128: for j in 64: C[j_0 * 64 + j] += …
 *
 * The order in which each element is added to stays. The reduction goes through rows part by part then: they have to be few enough for a
 * near cache, as memory is read fastest row by row. Strip-mine and interchange: Allen and Kennedy, Optimizing Compilers for Modern
 * Architectures, 9.3.
 */
#include "core/arith/stride.h"
#include "core/base/extremum.h"
#include "core/lower/lower-private.h"

#define MIN_ADDITIONS 8           /* to each element: jam-loops has fewer than that loaded and stored once, too */
#define MIN_VECTORS   4           /* of a part: sums enough to add to while others wait */
#define MAX_BYTES     (1 << 17)   /* of all rows that the reduction goes through */

typedef struct
{
  TlArena        *arena;
  TlAnalyzer     *analyzer;
  const TlTarget *target;
  TlRemarks      *remarks;
} CutPass;

typedef struct
{
  CutPass      *pass;
  GHashTable   *others;       /* variables of the loops around the row up to the outermost one, and of those inside */
  const TlLoop *row, *around;   /* around: right around the row */
  GHashTable   *sums;         /* buffer that is stored to → position, the only one */
  gint64        n_inside;     /* additions to each element by the loops inside */
  guint         element_bits; /* of all stores of an iteration */
  guint         bits;         /* of the narrowest element that is stored */
  gboolean      failed;
} SumRow;

/* How often each element is added to with one more loop; 0: it is no plain loop. */
static gint64
count_additions (const TlLoop *loop, gint64 n_additions)
{
  gint64 extent;
  gboolean is_plain = (loop->kind == TL_LOOP_SERIAL || loop->kind == TL_LOOP_UNROLLED) && loop->annotations.n == 0
                      && tl_expr_get_int (loop->extent, &extent) && extent > 0;
  return is_plain && !__builtin_mul_overflow (n_additions, extent, &n_additions) ? n_additions : 0;
}

static TlWalk
check_store (const TlStmt *stmt, gpointer user_data)
{
  SumRow *sums = user_data;
  gint64  stride;
  if (stmt->kind == TL_STMT_FOR)
    {
      g_hash_table_add (sums->others, (gpointer) stmt->loop.var);
      sums->n_inside = count_additions (&stmt->loop, sums->n_inside);
      sums->failed |= sums->n_inside == 0 || sums->n_inside >= MIN_ADDITIONS;
    }
  if (stmt->kind == TL_STMT_FOR || stmt->kind == TL_STMT_SEQ)
    return sums->failed ? TL_WALK_STOP : TL_WALK_INTO;
  sums->failed |= stmt->kind != TL_STMT_STORE || stmt->n_indices != 1 || stmt->indices[0]->dtype.lanes > 1
                  || tl_expr_uses_any (stmt->indices[0], sums->others) || !tl_expr_loads (stmt->value, stmt->buffer)
                  || g_hash_table_contains (sums->sums, stmt->buffer)
                  || !tl_expr_stride (sums->pass->analyzer, stmt->indices[0], sums->row->var, &stride) || stride != 1;
  if (sums->failed)
    return TL_WALK_STOP;
  guint bits = MAX (stmt->buffer->dtype.bits, 8);
  g_hash_table_insert (sums->sums, (gpointer) stmt->buffer, (gpointer) stmt->indices[0]);
  sums->element_bits += bits;
  sums->bits = sums->bits == 0 ? bits : MIN (sums->bits, bits);
  return TL_WALK_INTO;
}

/* Of what is stored nothing else is loaded. */
static TlWalk
check_load (const TlExpr *expr, gpointer user_data)
{
  SumRow *sums = user_data;
  const TlExpr *sum = expr->kind == TL_EXPR_LOAD ? g_hash_table_lookup (sums->sums, expr->buffer) : NULL;
  sums->failed |= sum != NULL && !tl_expr_equal (expr->indices[0], sum);
  return sums->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Elements of a part of the row; 0: it stays whole. */
static gint64
choose_part (SumRow *sums, gint64 extent, gint64 n_additions)
{
  CutPass *pass = sums->pass;
  TlLoop   whole = *sums->row;
  gint64   vector_bits = MAX (pass->target->vector_bits, 64), n_bytes;
  tl_stmt_walk (sums->row->body, check_store, NULL, sums);
  tl_stmt_walk (sums->row->body, NULL, check_load, sums);
  if (sums->failed || sums->element_bits == 0 || n_additions < MIN_ADDITIONS || extent > MAX_BYTES
      || __builtin_mul_overflow (n_additions, extent * (sums->element_bits / 8), &n_bytes) || n_bytes > MAX_BYTES)
    return 0;
  gint64 part = tl_target_sum_bits (pass->target) / sums->element_bits;
  if (extent <= part)
    return 0;
  while (part > 0 && (extent % part != 0 || part * sums->bits % vector_bits != 0))
    part--;
  if (part * sums->element_bits < MIN_VECTORS * vector_bits)
    return 0;
  whole.kind = TL_LOOP_UNROLLED;   /* which are looked at whatever their length */
  const TlStmt *stmt = tl_stmt_loop (pass->arena, &whole);
  return tl_loop_row_lanes (pass->arena, pass->analyzer, stmt, sums->around, NULL, pass->target) > 0 ? part : 0;
}

/* The loops of @stmt down to @row, with @inner in place of @row. */
static const TlStmt *
replace_row (TlArena *arena, const TlStmt *stmt, const TlStmt *row, const TlStmt *inner)
{
  return stmt == row ? inner : tl_loop_with_body (arena, stmt, replace_row (arena, stmt->loop.body, row, inner));
}

static const TlStmt *
cut_row (CutPass *pass, const TlStmt *stmt, const TlStmt *row, gint64 extent, gint64 part)
{
  TlArena *arena = pass->arena;
  TlLoop   inner = row->loop, parts = row->loop;
  TlDType  type = inner.var->dtype;
  g_autofree char *name = g_strdup_printf ("%s_part", inner.var->name);
  parts.var = tl_expr_var (arena, name, type);
  parts.extent = tl_expr_int (arena, parts.extent->dtype, extent / part);
  parts.kind = TL_LOOP_SERIAL;
  inner.extent = tl_expr_int (arena, inner.extent->dtype, part);
  const TlExpr *position = tl_add (arena, tl_mul (arena, parts.var, tl_expr_int (arena, type, part)), inner.var);
  inner.body = tl_stmt_substitute_var (arena, inner.body, inner.var, position);
  parts.body = replace_row (arena, stmt, row, tl_stmt_loop (arena, &inner));
  return tl_stmt_loop (arena, &parts);
}

static TlWalk
find_store (const TlStmt *stmt, gpointer user_data)
{
  const TlStmt **store = user_data;
  if (stmt->kind == TL_STMT_STORE)
    *store = stmt;
  return *store != NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

static const TlStmt *
cut_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  CutPass *pass = rewriter->user_data;
  if (stmt->kind != TL_STMT_FOR)
    return NULL;
  g_autoptr (GHashTable) buffers = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) others = g_hash_table_new (NULL, NULL);
  gint64 n_additions = 1, extent, part = 0;
  const TlStmt *row = stmt, *store = NULL, *around = NULL;
  tl_stmt_walk (stmt, find_store, NULL, &store);
  for (; store != NULL && row->kind == TL_STMT_FOR && n_additions > 0 && !tl_expr_uses_var (store->indices[0], row->loop.var);
       around = row, row = row->loop.body)
    {
      g_hash_table_add (others, (gpointer) row->loop.var);
      n_additions = count_additions (&row->loop, n_additions);
    }
  if (around != NULL && n_additions > 0 && row->kind == TL_STMT_FOR && row->loop.annotations.n == 0 && tl_expr_is_int (row->loop.min, 0)
      && (row->loop.kind == TL_LOOP_SERIAL || row->loop.kind == TL_LOOP_VECTORIZED) && tl_expr_get_int (row->loop.extent, &extent))
    {
      SumRow sums = { .pass = pass, .around = &around->loop, .row = &row->loop, .others = others, .sums = buffers, .n_inside = 1 };
      part = choose_part (&sums, extent, n_additions);
    }
  if (part == 0)
    return tl_rewrite_loop_bound (rewriter, pass->analyzer, stmt);
  tl_remark_loop (pass->remarks, &row->loop, "%" G_GINT64_FORMAT " elements at a time around loop %s, as many as registers hold", part,
                  stmt->loop.var->name);
  return cut_row (pass, stmt, row, extent, part);
}

const TlPrimFunc *
tl_lower_cut_rows (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  CutPass pass = { builder->arena, analyzer, target, remarks };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = cut_hook, .user_data = &pass };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
