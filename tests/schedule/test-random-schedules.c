/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random schedules over small programs: whatever the primitives accept must leave a well-formed program that computes the same, prints
 * and reads back, and whose trace replays. TL_RANDOM_SCHEDULES and TL_RANDOM_SEED say how many and from where.
 */
#include <stdlib.h>

#include "core/ir/path.h"
#include "core/ir/walk.h"
#include "tests/schedule/schedule-checks.h"

#define DEFAULT_COUNT 2000
#define MAX_STEPS 9

#define HEADER "from tvm.script import tir as T\n\n@T.prim_func\n"

static const struct { const char *name, *text; } programs[] = {
  { "matmul",
    HEADER
    "def main(A: T.Buffer((6, 10), \"float32\"), B: T.Buffer((10, 8), \"float32\"), C: T.Buffer((6, 8), \"float32\")):\n"
    "    for i, j, k in T.grid(6, 8, 10):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
    "            with T.init():\n"
    "                C[vi, vj] = T.float32(0)\n"
    "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n" },
  { "matmul-relu",
    HEADER
    "def main(A: T.Buffer((7, 9), \"float32\"), B: T.Buffer((9, 6), \"float32\"), D: T.Buffer((7, 6), \"float32\")):\n"
    "    C = T.alloc_buffer((7, 6))\n"
    "    for i, j, k in T.grid(7, 6, 9):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
    "            with T.init():\n"
    "                C[vi, vj] = T.float32(0)\n"
    "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n"
    "    for i, j in T.grid(7, 6):\n"
    "        with T.block(\"D\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            D[vi, vj] = T.max(C[vi, vj], T.float32(0))\n" },
  { "pad-and-blur",
    HEADER
    "def main(A: T.Buffer((11,), \"float32\"), C: T.Buffer((11,), \"float32\")):\n"
    "    P = T.alloc_buffer((13,))\n"
    "    for i in range(13):\n"
    "        with T.block(\"P\"):\n"
    "            vi = T.axis.spatial(13, i)\n"
    "            P[vi] = T.if_then_else(1 <= vi and vi < 12, A[vi - 1], T.float32(0))\n"
    "    for i, r in T.grid(11, 3):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vr = T.axis.remap(\"SR\", [i, r])\n"
    "            with T.init():\n"
    "                C[vi] = T.float32(0)\n"
    "            C[vi] = C[vi] + P[vi + vr]\n" },
  { "chain",
    HEADER
    "def main(A: T.Buffer((4, 6), \"float32\"), D: T.Buffer((6, 4), \"float32\")):\n"
    "    B = T.alloc_buffer((4, 6))\n"
    "    C = T.alloc_buffer((4, 6))\n"
    "    for i, j in T.grid(4, 6):\n"
    "        with T.block(\"B\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            B[vi, vj] = A[vi, vj] + T.float32(1)\n"
    "    for i, j in T.grid(4, 6):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            C[vi, vj] = B[vi, vj] * B[vi, 5 - vj]\n"
    "    for j, i in T.grid(6, 4):\n"
    "        with T.block(\"D\"):\n"
    "            vj, vi = T.axis.remap(\"SS\", [j, i])\n"
    "            D[vj, vi] = C[vi, vj] - T.float32(2)\n" },
  { "row-norm",
    HEADER
    "def main(A: T.Buffer((5, 12), \"float32\"), B: T.Buffer((5, 12), \"float32\")):\n"
    "    S = T.alloc_buffer((5,))\n"
    "    for i, k in T.grid(5, 12):\n"
    "        with T.block(\"S\"):\n"
    "            vi, vk = T.axis.remap(\"SR\", [i, k])\n"
    "            with T.init():\n"
    "                S[vi] = T.float32(0)\n"
    "            S[vi] = S[vi] + A[vi, vk] * A[vi, vk]\n"
    "    for i, j in T.grid(5, 12):\n"
    "        with T.block(\"B\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            B[vi, vj] = A[vi, vj] / (S[vi] + T.float32(1))\n" },
};

