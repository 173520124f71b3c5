/* SPDX-License-Identifier: Apache-2.0 */
/*
 * RegisterTile: sums of products as the best libraries compute them. A tile of the result stays in registers while the whole reduction
 * runs, each register it loads serves several times, operands that lie far apart are packed before, what follows is done to the tile on its
 * way out.
 *
 *     for j0, i0:                                        outer loops; in another sketch the columns first
 *         Bp = pack (B[:, panel of j0])                  where B does not fit the second cache: panels as wide as a register
 *         for j1:                                        tiles of the panel, a sampled number
 *             C_local[rows, vectors * lanes]
 *             for k0: for k1 in unroll (<= 4): for i1, j2 in unroll, j3 in vectorize: C_local += A * Bp
 *             C = relu (C_local + bias)                  the consumer, or a plain copy
 *
 * Long sums, of which one tile's panel takes more than an eighth of the second cache, are cut into blocks in some sketches, and beyond a
 * half in all (a matmul with K = 12288 runs at 0.7 of its speed without blocks):
 *
 *     for j0: for k0:                                    blocks of the reduction, a sampled number
 *         Bp = pack (B[block of k0, panel of j0])
 *         for i0, j1: for k1, …: C[rows, vectors * lanes] += A * Bp        a tile is loaded and stored once for each block
 *
 * Glossary:  lane loop   consecutive elements of the result, along a vector
 *            column      the loop whose tile is `width` registers: the lane loop, or another one where lanes are one register
 *            row         the loop that needs what the column has loaded again, so many times as `rows`
 *
 * Sketches differ in the width, the order of the outer loops and in what is packed, which decide other instructions; rows, unrolling and
 * panels are sampled (sample_categorical steps, which replay and MutateCategorical can change). Tiles need not divide extents: what is left
 * over is guarded, and cut off by the lowering. rows * width sums, width vectors and one element beside fit the registers.
 */
#include "core/space/rules/rule-steps-private.h"
#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/base/saturate.h"
#include "core/space/rules/rule-rows-private.h"
#include "core/space/rules/tile-pack-private.h"

#define MAX_WIDTHS     4
#define MAX_CANDIDATES 8
#define SHORT_REDUCTION       32   /* sums of less wait for memory */
#define MIN_BLOCK     256  /* steps of a block of a long sum … */
#define MAX_BLOCK      2048
#define MAX_DIVISORS   65536  /* that are tried for even blocks of a sum */
#define LONG_SUM        64   /* steps after which it does not matter that the last ones are guarded */

typedef struct
{
  const TlRuleCall *call;
  TlTileShape       shape;
  gint              row, column;             /* loops; -1: none */
  guint             vector_reads;            /* bits: operands along the lanes */
  guint             transposed_reads;        /* of these, those that lie across them: read only as packed ones */
  gint              packed_vector_read, packed_row_read;   /* the operand to pack for columns, for rows; -1: none is worth it */
  guint             registers;
  gint64            most_unrolled, most_fmas;
} Tiler;

typedef struct
{
  gint64   width;             /* registers along the column */
  gboolean columns_first;
  gboolean packs_vectors, packs_rows;
  gboolean blocks_reduction;          /* the reduction goes by blocks */
} TileSketch;

/* Variables of the loops of a tiled block. */
typedef struct
{
  GArray *outer;      /* guint: spatial loops outside of the reduction, outermost first */
  GArray *reduction;  /* loops of the reduction outside of the tile */
  GArray *unrolled;   /* of the tile: pieces of the reduction, rows, columns */
  guint   vector_loop;
  guint   panel_loop;     /* over panels */
  guint   pack_loop;      /* at which panels are packed: that, or the one over blocks of the reduction */
  guint   row_pack_loop;  /* at which rows are packed */
} TileLoops;

/* --- properties of the block --- */

static gint64
read_bytes (const Tiler *tiler, guint read)
{
  const TlBuffer *buffer = tiler->shape.nest.block->reads[tiler->shape.reads[read]].buffer;
  gint64          n = tl_buffer_n_elements (buffer);

  return n >= 0 ? tl_mul_saturated (n, MAX (buffer->dtype.bits, 8)) / 8 : G_MAXINT64;
}

static gboolean
is_last_dim_reduced (const Tiler *tiler, guint read)
{
  for (guint l = 0; l < tiler->shape.nest.n; l++)
    if (tl_block_nest_reduces (&tiler->shape.nest, l) && tiler->shape.strides[read][l] == 1)
      return TRUE;
  return FALSE;
}

