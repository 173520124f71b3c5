/* SPDX-License-Identifier: Apache-2.0 */
/* Bump allocation in growing chunks. Dropping a long chain of versions must not recurse: see tl_arena_unref. */
#include "core/base/arena.h"

#include <string.h>

#define ARENA_ALIGN 16u
#define FIRST_CHUNK_BYTES 2048u
#define LARGEST_CHUNK_BYTES (64u * 1024u)

typedef struct _Chunk Chunk;
struct _Chunk
{
  Chunk *next;
  gsize  size;
};

#define CHUNK_HEADER_BYTES ((sizeof (Chunk) + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN)

struct _TlArena
{
  gint       ref_count;      /* atomic */
  Chunk     *chunks;         /* newest first */
  char      *cursor;
  char      *end;
  gsize      used_bytes;
  TlArena   *parent;         /* the usual single parent */
  GPtrArray *more_parents;   /* nullable */
};

TlArena *
tl_arena_new (TlArena *parent)
{
  TlArena *arena = g_new0 (TlArena, 1);

  arena->ref_count = 1;
  if (parent != NULL)
    arena->parent = tl_arena_ref (parent);
  return arena;
}

TlArena *
tl_arena_ref (TlArena *arena)
{
  g_return_val_if_fail (arena != NULL, NULL);

  g_atomic_int_inc (&arena->ref_count);
  return arena;
}

static void
free_memory (TlArena *arena)
{
  Chunk *chunk = arena->chunks;

  while (chunk != NULL)
    {
      Chunk *next = chunk->next;

      g_free (chunk);
      chunk = next;
    }
}

/* A history of thousands of versions is a chain of parents, so the chain is walked, not recursed into. */
void
tl_arena_unref (TlArena *arena)
{
  while (arena != NULL && g_atomic_int_dec_and_test (&arena->ref_count))
    {
      TlArena *parent = arena->parent;

      free_memory (arena);
      if (arena->more_parents != NULL)
        g_ptr_array_unref (arena->more_parents);
      g_free (arena);
      arena = parent;
    }
}

void
tl_arena_add_parent (TlArena *arena, TlArena *parent)
{
  g_return_if_fail (arena != NULL && parent != NULL);

  if (arena == parent || arena->parent == parent)
    return;
  if (arena->parent == NULL)
    {
      arena->parent = tl_arena_ref (parent);
      return;
    }
  if (arena->more_parents == NULL)
    arena->more_parents = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_arena_unref);
  if (!g_ptr_array_find (arena->more_parents, parent, NULL))
    g_ptr_array_add (arena->more_parents, tl_arena_ref (parent));
}

static Chunk *
add_chunk (TlArena *arena, gsize n_bytes)
{
  Chunk *chunk = g_malloc0 (CHUNK_HEADER_BYTES + n_bytes);

  chunk->size = n_bytes;
  chunk->next = arena->chunks;
  arena->chunks = chunk;
  return chunk;
}

#ifndef TL_ARENA_DEBUG
static void
grow (TlArena *arena, gsize at_least)
{
  gsize  wanted = arena->chunks != NULL ? MIN (arena->chunks->size * 2, LARGEST_CHUNK_BYTES) : FIRST_CHUNK_BYTES;
  Chunk *chunk = add_chunk (arena, MAX (wanted, at_least));

  arena->cursor = (char *) chunk + CHUNK_HEADER_BYTES;
  arena->end = arena->cursor + chunk->size;
}
#endif

gpointer
tl_arena_alloc (TlArena *arena, gsize n_bytes)
{
  g_assert (arena != NULL);

  arena->used_bytes += n_bytes;
#ifdef TL_ARENA_DEBUG
  return (char *) add_chunk (arena, n_bytes) + CHUNK_HEADER_BYTES;
#else
  gsize    padded = (MAX (n_bytes, 1) + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
  gpointer memory;

  if ((gsize) (arena->end - arena->cursor) < padded)
    grow (arena, padded);
  memory = arena->cursor;
  arena->cursor += padded;
  return memory;
#endif
}

gpointer
tl_arena_memdup (TlArena *arena, gconstpointer data, gsize n_bytes)
{
  gpointer copy = tl_arena_alloc (arena, n_bytes);

  if (n_bytes > 0)
    memcpy (copy, data, n_bytes);
  return copy;
}

char *
tl_arena_strndup (TlArena *arena, const char *text, gsize length)
{
  char *copy = tl_arena_alloc (arena, length + 1);

  memcpy (copy, text, length);
  return copy;
}

char *
tl_arena_strdup (TlArena *arena, const char *text)
{
  return text != NULL ? tl_arena_strndup (arena, text, strlen (text)) : NULL;
}

char *
tl_arena_printf (TlArena *arena, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list          args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  return tl_arena_strdup (arena, text);
}

gsize
tl_arena_used_bytes (const TlArena *arena)
{
  return arena->used_bytes;
}
