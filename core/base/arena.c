/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bump allocation in growing chunks. Schedules are replayed by the thousand and each of their states owns an arena, so arenas must come and go
 * for little: the record lies at the start of its first chunk, first chunks are kept for the next arena of the thread, and memory is
 * zeroed as it is handed out. Dropping a long chain of versions must not recurse: see tl_arena_unref.
 */
#include "core/base/arena.h"

#include <string.h>

#define ARENA_ALIGN 16u
#define PADDED(n_bytes) (((n_bytes) + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN)

typedef struct _Chunk Chunk;
struct _Chunk
{
  Chunk *next;
  gsize  size;       /* header included */
};

struct _TlArena
{
  gint       ref_count;      /* atomic */
  Chunk     *chunks;         /* newest first; the arena itself stands in the oldest */
  char      *cursor;
  char      *end;
  gsize      used_bytes;
  TlArena   *parent;         /* the usual single parent */
  GPtrArray *more_parents;   /* nullable */
};

#define CHUNK_HEADER_BYTES PADDED (sizeof (Chunk))

#ifdef TL_ARENA_DEBUG
#define FIRST_CHUNK_BYTES (CHUNK_HEADER_BYTES + PADDED (sizeof (TlArena)))
#else
#define FIRST_CHUNK_BYTES 2032u
#define LARGEST_CHUNK_BYTES (64u * 1024u)
/* First chunks that a thread keeps: what a few long histories take. */
#define MOST_KEPT 256u

typedef struct
{
  Chunk *chunks;
  guint  n;
} Kept;

static void
free_kept (gpointer data)
{
  Kept *kept = data;

  while (kept->chunks != NULL)
    {
      Chunk *next = kept->chunks->next;

      g_free (kept->chunks);
      kept->chunks = next;
    }
  g_free (kept);
}

static GPrivate kept_of_thread = G_PRIVATE_INIT (free_kept);

static Kept *
thread_kept (void)
{
  Kept *kept = g_private_get (&kept_of_thread);

  if (kept == NULL)
    {
      kept = g_new0 (Kept, 1);
      g_private_set (&kept_of_thread, kept);
    }
  return kept;
}
#endif

static Chunk *
take_first_chunk (void)
{
  Chunk *chunk;

#ifndef TL_ARENA_DEBUG
  Kept *kept = thread_kept ();

  if (kept->chunks != NULL)
    {
      chunk = kept->chunks;
      kept->chunks = chunk->next;
      kept->n--;
      return chunk;
    }
#endif
  chunk = g_malloc (FIRST_CHUNK_BYTES);
  chunk->size = FIRST_CHUNK_BYTES;
  return chunk;
}

static void
give_chunks_back (Chunk *chunk)
{
#ifndef TL_ARENA_DEBUG
  Kept *kept = thread_kept ();
#endif

  while (chunk != NULL)
    {
      Chunk *next = chunk->next;

#ifndef TL_ARENA_DEBUG
      if (chunk->size == FIRST_CHUNK_BYTES && kept->n < MOST_KEPT)
        {
          chunk->next = kept->chunks;
          kept->chunks = chunk;
          kept->n++;
          chunk = next;
          continue;
        }
#endif
      g_free (chunk);
      chunk = next;
    }
}

TlArena *
tl_arena_new (TlArena *parent)
{
  Chunk   *chunk = take_first_chunk ();
  TlArena *arena = (TlArena *) ((char *) chunk + CHUNK_HEADER_BYTES);

  chunk->next = NULL;
  *arena = (TlArena) {
    .ref_count = 1,
    .chunks = chunk,
    .cursor = (char *) arena + PADDED (sizeof *arena),
    .end = (char *) chunk + FIRST_CHUNK_BYTES,
    .parent = parent != NULL ? tl_arena_ref (parent) : NULL,
  };
  return arena;
}

TlArena *
tl_arena_ref (TlArena *arena)
{
  g_return_val_if_fail (arena != NULL, NULL);

  g_atomic_int_inc (&arena->ref_count);
  return arena;
}

/* A history of thousands of versions is a chain of parents, so the chain is walked, not recursed into. */
void
tl_arena_unref (TlArena *arena)
{
  while (arena != NULL && g_atomic_int_dec_and_test (&arena->ref_count))
    {
      TlArena *parent = arena->parent;

      if (arena->more_parents != NULL)
        g_ptr_array_unref (arena->more_parents);
      give_chunks_back (arena->chunks);
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
  Chunk *chunk = g_malloc (n_bytes);

  chunk->size = n_bytes;
  chunk->next = arena->chunks;
  arena->chunks = chunk;
  return chunk;
}

/* Memory as it comes. */
static gpointer
alloc_raw (TlArena *arena, gsize n_bytes)
{
  arena->used_bytes += n_bytes;
#ifdef TL_ARENA_DEBUG
  return (char *) add_chunk (arena, CHUNK_HEADER_BYTES + n_bytes) + CHUNK_HEADER_BYTES;
#else
  gsize    padded = PADDED (MAX (n_bytes, 1));
  gpointer memory;

  if (G_UNLIKELY ((gsize) (arena->end - arena->cursor) < padded))
    {
      gsize  wanted = MAX (MIN (arena->chunks->size * 2, LARGEST_CHUNK_BYTES), CHUNK_HEADER_BYTES + padded);
      Chunk *chunk = add_chunk (arena, wanted);

      arena->cursor = (char *) chunk + CHUNK_HEADER_BYTES;
      arena->end = (char *) chunk + wanted;
    }
  memory = arena->cursor;
  arena->cursor += padded;
  return memory;
#endif
}

gpointer
tl_arena_alloc (TlArena *arena, gsize n_bytes)
{
  gpointer memory;

  g_assert (arena != NULL);

  memory = alloc_raw (arena, n_bytes);
#ifdef TL_ARENA_DEBUG
  memset (memory, 0, n_bytes);
#else
  /* Nodes are small and their memory is a multiple of this: cheaper than a call. */
  for (guint64 *word = memory; word < (guint64 *) arena->cursor; word += 2)
    word[0] = word[1] = 0;
#endif
  return memory;
}

gpointer
tl_arena_memdup (TlArena *arena, gconstpointer data, gsize n_bytes)
{
  gpointer copy = alloc_raw (arena, n_bytes);

  if (n_bytes > 0)
    memcpy (copy, data, n_bytes);
  return copy;
}

char *
tl_arena_strndup (TlArena *arena, const char *text, gsize length)
{
  char *copy = alloc_raw (arena, length + 1);

  memcpy (copy, text, length);
  copy[length] = '\0';
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
  char    brief[128];
  char   *text;
  va_list args;
  int     length;

  va_start (args, format);
  length = g_vsnprintf (brief, sizeof brief, format, args);
  va_end (args);
  if (length < (int) sizeof brief)
    return tl_arena_strndup (arena, brief, (gsize) MAX (length, 0));
  text = alloc_raw (arena, (gsize) length + 1);
  va_start (args, format);
  g_vsnprintf (text, (gulong) length + 1, format, args);
  va_end (args);
  return text;
}

gsize
tl_arena_used_bytes (const TlArena *arena)
{
  return arena->used_bytes;
}