/* The spatial loop that reuses the most operands which @beside does not already reuse; ties go to the innermost. */
static gint
find_row (const Tiler *tiler, gint beside)
{
  guint served = beside >= 0 ? tl_tile_shape_reused (&tiler->shape, (guint) beside) : 0;
  gint  found = -1, most = -1;

  for (guint l = 0; l < tiler->shape.nest.n; l++)
    {
      guint reused = tl_tile_shape_reused (&tiler->shape, l);
      gint  n = __builtin_popcount (reused & ~served);

      if (tl_block_nest_reduces (&tiler->shape.nest, l) || tiler->shape.nest.extents[l] < 2 || (gint) l == beside
          || (gint) l == tiler->shape.lane_loop || reused == 0)
        continue;
      if (n >= most)
        {
          found = (gint) l;
          most = n;
        }
    }
  return found;
}

static void
find_tile (Tiler *tiler)
{
  const TlTileShape *shape = &tiler->shape;

  if (shape->nest.extents[shape->lane_loop] >= 2 * (gint64) shape->lanes)
    {
      tiler->column = shape->lane_loop;
      tiler->row = find_row (tiler, tiler->column);
      return;
    }
  tiler->row = find_row (tiler, -1);
  tiler->column = tiler->row >= 0 ? find_row (tiler, tiler->row) : -1;
}

static gint64
l2_bytes (const Tiler *tiler)
{
  return tl_target_caches (tiler->call->target).l2_bytes;
}

/* Operands with one axis a dimension can be moved panel by panel; rows are packed where an iteration of the tile reads along them. */
static void
find_packed (Tiler *tiler)
{
  for (guint r = 0; r < tiler->shape.n_reads; r++)
    {
      gboolean is_large = read_bytes (tiler, r) > l2_bytes (tiler) / 8;

      if (!tiler->shape.is_plain[r])
        continue;
      if ((tiler->transposed_reads & 1u << r) != 0
          || ((tiler->vector_reads & 1u << r) != 0 && is_large && tiler->column == tiler->shape.lane_loop))
        tiler->packed_vector_read = (gint) r;
      else if ((tiler->vector_reads & 1u << r) == 0 && is_large && tiler->row >= 0 && tiler->shape.strides[r][tiler->row] != 0
               && is_last_dim_reduced (tiler, r))
        tiler->packed_row_read = (gint) r;
    }
}

/* Vectors are loaded in a row, or transposed while they are packed: then rows of the operand lie along the reduction. */
static gboolean
read_operands (Tiler *tiler)
{
  for (guint r = 0; r < tiler->shape.n_reads; r++)
    {
      gint64          stride = tiler->shape.strides[r][tiler->shape.lane_loop];
      const TlRegion *region = &tiler->shape.nest.block->reads[tiler->shape.reads[r]];
      guint           n_dims = region->buffer->n_dims;

      if (stride == 0)
        continue;
      tiler->vector_reads |= 1u << r;
      if (stride == 1)
        continue;
      if (!tiler->shape.is_plain[r] || !is_last_dim_reduced (tiler, r) || n_dims < 2
          || region->ranges[n_dims - 2].min != tiler->shape.nest.vars[tiler->shape.lane_loop])
        return FALSE;
      tiler->transposed_reads |= 1u << r;
    }
  return tiler->vector_reads != 0;
}

/* Multiplications for one element; 0 if the block is no sum. */
static gint64
reduction_extent (const TlTileShape *shape)
{
  return shape->nest.reduced != 0 ? tl_block_nest_n_iterations (&shape->nest, shape->nest.reduced) : 0;
}

/* int8 products that the target has a dot-product instruction for are left to other rules. */
static gboolean
has_instruction (const Tiler *tiler)
{
  const TlTileShape *shape = &tiler->shape;
  const TlTarget    *target = tiler->call->target;

  for (guint r = 0; r < shape->n_reads; r++)
    {
      TlDType dtype = shape->nest.block->reads[shape->reads[r]].buffer->dtype;

      if (!tl_dtype_is_integer (dtype) || dtype.bits != 8)
        return FALSE;
    }
  return shape->n_reads == 2 && shape->nest.block->writes[0].buffer->dtype.bits == 32
         && (tl_target_has (target, "avx512vnni") || tl_target_has (target, "avxvnni") || tl_target_has (target, "dotprod"));
}

