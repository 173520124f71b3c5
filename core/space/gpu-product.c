/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/gpu-product.h"

#include "core/arith/stride.h"
#include "core/base/extremum.h"
#include "core/base/saturate.h"
#include "core/space/schedule-steps.h"

/* --- recognition --- */

static gboolean
is_in (guint set, guint axis)
{
  return (set & (1u << axis)) != 0;
}

/* By the place of their index in the result; those that it does not have, by their loops. */
static gint
place_in_result (const TlGpuProduct *m, guint axis)
{
  const TlStmt *store = m->product.store;

  for (guint d = 0; d < store->n_indices; d++)
    if (tl_block_nest_axis (&m->nest, store->indices[d]) == (gint) axis)
      return (gint) d;
  return (gint) axis;
}

static void
add_axis (TlGpuProduct *m, TlGpuRole role, guint axis)
{
  guint at = m->n_axes[role]++;

  for (; at > 0 && place_in_result (m, m->axes[role][at - 1]) > place_in_result (m, axis); at--)
    m->axes[role][at] = m->axes[role][at - 1];
  m->axes[role][at] = axis;
  m->extents[role] = tl_mul_saturated (m->extents[role], m->nest.extents[axis]);
}

/* The factor of j, along which the results are neighbours. */
static const TlBlockOperand *
find_columns (const TlGpuProduct *m, char **why)
{
  const TlBlockOperand *a = &m->product.operands[0], *b = &m->product.operands[1];
  const TlStmt           *store = m->product.store;

  for (guint d = store->n_indices; d-- > 0;)
    {
      gint axis = tl_block_nest_axis (&m->nest, store->indices[d]);

      if (axis < 0 || m->nest.extents[axis] == 1)
        continue;
      if (is_in (a->axes, (guint) axis) != is_in (b->axes, (guint) axis))
        return is_in (a->axes, (guint) axis) ? a : b;
      tl_set_reason (why, "both factors of block %s depend on the last axis of %s, or none", m->nest.block->name, store->buffer->name);
      return NULL;
    }
  tl_set_reason (why, "block %s has one result", m->nest.block->name);
  return NULL;
}

static gboolean
read_roles (TlGpuProduct *m, char **why)
{
  const TlBlockNest      *nest = &m->nest;
  const TlStmt           *store = m->product.store;
  const TlBlockOperand *a, *b;
  guint                   result;

  if (!tl_block_nest_are_distinct_axes (nest, store->indices, store->n_indices, &result))
    return tl_set_reason (why, "an index of %s is not an axis", store->buffer->name);
  b = find_columns (m, why);
  if (b == NULL)
    return FALSE;
  a = b == &m->product.operands[0] ? &m->product.operands[1] : &m->product.operands[0];
  m->factors[0] = (TlGpuFactor) { .operand = a, .rows = TL_GPU_I, .producer = -1 };
  m->factors[1] = (TlGpuFactor) { .operand = b, .rows = TL_GPU_J, .producer = -1 };
  for (guint r = 0; r < TL_GPU_N_ROLES; r++)
    m->extents[r] = 1;
  for (guint l = 0; l < nest->n; l++)
    {
      gboolean in_a = is_in (a->axes, l), in_b = is_in (b->axes, l), reduces = tl_block_nest_reduces (nest, l);

      if (nest->vars[l] != nest->block->axes[l].var)
        return tl_set_reason (why, "the loops of block %s are not in the order of its axes", nest->block->name);
      if (nest->extents[l] == 0 && reduces)
        return tl_set_reason (why, "the extent of %s is symbolic", nest->vars[l]->name);
      if (nest->extents[l] != 1 && ((reduces && !(in_a && in_b)) || (!reduces && !in_a && !in_b) || (!reduces && !is_in (result, l))))
        return tl_set_reason (why, "axis %s is not one of a product of matrices", nest->vars[l]->name);
      add_axis (m, reduces ? TL_GPU_K : in_a && in_b ? TL_GPU_B : in_a ? TL_GPU_I : in_b ? TL_GPU_J : TL_GPU_B, l);
    }
  /* Indices are sums of axes times the extents of those further in. */
  for (guint r = 0; r < TL_GPU_N_ROLES; r++)
    for (guint i = 1; i < m->n_axes[r]; i++)
      if (nest->extents[m->axes[r][i]] == 0)
        return tl_set_reason (why, "the extent of %s is symbolic", nest->vars[m->axes[r][i]]->name);
  return TRUE;
}

