/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Matrix products C = A B as the best libraries write them: a tile of C in registers and, where B does not fit the second cache or a column
 * of C needs a row of it, panels of B packed so that the tile's loop reads them in a row. data/schedules/gemm.py is the same by hand.
 */
#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/base/saturate.h"
#include "core/default-schedules/default-schedule-private.h"

#define STEPS_AT_ONCE 4        /* of the reduction, written out */
#define BLOCK_STEPS   2048     /* of the reduction, for which panels stay in the second cache */
#define PANELS        2        /* of B at a time */

typedef struct
{
  TlDefaultSchedule *p;
  TlBlockNest      nest;
  TlBlockProduct   product;
  const TlBlockOperand *a, *b;
  gint            i, j, k;           /* places in the nest */
  gint64          M, N, K;           /* M 0: symbolic */
  gint64          lanes;
  gboolean        is_transposed;         /* a row of B belongs to a column of C */
  gint            epilogue;          /* place among p->blocks, -1: none */
  guint           outer[TL_NEST_MAX_LOOPS];   /* of the batch */
  guint           n_outer;
} Matmul;

/* Rows of a tile so many vectors wide: of 32 registers 26 hold C, of 16 registers 13; the rest is for A and B. */
static gint64
rows_beside (const Matmul *m, gint64 vectors)
{
  gint64 rows = MAX (m->p->n_registers * 13 / 16 / vectors, 1);

  return m->M > 0 ? MIN (rows, m->M) : rows;
}

static gint64
most_vectors (const Matmul *m)
{
  return m->p->n_registers >= 32 ? 4 : 2;
}

static gint64
bytes_of_b (const Matmul *m)
{
  return tl_mul_saturated (tl_mul_saturated (m->N, m->K), m->b->load->dtype.bits / 8);
}

/* --- recognition --- */

/* B lies by rows of k, or transposed by rows of j. */
static gboolean
read_sides (Matmul *m, char **why)
{
  const TlStmt *store = m->product.store;
  guint         plain[3];

  m->j = tl_default_last_axis (&m->nest, store->buffer, store->indices);
  if (m->j < 0)
    return tl_set_reason (why, "the last index of %s is not an axis", store->buffer->name);
  m->b = &m->product.operands[(m->product.operands[0].axes & (1u << m->j)) != 0 ? 0 : 1];
  m->a = &m->product.operands[m->b == &m->product.operands[0] ? 1 : 0];
  if ((m->a->axes & (1u << m->j)) != 0)
    return tl_set_reason (why, "both %s and %s depend on the last axis of %s", m->a->load->buffer->name, m->b->load->buffer->name,
                          store->buffer->name);
  if ((m->b->axes & (1u << m->j)) == 0)
    return tl_set_reason (why, "neither factor depends on the last axis of %s", store->buffer->name);
  if (!tl_block_nest_are_distinct_axes (&m->nest, store->indices, store->n_indices, &plain[0])
      || !tl_block_nest_are_distinct_axes (&m->nest, m->a->load->indices, m->a->load->n_indices, &plain[1])
      || !tl_block_nest_are_distinct_axes (&m->nest, m->b->load->indices, m->b->load->n_indices, &plain[2]))
    return tl_set_reason (why, "an index in block %s is not an axis", m->nest.block->name);
  return TRUE;
}

static gboolean
read_roles (Matmul *m, char **why)
{
  const TlBlockNest *nest = &m->nest;
  guint                rows = m->a->axes & ~m->b->axes & nest->spatial, reduced = nest->reduced & ~nest->units;
  const TlExpr        *load = m->b->load;
  gint                 last = tl_default_last_axis (nest, load->buffer, load->indices);

  rows = tl_loop_set_count (rows & ~nest->units) > 0 ? rows & ~nest->units : rows;
  if (tl_loop_set_count (reduced) != 1)
    return tl_set_reason (why, "block %s reduces over %u loops, not one", nest->block->name, tl_loop_set_count (reduced));
  if (tl_loop_set_count (rows) != 1)
    return tl_set_reason (why, "%s has %u axes that %s lacks, not one", m->a->load->buffer->name, tl_loop_set_count (rows),
                          m->b->load->buffer->name);
  if (tl_loop_set_count ((m->b->axes & ~m->a->axes & nest->spatial) & ~nest->units & ~(1u << m->j)) > 0)
    return tl_set_reason (why, "%s has more than one axis that %s lacks", m->b->load->buffer->name, m->a->load->buffer->name);
  m->i = tl_loop_set_first (rows);
  m->k = tl_loop_set_first (reduced);
  if (((m->a->axes & m->b->axes) & (1u << m->k)) == 0)
    return tl_set_reason (why, "not both factors depend on %s", nest->vars[m->k]->name);
  if (last != m->j && last != m->k)
    return tl_set_reason (why, "the last index of %s is neither %s nor %s", load->buffer->name, nest->vars[m->j]->name,
                          nest->vars[m->k]->name);
  m->is_transposed = last == m->k;
  m->M = nest->extents[m->i];
  m->N = nest->extents[m->j];
  m->K = nest->extents[m->k];
  if (m->N == 0 || m->K == 0)
    return tl_set_reason (why, "the extent of %s is symbolic", nest->vars[m->N == 0 ? m->j : m->k]->name);
  return TRUE;
}