/* Where nothing can be reused, turning an operand to get at its columns costs more than it brings. */
static gboolean
tiler_fits (Tiler *tiler)
{
  const TlTileShape *shape = &tiler->shape;

  if (!tl_tile_shape_read (tl_state_module (tiler->call->state), tl_state_rv (tiler->call->state, tiler->call->block_rv)->node,
                           tiler->call->target, &tiler->shape)
      || shape->nest.block->init == NULL || reduction_extent (shape) == 0 || shape->lane_loop < 0
      || shape->nest.extents[shape->lane_loop] < MAX ((gint64) shape->lanes / 2, 2) || !read_operands (tiler) || has_instruction (tiler))
    return FALSE;
  find_tile (tiler);
  if (tiler->transposed_reads != 0 && (tiler->row < 0 || tiler->column != shape->lane_loop || shape->nest.extents[tiler->row] < 8))
    return FALSE;
  find_packed (tiler);
  return __builtin_popcount (tiler->transposed_reads) <= 1;
}

/* --- sampling --- */

static void
add_candidate (gint64 *values, guint *n, gint64 value)
{
  guint at = *n;

  for (guint i = 0; i < *n; i++)
    if (values[i] == value)
      return;
  if (*n == MAX_CANDIDATES || value < 1)
    return;
  for (; at > 0 && values[at - 1] > value; at--)
    values[at] = values[at - 1];
  values[at] = value;
  (*n)++;
}

/* As many rows as the registers hold; for short reductions, which are unrolled, no more than fit a block of code. */
static gint64
most_rows (const Tiler *tiler, gint64 width)
{
  gint64 most = ((gint64) tiler->registers - 1 - width) / width, n_written = reduction_extent (&tiler->shape);

  if (tiler->row < 0)
    return 1;
  if (n_written > SHORT_REDUCTION)
    n_written = 1;
  return MAX (MIN (MIN (most, tiler->shape.nest.extents[tiler->row]), tiler->most_fmas / (width * n_written)), 1);
}

/* As many rows as there are registers for, or fewer: those that make even tiles first of all. */
static guint
sample_rows (const Tiler *tiler, TlScheduleBuilder *builder, gint64 width)
{
  gint64 most = most_rows (tiler, width), extent = tiler->shape.nest.extents[tiler->row], even = tl_largest_divisor (extent, most);
  gint64 values[MAX_CANDIDATES];
  guint  n = 0;

  add_candidate (values, &n, tl_ceildiv (extent, tl_ceildiv (extent, most)));
  if (2 * even >= most)
    add_candidate (values, &n, even);
  if (reduction_extent (&tiler->shape) <= SHORT_REDUCTION)
    add_candidate (values, &n, tl_largest_divisor (extent, MAX (most / 2, 1)));
  for (gint64 rows = most; rows >= MAX (most / 2, 1); rows--)
    add_candidate (values, &n, rows);
  return tl_step_sample_one_of (builder, values, n);
}

/* Into how many blocks the sum's outermost loop is cut: even ones of a moderate number of steps. */
static guint
sample_blocks (const Tiler *tiler, TlScheduleBuilder *builder)
{
  gint   outermost = tl_loop_set_first (tiler->shape.nest.reduced);
  gint64 extent = outermost >= 0 ? tiler->shape.nest.extents[outermost] : 1, n_all = reduction_extent (&tiler->shape),
         values[MAX_CANDIDATES];
  gint64 fewest = tl_max (tl_ceildiv (n_all, MAX_BLOCK), 2), most = MIN (extent, n_all / MIN_BLOCK);
  guint  n = 0;
  gboolean is_even;

  for (gint64 d = fewest; d <= most && d - fewest < MAX_DIVISORS && n < MAX_CANDIDATES; d++)
    if (extent % tl_mul_saturated (d, tiler->most_unrolled) == 0)
      add_candidate (values, &n, d);
  is_even = n > 0;
  for (gint64 steps_each = MAX_BLOCK; !is_even && steps_each >= MIN_BLOCK; steps_each /= 2)
    add_candidate (values, &n, tl_min (tl_ceildiv (n_all, steps_each), extent));
  return tl_step_sample_one_of (builder, values, n);
}

/* --- one sketch --- */

