/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/gpu/warp-access.h"

#include <string.h>

#include "core/analysis/access-walk.h"

#define MOST_ACCESSES 256     /* of one iteration in one lane */
#define MOST_DIMS     16

/* --- counts --- */

void
tl_warp_access_count (TlWarpAccess *access)
{
  TlRequestCounts counts;

  if (access->space == TL_SPACE_GLOBAL)
    {
      counts = tl_warp_count_sectors (access->lanes, access->addresses, access->bytes);
      access->n_sectors = counts.n_units;
      access->least_sectors = counts.least_units;
      access->n_lines = counts.n_lines;
    }
  else if (access->space == TL_SPACE_SHARED)
    {
      counts = tl_warp_count_passes (access->lanes, access->addresses, access->bytes, access->bank_words);
      access->n_passes = counts.n_units;
      access->least_passes = counts.least_units;
    }
}

double
tl_warp_access_cost (const TlWarpAccess *access)
{
  if (access->space == TL_SPACE_GLOBAL && access->least_sectors > 0)
    return (double) access->n_sectors / access->least_sectors;
  if (access->space == TL_SPACE_SHARED && access->least_passes > 0)
    return (double) access->n_passes / access->least_passes;
  return 1;
}

/* --- addresses --- */

/* The part of a shared buffer that is kept, as lowering compacts and aligns it. */
typedef struct
{
  const TlBuffer *buffer;
  TlTileSpan      box[MOST_DIMS];
  gint64          strides[MOST_DIMS];   /* elements */
} KeptPart;

typedef struct
{
  GArray   *kept;        /* KeptPart */
  GArray   *accesses;
  guint     lane;
  gboolean  is_next;     /* the next element of a vector, after all lanes: addresses against those of @lane */
  guint64   seen;        /* accesses compared, a bit each */
  guint64   is_wide;     /* those that are of one vector */
} WarpGathering;

static TlMemorySpace
space_of (const TlBuffer *buffer)
{
  if (g_str_has_prefix (buffer->scope, "shared"))
    return TL_SPACE_SHARED;
  return g_str_has_prefix (buffer->scope, "global") ? TL_SPACE_GLOBAL : TL_SPACE_LOCAL;
}

static gboolean
accesses_buffer (const TlBlock *block, const TlBuffer *buffer)
{
  for (guint i = 0; i < block->n_reads; i++)
    if (block->reads[i].buffer == buffer)
      return TRUE;
  for (guint i = 0; i < block->n_writes; i++)
    if (block->writes[i].buffer == buffer)
      return TRUE;
  return FALSE;
}

/* How many of the loops of @tiles are around all blocks that access @buffer. */
static guint
loops_around_all (const TlModule *module, const TlBlockTiles *tiles, const TlBuffer *buffer)
{
  g_autoptr (TlPath)    own = tl_path_find (module, tiles->block->id);
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (own->func->body);
  guint                 n = tiles->n_loops;

  for (guint b = 0; b < blocks->len; b++)
    {
      const TlStmt      *stmt = g_ptr_array_index (blocks, b);
      g_autoptr (TlPath) path = NULL;
      guint              common = 0;

      if (!accesses_buffer (&stmt->block, buffer))
        continue;
      path = tl_path_find (module, stmt->block.id);
      for (guint i = 0; i < path->n && common < n; i++)
        if (path->stmts[i]->kind == TL_STMT_FOR)
          {
            if (path->stmts[i] != tiles->loops[common])
              break;
            common++;
          }
      n = MIN (n, common);
    }
  return n;
}

/* The box around what all threads of the block access while the loops around all accesses stand still. */
static KeptPart
find_kept (const TlModule *module, const TlBlockTiles *tiles, const TlThreadMapping *mapping, const gint64 *position, guint access)
{
  KeptPart           kept = { .buffer = tiles->accesses[access].buffer };
  g_autofree gint64 *last = g_memdup2 (position, sizeof (gint64) * tiles->n_loops);
  guint              n = loops_around_all (module, tiles, kept.buffer);
  TlTileSpan         of_last[MOST_DIMS];

  tl_thread_mapping_set_thread (mapping, tiles, 0, last);
  tl_block_tiles_of_access (tiles, last, access, n, kept.box);
  for (guint d = 0; d < TL_THREAD_DIMS; d++)
    if (mapping->block_loops[d] >= 0)
      last[mapping->block_loops[d]] = tiles->extents[mapping->block_loops[d]] - 1;
  tl_block_tiles_of_access (tiles, last, access, n, of_last);
  for (guint d = 0; d < kept.buffer->n_dims; d++)
    kept.box[d].length = MAX (kept.box[d].start + kept.box[d].length, of_last[d].start + of_last[d].length) - kept.box[d].start;
  return kept;
}

