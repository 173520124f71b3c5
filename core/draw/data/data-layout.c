/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/data/data-copies.h"

#include <string.h>

#include "core/base/format.h"
#include "core/base/saturate.h"

/* Block axes that run along the two directions of the written buffer, a bit each. */
typedef struct
{
  guint64 axes[TL_N_DATA_SIDES];
} DataDirections;

static gint64
extent_of (const TlBuffer *buffer, guint dim)
{
  gint64 extent = 1;

  return tl_buffer_get_extent (buffer, dim, &extent) && extent > 0 ? extent : 1;
}

/* The last dimension before @end that is longer than one, or -1. */
static gint
last_long_dim (const TlBuffer *buffer, gint end)
{
  for (gint d = end - 1; d >= 0; d--)
    if (extent_of (buffer, (guint) d) > 1)
      return d;
  return -1;
}

static gboolean
shares_axis_before_last (const TlBlockAccess *access, guint64 axes)
{
  gint last = last_long_dim (access->buffer, (gint) access->buffer->n_dims);

  for (gint d = 0; d < last; d++)
    if ((access->dim_axes[d] & axes) != 0)
      return TRUE;
  return FALSE;
}

/* A vector that is read from the rows of matrices, as their sums are, stands upright, beside them. */
static gboolean
is_upright (const TlBlockTiles *tiles, guint64 axes)
{
  for (guint i = 0; i < tiles->n_accesses; i++)
    if (!tiles->accesses[i].is_written && tiles->accesses[i].buffer->n_dims > 1
        && shares_axis_before_last (&tiles->accesses[i], axes))
      return TRUE;
  return FALSE;
}

/*
 * The last dimension before @end that is longer than one and has no block axis with @other in common, or -1: those of a packed axis are
 * one direction.
 */
static gint
find_dim (const TlBlockAccess *access, gint other, gint end)
{
  gint dim = last_long_dim (access->buffer, end);

  while (dim >= 0 && other >= 0 && (dim == other || (access->dim_axes[dim] & access->dim_axes[other]) != 0))
    dim = last_long_dim (access->buffer, dim);
  return dim;
}

static gboolean
is_dim (const TlBlockAccess *access, gint dim)
{
  return dim >= 0 && (guint) dim < access->buffer->n_dims && extent_of (access->buffer, (guint) dim) > 1;
}

/* The dimensions of the written buffer along the sides: those @wanted, where there are such. */
static void
choose_dims (const TlBlockTiles *tiles, const gint *wanted, gint *dims)
{
  const TlBlockAccess *written = &tiles->accesses[0];
  gint                 n_dims = (gint) written->buffer->n_dims, row = wanted[TL_DATA_ROWS], column = wanted[TL_DATA_COLUMNS];

  row = is_dim (written, row) ? row : -1;
  if (!is_dim (written, column) || column == row)
    column = find_dim (written, row, n_dims);
  if (row < 0)
    row = column >= 0 ? find_dim (written, column, is_dim (written, wanted[TL_DATA_COLUMNS]) ? n_dims : column) : -1;
  dims[TL_DATA_ROWS] = row;
  dims[TL_DATA_COLUMNS] = column;
}

static DataDirections
directions_of (const TlBlockTiles *tiles, const gint *dims)
{
  const TlBlockAccess *written = &tiles->accesses[0];
  gint                 row = dims[TL_DATA_ROWS], column = dims[TL_DATA_COLUMNS];
  DataDirections       directions = { { 0 } };

  if (column >= 0)
    directions.axes[TL_DATA_COLUMNS] = written->dim_axes[column];
  if (row >= 0)
    directions.axes[TL_DATA_ROWS] = written->dim_axes[row];
  else if (column >= 0 && is_upright (tiles, directions.axes[TL_DATA_COLUMNS]))
    {
      directions.axes[TL_DATA_ROWS] = directions.axes[TL_DATA_COLUMNS];
      directions.axes[TL_DATA_COLUMNS] = 0;
    }
  return directions;
}

static void
put_dim (TlDataSide *side, guint dim, gint64 extent)
{
  side->dims[side->n_dims++] = dim;
  side->extent = tl_mul_saturated (side->extent, extent);
}

/* Whether one of the side's dimensions is indexed by the same axis. */
static gboolean
shares_side (const TlBlockAccess *access, const TlDataSide *side, guint dim)
{
  for (guint i = 0; i < side->n_dims; i++)
    if ((access->dim_axes[side->dims[i]] & access->dim_axes[dim]) != 0)
      return TRUE;
  return FALSE;
}

/* The innermost dimension that is not @placed yet runs along @side, and those of the same axis with it. */
static void
fill_side (TlDataBuffer *place, TlDataSideKind kind, gboolean *placed)
{
  const TlBlockAccess *access = place->access;
  TlDataSide           side = { .extent = 1 };
  gint                 first = -1;

  for (gint d = (gint) access->buffer->n_dims - 1; d >= 0 && first < 0; d--)
    if (!placed[d] && extent_of (access->buffer, (guint) d) > 1)
      first = d;
  if (first < 0)
    return;
  put_dim (&side, (guint) first, 1);
  for (gint d = 0; d < (gint) access->buffer->n_dims; d++)
    if (!placed[d] && (d == first || shares_side (access, &side, (guint) d)))
      {
        put_dim (&place->sides[kind], (guint) d, extent_of (access->buffer, (guint) d));
        placed[d] = TRUE;
      }
}

