/* SPDX-License-Identifier: Apache-2.0 */
/*
 * interleave-sums: sums in registers that statements add to one sum after the other take turns. One sum alone waits for its last addition;
 * the processor looks a few hundred instructions ahead for another.
 *
 *   r[0:16] += a; r[0:16] += b; … r[16:28] += c; r[16:28] += d; …  →  r[0:16] += a; r[16:28] += c; r[0:16] += b; r[16:28] += d; …
 *
 * A sum is a vector of a buffer allocated around, at a position that is a number. The statements load from it, and otherwise only what none
 * of them stores. Half of the registers hold all sums, and not all are in turns as they are.
 */
#include "core/lower/lower-private.h"

#define MIN_ADDITIONS 8    /* to a sum: fewer are in sight of each other */

typedef struct
{
  TlArena        *arena;
  const TlTarget *target;
  TlRemarks      *remarks;
  GHashTable     *own;       /* buffers allocated around */
} InterleavePass;

/* A statement that adds to a sum. */
typedef struct
{
  const TlStmt   *stmt;
  const TlBuffer *buffer;
  gint64          first, lanes;
} Addition;

typedef struct
{
  const Addition *addition;
  gboolean        loads_sum, loads_other;   /* from the buffer of the sum */
} AddedValue;

static gboolean
read_place (const TlExpr *position, gint64 *first, gint64 *lanes)
{
  *lanes = position->dtype.lanes;
  if (position->kind == TL_EXPR_RAMP && tl_expr_is_int (position->stride, 1))
    position = position->base;
  return position->dtype.lanes == 1 && tl_expr_get_int (position, first) && *first >= 0 && *first < G_MAXINT32;
}

static TlWalk
check_load (const TlExpr *expr, gpointer user_data)
{
  AddedValue *value = user_data;
  gint64      first, lanes;
  value->loads_other |= expr->kind == TL_EXPR_CALL && !expr->callee->is_pure;
  if (expr->kind != TL_EXPR_LOAD || expr->buffer != value->addition->buffer)
    return TL_WALK_INTO;
  gboolean is_sum = expr->n_indices == 1 && read_place (expr->indices[0], &first, &lanes) && first == value->addition->first
                    && lanes == value->addition->lanes;
  value->loads_sum |= is_sum;
  value->loads_other |= !is_sum;
  return TL_WALK_OVER;
}

static gboolean
read_addition (const InterleavePass *pass, const TlStmt *stmt, Addition *addition)
{
  if (stmt->kind != TL_STMT_STORE || stmt->n_indices != 1 || !g_hash_table_contains (pass->own, stmt->buffer))
    return FALSE;
  *addition = (Addition) { .stmt = stmt, .buffer = stmt->buffer };
  if (!read_place (stmt->indices[0], &addition->first, &addition->lanes))
    return FALSE;
  AddedValue value = { .addition = addition };
  tl_expr_walk (stmt->value, check_load, &value);
  return value.loads_sum && !value.loads_other;
}

/* Additions one after the other, of one buffer. */
typedef struct
{
  GArray *additions;    /* Addition */
  GArray *turns;        /* guint: how many additions to the same sum are before it */
  GArray *sums;         /* SumOfRun */
  guint   n_turns;
} AdditionRun;

typedef struct
{
  gint64 first, lanes;
  guint  n, start, end;   /* its additions: how many, the first and the last one */
} SumOfRun;

/* FALSE if it adds to another buffer, or to some elements of another sum. */
static gboolean
run_add (AdditionRun *run, const Addition *addition)
{
  SumOfRun *sum = NULL;
  if (run->additions->len > 0 && g_array_index (run->additions, Addition, 0).buffer != addition->buffer)
    return FALSE;
  for (guint i = 0; i < run->sums->len; i++)
    {
      SumOfRun *other = &g_array_index (run->sums, SumOfRun, i);
      if (other->first == addition->first && other->lanes == addition->lanes)
        sum = other;
      else if (other->first < addition->first + addition->lanes && addition->first < other->first + other->lanes)
        return FALSE;
    }
  if (sum == NULL)
    {
      SumOfRun fresh = { .first = addition->first, .lanes = addition->lanes, .start = run->additions->len };
      g_array_append_val (run->sums, fresh);
      sum = &g_array_index (run->sums, SumOfRun, run->sums->len - 1);
    }
  g_array_append_val (run->turns, sum->n);
  sum->end = run->additions->len;
  sum->n++;
  run->n_turns = MAX (run->n_turns, sum->n);
  g_array_append_val (run->additions, *addition);
  return TRUE;
}

