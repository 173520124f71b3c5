/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bump allocation in growing chunks. Schedules are replayed by the thousand and each of their states owns an arena, so arenas must come and
 * go for little: the record lies at the start of its first chunk, and the chunks of the first two sizes are kept for the next arenas of the
 * thread. Memory behind the cursor is zero: new chunks come zeroed, and the used part of a kept chunk is cleared at once, which costs less
 * than a piece at a time.
 * Dropping a long chain of versions must not recurse: see tl_arena_unref.
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

/* Something that is not in the arena and goes with it. */
typedef struct _Owned Owned;
struct _Owned
{
  Owned         *next;
  gpointer       object;
  GDestroyNotify free_func;
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
  Owned     *owned;          /* newest first */
};

#define CHUNK_HEADER_BYTES PADDED (sizeof (Chunk))

typedef enum
{
  CHUNK_FIRST,
  CHUNK_SECOND,
  N_KEPT_CHUNKS,
} KeptChunk;

#ifdef TL_ARENA_DEBUG
static const gsize kept_bytes[N_KEPT_CHUNKS] = { CHUNK_HEADER_BYTES + PADDED (sizeof (TlArena)) };
#else
/*
 * Of the steps of a schedule those that draw or name something fit the first, and most others the second. No powers of two, lest all arenas
 * meet in the same cache lines.
 */
static const gsize kept_bytes[N_KEPT_CHUNKS] = { 1264, 5232 };
#define LARGEST_CHUNK_BYTES (64u * 1024u)
/* Chunks of a size that a thread keeps: what a few long histories take. */
#define MAX_KEPT 256u

typedef struct
{
  Chunk *chunks[N_KEPT_CHUNKS];
  guint  n[N_KEPT_CHUNKS];
} KeptChunks;

static void
free_kept (gpointer data)
{
  KeptChunks *kept = data;

  for (KeptChunk kind = 0; kind < N_KEPT_CHUNKS; kind++)
    while (kept->chunks[kind] != NULL)
      {
        Chunk *next = kept->chunks[kind]->next;

        g_free (kept->chunks[kind]);
        kept->chunks[kind] = next;
      }
  g_free (kept);
}

static GPrivate kept_of_thread = G_PRIVATE_INIT (free_kept);

/* The private frees them with the thread; the thread's own variable finds them without a call. */
static KeptChunks *
thread_kept (void)
{
  static _Thread_local KeptChunks *kept;

  if (G_UNLIKELY (kept == NULL))
    {
      kept = g_new0 (KeptChunks, 1);
      g_private_set (&kept_of_thread, kept);
    }
  return kept;
}
#endif

static Chunk *
new_chunk (gsize n_bytes)
{
  Chunk *chunk = g_malloc0 (n_bytes);

  chunk->size = n_bytes;
  return chunk;
}

static Chunk *
take_chunk (KeptChunk kind)
{
#ifndef TL_ARENA_DEBUG
  KeptChunks *kept = thread_kept ();
  Chunk *chunk = kept->chunks[kind];

  if (chunk != NULL)
    {
      kept->chunks[kind] = chunk->next;
      kept->n[kind]--;
      return chunk;
    }
#endif
  return new_chunk (kept_bytes[kind]);
}

/* @used_end: up to where it was written. */
static void
give_chunk_back (Chunk *chunk, char *used_end)
{
#ifndef TL_ARENA_DEBUG
  KeptChunks *kept = thread_kept ();
  char *start = (char *) chunk + CHUNK_HEADER_BYTES;

  for (KeptChunk kind = 0; kind < N_KEPT_CHUNKS; kind++)
    if (chunk->size == kept_bytes[kind] && kept->n[kind] < MAX_KEPT)
      {
        memset (start, 0, (gsize) (used_end - start));
        chunk->next = kept->chunks[kind];
        kept->chunks[kind] = chunk;
        kept->n[kind]++;
        return;
      }
#endif
  g_free (chunk);
}

/* The arena's own record goes with the last. */
static void
give_chunks_back (TlArena *arena)
{
  char *used_end = arena->cursor;

  for (Chunk *chunk = arena->chunks, *next; chunk != NULL; chunk = next)
    {
      next = chunk->next;
      give_chunk_back (chunk, used_end);
      used_end = next != NULL ? (char *) next + next->size : NULL;
    }
}

