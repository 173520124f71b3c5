/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses of warps to global and shared memory: how many there are once loops are written out, and what each moves. */
#include <string.h>

#include "core/analysis/gpu/cost-private.h"
#include "core/ir/permuted-layout.h"

#define MOST_OFFSETS    1024u
#define MOST_VALUES     64      /* of a loop that is no progression */
#define WIDEST_BYTES    16u
#define MATRIX_ROW      16u     /* bytes that a lane names for ldmatrix */

/* Offsets in bytes, of the accesses that loops which are written out make of one. */
typedef struct
{
  gint64 values[MOST_OFFSETS];
  guint  n;
  double rest;     /* times as many */
} Offsets;

/* --- addresses --- */

static guint
first_lane (const CostWalk *walk)
{
  return walk->mask != 0 ? (guint) __builtin_ctz (walk->mask) : 0;
}

/* The index in the first lane while @loop is at @position. */
static gboolean
index_at (CostWalk *walk, const CostLoop *loop, const TlExpr *index, gint64 position, gint64 *value)
{
  TlLaneValue lanes;
  gboolean    is_known;

  tl_lane_values_set_int (walk->values, loop->loop->var, position);
  is_known = tl_lane_values_get (walk->values, index, &lanes);
  tl_lane_values_set_int (walk->values, loop->loop->var, loop->position);
  *value = is_known ? tl_lane_value_at (&lanes, first_lane (walk)) : 0;
  return is_known;
}

/* Where the iterations of a loop access, in elements from the first: the step of a progression, or the list. FALSE: not known. */
static gboolean
find_steps (CostWalk *walk, const CostLoop *loop, const TlExpr *index, gint64 *step, gint64 *list, gint64 *n_list)
{
  gint64 first, second, last, n = (gint64) loop->trips;

  *n_list = 0;
  *step = 0;
  if (n < 2 || !tl_expr_uses_var (index, loop->loop->var))
    return TRUE;
  if (!index_at (walk, loop, index, 0, &first) || !index_at (walk, loop, index, 1, &second) || !index_at (walk, loop, index, n - 1, &last))
    return FALSE;
  *step = second - first;
  if (last - first == *step * (n - 1) || n > MOST_VALUES)
    return TRUE;
  for (*n_list = 0; *n_list < n; (*n_list)++)
    {
      index_at (walk, loop, index, *n_list, &list[*n_list]);
      list[*n_list] -= first;
    }
  *step = MAX (*step, (last - first) / (n - 1));
  return TRUE;
}

static void
add_offsets (Offsets *offsets, gint64 step, const gint64 *list, gint64 n_list, gint64 n, gint64 bytes)
{
  guint n_before = offsets->n;

  if (n_before * (guint64) n > MOST_OFFSETS)
    {
      offsets->rest *= (double) n;
      return;
    }
  for (gint64 i = 1; i < n; i++)
    for (guint k = 0; k < n_before; k++)
      offsets->values[offsets->n++] = offsets->values[k] + (n_list > 0 ? list[i] : i * step) * bytes;
}

static int
compare_offsets (gconstpointer a, gconstpointer b)
{
  gint64 left = *(const gint64 *) a, right = *(const gint64 *) b;

  return left < right ? -1 : left > right;
}

static void
sort_offsets (Offsets *offsets)
{
  guint n = 0;

  qsort (offsets->values, offsets->n, sizeof (gint64), compare_offsets);
  for (guint i = 0; i < offsets->n; i++)
    if (i == 0 || offsets->values[i] != offsets->values[n - 1])
      offsets->values[n++] = offsets->values[i];
  offsets->n = n;
}

/* --- how many there are --- */

/* A store in the loop to another element of the buffer. */
typedef struct
{
  const TlBuffer *buffer;
  const TlExpr   *index;
} OtherStore;

static TlWalk
find_other_store (const TlStmt *stmt, gpointer user_data)
{
  const OtherStore *other = user_data;

  return stmt->kind == TL_STMT_STORE && stmt->buffer == other->buffer && !tl_expr_equal (stmt->indices[0], other->index) ? TL_WALK_STOP
                                                                                                                       : TL_WALK_INTO;
}

/* Whether a compiler moves an access that is the same in all iterations out of the loop. */
static gboolean
moves_out (const CostLoop *loop, const TlBuffer *buffer, const TlExpr *index)
{
  OtherStore other = { buffer, index };

  return !loop->has_barrier && tl_stmt_walk (loop->loop->body, find_other_store, NULL, &other);
}

