/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the primitives that copy buffers: the block and its buffer, the users of the copy, and the place of the copying block. */
#pragma once

#include "core/schedule/primitives/block-edit-private.h"

G_BEGIN_DECLS

/**
 * TlCache: one application. The checks fill it in from top to bottom; each refuses on its own. On the stack, tl_cache_clear at the end.
 */
typedef struct
{
  TlPrimitiveCall *call;
  TlArena         *arena;
  TlBuilder       *builder;
  gboolean         is_write;
  /* Owned */
  TlPath          *path;
  TlScopeInfo     *info;
  GHashTable      *redirected;    /* ids of the child blocks of the scope that use the copy */
  /* Borrowed */
  const TlStmt    *block;
  const TlStmt    *scope;
  const TlBuffer  *buffer;
  const TlStmt    *writer;        /* NULL: the buffer comes from outside the scope */
  const TlStmt    *site;          /* loop or scope block whose child the copying block becomes */
  guint            position;
} TlCache;

/* Finds the block that the first argument names and its scope; @verb for the refusal of the root block: "cache". */
gboolean        tl_cache_start (TlCache *cache, TlPrimitiveCall *call, gboolean is_write, const char *verb, GError **error);
void            tl_cache_clear (TlCache *cache);

/* Refuses a scope that is no stage pipeline. */
gboolean        tl_cache_check_pipeline (TlCache *cache, GError **error);

/* Storage scopes that forms offer; NULL-terminated. */
extern const char *const tl_cache_scopes[];
gboolean        tl_cache_check_scope (const char *scope, GError **error);
/* Sets the buffer; NULL with a refusal if the block does not read or write so many. */
const TlRegion *tl_cache_find_region (TlCache *cache, gint64 index, GError **error);
/* Refuses blocks that write @buffer, or, where that matters, read it, and do not say so, as the opaque ones of loop_partition. */
gboolean        tl_cache_check_said (const TlScopeInfo *info, const TlBuffer *buffer, gboolean reads_matter, GError **error);
/* Refuses a second writer in the scope, and a block whose copy would lack its own earlier writes. */
gboolean        tl_cache_find_writer (TlCache *cache, GError **error);
/*
 * Chooses the blocks that use the copy: those of @list; all readers if it is empty and a read is cached; always the writer if a write is.
 * *@first (nullable result): the first block that has to find the copy done, or, for a write, a reader that stays with the buffer.
 */
gboolean        tl_cache_choose_readers (TlCache *cache, const TlArg *list, const TlStmt **first, GError **error);
/* Refuses readers of the copy that may read what the writer did not write. */
gboolean        tl_cache_check_cover (TlCache *cache, GError **error);
/* Refuses blocks in @stmt, which uses the copy, that match a part of @buffer to a buffer of another scope. */
gboolean        tl_cache_check_views (const TlBuffer *buffer, const TlStmt *stmt, const char *storage_scope, GError **error);
/*
 * After the site is known: refuses a write with gaps to a buffer from outside the scope, whose other elements matter. In a buffer of the
 * scope nothing else was written.
 */
gboolean        tl_cache_check_whole_write (TlCache *cache, GError **error);
/*
 * Refuses if @reader, which stands before the writer, reads in later iterations what that writes, of the loops around both below the site
 * (NULL: the scope).
 */
gboolean        tl_cache_check_carried (TlCache *cache, const TlStmt *reader, GError **error);
/* Where writer and @first meet, or at the border of the scope for what comes from outside or leaves it. */
void            tl_cache_choose_site (TlCache *cache, const TlStmt *first);

/* @buffer's name and the scope: "A_shared.dyn". In @arena. */
const char     *tl_cache_name (TlArena *arena, const TlBuffer *buffer, const char *scope);
/* Puts @nest at the site into @scope (the scope, rewritten), which gains @copy, and sets the call's result. */
void            tl_cache_finish (TlCache *cache, const TlStmt *scope, const TlBuffer *copy, const TlStmt *nest);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlCache, tl_cache_clear)

G_END_DECLS
