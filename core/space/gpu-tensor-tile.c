/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/gpu-tensor-tile.h"

#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/ir/matrix-call.h"
#include "core/space/schedule-steps.h"

#define FIRST_SM     80
#define FRAGMENT     TL_TENSOR_FRAGMENT
#define LEAST_SIDE   16
#define MAX_BLOCKS_Y 65535
#define TURN_COLUMNS 4096   /* of C, whose blocks run in turns row by row */

#define F16   { TL_TYPE_FLOAT, 16, 1 }
#define BF16  { TL_TYPE_BFLOAT, 16, 1 }
#define F32   { TL_TYPE_FLOAT, 32, 1 }
static const TlTensorType types[] = {
  { F16, F32, "16x16x16_f16", "16x16x16_f16f16f32", "16x16x16_f32", TRUE, "f16" },
  { F16, F16, "16x16x16_f16", "16x16x16_f16f16f16", "16x16x16_f16", TRUE },
  { BF16, F32, "16x16x16_bf16", "16x16x16_bf16bf16f32", "16x16x16_f32", TRUE, "bf16" },
  { { TL_TYPE_INT, 8, 1 }, { TL_TYPE_INT, 32, 1 }, "16x16x32_s8", "16x16x32_s8s8s32", "16x16x32_s32", FALSE },
};

static const TlTensorType *
find_type (const TlGpuProduct *m)
{
  TlDType a = m->factors[0].operand->load->dtype, b = m->factors[1].operand->load->dtype, sum = m->product.store->buffer->dtype;

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (tl_dtype_equal (types[i].factor, a) && tl_dtype_equal (types[i].factor, b) && tl_dtype_equal (types[i].sum, sum))
      return &types[i];
  return NULL;
}

/* --- what fits --- */

gboolean
tl_tensor_check_target (const TlTarget *target, char **why)
{
  if (!g_str_equal (target->kind->name, "cuda") || tl_target_sm (target) < FIRST_SM)
    return tl_set_reason (why, "the target has no mma.sync: it needs a GPU of sm_%d or later", FIRST_SM);
  return TRUE;
}

gboolean
tl_tensor_has_wgmma (const TlTarget *target, const TlGpuProduct *m, const TlTensorType *type)
{
  return g_str_equal (target->arch, "sm_90a") && type->wide != NULL && m->factors[0].k_last;
}

static gboolean
is_short (const TlGpuProduct *m, TlGpuRole role)
{
  return m->extents[role] > 0 && m->extents[role] < LEAST_SIDE;
}

gboolean
tl_tensor_check_product (TlGpuProduct *m, const TlTensorType **type, char **why)
{
  const char *name = m->nest.block->name;

  *type = find_type (m);
  if (*type == NULL)
    return tl_set_reason (why, "tensor cores multiply no %s into %s for block %s", tl_dtype_name (m->factors[0].operand->load->dtype),
                          tl_dtype_name (m->product.store->buffer->dtype), name);
  if (m->has_windows)
    return tl_set_reason (why, "block %s reads windows of a factor", name);
  if (is_short (m, TL_GPU_I) || is_short (m, TL_GPU_J) || is_short (m, TL_GPU_K))
    return tl_set_reason (why, "block %s has fewer than %d rows, columns or steps", name, LEAST_SIDE);
  for (guint f = 0; f < 2; f++)
    {
      TlGpuFactor *factor = &m->factors[f];

      factor->k_last = !factor->is_along || !(*type)->can_transpose;
      if (factor->k_last)
        factor->lanes = factor->is_along ? 1 : tl_gpu_product_lanes (m, factor, TL_GPU_K);
    }
  return TRUE;
}

gint64
tl_tensor_turn_columns (gint64 n, gint64 columns)
{
  gint64 n_blocks = tl_ceildiv (n, columns), group = tl_min (tl_max (TURN_COLUMNS / columns, 1), n_blocks);

  while (n_blocks % group != 0)
    group--;
  return group * columns;
}

/* --- steps --- */

typedef struct
{
  TlGpuProduct       *m;
  const TlTensorTile *tile;
  const TlTensorType *type;
  guint               warps, k0, k1;          /* loops */
  guint               outer;                  /* the block of a fragment */
} TensorSchedule;

