/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of products of bytes in int32, uint8 by int8, on instructions that multiply four pairs of bytes and add them up (VNNI): products of
 * matrices, convolutions with their channels last. A tile of the result is in registers, rows of it by vectors; B is packed in groups of
 * four rows, panel by panel, and filled up to whole vectors of columns with zeros; results beyond the last column are not stored.
 * data/schedules/gemm-int8.py is the same by hand.
 */
#include <string.h>

#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/default-schedules/default-schedule-private.h"

#define LANES       16          /* int32 in a register */
#define GROUP       4           /* bytes in an int32 */
#define MOST_VECTORS 4          /* of a row of the tile */
#define SUMS_AT_ONCE 8          /* registers */
#define UNROLLED    2
#define INTRINSIC   "dot_16x4_vnni"

/* core/codegen/emit-instruction.c writes the instruction out where there is none. */
typedef struct
{
  const char *feature;
  gint64      row_registers, vector_registers;   /* that what a step takes of A for a row and of B for 16 columns lies in */
  gint64      row_steps, vector_steps;           /* instructions that bring it there */
} ByteMachine;

static const ByteMachine machines[] = {
  { "avx512vnni", 1, 1, 1, 1 }, { "avxvnni", 1, 2, 1, 2 }, { "avx512bw", 3, 2, 3, 4 }, { "avx2", 3, 4, 3, 8 },
};

typedef struct
{
  TlDefaultSchedule *p;
  const ByteMachine *machine;
  TlBlockNest      nest;
  TlBlockProduct   product;
  const TlBlockOperand *a, *b;
  guint           j, k;
  gint            i;             /* the rows of the tile: a loop that A alone depends on, -1: none */
  gint64          N, K;          /* N in whole vectors */
  gint64          rows, vectors; /* of the tile */
  gint            panels;        /* variable of the block that packs B, -1: there is none yet */
  gint            moved;         /* place of the block that makes A of something else, -1: none */
  gint            epilogue;      /* of the block that takes the sums, -1: none */
  gint            writer;        /* variable of that block, or of the one that leaves columns out; -1: none */
  gboolean        is_addend;     /* the sums begin with what the epilogue adds */
} Bytes;

static gboolean
is_type (const TlExpr *expr, TlTypeCode code, guint bits)
{
  return expr->dtype.code == code && expr->dtype.bits == bits && expr->dtype.lanes == 1;
}

static gboolean
read_types (Bytes *v, char **why)
{
  const TlBlockOperand *operands = v->product.operands;
  TlDType               dtype = v->product.store->buffer->dtype;

  v->a = &operands[is_type (operands[0].value, TL_TYPE_UINT, 8) ? 0 : 1];
  v->b = &operands[v->a == &operands[0] ? 1 : 0];
  if (!is_type (v->a->value, TL_TYPE_UINT, 8) || !is_type (v->b->value, TL_TYPE_INT, 8) || v->a->value != v->a->load
      || v->b->value != v->b->load || dtype.code != TL_TYPE_INT || dtype.bits != 32)
    return tl_set_reason (why, "block %s is not a sum of products of uint8 and int8 in int32", v->nest.block->name);
  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    if (tl_target_has (v->p->target, machines[i].feature))
      {
        v->machine = &machines[i];
        return TRUE;
      }
  return tl_set_reason (why, "the target lacks the instructions (avx512vnni, avxvnni, avx512bw, avx2)");
}

/* C[…, j] = Σ A[…, k] · B[…, k, j], where nothing else of A depends on j or k. */
static gboolean
read_axes (Bytes *v, char **why)
{
  const TlBlockNest *nest = &v->nest;
  const TlStmt      *store = v->product.store;
  const TlExpr      *load_a = v->a->load, *load_b = v->b->load;
  guint              plain, n_a = load_a->n_indices, n_b = load_b->n_indices;
  gint               j = store->n_indices > 0 ? tl_block_nest_axis (nest, store->indices[store->n_indices - 1]) : -1;
  gint               k = n_a > 0 ? tl_block_nest_axis (nest, load_a->indices[n_a - 1]) : -1;

  if (j < 0 || k < 0 || n_b < 2 || tl_block_nest_axis (nest, load_b->indices[n_b - 2]) != k
      || tl_block_nest_axis (nest, load_b->indices[n_b - 1]) != j || !tl_block_nest_reduces (nest, (guint) k)
      || !tl_block_nest_are_distinct_axes (nest, load_b->indices, n_b, &plain)
      || !tl_block_nest_are_distinct_axes (nest, store->indices, store->n_indices, &plain)
      || (tl_block_nest_uses_any (nest, load_a->indices, n_a - 1) & (1u << j | 1u << k)) != 0 || (v->a->axes & 1u << j) != 0
      || (v->b->axes & nest->spatial) != 1u << j)
    return tl_set_reason (why, "block %s is not a sum […, j] = Σ [… k] · [… k, j]", nest->block->name);
  v->j = (guint) j;
  v->k = (guint) k;
  v->N = tl_ceildiv (nest->extents[j], LANES) * LANES;
  v->K = nest->extents[k];
  for (guint l = 0; l < nest->n; l++)
    if (nest->extents[l] == 0)
      return tl_set_reason (why, "the extent of %s is symbolic", nest->vars[l]->name);
  if (v->K % GROUP != 0)
    return tl_set_reason (why, "the rows of B are not a multiple of %d", GROUP);
  if (nest->spatial == 1u << j)
    return tl_set_reason (why, "block %s is a product of a vector", nest->block->name);
  return TRUE;
}

