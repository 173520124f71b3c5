/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The statements of a kernel, as one warp runs them. Serial loops are walked at one iteration, which stands for all. Loops that compilers
 * write out, with all in them, are one region: its instructions are independent but for sums, so that it waits once for what it loads.
 */
#include <math.h>

#include "core/analysis/gpu/cost-private.h"
#include "core/base/extremum.h"

#define FMA_CLK           4     /* until the result of a multiply-add is there */
#define MATRIX_CLK        20    /* the same of mma.sync, m16n8k16 */
#define SHARED_CLK        25
#define BARRIER_CLK       25
#define SHUFFLE_CLK       23
#define SPECIAL_EXTRA_CLK 7     /* a quarter of a multiprocessor has 4 lanes for special functions */
#define MATRIX_PRODUCTS   2048. /* of mma.sync m16n8k16 */
#define LOOP_CLK          8     /* the end of an iteration: count, compare, branch */
#define LOOP_INSTRUCTIONS 3
#define JOINED_ITERATIONS 4     /* of a loop without barriers that compilers write out together */
#define JOINED_SIZE       32
#define LOADS_AT_ONCE     24    /* of a thread; registers hold no more */
#define COPY_CLK          600   /* an asynchronous copy from memory */

/* The sums before a part of the program, to see what it adds. */
typedef struct
{
  TlCostMix mix;
  double    n_shared_loads, n_global_loads, n_load_words, tensor_products;
} Snapshot;

static Snapshot
take_snapshot (const CostWalk *walk)
{
  return (Snapshot) { walk->mix, walk->n_shared_loads, walk->n_global_loads, walk->n_load_words, walk->tensor_products };
}

double
cost_mix_instructions (const TlCostMix *mix)
{
  double n = mix->n_of[TL_OPERATION_MATRIX] / MATRIX_PRODUCTS;

  for (guint i = 0; i < TL_N_OPERATIONS; i++)
    if (i != TL_OPERATION_MATRIX)
      n += mix->n_of[i];
  return n;
}

/* --- regions --- */

/* The chain of what was added since @before, once: clocks in which one warp issues, or waits for sums. */
static CostChain
chain_since (CostWalk *walk, const Snapshot *before)
{
  TlCostMix own;
  double    clk, n_loads;

  for (guint i = 0; i < TL_N_OPERATIONS; i++)
    own.n_of[i] = (walk->mix.n_of[i] - before->mix.n_of[i]) / walk->weight;
  clk = cost_mix_instructions (&own) + own.n_of[TL_OPERATION_SPECIAL] * SPECIAL_EXTRA_CLK;
  if (walk->limits->fp32_lanes < 128)
    clk += own.n_of[TL_OPERATION_FMA] + own.n_of[TL_OPERATION_FLOAT];
  if (walk->limits->f16_tensor_fmas > 0)
    clk += (walk->tensor_products - before->tensor_products) / walk->weight / walk->limits->f16_tensor_fmas * 4;
  clk = MAX (clk, walk->depth * FMA_CLK);
  clk = MAX (clk, walk->matrix_depth * MATRIX_CLK) + own.n_of[TL_OPERATION_SHUFFLE] * SHUFFLE_CLK;
  if (walk->n_shared_loads > before->n_shared_loads)
    clk += SHARED_CLK;
  n_loads = (walk->n_global_loads - before->n_global_loads) / walk->weight;
  return (CostChain) { clk, n_loads > 0 ? tl_max (ceil (n_loads / LOADS_AT_ONCE), tl_min (n_loads, 1)) : 0 };
}

/* Operands that are live beside local buffers: those of one step of a sum, or the values of a copy. */
static void
note_registers (CostWalk *walk, const Snapshot *before)
{
  double words = (walk->n_load_words - before->n_load_words) / walk->weight / MAX (walk->sum_trips, 1);

  walk->most_words = MAX (walk->most_words, walk->local_words + (gint64) MIN (words, 2 * LOADS_AT_ONCE));
}