static gboolean
read_matmul (Matmul *m, guint at, char **why)
{
  if (!tl_block_nest_match_rv (m->p->builder, tl_default_rv (m->p, at), &m->nest, why)
      || !tl_block_product_match_whole (&m->nest, &m->product, why) || !read_sides (m, why) || !read_roles (m, why))
    return FALSE;
  m->lanes = tl_target_lanes (m->p->target, m->product.store->buffer->dtype);
  m->epilogue = tl_default_epilogue (m->p, &m->nest);
  m->n_outer = tl_block_nest_list (&m->nest, ~(1u << m->i | 1u << m->j | 1u << m->k), m->outer);
  return TRUE;
}

/* --- steps --- */

/* Products of a batch are for the cores where there are enough of them; else the pieces of one, @piece. */
static void
share_work (Matmul *m, guint piece)
{
  gint64 n_products = 1;

  for (guint l = 0; l < m->n_outer; l++)
    n_products = tl_mul_saturated (n_products, tl_max (tl_schedule_builder_extent (m->p->builder, m->outer[l]), 1));
  if (n_products >= 2 * m->p->target->num_cores && n_products > 1)
    tl_default_parallel (m->p, tl_step_fuse_loops (m->p->builder, m->outer, m->n_outer));
  else
    tl_default_parallel (m->p, piece);
}

/* Vectors along a tile where B is read as it lies: many where it comes from further away. */
static gint64
vectors_unpacked (const Matmul *m)
{
  gint64 vectors = m->N % (2 * m->lanes) == 0 ? 2 : 3;

  if (bytes_of_b (m) > m->p->l2_bytes / 4 && m->N % (most_vectors (m) * m->lanes) == 0)
    vectors = most_vectors (m);
  return tl_min (vectors, tl_ceildiv (m->N, m->lanes));
}

/*
 * Whether cores share the columns of C: each of them reads its part of B then, which is larger than A, and all of A; else it is the other
 * way round.
 */
static gboolean
shares_columns (const Matmul *m, gint64 n_tiles)
{
  return m->p->target->num_cores > 1 && m->N > m->M && tl_default_fills_cores (m->p, n_tiles);
}

/* The whole reduction for one tile of C at a time, which stays in registers and is written once. */
static void
write_whole (Matmul *m)
{
  TlDefaultSchedule *p = m->p;
  gint64             vectors = vectors_unpacked (m);
  guint              i0 = tl_step_split (p->builder, m->nest.loops[m->i], 0, rows_beside (m, vectors)), i1 = i0 + 1;
  guint              j0 = tl_step_split (p->builder, m->nest.loops[m->j], 0, vectors, m->lanes), j1 = j0 + 1, j2 = j0 + 2;
  guint              k0 = tl_step_split (p->builder, m->nest.loops[m->k], 0, MIN (STEPS_AT_ONCE, m->K)), k1 = k0 + 1;

  guint              outer = i0, inner = j0;

  if (shares_columns (m, tl_schedule_builder_extent (p->builder, j0)))
    {
      outer = j0;
      inner = i0;
    }
  tl_step_reorder_behind (m->p->builder, m->outer, m->n_outer, TL_STEP_LIST (guint, outer, inner, k0, k1, i1, j1, j2));
  tl_default_write_result (p, m->nest.rv, m->epilogue, inner, m->lanes);
  share_work (m, outer);
  tl_step_unroll_and_vectorize (p->builder, k1, i1, j1, j2);
  tl_step_at (p->builder, "decompose_reduction", m->nest.rv, k0);
}

/* Panels of B: j // nr, k, j % nr behind the indices of a batch. */
static guint
pack (Matmul *m, gint64 nr)
{
  TlDefaultSchedule *p = m->p;
  TlArena           *arena = p->builder->arena;
  const TlExpr      *load = m->b->load;
  guint              n = load->n_indices, n_final = 0, panels = tl_step_cache_read (p->builder, m->nest.rv, m->b->read, "global");
  const TlVar      **vars = tl_step_map_vars (p->builder, n);
  const TlExpr     **final = tl_arena_new_array (arena, const TlExpr *, n + 1), *j = NULL, *k = NULL;
  TlDType            dtype = load->dtype;

  for (guint d = 0; d < n; d++)
    {
      gint axis = tl_block_nest_axis (&m->nest, load->indices[d]);

      if (axis == m->j)
        j = vars[d];
      else if (axis == m->k)
        k = vars[d];
      else
        final[n_final++] = vars[d];
    }
  final[n_final++] = tl_floordiv (arena, j, tl_int (arena, nr));
  final[n_final++] = k;
  final[n_final++] = tl_floormod (arena, j, tl_int (arena, nr));
  tl_step_transform_layout (p->builder, m->nest.rv, "read", (guint) m->b->read,
                            tl_index_map_new (arena, vars, n, final, n_final), m->N % nr != 0 ? &dtype : NULL);
  return panels;
}