TlArena *
tl_arena_new (TlArena *parent)
{
  Chunk   *chunk = take_chunk (CHUNK_FIRST);
  TlArena *arena = (TlArena *) ((char *) chunk + CHUNK_HEADER_BYTES);

  chunk->next = NULL;
  *arena = (TlArena) {
    .ref_count = 1,
    .chunks = chunk,
    .cursor = (char *) arena + PADDED (sizeof *arena),
    .end = (char *) chunk + chunk->size,
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
      for (Owned *owned = arena->owned; owned != NULL; owned = owned->next)
        owned->free_func (owned->object);
      give_chunks_back (arena);
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

void
tl_arena_own (TlArena *arena, gpointer object, GDestroyNotify free_func)
{
  Owned *owned = tl_arena_new0 (arena, Owned);

  *owned = (Owned) { arena->owned, object, free_func };
  arena->owned = owned;
}

static Chunk *
chunk_for (const TlArena *arena, gsize n_bytes)
{
#ifdef TL_ARENA_DEBUG
  return new_chunk (n_bytes);
#else
  if (arena->chunks->next == NULL && n_bytes <= kept_bytes[CHUNK_SECOND])
    return take_chunk (CHUNK_SECOND);
  return new_chunk (MAX (MIN (arena->chunks->size * 2, LARGEST_CHUNK_BYTES), n_bytes));
#endif
}

static Chunk *
add_chunk (TlArena *arena, gsize n_bytes)
{
  Chunk *chunk = chunk_for (arena, CHUNK_HEADER_BYTES + n_bytes);

  chunk->next = arena->chunks;
  arena->chunks = chunk;
  return chunk;
}

gpointer
tl_arena_alloc (TlArena *arena, gsize n_bytes)
{
#ifdef TL_ARENA_DEBUG
  arena->used_bytes += n_bytes;
  return (char *) add_chunk (arena, n_bytes) + CHUNK_HEADER_BYTES;
#else
  gsize    padded = PADDED (MAX (n_bytes, 1));
  gpointer memory;

  if (G_UNLIKELY ((gsize) (arena->end - arena->cursor) < padded))
    {
      Chunk *chunk = add_chunk (arena, padded);

      arena->cursor = (char *) chunk + CHUNK_HEADER_BYTES;
      arena->end = (char *) chunk + chunk->size;
    }
  arena->used_bytes += n_bytes;
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
  copy[length] = '\0';
  return copy;
}

char *
tl_arena_strdup (TlArena *arena, const char *text)
{
  return text != NULL ? tl_arena_strndup (arena, text, strlen (text)) : NULL;
}

/*
 * Names are numbered and joined by the thousand in a search; formats of %s and %u alone go without the C library's machinery. The length,
 * or -1 for any other format or a text that does not fit.
 */
static int
format_name (char *to, gsize room, const char *format, va_list args)
{
  gsize n = 0;

  for (; *format != '\0'; format++)
    {
      char        digits[10];
      char       *first = digits + sizeof digits;
      const char *piece = format;
      gsize       length = 1;
      guint       number;

      if (*format == '%' && *++format == 's')
        {
          piece = va_arg (args, const char *);
          length = strlen (piece);
        }
      else if (piece != format && *format == 'u')
        {
          for (number = va_arg (args, guint); number > 9; number /= 10)
            *--first = (char) ('0' + number % 10);
          *--first = (char) ('0' + number);
          piece = first;
          length = (gsize) (digits + sizeof digits - first);
        }
      else if (piece != format)
        return -1;
      if (length > room - n)
        return -1;
      memcpy (to + n, piece, length);
      n += length;
    }
  return (int) n;
}

char *
tl_arena_printf (TlArena *arena, const char *format, ...)
{
  char    brief[128];
  char   *text;
  va_list args;
  int     length;

  va_start (args, format);
  length = format_name (brief, sizeof brief, format, args);
  va_end (args);
  if (length >= 0)
    return tl_arena_strndup (arena, brief, (gsize) length);
  va_start (args, format);
  length = g_vsnprintf (brief, sizeof brief, format, args);
  va_end (args);
  if (length < (int) sizeof brief)
    return tl_arena_strndup (arena, brief, (gsize) MAX (length, 0));
  text = tl_arena_alloc (arena, (gsize) length + 1);
  va_start (args, format);
  g_vsnprintf (text, (gulong) length + 1, format, args);
  va_end (args);
  return text;
}

gpointer
tl_arena_grow (TlArena *arena, gpointer items, guint n, guint *capacity, gsize item_bytes)
{
  gpointer larger;

  if (n < *capacity)
    return items;
  *capacity = MAX (4, *capacity * 2);
  larger = tl_arena_alloc (arena, *capacity * item_bytes);
  if (n > 0)
    memcpy (larger, items, n * item_bytes);
  return larger;
}

gsize
tl_arena_used_bytes (const TlArena *arena)
{
  return arena->used_bytes;
}
