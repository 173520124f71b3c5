/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Regions are declared in terms of block axes. With these replaced by their bindings they depend on loops; relaxing the inner loops leaves
 * the tile of an iteration of the outer ones.
 */
#include "core/analysis/block-tiles.h"

#include "core/arith/int-set.h"

typedef struct
{
  TlArena      *arena;
  const TlStmt *target;
  GPtrArray    *loops;
  GArray       *iters;     /* TlIter of @loops */
  GHashTable   *values;    /* axes of the blocks on the path → expressions of loops */
} TileGathering;

static const TlExpr *
with_values (TileGathering *gathering, const TlExpr *expr)
{
  return expr != NULL ? tl_expr_substitute (gathering->arena, expr, gathering->values) : NULL;
}

static void
follow_path (TileGathering *gathering, const TlPath *path)
{
  for (guint i = 0; i < path->n; i++)
    {
      const TlStmt *stmt = path->stmts[i];

      if (stmt->kind == TL_STMT_FOR)
        {
          TlIter iter = { stmt->loop.var, with_values (gathering, stmt->loop.min), with_values (gathering, stmt->loop.extent) };

          g_ptr_array_add (gathering->loops, (gpointer) stmt);
          g_array_append_val (gathering->iters, iter);
        }
      else if (stmt->kind == TL_STMT_BLOCK)
        for (guint a = 0; a < stmt->block.n_axes; a++)
          g_hash_table_insert (gathering->values, (gpointer) stmt->block.axes[a].var,
                               (gpointer) with_values (gathering, stmt->block.bindings[a]));
    }
}

static guint64
axes_of (const TlBlock *block, const TlExpr *index)
{
  guint64 axes = 0;

  for (guint a = 0; a < MIN (block->n_axes, 64); a++)
    if (tl_expr_uses_var (index, block->axes[a].var))
      axes |= (guint64) 1 << a;
  return axes;
}

static TlBlockAccess *
find_access (GArray *accesses, const TlBuffer *buffer)
{
  for (guint i = 0; i < accesses->len; i++)
    if (g_array_index (accesses, TlBlockAccess, i).buffer == buffer)
      return &g_array_index (accesses, TlBlockAccess, i);
  return NULL;
}

static void
add_access (TileGathering *gathering, GArray *accesses, TlRegion region, gboolean is_read, gboolean is_written)
{
  TlBlockAccess *known = find_access (accesses, region.buffer), fresh = { .buffer = region.buffer };
  guint          n_dims = region.buffer->n_dims, n_loops = gathering->loops->len;
  TlRegion      *tiles = tl_arena_new_array (gathering->arena, TlRegion, n_loops + 1);
  guint64       *axes = tl_arena_new_array (gathering->arena, guint64, n_dims);
  TlRange       *ranges = tl_arena_new_array (gathering->arena, TlRange, n_dims);
  const TlExpr  *predicate = with_values (gathering, gathering->target->block.predicate);

  for (guint d = 0; d < n_dims; d++)
    {
      axes[d] = axes_of (&gathering->target->block, region.ranges[d].min) | (known != NULL ? known->dim_axes[d] : 0);
      ranges[d] = (TlRange) { with_values (gathering, region.ranges[d].min), with_values (gathering, region.ranges[d].extent) };
    }
  for (guint n = 0; n <= n_loops; n++)
    {
      tiles[n] = tl_region_relax (gathering->arena, (TlRegion) { region.buffer, ranges },
                                  (const TlIter *) (gpointer) gathering->iters->data + n, n_loops - n, predicate);
      if (known != NULL)
        tiles[n] = tl_region_union (gathering->arena, known->tiles[n], tiles[n]);
    }
  if (known == NULL)
    g_array_append_val (accesses, fresh);
  known = find_access (accesses, region.buffer);
  known->is_read |= is_read;
  known->is_written |= is_written;
  known->dim_axes = axes;
  known->tiles = tiles;
}

static GArray *
gather_accesses (TileGathering *gathering)
{
  const TlBlock *block = &gathering->target->block;
  GArray        *accesses = g_array_new (FALSE, FALSE, sizeof (TlBlockAccess));

  for (guint i = 0; i < block->n_writes; i++)
    add_access (gathering, accesses, block->writes[i], tl_stmt_loads (block->body, block->writes[i].buffer), TRUE);
  for (guint i = 0; i < block->n_reads; i++)
    add_access (gathering, accesses, block->reads[i], TRUE, FALSE);
  return accesses;
}

static gint64 *
extents_of (TlArena *arena, const GArray *iters)
{
  gint64 *extents = tl_arena_new_array (arena, gint64, iters->len);

  for (guint i = 0; i < iters->len; i++)
    if (!tl_expr_get_int (g_array_index (iters, TlIter, i).extent, &extents[i]))
      extents[i] = -1;
  return extents;
}

const TlBlockTiles *
tl_block_tiles_new (TlArena *arena, const TlModule *module, TlNodeId block)
{
  g_autoptr (TlPath) path = tl_path_find (module, block);
  TileGathering      gathering = { .arena = arena, .target = path != NULL ? tl_path_target (path) : NULL };
  TlBlockTiles      *tiles;
  GArray            *accesses;

  if (path == NULL || gathering.target->kind != TL_STMT_BLOCK)
    return NULL;
  gathering.loops = g_ptr_array_new ();
  gathering.iters = g_array_new (FALSE, FALSE, sizeof (TlIter));
  gathering.values = g_hash_table_new (NULL, NULL);
  follow_path (&gathering, path);
  accesses = gather_accesses (&gathering);
  tiles = tl_arena_new0 (arena, TlBlockTiles);
  tiles->block = &gathering.target->block;
  tiles->n_loops = gathering.loops->len;
  tiles->loops = tl_arena_dup_array (arena, const TlStmt *, gathering.loops->pdata, gathering.loops->len);
  tiles->extents = extents_of (arena, gathering.iters);
  tiles->n_accesses = accesses->len;
  tiles->accesses = tl_arena_dup_array (arena, TlBlockAccess, accesses->data, accesses->len);
  g_array_unref (accesses);
  g_ptr_array_unref (gathering.loops);
  g_array_unref (gathering.iters);
  g_hash_table_unref (gathering.values);
  return tiles;
}

