/* SPDX-License-Identifier: Apache-2.0 */
/* Groups "operations", "loops" and "threads" (TVM's group 1): what is computed, and how the loops around run. */
#include "core/ir/walk.h"
#include "core/cost-model/features/features-private.h"

enum { MAD, ADD_SUB, MUL, DIV_MOD, CMP, MATH, OTHER, N_OPS };

#define OPS(type, text)                                                                                                   \
  { type "_mad", "Multiply-adds of " text " as one operation; always 0, as in TVM", TL_FEATURE_LOG },             \
  { type "_add_sub", "Additions and subtractions of " text ", all iterations", TL_FEATURE_LOG },                          \
  { type "_mul", "Multiplications of " text ", all iterations", TL_FEATURE_LOG },                                         \
  { type "_div_mod", "Divisions and remainders of " text ", all iterations", TL_FEATURE_LOG },                            \
  { type "_cmp", "Minima, maxima and comparisons that give " text ", all iterations", TL_FEATURE_LOG },                   \
  { type "_math_func", "Calls without side effects with results of type " text ", all iterations", TL_FEATURE_LOG },                      \
  { type "_other_func", "Other calls with results of type " text ", all iterations", TL_FEATURE_LOG }

static const TlColumnRow op_rows[] = {
  OPS ("float", "floats"),
  OPS ("int", "integers or truth values"),
  { "bool_op", "Logical operations, all iterations", TL_FEATURE_LOG },
  { "select_op", "Selects, all iterations", TL_FEATURE_LOG },
};
const TlColumnGroup tl_group_ops = { { "operations", "Operations of the stored value, including the indices of its loads",
                                       G_N_ELEMENTS (op_rows), 1 },
                                     op_rows };

#define LOOPS(kind, text)                                                                                                 \
  { kind "_num", "Surrounding loops that are " text, TL_FEATURE_LOG },                                                         \
  { kind "_prod", "Product of their extents; 0 if there are none", TL_FEATURE_LOG },                                            \
  { kind "_len", "Extent of the innermost of them", TL_FEATURE_LOG },                                                     \
  { kind "_type.kPosNone", "No surrounding loop is " text, TL_FEATURE_FLAG },                                              \
  { kind "_type.kPosInnerSpatial", "Always 0, as in TVM: kPosMixed is used instead", TL_FEATURE_FLAG },                      \
  { kind "_type.kPosMiddleSpatial", "Always 0, as in TVM: kPosMixed is used instead", TL_FEATURE_FLAG },                     \
  { kind "_type.kPosOuterSpatial", "Always 0, as in TVM: kPosMixed is used instead", TL_FEATURE_FLAG },                      \
  { kind "_type.kPosInnerReduce", "Always 0, as in TVM: kPosMixed is used instead", TL_FEATURE_FLAG },                       \
  { kind "_type.kPosMiddleReduce", "Always 0, as in TVM: kPosMixed is used instead", TL_FEATURE_FLAG },                      \
  { kind "_type.kPosOuterReduce", "Always 0, as in TVM: kPosMixed is used instead", TL_FEATURE_FLAG },                       \
  { kind "_type.kPosMixed", "A surrounding loop is " text, TL_FEATURE_FLAG }

static const TlColumnRow loop_rows[] = { LOOPS ("vec", "vectorized"), LOOPS ("unroll", "unrolled"), LOOPS ("parallel", "parallel") };
const TlColumnGroup tl_group_loops = { { "loops", "Vectorized, unrolled and parallel loops that surround the store",
                                         G_N_ELEMENTS (loop_rows), 1 },
                                       loop_rows };

static const TlColumnRow thread_rows[] = {
  { "is_gpu", "The target is a GPU", TL_FEATURE_FLAG },
  { "blockIdx_x_len", "Extent of the loop bound to blockIdx.x; 1 if there is none", TL_FEATURE_LOG },
  { "blockIdx_y_len", "Extent of the loop bound to blockIdx.y; 1 if there is none", TL_FEATURE_LOG },
  { "blockIdx_z_len", "Extent of the loop bound to blockIdx.z; 1 if there is none", TL_FEATURE_LOG },
  { "threadIdx_x_len", "Extent of the loop bound to threadIdx.x; 1 if there is none", TL_FEATURE_LOG },
  { "threadIdx_y_len", "Extent of the loop bound to threadIdx.y; 1 if there is none", TL_FEATURE_LOG },
  { "threadIdx_z_len", "Extent of the loop bound to threadIdx.z; 1 if there is none", TL_FEATURE_LOG },
  { "vthread_len", "Extent of the loop bound to a virtual thread; 1 if there is none", TL_FEATURE_LOG },
};
const TlColumnGroup tl_group_threads = { { "threads", "Loops bound to the threads of a GPU", G_N_ELEMENTS (thread_rows), 1 }, thread_rows };

typedef struct
{
  double of_float[N_OPS], of_int[N_OPS];
  double bools, selects;
} OpCounts;