/* storage_align asks that the stride of dimension @dim of the buffer leaves @offset when divided by @factor; FALSE: it asks nothing. */
static gboolean
find_alignment (const TlPath *path, const TlBuffer *buffer, guint dim, gint64 *factor, gint64 *offset)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (path->func->body);

  for (guint b = 0; b < blocks->len; b++)
    {
      const TlBlock *block = &((const TlStmt *) blocks->pdata[b])->block;
      const TlValue *list = tl_attrs_find (&block->annotations, "buffer_dim_align");

      for (guint i = 0; list != NULL && list->kind == TL_VALUE_LIST && i < list->n_items; i++)
        {
          const TlValue *entry = &list->items[i];

          if (entry->kind != TL_VALUE_LIST || entry->n_items != 4 || entry->items[0].integer < 0
              || entry->items[0].integer >= block->n_writes || block->writes[entry->items[0].integer].buffer != buffer
              || entry->items[1].integer != dim || entry->items[2].integer < 1)
            continue;
          *factor = entry->items[2].integer;
          *offset = entry->items[3].integer;
          return TRUE;
        }
    }
  return FALSE;
}

static void
set_strides (KeptPart *kept, const TlModule *module, const TlBlockTiles *tiles)
{
  g_autoptr (TlPath) own = tl_path_find (module, tiles->block->id);
  gint64             stride = 1, factor, offset;

  for (guint d = kept->buffer->n_dims; d-- > 0;)
    {
      if (find_alignment (own, kept->buffer, d, &factor, &offset))
        stride += tl_floormod_int64 (offset - stride, factor);
      kept->strides[d] = stride;
      stride *= kept->box[d].length;
    }
}

static GArray *
find_all_kept (const TlModule *module, const TlBlockTiles *tiles, const TlThreadMapping *mapping, const gint64 *position)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (KeptPart));

  for (guint i = 0; i < tiles->n_accesses; i++)
    if (space_of (tiles->accesses[i].buffer) == TL_SPACE_SHARED && tiles->accesses[i].buffer->n_dims <= MOST_DIMS)
      {
        KeptPart kept = find_kept (module, tiles, mapping, position, i);

        set_strides (&kept, module, tiles);
        g_array_append_val (all, kept);
      }
  return all;
}

static const KeptPart *
kept_of (const WarpGathering *gathering, const TlBuffer *buffer)
{
  for (guint i = 0; i < gathering->kept->len; i++)
    if (g_array_index (gathering->kept, KeptPart, i).buffer == buffer)
      return &g_array_index (gathering->kept, KeptPart, i);
  return NULL;
}

static gint64
address_of (const WarpGathering *gathering, const TlMemoryAccess *access)
{
  const KeptPart *kept = kept_of (gathering, access->buffer);
  gint64          offset = 0;

  for (guint d = 0; d < access->buffer->n_dims; d++)
    {
      gint64 extent = 1;

      tl_buffer_get_extent (access->buffer, d, &extent);
      offset = kept != NULL ? offset + (access->indices[d] - kept->box[d].start) * kept->strides[d] : offset * extent + access->indices[d];
    }
  return offset * tl_dtype_bytes (access->buffer->dtype);
}

