/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TlArena:
 *
 * A reference-counted region of memory that is dropped in one call. IR nodes live in arenas and are never freed one by one.
 * An arena keeps its parents alive, so a node may point into its own arena and into ancestors, never into a descendant.
 * Filling an arena is for one thread at a time; reading what is built, and ref/unref, are for any thread.
 *
 * In debug builds (TL_ARENA_DEBUG) every allocation is its own malloc block, so AddressSanitizer sees each overrun.
 */
typedef struct _TlArena TlArena;

/* A new arena; @parent (nullable) stays alive as long as it. */
TlArena *tl_arena_new (TlArena *parent);
TlArena *tl_arena_ref (TlArena *arena);
void     tl_arena_unref (TlArena *arena);

/* Makes @parent live at least as long as @arena. The caller guarantees that no cycle arises. */
void     tl_arena_add_parent (TlArena *arena, TlArena *parent);
/* Takes over @object: @free_func drops it with the arena, the last one first. */
void     tl_arena_own (TlArena *arena, gpointer object, GDestroyNotify free_func);

/* Zeroed, 16-byte aligned; never NULL. */
gpointer tl_arena_alloc (TlArena *arena, gsize n_bytes);
gpointer tl_arena_memdup (TlArena *arena, gconstpointer data, gsize n_bytes);
char    *tl_arena_strdup (TlArena *arena, const char *text);
char    *tl_arena_strndup (TlArena *arena, const char *text, gsize length);
char    *tl_arena_printf (TlArena *arena, const char *format, ...) G_GNUC_PRINTF (2, 3);

/*
 * An array that grows at its end: @items, or a copy in @arena, with room behind its @n items; *@capacity is how many fit. To begin with it
 * is NULL and 0.
 */
gpointer tl_arena_grow (TlArena *arena, gpointer items, guint n, guint *capacity, gsize item_bytes);

/* Bytes handed out by this arena alone, parents not counted. */
gsize    tl_arena_used_bytes (const TlArena *arena);

#define tl_arena_new0(arena, Type)           ((Type *) tl_arena_alloc ((arena), sizeof (Type)))
#define tl_arena_new_array(arena, Type, n)   ((Type *) tl_arena_alloc ((arena), sizeof (Type) * (gsize) (n)))
#define tl_arena_dup_array(arena, Type, p, n) ((Type *) tl_arena_memdup ((arena), (p), sizeof (Type) * (gsize) (n)))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlArena, tl_arena_unref)

G_END_DECLS