typedef struct
{
  TlRandom   *random;
  TlState    *state;
  TlArena    *arena;      /* of the arguments */
  GPtrArray  *loops;      /* const TlStmt*, of the present program */
  GPtrArray  *blocks;     /* root excluded */
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
  TlArg                    value;

  switch (param->kind)
    {
    case TL_PARAM_LOOP:
      return any_loop (player);
    case TL_PARAM_BLOCK:
      return any_block (player);
    case TL_PARAM_BLOCK_OR_LOOP:
      return below (player, 2) ? any_loop (player) : any_block (player);
    case TL_PARAM_LOOPS:
      return chain (player, g_strcmp0 (primitive->name, "reorder") == 0);
    case TL_PARAM_FACTORS:
      return factors (player);
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

      if (primitive->family != TL_FAMILY_GET && primitive->family != TL_FAMILY_OTHER
          && (primitive->family != TL_FAMILY_ANNOTATE || below (player, 4) == 0))
        return primitive;
    }
}

/* TRUE if the step was taken. */
static gboolean
play (Player *player, guint *n_refused)
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
      (*n_refused)++;
      return FALSE;
    }
  tl_state_unref (player->state);
  player->state = next;
  return TRUE;
}

static void
report (const Player *player, const char *program, guint64 seed, char *problem)
{
  g_autofree char *owned = problem;
  g_autofree char *trace = NULL, *script = NULL;

  if (problem == NULL)
    return;
  trace = tl_trace_to_text (player->state, TL_DIALECT_CLASSIC, FALSE);
  script = tl_script_print (tl_state_module (player->state), TL_DIALECT_CLASSIC, NULL);
  g_test_fail_printf ("%s, seed %" G_GUINT64_FORMAT ": %s\n%s\n%s", program, seed, problem, trace, script);
}

static void
play_once (guint64 seed, guint *n_taken, guint *n_refused)
{
  TlRandom              random = tl_random_seeded (seed);
  guint                 which = (guint) tl_random_below (&random, G_N_ELEMENTS (programs));
  g_autoptr (GError)    error = NULL;
  g_autoptr (TlModule)  module = tl_script_read_text (programs[which].text, &error);
  g_autoptr (TlArena)   arena = tl_arena_new (NULL);
  g_autoptr (GPtrArray) loops = g_ptr_array_new ();
  g_autoptr (GPtrArray) blocks = g_ptr_array_new ();
  Player                player = { .random = &random, .arena = arena, .loops = loops, .blocks = blocks };
  guint                 n_steps = 1 + (guint) tl_random_below (&random, MAX_STEPS);

  g_assert_no_error (error);
  player.state = tl_state_new (module, seed);
  for (guint i = 0, tries = 0; i < n_steps && tries < 40 && !g_test_failed (); tries++)
    if (play (&player, n_refused))
      {
        i++;
        (*n_taken)++;
      }
  report (&player, programs[which].name, seed, check_same_result (module, tl_state_module (player.state), seed));
  report (&player, programs[which].name, seed, check_program_round_trip (tl_state_module (player.state)));
  report (&player, programs[which].name, seed, check_trace_round_trip (player.state));
  tl_state_unref (player.state);
}

static void
test_random (void)
{
  const char *count = g_getenv ("TL_RANDOM_SCHEDULES"), *from = g_getenv ("TL_RANDOM_SEED");
  guint       n = count != NULL ? (guint) atoi (count) : DEFAULT_COUNT;
  guint64     first = from != NULL ? g_ascii_strtoull (from, NULL, 10) : 1;
  guint       n_taken = 0, n_refused = 0;

  for (guint i = 0; i < n && !g_test_failed (); i++)
    play_once (first + i, &n_taken, &n_refused);
  g_test_message ("%u schedules, %u steps taken, %u refused", n, n_taken, n_refused);
  if (!g_test_failed ())
    g_assert_cmpuint (n_taken, >, n);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schedule/random", test_random);
  return g_test_run ();
}
