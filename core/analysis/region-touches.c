/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tiles of tiles are looked at from outside in: one outside of the part is left alone, and of one inside of it all iterations count. What
 * remains are the tiles along the part's edge. Loops that do not move the access are looked at in one iteration.
 */
#include "core/analysis/region-touches.h"

#include "core/analysis/index-value.h"
#include "core/base/saturate.h"

#define CANCEL_CHECKS 1024

typedef struct
{
  const TlBlockTiles *tiles;
  const TlBlockAccess *access;
  const TlTileSpan   *box;
  GHashTable         *values;
  gboolean           *moves;       /* whether each loop moves the access */
  TlRegionTouch      *touch;
  guint64            *n_tiles;     /* looked at */
  guint64             max_tiles;
  GCancellable       *cancellable;
} TouchSearch;

typedef enum { TILE_OUTSIDE, TILE_CROSSING, TILE_INSIDE } TilePlace;

/* A dimension whose index is not known from loops alone is touched as a whole. */
static TilePlace
place_of_dim (TouchSearch *search, guint n_fixed, guint dim)
{
  const TlRange *range = &search->access->tiles[n_fixed].ranges[dim];
  TlTileSpan     box = search->box[dim];
  gint64         start, length, whole = 1;

  if (!tl_buffer_get_extent (search->access->buffer, dim, &whole) || !tl_index_value (search->values, range->min, &start)
      || !tl_index_value (search->values, range->extent, &length))
    return TILE_CROSSING;
  if (MAX (start, 0) >= box.start + box.length || MIN (start + length, whole) <= box.start)
    return TILE_OUTSIDE;
  return start >= box.start && start + length <= box.start + box.length ? TILE_INSIDE : TILE_CROSSING;
}

static TilePlace
place_of_tile (TouchSearch *search, guint n_fixed)
{
  TilePlace place = TILE_INSIDE;

  ++*search->n_tiles;
  for (guint d = 0; d < search->access->buffer->n_dims && place != TILE_OUTSIDE; d++)
    {
      TilePlace of_dim = place_of_dim (search, n_fixed, d);

      place = MIN (place, of_dim);
    }
  return place;
}

static void
note_values (TouchSearch *search, guint loop, gint64 first, gint64 last)
{
  TlTouchedLoop *touched = &search->touch->loops[loop];

  touched->first = touched->last < touched->first ? first : MIN (touched->first, first);
  touched->last = MAX (touched->last, last);
}

static gint64
note_all (TouchSearch *search, guint n_fixed)
{
  gint64 n = 1;

  for (guint i = n_fixed; i < search->tiles->n_loops; i++)
    {
      gint64 extent = MAX (search->tiles->extents[i], 1);

      note_values (search, i, 0, extent - 1);
      n = tl_mul_saturated (n, extent);
    }
  return n;
}

static gboolean
is_over (TouchSearch *search)
{
  return *search->n_tiles > search->max_tiles
         || (*search->n_tiles % CANCEL_CHECKS == 0 && g_cancellable_is_cancelled (search->cancellable));
}

static gint64 count_touching (TouchSearch *search, guint n_fixed);

static gint64
count_in_loop (TouchSearch *search, guint loop)
{
  const TlVar *var = search->tiles->loops[loop]->loop.var;
  gint64       extent = MAX (search->tiles->extents[loop], 1), min = 0, n = 0;
  gboolean     moves = search->moves[loop];

  tl_expr_get_int (search->tiles->loops[loop]->loop.min, &min);
  for (gint64 i = 0; i < (moves ? extent : 1) && !is_over (search); i++)
    {
      gint64 of_iteration;

      tl_index_value_set (search->values, var, min + i);
      of_iteration = count_touching (search, loop + 1);
      if (of_iteration > 0)
        note_values (search, loop, i, moves ? i : extent - 1);
      n = tl_add_saturated (n, tl_mul_saturated (of_iteration, moves ? 1 : extent));
    }
  return n;
}

