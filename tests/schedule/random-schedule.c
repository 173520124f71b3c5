/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/schedule/random-schedule.h"

#include "core/ir/path.h"

#define MAX_TRIES 40

typedef struct
{
  TlRandom   *random;
  TlState    *state;
  TlArena    *arena;      /* of the arguments */
  GPtrArray  *loops;      /* const TlStmt*, of the present program */
  GPtrArray  *blocks;     /* root excluded */
  const char *const *excluded;
} Player;

static guint
below (Player *player, guint bound)
{
  return (guint) tl_random_below (player->random, bound);
}

static TlWalk
collect (const TlStmt *stmt, gpointer data)
{
  Player *player = data;

  if (stmt->kind == TL_STMT_FOR)
    g_ptr_array_add (player->loops, (gpointer) stmt);
  if (stmt->kind == TL_STMT_BLOCK && g_strcmp0 (stmt->block.name, "root") != 0)
    g_ptr_array_add (player->blocks, (gpointer) stmt);
  return TL_WALK_INTO;
}

static const TlStmt *
any_of (Player *player, GPtrArray *stmts)
{
  return stmts->len > 0 ? g_ptr_array_index (stmts, below (player, stmts->len)) : NULL;
}

static TlArg
any_loop (Player *player)
{
  const TlStmt *loop = any_of (player, player->loops);

  return loop != NULL ? tl_arg_node (loop->loop.id) : (TlArg) { .kind = TL_ARG_NONE };
}

static TlArg
any_block (Player *player)
{
  const TlStmt *block = any_of (player, player->blocks);

  return block != NULL ? tl_arg_node (block->block.id) : (TlArg) { .kind = TL_ARG_NONE };
}

static TlArg
factors (Player *player)
{
  guint n = 1 + below (player, 3);
  TlArg items[3];

  for (guint i = 0; i < n; i++)
    items[i] = tl_arg_int (1 + below (player, 5));
  if (below (player, 4) > 0)
    items[below (player, n)] = (TlArg) { .kind = TL_ARG_NONE };
  return tl_arg_list (player->arena, items, n);
}

/* Some loops of one nest: in order and adjacent for fuse, shuffled for reorder. */
static TlArg
chain (Player *player, gboolean shuffled)
{
  const TlStmt *loop = any_of (player, player->loops);
  TlArg         items[4];
  guint         n = 0;

  for (; loop != NULL && loop->kind == TL_STMT_FOR && n < 1 + below (player, 4) && n < 4; loop = loop->loop.body)
    if (!shuffled || below (player, 4) > 0)
      items[n++] = tl_arg_node (loop->loop.id);
  for (guint i = n; shuffled && i > 1; i--)
    {
      guint j = below (player, i);
      TlArg item = items[i - 1];

      items[i - 1] = items[j];
      items[j] = item;
    }
  return tl_arg_list (player->arena, items, n);
}

