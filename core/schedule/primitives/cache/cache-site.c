/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which blocks use a buffer's copy, and where the copying block stands.
 *
 *   reads    writer … ┆ … first redirected reader      the copy is made just before that reader, where its loops meet the writer's
 *   writes   writer ┆ … first reader that stays        … before the first reader that stays with the buffer
 *
 * A buffer that no block of the scope writes is copied at the scope's start; one that no block of it reads any more is written back at
 * its end.
 *
 * TVM's cache primitives may copy out of bounds, overwrite elements that nobody computed, or read a copy before it is filled. These refuse
 * there, or guard the copy with the block's predicate.
 */
#include "core/schedule/primitives/cache-private.h"
#include "core/schedule/primitives/cache/write-box-private.h"

gboolean
tl_cache_start (TlCache *cache, TlPrimitiveCall *call, gboolean is_write, const char *verb, GError **error)
{
  *cache = (TlCache) { .call = call, .arena = call->builder.arena, .builder = &call->builder, .is_write = is_write };
  if (!tl_call_find_block (call, &call->args[0], &cache->path, error))
    return FALSE;
  cache->block = tl_path_target (cache->path);
  if (cache->path->n == 1)
    return tl_refuse (error, &cache->block->block.id, 1, NULL, "the root block has no buffers to %s", verb);
  cache->scope = tl_path_scope (cache->path);
  cache->info = tl_path_scope_info (cache->arena, call->module, cache->path);
  cache->redirected = g_hash_table_new (NULL, NULL);
  return TRUE;
}

void
tl_cache_clear (TlCache *cache)
{
  g_clear_pointer (&cache->path, tl_path_free);
  g_clear_pointer (&cache->info, tl_scope_info_free);
  g_clear_pointer (&cache->redirected, g_hash_table_unref);
}

gboolean
tl_cache_check_pipeline (TlCache *cache, GError **error)
{
  g_autofree char *why = NULL;

  if (tl_scope_info_is_stage_pipeline (cache->info, &why))
    return TRUE;
  return tl_refuse (error, &cache->block->block.id, 1, NULL, "the scope of block %s is not a stage pipeline: %s", cache->block->block.name,
                    why);
}

/* Scopes and buffers. */

const char *const tl_cache_scopes[] = { "global", "shared", "shared.dyn", "local", "warp", "wmma.matrix_a", "wmma.matrix_b",
                                        "wmma.accumulator", "mma.matrix_a", "mma.matrix_b", "mma.accumulator", "wgmma.matrix_a",
                                        "wgmma.matrix_b", NULL };

gboolean
tl_cache_check_scope (const char *scope, GError **error)
{
  static const char *const prefixes[] = { "global", "shared", "warp", "local", "wmma.matrix_a", "wmma.matrix_b", "wmma.accumulator",
                                          "mma.matrix_a", "mma.matrix_b", "mma.accumulator", "wgmma.matrix_a", "wgmma.matrix_b",
                                          "m16n8k8.matrixA",
                                          "m16n8k8.matrixB", "m16n8k8.matrixC", "texture", "amx.tmm", "metal.simdgroup", "trn.sbuf",
                                          "trn.psum" };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (scope, prefixes[i]))
      return TRUE;
  return tl_refuse (error, NULL, 0, "use global, shared, shared.dyn, local, warp, wmma.matrix_a, wmma.matrix_b, wmma.accumulator, "
                    "mma.matrix_a, mma.matrix_b, mma.accumulator, wgmma.matrix_a, wgmma.matrix_b",
                    "storage scope \"%s\" is unknown", scope);
}

