/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TensorTile: products of matrices in tiles for tensor cores by mma.sync (core/space/gpu-tensor-tile.h), where the target has it. The trace
 * draws the warps of a block and the fragments of a warp along rows and columns, the steps of k, and how far copies run ahead.
 *
 * Axes are rounded up to the largest tile that adds few elements. All sizes are powers of two that divide it, so that whatever is drawn
 * divides the loops; sizes that would not fit the target's shared memory with most of the others are not among those drawn.
 */
#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/ir/matrix-call.h"
#include "core/space/gpu-tensor-tile.h"
#include "core/space/rules/rule-rows-private.h"
#include "core/space/rules/rule-steps-private.h"

#define SIDE_FRAGMENTS 16     /* of a block's tile at most, along rows and columns */
#define MAX_ADDED      8      /* an eighth of an axis */
#define MAX_THREADS    256    /* each has up to 200 registers */
#define MAX_VALUES     3u
#define LINE_PADDING   16     /* bytes */
#define BANK_BYTES     128    /* of all banks of shared memory */
#define LEAST_SHARE    0.6    /* of draws that fit */

typedef enum { WARPS_I, WARPS_J, FRAGMENTS_I, FRAGMENTS_J, K_STEPS, AHEAD, N_SIZES } Size;

/* The values that a size is drawn from, powers of two or consecutive numbers. */
typedef struct
{
  gint64 values[MAX_VALUES];
  guint  n;
} Choice;

typedef struct
{
  TlGpuProduct        product;
  const TlTensorType *type;
  gint64              shared_bytes;              /* of a block of threads */
  gboolean            is_direct;
  gint64              whole[TL_GPU_N_ROLES];     /* multiples that axes are rounded up to */
  Choice              choices[N_SIZES];
} TensorSpace;

/* --- choices --- */

/* Powers of two from @first to @last. */
static Choice
powers (gint64 first, gint64 last)
{
  Choice choice = { .n = 0 };

  for (gint64 value = first; value <= last && choice.n < MAX_VALUES; value *= 2)
    choice.values[choice.n++] = value;
  return choice;
}

/* The largest power of two up to @most, so that rounding up to that many units adds few to rounding up to one. */
static gint64
units_of (gint64 extent, gint64 unit, gint64 most)
{
  gint64 n = most;

  while (n > 1 && tl_ceildiv (extent, n * unit) * n > tl_ceildiv (extent, unit) * (MAX_ADDED + 1) / MAX_ADDED)
    n /= 2;
  return n;
}

/*
 * Two fragments make lines of TL_TENSOR_SHORT_LINE bytes, below which copies meet bank conflicts. So do results on their way through shared
 * memory, unless rows of a warp fill all banks.
 */
static void
choose_side (TensorSpace *s, guint side)
{
  TlGpuRole role = side == 0 ? TL_GPU_I : TL_GPU_J;
  gint64    least = s->product.factors[side].k_last ? 1 : 2,
            n = least * units_of (s->product.extents[role], least * TL_TENSOR_FRAGMENT, SIDE_FRAGMENTS / least),
            of_warp = side == 1 && !s->is_direct ? BANK_BYTES / TL_TENSOR_FRAGMENT / tl_dtype_bytes (s->type->sum) : 2,
            most = n >= 8 ? 4 : MIN (n, of_warp);

  s->whole[role] = n * TL_TENSOR_FRAGMENT;
  s->choices[FRAGMENTS_I + side] = powers (MIN (most, of_warp), most);
  s->choices[WARPS_I + side] = powers (1, n / most);
}

static gint64
depth_of (const TensorSpace *s)
{
  return tl_mma_k (s->type->factor);
}

/* Lines of k have 64 bytes, or 128. */
static void
choose_k (TensorSpace *s)
{
  gint64 extent = s->product.extents[TL_GPU_K], most = 2 * units_of (extent, 2 * depth_of (s), 2), n_steps;

  s->whole[TL_GPU_K] = most * depth_of (s);
  s->choices[K_STEPS] = powers (2, most);
  n_steps = tl_ceildiv (extent, s->whole[TL_GPU_K]);
  s->choices[AHEAD] = n_steps == 1 ? (Choice) { { 0 }, 1 } : (Choice) { { 1, 2, 3 }, (guint) tl_min (n_steps - 1, MAX_VALUES) };
}