static TlScheduleBuilder *
builder_of (const TensorSchedule *s)
{
  return s->m->builder;
}

static void
tensorize (TensorSchedule *s, guint rv, const char *format, const char *a, const char *b)
{
  g_autofree char *name = g_strdup_printf (format, a, b);

  tl_schedule_builder_do (builder_of (s), "tensorize", tl_arg_rv (rv), tl_schedule_builder_string (builder_of (s), name));
}

/* @blocks: batches, groups of columns, rows, columns of a group. Groups are along blockIdx.y, where there are not too many. */
static void
bind_blocks (TensorSchedule *s, const guint blocks[4])
{
  TlScheduleBuilder *builder = builder_of (s);
  gint64             n_batches = tl_schedule_builder_extent (builder, blocks[0]);
  gint64             n_groups = tl_schedule_builder_extent (builder, blocks[1]);
  gboolean           is_one = n_batches == 0 || n_groups == 0 || n_batches * n_groups == 1 || n_batches > MAX_BLOCKS_Y / n_groups;

  if (is_one)
    {
      tl_step_bind (builder, tl_step_fuse_loops (builder, blocks, 4), "blockIdx.x");
      return;
    }
  tl_step_bind (builder, tl_step_fuse_loops (builder, blocks, 2), "blockIdx.y");
  tl_step_bind (builder, tl_step_fuse_loops (builder, blocks + 2, 2), "blockIdx.x");
}

/* Blocks of C, warps, k, fragments. */
static void
split_loops (TensorSchedule *s)
{
  TlScheduleBuilder  *builder = builder_of (s);
  const TlTensorTile *tile = s->tile;
  const TlArg         depth = tl_arg_int (tl_mma_k (s->type->factor)), fragment = tl_arg_int (FRAGMENT);
  const TlArg         columns = tl_arg_int (tile->wide_columns > 0 ? tile->wide_columns : FRAGMENT);
  guint               turns = tl_step_split (builder, s->m->loops[TL_GPU_J], 0, tile->turn_columns), i, j, k;

  i = tl_step_split_args (builder, s->m->loops[TL_GPU_I], TL_STEP_INFERRED, tile->warps[0], tile->fragments[0], fragment);
  j = tl_step_split_args (builder, turns + 1, TL_STEP_INFERRED, tile->warps[1], tile->fragments[1], columns);
  k = tl_step_split_args (builder, s->m->loops[TL_GPU_K], TL_STEP_INFERRED, tile->k_steps, depth);
  const guint blocks[4] = { s->m->loops[TL_GPU_B], turns, i, j };

  tl_step_reorder_behind (builder, blocks, 4, TL_STEP_LIST (guint, i + 1, j + 1, k, k + 1, i + 2, j + 2, i + 3, j + 3, k + 2));
  bind_blocks (s, blocks);
  s->warps = tl_step_fuse_loops (builder, (guint[]) { i + 1, j + 1 }, 2);
  tl_step_bind (builder, s->warps, "threadIdx.y");
  s->k0 = k;
  s->k1 = k + 1;
  tl_step (builder, "unroll", k + 1);
  tl_step (builder, "unroll", i + 2);
  tl_step (builder, "unroll", j + 2);
  s->outer = tl_step (builder, "blockize", i + 3);
}

/* The @n loops from @first on, shared out among the threads of all warps, or of one. */
static void
share_out (TensorSchedule *s, guint first, guint n, gboolean is_of_all, gint64 lanes)
{
  TlScheduleBuilder *builder = builder_of (s);
  const TlArg       *warps = s->tile->warps, warp = tl_arg_int (TL_GPU_WARP), vector = tl_arg_int (lanes);
  guint              loop = tl_step_fuse_from (builder, first, n), threads;

  if (is_of_all)
    {
      loop = tl_step_split_args (builder, loop, TL_STEP_INFERRED, warps[0], warps[1], warp, vector);
      threads = loop + 3;
      tl_step_bind (builder, tl_step_fuse_loops (builder, (guint[]) { loop + 1, loop + 2 }, 2), "threadIdx.y");
    }
  else
    {
      loop = tl_step_split_args (builder, loop, TL_STEP_INFERRED, warp, vector);
      threads = loop + 1;
    }
  tl_step_bind (builder, threads, "threadIdx.x");
  tl_step (builder, lanes > 1 ? "vectorize" : "unroll", threads + 1);
  tl_step (builder, "unroll", loop);
}