const TlRegion *
tl_cache_find_region (TlCache *cache, gint64 index, GError **error)
{
  const TlBlock  *block = &cache->block->block;
  guint           n = cache->is_write ? block->n_writes : block->n_reads;
  const TlRegion *regions = cache->is_write ? block->writes : block->reads;
  const char     *verb = cache->is_write ? "writes" : "reads";

  if (index >= 0 && index < n)
    {
      cache->buffer = regions[index].buffer;
      return &regions[index];
    }
  if (n == 0)
    tl_refuse (error, &block->id, 1, NULL, "block %s %s no buffer", block->name, verb);
  else if (n == 1)
    tl_refuse (error, &block->id, 1, NULL, "block %s %s one buffer, so its index is 0, not %" G_GINT64_FORMAT, block->name, verb, index);
  else
    tl_refuse (error, &block->id, 1, NULL, "block %s %s %u buffers: index %" G_GINT64_FORMAT " is not in 0 … %u", block->name, verb, n,
               index,
               n - 1);
  return NULL;
}

const char *
tl_cache_name (TlArena *arena, const TlBuffer *buffer, const char *scope)
{
  return tl_arena_printf (arena, "%s_%s", buffer->name, scope);
}

/* Writer and readers. */

gboolean
tl_cache_check_said (const TlScopeInfo *info, const TlBuffer *buffer, gboolean reads_matter, GError **error)
{
  for (guint i = 0; tl_scope_info_nth (info, i) != NULL; i++)
    {
      const TlStmt  *stmt = tl_scope_info_nth (info, i);
      const TlBlock *block = &stmt->block;

      if (!tl_regions_touch (block->reads, block->n_reads, buffer) && !tl_regions_touch (block->writes, block->n_writes, buffer)
          && (reads_matter ? tl_stmt_uses_buffer (stmt, buffer) : tl_stmt_writes_buffer (stmt, buffer)))
        return tl_refuse (error, &block->id, 1, NULL, "block %s accesses buffer %s, which is not among its reads and writes", block->name,
                          buffer->name);
    }
  return TRUE;
}

gboolean
tl_cache_find_writer (TlCache *cache, GError **error)
{
  g_autoptr (GPtrArray) writers = tl_scope_info_writers (cache->info, cache->buffer);
  const TlBlock        *block = &cache->block->block;
  g_autofree char      *why = NULL;

  if (!tl_cache_check_said (cache->info, cache->buffer, cache->is_write, error))
    return FALSE;
  if (writers->len > 1)
    {
      const TlStmt *first = writers->pdata[0], *second = writers->pdata[1];
      TlNodeId      culprits[] = { first->block.id, second->block.id };

      return tl_refuse (error, culprits, 2, NULL,
                        "buffer %s is written by %u blocks (%s, %s%s); only a buffer with a single writer can be cached",
                        cache->buffer->name,
                        writers->len, first->block.name, second->block.name, writers->len > 2 ? ", …" : "");
    }
  cache->writer = writers->len == 1 ? writers->pdata[0] : NULL;
  if (cache->is_write && block->init == NULL && tl_regions_touch (block->reads, block->n_reads, cache->buffer))
    return tl_refuse (error, &block->id, 1, NULL,
                      "block %s accumulates in buffer %s without initializing it; its copy would start empty", block->name,
                      cache->buffer->name);
  if (cache->is_write && block->init != NULL && !tl_block_starts_reduction (cache->info, cache->block, &why))
    return tl_refuse (error, &block->id, 1, NULL, "block %s may accumulate in buffer %s without initializing it: %s", block->name,
                      cache->buffer->name, why);
  return TRUE;
}

static gboolean
is_listed (const TlArg *list, const TlStmt *block)
{
  for (guint i = 0; i < list->n_items; i++)
    if (list->items[i].node == block->block.id)
      return TRUE;
  return FALSE;
}

static gboolean
contains (GPtrArray *blocks, TlNodeId id)
{
  for (guint i = 0; i < blocks->len; i++)
    if (((const TlStmt *) blocks->pdata[i])->block.id == id)
      return TRUE;
  return FALSE;
}