/* The power of two, at most WIDEST_BYTES, that divides the addresses of all lanes and the steps of the loops around. */
static guint
find_alignment (const CostWalk *walk, const CostAccess *access, const TlLaneValue *base, gint64 scalar_bytes)
{
  guint64 bits = WIDEST_BYTES;

  for (guint lane = 0; lane < TL_WARP_LANES; lane++)
    if ((walk->mask >> lane & 1) != 0)
      bits |= (guint64) (tl_lane_value_at (base, lane) * scalar_bytes);
  for (guint i = 0; i < access->n_loops; i++)
    if (!access->loops[i].is_written_out)
      bits |= (guint64) access->loops[i].step;
  return (guint) (bits & -bits);
}

/* Joins neighbours to accesses of up to 16 bytes; returns their number, and the width of the widest. */
static guint
join_neighbours (const Offsets *offsets, gint64 bytes, guint alignment, guint *width)
{
  guint n = 0;

  *width = (guint) bytes;
  for (guint i = 0; i < offsets->n; n++)
    {
      guint wide = (guint) bytes, n_joined = 1;

      for (guint try = WIDEST_BYTES; try > (guint) bytes; try /= 2)
        {
          guint want = try / (guint) bytes;

          if (try > alignment || offsets->values[i] % try != 0 || i + want > offsets->n
              || offsets->values[i + want - 1] != offsets->values[i] + (gint64) (try - bytes))
            continue;
          wide = try;
          n_joined = want;
          break;
        }
      *width = MAX (*width, wide);
      i += n_joined;
    }
  return n;
}

static guint
count_operators (const TlExpr *expr)
{
  if (tl_expr_kind_is_binary (expr->kind))
    return 1 + count_operators (expr->a) + count_operators (expr->b);
  return expr->kind == TL_EXPR_CAST ? count_operators (expr->a) : 0;
}

/* Addresses that follow a loop in even steps cost an addition; divisions on the way, all there is. */
static double
index_cost (const CostWalk *walk, const TlExpr *index, gboolean is_shared)
{
  for (guint i = walk->loops->len; i-- > 0;)
    {
      const CostLoop *loop = &g_array_index (walk->loops, CostLoop, i);

      if (loop->is_written_out)
        continue;
      if (!tl_expr_uses_var (index, loop->loop->var))
        return 0;
      return tl_expr_contains (index, TL_EXPR_FLOORDIV) || tl_expr_contains (index, TL_EXPR_FLOORMOD) ? count_operators (index) * .5
             : is_shared ? .5 : 1;
    }
  return 0;
}

static gboolean
is_counted_already (const CostWalk *walk, const CostAccess *access)
{
  for (guint i = 0; i < walk->accesses->len; i++)
    {
      const CostAccess *other = g_ptr_array_index (walk->accesses, i);

      if (other->buffer == access->buffer && other->kind == access->kind && other->interval == access->interval
          && tl_expr_equal (other->index, access->index))
        return TRUE;
    }
  return FALSE;
}

/* The index where all loops that are written out begin. */
static TlLaneValue
first_value (CostWalk *walk, const TlExpr *index)
{
  TlLaneValue value = { TRUE, { 0 } };

  for (guint i = 0; i < 2 * walk->loops->len; i++)
    {
      const CostLoop *loop = &g_array_index (walk->loops, CostLoop, i % walk->loops->len);

      if (i == walk->loops->len)
        tl_lane_values_get (walk->values, index, &value);
      if (loop->is_written_out)
        tl_lane_values_set_int (walk->values, loop->loop->var, i < walk->loops->len ? 0 : loop->position);
    }
  return value;
}