static CostChain
walk_region (CostWalk *walk, const TlStmt *stmt, void (*walk_inside) (CostWalk *walk, const TlStmt *stmt))
{
  Snapshot  before = take_snapshot (walk);
  CostChain chain;

  if (walk->is_in_region)
    {
      walk_inside (walk, stmt);
      return (CostChain) { 0, 0 };
    }
  walk->is_in_region = TRUE;
  walk->depth = walk->matrix_depth = 0;
  walk->sum_trips = 1;
  walk_inside (walk, stmt);
  walk->is_in_region = FALSE;
  chain = chain_since (walk, &before);
  note_registers (walk, &before);
  return chain;
}

/* --- statements --- */

static gboolean
adds_to_itself (const TlStmt *store)
{
  return store->value->dtype.code != TL_TYPE_BOOL && tl_expr_loads (store->value, store->buffer);
}

static void
walk_store (CostWalk *walk, const TlStmt *stmt)
{
  cost_walk_value (walk, stmt->value);
  cost_walk_store (walk, stmt);
  if (adds_to_itself (stmt))
    {
      walk->depth = tl_max (walk->depth, cost_same_iterations (walk, stmt->indices[0]));
      walk->sum_trips = tl_max (walk->sum_trips, cost_same_iterations (walk, stmt->indices[0]));
    }
}

static void
walk_effect (CostWalk *walk, const TlStmt *stmt)
{
  if (stmt->expr->kind == TL_EXPR_CALL)
    cost_walk_effect (walk, stmt->expr);
  if (walk->matrix_depth > 1)
    walk->sum_trips = MAX (walk->sum_trips, walk->matrix_depth);
}

static gboolean
is_barrier (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_EVALUATE && stmt->expr->kind == TL_EXPR_CALL && g_str_equal (stmt->expr->callee->name, "tvm_storage_sync");
}

static CostChain
walk_evaluate (CostWalk *walk, const TlStmt *stmt)
{
  CostChain chain;

  walk->wait_depth = -1;
  chain = walk_region (walk, stmt, walk_effect);
  if (is_barrier (stmt))
    {
      walk->interval++;
      chain.clk += BARRIER_CLK;
    }
  if (walk->wait_depth >= 0)
    {
      CostLoop *loop = walk->loops->len > 0 ? &g_array_index (walk->loops, CostLoop, walk->loops->len - 1) : NULL;

      if (walk->wait_depth > 0 && loop != NULL)
        loop->n_groups = walk->wait_depth;
      else
        chain.clk += COPY_CLK;
    }
  return chain;
}

/* --- loops --- */

static void
push_loop (CostWalk *walk, const TlLoop *loop, double trips, gboolean is_written_out)
{
  double   place = fmod (.3 + walk->sample * .618, 1);
  CostLoop own = { .loop = loop, .trips = trips, .position = (gint64) (trips * place), .is_written_out = is_written_out,
                   .has_barrier = !is_written_out && cost_has_barrier (loop->body), .weight_before = walk->weight };

  g_array_append_val (walk->loops, own);
  tl_lane_values_set_int (walk->values, loop->var, own.position);
  walk->weight *= trips;
}

static void
pop_loop (CostWalk *walk, const TlLoop *loop)
{
  walk->weight = g_array_index (walk->loops, CostLoop, walk->loops->len - 1).weight_before;
  g_array_set_size (walk->loops, walk->loops->len - 1);
  tl_lane_values_unset (walk->values, loop->var);
}

static void
walk_written_out (CostWalk *walk, const TlStmt *stmt)
{
  gint64 trips = 1;

  tl_expr_get_int (stmt->loop.extent, &trips);
  push_loop (walk, &stmt->loop, (double) trips, TRUE);
  cost_walk_stmt (walk, stmt->loop.body);
  pop_loop (walk, &stmt->loop);
}

