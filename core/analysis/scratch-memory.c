/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/scratch-memory.h"

#include <string.h>

#include "core/analysis/footprint.h"
#include "core/arith/int-set.h"
#include "core/base/extremum.h"
#include "core/base/saturate.h"

/* A walk that knows the loops and blocks around, the root first. */
typedef struct
{
  const char *memory;
  GPtrArray  *around;    /* const TlStmt * */
  GPtrArray  *allocs;    /* const TlBuffer * of the memory */
  GPtrArray  *places;    /* for each: GPtrArray of what encloses all uses so far, NULL before the first */
} ScratchFinder;

static gboolean
is_of_memory (const char *scope, const char *memory)
{
  gsize length = memory ? strlen (memory) : 0;

  return !memory || (strncmp (scope, memory, length) == 0 && (scope[length] == '\0' || scope[length] == '.'));
}

static GPtrArray *
copy_of_first (GPtrArray *stmts, guint n)
{
  GPtrArray *copy = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (copy, stmts->pdata[i]);
  return copy;
}

/* The buffer is used below the first @depth of what is around. */
static void
note_use (ScratchFinder *finder, const TlBuffer *buffer, guint depth)
{
  guint index, n = 0;
  GPtrArray *place;

  if (!is_of_memory (buffer->scope, finder->memory) || !g_ptr_array_find (finder->allocs, buffer, &index))
    return;
  place = finder->places->pdata[index];
  if (!place)
    {
      finder->places->pdata[index] = copy_of_first (finder->around, depth);
      return;
    }
  while (n < place->len && n < depth && place->pdata[n] == finder->around->pdata[n])
    n++;
  g_ptr_array_set_size (place, (gint) n);
}

static TlWalk
visit_expr (const TlExpr *expr, gpointer user_data)
{
  ScratchFinder *finder = user_data;

  if (expr->kind == TL_EXPR_LOAD)
    note_use (finder, expr->buffer, finder->around->len);
  return TL_WALK_INTO;
}

/* The result of a reduction lives outside of its reduction loops. */
static guint
depth_above_reduction (const ScratchFinder *finder, const TlBlock *block)
{
  for (guint i = 0; i < finder->around->len; i++)
    {
      const TlStmt *stmt = finder->around->pdata[i];

      for (guint a = 0; stmt->kind == TL_STMT_FOR && a < block->n_axes; a++)
        if (block->axes[a].kind != TL_AXIS_SPATIAL && tl_expr_uses_var (block->bindings[a], stmt->loop.var))
          return i;
    }
  return finder->around->len;
}

static TlWalk visit_stmt (const TlStmt *stmt, gpointer user_data);

static void
visit_block (ScratchFinder *finder, const TlStmt *stmt)
{
  const TlBlock *block = &stmt->block;
  guint depth = depth_above_reduction (finder, block);

  for (guint i = 0; i < block->n_allocs; i++)
    if (is_of_memory (block->allocs[i]->scope, finder->memory))
      {
        g_ptr_array_add (finder->allocs, (gpointer) block->allocs[i]);
        g_ptr_array_add (finder->places, NULL);
      }
  for (guint i = 0; i < block->n_writes; i++)
    note_use (finder, block->writes[i].buffer, depth);
  g_ptr_array_add (finder->around, (gpointer) stmt);
  for (guint i = 0; i < block->n_matches; i++)
    note_use (finder, block->matches[i].source.buffer, finder->around->len);
  if (block->init)
    tl_stmt_walk (block->init, visit_stmt, visit_expr, finder);
  tl_stmt_walk (block->body, visit_stmt, visit_expr, finder);
  g_ptr_array_set_size (finder->around, (gint) finder->around->len - 1);
}