/* Registers of the machine for the sums of 16 columns. */
static gint64
registers_of_sums (const Bytes *v)
{
  return tl_max (LANES / tl_target_lanes (v->p->target, v->product.store->buffer->dtype), 1);
}

/* Rows of a tile so many vectors wide, so that registers hold it beside what a step takes. */
static gint64
most_rows (const Bytes *v, gint64 vectors)
{
  gint64 left = v->p->n_registers - v->machine->row_registers - v->machine->vector_registers * vectors;

  return tl_max (left / (vectors * registers_of_sums (v)), 1);
}

/*
 * Each step of a tile loads its rows and its vectors; of all tiles the one that loads least for the products that it computes. Too few
 * sums at once wait for each other.
 */
static void
choose_tile (Bytes *v)
{
  const TlBlockNest *nest = &v->nest;
  const ByteMachine *machine = v->machine;
  double             least = G_MAXDOUBLE;

  v->i = -1;
  v->rows = v->vectors = 1;
  for (gint64 vectors = 1; vectors <= tl_min (v->N / LANES, most_rows (v, 1)); vectors++)
    for (guint l = 0; l < nest->n && v->N / LANES % vectors == 0; l++)
      {
        gint64 rows = tl_largest_divisor (nest->extents[l], most_rows (v, vectors)), n_sums = rows * vectors;
        double cost = (double) (rows * machine->row_steps + vectors * machine->vector_steps) / (double) n_sums;

        cost += n_sums * registers_of_sums (v) < SUMS_AT_ONCE ? 1 : 0;
        if (tl_block_nest_reduces (nest, l) || l == v->j || cost > least || (vectors > MOST_VECTORS && rows > 1))
          continue;
        least = cost;
        v->i = (gint) l;
        v->rows = rows;
        v->vectors = vectors;
      }
}

static gboolean
read_bytes (Bytes *v, guint *at, char **why)
{
  TlBlockNest *nest = &v->nest;

  if (!tl_block_nest_match_rv (v->p->builder, tl_default_rv (v->p, *at), nest, why)
      || !tl_block_product_match_whole (nest, &v->product, why) || !read_types (v, why)
      || !tl_default_inline_padding (v->p, nest, at, why) || !tl_block_product_match (nest, &v->product, why)
      || !read_types (v, why) || !read_axes (v, why))
    return FALSE;
  choose_tile (v);
  return TRUE;
}

/* The block that writes A for this product alone, element by element. */
static gint
find_mover (const Bytes *v)
{
  for (guint at = 0; at < v->p->blocks->len; at++)
    {
      const TlStmt *block = tl_default_block (v->p, at);

      if (block != NULL && block->block.init == NULL && block->block.n_writes == 1 && block->block.writes[0].buffer == v->a->load->buffer
          && !tl_default_is_param (v->p, v->a->load->buffer))
        return (gint) at;
    }
  return -1;
}

static gint
producer_of (const Bytes *v, const TlBuffer *buffer)
{
  guint n, first = tl_step_get (v->p->builder, "get_producers", v->nest.rv, &n);

  for (guint i = 0; i < n; i++)
    {
      const TlStmt *block = tl_schedule_builder_stmt (v->p->builder, first + i);

      if (block != NULL && block->block.writes[0].buffer == buffer)
        return (gint) (first + i);
    }
  return -1;
}