/* Those listed may be any blocks of the scope: who does not read has a say in where the copy is made, the writer none, as in TVM. */
static gboolean
check_list (TlCache *cache, const TlArg *list, GError **error)
{
  for (guint i = 0; i < list->n_items; i++)
    {
      const TlArg *item = &list->items[i];
      gboolean     is_here = FALSE;

      for (guint j = 0; !is_here && tl_scope_info_nth (cache->info, j) != NULL; j++)
        is_here = tl_scope_info_nth (cache->info, j)->block.id == item->node;
      if (!is_here)
        return tl_refuse (error, &item->node, 1, NULL, "block %s, listed as a consumer, is not directly in block %s",
                          tl_arg_node_name (cache->call->module, item), cache->scope->block.name);
    }
  return TRUE;
}

/* One copy cannot serve readers of what was there before the writer and of what it wrote. */
static gboolean
check_readers_before (TlCache *cache, GError **error)
{
  for (guint i = 0; cache->writer != NULL && tl_scope_info_nth (cache->info, i) != cache->writer; i++)
    {
      const TlStmt *block = tl_scope_info_nth (cache->info, i);
      TlNodeId      culprits[] = { block->block.id, cache->writer->block.id };

      if (g_hash_table_contains (cache->redirected, GUINT_TO_POINTER (block->block.id)))
        return tl_call_refuse_order (cache->call, error, culprits, 2, "list the consumers that should read the copy",
                                     "block %s reads buffer %s before block %s writes it; the copy holds the values written there",
                                     block->block.name, cache->buffer->name, cache->writer->block.name);
    }
  return TRUE;
}

/* If all redirected readers come before the writer, the copy of a read is of what comes from outside. */
static gboolean
check_order (TlCache *cache, const TlStmt *first, GError **error)
{
  if (first == NULL && cache->writer != NULL && !cache->is_write)
    {
      for (guint i = 0; tl_scope_info_nth (cache->info, i) != NULL; i++)
        if (g_hash_table_contains (cache->redirected, GUINT_TO_POINTER (tl_scope_info_nth (cache->info, i)->block.id))
            && !tl_cache_check_carried (cache, tl_scope_info_nth (cache->info, i), error))
          return FALSE;
      cache->writer = NULL;
    }
  return check_readers_before (cache, error);
}

gboolean
tl_cache_choose_readers (TlCache *cache, const TlArg *list, const TlStmt **first, GError **error)
{
  g_autoptr (GPtrArray) readers = tl_scope_info_readers (cache->info, cache->buffer);
  gboolean              is_after_writer = cache->writer == NULL;

  *first = NULL;
  if (!cache->is_write && !check_list (cache, list, error))
    return FALSE;
  for (guint i = 0; tl_scope_info_nth (cache->info, i) != NULL; i++)
    {
      const TlStmt *block = tl_scope_info_nth (cache->info, i);
      gboolean      takes_part;

      if (block == cache->writer)
        {
          is_after_writer = TRUE;
          continue;
        }
      if (!contains (readers, block->block.id) && (cache->is_write || !is_listed (list, block)))
        continue;
      takes_part = is_listed (list, block) || (!cache->is_write && list->n_items == 0);
      if (takes_part && contains (readers, block->block.id))
        g_hash_table_add (cache->redirected, GUINT_TO_POINTER (block->block.id));
      if (*first == NULL && is_after_writer && takes_part != cache->is_write)
        *first = block;
    }
  if (cache->is_write)
    g_hash_table_add (cache->redirected, GUINT_TO_POINTER (cache->block->block.id));
  else if (cache->writer == cache->block && (*first == NULL || g_hash_table_size (cache->redirected) == 0))
    return tl_refuse (error, &cache->block->block.id, 1, NULL, "block %s reads and writes buffer %s in place, and no other block reads it "
                      "afterwards; the copy would have no reader", cache->block->block.name, cache->buffer->name);
  return check_order (cache, *first, error);
}

gboolean
tl_cache_check_cover (TlCache *cache, GError **error)
{
  for (guint i = 0; cache->writer != NULL && tl_scope_info_nth (cache->info, i) != NULL; i++)
    {
      const TlStmt    *block = tl_scope_info_nth (cache->info, i);
      g_autofree char *why = NULL;

      if (block != cache->writer && g_hash_table_contains (cache->redirected, GUINT_TO_POINTER (block->block.id))
          && !tl_block_reads_are_covered (cache->info, block, cache->buffer, &why))
        return tl_refuse (error, &block->block.id, 1, NULL, "%s", why);
    }
  return TRUE;
}