static void
push (GArray *list, guint rv)
{
  g_array_append_val (list, rv);
}

/* The bytes of the packed operand that a tile reads. */
static gint64
tile_panel_bytes (const Tiler *tiler, gint64 width)
{
  gint64 column_bytes = read_bytes (tiler, (guint) tiler->packed_vector_read) / MAX (tiler->shape.nest.extents[tiler->column], 1);

  return tl_mul_saturated (column_bytes, width * tiler->shape.lanes);
}

/* Tiles of a panel: as many as divide their number and leave the panel to the second cache. */
static guint
sample_panel (const Tiler *tiler, TlScheduleBuilder *builder, const TileSketch *sketch)
{
  gint64 n_tiles = tl_ceildiv (tiler->shape.nest.extents[tiler->column], sketch->width * tiler->shape.lanes);
  gint64 tile_bytes =
      tile_panel_bytes (tiler, sketch->width) / (sketch->blocks_reduction ? tl_max (reduction_extent (&tiler->shape) / MAX_BLOCK, 1) : 1);
  gint64 values[MAX_CANDIDATES];
  guint  n = 0;

  for (gint64 d = 1; d <= MIN (n_tiles, 16); d++)
    if ((n_tiles % d == 0 || d == 2) && (d == 1 || tl_mul_saturated (d, tile_bytes) <= l2_bytes (tiler)))
      add_candidate (values, &n, d);
  return tl_step_sample_one_of (builder, values, n);
}

/* The column's loops: outer ones, `width` registers, and the vector where it runs along the lanes. Gives the loop inside of the outer. */
static void
tile_column (const Tiler *tiler, TlScheduleBuilder *builder, const TileSketch *sketch, guint loop, TileLoops *loops, GArray *tiles)
{
  TlArg factors[4] = { TL_STEP_INFERRED };
  guint n = 1, first;

  if (sketch->packs_vectors)
    factors[n++] = tl_arg_rv (sample_panel (tiler, builder, sketch));
  factors[n++] = tl_arg_int (sketch->width);
  if (tiler->column == tiler->shape.lane_loop)
    factors[n++] = tl_arg_int (tiler->shape.lanes);
  first = tl_step_split_list (builder, loop, factors, n);
  loops->panel_loop = first;
  if (sketch->packs_vectors)
    push (tiles, first + 1);
  push (loops->unrolled, first + (sketch->packs_vectors ? 2 : 1));
  if (tiler->column == tiler->shape.lane_loop)
    loops->vector_loop = first + n - 1;
}

static void
tile_lanes (const Tiler *tiler, TlScheduleBuilder *builder, guint loop, TileLoops *loops)
{
  loops->vector_loop = tl_step_split (builder, loop, 0, MIN (tiler->shape.nest.extents[tiler->shape.lane_loop], tiler->shape.lanes));
  push (loops->outer, loops->vector_loop++);
}

/*
 * Innermost loops of the reduction are unrolled, whole where they are short, while a block of code stays small: the more multiplications it
 * has, the longer the compiler takes and the more it moves loads away from their use.
 */
static void
tile_reduction (const Tiler *tiler, TlScheduleBuilder *builder, guint first_loop, gint64 most_fmas, TileLoops *loops)
{
  gint64   unrolled = 1;
  gboolean is_open = TRUE;

  for (guint l = tiler->shape.nest.n; l-- > 0 && !builder->error;)
    {
      gint64 extent = tiler->shape.nest.extents[l], limit = MIN (tiler->most_unrolled, MAX (most_fmas / unrolled, 1));
      gint64 values[MAX_CANDIDATES];
      guint  n = 0, pieces;

      if (!tl_block_nest_reduces (&tiler->shape.nest, l))
        continue;
      if (is_open && extent <= limit)
        {
          g_array_prepend_vals (loops->unrolled, &(guint) { first_loop + l }, 1);
          unrolled *= extent;
          continue;
        }
      for (gint64 d = 2; is_open && unrolled == 1 && d <= limit; d++)
        if (extent % d == 0)
          add_candidate (values, &n, d);
      if (is_open && n == 0 && unrolled == 1 && limit > 1 && extent >= LONG_SUM)
        add_candidate (values, &n, limit);
      is_open = FALSE;
      if (n == 0)
        {
          g_array_prepend_vals (loops->reduction, &(guint) { first_loop + l }, 1);
          continue;
        }
      add_candidate (values, &n, 1);
      pieces = tl_step_split_args (builder, first_loop + l, TL_STEP_INFERRED, tl_arg_rv (tl_step_sample_one_of (builder, values, n)));
      g_array_prepend_vals (loops->reduction, &pieces, 1);
      pieces++;
      g_array_prepend_vals (loops->unrolled, &pieces, 1);
    }
}