/* --- one iteration --- */

gsize
tl_block_tiles_index (const TlBlockTiles *tiles, guint access, guint n_fixed)
{
  gsize at = 0;

  for (guint i = 0; i < access; i++)
    at += (gsize) tiles->accesses[i].buffer->n_dims * (tiles->n_loops + 1);
  return at + (gsize) n_fixed * (access < tiles->n_accesses ? tiles->accesses[access].buffer->n_dims : 0);
}

gsize
tl_block_tiles_n_spans (const TlBlockTiles *tiles)
{
  return tl_block_tiles_index (tiles, tiles->n_accesses, 0);
}

static gboolean
number_at (TlAnalyzer *analyzer, const TlExpr *expr, GHashTable *values, gint64 *number)
{
  if (tl_expr_get_int (expr, number))
    return TRUE;
  expr = tl_expr_substitute (tl_analyzer_arena (analyzer), expr, values);
  return tl_expr_get_int (tl_analyzer_simplify (analyzer, expr), number);
}

static TlTileSpan
span_at (TlAnalyzer *analyzer, const TlRegion *tile, guint dim, GHashTable *values)
{
  gint64 whole, start, length, end;

  if (!tl_buffer_get_extent (tile->buffer, dim, &whole))
    return (TlTileSpan) { 0, 1 };
  if (!number_at (analyzer, tile->ranges[dim].min, values, &start) || !number_at (analyzer, tile->ranges[dim].extent, values, &length))
    return (TlTileSpan) { 0, whole };
  end = CLAMP (start + length, 0, whole);
  start = CLAMP (start, 0, whole);
  return (TlTileSpan) { start, MAX (end - start, 0) };
}

/* Loops at their values. */
static GHashTable *
values_at (TlArena *arena, const TlBlockTiles *tiles, const gint64 *position)
{
  GHashTable *values = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < tiles->n_loops; i++)
    {
      const TlVar *var = tiles->loops[i]->loop.var;
      gint64       min = 0;

      tl_expr_get_int (tiles->loops[i]->loop.min, &min);
      g_hash_table_insert (values, (gpointer) var, (gpointer) tl_expr_int (arena, var->dtype, min + position[i]));
    }
  return values;
}

void
tl_block_tiles_at (const TlBlockTiles *tiles, const gint64 *position, TlTileSpan *spans)
{
  g_autoptr (TlArena)    arena = tl_arena_new (NULL);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  g_autoptr (GHashTable) values = values_at (arena, tiles, position);
  gsize                  at = 0;

  for (guint i = 0; i < tiles->n_accesses; i++)
    for (guint n = 0; n <= tiles->n_loops; n++)
      for (guint d = 0; d < tiles->accesses[i].buffer->n_dims; d++)
        spans[at++] = span_at (analyzer, &tiles->accesses[i].tiles[n], d, values);
}

void
tl_block_tiles_of_access (const TlBlockTiles *tiles, const gint64 *position, guint access, guint n_fixed, TlTileSpan *spans)
{
  g_autoptr (TlArena)    arena = tl_arena_new (NULL);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  g_autoptr (GHashTable) values = values_at (arena, tiles, position);

  for (guint d = 0; d < tiles->accesses[access].buffer->n_dims; d++)
    spans[d] = span_at (analyzer, &tiles->accesses[access].tiles[n_fixed], d, values);
}

static gboolean
tile_holds (const TlBlockTiles *tiles, const gint64 *position, guint access, guint n_fixed, guint dim, gint64 at)
{
  g_autofree TlTileSpan *spans = g_new (TlTileSpan, tiles->accesses[access].buffer->n_dims + 1);

  tl_block_tiles_of_access (tiles, position, access, n_fixed, spans);
  return at >= spans[dim].start && at < spans[dim].start + spans[dim].length;
}

gboolean
tl_block_tiles_seek (const TlBlockTiles *tiles, guint access, guint dim, gint64 at, gint64 *position)
{
  g_autofree gint64 *found = g_memdup2 (position, sizeof *position * tiles->n_loops);

  for (guint n = 0; n < tiles->n_loops; n++)
    {
      gboolean holds = tile_holds (tiles, found, access, n + 1, dim, at);

      for (gint64 i = 0; !holds && i < tiles->extents[n]; i++)
        {
          found[n] = i;
          holds = tile_holds (tiles, found, access, n + 1, dim, at);
        }
      if (!holds)
        return FALSE;
    }
  for (guint n = 0; n < tiles->n_loops; n++)
    position[n] = found[n];
  return TRUE;
}

char *
tl_block_access_text (const TlBlockAccess *access, const TlTileSpan *spans)
{
  GString *text = g_string_new (access->buffer->name);

  g_string_append_c (text, '[');
  for (guint d = 0; d < access->buffer->n_dims; d++)
    {
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d > 0 ? ", " : "", spans[d].start);
      if (spans[d].length != 1)
        g_string_append_printf (text, ":%" G_GINT64_FORMAT, spans[d].start + spans[d].length);
    }
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}