gboolean
tl_cache_check_whole_write (TlCache *cache, GError **error)
{
  const TlBlock *block = &cache->block->block, *scope = &cache->scope->block;

  for (guint i = 0; i < scope->n_allocs; i++)
    if (scope->allocs[i] == cache->buffer)
      return TRUE;
  for (guint i = 0; i < block->n_writes; i++)
    if (block->writes[i].buffer == cache->buffer && !tl_block_writes_box (cache->arena, cache->path, cache->site, block->writes[i]))
      return tl_refuse (error, &block->id, 1, NULL,
                        "block %s does not write every element of the region of %s that it accesses; the copy back would overwrite the "
                        "rest", block->name,
                        cache->buffer->name);
  return TRUE;
}

/* Views. */

typedef struct
{
  const TlBuffer *buffer;
  const char     *scope;
  const TlStmt   *block;
  const TlBuffer *view;
} ViewSearch;

static TlWalk
find_other_view (const TlStmt *stmt, gpointer user_data)
{
  ViewSearch *search = user_data;

  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_matches; i++)
    if (stmt->block.matches[i].source.buffer == search->buffer && !g_str_equal (stmt->block.matches[i].buffer->scope, search->scope))
      {
        search->block = stmt;
        search->view = stmt->block.matches[i].buffer;
        return TL_WALK_STOP;
      }
  return TL_WALK_INTO;
}

gboolean
tl_cache_check_views (const TlBuffer *buffer, const TlStmt *stmt, const char *storage_scope, GError **error)
{
  ViewSearch search = { .buffer = buffer, .scope = storage_scope };

  if (tl_stmt_walk (stmt, find_other_view, NULL, &search))
    return TRUE;
  return tl_refuse (error, &search.block->block.id, 1, NULL,
                    "block %s matches a part of %s to buffer %s in scope \"%s\"; the copy would be in \"%s\"",
                    search.block->block.name, buffer->name, search.view->name, search.view->scope, storage_scope);
}

/* The place. */

/* The innermost loop around both blocks, else the scope. */
static const TlStmt *
meeting_point (TlCache *cache, const TlStmt *a, const TlStmt *b)
{
  g_autoptr (TlPath)    path = tl_path_find (cache->call->module, a->block.id);
  g_autoptr (GPtrArray) loops = tl_path_loops (path);
  const TlStmt         *meeting = cache->scope;

  for (guint i = 0; i < loops->len && tl_stmt_find (loops->pdata[i], b->block.id) != NULL; i++)
    meeting = loops->pdata[i];
  return meeting;
}

static guint
child_with (const TlStmt *site, const TlStmt *block)
{
  const TlStmt *body = tl_stmt_body (site);

  for (guint i = 0; i < tl_body_n_children (body); i++)
    if (tl_stmt_find (tl_body_nth_child (body, i), block->block.id) != NULL)
      return i;
  g_assert_not_reached ();
}

void
tl_cache_choose_site (TlCache *cache, const TlStmt *first)
{
  cache->site = cache->scope;
  cache->position = cache->is_write ? G_MAXUINT : 0;
  if (cache->writer != NULL && first != NULL)
    {
      cache->site = meeting_point (cache, cache->writer, first);
      cache->position = child_with (cache->site, first);
    }
}

void
tl_cache_finish (TlCache *cache, const TlStmt *scope, const TlBuffer *copy, const TlStmt *nest)
{
  TlBlock block = scope->block;
  TlPath  to_scope = tl_path_prefix (cache->path, (guint) tl_path_scope_index (cache->path));

  tl_block_add_alloc (cache->arena, &block, copy);
  tl_call_replace (cache->call, &to_scope,
                   tl_insert_child (cache->arena, tl_stmt_block (cache->arena, &block),
                                    cache->site->kind == TL_STMT_FOR ? cache->site->loop.id : block.id, cache->position, nest));
}