static TlWalk
visit_stmt (const TlStmt *stmt, gpointer user_data)
{
  ScratchFinder *finder = user_data;

  if (stmt->kind == TL_STMT_BLOCK)
    {
      visit_block (finder, stmt);
      return TL_WALK_OVER;
    }
  if (stmt->kind == TL_STMT_STORE)
    note_use (finder, stmt->buffer, finder->around->len);
  if (stmt->kind != TL_STMT_FOR)
    return TL_WALK_INTO;
  g_ptr_array_add (finder->around, (gpointer) stmt);
  tl_stmt_walk (stmt->loop.body, visit_stmt, visit_expr, finder);
  g_ptr_array_set_size (finder->around, (gint) finder->around->len - 1);
  return TL_WALK_OVER;
}

/* --- sizes --- */

/*
 * The thread-bound loops around a place, over all of whose iterations the memory is shared: threads of a block share what is "shared", each
 * has its own of what is "local", all else all share.
 */
static GArray *
sharing_threads (GPtrArray *place, const TlBuffer *buffer)
{
  gboolean is_shared = is_of_memory (buffer->scope, "shared"), is_local = is_of_memory (buffer->scope, "local");
  GArray *iters = g_array_new (FALSE, FALSE, sizeof (TlIter));

  for (guint i = 0; i < place->len && !is_local; i++)
    {
      const TlStmt *stmt = place->pdata[i];

      if (stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_THREAD_BINDING
          && !(is_shared && g_str_has_prefix (stmt->loop.thread, "blockIdx.")))
        {
          TlIter iter = { .var = stmt->loop.var, .min = stmt->loop.min, .extent = stmt->loop.extent };

          g_array_append_val (iters, iter);
        }
    }
  return iters;
}

static gint64
region_bytes (TlRegion region)
{
  gint64 n_bytes = tl_dtype_bytes (region.buffer->dtype), extent, whole;

  for (guint d = 0; d < region.buffer->n_dims; d++)
    {
      gboolean is_known = tl_expr_get_int (region.ranges[d].extent, &extent), is_bounded = tl_buffer_get_extent (region.buffer, d, &whole);

      if (!is_known && !is_bounded)
        return -1;
      n_bytes = tl_mul_saturated (n_bytes, !is_known ? whole : is_bounded ? MIN (extent, whole) : extent);
    }
  return n_bytes;
}

static TlNodeId
id_of (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_FOR ? stmt->loop.id : stmt->block.id;
}

/* @footprints: those known by id, in @arena; many buffers live in the same place. */
static gint64
touched_bytes (TlArena *arena, GHashTable *footprints, const TlModule *module, GPtrArray *place, const TlBuffer *buffer)
{
  g_autoptr (GArray) threads = sharing_threads (place, buffer);
  TlFootprint *footprint = tl_footprint_known (footprints, arena, module, id_of (place->pdata[place->len - 1]));

  for (guint i = 0; i < footprint->n_touched; i++)
    if (footprint->touched[i].buffer == buffer)
      return region_bytes (tl_region_relax (arena, footprint->touched[i].region, (const TlIter *) (gpointer) threads->data, threads->len,
                                            NULL));
  return region_bytes (tl_region_full (arena, buffer));
}

/* --- versions --- */

/* A statement of a pipelined loop. */
typedef struct
{
  const TlBuffer *buffer;
  gboolean        reads, writes;
} ScratchAccess;

static TlWalk
visit_region (const TlStmt *stmt, gpointer user_data)
{
  ScratchAccess *access = user_data;

  if (stmt->kind != TL_STMT_BLOCK)
    return TL_WALK_INTO;
  access->reads |= tl_regions_touch (stmt->block.reads, stmt->block.n_reads, access->buffer);
  access->writes |= tl_regions_touch (stmt->block.writes, stmt->block.n_writes, access->buffer);
  return TL_WALK_OVER;
}

static gint64
number_at (const TlValue *list, guint index)
{
  TlValue number;

  return list && list->kind == TL_VALUE_LIST && index < list->n_items
         && tl_value_get_number (&list->items[index], &number) ? number.integer : 0;
}

