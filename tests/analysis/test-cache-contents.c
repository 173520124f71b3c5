/* SPDX-License-Identifier: Apache-2.0 */
/* Contents of caches against the list of the accesses of one program, made by its own loops. */
#include "core/analysis/cache-contents.h"

#include "tests/read-module.h"

#define HEAD "@T.prim_func\ndef main("
#define BUFFER(name, shape) name ": T.Buffer((" shape "), \"float32\")"
#define PLENTY 1000000

static const TlCaches caches = { 4 * 64, 16 * 64, 64 * 64 };

/* The first block fills T beside the loop of the second one, within i_0 of both. */
static const char staged[] =
  HEAD BUFFER ("A", "16, 24") ", " BUFFER ("B", "24, 40") ", " BUFFER ("C", "16, 40") "):\n"
  "    T_ = T.alloc_buffer((16, 24))\n    for i_0 in range(4):\n        for a, b in T.grid(4, 24):\n"
  "            with T.block(\"T\"):\n                va = T.axis.spatial(16, i_0 * 4 + a)\n                vb = T.axis.spatial(24, b)\n"
  "                T.reads(A[va, vb])\n                T.writes(T_[va, vb])\n                T_[va, vb] = A[va, vb] * T.float32(2)\n"
  "        for j, k, i_1 in T.grid(40, 24, 4):\n            with T.block(\"C\"):\n"
  "                vi = T.axis.spatial(16, i_0 * 4 + i_1)\n                vj, vk = T.axis.remap(\"SR\", [j, k])\n"
  "                T.reads(T_[vi, vk], B[vk, vj])\n                T.writes(C[vi, vj])\n                with T.init():\n"
  "                    C[vi, vj] = T.float32(0)\n                C[vi, vj] = C[vi, vj] + T_[vi, vk] * B[vk, vj]\n";

typedef struct
{
  TlModule           *module;
  TlArena            *arena;
  const TlBlockTiles *tiles;
} Program;

static Program
read_program (const char *text)
{
  Program                program = { .module = read_module (text) };
  g_autoptr (GPtrArray)  blocks = tl_stmt_blocks (program.module->prims[0]->body);

  program.arena = tl_arena_new (program.module->arena);
  program.tiles = tl_block_tiles_new (program.arena, program.module,
                                      ((const TlStmt *) g_ptr_array_index (blocks, blocks->len - 1))->block.id);
  return program;
}

static void
program_clear (Program *program)
{
  tl_arena_unref (program->arena);
  tl_module_unref (program->module);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Program, program_clear)

/* --- the slow way --- */

#define N_LOOPS 4

typedef struct
{
  char   buffer;            /* its name */
  gint64 line;
  gint64 at[N_LOOPS];       /* i_0, j, k, i_1; the first block runs before j = 0 */
} LineAccess;

static void
add (GArray *list, char buffer, gint64 row, gint64 column, gint64 n_columns, const gint64 *at)
{
  LineAccess access = { buffer, (row * n_columns + column) / 16, { at[0], at[1], at[2], at[3] } };

  g_array_append_val (list, access);
}

static void
add_first_block (GArray *list, gint64 i_0)
{
  const gint64 at[N_LOOPS] = { i_0, -1, 0, 0 };

  for (gint64 row = 4 * i_0; row < 4 * i_0 + 4; row++)
    for (gint64 column = 0; column < 24; column++)
      {
        add (list, 'A', row, column, 24, at);
        add (list, 'T', row, column, 24, at);
      }
}

static GArray *
all_accesses (void)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (LineAccess));
  gint64  at[N_LOOPS];

  for (at[0] = 0; at[0] < 4; at[0]++)
    {
      add_first_block (list, at[0]);
      for (at[1] = 0; at[1] < 40; at[1]++)
        for (at[2] = 0; at[2] < 24; at[2]++)
          for (at[3] = 0; at[3] < 4; at[3]++)
            {
              gint64 row = at[0] * 4 + at[3];

              if (at[2] == 0)
                add (list, 'C', row, at[1], 40, at);
              add (list, 'C', row, at[1], 40, at);
              add (list, 'T', row, at[2], 24, at);
              add (list, 'B', at[2], at[1], 40, at);
              add (list, 'C', row, at[1], 40, at);
            }
    }
  return list;
}

static gint
compare (const gint64 *at, const gint64 *position, guint n)
{
  for (guint i = 0; i < n; i++)
    if (at[i] != position[i])
      return at[i] < position[i] ? -1 : 1;
  return 0;
}

/* Whether the access lies between the start and the end of what @contents know. */
static gboolean
is_known (const TlCacheContents *contents, const gint64 *position, const LineAccess *access)
{
  const gint64 most[N_LOOPS] = { 3, 39, 23, 3 };
  gint64       start[N_LOOPS];
  guint        n = contents->n_outer + (contents->first > 0);

  if (compare (access->at, position, contents->n_fixed) > 0)
    return FALSE;
  for (guint i = 0; i < N_LOOPS; i++)
    start[i] = i < contents->n_fixed ? position[i] : most[i];
  if (contents->first > 0)
    start[contents->n_outer] = contents->first;
  return compare (access->at, start, n) >= 0;
}

/* Whether fewer than @n_lines other lines were accessed after the last known access to the line. */
static gboolean
is_held (const GArray *list, const TlCacheContents *contents, const gint64 *position, char buffer, gint64 line, guint64 n_lines)
{
  g_autoptr (GHashTable) others = g_hash_table_new (NULL, NULL);

  for (guint i = list->len; i-- > 0;)
    {
      const LineAccess *access = &g_array_index (list, LineAccess, i);

      if (!is_known (contents, position, access))
        continue;
      if (access->buffer == buffer && access->line == line)
        return g_hash_table_size (others) < n_lines;
      g_hash_table_add (others, GSIZE_TO_POINTER (((gsize) access->buffer << 32) + (gsize) access->line));
    }
  return FALSE;
}