/* Whether a sum starts only when another one has ended, with enough additions, and registers hold them all. */
static gboolean
turns_pay (const AdditionRun *run, const TlTarget *target)
{
  guint start = 0, end = run->additions->len, n_registers = 0, register_bits = MAX (target->vector_bits, 64);
  for (guint i = 0; i < run->sums->len; i++)
    {
      const SumOfRun *sum = &g_array_index (run->sums, SumOfRun, i);
      guint bits = (guint) sum->lanes * g_array_index (run->additions, Addition, 0).buffer->dtype.bits;
      start = MAX (start, sum->start);
      end = MIN (end, sum->end);
      n_registers += (bits + register_bits - 1) / register_bits;
    }
  return start > end && run->n_turns >= MIN_ADDITIONS && n_registers <= tl_target_vector_registers (target) / 2;
}

/* Appends the additions to @out, in turns if that pays, and starts a new run. */
static void
run_end (AdditionRun *run, InterleavePass *pass, GPtrArray *out)
{
  gboolean pays = turns_pay (run, pass->target);
  for (guint turn = 0; turn < (pays ? run->n_turns : 1); turn++)
    for (guint i = 0; i < run->additions->len; i++)
      if (!pays || g_array_index (run->turns, guint, i) == turn)
        g_ptr_array_add (out, (gpointer) g_array_index (run->additions, Addition, i).stmt);
  if (pays)
    tl_remark_buffer (pass->remarks, g_array_index (run->additions, Addition, 0).buffer, "its %u sums take turns in %u statements",
                      run->sums->len, run->additions->len);
  g_array_set_size (run->additions, 0);
  g_array_set_size (run->turns, 0);
  g_array_set_size (run->sums, 0);
  run->n_turns = 0;
}

static const TlStmt *
interleave_seq (InterleavePass *pass, const TlStmt *seq)
{
  g_autoptr (GPtrArray) out = g_ptr_array_new ();
  g_autoptr (GArray) additions = g_array_new (FALSE, FALSE, sizeof (Addition)), turns = g_array_new (FALSE, FALSE, sizeof (guint)),
                     sums = g_array_new (FALSE, FALSE, sizeof (SumOfRun));
  AdditionRun run = { additions, turns, sums, 0 };
  for (guint i = 0; i < seq->n_stmts; i++)
    {
      Addition addition;
      gboolean is_addition = read_addition (pass, seq->stmts[i], &addition);
      if (is_addition && run_add (&run, &addition))
        continue;
      run_end (&run, pass, out);
      if (!is_addition || !run_add (&run, &addition))
        g_ptr_array_add (out, (gpointer) seq->stmts[i]);
    }
  run_end (&run, pass, out);
  return tl_stmt_seq (pass->arena, (const TlStmt *const *) out->pdata, out->len);
}

static const TlStmt *
interleave_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  InterleavePass *pass = rewriter->user_data;
  if (stmt->kind == TL_STMT_ALLOC)
    g_hash_table_add (pass->own, (gpointer) stmt->buffer);
  if (stmt->kind != TL_STMT_SEQ)
    return NULL;
  const TlStmt *result = tl_rewrite_stmt_children (rewriter, stmt);
  return result->kind == TL_STMT_SEQ ? interleave_seq (pass, result) : result;
}

const TlPrimFunc *
tl_lower_interleave_sums (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL);
  InterleavePass pass = { builder->arena, target, remarks, own };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = interleave_hook, .user_data = &pass };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