/* Bytes of a factor in shared memory. */
static gint64
factor_bytes (const TensorSpace *s, guint side, const gint64 *sizes)
{
  gint64 rows = sizes[WARPS_I + side] * sizes[FRAGMENTS_I + side] * TL_TENSOR_FRAGMENT, k = sizes[K_STEPS] * depth_of (s),
         n_bytes = tl_dtype_bytes (s->type->factor);

  return s->product.factors[side].k_last ? rows * (k * n_bytes + LINE_PADDING) : k * (rows * n_bytes + LINE_PADDING);
}

static gboolean
fits (const TensorSpace *s, const gint64 *sizes)
{
  gint64 n_warps = sizes[WARPS_I] * sizes[WARPS_J],
         line = sizes[FRAGMENTS_J] * TL_TENSOR_FRAGMENT * tl_dtype_bytes (s->type->sum) + 2 * LINE_PADDING,
         copies = (sizes[AHEAD] + 1) * (factor_bytes (s, 0, sizes) + factor_bytes (s, 1, sizes));

  return n_warps * TL_GPU_WARP <= MAX_THREADS
         && copies + (s->is_direct ? 0 : n_warps * TL_TENSOR_FRAGMENT * line) <= s->shared_bytes;
}

/* The share of all combinations that fit. */
static double
fitting_share (const TensorSpace *s)
{
  guint n_all = 1, n_fitting = 0;

  for (Size size = 0; size < N_SIZES; size++)
    n_all *= s->choices[size].n;
  for (guint i = 0; i < n_all; i++)
    {
      gint64 sizes[N_SIZES];
      guint  rest = i;

      for (Size size = 0; size < N_SIZES; rest /= s->choices[size].n, size++)
        sizes[size] = s->choices[size].values[rest % s->choices[size].n];
      n_fitting += fits (s, sizes);
    }
  return (double) n_fitting / n_all;
}

/*
 * Leaves out the largest value of one of the sizes with the most values, that which helps most, until most draws fit: so each size keeps
 * two values as long as possible.
 */
static gboolean
keep_fitting (TensorSpace *s)
{
  while (fitting_share (s) < LEAST_SHARE)
    {
      Choice *best = NULL;
      double  most = -1;

      for (Size size = 0; size < N_SIZES; size++)
        {
          Choice *choice = &s->choices[size];
          double  share;

          choice->n--;
          share = choice->n > 0 ? fitting_share (s) : -1;
          choice->n++;
          if (choice->n == 1 || (best != NULL && (choice->n < best->n || (choice->n == best->n && share <= most))))
            continue;
          best = choice;
          most = share;
        }
      if (best == NULL)
        return FALSE;
      best->n--;
    }
  return TRUE;
}

/* --- the sketch --- */

static TlArg
draw (TlScheduleBuilder *builder, const Choice *choice)
{
  return choice->n == 1 ? tl_arg_int (choice->values[0]) : tl_arg_rv (tl_step_sample_one_of (builder, choice->values, choice->n));
}

/* The widest vectors by which all threads copy the factor, whatever is drawn. */
static gint64
copied_lanes (const TensorSpace *s, guint side)
{
  const Choice *others = &s->choices[WARPS_I + 1 - side];
  gint64        lanes = s->product.factors[side].lanes, n_elements;

  n_elements = s->choices[FRAGMENTS_I + side].values[0] * TL_TENSOR_FRAGMENT * s->choices[K_STEPS].values[0] * depth_of (s);
  while (lanes > 1 && n_elements % (lanes * TL_GPU_WARP * others->values[others->n - 1]) != 0)
    lanes /= 2;
  return lanes;
}