/* The copy of B into panels, in vectors; where rows become columns, tiles that are transposed in registers. */
static void
fill (Matmul *m, guint panels, guint at)
{
  TlDefaultSchedule *p = m->p;
  gint64             lanes = tl_target_lanes (p->target, m->b->load->dtype);
  guint              n, first = tl_step_get_loops_below (p->builder, panels, at, &n), n0, k0;
  gboolean           is_padded = n == 3;    /* loops of the panels: over them, k, in a panel; else those of B */

  if (n != 2 && !is_padded)
    {
      if (p->builder->error == NULL)
        tl_refuse (&p->builder->error, NULL, 0, NULL, "panels of %s have %u loops, not two", m->b->load->buffer->name, n);
      return;
    }
  if (!m->is_transposed)
    {
      tl_step (p->builder, "vectorize", tl_step_split (p->builder, first + n - 1, 0, lanes) + 1);
      return;
    }
  n0 = tl_step_split (p->builder, is_padded ? first + 2 : first, 0, lanes);
  k0 = tl_step_split (p->builder, first + 1, 0, lanes);
  tl_step_reorder (p->builder, n0, k0, k0 + 1, n0 + 1);
  tl_default_transpose (p, panels, 0, k0, k0 + 1, n0 + 1, NULL);
}

/* Fewer where cores share them better that way. */
static gint64
panels_at_once (const Matmul *m, gint64 n_panels)
{
  for (gint64 n = tl_largest_divisor (n_panels, PANELS); n > 1; n = tl_largest_divisor (n_panels, n - 1))
    if (tl_default_fills_cores (m->p, n_panels / n))
      return n;
  return n_panels >= m->p->target->num_cores ? 1 : tl_largest_divisor (n_panels, PANELS);
}

/* Blocks of the reduction over packed panels of B: a tile of C is read and written once for each. */
static void
write_packed (Matmul *m)
{
  TlDefaultSchedule *p = m->p;
  gint64             vectors = tl_min (most_vectors (m), tl_ceildiv (m->N, m->lanes)), nr = vectors * m->lanes;
  gint64             ku = tl_largest_divisor (m->K, STEPS_AT_ONCE), kc = tl_largest_divisor (m->K / ku, BLOCK_STEPS / ku);
  gint64             n_panels = panels_at_once (m, tl_ceildiv (m->N, nr));
  guint              panels = pack (m, nr);
  guint              i0 = tl_step_split (p->builder, m->nest.loops[m->i], 0, rows_beside (m, vectors)), i1 = i0 + 1;
  guint              j0 = tl_step_split (p->builder, m->nest.loops[m->j], 0, n_panels, vectors, m->lanes), j1 = j0 + 1, j2 = j0 + 2,
                     j3 = j0 + 3;
  guint              k0 = tl_step_split (p->builder, m->nest.loops[m->k], 0, kc, ku), k1 = k0 + 1, k2 = k0 + 2;

  tl_step_reorder_behind (m->p->builder, m->outer, m->n_outer, TL_STEP_LIST (guint, j0, k0, i0, j1, k1, k2, i1, j2, j3));
  tl_step_at (p->builder, "compute_at", panels, k0);
  fill (m, panels, k0);
  tl_step_unroll_and_vectorize (p->builder, k2, i1, j2, j3);
  if (kc * ku < m->K)
    m->epilogue = -1;    /* sums are not finished where the tile is */
  else if (m->epilogue >= 0)
    tl_default_write_result (p, m->nest.rv, m->epilogue, j1, m->lanes);
  share_work (m, tl_schedule_builder_extent (p->builder, j0) >= p->target->num_cores ? j0 : i0);
}

static gboolean
apply_matmul (TlDefaultSchedule *p, guint at, char **why)
{
  Matmul m = { .p = p };

  if (!read_matmul (&m, at, why))
    return FALSE;
  if (!m.is_transposed && bytes_of_b (&m) <= p->l2_bytes / 2)
    write_whole (&m);
  else
    write_packed (&m);
  tl_default_claim_with (p, at, m.epilogue);
  return TRUE;
}

const TlDefaultRule tl_default_matmul_rule = {
  .info = { "matmul", "llvm", "C[…, i, j] = Σk A[…, i, k] · B[…, k, j] or B[…, j, k], of any size and batch, with elementwise consumers",
            "A tile of C in registers, written once; B packed into panels if it exceeds half of L2 or is transposed; parallel tiles" },
  .apply = apply_matmul,
};