/* How many loops are around what stands in one of the outer loops. */
static guint
n_around (const TileLoops *loops, guint loop)
{
  guint n = 0;

  while (g_array_index (loops->outer, guint, n) != loop)
    n++;
  return n + 1;
}

/* The sum's outermost loop becomes one over its blocks, right inside of the panels' loop. */
static void
block_reduction (const Tiler *tiler, TlScheduleBuilder *builder, TileLoops *loops)
{
  TlArg n_blocks = tl_arg_rv (sample_blocks (tiler, builder));
  guint *outermost = &g_array_index (loops->reduction, guint, 0);

  loops->pack_loop = tl_step_split_args (builder, *outermost, n_blocks, TL_STEP_INFERRED);
  *outermost = loops->pack_loop + 1;
  g_array_insert_val (loops->outer, n_around (loops, loops->panel_loop), loops->pack_loop);
}

/* Where the columns' outer loop goes: before the loops that do not tell which vectors are read. */
static guint
column_place (const Tiler *tiler, const GArray *owners)
{
  for (guint i = 0; i < owners->len; i++)
    {
      guint loop = g_array_index (owners, guint, i);
      guint reused = tl_tile_shape_reused (&tiler->shape, loop);

      if ((tiler->vector_reads & ~reused) == 0)
        return i;
    }
  return owners->len;
}

static void
tile_loops (const Tiler *tiler, TlScheduleBuilder *builder, const TileSketch *sketch, guint first_loop, TileLoops *loops)
{
  g_autoptr (GArray) tiles = g_array_new (FALSE, FALSE, sizeof (guint));    /* tiles of a panel */
  g_autoptr (GArray) owners = g_array_new (FALSE, FALSE, sizeof (guint));   /* whose pieces the outer loops are */

  for (guint l = 0; l < tiler->shape.nest.n; l++)
    {
      guint loop = first_loop + l, outer = loop;

      if (tl_block_nest_reduces (&tiler->shape.nest, l))
        continue;
      if ((gint) l == tiler->column)
        {
          guint at;

          tile_column (tiler, builder, sketch, loop, loops, tiles);
          at = sketch->columns_first ? column_place (tiler, owners) : owners->len;
          g_array_insert_val (loops->outer, at, loops->panel_loop);
          g_array_insert_val (owners, at, l);
          continue;
        }
      if ((gint) l == tiler->shape.lane_loop)
        {
          tile_lanes (tiler, builder, loop, loops);
          while (owners->len < loops->outer->len)
            push (owners, l);
          continue;
        }
      if ((gint) l == tiler->row)
        {
          outer = tl_step_split_args (builder, loop, TL_STEP_INFERRED, tl_arg_rv (sample_rows (tiler, builder, sketch->width)));
          loops->row_pack_loop = outer;
          g_array_prepend_vals (loops->unrolled, &(guint) { outer + 1 }, 1);
        }
      push (loops->outer, outer);
      push (owners, l);
    }
  g_array_append_vals (loops->outer, tiles->data, tiles->len);
  tile_reduction (tiler, builder, first_loop, tl_max (tiler->most_fmas / (sketch->width * most_rows (tiler, sketch->width)), 1), loops);
  loops->pack_loop = loops->panel_loop;
  if (sketch->blocks_reduction && !builder->error)
    block_reduction (tiler, builder, loops);
}

static void
reorder (TlScheduleBuilder *builder, const TileLoops *loops)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_append_vals (order, loops->outer->data, loops->outer->len);
  g_array_append_vals (order, loops->reduction->data, loops->reduction->len);
  g_array_append_vals (order, loops->unrolled->data, loops->unrolled->len);
  push (order, loops->vector_loop);
  tl_step_reorder_loops (builder, (const guint *) (gpointer) order->data, order->len);
}