/*
 * From the stage that writes the buffer to the last that reads it iterations overlap. Two stages next to each other share one version where
 * all readers come earlier in the order: they are through with it when the next iteration's part is written.
 */
static gint64
count_versions (const TlStmt *place, const TlBuffer *buffer)
{
  const TlAttrs *attrs = &place->loop.annotations;
  const TlValue *stages = tl_attrs_find (attrs, "software_pipeline_stage"), *orders = tl_attrs_find (attrs, "software_pipeline_order");
  const TlStmt *body = place->loop.body->kind == TL_STMT_BLOCK ? place->loop.body->block.body : place->loop.body;
  gint64 written = G_MAXINT64, read = -1, last_order = -1, written_order = 0;

  for (guint i = 0; stages && body->kind == TL_STMT_SEQ && i < body->n_stmts; i++)
    {
      ScratchAccess access = { .buffer = buffer };

      tl_stmt_walk (body->stmts[i], visit_region, NULL, &access);
      if (access.writes && number_at (stages, i) < written)
        {
          written = number_at (stages, i);
          written_order = number_at (orders, i);
        }
      if (access.reads)
        {
          read = tl_max (read, number_at (stages, i));
          last_order = tl_max (last_order, number_at (orders, i));
        }
    }
  if (written == G_MAXINT64 || read <= written)
    return 1;
  return read == written + 1 && last_order < written_order ? 1 : read - written + 1;
}

/* --- all together --- */

/* Of a buffer that is never used there is none. */
static void
place_free (gpointer place)
{
  if (place != NULL)
    g_ptr_array_unref (place);
}

GArray *
tl_func_scratch (const TlModule *module, const TlPrimFunc *func, const char *memory)
{
  g_autoptr (GPtrArray) around = g_ptr_array_new (), allocs = g_ptr_array_new ();
  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func (place_free);
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (GHashTable) footprints = g_hash_table_new (NULL, NULL);
  ScratchFinder finder = { .memory = memory, .around = around, .allocs = allocs, .places = places };
  GArray *scratch = g_array_new (FALSE, FALSE, sizeof (TlScratch));

  visit_block (&finder, func->body);
  for (guint i = 0; i < allocs->len; i++)
    {
      GPtrArray *place = places->pdata[i];
      const TlStmt *innermost = place && place->len > 0 ? place->pdata[place->len - 1] : NULL;
      TlScratch used = { .buffer = allocs->pdata[i] };

      if (!innermost)
        continue;
      used.place = id_of (innermost);
      used.n_bytes = touched_bytes (arena, footprints, module, place, used.buffer);
      if (used.n_bytes > 0 && innermost->kind == TL_STMT_FOR)
        used.n_bytes = tl_mul_saturated (used.n_bytes, count_versions (innermost, used.buffer));
      g_array_append_val (scratch, used);
    }
  return scratch;
}

gint64
tl_scratch_peak_bytes (const TlModule *module, const GArray *scratch, const TlBuffer **last)
{
  gint64 peak = 0;

  *last = NULL;
  for (guint i = 0; i < scratch->len; i++)
    {
      const TlScratch *inner = &g_array_index (scratch, TlScratch, i);
      g_autoptr (TlPath) path = tl_path_find (module, inner->place);
      gint64 sum = 0;

      if (inner->n_bytes < 0)
        return -1;
      for (guint k = 0; k < scratch->len; k++)
        {
          const TlScratch *outer = &g_array_index (scratch, TlScratch, k);

          for (guint s = 0; s < path->n; s++)
            if (path->stmts[s]->kind == TL_STMT_FOR || path->stmts[s]->kind == TL_STMT_BLOCK)
              sum = tl_add_saturated (sum, id_of (path->stmts[s]) == outer->place ? outer->n_bytes : 0);
        }
      if (sum > peak)
        {
          peak = sum;
          *last = inner->buffer;
        }
    }
  return peak;
}