/* (b, k, j) → (b, 64 columns, k, j) */
static TlArg
panel_map (TensorSchedule *s)
{
  TlArena       *arena = builder_of (s)->arena;
  const TlVar  **vars = tl_step_map_vars (builder_of (s), 3);
  const TlExpr  *panel = tl_int (arena, TL_TENSOR_PANEL);
  const TlExpr **indices = tl_arena_new_array (arena, const TlExpr *, 4);

  indices[0] = vars[0];
  indices[1] = tl_floordiv (arena, vars[2], panel);
  indices[2] = vars[1];
  indices[3] = tl_floormod (arena, vars[2], panel);
  return tl_arg_index_map_of (arena, tl_index_map_new (arena, vars, 3, indices, 4), NULL, 0);
}

/* A factor's part of k0, by all threads. Short lines are taken four apart, so that a vector of each lane lies in a bank of its own. */
static void
stage_factor (TensorSchedule *s, guint f)
{
  TlScheduleBuilder *builder = builder_of (s);
  const TlGpuFactor *factor = &s->m->factors[f];
  gint64             n_bytes = tl_dtype_bytes (s->type->factor);
  guint              n, first;

  tl_step_set_scope (builder, factor->rv, 0, "shared.dyn");
  tl_step_at (builder, "compute_at", factor->rv, s->k0);
  first = tl_step_get_loops_below (builder, factor->rv, s->k0, &n);
  if (builder->error == NULL && n < 2)
    tl_refuse (&builder->error, NULL, 0, NULL, "the copy of a factor has %u loops", n);
  if (s->tile->rows_apart[f])
    {
      guint rows = first + n - 2, columns = first + n - 1, parts = tl_step_split (builder, rows, 0, 2, 4);

      tl_step_reorder (builder, parts, parts + 2, parts + 1, columns);
      first = tl_step_get_loops_below (builder, factor->rv, s->k0, &n);
    }
  share_out (s, first, n, TRUE, s->tile->lanes[f]);
  if (s->tile->wide_columns > 0)
    tl_step_annotate (builder, factor->rv, "permuted_layout", tl_arg_int (1));
  if (s->tile->wide_columns > 0 && !factor->k_last)
    tl_schedule_builder_do (builder, "transform_layout", tl_arg_rv (factor->rv), tl_step_access (builder, "write", 0), panel_map (s),
                            { .kind = TL_ARG_NONE }, tl_arg_bool (TRUE));
  if (s->tile->wide_columns > 0)
    return;
  tl_schedule_builder_do (builder, "storage_align", tl_arg_rv (factor->rv), tl_arg_int (0), tl_arg_int (1), tl_arg_int (64 / n_bytes),
                          tl_arg_int (16 / n_bytes));
}

/* Fragments of a block, unrolled. */
static guint
split_fragments (TensorSchedule *s, guint block_rv, gint64 rows, gint64 columns)
{
  TlScheduleBuilder *builder = builder_of (s);
  guint              y = tl_step_get_inner_loop (builder, block_rv, 1), x = tl_step_get_inner_loop (builder, block_rv, 0);
  guint              i = tl_step_split (builder, y, 0, rows), j = tl_step_split (builder, x, 0, columns);

  tl_step_reorder (builder, i, j, i + 1, j + 1);
  tl_step (builder, "unroll", i);
  tl_step (builder, "unroll", j);
  return i + 1;
}

static guint
load_factor (TensorSchedule *s, const TlGpuFactor *factor)
{
  TlScheduleBuilder *builder = builder_of (s);
  gboolean           is_a = factor->rows == TL_GPU_I;
  g_autofree char   *scope = g_strdup_printf ("%smma.matrix_%s", s->tile->wide_columns > 0 ? "wg" : "", is_a ? "a" : "b");
  guint              load = tl_step_cache_read (builder, s->outer, factor->operand->read, scope);

  tl_step_at (builder, "compute_at", load, s->k1);
  return load;
}