/* Whether an access with a unit stride along the last axis of @role moves whole vectors; 1: it does not. */
static gint64
vector_lanes (const TlGpuProduct *m, const TlBuffer *buffer, const TlExpr *const *indices, guint n, TlGpuRole role)
{
  guint  last = m->n_axes[role] > 0 ? m->axes[role][m->n_axes[role] - 1] : 0;
  gint64 lanes = TL_GPU_VECTOR_BYTES / tl_max (tl_dtype_bytes (buffer->dtype), 1), row = 0;

  if (m->n_axes[role] == 0 || n == 0 || indices[n - 1] != m->nest.vars[last] || (n > 1 && !tl_buffer_get_extent (buffer, n - 1, &row)))
    return 1;
  for (guint d = 0; d + 1 < n; d++)
    if (tl_expr_uses_var (indices[d], m->nest.vars[last]))
      return 1;
  while (lanes > 1 && (row % lanes != 0 || m->nest.extents[last] % lanes != 0))
    lanes /= 2;
  return MAX (lanes, 1);
}

gint64
tl_gpu_product_lanes (const TlGpuProduct *m, const TlGpuFactor *factor, TlGpuRole role)
{
  const TlExpr *load = factor->operand->load;

  return factor->producer >= 0 ? 1 : vector_lanes (m, load->buffer, load->indices, load->n_indices, role);
}

static void
read_factor (TlGpuProduct *m, TlGpuFactor *factor)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (m->builder->arena);
  const TlExpr          *load = factor->operand->load;
  gint64                 stride;

  for (guint i = 0; i < m->n_axes[factor->rows] && load->n_indices > 0; i++)
    factor->is_along |= m->nest.extents[m->axes[factor->rows][i]] > 1
                        && tl_expr_stride (analyzer, load->indices[load->n_indices - 1], m->nest.vars[m->axes[factor->rows][i]], &stride)
                        && stride == 1;
  factor->lanes = tl_gpu_product_lanes (m, factor, factor->rows);
}

gboolean
tl_gpu_product_read (TlScheduleBuilder *builder, guint block_rv, TlGpuProduct *m, char **why)
{
  const TlStmt *store;

  *m = (TlGpuProduct) { .builder = builder, .epilogue = -1 };
  if (!tl_block_nest_match_rv (builder, block_rv, &m->nest, why)
      || !tl_block_product_match_whole (&m->nest, &m->product, why) || !read_roles (m, why))
    return FALSE;
  store = m->product.store;
  for (guint f = 0; f < 2; f++)
    {
      const TlExpr *load = m->factors[f].operand->load;
      guint         axes;

      m->has_windows |= !tl_block_nest_are_distinct_axes (&m->nest, load->indices, load->n_indices, &axes);
      read_factor (m, &m->factors[f]);
    }
  m->result_lanes = vector_lanes (m, store->buffer, store->indices, store->n_indices, TL_GPU_J);
  return TRUE;
}

/* --- normalization --- */

/*
 * The map from axes of the block, those in @set, to the roles in @roles: an index for each, made of its axes.
 */
static const TlIndexMap *
role_map (TlGpuProduct *m, guint set, const TlGpuRole *roles, guint n_roles)
{
  TlArena       *arena = m->builder->arena;
  const TlVar  **vars = tl_step_map_vars (m->builder, tl_loop_set_count (set));
  const TlExpr **indices = tl_arena_new_array (arena, const TlExpr *, n_roles);

  for (guint r = 0; r < n_roles; r++)
    {
      indices[r] = tl_int (arena, 0);
      for (guint i = 0; i < m->n_axes[roles[r]]; i++)
        {
          guint axis = m->axes[roles[r]][i];

          if (!is_in (set, axis))
            continue;
          indices[r] = i == 0 ? vars[tl_loop_set_count (set & ((1u << axis) - 1))]
                              : tl_add (arena, tl_mul (arena, indices[r], tl_int (arena, m->nest.extents[axis])),
                                        vars[tl_loop_set_count (set & ((1u << axis) - 1))]);
        }
    }
  return tl_index_map_new (arena, vars, tl_loop_set_count (set), indices, n_roles);
}

