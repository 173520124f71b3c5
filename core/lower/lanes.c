/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectorized loops whose stores all have a stride: each statement becomes one for each lane. Vectors would be put together and taken
 * apart lane by lane; scalars need neither, and LLVM may find another loop around them whose iterations lie side by side. Where there is
 * no such loop and the lanes are far apart they stay vectors: all lanes are loaded before any is stored (1.4 times as fast).
 *
 *   for i in vectorized(4): for k in 8: C[i * 128 + j] += …   →   for k in 8: C[j] += …, C[j + 128] += …, C[j + 256] += …, C[j + 384] += …
 */
#include "core/arith/stride.h"
#include "core/lower/lower-private.h"

#define MAX_STATEMENTS 128   /* of all lanes */
#define ENOUGH_REPEATS 3     /* of additions to a vector before it is taken apart */
#define MAX_COPIES 16        /* of what a vectorized loop holds that will not be vectors; longer ones become serial */
#define NEAR_STRIDE 16       /* elements: lanes closer than that share lines of a cache */
#define MAX_PLACES 32        /* vectors that are added to in turns */

/* The stores of a vectorized statement. */
typedef struct
{
  TlAnalyzer *analyzer;
  GPtrArray *around;           /* const TlLoop *: the loops around the current place */
  gboolean   has_contiguous, has_strided, has_row_around, is_far;
  gint64     n_repeats;        /* least number of iterations that add to the same elements */
} StoreForms;

/*
 * Iterations of the loops around that do not change @position: one after the other adds to what is there. Short loops between them that do
 * change it are unrolled later (unroll-short), and all their sums stay in registers.
 */
static gint64
count_repeats (const GPtrArray *around, const TlExpr *position)
{
  gint64 n = 1, n_places = 1, extent;
  for (guint i = around->len; i-- > 0 && n < ENOUGH_REPEATS;)
    {
      const TlLoop *loop = around->pdata[i];
      if ((loop->kind != TL_LOOP_SERIAL && loop->kind != TL_LOOP_UNROLLED) || !tl_expr_get_int (loop->extent, &extent))
        break;
      if (!tl_expr_uses_var (position, loop->var))
        n = extent < ENOUGH_REPEATS ? n * MAX (extent, 0) : ENOUGH_REPEATS;
      else if (extent > MAX_PLACES / n_places)
        break;
      else
        n_places *= MAX (extent, 1);
    }
  return n;
}

static gboolean
moves_by_one (TlAnalyzer *analyzer, const TlExpr *position, const TlVar *var)
{
  gint64 stride;
  return position->kind == TL_EXPR_RAMP && tl_expr_stride (analyzer, position->base, var, &stride) && stride == 1;
}

/* One value for all lanes, which no loop right around could store along a row: an initial value, stored before there are any sums. */
static gboolean
is_splat_across_rows (const StoreForms *forms, const TlStmt *store)
{
  const GPtrArray *around = forms->around;
  const TlLoop *loop = around->len > 0 ? around->pdata[around->len - 1] : NULL;
  return store->value->kind == TL_EXPR_BROADCAST && (loop == NULL || !moves_by_one (forms->analyzer, store->indices[0], loop->var));
}

static TlWalk
note_distance (const TlExpr *expr, gpointer user_data)
{
  StoreForms *forms = user_data;
  gint64      stride;
  if (expr->kind == TL_EXPR_RAMP && tl_expr_get_int (expr->stride, &stride))
    forms->is_far |= ABS (stride) >= NEAR_STRIDE;
  return TL_WALK_INTO;
}

static TlWalk
note_form (const TlStmt *stmt, gpointer user_data)
{
  StoreForms *forms = user_data;
  if (stmt->kind == TL_STMT_FOR)
    {
      g_ptr_array_add (forms->around, (gpointer) &stmt->loop);
      tl_stmt_walk (stmt->loop.body, note_form, note_distance, forms);
      g_ptr_array_set_size (forms->around, (gint) forms->around->len - 1);
      return TL_WALK_OVER;
    }
  if (stmt->kind != TL_STMT_STORE || stmt->indices[0]->dtype.lanes == 1)
    return TL_WALK_INTO;
  const TlExpr *position = stmt->indices[0];
  gboolean is_contiguous = position->kind == TL_EXPR_RAMP && tl_expr_is_int (position->stride, 1);
  forms->has_contiguous |= is_contiguous;
  forms->has_strided |= !is_contiguous;
  gint64 n_repeats = tl_expr_loads (stmt->value, stmt->buffer) ? count_repeats (forms->around, position) : 1;
  const TlLoop *nearest = forms->around->len > 0 ? forms->around->pdata[forms->around->len - 1] : NULL;
  forms->has_row_around |= nearest != NULL && !is_contiguous && moves_by_one (forms->analyzer, position, nearest->var);
  if (!is_contiguous && !is_splat_across_rows (forms, stmt))
    forms->n_repeats = MIN (forms->n_repeats, n_repeats);
  return TL_WALK_INTO;
}

