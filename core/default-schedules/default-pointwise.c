/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Convolutions of one pixel: products of the weights with a matrix that has a row for each channel and a column for each pixel. The pixels
 * of an image lie in a row, whatever its dimensions, so vectors go along them, also where the rows of the image are no whole vectors.
 */
#include "core/arith/stride.h"
#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/base/saturate.h"
#include "core/default-schedules/default-schedule-private.h"

#define CHANNELS_AT_ONCE 4   /* written out */
#define MAX_DIMS         5   /* of an image */

typedef struct
{
  TlDefaultSchedule *p;
  TlBlockNest        nest;
  TlBlockProduct     product;
  const TlBlockOperand *image, *weights;
  guint              n_dims;                 /* of the result: [n, k, pixels …] */
  guint              dims[MAX_DIMS];         /* their loops */
  guint              c;                      /* the loop over the channels of the image */
  gint64             n_pixels, lanes;
  gint64             vectors, rows;          /* of the tile in registers: along the pixels, down the channels of the result */
  gboolean           shares_panels;          /* among cores; else channels of the result */
} Pointwise;

/* --- recognition --- */

/* result[n, k, …] += image[n, c, …] * weights[k, c, 0 …] */
static gboolean
read_places (Pointwise *v, char **why)
{
  const TlBlockNest *nest = &v->nest;
  const TlStmt      *store = v->product.store;
  guint              reduced = nest->reduced & ~nest->units, plain;

  v->n_dims = store->n_indices;
  if (v->n_dims < 3 || v->n_dims > MAX_DIMS || tl_loop_set_count (reduced) != 1
      || !tl_block_nest_are_distinct_axes (nest, store->indices, v->n_dims, &plain)
      || tl_loop_set_count (plain) != v->n_dims || plain != nest->spatial)
    return tl_set_reason (why, "block %s does not have a result [n, k, …] and one loop over channels", nest->block->name);
  for (guint d = 0; d < v->n_dims; d++)
    v->dims[d] = (guint) tl_block_nest_axis (nest, store->indices[d]);
  v->c = (guint) tl_loop_set_first (reduced);
  for (guint side = 0; side < 2; side++)
    if (v->product.operands[side].load->n_indices == v->n_dims
        && tl_block_nest_axis (nest, v->product.operands[side].load->indices[0]) == (gint) v->dims[1]
        && tl_block_nest_axis (nest, v->product.operands[side].load->indices[1]) == (gint) v->c)
      {
        v->weights = &v->product.operands[side];
        v->image = &v->product.operands[1 - side];
      }
  if (v->weights == NULL || (v->weights->axes & nest->spatial) != 1u << v->dims[1])
    return tl_set_reason (why, "block %s has no weights [k, c, 1 …]", nest->block->name);
  return TRUE;
}

/* The image has the pixels of the result: nothing is skipped or padded. */
static gboolean
read_image (Pointwise *v, char **why)
{
  const TlBlockNest *nest = &v->nest;
  const TlExpr      *load = v->image->load;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (v->p->builder->arena);
  gboolean fits = load->n_indices == v->n_dims && tl_block_nest_axis (nest, load->indices[0]) == (gint) v->dims[0]
                  && tl_block_nest_axis (nest, load->indices[1]) == (gint) v->c && v->image->value == load;

  v->n_pixels = 1;
  for (guint d = 2; fits && d < v->n_dims; d++)
    {
      const gint64 extent = nest->extents[v->dims[d]];
      gint64       size, stride;

      fits = extent > 0 && tl_buffer_get_extent (load->buffer, d, &size) && size == extent
             && tl_buffer_get_extent (v->product.store->buffer, d, &size) && size == extent
             && tl_expr_stride (analyzer, load->indices[d], nest->vars[v->dims[d]], &stride) && stride == 1;
      v->n_pixels = tl_mul_saturated (v->n_pixels, extent);
    }
  if (!fits)
    return tl_set_reason (why, "block %s has no image [n, c, …] of the size of its result", nest->block->name);
  if (nest->extents[v->dims[1]] == 0 || nest->extents[v->c] == 0)
    return tl_set_reason (why, "the number of channels is symbolic");
  if (v->n_pixels < v->lanes)
    return tl_set_reason (why, "%" G_GINT64_FORMAT " pixels do not fill a vector of %" G_GINT64_FORMAT, v->n_pixels, v->lanes);
  return TRUE;
}

/* A panel of the image, which all rows read, stays in the first cache if a narrower tile makes that possible. */
static void
choose_tile (Pointwise *v)
{
  gint64 n_vectors = tl_ceildiv (v->n_pixels, v->lanes), most = v->p->n_registers >= 32 ? 4 : 2;
  gint64 row_bytes = tl_mul_saturated (v->nest.extents[v->c], v->lanes * (v->image->load->dtype.bits / 8));
  gint64 n_panels, n_rows;

  while (most > 2 && most * row_bytes > v->p->l1_bytes * 3 / 4)
    most /= 2;
  v->vectors = tl_default_chunk_size (n_vectors, most);
  n_rows = v->p->n_registers * 13 / 16 / v->vectors;
  n_panels = tl_mul_saturated (tl_ceildiv (v->n_pixels, v->vectors * v->lanes), tl_max (v->nest.extents[v->dims[0]], 1));
  v->shares_panels = tl_default_fills_cores (v->p, n_panels);
  v->rows = v->shares_panels ? tl_default_chunk_size (v->nest.extents[v->dims[1]], n_rows)
                             : tl_default_shared_chunk_size (v->p, v->nest.extents[v->dims[1]], n_rows);
}

