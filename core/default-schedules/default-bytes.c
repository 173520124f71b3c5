/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products of bytes in int32, uint8 by int8, on instructions that multiply four pairs of bytes and add them up (VNNI): a tile of C in
 * registers, B packed in groups of four rows, panel by panel. data/schedules/gemm-int8.py is the same by hand.
 */
#include <string.h>

#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/default-schedules/default-schedule-private.h"

#define LANES       16          /* int32 in a register */
#define GROUP       4           /* bytes in an int32 */
#define TILE_ROWS   8
#define TILE_WIDTH  32
#define UNROLLED    2
#define INTRINSIC   "dot_16x4_vnni"

typedef struct
{
  TlDefaultSchedule *p;
  TlBlockNest      nest;
  TlBlockProduct   product;
  const TlBlockOperand *a, *b;
  guint           i, j, k;
  gint64          M, N, K;
  gint            moved;         /* place of the block that makes A of something else, -1: none */
  gint            epilogue;      /* of the block that the sums go on into, -1: none */
} Bytes;

static gboolean
is_type (const TlExpr *expr, TlTypeCode code, guint bits)
{
  return expr->dtype.code == code && expr->dtype.bits == bits && expr->dtype.lanes == 1;
}

static gboolean
read_bytes (Bytes *v, guint at, char **why)
{
  TlBlockNest *nest = &v->nest;
  const TlStmt *store;
  const TlExpr *load_a, *load_b;

  if (!tl_block_nest_match_rv (v->p->builder, tl_default_rv (v->p, at), nest, why) || !tl_block_product_match (nest, &v->product, why))
    return FALSE;
  store = v->product.store;
  v->a = &v->product.operands[is_type (v->product.operands[0].value, TL_TYPE_UINT, 8) ? 0 : 1];
  v->b = &v->product.operands[v->a == &v->product.operands[0] ? 1 : 0];
  load_a = v->a->load;
  load_b = v->b->load;
  if (!is_type (v->a->value, TL_TYPE_UINT, 8) || !is_type (v->b->value, TL_TYPE_INT, 8) || v->a->value != load_a || v->b->value != load_b
      || store->buffer->dtype.code != TL_TYPE_INT || store->buffer->dtype.bits != 32)
    return tl_set_reason (why, "block %s is not a sum of products of uint8 and int8 in int32", nest->block->name);
  if (!tl_target_has (v->p->target, "avx512vnni"))
    return tl_set_reason (why, "the target lacks the instructions (avx512vnni)");
  if (nest->n != 3 || store->n_indices != 2 || load_a->n_indices != 2 || load_b->n_indices != 2)
    return tl_set_reason (why, "block %s is not a plain matrix multiplication", nest->block->name);
  v->i = (guint) tl_max (tl_block_nest_axis (nest, store->indices[0]), 0);
  v->j = (guint) tl_max (tl_block_nest_axis (nest, store->indices[1]), 0);
  v->k = (guint) tl_max (tl_block_nest_axis (nest, load_a->indices[1]), 0);
  if (tl_block_nest_axis (nest, load_a->indices[0]) != (gint) v->i || tl_block_nest_axis (nest, load_b->indices[0]) != (gint) v->k
      || tl_block_nest_axis (nest, load_b->indices[1]) != (gint) v->j || nest->reduced != 1u << v->k)
    return tl_set_reason (why, "block %s is not a product [i, j] = [i, k] · [k, j]", nest->block->name);
  v->M = nest->extents[v->i];
  v->N = nest->extents[v->j];
  v->K = nest->extents[v->k];
  if (v->M == 0 || v->N == 0 || v->K == 0 || v->N % LANES != 0 || v->K % GROUP != 0)
    return tl_set_reason (why, "the extents of B are not multiples of %d columns and %d rows", LANES, GROUP);
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

static guint
pack (Bytes *v, gint64 nr)
{
  TlDefaultSchedule *p = v->p;
  TlArena           *arena = p->builder->arena;
  const TlStmt      *block = tl_schedule_builder_stmt (p->builder, v->nest.rv);
  gint               b = block != NULL ? tl_block_read_index (&block->block, v->b->load->buffer) : 0;
  guint              panels = tl_step_cache_read (p->builder, v->nest.rv, b, "global");
  const TlVar      **vars = tl_step_map_vars (p->builder, 2);
  const TlExpr      *final[4] = {
    tl_floordiv      (arena, vars[1], tl_int (arena, nr)), tl_floordiv (arena, vars[0], tl_int (arena, GROUP)),
    tl_floormod      (arena, vars[1], tl_int (arena, nr)), tl_floormod (arena, vars[0], tl_int (arena, GROUP)),
  };

  tl_step_transform_layout (p->builder, v->nest.rv, "read", (guint) b, tl_index_map_new (p->builder->arena, vars, 2, final, 4), NULL);
  return panels;
}

static void
fill (Bytes *v, guint panels, guint at)
{
  TlDefaultSchedule *p = v->p;
  guint              n, rows, columns;

  tl_step_at (p->builder, "compute_at", panels, at);
  rows = tl_step_get_loops_below (p->builder, panels, at, &n);
  if (p->builder->error == NULL && n != 2)
    tl_refuse (&p->builder->error, NULL, 0, NULL, "panels have %u loops, not two", n);
  columns = tl_step_split (p->builder, rows + 1, 0, LANES);
  rows = tl_step_split (p->builder, rows, 0, GROUP);
  tl_step_reorder (p->builder, columns, rows, columns + 1, rows + 1);
  tl_step (p->builder, "vectorize", tl_step_fuse_loops (p->builder, TL_STEP_LIST (guint, columns + 1, rows + 1)));
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

static void
write_product (Bytes *v)
{
  TlDefaultSchedule *p = v->p;
  gint64             mr = tl_largest_divisor (v->M, TILE_ROWS), nr = tl_largest_divisor (v->N / LANES, TILE_WIDTH / LANES) * LANES;
  gint64             panel_bytes = p->l2_bytes / 4, nc = tl_largest_divisor (v->N / nr, MAX (panel_bytes / (v->K * nr), 1)) * nr;
  guint              panels = pack (v, nr);
  guint              i0 = tl_step_split (p->builder, v->nest.loops[v->i], 0, mr), i1 = i0 + 1;
  guint              j0 = tl_step_split (p->builder, v->nest.loops[v->j], 0, nc / nr, nr / LANES, LANES), j1 = j0 + 1, j2 = j0 + 2,
                     j3 = j0 + 3;
  guint k0 = tl_step_split (p->builder, v->nest.loops[v->k], 0, tl_largest_divisor (v->K / GROUP, UNROLLED), GROUP), k1 = k0 + 1,
        k2 = k0 + 2;
  guint              init;

  tl_step_reorder (p->builder, j0, i0, j1, k0, k1, i1, j2, j3, k2);
  tl_step (p->builder, "parallel", j0);
  fill (v, panels, j0);
  if (v->moved >= 0)
    {
      guint mover = tl_default_rv (p, (guint) v->moved), n, first;

      tl_step_at (p->builder, "compute_at", mover, i0);
      first = tl_step_get_loops_below (p->builder, mover, i0, &n);
      tl_step (p->builder, "vectorize", tl_step_split (p->builder, first + n - 1, 0, GROUP * LANES) + 1);
    }
  init = tl_step_at (p->builder, "decompose_reduction", v->nest.rv, k0);
  tl_step_unroll_and_vectorize_below (p->builder, init, j1, LANES);
  for (guint l = 0; l < 3; l++)
    tl_step (p->builder, "unroll", ((const guint[]) { k1, i1, j2 })[l]);
  if (v->epilogue >= 0)
    hide_start (v);
  tl_schedule_builder_do (p->builder, "tensorize", tl_arg_rv (j3), tl_schedule_builder_string (p->builder, INTRINSIC));
}

/* An addend of the result becomes the initial value of the reduction. */
static void
fuse_epilogue (Bytes *v)
{
  TlState *mark;

  v->epilogue = tl_default_epilogue (v->p, &v->nest);
  if (v->epilogue < 0)
    return;
  mark = tl_schedule_builder_mark (v->p->builder);
  tl_schedule_builder_do (v->p->builder, "fuse_reduction_epilogue", tl_arg_rv (v->nest.rv),
                          tl_arg_rv (tl_default_rv (v->p, (guint) v->epilogue)));
  if (!tl_schedule_builder_accept (v->p->builder, mark))
    v->epilogue = -1;
}

static gboolean
apply_bytes (TlDefaultSchedule *p, guint at, char **why)
{
  Bytes v = { .p = p };

  if (!read_bytes (&v, at, why))
    return FALSE;
  v.moved = find_mover (&v);
  fuse_epilogue (&v);
  write_product (&v);
  if (p->builder->error != NULL)
    return FALSE;
  if (v.epilogue >= 0)
    {
      g_array_remove_index (p->blocks, (guint) v.epilogue);
      v.moved -= v.epilogue < v.moved;
      at -= (guint) v.epilogue < at;
    }
  tl_default_claim_with (p, at, v.moved);
  return TRUE;
}

const TlDefaultRule tl_default_bytes_rule = {
  .info = { "matmul-bytes", "llvm", "C[i, j] = Σk A[i, k] · B[k, j] of uint8 and int8 in int32, if the target has VNNI instructions",
            "B packed in groups of four rows, a tile of C in registers, computed by VNNI instructions; an addend of C initializes its "
            "sums" },
  .apply = apply_bytes,
};
