/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/thread-mapping.h"

#include "core/base/saturate.h"

/* The dimension of "blockIdx.y" after @prefix; -1: it is no such thread. */
static gint
dim_of (const char *thread, const char *prefix)
{
  gsize length = strlen (prefix);

  if (thread == NULL || !g_str_has_prefix (thread, prefix) || thread[length] < 'x' || thread[length] > 'z' || thread[length + 1] != '\0')
    return -1;
  return thread[length] - 'x';
}

static TlWalk
widen_block (const TlStmt *stmt, gpointer user_data)
{
  TlThreadMapping *mapping = user_data;
  gint64           extent;
  gint             dim = stmt->kind == TL_STMT_FOR ? dim_of (stmt->loop.thread, "threadIdx.") : -1;

  if (dim >= 0 && tl_expr_get_int (stmt->loop.extent, &extent))
    mapping->block[dim] = MAX (mapping->block[dim], extent);
  return TL_WALK_INTO;
}

static gboolean
drives_axis (const TlBlockTiles *tiles, gint loop)
{
  for (guint i = 0; i < tiles->block->n_axes; i++)
    if (tl_expr_uses_var (tiles->block->bindings[i], tiles->loops[loop]->loop.var))
      return TRUE;
  return FALSE;
}

/* From the innermost loop outwards: of several loops of one axis, as around copies that threads share, the one that the block uses. */
static void
map_loop (TlThreadMapping *mapping, const TlBlockTiles *tiles, guint index)
{
  const char *thread = tiles->loops[index]->loop.thread;
  gint        grid = dim_of (thread, "blockIdx."), block = dim_of (thread, "threadIdx.");

  if (grid >= 0)
    {
      mapping->grid_loops[grid] = (gint) index;
      mapping->grid[grid] = MAX (tiles->extents[index], 1);
    }
  if (block >= 0 && (mapping->block_loops[block] < 0 || !drives_axis (tiles, mapping->block_loops[block])))
    mapping->block_loops[block] = (gint) index;
}

TlThreadMapping
tl_thread_mapping_of (const TlModule *module, const TlBlockTiles *tiles, guint n_cores)
{
  TlThreadMapping mapping = { .grid = { 1, 1, 1 }, .block = { 1, 1, 1 }, .grid_loops = { -1, -1, -1 }, .block_loops = { -1, -1, -1 } };
  gint            outermost = -1;

  for (gint i = (gint) tiles->n_loops - 1; i >= 0; i--)
    {
      const TlLoop *loop = &tiles->loops[i]->loop;

      if (dim_of (loop->thread, "blockIdx.") >= 0 || dim_of (loop->thread, "threadIdx.") >= 0)
        {
          mapping.kind = TL_THREADS_GPU;
          outermost = i;
          map_loop (&mapping, tiles, (guint) i);
        }
      else if (loop->kind == TL_LOOP_PARALLEL && mapping.kind != TL_THREADS_GPU)
        {
          mapping.kind = TL_THREADS_CPU;
          mapping.parallel = (guint) i;
          mapping.n_shares = (guint) MIN ((gint64) MAX (n_cores, 1), MAX (tiles->extents[i], 1));
        }
    }
  if (outermost >= 0)
    tl_stmt_walk (tiles->loops[outermost], widen_block, NULL, &mapping);
  return mapping;
}

/* --- shares --- */

TlTileSpan
tl_thread_mapping_iterations (const TlThreadMapping *mapping, gint64 extent, guint share)
{
  gint64 begin = extent * share / mapping->n_shares, end = extent * (share + 1) / mapping->n_shares;

  return (TlTileSpan) { begin, end - begin };
}

guint
tl_thread_mapping_share (const TlThreadMapping *mapping, gint64 extent, gint64 iteration)
{
  guint share = (guint) (iteration * mapping->n_shares / MAX (extent, 1));

  while (share + 1 < mapping->n_shares && iteration >= extent * (share + 1) / mapping->n_shares)
    share++;
  return share;
}

/* --- grid and block --- */

static gint64
volume (const gint64 dims[TL_THREAD_DIMS])
{
  return tl_mul_saturated (dims[0], tl_mul_saturated (dims[1], dims[2]));
}

gint64
tl_thread_mapping_n_threads (const TlThreadMapping *mapping)
{
  return volume (mapping->block);
}

gint64
tl_thread_mapping_n_blocks (const TlThreadMapping *mapping)
{
  return volume (mapping->grid);
}

static gint64
number_at (const gint64 dims[TL_THREAD_DIMS], const gint loops[TL_THREAD_DIMS], const gint64 *position)
{
  gint64 number = 0;

  for (gint d = TL_THREAD_DIMS - 1; d >= 0; d--)
    number = number * dims[d] + (loops[d] >= 0 ? position[loops[d]] : 0);
  return number;
}

gint64
tl_thread_mapping_thread_at (const TlThreadMapping *mapping, const gint64 *position)
{
  return number_at (mapping->block, mapping->block_loops, position);
}

gint64
tl_thread_mapping_block_at (const TlThreadMapping *mapping, const gint64 *position)
{
  return number_at (mapping->grid, mapping->grid_loops, position);
}

static gboolean
set_number (const TlBlockTiles *tiles, const gint64 dims[TL_THREAD_DIMS], const gint loops[TL_THREAD_DIMS], gint64 number,
            gint64 *position)
{
  gboolean runs = TRUE;

  for (guint d = 0; d < TL_THREAD_DIMS; d++)
    {
      gint64 at = number % dims[d];

      number /= dims[d];
      if (loops[d] < 0)
        continue;
      runs &= at < tiles->extents[loops[d]];
      position[loops[d]] = at;
    }
  return runs && number == 0;
}

gboolean
tl_thread_mapping_set_thread (const TlThreadMapping *mapping, const TlBlockTiles *tiles, gint64 thread, gint64 *position)
{
  return set_number (tiles, mapping->block, mapping->block_loops, thread, position);
}

gboolean
tl_thread_mapping_set_block (const TlThreadMapping *mapping, const TlBlockTiles *tiles, gint64 block, gint64 *position)
{
  return set_number (tiles, mapping->grid, mapping->grid_loops, block, position);
}