static void
place_dims (TlDataBuffer *place, const DataDirections *directions)
{
  const TlBlockAccess *access = place->access;
  gboolean             placed[TL_DATA_MAX_DIMS] = { FALSE };

  for (guint kind = 0; kind < TL_N_DATA_SIDES; kind++)
    for (guint d = 0; d < access->buffer->n_dims; d++)
      if (!placed[d] && (access->dim_axes[d] & directions->axes[kind]) != 0 && extent_of (access->buffer, d) > 1)
        {
          put_dim (&place->sides[kind], d, extent_of (access->buffer, d));
          placed[d] = TRUE;
        }
  if (access->is_written && place->index == 0)
    place->place = TL_DATA_WRITTEN;
  else if (place->sides[TL_DATA_ROWS].n_dims > 0)
    place->place = TL_DATA_LEFT;
  else
    place->place = place->sides[TL_DATA_COLUMNS].n_dims > 0 ? TL_DATA_ABOVE : TL_DATA_APART;
  if (place->sides[TL_DATA_COLUMNS].n_dims == 0)
    fill_side (place, TL_DATA_COLUMNS, placed);
  if (place->sides[TL_DATA_ROWS].n_dims == 0)
    fill_side (place, TL_DATA_ROWS, placed);
  for (guint d = 0; d < access->buffer->n_dims; d++)
    if (!placed[d] && extent_of (access->buffer, d) > 1)
      place->folded[place->n_folded++] = d;
}

/* --- names --- */

static guint
family_of (const TlNest *nest, TlNodeId loop)
{
  gint index = tl_nest_find (nest, loop);

  return index >= 0 ? nest->items[index].family : 0;
}

static gboolean
side_uses_loop (const TlDataLayout *layout, const TlDataBuffer *place, const TlDataSide *side, const TlVar *var)
{
  const TlBlock *block = layout->tiles->block;

  for (guint i = 0; i < side->n_dims; i++)
    for (guint a = 0; a < MIN (block->n_axes, 64); a++)
      if ((place->access->dim_axes[side->dims[i]] >> a & 1) != 0 && tl_expr_uses_var (block->bindings[a], var))
        return TRUE;
  return FALSE;
}

/* The families of the loops that move along the side, each once: "h + kh"; the first one in @first (nullable). */
static char *
side_name (const TlDataLayout *layout, const TlDataBuffer *place, const TlDataSide *side, guint *first)
{
  GString *name = g_string_new (NULL);
  guint64  seen = 0;

  for (guint i = 0; i < layout->tiles->n_loops; i++)
    {
      const TlVar     *var = layout->tiles->loops[i]->loop.var;
      guint64          bit = (guint64) 1 << (layout->families[i] % 64);
      g_autofree char *family = NULL;

      if ((seen & bit) != 0 || !side_uses_loop (layout, place, side, var))
        continue;
      if (name->len == 0 && first != NULL)
        *first = layout->families[i];
      family = tl_loop_family_name (var->name);
      g_string_append_printf (name, "%s%s", name->len > 0 ? " + " : "", family);
      seen |= bit;
    }
  return g_string_free (name, FALSE);
}

static void
name_side (TlDataLayout *layout, TlDataBuffer *place, TlDataSide *side)
{
  g_autofree char *name = side_name (layout, place, side, &side->family);

  side->name = tl_arena_strdup (layout->arena, name);
}

/* The side along which a vectorized innermost loop moves. */
static guint
lanes_side_of (const TlDataLayout *layout)
{
  const TlBlockTiles *tiles = layout->tiles;
  const TlLoop       *innermost = tiles->n_loops > 0 ? &tiles->loops[tiles->n_loops - 1]->loop : NULL;

  if (innermost == NULL || innermost->kind != TL_LOOP_VECTORIZED || tiles->extents[tiles->n_loops - 1] < 2)
    return TL_N_DATA_SIDES;
  for (guint kind = 0; kind < TL_N_DATA_SIDES; kind++)
    if (side_uses_loop (layout, &layout->buffers[0], &layout->buffers[0].sides[kind], innermost->var))
      return kind;
  return TL_N_DATA_SIDES;
}

/* --- blocks --- */

static gboolean
is_innermost_block (const TlNest *nest, guint index)
{
  for (guint i = index + 1; i < nest->items[index].end; i++)
    if (nest->items[i].kind == TL_NEST_BLOCK)
      return FALSE;
  return nest->items[index].kind == TL_NEST_BLOCK;
}

GArray *
tl_data_blocks (const TlNest *nest, TlNodeId node)
{
  gint    index = tl_nest_find (nest, node);
  GArray *blocks = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
  guint   first = index >= 0 ? (guint) index : 0, end = index >= 0 ? nest->items[index].end : nest->n_items;

  for (guint i = first; i < end; i++)
    if (is_innermost_block (nest, i))
      g_array_append_val (blocks, nest->items[i].id);
  return blocks;
}