static void
tensorize_load (TensorSchedule *s, const TlGpuFactor *factor, guint load)
{
  gint64   depth = tl_mma_k (s->type->factor);
  gboolean is_a = factor->rows == TL_GPU_I, is_trans = is_a == !factor->k_last;
  guint    first = split_fragments (s, load, factor->k_last ? FRAGMENT : depth, factor->k_last ? depth : FRAGMENT);

  tensorize (s, first, "mma_load_%s_%s_shared_dyn", s->type->load, is_a ? is_trans ? "a_trans" : "a" : factor->k_last ? "b_trans" : "b");
}

static void
tensorize_wide_load (TensorSchedule *s, const TlGpuFactor *factor, guint load)
{
  gboolean         is_a = factor->rows == TL_GPU_I;
  gint64           columns = s->tile->wide_columns;
  g_autofree char *trans = g_strdup_printf ("wgmma_load_16x%" G_GINT64_FORMAT "x16_%%s_b_trans_shared_dyn", columns);

  if (is_a)
    tensorize (s, split_fragments (s, load, FRAGMENT, FRAGMENT), "wgmma_load_16x16x16_%s_a_shared_dyn", s->type->wide, NULL);
  else if (factor->k_last)
    tensorize (s, split_fragments (s, load, columns, FRAGMENT), trans, s->type->wide, NULL);
  else
    tensorize (s, split_fragments (s, load, FRAGMENT, TL_TENSOR_PANEL), "wgmma_load_16x64x16_%s_b_shared_dyn", s->type->wide, NULL);
}

/* The fragments to C at once. */
static void
store_sums (TensorSchedule *s)
{
  tl_step_at (builder_of (s), "reverse_compute_at", s->m->result_rv, s->warps);
  tensorize (s, split_fragments (s, s->m->result_rv, FRAGMENT, FRAGMENT), "mma_store_%s_%s", s->type->store, "global");
}

/* (b, i, j) → (b, warp's rows, row of fragments, i, j): of the rows of fragments only one of each warp is there at a time. */
static TlArg
row_map (TensorSchedule *s)
{
  TlArena       *arena = builder_of (s)->arena;
  const TlArg   *rows = &s->tile->fragments[0];
  gboolean       is_variable = rows->kind == TL_ARG_RV;
  const TlVar  **vars = tl_step_map_vars (builder_of (s), is_variable ? 4 : 3);
  const TlExpr  *n = is_variable ? vars[3] : tl_int (arena, rows->integer), *fragment = tl_int (arena, FRAGMENT);
  const TlExpr  *row = tl_floordiv (arena, vars[1], fragment);
  const TlExpr **indices = tl_arena_new_array (arena, const TlExpr *, 5);

  indices[0] = vars[0];
  indices[1] = tl_floordiv (arena, row, n);
  indices[2] = tl_floormod (arena, row, n);
  indices[3] = tl_floormod (arena, vars[1], fragment);
  indices[4] = vars[2];
  return tl_arg_index_map_of (arena, tl_index_map_new (arena, vars, is_variable ? 4 : 3, indices, 5), rows, is_variable ? 1 : 0);
}

/*
 * A row of fragments at a time to shared memory, and from there by the lanes of the warp. Each warp stores its own: the copy gets its scope
 * where that no longer means that all threads make all of it.
 */
static void
store_through_shared (TensorSchedule *s)
{
  TlScheduleBuilder *builder = builder_of (s);
  guint              result = s->m->result_rv, n, first, rows, stage, stored;

  tl_step_at (builder, "reverse_compute_at", result, s->warps);
  first = tl_step_get_loops_below (builder, result, s->warps, &n);
  if (builder->error == NULL && n < 2)
    tl_refuse (&builder->error, NULL, 0, NULL, "the result has %u loops", n);
  rows = tl_step_split (builder, first + n - 2, 0, FRAGMENT);
  stage = tl_step_cache_read (builder, result, 0, "local");
  tl_step_at (builder, "compute_at", stage, rows);
  tl_step_set_scope (builder, stage, 0, "shared.dyn");
  tl_schedule_builder_do (builder, "transform_layout", tl_arg_rv (stage), tl_step_access (builder, "write", 0), row_map (s),
                          { .kind = TL_ARG_NONE }, tl_arg_bool (TRUE));
  first = tl_step_get_loops_below (builder, result, rows, &n);
  share_out (s, first, n, FALSE, s->m->result_lanes);
  stored = tl_step (builder, "blockize", split_fragments (s, stage, FRAGMENT, FRAGMENT));
  tensorize (s, stored, "mma_store_%s_%s", s->type->store, "shared_dyn");
  tl_schedule_builder_do (builder, "storage_align", tl_arg_rv (stored), tl_arg_int (0), tl_arg_int (3),
                          tl_arg_int (tl_dtype_bytes (s->type->sum) == 2 ? 64 : 32), tl_arg_int (8));
}