/* Columns up to whole vectors: the copy of B that has them is its packed one, the copy of the results is the epilogue. */
static gboolean
add_columns (Bytes *v, char **why)
{
  TlDefaultSchedule *p = v->p;
  gint64             multiples[TL_NEST_MAX_LOOPS];
  guint              n, copy;

  for (guint a = 0; a < v->nest.block->n_axes; a++)
    multiples[a] = v->nest.block->axes[a].var == v->nest.vars[v->j] ? LANES : 1;
  tl_schedule_builder_do (p->builder, "pad_einsum", tl_arg_rv (v->nest.rv),
                          tl_schedule_builder_ints (p->builder, multiples, v->nest.block->n_axes));
  copy = tl_step_get (p->builder, "get_consumers", v->nest.rv, &n);
  if (v->epilogue >= 0)
    tl_step (p->builder, "compute_inline", copy);
  v->writer = (gint) (v->epilogue >= 0 ? tl_default_rv (p, (guint) v->epilogue) : copy);
  if (p->builder->error != NULL)
    return tl_set_reason (why, "%s", tl_refusal_reason (p->builder->error));
  if (!tl_block_nest_match_rv (p->builder, v->nest.rv, &v->nest, why) || !tl_block_product_match (&v->nest, &v->product, why)
      || !read_types (v, why))
    return FALSE;
  v->panels = producer_of (v, v->b->load->buffer);
  return TRUE;
}

/* Panels of B: … k, j → …, j // nr, k // 4, j % nr, k % 4. The whole of it at once, which is done before the first run if B is constant. */
static void
pack (Bytes *v)
{
  TlDefaultSchedule *p = v->p;
  TlArena           *arena = p->builder->arena;
  const TlStmt      *block = tl_schedule_builder_stmt (p->builder, v->nest.rv);
  gint               b = block != NULL ? tl_block_read_index (&block->block, v->b->load->buffer) : 0;
  guint              n = v->b->load->n_indices, n_loops, first, columns, rows;
  const TlVar      **vars = tl_step_map_vars (p->builder, n);
  const TlExpr     **final = tl_arena_new_array (arena, const TlExpr *, n + 2), *j = vars[n - 1], *k = vars[n - 2];
  gint64             nr = v->vectors * LANES;

  if (v->panels < 0)
    v->panels = (gint) tl_step_cache_read (p->builder, v->nest.rv, b, "global");
  final[0] = tl_floordiv (arena, j, tl_int (arena, nr));
  for (guint d = 0; d < n - 2; d++)
    final[1 + d] = vars[d];
  final[n - 1] = tl_floordiv (arena, k, tl_int (arena, GROUP));
  final[n] = tl_floormod (arena, j, tl_int (arena, nr));
  final[n + 1] = tl_floormod (arena, k, tl_int (arena, GROUP));
  tl_step_transform_layout (p->builder, v->nest.rv, "read", (guint) b, tl_index_map_new (p->builder->arena, vars, n, final, n + 2), NULL);
  first = tl_step_get_loops (p->builder, (guint) v->panels, &n_loops);
  columns = tl_step_split (p->builder, first + n - 1, 0, LANES);
  rows = tl_step_split (p->builder, first + n - 2, 0, GROUP);
  tl_step_reorder (p->builder, columns, rows, columns + 1, rows + 1);
  tl_step (p->builder, "vectorize", tl_step_fuse_loops (p->builder, TL_STEP_LIST (guint, columns + 1, rows + 1)));
  tl_default_parallel (p, n > 2 ? first : columns);
}

/* Removes the declared read of the initial value: the instruction has no such operand. */
static void
hide_start (Bytes *v)
{
  const TlStmt *block = tl_schedule_builder_stmt (v->p->builder, v->nest.rv);

  for (guint r = 0; block != NULL && r < block->block.n_reads; r++)
    if (block->block.reads[r].buffer->dtype.bits == 32 && block->block.reads[r].buffer != block->block.writes[0].buffer)
      {
        gint64 index = r;

        tl_schedule_builder_do (v->p->builder, "unsafe_hide_buffer_access", tl_arg_rv (v->nest.rv),
                                tl_schedule_builder_string (v->p->builder, "read"),
                                tl_schedule_builder_ints (v->p->builder, &index, 1));
        return;
      }
}

/* A in the rows of a tile, written by the block that makes it. */
static void
move (Bytes *v, guint at)
{
  TlDefaultSchedule *p = v->p;
  guint              mover = tl_default_rv (p, (guint) v->moved), n, first;

  tl_step_at (p->builder, "compute_at", mover, at);
  first = tl_step_get_loops_below (p->builder, mover, at, &n);
  tl_step (p->builder, "vectorize", tl_step_split (p->builder, first + n - 1, 0, GROUP * LANES) + 1);
}

/* The sums of a tile stay in registers, whatever the scope of their buffer: that of the instruction's description is "global". */
static void
write_epilogue (Bytes *v, guint at)
{
  tl_step_at (v->p->builder, "reverse_compute_at", (guint) v->writer, at);
  tl_step_unroll_and_vectorize_below (v->p->builder, (guint) v->writer, at, LANES);
}