/* Sets the loops of a new access, how often it is made, and its width. */
static void
find_shape (CostWalk *walk, CostAccess *access, gint64 scalar_bytes)
{
  gint64      list[MOST_VALUES], step, n_list;
  Offsets     offsets = { .values = { 0 }, .n = 1, .rest = 1 };
  gboolean    in_region = TRUE, moves = TRUE;
  double      divisor = 1, in_region_trips = 1;
  guint       n_joined, width;
  TlLaneValue base;

  access->n_loops = MIN (walk->loops->len, COST_MOST_LOOPS);
  for (guint i = walk->loops->len; i-- > 0;)
    {
      const CostLoop *loop = &g_array_index (walk->loops, CostLoop, i);

      if (!find_steps (walk, loop, access->index, &step, list, &n_list))
        access->is_unknown = TRUE;
      if (i < COST_MOST_LOOPS)
        access->loops[i] = (CostAccessLoop) { loop->loop, loop->trips, step * scalar_bytes, loop->is_written_out };
      in_region = in_region && loop->is_written_out;
      if (in_region)
        in_region_trips *= loop->trips;
      if (walk->options->as_written || !moves)
        continue;
      if (in_region && (step != 0 || n_list > 0))
        add_offsets (&offsets, step, list, n_list, (gint64) loop->trips, scalar_bytes);
      else if (step != 0 || n_list > 0 || access->is_unknown || !(in_region || moves_out (loop, access->buffer, access->index)))
        {
          moves = FALSE;
          continue;
        }
      else if (i < COST_MOST_LOOPS)
        access->loops[i].is_moved_out = TRUE;
      divisor *= loop->trips;
    }
  sort_offsets (&offsets);
  base = first_value (walk, access->index);
  n_joined = join_neighbours (&offsets, access->bytes, find_alignment (walk, access, &base, scalar_bytes), &width);
  access->bytes = width;
  access->scale = n_joined * offsets.rest / divisor;
  access->elements = offsets.n * offsets.rest / divisor;
  access->index_cost = index_cost (walk, access->index, access->kind >= TL_ACCESS_SHARED_LOAD) / in_region_trips;
}

/* --- what each moves --- */

static gboolean
is_shared_kind (TlAccessKind kind)
{
  return kind == TL_ACCESS_SHARED_LOAD || kind == TL_ACCESS_SHARED_STORE;
}

static void
add_request (CostWalk *walk, CostAccess *access, guint32 lanes, const gint64 *addresses, double n)
{
  TlRequestCounts counts = is_shared_kind (access->kind) ? tl_warp_count_passes (lanes, addresses, access->bytes, NULL)
                                                         : tl_warp_count_sectors (lanes, addresses, access->bytes);

  access->n_requests += n;
  access->n_units += n * counts.n_units;
  access->least_units += n * counts.least_units;
  access->n_lines += n * counts.n_lines;
}

static void
note_request (CostWalk *walk, const CostAccess *access, double n)
{
  cost_add (walk, TL_OPERATION_MEMORY, n);
  cost_add (walk, TL_OPERATION_INTEGER, access->index_cost * walk->weight);
  if (access->kind == TL_ACCESS_SHARED_LOAD)
    walk->n_shared_loads += n;
  else if (access->kind == TL_ACCESS_GLOBAL_LOAD && !access->is_async)
    walk->n_global_loads += n;
  if (access->kind == TL_ACCESS_SHARED_LOAD || (access->kind == TL_ACCESS_GLOBAL_LOAD && !access->is_async))
    walk->n_load_words += n * MAX (access->bytes / 4., 1);
}

/* Addresses that depend on data: each lane in a place of its own. */
static void
add_unknown_request (CostWalk *walk, CostAccess *access, double n)
{
  guint n_lanes = (guint) __builtin_popcount (walk->mask);

  access->is_unknown = TRUE;
  walk->is_exact = FALSE;
  access->n_requests += n;
  access->n_units += n * (is_shared_kind (access->kind) ? 2 : n_lanes);
  access->least_units += n * (is_shared_kind (access->kind) ? 1 : MAX (n_lanes * access->bytes / TL_SECTOR_BYTES, 1));
  access->n_lines += n * n_lanes;
}

static CostAccess *
find_access (CostWalk *walk, gconstpointer place, const TlBuffer *buffer, const TlExpr *index, TlAccessKind kind, guint bytes)
{
  CostAccess *access = g_hash_table_lookup (walk->by_place, place);
  gint64      scalar_bytes = tl_dtype_bytes (tl_dtype_with_lanes (buffer->dtype, 1));

  if (access != NULL)
    return access;
  access = g_new0 (CostAccess, 1);
  *access = (CostAccess) { .buffer = buffer, .index = index, .kind = kind, .interval = walk->interval, .bytes = bytes };
  if (!walk->options->as_written && is_counted_already (walk, access))
    access->scale = 0;
  else
    find_shape (walk, access, scalar_bytes);
  if (kind <= TL_ACCESS_GLOBAL_STORE && !access->is_unknown && access->scale > 0)
    cost_find_tiles (walk, access);
  g_ptr_array_add (walk->accesses, access);
  g_hash_table_insert (walk->by_place, (gpointer) place, access);
  return access;
}