/* With a blocked reduction the epilogue runs on each panel after its last block. */
static void
write_panel_out (const Tiler *tiler, TlScheduleBuilder *builder, const TileLoops *loops)
{
  gint epilogue = tl_rule_find_epilogue (builder, tiler->call->block_rv);

  if (epilogue < 0)
    return;
  tl_step_at (builder, "reverse_compute_at", (guint) epilogue, loops->panel_loop);
  tl_rule_write_last (builder, (guint) epilogue, 1, tiler->shape.lanes);
}

/* The tile is written by its elementwise epilogue, or by a copy. */
static void
write_tile_out (const Tiler *tiler, TlScheduleBuilder *builder, const TileLoops *loops)
{
  guint block_rv = tiler->call->block_rv, place = g_array_index (loops->outer, guint, loops->outer->len - 1);
  guint writer = tl_step_write_at (builder, block_rv, tl_rule_find_epilogue (builder, block_rv), place);

  tl_rule_write_vectors (builder, writer, loops->outer->len, tiler->shape.lanes);
}

static void
unroll_and_vectorize_tile (const Tiler *tiler, TlScheduleBuilder *builder, const TileLoops *loops)
{
  for (guint i = 0; i < loops->unrolled->len; i++)
    tl_step (builder, "unroll", g_array_index (loops->unrolled, guint, i));
  tl_step (builder, "vectorize", loops->vector_loop);
}

static void
apply_sketch (const Tiler *tiler, TlScheduleBuilder *builder, const TileSketch *sketch)
{
  TlTilePack vectors = { .block_rv = tiler->call->block_rv, .shape = &tiler->shape, .read = tiler->packed_vector_read };
  TlTilePack rows = { .block_rv = tiler->call->block_rv, .shape = &tiler->shape, .read = tiler->packed_row_read };
  TileLoops loops = { 0 };
  guint first_loop;

  loops.outer = g_array_new (FALSE, FALSE, sizeof (guint));
  loops.reduction = g_array_new (FALSE, FALSE, sizeof (guint));
  loops.unrolled = g_array_new (FALSE, FALSE, sizeof (guint));
  if (sketch->packs_vectors)
    tl_tile_pack_vectors (builder, &vectors);
  if (sketch->packs_rows)
    tl_tile_pack_rows (builder, &rows);
  first_loop = tl_step (builder, "get_loops", tiler->call->block_rv);
  tile_loops (tiler, builder, sketch, first_loop, &loops);
  reorder (builder, &loops);
  if (sketch->blocks_reduction)
    write_panel_out (tiler, builder, &loops);
  else
    write_tile_out (tiler, builder, &loops);
  if (sketch->packs_vectors)
    tl_tile_fill_vectors (builder, &vectors, loops.pack_loop);
  if (sketch->packs_rows)
    tl_tile_fill_rows (builder, &rows, loops.row_pack_loop);
  unroll_and_vectorize_tile (tiler, builder, &loops);
  if (reduction_extent (&tiler->shape) <= SHORT_REDUCTION)
    tl_rule_store_nontemporal (builder, tiler->call->target, g_array_index (loops.outer, guint, 0), tl_tile_shape_bytes (&tiler->shape));
  tl_rule_parallel (builder, tiler->call->target, (const guint *) (gpointer) loops.outer->data,
                    sketch->blocks_reduction ? n_around (&loops, loops.panel_loop) : loops.outer->len);
  g_array_unref (loops.outer);
  g_array_unref (loops.reduction);
  g_array_unref (loops.unrolled);
}

static void
propose (const Tiler *tiler, const TileSketch *sketch, GPtrArray *results)
{
  TlScheduleBuilder builder;

  tl_schedule_builder_init (&builder, tiler->call->state);
  apply_sketch (tiler, &builder, sketch);
  tl_rule_propose (&builder, results, NULL);
}

/* --- the sketches --- */

/*
 * Widths that leave few lanes idle, else the narrowest that fits. Sums of many steps want as many rows as columns; without rows, and where
 * what is loaded serves one or two steps, wide tiles are as good.
 */