/* Iterations of the loops around an item; symbolic extents count as one. */
static gint64
instances_of (const TlNest *nest, gint index)
{
  gint64 n = 1;

  for (gint i = index; i >= 0; i = nest->items[i].parent)
    if (nest->items[i].kind == TL_NEST_LOOP)
      n = tl_mul_saturated (n, MAX (nest->items[i].extent, 1));
  return n;
}

TlNodeId
tl_data_main_block (const TlNest *nest, TlNodeId node)
{
  g_autoptr (GArray) blocks = tl_data_blocks (nest, node);
  gint64             most = 0;
  TlNodeId           found = 0;

  for (guint i = 0; i < blocks->len; i++)
    {
      TlNodeId id = g_array_index (blocks, TlNodeId, i);
      gint64   n = instances_of (nest, tl_nest_find (nest, id));

      if (n >= most)
        {
          most = n;
          found = id;
        }
    }
  return found;
}

char *
tl_data_dim_text (const TlDataLayout *layout, const TlDataBuffer *buffer, guint dim)
{
  const TlDataSide side = { .dims = { dim }, .n_dims = 1 };
  g_autofree char *name = side_name (layout, buffer, &side, NULL);
  gint64           extent = extent_of (buffer->access->buffer, dim);

  if (name[0] == '\0')
    return g_strdup_printf ("%u: %" G_GINT64_FORMAT, dim, extent);
  return g_strdup_printf ("%s %" G_GINT64_FORMAT, name, extent);
}

TlDataLayout *
tl_data_layout_new (const TlNest *nest, TlNodeId block)
{
  return tl_data_layout_new_along (nest, block, -1, -1);
}

TlDataLayout *
tl_data_layout_new_along (const TlNest *nest, TlNodeId block, gint rows, gint columns)
{
  g_autoptr (TlArena) arena = tl_arena_new (nest->module->arena);
  const TlBlockTiles *tiles = tl_block_tiles_new (arena, nest->module, block);
  TlDataLayout       *layout;
  DataDirections      directions;
  const gint          wanted[TL_N_DATA_SIDES] = { rows, columns };

  if (tiles == NULL || tiles->n_accesses == 0 || tiles->accesses[0].buffer->n_dims > TL_DATA_MAX_DIMS)
    return NULL;
  layout = g_new0 (TlDataLayout, 1);
  layout->module = tl_module_ref (nest->module);
  layout->arena = g_steal_pointer (&arena);
  layout->tiles = tiles;
  layout->families = tl_arena_new_array (layout->arena, guint, tiles->n_loops);
  for (guint i = 0; i < tiles->n_loops; i++)
    layout->families[i] = family_of (nest, tiles->loops[i]->loop.id);
  layout->buffers = tl_arena_new_array (layout->arena, TlDataBuffer, tiles->n_accesses);
  choose_dims (tiles, wanted, layout->dims);
  directions = directions_of (tiles, layout->dims);
  for (guint i = 0; i < tiles->n_accesses; i++)
    {
      TlDataBuffer *place = &layout->buffers[layout->n_buffers];

      if (tiles->accesses[i].buffer->n_dims > TL_DATA_MAX_DIMS)
        continue;
      place->access = &tiles->accesses[i];
      place->index = i;
      place->sides[TL_DATA_ROWS].extent = place->sides[TL_DATA_COLUMNS].extent = 1;
      place_dims (place, &directions);
      for (guint kind = 0; kind < TL_N_DATA_SIDES; kind++)
        name_side (layout, place, &place->sides[kind]);
      layout->n_buffers++;
    }
  layout->lanes_side = lanes_side_of (layout);
  tl_data_layout_find_copies (layout, nest);
  return layout;
}

void
tl_data_layout_free (TlDataLayout *layout)
{
  tl_arena_unref (layout->arena);
  tl_module_unref (layout->module);
  g_free (layout);
}

/* --- tiles in words --- */

char *
tl_data_tile_text (const TlDataBuffer *buffer, const TlTileSpan *spans)
{
  return tl_block_access_text (buffer->access, spans);
}

char *
tl_data_tile_size_text (const TlDataBuffer *buffer, const TlTileSpan *spans)
{
  GString *text = g_string_new (NULL);

  for (guint d = 0; d < buffer->access->buffer->n_dims; d++)
    if (extent_of (buffer->access->buffer, d) > 1)
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, text->len > 0 ? " × " : "", spans[d].length);
  if (text->len == 0)
    g_string_append_c (text, '1');
  return g_string_free (text, FALSE);
}

gint64
tl_data_tile_bytes (const TlDataBuffer *buffer, const TlTileSpan *spans)
{
  gint64 bytes = tl_dtype_bytes (buffer->access->buffer->dtype);

  for (guint d = 0; d < buffer->access->buffer->n_dims; d++)
    bytes = tl_mul_saturated (bytes, spans[d].length);
  return bytes;
}