static guint
reindex (TlGpuProduct *m, const char *side, guint index, guint set, const TlGpuRole *roles)
{
  TlScheduleBuilder *builder = m->builder;
  guint              rv = tl_schedule_builder_do (builder, "reindex", tl_arg_rv (m->nest.rv), tl_step_access (builder, side, index));
  const TlIndexMap  *map = role_map (m, set, roles, 3);

  tl_step_transform_layout (builder, m->nest.rv, side, index, map, NULL);
  tl_schedule_builder_do (builder, "transform_block_layout", tl_arg_rv (rv), tl_arg_index_map (map));
  return rv;
}

/* The block that writes what the product reads at @read: that of the padded copy, if there is one. */
static guint
inline_padding (TlGpuProduct *m, guint copy_rv, guint read)
{
  TlScheduleBuilder *builder = m->builder;
  guint              n, first = tl_step_get (builder, "get_producers", m->nest.rv, &n);
  const TlStmt      *block = tl_schedule_builder_stmt (builder, m->nest.rv), *copy = tl_schedule_builder_stmt (builder, copy_rv);

  for (guint rv = first; builder->error == NULL && rv < first + n; rv++)
    {
      const TlStmt *producer = tl_schedule_builder_stmt (builder, rv);

      if (producer->block.writes[0].buffer != block->block.reads[read].buffer || producer == copy)
        continue;
      tl_step (builder, "compute_inline", copy_rv);
      return rv;
    }
  return copy_rv;
}

/* The copy that crops a padded result is part of the one that puts it in its place. */
static void
inline_cropping (TlGpuProduct *m)
{
  TlScheduleBuilder *builder = m->builder;
  guint              n, first = tl_step_get (builder, "get_consumers", m->nest.rv, &n);

  if (builder->error == NULL && n == 1
      && tl_schedule_builder_stmt (builder, first) != tl_schedule_builder_stmt (builder, m->result_rv))
    tl_step (builder, "compute_inline", first);
}

void
tl_gpu_product_normalize (TlGpuProduct *m, const gint64 tile[TL_GPU_N_ROLES])
{
  static const TlGpuRole all[] = { TL_GPU_B, TL_GPU_I, TL_GPU_J, TL_GPU_K };
  TlScheduleBuilder     *builder = m->builder;
  gboolean               is_padded = FALSE;
  guint                  result, n, first;

  tl_block_nest_are_distinct_axes (&m->nest, m->product.store->indices, m->product.store->n_indices, &result);
  for (guint f = 0; f < 2; f++)
    {
      gboolean k_last = m->factors[f].k_last;
      const TlGpuRole of_factor[3] = { TL_GPU_B, k_last ? m->factors[f].rows : TL_GPU_K, k_last ? TL_GPU_K : m->factors[f].rows };

      m->factors[f].rv = reindex (m, "read", (guint) m->factors[f].operand->read, m->factors[f].operand->axes, of_factor);
      if (m->factors[f].producer >= 0)
        tl_step (builder, "compute_inline", (guint) m->factors[f].producer);
    }
  m->result_rv = reindex (m, "write", 0, result, all);
  tl_schedule_builder_do (builder, "transform_block_layout", tl_arg_rv (m->nest.rv),
                          tl_arg_index_map (role_map (m, (1u << m->nest.n) - 1, all, TL_GPU_N_ROLES)));
  if (m->epilogue >= 0)
    tl_step (builder, "reverse_compute_inline", (guint) m->epilogue);
  for (guint r = 0; r < TL_GPU_N_ROLES; r++)
    is_padded |= (m->extents[r] == 0 && tile[r] != 1) || m->extents[r] % tile[r] != 0;
  if (is_padded)
    {
      tl_schedule_builder_do (builder, "pad_einsum", tl_arg_rv (m->nest.rv), tl_schedule_builder_ints (builder, tile, TL_GPU_N_ROLES));
      for (guint f = 0; f < 2; f++)
        m->factors[f].rv = inline_padding (m, m->factors[f].rv, (guint) m->factors[f].operand->read);
      inline_cropping (m);
    }
  first = tl_step_get_loops (builder, m->nest.rv, &n);
  if (builder->error == NULL && n != TL_GPU_N_ROLES)
    tl_refuse (&builder->error, NULL, 0, NULL, "the product has %u loops, not four", n);
  for (guint r = 0; r < TL_GPU_N_ROLES; r++)
    m->loops[r] = first + r;
}