static guint
find_widths (const Tiler *tiler, gint64 widths[MAX_WIDTHS])
{
  static const gint64 of_tiles[] = { 4, 3, 2, 0 }, of_rows[] = { 8, 4, 2, 0 }, of_short_sums[] = { 8, 7, 6, 5, 4, 3, 2, 0 };
  const gint64 *tried = tiler->row < 0 ? of_rows : reduction_extent (&tiler->shape) <= SHORT_REDUCTION ? of_short_sums : of_tiles;
  gint64 n_units = tiler->column < 0 ? 1 : tiler->shape.nest.extents[tiler->column];
  guint  n = 0;

  if (tiler->column == tiler->shape.lane_loop)
    n_units = tl_ceildiv (n_units, tiler->shape.lanes);
  for (guint i = 0; tried[i] > 0 && n < MAX_WIDTHS - 1; i++)
    if (tried[i] <= n_units && 16 * ((tried[i] - n_units % tried[i]) % tried[i]) <= n_units && 2 * tried[i] + 2 <= tiler->registers
        && (tried[i] < 4 || tiler->registers >= 32))
      widths[n++] = tried[i];
  if (n == 0)
    widths[n++] = n_units >= 2 ? (n_units % 2 == 1 && n_units >= 3 && n_units < 12 ? 3 : 2) : 1;
  return n;
}

static void
propose_packed (const Tiler *tiler, TileSketch *sketch, GPtrArray *results)
{
  sketch->packs_rows = FALSE;
  propose (tiler, sketch, results);
  sketch->packs_rows = tiler->packed_row_read >= 0;
  if (sketch->packs_rows)
    propose (tiler, sketch, results);
}

static void
propose_width (const Tiler *tiler, gint64 width, GPtrArray *results)
{
  gboolean is_first = tiler->column < 0 || tiler->row < 0 || tiler->column < tiler->row;
  gint64   vector_bytes = tiler->packed_vector_read >= 0 ? read_bytes (tiler, (guint) tiler->packed_vector_read) : 0, panel_bytes;
  TileSketch sketch = { .width = width };

  if (tiler->transposed_reads == 0 && vector_bytes <= l2_bytes (tiler))
    for (guint first = 0; first <= (is_first ? 0 : 1); first++)
      {
        sketch.columns_first = first == 1;
        propose (tiler, &sketch, results);
      }
  if (tiler->packed_vector_read < 0 || tiler->row < 0)
    return;
  panel_bytes = tile_panel_bytes (tiler, width);
  sketch.columns_first = sketch.packs_vectors = TRUE;
  if (panel_bytes <= l2_bytes (tiler) / 2)
    propose_packed (tiler, &sketch, results);
  sketch.blocks_reduction = panel_bytes > l2_bytes (tiler) / 8 && reduction_extent (&tiler->shape) > MAX (MIN_BLOCK, tiler->most_fmas);
  if (sketch.blocks_reduction)
    propose_packed (tiler, &sketch, results);
}

static gboolean
apply_register_tile (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  Tiler  tiler = { .call = call, .row = -1, .column = -1, .packed_vector_read = -1, .packed_row_read = -1 };
  guint  n_before = results->len, n_widths;
  gint64 widths[MAX_WIDTHS];

  tiler.registers = tl_target_vector_registers (call->target);
  tiler.most_unrolled = tl_component_arg (&tl_rule_register_tile.info, call->args, "max_unroll")->integer;
  tiler.most_fmas = tl_component_arg (&tl_rule_register_tile.info, call->args, "max_block_size")->integer;
  if (tiler_fits (&tiler))
    {
      n_widths = find_widths (&tiler, widths);
      for (guint i = 0; i < n_widths; i++)
        propose_width (&tiler, widths[i], results);
    }
  if (results->len == n_before)
    g_ptr_array_add (results, tl_state_ref (call->state));
  return TRUE;
}

static gboolean
check_register_tile (const TlArg *args, char **why)
{
  if (args[0].integer >= 1 && args[1].integer >= 1)
    return TRUE;
  *why = g_strdup ("max_unroll and max_block_size must be at least 1");
  return FALSE;
}

const TlScheduleRule tl_rule_register_tile = {
  .info = {
    .name = "RegisterTile",
    .summary = "Tiles sums with operand reuse: keeps a tile in vector registers, packs operands, fuses the consumer.",
    TL_PRIMITIVE_PARAMS (
        { .name = "max_unroll", .kind = TL_PARAM_INT, .flags = TL_PARAM_IS_OPTIONAL, .default_text = "4",
          .help = "Number of unrolled reduction steps." },
        { .name = "max_block_size", .kind = TL_PARAM_INT, .flags = TL_PARAM_IS_OPTIONAL, .default_text = "128",
          .help = "Maximum number of vector multiplications in the unrolled body." }),
    .check = check_register_tile,
  },
  .apply = apply_register_tile,
};