static void
check (guint n_fixed, const gint64 *position, guint64 max_accesses, guint n_outer, gint64 first)
{
  g_auto (Program)            program = read_program (staged);
  g_autoptr (GArray)          list = all_accesses ();
  g_autoptr (TlCacheContents) contents = must (tl_cache_contents_new (program.module, program.tiles, n_fixed, position, &caches,
                                                                      max_accesses, NULL, &failure));
  guint64                     n_held[TL_COUNTED_LEVELS] = { 0 };

  g_assert_cmpuint (contents->n_fixed, ==, n_fixed);
  g_assert_cmpuint (contents->n_outer, ==, n_outer);
  g_assert_cmpint (contents->first, ==, first);
  for (guint b = 0; b < contents->n_buffers; b++)
    for (gsize l = 0; l < contents->buffers[b].n_lines; l++)
      for (guint c = 0; c < TL_COUNTED_LEVELS; c++)
        {
          const TlBufferContents *buffer = &contents->buffers[b];
          gboolean                holds = buffer->caches[l] > 0 && buffer->caches[l] <= c + 1;

          g_assert_cmpint (holds, ==, is_held (list, contents, position, buffer->buffer->name[0], (gint64) l, contents->n_lines[c]));
          n_held[c] += holds;
        }
  for (guint c = 0; c < TL_COUNTED_LEVELS; c++)
    g_assert_cmpuint (contents->n_held[c], ==, n_held[c]);
  g_assert_cmpuint (contents->n_held[0], <=, 4);
}

/* From the start of the program, with what the first block leaves. */
static void
test_from_start (void)
{
  const gint64 start[] = { 0, 0, 0, 0 }, middle[] = { 2, 5, 7, 1 }, end[] = { 3, 39, 23, 3 };

  for (guint n_fixed = 0; n_fixed <= N_LOOPS; n_fixed++)
    check (n_fixed, middle, PLENTY, 0, 0);
  check (4, start, PLENTY, 0, 0);
  check (1, end, PLENTY, 0, 0);
  check (4, end, PLENTY, 0, 0);
}

/* Of few accesses, the latest: an iteration of i_0 is estimated at 15360, one of j at 384, of k at 16, of i_1 at 4. */
static void
test_cut (void)
{
  const gint64 position[] = { 2, 5, 7, 1 };

  check (2, position, 3, 4, 0);
  check (2, position, 2 * 4, 3, 1);
  check (2, position, 3 * 4, 3, 0);
  check (2, position, 4 * 4 + 9 * 16, 2, 14);
  check (2, position, 384, 2, 0);
  check (2, position, 384 + 384, 1, 4);
  check (2, position, 6 * 384, 1, 0);
  check (4, position, 4 * 4 + 3 * 16, 2, 4);
  check (1, position, 384 * 10, 1, 30);
  check (0, position, 15360 * 2, 0, 2);
  check (0, position, 15360 * 4, 0, 0);
}

static void
test_missing (void)
{
  g_auto (Program)            program = read_program (staged);
  const gint64                position[] = { 2, 0, 0, 0 };
  const TlCaches              large = { 4 * 64, 16 * 64, 6400 * 64 };
  g_autoptr (TlCacheContents) whole = must (tl_cache_contents_new (program.module, program.tiles, 2, position, &large, PLENTY, NULL,
                                                                   &failure));
  g_autoptr (TlCacheContents) one = must (tl_cache_contents_new (program.module, program.tiles, 1, position, &large,
                                                                 384 * 40, NULL, &failure));

  for (guint c = 0; c < TL_COUNTED_LEVELS; c++)
    g_assert_false (tl_cache_contents_miss_some (whole, c));
  g_assert_false (tl_cache_contents_miss_some (one, 0));
  g_assert_true (tl_cache_contents_miss_some (one, 2));
  g_assert_null (tl_cache_contents_of (one, NULL));
  g_assert_nonnull (tl_cache_contents_of (one, program.tiles->accesses[0].buffer));
}

/* Indices from memory, more accesses of other blocks than are gone through, and a user who goes on. */
static void
test_refused (void)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_auto (Program)         program = read_program (staged);
  g_auto (Program)         by_data = read_program (
    HEAD BUFFER ("A", "16") ", I: T.Buffer((8,), \"int32\"), " BUFFER ("B", "8") "):\n"
    "    for i in range(8):\n        with T.block(\"B\"):\n            vi = T.axis.spatial(8, i)\n            T.reads(A[0:16], I[vi])\n"
    "            T.writes(B[vi])\n            B[vi] = A[I[vi]]\n");
  const gint64             start[4] = { 0 };

  must_fail_saying (tl_cache_contents_new (program.module, program.tiles, 4, start, &caches, 3, NULL, &failure), "more than 12 accesses");
  must_fail_saying (tl_cache_contents_new (by_data.module, by_data.tiles, 0, start, &caches, PLENTY, NULL, &failure), "depend on data");
  g_cancellable_cancel (cancelled);
  must_fail (tl_cache_contents_new (program.module, program.tiles, 0, start, &caches, PLENTY, cancelled, &failure), G_IO_ERROR,
             G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/cache-contents/from-start", test_from_start);
  g_test_add_func ("/analysis/cache-contents/cut", test_cut);
  g_test_add_func ("/analysis/cache-contents/missing", test_missing);
  g_test_add_func ("/analysis/cache-contents/refused", test_refused);
  return g_test_run ();
}