/* Iterations: those of the lane with most. */
static double
count_trips (CostWalk *walk, const TlLoop *loop)
{
  TlLaneValue extent;
  gint64      most = 0;

  if (!tl_lane_values_get (walk->values, loop->extent, &extent))
    {
      walk->is_exact = FALSE;
      return 1;
    }
  for (guint lane = 0; lane < TL_WARP_LANES; lane++)
    if ((walk->mask >> lane & 1) != 0)
      most = tl_max (most, tl_lane_value_at (&extent, lane));
  return (double) most;
}

static void
note_hot (CostWalk *walk, const TlLoop *loop, double trips, const Snapshot *before)
{
  HotLoop hot = { .loop = loop, .trips = trips, .depth = walk->loops->len };

  for (guint i = 0; i < TL_N_OPERATIONS; i++)
    hot.mix.n_of[i] = walk->mix.n_of[i] - before->mix.n_of[i];
  hot.n_instructions = cost_mix_instructions (&hot.mix);
  for (guint i = 0; i < TL_N_OPERATIONS; i++)
    hot.mix.n_of[i] /= walk->weight * trips;
  if (walk->sample == 0)
    g_array_append_val (walk->hot, hot);
}

static CostChain
walk_loop (CostWalk *walk, const TlStmt *stmt)
{
  const TlLoop *loop = &stmt->loop;
  double        trips = count_trips (walk, loop), joined;
  Snapshot      before = take_snapshot (walk);
  CostChain     chain;
  CostLoop      own;

  if (trips < 1)
    return (CostChain) { 0, 0 };
  push_loop (walk, loop, trips, FALSE);
  walk->interval++;
  chain = cost_walk_stmt (walk, loop->body);
  own = g_array_index (walk->loops, CostLoop, walk->loops->len - 1);
  joined = !own.has_barrier && cost_written_out_size (loop->body) <= JOINED_SIZE ? MIN (JOINED_ITERATIONS, trips) : 1;
  cost_add (walk, TL_OPERATION_INTEGER, walk->weight * (LOOP_INSTRUCTIONS - 1) / joined);
  cost_add (walk, TL_OPERATION_BRANCH, walk->weight / joined);
  pop_loop (walk, loop);
  walk->interval++;
  note_hot (walk, loop, trips, &before);
  chain.clk += LOOP_CLK / joined;
  if (own.n_groups > 0)
    chain.clk = MAX (chain.clk, COPY_CLK / (double) own.n_groups);
  return (CostChain) { chain.clk * trips, chain.loads * trips / joined };
}

/* --- parts of statements --- */

/* Loads between two barriers are on their way at the same time. */
static CostChain
walk_sequence (CostWalk *walk, const TlStmt *stmt)
{
  CostChain sum = { 0, 0 };
  double    pending = 0;

  for (guint i = 0; i < stmt->n_stmts; i++)
    {
      CostChain own = cost_walk_stmt (walk, stmt->stmts[i]);

      sum.clk += own.clk;
      if (own.loads <= 1)
        pending = MAX (pending, own.loads);
      else
        sum.loads += own.loads;
      if (is_barrier (stmt->stmts[i]))
        {
          sum.loads += pending;
          pending = 0;
        }
    }
  sum.loads += pending;
  return sum;
}

static CostChain
walk_branches (CostWalk *walk, const TlStmt *stmt)
{
  guint32   mask = walk->mask, holds = cost_walk_condition (walk, stmt->cond);
  CostChain chain = { 0, 0 }, other = { 0, 0 };

  cost_add (walk, TL_OPERATION_BRANCH, walk->weight / cost_same_iterations (walk, stmt->cond));
  walk->mask = holds;
  if (holds != 0)
    chain = cost_walk_stmt (walk, stmt->then_body);
  walk->mask = mask & ~holds;
  if (stmt->else_body != NULL && walk->mask != 0)
    other = cost_walk_stmt (walk, stmt->else_body);
  walk->mask = mask;
  return (CostChain) { chain.clk + other.clk, chain.loads + other.loads };
}