static gboolean
has_short_lines (const TensorSpace *s, guint side)
{
  gint64 least = s->product.factors[side].k_last ? s->choices[K_STEPS].values[0] * depth_of (s)
                                                 : s->choices[FRAGMENTS_I + side].values[0] * TL_TENSOR_FRAGMENT;

  return least * tl_dtype_bytes (s->type->factor) == TL_TENSOR_SHORT_LINE;
}

static void
write_tiles (TensorSpace *s)
{
  TlScheduleBuilder *builder = s->product.builder;
  TlTensorTile       tile = { .turn_columns = tl_tensor_turn_columns (s->product.extents[TL_GPU_J], s->whole[TL_GPU_J]) };
  TlState           *mark;
  TlGpuProduct       normal;

  for (guint side = 0; side < 2; side++)
    {
      tile.warps[side] = draw (builder, &s->choices[WARPS_I + side]);
      tile.fragments[side] = draw (builder, &s->choices[FRAGMENTS_I + side]);
      tile.lanes[side] = copied_lanes (s, side);
      tile.rows_apart[side] = has_short_lines (s, side);
    }
  tile.k_steps = draw (builder, &s->choices[K_STEPS]);
  tile.n_ahead = draw (builder, &s->choices[AHEAD]);
  tl_gpu_product_normalize (&s->product, s->whole);
  tl_step_annotate (builder, s->product.factors[0].rv, TL_HINT_THREADS_LOW, tl_arg_int (TL_GPU_WARP));
  tl_step_annotate (builder, s->product.factors[0].rv, TL_HINT_THREADS_HIGH, tl_arg_int (MAX_THREADS));
  mark = tl_schedule_builder_mark (builder);
  normal = s->product;
  tl_tensor_tile_write (&s->product, s->type, &tile, s->is_direct);
  if (tl_schedule_builder_accept (builder, mark) || !s->is_direct)
    return;
  tl_tensor_tile_write (&normal, s->type, &tile, FALSE);
}

/* The consumers of the block, element by element, as one. */
static gint
join_consumers (TlScheduleBuilder *builder, guint block_rv)
{
  gint joined = tl_rule_find_epilogue (builder, block_rv), next;

  for (; joined >= 0 && (next = tl_rule_find_epilogue (builder, (guint) joined)) >= 0; joined = next)
    tl_step (builder, "compute_inline", (guint) joined);
  return joined;
}

static gboolean
read_product (TensorSpace *s, const TlRuleCall *call, TlScheduleBuilder *builder)
{
  g_auto (TlRuleSite) site = { 0 };

  if (!tl_tensor_check_target (call->target, NULL) || !tl_rule_site_init (&site, call->state, call->block_rv)
      || tl_rule_site_annotation (&site, TL_HINT_TILING) || !tl_rule_wants_tiles (&site)
      || !tl_gpu_product_read (builder, call->block_rv, &s->product, NULL) || !tl_tensor_check_product (&s->product, &s->type, NULL))
    return FALSE;
  for (guint role = 0; role < TL_GPU_N_ROLES; role++)
    if (s->product.extents[role] == 0)
      return FALSE;
  s->product.epilogue = join_consumers (builder, call->block_rv);
  return TRUE;
}

static gboolean
apply (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  TensorSpace       s = { .shared_bytes = call->target->max_shared_memory_per_block, .whole[TL_GPU_B] = 1 };
  TlScheduleBuilder builder;

  tl_schedule_builder_init (&builder, call->state);
  if (read_product (&s, call, &builder))
    {
      s.is_direct = s.product.epilogue < 0 && tl_dtype_bytes (s.type->sum) == 4;
      choose_side (&s, 0);
      choose_side (&s, 1);
      choose_k (&s);
      if (keep_fitting (&s))
        {
          write_tiles (&s);
          return tl_rule_propose (&builder, results, NULL) || tl_rule_leave (call, results);
        }
    }
  tl_schedule_builder_clear (&builder);
  return tl_rule_leave (call, results);
}

const TlScheduleRule tl_rule_tensor_tile = {
  .info = {
    .name = "TensorTile",
    .summary = "Tiles products of matrices for tensor cores by mma.sync (sm_80 and later), with copies that run ahead.",
  },
  .apply = apply,
};