static TlAccessKind
kind_of (const TlBuffer *buffer, gboolean is_store)
{
  return (TlAccessKind) ((tl_scope_is_shared (buffer->scope) ? TL_ACCESS_SHARED_LOAD : TL_ACCESS_GLOBAL_LOAD) + is_store);
}

/* Elements of arrays that loops index which are not written out lie in memory; else in registers. */
static void
add_local (CostWalk *walk, const TlExpr *index)
{
  for (guint i = 0; i < walk->loops->len; i++)
    {
      const CostLoop *loop = &g_array_index (walk->loops, CostLoop, i);

      if (!loop->is_written_out && loop->trips > 1 && tl_expr_uses_var (index, loop->loop->var))
        {
          cost_add (walk, TL_OPERATION_LOCAL, walk->weight);
          return;
        }
    }
}

void
cost_add_access (CostWalk *walk, gconstpointer place, const TlBuffer *buffer, const TlExpr *index, guint n_lanes, gint64 stride,
                 gboolean is_store, gboolean is_async)
{
  gint64       scalar_bytes = tl_dtype_bytes (tl_dtype_with_lanes (buffer->dtype, 1)), addresses[TL_WARP_LANES];
  gint64       all_bytes = stride == 1 ? scalar_bytes * n_lanes : scalar_bytes;
  gint64       piece = MIN (all_bytes & -all_bytes, WIDEST_BYTES);
  double       n_pieces = stride == 1 ? (double) all_bytes / piece : n_lanes, n;
  TlLaneValue  base = { TRUE, { 0 } };
  gboolean     is_known;
  CostAccess  *access;

  if (!tl_scope_is_shared (buffer->scope) && !g_str_has_prefix (buffer->scope, "global"))
    {
      add_local (walk, index);
      return;
    }
  is_known = tl_lane_values_get (walk->values, index, &base);
  access = find_access (walk, place, buffer, index, kind_of (buffer, is_store), (guint) piece);
  access->is_async = is_async;
  n = walk->weight * access->scale * n_pieces;
  note_request (walk, access, n);
  for (guint lane = 0; lane < TL_WARP_LANES; lane++)
    addresses[lane] = tl_lane_value_at (&base, lane) * scalar_bytes;
  if (is_known)
    add_request (walk, access, walk->mask, addresses, n);
  else
    add_unknown_request (walk, access, n);
}

/* --- matrices --- */

/* As ldmatrix does, eight lanes take 16 bytes each of eight lines; sums have two neighbours in a lane. */
static guint32
matrix_lanes (const TlMatrixCall *call, gint64 piece, guint number, gint64 stride, gint64 scalar_bytes, gint64 *addresses)
{
  gint64   n_lines, length;
  gboolean is_sum = piece == 2;
  guint32  lanes = 0;

  tl_matrix_call_lines (call, &n_lines, &length);
  for (guint lane = 0; lane < TL_WARP_LANES; lane++)
    {
      gint64 at = (gint64) number * TL_WARP_LANES + lane, n_groups = MAX (length / 8, 1);
      gint64 line = is_sum ? number / n_groups * 8 + lane / 4 : at % n_lines;
      gint64 column = is_sum ? number % n_groups * 8 + lane % 4 * piece : at / n_lines * piece;

      addresses[lane] += (line * stride + column) * scalar_bytes;
      if (call->permuted_row > 0)
        addresses[lane] = tl_permuted_place (addresses[lane] / scalar_bytes, call->permuted_row, call->memory->dtype) * scalar_bytes;
      if (line < n_lines && column < length)
        lanes |= (guint32) 1 << lane;
    }
  return lanes;
}