static gboolean
read_pointwise (Pointwise *v, guint *at, char **why)
{
  if (!tl_block_nest_match_rv (v->p->builder, tl_default_rv (v->p, *at), &v->nest, why)
      || !tl_block_product_match_whole (&v->nest, &v->product, why) || !tl_default_inline_padding (v->p, &v->nest, at, why)
      || !tl_block_product_match (&v->nest, &v->product, why) || !read_places (v, why))
    return FALSE;
  v->lanes = tl_target_lanes (v->p->target, v->product.store->buffer->dtype);
  if (!read_image (v, why))
    return FALSE;
  choose_tile (v);
  return TRUE;
}

/* --- steps --- */

/* n, c, … → n, panel, c, pixel of it */
static const TlIndexMap *
map_panels (Pointwise *v)
{
  TlArena      *arena = v->p->builder->arena;
  const TlVar **vars = tl_step_map_vars (v->p->builder, v->n_dims);
  const TlExpr *pixel = vars[2], *width = tl_int (arena, v->vectors * v->lanes), *final[4];

  for (guint d = 3; d < v->n_dims; d++)
    pixel = tl_add (arena, tl_mul (arena, pixel, tl_int (arena, v->nest.extents[v->dims[d]])), vars[d]);
  final[0] = vars[0];
  final[1] = tl_floordiv (arena, pixel, width);
  final[2] = vars[1];
  final[3] = tl_floormod (arena, pixel, width);
  return tl_index_map_new (arena, vars, v->n_dims, final, 4);
}

/* Panels of the image: whole vectors, whose last ones are filled up with zeros. */
static guint
pack (Pointwise *v)
{
  TlScheduleBuilder *builder = v->p->builder;
  guint              panels = tl_step_cache_read (builder, v->nest.rv, v->image->read, "global");
  gboolean           is_whole = v->n_pixels % (v->vectors * v->lanes) == 0;
  TlDType            dtype = v->image->load->dtype;

  tl_step_transform_layout (builder, v->nest.rv, "read", (guint) v->image->read, map_panels (v), is_whole ? NULL : &dtype);
  if (is_whole)
    tl_schedule_builder_do (builder, "transform_block_layout", tl_arg_rv (panels), tl_arg_index_map (map_panels (v)));
  return panels;
}

static void
write_tiles (Pointwise *v, guint writer)
{
  TlDefaultSchedule *p = v->p;
  gboolean           is_packed = v->nest.extents[v->dims[1]] > v->rows;
  guint              panels = is_packed ? pack (v) : 0, n, first = tl_step_get_loops (p->builder, v->nest.rv, &n);
  guint              reduced[TL_NEST_MAX_LOOPS], n_reduced = 0, c = 0, order[TL_NEST_MAX_LOOPS + 5], n_order = 0;
  guint              i0 = tl_step_split (p->builder, first + 1, 0, v->rows), j0, c0;

  j0 = tl_step_split (p->builder, first + 2, 0, v->vectors, v->lanes);
  for (guint l = 0; l < v->nest.n; l++)
    if (l == v->c)
      c = first + 3 + tl_loop_set_count (v->nest.reduced & ((1u << l) - 1));
    else if ((v->nest.reduced & (1u << l)) != 0)
      reduced[n_reduced++] = first + 3 + tl_loop_set_count (v->nest.reduced & ((1u << l) - 1));
  c0 = tl_step_split (p->builder, c, 0, tl_largest_divisor (v->nest.extents[v->c], CHANNELS_AT_ONCE));
  order[n_order++] = first;
  order[n_order++] = j0;
  order[n_order++] = i0;
  for (guint r = 0; r < n_reduced; r++)
    order[n_order++] = reduced[r];
  order[n_order++] = c0;
  order[n_order++] = c0 + 1;
  order[n_order++] = i0 + 1;
  order[n_order++] = j0 + 1;
  order[n_order++] = j0 + 2;
  tl_step_reorder_loops (p->builder, order, n_order);
  if (is_packed)
    {
      guint n_below, below;

      tl_step_at (p->builder, "compute_at", panels, j0);
      below = tl_step_get_loops_below (p->builder, panels, j0, &n_below);
      tl_step (p->builder, "vectorize", tl_step_split (p->builder, below + MAX (n_below, 1) - 1, 0, v->lanes) + 1);
    }
  tl_step_at (p->builder, "reverse_compute_at", writer, i0);
  tl_step_set_scope (p->builder, v->nest.rv, 0, "local");
  tl_step_unroll_and_vectorize_below (p->builder, writer, i0, v->lanes);
  tl_step_unroll_and_vectorize (p->builder, c0 + 1, i0 + 1, j0 + 1, j0 + 2);
  if (v->shares_panels)
    tl_default_parallel (p, tl_step_fuse_loops (p->builder, TL_STEP_LIST (guint, first, j0)));
  else
    tl_default_parallel (p, i0);
  tl_step_at (p->builder, "decompose_reduction", v->nest.rv, n_reduced > 0 ? reduced[0] : c0);
}

static gboolean
apply_pointwise (TlDefaultSchedule *p, guint at, char **why)
{
  Pointwise v = { .p = p };
  gint      epilogue;

  if (!read_pointwise (&v, &at, why))
    return FALSE;
  epilogue = tl_default_epilogue (p, &v.nest);
  write_tiles (&v, tl_default_flatten (p, &v.nest, 2, epilogue));
  tl_default_claim_with (p, at, epilogue);
  return TRUE;
}

const TlDefaultRule tl_default_pointwise_rule = {
  .info = { "pointwise", "llvm",
            "A convolution of one pixel, [n, k, …] = Σc image[n, c, …] · weights[k, c, 1 …], with stride 1 and images of a vector or more, "
            "with elementwise consumers",
            "A tile of the result in registers, vectors along all pixels of an image; panels of it packed; parallel panels or channels" },
  .apply = apply_pointwise,
};
