/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of the sequence of accesses, of random programs with random schedules: each is the end of what runs up to its last iteration. */
#include "core/analysis/access-walk.h"

#include "core/analysis/block-tiles.h"
#include "core/base/random.h"
#include "tests/read-module.h"
#include "tests/schedule/random-schedule.h"
#include "tests/soundness/random-program.h"

#define N_PROGRAMS    300
#define N_PLACES      6         /* of a block */
#define MOST_ACCESSES 50000

typedef struct
{
  const TlBuffer *buffer;
  gint64          offset;
  gboolean        writes;
} ListedAccess;

static gboolean
list_access (const TlMemoryAccess *access, gpointer user_data)
{
  GArray      *list = user_data;
  ListedAccess listed = { .buffer = access->buffer, .writes = access->writes };

  if (!tl_memory_access_offset (access, &listed.offset))
    return FALSE;
  g_array_append_val (list, listed);
  return TRUE;
}

/* Whether @n accesses of @a from @at on are those of @b from @b_at on. */
static gboolean
are_same (const GArray *a, guint at, const GArray *b, guint b_at, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const ListedAccess *one = &g_array_index (a, ListedAccess, at + i), *other = &g_array_index (b, ListedAccess, b_at + i);

      if (one->buffer != other->buffer || one->offset != other->offset || one->writes != other->writes)
        return FALSE;
    }
  return TRUE;
}

static gboolean
ends_with (const GArray *list, const GArray *end)
{
  return end->len <= list->len && are_same (list, list->len - end->len, end, 0, end->len);
}

static gboolean
begin_alike (const GArray *a, const GArray *b)
{
  return are_same (a, 0, b, 0, MIN (a->len, b->len));
}

/* NULL: the sequence is not known from loops alone, or the place is not in the program. */
static GArray *
list_up_to (const TlModule *module, const TlBlockTiles *tiles, guint n_fixed, const gint64 *position, guint n_outer, gint64 first)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (ListedAccess));
  gboolean           ok = tl_access_walk_up_to (module, tiles->block->id, n_fixed, position, n_outer, first, MOST_ACCESSES, list_access,
                                                list);

  return ok ? g_steal_pointer (&list) : NULL;
}

static GArray *
list_iteration (const TlModule *module, const TlBlockTiles *tiles, guint n_fixed, const gint64 *position)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (ListedAccess));

  g_assert_true (tl_access_walk_iteration (module, tiles->block->id, n_fixed, position, MOST_ACCESSES, list_access, list));
  return list;
}

/* Whether no predicate cuts the iteration off. */
static gboolean
runs (const TlModule *module, const TlBlockTiles *tiles, guint n_fixed, const gint64 *position)
{
  g_autoptr (GArray) list = list_up_to (module, tiles, n_fixed, position, 0, 0);

  return list != NULL;
}

/* One iteration of a block's loops, and a place before its end where a walk begins. FALSE: there is no such sequence. */
static gboolean
check_place (const TlModule *module, const TlBlockTiles *tiles, const GArray *whole, TlRandom *random)
{
  g_autofree gint64 *position = g_new0 (gint64, tiles->n_loops + 1);
  guint              n_fixed = (guint) tl_random_below (random, tiles->n_loops + 1);
  guint              n_outer = (guint) tl_random_below (random, tiles->n_loops + 1);
  gint64             first;
  g_autoptr (GArray) prefix = NULL, part = NULL, iteration = NULL, start = NULL;

  for (guint i = 0; i < tiles->n_loops; i++)
    position[i] = i < n_fixed ? (gint64) tl_random_below (random, (guint64) MAX (tiles->extents[i], 1)) : MAX (tiles->extents[i] - 1, 0);
  first = n_outer < tiles->n_loops ? (gint64) tl_random_below (random, (guint64) position[n_outer] + 1) : 0;
  prefix = list_up_to (module, tiles, n_fixed, position, 0, 0);
  if (prefix == NULL)
    return FALSE;
  part = list_up_to (module, tiles, n_fixed, position, n_outer, first);
  g_assert_nonnull (part);
  iteration = list_iteration (module, tiles, n_fixed, position);
  start = list_iteration (module, tiles, n_outer, position);
  g_assert_true (prefix->len <= whole->len && begin_alike (prefix, whole));
  g_assert_true (ends_with (prefix, iteration));
  g_assert_true (ends_with (prefix, part));
  g_assert_true (first > 0 || !runs (module, tiles, n_outer, position) || begin_alike (part, start));
  return TRUE;
}

static guint
check_module (const TlModule *module, TlRandom *random)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (module->prims[0]->body);
  g_autoptr (TlArena)   arena = tl_arena_new (module->arena);
  g_autoptr (GArray)    whole = g_array_new (FALSE, FALSE, sizeof (ListedAccess));
  guint                 n_checked = 0;

  if (!tl_access_walk (module->prims[0], MOST_ACCESSES, list_access, whole))
    return 0;
  for (guint b = 0; b < blocks->len; b++)
    for (guint i = 0; i < N_PLACES; i++)
      n_checked += check_place (module, tl_block_tiles_new (arena, module, ((const TlStmt *) blocks->pdata[b])->block.id), whole, random);
  return n_checked;
}

static void
test_random (void)
{
  guint n_checked = 0;

  for (guint64 seed = 1; seed <= N_PROGRAMS; seed++)
    {
      g_autofree char     *text = random_program (seed), *problem = NULL;
      g_autoptr (TlModule) module = read_module (text);
      RandomTally          tally = { 0 };
      g_autoptr (TlState)  state = random_schedule (module, seed, 1, 10, NULL, &tally, &problem);
      TlRandom             random = tl_random_seeded (seed);

      g_test_message ("seed %" G_GUINT64_FORMAT, seed);
      n_checked += check_module (tl_state_module (state), &random);
    }
  g_test_message ("%u places", n_checked);
  g_assert_cmpuint (n_checked, >, N_PROGRAMS * N_PLACES / 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/access-walk/random", test_random);
  return g_test_run ();
}