/* The first access of this kind that the lane has not made yet; new if there is none. */
static gboolean
visit_lane (const TlMemoryAccess *access, gpointer user_data)
{
  WarpGathering *gathering = user_data;
  TlWarpAccess   fresh = { .buffer = access->buffer, .writes = access->writes, .space = space_of (access->buffer),
                           .bytes = (guint) tl_dtype_bytes (access->buffer->dtype) };
  guint          i = 0;

  for (; i < gathering->accesses->len; i++)
    {
      TlWarpAccess *known = &g_array_index (gathering->accesses, TlWarpAccess, i);

      if (known->buffer == access->buffer && known->writes == access->writes && (known->lanes >> gathering->lane & 1) == 0)
        break;
    }
  if (i == gathering->accesses->len)
    g_array_append_val (gathering->accesses, fresh);
  g_array_index (gathering->accesses, TlWarpAccess, i).lanes |= (guint32) 1 << gathering->lane;
  g_array_index (gathering->accesses, TlWarpAccess, i).addresses[gathering->lane] = address_of (gathering, access);
  return TRUE;
}

/* Whether the next element of the vector follows the one that the lane accesses. */
static gboolean
visit_next (const TlMemoryAccess *access, gpointer user_data)
{
  WarpGathering *gathering = user_data;

  for (guint i = 0; i < MIN (gathering->accesses->len, 64); i++)
    {
      const TlWarpAccess *known = &g_array_index (gathering->accesses, TlWarpAccess, i);
      guint64             bit = (guint64) 1 << i;

      if (known->buffer != access->buffer || known->writes != access->writes || (gathering->seen & bit) != 0
          || (known->lanes >> gathering->lane & 1) == 0)
        continue;
      gathering->seen |= bit;
      if (address_of (gathering, access) == known->addresses[gathering->lane] + known->bytes)
        gathering->is_wide |= bit;
      break;
    }
  return TRUE;
}

/* A vectorized innermost loop is one access of as many bytes, where its elements follow each other. */
static void
widen (WarpGathering *gathering, const TlModule *module, const TlBlockTiles *tiles, gint64 *position)
{
  guint last = tiles->n_loops - 1;

  if (tiles->loops[last]->loop.kind != TL_LOOP_VECTORIZED || tiles->extents[last] < 2)
    return;
  position[last] = 1;
  if (!tl_access_walk_block (module, tiles->block->id, position, MOST_ACCESSES, visit_next, gathering))
    return;
  for (guint i = 0; i < MIN (gathering->accesses->len, 64); i++)
    if ((gathering->is_wide >> i & 1) != 0)
      g_array_index (gathering->accesses, TlWarpAccess, i).bytes *= (guint) tiles->extents[last];
}

GArray *
tl_warp_accesses_new (const TlModule *module, const TlBlockTiles *tiles, const TlThreadMapping *mapping, const gint64 *position,
                      gint64 warp)
{
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (TlWarpAccess));
  g_autofree gint64 *at = g_memdup2 (position, sizeof (gint64) * tiles->n_loops), *of_lane = NULL;
  g_autoptr (GArray) kept = NULL;
  WarpGathering      gathering = { .accesses = accesses };

  if (tiles->n_loops == 0)
    return NULL;
  kept = gathering.kept = find_all_kept (module, tiles, mapping, position);
  if (tiles->loops[tiles->n_loops - 1]->loop.kind == TL_LOOP_VECTORIZED)
    at[tiles->n_loops - 1] = 0;
  for (guint lane = 0; lane < TL_WARP_LANES; lane++)
    {
      gint64 thread = warp * TL_WARP_LANES + lane;

      gathering.lane = lane;
      if (thread >= tl_thread_mapping_n_threads (mapping) || !tl_thread_mapping_set_thread (mapping, tiles, thread, at))
        continue;
      if (!tl_access_walk_block (module, tiles->block->id, at, MOST_ACCESSES, visit_lane, &gathering))
        return NULL;
      if (of_lane == NULL && accesses->len > 0)
        of_lane = g_memdup2 (at, sizeof (gint64) * tiles->n_loops);
    }
  if (of_lane != NULL)
    {
      gathering.lane = (guint) (tl_thread_mapping_thread_at (mapping, of_lane) % TL_WARP_LANES);
      widen (&gathering, module, tiles, of_lane);
    }
  for (guint i = 0; i < accesses->len; i++)
    tl_warp_access_count (&g_array_index (accesses, TlWarpAccess, i));
  return g_steal_pointer (&accesses);
}