static gint
op_of (TlExprKind kind)
{
  switch (kind)
    {
    case TL_EXPR_ADD: case TL_EXPR_SUB:
      return ADD_SUB;
    case TL_EXPR_MUL:
      return MUL;
    case TL_EXPR_DIV: case TL_EXPR_MOD: case TL_EXPR_FLOORDIV: case TL_EXPR_FLOORMOD:
      return DIV_MOD;
    case TL_EXPR_MIN: case TL_EXPR_MAX:
    case TL_EXPR_EQ: case TL_EXPR_NE: case TL_EXPR_LT: case TL_EXPR_LE: case TL_EXPR_GT: case TL_EXPR_GE:
      return CMP;
    default:
      return -1;
    }
}

/* Loads are not entered: their indices are counted as sums. */
static TlWalk
count_op (const TlExpr *expr, gpointer user_data)
{
  OpCounts *counts = user_data;
  double *typed = tl_dtype_is_float (expr->dtype) ? counts->of_float : counts->of_int;
  gint op = op_of (expr->kind);
  if (op >= 0)
    typed[op]++;
  else if (expr->kind == TL_EXPR_CALL)
    typed[expr->callee->is_pure ? MATH : OTHER]++;
  else if (expr->kind == TL_EXPR_AND || expr->kind == TL_EXPR_OR || expr->kind == TL_EXPR_NOT)
    counts->bools++;
  else if (expr->kind == TL_EXPR_SELECT)
    counts->selects++;
  return expr->kind == TL_EXPR_LOAD ? TL_WALK_OVER : TL_WALK_INTO;
}

static void
count_index_ops (OpCounts *counts, const TlIndexSum *sum)
{
  guint n_summands = sum->n_terms + (sum->constant != 0);
  counts->of_int[ADD_SUB] += n_summands > 1 ? n_summands - 1 : 0;
  for (guint i = 0; i < sum->n_terms; i++)
    {
      const TlIndexTerm *term = &sum->terms[i];
      counts->of_int[MUL] += (term->factor != 1 && term->factor != -1) || (term->factor == -1 && n_summands == 1);
      if (term->depth < 0)
        tl_expr_walk (term->atom, count_op, counts);
    }
}

static OpCounts
count_ops (const TlViewStore *store)
{
  OpCounts counts = { .bools = 0 };
  tl_expr_walk (store->value, count_op, &counts);
  for (guint i = 0; i < store->n_accesses; i++)
    if (!store->accesses[i].is_write)
      for (guint d = 0; d < store->accesses[i].buffer->n_dims; d++)
        count_index_ops (&counts, &store->accesses[i].indices[d]);
  return counts;
}

static float *
fill_loops (const TlViewStore *store, TlLoopKind kind, float *out)
{
  double n = 0, product = 1, length = 0;
  for (guint i = 0; i < store->n_loops; i++)
    if (store->loops[i]->loop->kind == kind)
      {
        n++;
        length = (double) store->loops[i]->extent;
        product *= length;
      }
  *out++ = tl_feature_log (n);
  *out++ = tl_feature_log (n > 0 ? product : 0);
  *out++ = tl_feature_log (length);
  out[n > 0 ? 7 : 0] = 1;
  return out + 8;
}

static float *
fill_threads (const TlStoreView *view, const TlViewStore *store, float *out)
{
  static const char *const threads[] = { "blockIdx.x", "blockIdx.y", "blockIdx.z", "threadIdx.x", "threadIdx.y", "threadIdx.z", "vthread" };
  *out++ = view->is_gpu ? 1 : 0;
  for (guint t = 0; t < G_N_ELEMENTS (threads); t++)
    {
      double length = 1;
      for (guint i = 0; i < store->n_loops; i++)
        {
          const TlLoop *loop = store->loops[i]->loop;
          if (loop->kind == TL_LOOP_THREAD_BINDING && loop->thread != NULL
              && (t == 6 ? g_str_has_prefix (loop->thread, threads[t]) : g_str_equal (loop->thread, threads[t])))
            length = (double) store->loops[i]->extent;
        }
      *out++ = tl_feature_log (length);
    }
  return out;
}

float *
tl_feature_ops_and_loops (const TlStoreView *view, const TlViewStore *store, TlOpTotals *totals, float *out)
{
  OpCounts counts = count_ops (store);
  double n = store->iterations;
  *totals = (TlOpTotals) { 0 };
  for (guint i = 0; i < N_OPS; i++)
    {
      totals->float_ops += counts.of_float[i] * n;
      *out++ = tl_feature_log (counts.of_float[i] * n);
    }
  for (guint i = 0; i < N_OPS; i++)
    *out++ = tl_feature_log (counts.of_int[i] * n);
  *out++ = tl_feature_log (counts.bools * n);
  *out++ = tl_feature_log (counts.selects * n);
  out = fill_loops (store, TL_LOOP_VECTORIZED, out);
  out = fill_loops (store, TL_LOOP_UNROLLED, out);
  out = fill_loops (store, TL_LOOP_PARALLEL, out);
  return fill_threads (view, store, out);
}