/* The instances of the block that touch the part while the outermost @n_fixed loops stand still. */
static gint64
count_touching (TouchSearch *search, guint n_fixed)
{
  switch (place_of_tile (search, n_fixed))
    {
    case TILE_OUTSIDE:
      return 0;
    case TILE_INSIDE:
      return note_all (search, n_fixed);
    case TILE_CROSSING:
    default:
      return n_fixed == search->tiles->n_loops ? 1 : count_in_loop (search, n_fixed);
    }
}

/* --- a block --- */

static gboolean
loop_moves (const TlBlockTiles *tiles, const TlBlockAccess *access, guint loop)
{
  const TlRegion *instance = &access->tiles[tiles->n_loops];

  for (guint d = 0; d < access->buffer->n_dims; d++)
    if (tl_expr_uses_var (instance->ranges[d].min, tiles->loops[loop]->loop.var)
        || tl_expr_uses_var (instance->ranges[d].extent, tiles->loops[loop]->loop.var))
      return TRUE;
  return FALSE;
}

static void
touch_free (gpointer data)
{
  TlRegionTouch *touch = data;

  g_free (touch->loops);
  g_free (touch);
}

static TlRegionTouch *
touch_new (const TlBlockTiles *tiles, const TlBlockAccess *access)
{
  TlRegionTouch *touch = g_new0 (TlRegionTouch, 1);

  *touch = (TlRegionTouch) { tiles->block->id, tiles->block->name, access->is_read, access->is_written, NULL, tiles->n_loops, 0, 1,
                             tl_expr_is_true (tiles->block->predicate) };
  touch->loops = g_new0 (TlTouchedLoop, tiles->n_loops + 1);
  for (guint i = 0; i < tiles->n_loops; i++)
    {
      const TlLoop *loop = &tiles->loops[i]->loop;

      touch->loops[i] = (TlTouchedLoop) { loop->id, loop->var->name, tiles->extents[i], 0, -1 };
      touch->n_instances = tl_mul_saturated (touch->n_instances, MAX (tiles->extents[i], 1));
      touch->is_exact = touch->is_exact && tiles->extents[i] >= 0;
    }
  return touch;
}

static TlRegionTouch *
find_touch (const TlBlockTiles *tiles, const TlBlockAccess *access, TouchSearch *search)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  g_autofree gboolean   *moves = g_new0 (gboolean, tiles->n_loops + 1);
  TlRegionTouch         *touch = touch_new (tiles, access);

  for (guint i = 0; i < tiles->n_loops; i++)
    moves[i] = loop_moves (tiles, access, i);
  search->tiles = tiles;
  search->access = access;
  search->values = values;
  search->moves = moves;
  search->touch = touch;
  touch->n_touching = count_touching (search, 0);
  if (touch->n_touching > 0)
    return touch;
  touch_free (touch);
  return NULL;
}

static gboolean
has_block_inside (const TlStmt *block)
{
  g_autoptr (GPtrArray) inside = tl_stmt_child_blocks (block);

  return inside->len > 0;
}

GPtrArray *
tl_region_touches (const TlModule *module, const TlPrimFunc *func, const TlBuffer *buffer, const TlTileSpan *box, guint64 max_tiles,
                   GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (func->body), touches = g_ptr_array_new_with_free_func (touch_free);
  guint64               n_tiles = 0;
  TouchSearch           search = { .box = box, .n_tiles = &n_tiles, .max_tiles = max_tiles, .cancellable = cancellable };

  for (guint b = 0; b < blocks->len; b++)
    {
      const TlStmt       *block = g_ptr_array_index (blocks, b);
      g_autoptr (TlArena) arena = tl_arena_new (module->arena);
      const TlBlockTiles *tiles = has_block_inside (block) ? NULL : tl_block_tiles_new (arena, module, block->block.id);

      for (guint a = 0; tiles != NULL && a < tiles->n_accesses; a++)
        {
          TlRegionTouch *touch = tiles->accesses[a].buffer == buffer ? find_touch (tiles, &tiles->accesses[a], &search) : NULL;

          if (touch != NULL)
            g_ptr_array_add (touches, touch);
        }
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (n_tiles > max_tiles)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the part crosses more than %" G_GUINT64_FORMAT " tiles; take a smaller one",
                   max_tiles);
      return NULL;
    }
  return g_steal_pointer (&touches);
}