static void
unroll_fill (TensorSchedule *s, guint fill)
{
  TlScheduleBuilder *builder = builder_of (s);
  guint              n, first = tl_step_get_loops_below (builder, fill, s->warps, &n);

  for (guint rv = first; builder->error == NULL && rv < first + n; rv++)
    tl_step (builder, "unroll", rv);
}

static void
annotate_pipeline (TensorSchedule *s)
{
  TlScheduleBuilder *builder = builder_of (s);
  const TlArg        zero = tl_arg_int (0), stages[3] = { zero, zero, s->tile->n_ahead };
  const gint64       order[3] = { 0, 1, 2 }, copies[1] = { 0 };

  if (tl_arg_equal (&s->tile->n_ahead, &zero))
    return;
  tl_step_annotate (builder, s->k0, "software_pipeline_stage", tl_arg_list (builder->arena, stages, 3));
  tl_step_annotate (builder, s->k0, "software_pipeline_order", tl_schedule_builder_ints (builder, order, 3));
  tl_step_annotate (builder, s->k0, "software_pipeline_async_stages", tl_schedule_builder_ints (builder, copies, 1));
}

static void
tensorize_wide (TensorSchedule *s, guint fill)
{
  const char      *factor = s->type->wide;
  g_autofree char *sync = g_strdup_printf ("wgmma_sync_16x%" G_GINT64_FORMAT "x16_%%s%%s", s->tile->wide_columns);
  g_autofree char *filled = g_strdup_printf ("wgmma_fill_16x%" G_GINT64_FORMAT "_f32", s->tile->wide_columns);
  g_autofree char *types_of = g_strdup_printf ("%s%sf32", factor, factor);

  tensorize (s, s->outer, sync, types_of, s->m->factors[1].k_last ? "_trans_b" : "");
  tensorize (s, fill, filled, NULL, NULL);
}

void
tl_tensor_tile_write (TlGpuProduct *m, const TlTensorType *type, const TlTensorTile *tile, gboolean is_direct)
{
  TensorSchedule     s = { .m = m, .tile = tile, .type = type };
  TlScheduleBuilder *builder = m->builder;
  guint              loads[2], fill;

  split_loops (&s);
  tl_step_set_scope (builder, s.outer, 0, "mma.accumulator");
  for (guint f = 0; f < 2; f++)
    loads[f] = load_factor (&s, &m->factors[f]);
  for (guint f = 0; f < 2; f++)
    stage_factor (&s, f);
  if (is_direct)
    store_sums (&s);
  else
    store_through_shared (&s);
  fill = tl_step_at (builder, "decompose_reduction", s.outer, s.k0);
  unroll_fill (&s, fill);
  if (tile->wide_columns > 0)
    {
      tensorize_wide (&s, fill);
      for (guint f = 0; f < 2; f++)
        tensorize_wide_load (&s, &m->factors[f], loads[f]);
      annotate_pipeline (&s);
      return;
    }
  tensorize (&s, s.outer, m->factors[1].k_last ? m->factors[0].k_last ? "mma_sync_%s_trans_b" : "mma_sync_%s_trans_a_trans_b"
             : m->factors[0].k_last ? "mma_sync_%s" : "mma_sync_%s_trans_a", type->sync, NULL);
  tensorize (&s, fill, "mma_fill_%s", type->store, NULL);
  for (guint f = 0; f < 2; f++)
    tensorize_load (&s, &m->factors[f], loads[f]);
  annotate_pipeline (&s);
}