static CostChain
walk_let (CostWalk *walk, const TlStmt *stmt)
{
  TlLaneValue value;
  gboolean    is_known = tl_lane_values_get (walk->values, stmt->let_value, &value);
  CostChain   chain;

  cost_walk_value (walk, stmt->let_value);
  if (is_known)
    tl_lane_values_set (walk->values, stmt->var, &value);
  chain = cost_walk_stmt (walk, stmt->let_body);
  if (is_known)
    tl_lane_values_unset (walk->values, stmt->var);
  return chain;
}

typedef struct
{
  const TlBuffer *buffer;
  const TlLoop   *loops[COST_MOST_LOOPS];
  guint           n_loops;
  gint64          n_elements;
} LocalStores;

static TlWalk
count_stored (const TlStmt *stmt, gpointer user_data)
{
  LocalStores *count = user_data;
  gint64      n, extent;

  if (stmt->kind == TL_STMT_FOR && count->n_loops < COST_MOST_LOOPS)
    {
      count->loops[count->n_loops++] = &stmt->loop;
      tl_stmt_walk (stmt->loop.body, count_stored, NULL, count);
      count->n_loops--;
      return TL_WALK_OVER;
    }
  if (stmt->kind != TL_STMT_STORE || stmt->buffer != count->buffer)
    return TL_WALK_INTO;
  n = stmt->value->dtype.lanes;
  for (guint i = 0; i < count->n_loops; i++)
    if (tl_expr_uses_var (stmt->indices[0], count->loops[i]->var) && tl_expr_get_int (count->loops[i]->extent, &extent))
      n *= extent;
  count->n_elements += n;
  return TL_WALK_OVER;
}

/* Words of a thread, of elements that it stores to: the box around them may have gaps. A warp's fragments lie in registers of its lanes. */
static gint64
words_of (const TlStmt *alloc)
{
  const TlBuffer *buffer = alloc->buffer;
  LocalStores     count = { .buffer = buffer };
  gint64          bytes = tl_buffer_n_elements (buffer) * tl_dtype_bytes (buffer->dtype);

  if (tl_scope_is_shared (buffer->scope) || g_str_has_prefix (buffer->scope, "global") || bytes < 0)
    return 0;
  if (tl_scope_is_wgmma (buffer->scope))
    return 2;   /* where a factor lies */
  if (tl_scope_is_of_warp (buffer->scope))
    return (bytes / TL_WARP_LANES + 3) / 4;
  tl_stmt_walk (alloc->alloc_body, count_stored, NULL, &count);
  if (count.n_elements > 0)
    bytes = tl_min (bytes, count.n_elements * tl_dtype_bytes (buffer->dtype));
  return (bytes + 3) / 4;
}

static CostChain
walk_alloc (CostWalk *walk, const TlStmt *stmt)
{
  gint64    words = words_of (stmt);
  CostChain chain;

  walk->local_words += words;
  walk->most_words = MAX (walk->most_words, walk->local_words);
  chain = cost_walk_stmt (walk, stmt->alloc_body);
  walk->local_words -= words;
  return chain;
}

CostChain
cost_walk_stmt (CostWalk *walk, const TlStmt *stmt)
{
  switch (stmt->kind)
    {
    case TL_STMT_SEQ:
      return walk_sequence (walk, stmt);
    case TL_STMT_FOR:
      return walk->is_in_region || cost_is_written_out (&stmt->loop) ? walk_region (walk, stmt, walk_written_out) : walk_loop (walk, stmt);
    case TL_STMT_STORE:
      return walk_region (walk, stmt, walk_store);
    case TL_STMT_EVALUATE:
      return walk_evaluate (walk, stmt);
    case TL_STMT_IF:
      return walk_branches (walk, stmt);
    case TL_STMT_LET:
      return walk_let (walk, stmt);
    case TL_STMT_ALLOC:
      return walk_alloc (walk, stmt);
    case TL_STMT_ATTR:
      return cost_walk_stmt (walk, stmt->attr_body);
    case TL_STMT_WHILE:
      walk->is_exact = FALSE;
      cost_walk_condition (walk, stmt->cond);
      return cost_walk_stmt (walk, stmt->then_body);
    default:
      return (CostChain) { 0, 0 };
    }
}