static void
write_product (Bytes *v)
{
  TlDefaultSchedule *p = v->p;
  TlBlockNest       *nest = &v->nest;
  guint              outer[TL_NEST_MAX_LOOPS + 2], n_outer = 0, order[TL_NEST_MAX_LOOPS + 8], n = 0;
  guint              i0 = tl_step_split (p->builder, nest->loops[v->i], 0, v->rows), i1 = i0 + 1, tiles, init;
  guint              j0 = tl_step_split (p->builder, nest->loops[v->j], 0, v->vectors, LANES), j1 = j0 + 1, j2 = j0 + 2;
  guint              k0 = tl_step_split (p->builder, nest->loops[v->k], 0, tl_largest_divisor (v->K / GROUP, UNROLLED), GROUP), k1 = k0 + 1,
                     k2 = k0 + 2;

  outer[n_outer++] = j0;
  n_outer += tl_block_nest_list (nest, nest->spatial & ~(1u << v->j | 1u << v->i), outer + n_outer);
  outer[n_outer++] = i0;
  n += tl_block_nest_list (nest, nest->reduced & ~(1u << v->k), order + n);
  for (guint l = 0; l < 6; l++)
    order[n++] = ((const guint[]) { k0, k1, i1, j1, j2, k2 })[l];
  tl_step_reorder_behind (p->builder, outer, n_outer, order, n);
  if (v->moved >= 0)
    move (v, i0);
  if (v->writer >= 0)
    write_epilogue (v, i0);
  tiles = tl_step_fuse_loops (p->builder, outer, n_outer);
  tl_default_parallel (p, tiles);
  init = tl_step_at (p->builder, "decompose_reduction", nest->rv, order[0]);
  tl_step_unroll_and_vectorize_below (p->builder, init, tiles, LANES);
  for (guint l = 0; l < 3; l++)
    tl_step (p->builder, "unroll", ((const guint[]) { k1, i1, j1 })[l]);
  if (v->is_addend)
    hide_start (v);
  tl_schedule_builder_do (p->builder, "tensorize", tl_arg_rv (j2), tl_schedule_builder_string (p->builder, INTRINSIC));
}

/* An addend of the result becomes the initial value of the reduction. */
static void
fuse_epilogue (Bytes *v)
{
  TlState *mark;

  if (v->epilogue < 0)
    return;
  v->writer = (gint) tl_default_rv (v->p, (guint) v->epilogue);
  mark = tl_schedule_builder_mark (v->p->builder);
  tl_schedule_builder_do (v->p->builder, "fuse_reduction_epilogue", tl_arg_rv (v->nest.rv),
                          tl_arg_rv (tl_default_rv (v->p, (guint) v->epilogue)));
  v->is_addend = tl_schedule_builder_accept (v->p->builder, mark);
  if (v->is_addend)
    v->writer = -1;
}

/* The addend is no block any longer. */
static void
claim (Bytes *v, guint at)
{
  TlDefaultSchedule *p = v->p;

  if (v->is_addend)
    {
      g_array_remove_index (p->blocks, (guint) v->epilogue);
      v->moved -= v->epilogue < v->moved;
      at -= (guint) v->epilogue < at;
      v->epilogue = -1;
    }
  if (v->moved >= 0)
    {
      tl_default_claim (p, (guint) v->moved);
      v->epilogue -= v->moved < v->epilogue;
      at -= (guint) v->moved < at;
    }
  tl_default_claim_with (p, at, v->epilogue);
}

static gboolean
apply_bytes (TlDefaultSchedule *p, guint at, char **why)
{
  Bytes v = { .p = p, .panels = -1, .writer = -1 };

  if (!read_bytes (&v, &at, why))
    return FALSE;
  v.moved = v.nest.n == 3 ? find_mover (&v) : -1;
  v.epilogue = tl_default_epilogue (p, &v.nest);
  if (v.N == v.nest.extents[v.j])
    fuse_epilogue (&v);
  else if (!add_columns (&v, why))
    return FALSE;
  pack (&v);
  write_product (&v);
  if (p->builder->error != NULL)
    return FALSE;
  claim (&v, at);
  return TRUE;
}

const TlDefaultRule tl_default_bytes_rule = {
  .info = { "matmul-bytes", "llvm",
            "C[…, j] = Σk A[…, k] · B[…, k, j] of uint8 and int8 in int32, also convolutions with channels last, with elementwise "
            "consumers, if the target has VNNI or AVX2 instructions",
            "B packed in groups of four rows and whole vectors, a tile of C in registers, computed by VNNI instructions, or products of "
            "16 bits; an addend of C initializes its sums" },
  .apply = apply_bytes,
};