gboolean
tl_stmt_only_scatters (TlAnalyzer *analyzer, const TlStmt *vectorized, GPtrArray *around)
{
  StoreForms forms = { .analyzer = analyzer, .around = around, .n_repeats = G_MAXINT64 };
  tl_stmt_walk (vectorized, note_form, note_distance, &forms);
  return forms.has_strided && !forms.has_contiguous && (forms.has_row_around || !forms.is_far) && forms.n_repeats < ENOUGH_REPEATS;
}

typedef struct
{
  TlAnalyzer  *analyzer;
  GHashTable  *own;       /* buffers allocated around it: their elements may be each lane's own */
  GPtrArray   *unrolled;
  const TlVar *var;
  gboolean     has_row;   /* a store that goes on element by element */
} Strides;

static TlWalk
find_row (const TlStmt *stmt, gpointer user_data)
{
  Strides *strides = user_data;
  gint64   stride;
  strides->has_row |= stmt->kind == TL_STMT_STORE && !g_hash_table_contains (strides->own, stmt->buffer)
                      && (!tl_expr_stride (strides->analyzer, stmt->indices[0], strides->var, &stride) || stride == 0 || stride == 1);
  return strides->has_row ? TL_WALK_STOP : TL_WALK_INTO;
}

static const TlStmt *
unroll_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  Strides strides = *(const Strides *) rewriter->user_data;
  if (stmt->kind == TL_STMT_ALLOC)
    g_hash_table_add (strides.own, (gpointer) stmt->buffer);
  if (stmt->kind != TL_STMT_FOR || stmt->loop.kind != TL_LOOP_VECTORIZED)
    return NULL;
  strides.var = stmt->loop.var;
  tl_stmt_walk (stmt->loop.body, find_row, NULL, &strides);
  if (strides.has_row)
    return tl_rewrite_stmt_children (rewriter, stmt);
  gint64 extent = 0;
  TlLoop unrolled = stmt->loop;
  unrolled.kind = tl_expr_get_int (stmt->loop.extent, &extent) && extent <= MAX_COPIES ? TL_LOOP_UNROLLED : TL_LOOP_SERIAL;
  g_ptr_array_add (strides.unrolled, (gpointer) stmt);
  return tl_rewrite_stmt_children (rewriter, tl_stmt_loop (rewriter->arena, &unrolled));
}

const TlStmt *
tl_stmt_unroll_scatters (TlArena *arena, TlAnalyzer *analyzer, const TlStmt *stmt, GPtrArray *unrolled)
{
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL);
  Strides strides = { .analyzer = analyzer, .own = own, .unrolled = unrolled };
  TlRewriter rewriter = { .arena = arena, .stmt = unroll_hook, .user_data = &strides };
  return tl_rewrite_stmt (&rewriter, stmt);
}

typedef struct
{
  const TlVar  *var;
  const TlExpr *start;
  guint         lanes;
  gboolean      failed;
} Lanes;

static const TlStmt *
store_lanes (Lanes *lanes, TlArena *arena, const TlStmt *stmt)
{
  g_autoptr (GPtrArray) stores = g_ptr_array_new ();
  for (guint i = 0; i < lanes->lanes; i++)
    {
      const TlExpr *value = tl_add (arena, lanes->start, tl_expr_int (arena, lanes->start->dtype, i));
      g_ptr_array_add (stores, (gpointer) tl_stmt_substitute_var (arena, stmt, lanes->var, value));
    }
  return tl_stmt_seq (arena, (const TlStmt *const *) stores->pdata, stores->len);
}

/* Loops over something else and sequences keep their order; what else depends on the lane has no such form. */
static const TlStmt *
split_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Lanes *lanes = rewriter->user_data;
  switch (stmt->kind)
    {
    case TL_STMT_STORE:
      return tl_expr_uses_var (stmt->indices[0], lanes->var) || tl_expr_uses_var (stmt->value, lanes->var)
             ? store_lanes (lanes, rewriter->arena, stmt) : stmt;
    case TL_STMT_FOR:
      lanes->failed |= tl_expr_uses_var (stmt->loop.min, lanes->var) || tl_expr_uses_var (stmt->loop.extent, lanes->var);
      return NULL;
    case TL_STMT_SEQ:
    case TL_STMT_ATTR:
      return NULL;
    default:
      lanes->failed = TRUE;
      return stmt;
    }
}