/* An argument of the kind, often senseless: refusing is part of the test. */
static TlArg
any_arg (Player *player, const TlPrimitive *primitive, guint index)
{
  static const char *const scopes[] = { "global", "shared", "local" };
  static const char *const threads[] = { "blockIdx.x", "threadIdx.x", "vthread.x" };
  const TlPrimitiveParam  *param = &primitive->params[index];
  TlArg                    value, items[2];

  switch (param->kind)
    {
    case TL_PARAM_LOOP:
    case TL_PARAM_LOOP_OR_BLOCKS:
      return any_loop (player);
    case TL_PARAM_BLOCK:
      return any_block (player);
    case TL_PARAM_BLOCK_OR_LOOP:
      return below (player, 2) ? any_loop (player) : any_block (player);
    case TL_PARAM_LOOPS:
      return chain (player, g_strcmp0 (primitive->name, "reorder") == 0);
    case TL_PARAM_FACTORS:
      return factors (player);
    case TL_PARAM_BUFFER_ACCESS:
      items[0] = tl_arg_string (player->arena, below (player, 2) ? "read" : "write");
      items[1] = tl_arg_int (below (player, 2));
      return tl_arg_list (player->arena, items, 2);
    case TL_PARAM_BUFFER:
      return tl_arg_int (below (player, 2));
    case TL_PARAM_BOOL:
      if (g_strcmp0 (param->name, "disable_predication") != 0)
        return tl_arg_bool (below (player, 2) == 1);
      break;
    case TL_PARAM_STRING:
      if (g_strcmp0 (param->name, "storage_scope") == 0)
        return tl_arg_string (player->arena, scopes[below (player, 3)]);
      if (g_strcmp0 (param->name, "thread_axis") == 0)
        return tl_arg_string (player->arena, threads[below (player, 3)]);
      return tl_arg_string (player->arena, "note");
    case TL_PARAM_VALUE:
      return tl_arg_int (below (player, 100));
    case TL_PARAM_INT:
      if (!(param->flags & TL_PARAM_IS_OPTIONAL))
        return tl_arg_int (1 + below (player, 3));
      break;
    default:
      break;
    }
  if (!tl_primitive_param_default (param, &value))
    value = (TlArg) { .kind = TL_ARG_LIST };
  return value;
}

static const TlPrimitive *
any_primitive (Player *player)
{
  guint n = 0;

  while (tl_primitive_nth (n) != NULL)
    n++;
  for (;;)
    {
      const TlPrimitive *primitive = tl_primitive_nth (below (player, n));

      if (player->excluded != NULL && g_strv_contains (player->excluded, primitive->name))
        continue;
      if (primitive->family != TL_FAMILY_GET && primitive->family != TL_FAMILY_OTHER
          && (primitive->family != TL_FAMILY_ANNOTATE || below (player, 4) == 0))
        return primitive;
    }
}

/* TRUE if the step was taken. */
static gboolean
play (Player *player)
{
  const TlModule     *module = tl_state_module (player->state);
  const TlPrimitive  *primitive = any_primitive (player);
  guint               n_args = tl_primitive_n_args (primitive);
  TlArg              *args = tl_arena_new_array (player->arena, TlArg, n_args + 1);
  g_autoptr (GError)  error = NULL;
  TlState            *next;

  g_ptr_array_set_size (player->loops, 0);
  g_ptr_array_set_size (player->blocks, 0);
  tl_stmt_walk (module->funcs[0]->body, collect, NULL, player);
  for (guint i = 0; i < n_args; i++)
    args[i] = any_arg (player, primitive, i);
  next = tl_state_apply_to_nodes (player->state, primitive, args, n_args, &error);
  if (next == NULL)
    {
      g_assert_cmpstr (g_quark_to_string (error->domain), ==, g_quark_to_string (TL_SCHEDULE_ERROR));
      if (error->code == TL_SCHEDULE_ERROR_BROKEN)
        g_test_fail_printf ("%s", error->message);
      return FALSE;
    }
  tl_state_unref (player->state);
  player->state = next;
  return TRUE;
}

TlState *
random_schedule (const TlModule *module, guint64 seed, guint max_steps, const char *const *excluded, RandomTally *tally)
{
  TlRandom              random = tl_random_seeded (seed);
  g_autoptr (TlArena)   arena = tl_arena_new (NULL);
  g_autoptr (GPtrArray) loops = g_ptr_array_new ();
  g_autoptr (GPtrArray) blocks = g_ptr_array_new ();
  Player player = { .random = &random, .arena = arena, .loops = loops, .blocks = blocks, .excluded = excluded };
  guint  n_steps = 1 + (guint) tl_random_below (&random, max_steps);

  player.state = tl_state_new (module, seed);
  for (guint taken = 0, tries = 0; taken < n_steps && tries < MAX_TRIES && !g_test_failed (); tries++)
    if (play (&player))
      {
        taken++;
        tally->n_taken++;
      }
    else
      tally->n_refused++;
  return player.state;
}