void
cost_add_matrix_access (CostWalk *walk, gconstpointer place, const TlMatrixCall *call)
{
  gint64       scalar_bytes = tl_dtype_bytes (tl_dtype_with_lanes (call->memory->dtype, 1)), n_lines, length;
  gint64       piece = g_str_equal (call->fragments[0].buffer->scope, "wmma.accumulator") ? 2 : MATRIX_ROW / scalar_bytes;
  TlLaneValue  base = { TRUE, { 0 } }, stride = { TRUE, { 0 } };
  gboolean     is_known = tl_lane_values_get (walk->values, call->offset, &base)
                          && tl_lane_values_get (walk->values, call->stride, &stride);
  CostAccess  *access;

  double       n = walk->weight / (g_str_equal (call->fragments[0].buffer->scope, "wgmma.matrix_b") ? TL_WGMMA_WARPS : 1);

  tl_matrix_call_lines (call, &n_lines, &length);
  access = find_access (walk, place, call->memory, call->offset, kind_of (call->memory, call->kind == TL_MATRIX_STORE),
                        (guint) (piece * scalar_bytes));
  access->bytes = (guint) (piece * scalar_bytes);
  for (guint number = 0; (gint64) number * TL_WARP_LANES < n_lines * length / piece; number++)
    {
      gint64  addresses[TL_WARP_LANES];
      guint32 lanes;

      for (guint lane = 0; lane < TL_WARP_LANES; lane++)
        addresses[lane] = base.lanes[0] * scalar_bytes;
      lanes = matrix_lanes (call, piece, number, stride.lanes[0], scalar_bytes, addresses);
      note_request (walk, access, n * access->scale);
      if (is_known)
        add_request (walk, access, lanes, addresses, n * access->scale);
      else
        add_unknown_request (walk, access, n * access->scale);
    }
}

void
cost_add_row_access (CostWalk *walk, gconstpointer place, const TlBuffer *buffer, const TlExpr *index, guint n_matrices)
{
  gint64       scalar_bytes = tl_dtype_bytes (tl_dtype_with_lanes (buffer->dtype, 1)), addresses[TL_WARP_LANES];
  TlLaneValue  base = { TRUE, { 0 } };
  gboolean     is_known = tl_lane_values_get (walk->values, index, &base);
  CostAccess  *access = find_access (walk, place, buffer, index, TL_ACCESS_SHARED_LOAD, MATRIX_ROW);
  double       n = walk->weight * access->scale;

  access->bytes = MATRIX_ROW;
  note_request (walk, access, n);
  for (guint lane = 0; lane < TL_WARP_LANES; lane++)
    addresses[lane] = tl_lane_value_at (&base, lane) * scalar_bytes;
  if (is_known)
    add_request (walk, access, n_matrices >= 4 ? G_MAXUINT32 : (1u << 8 * n_matrices) - 1, addresses, n);
  else
    add_unknown_request (walk, access, n);
}

/* --- loops --- */

#define MOST_WRITTEN_OUT  16384
#define SHORT_WRITTEN_OUT 64

static TlWalk
find_barrier (const TlStmt *stmt, gpointer user_data)
{
  return stmt->kind == TL_STMT_EVALUATE && stmt->expr->kind == TL_EXPR_CALL && g_str_equal (stmt->expr->callee->name, "tvm_storage_sync")
         ? TL_WALK_STOP : TL_WALK_INTO;
}

gboolean
cost_has_barrier (const TlStmt *stmt)
{
  return !tl_stmt_walk (stmt, find_barrier, NULL, NULL);
}

typedef struct
{
  gint64 size;
} SizeSum;

static TlWalk
add_size (const TlStmt *stmt, gpointer user_data)
{
  SizeSum *sum = user_data;
  gint64   extent = 1;

  if (stmt->kind == TL_STMT_FOR)
    {
      SizeSum inner = { 0 };

      tl_stmt_walk (stmt->loop.body, add_size, NULL, &inner);
      if (!tl_expr_get_int (stmt->loop.extent, &extent))
        extent = MOST_WRITTEN_OUT;
      sum->size = MIN (sum->size + inner.size * MIN (extent, MOST_WRITTEN_OUT), 2 * MOST_WRITTEN_OUT);
      return TL_WALK_OVER;
    }
  if (stmt->kind == TL_STMT_STORE)
    sum->size += stmt->value->dtype.lanes;
  else if (stmt->kind == TL_STMT_EVALUATE)
    sum->size++;
  return TL_WALK_INTO;
}

gint64
cost_written_out_size (const TlStmt *stmt)
{
  SizeSum sum = { 0 };

  tl_stmt_walk (stmt, add_size, NULL, &sum);
  return sum.size;
}

gboolean
cost_is_written_out (const TlLoop *loop)
{
  gint64 extent, size;

  if (!tl_expr_get_int (loop->extent, &extent) || cost_has_barrier (loop->body))
    return FALSE;
  size = MIN (extent, MOST_WRITTEN_OUT) * cost_written_out_size (loop->body);
  return size <= (loop->kind == TL_LOOP_UNROLLED ? MOST_WRITTEN_OUT : SHORT_WRITTEN_OUT);
}