const TlStmt *
tl_stmt_split_lanes (TlArena *arena, const TlStmt *body, const TlVar *var, const TlExpr *start, guint lanes)
{
  Lanes state = { .var = var, .start = start, .lanes = lanes };
  TlRewriter rewriter = { .arena = arena, .stmt = split_stmt, .user_data = &state };
  if ((guint64) lanes * tl_stmt_count_steps (body) > MAX_STATEMENTS)
    return NULL;
  const TlStmt *result = tl_rewrite_stmt (&rewriter, body);
  return state.failed ? NULL : result;
}

/* --- rows in a vectorized loop --- */

typedef struct
{
  TlAnalyzer   *analyzer;
  const TlVar  *row, *lane;      /* of the loop along rows, of the vectorized one */
  GHashTable   *lets, *privates;
  guint         n_stores;
  gboolean      failed;
} RowOfLane;

static TlWalk
check_row_value (const TlExpr *expr, gpointer user_data)
{
  RowOfLane *row = user_data;
  row->failed |= (expr->kind == TL_EXPR_VAR && g_hash_table_contains (row->lets, expr)) || expr->kind == TL_EXPR_LET
                 || (expr->kind == TL_EXPR_CALL && !expr->callee->is_pure);
  return row->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
check_row_store (const TlStmt *stmt, gpointer user_data)
{
  RowOfLane *row = user_data;
  gint64 along, across;
  if (stmt->kind == TL_STMT_SEQ)
    return TL_WALK_INTO;
  row->failed |= stmt->kind != TL_STMT_STORE || stmt->n_indices != 1 || g_hash_table_contains (row->privates, stmt->buffer)
                 || !tl_expr_stride (row->analyzer, stmt->indices[0], row->row, &along) || along != 1
                 || !tl_expr_stride (row->analyzer, stmt->indices[0], row->lane, &across) || across == 0 || across == 1;
  row->n_stores++;
  return row->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

typedef struct
{
  const TlVar  *var;
  const TlExpr *value;      /* in the lane */
  const TlVar  *lane;
  guint         lanes;
  GHashTable   *privates;
} OneLane;

static const TlExpr *
take_lane (TlRewriter *rewriter, const TlExpr *expr)
{
  const OneLane  *one = rewriter->user_data;
  const TlBuffer *twin = expr->kind == TL_EXPR_LOAD ? g_hash_table_lookup (one->privates, expr->buffer) : NULL;
  if (expr == one->var)
    return one->value;
  if (twin == NULL)
    return NULL;
  const TlExpr *position = tl_rewrite_expr (rewriter, expr->indices[0]);
  position = tl_mul (rewriter->arena, position, tl_expr_int (rewriter->arena, position->dtype, one->lanes));
  position = tl_add (rewriter->arena, position, tl_cast (rewriter->arena, position->dtype, one->lane));
  return tl_expr_load (rewriter->arena, twin, &position, 1);
}

const TlStmt *
tl_loop_serialize_lanes (TlBuilder *builder, TlAnalyzer *analyzer, const TlStmt *stmt, const TlVar *var, const TlExpr *ramp,
                         GHashTable *lets, GHashTable *privates)
{
  RowOfLane row = { .analyzer = analyzer, .row = stmt->loop.var, .lane = var, .lets = lets, .privates = privates };
  if (stmt->loop.kind != TL_LOOP_SERIAL)
    return NULL;
  tl_stmt_walk (stmt->loop.body, check_row_store, check_row_value, &row);
  if (row.failed || row.n_stores == 0)
    return NULL;
  const TlVar *lane = tl_expr_var (builder->arena, var->name, var->dtype);
  OneLane one = { var, tl_add (builder->arena, ramp->base, lane), lane, ramp->dtype.lanes, privates };
  TlRewriter rewriter = { .arena = builder->arena, .expr = take_lane, .user_data = &one };
  TlLoop lanes = {
    .id = tl_builder_take_id (builder), .var = lane, .kind = TL_LOOP_SERIAL, .min = tl_expr_int (builder->arena, var->dtype, 0),
    .extent = tl_expr_int (builder->arena, var->dtype, ramp->dtype.lanes), .body = tl_rewrite_stmt (&rewriter, stmt),
  };
  return tl_stmt_loop (builder->arena, &lanes);
}
