/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops of several blocks, as random schedules leave them: where a kind is accepted whose iterations run in any order, the result must be
 * the same from each iteration on, in both directions. TL_SOUNDNESS_SEED and TL_SOUNDNESS_SCHEDULES say which and how many.
 */
#include <stdlib.h>
#include <string.h>

#include "core/ir/walk.h"
#include "core/schedule/trace.h"
#include "core/text/script.h"
#include "tests/schedule/random-schedule.h"
#include "tests/schedule/schedule-checks.h"
#include "tests/soundness/orders.h"
#include "tests/soundness/subject.h"

#define DEFAULT_COUNT 400
#define MIN_STEPS 3
#define MAX_STEPS 12
#define MIN_LOOPS_PER_NEEDLESS 40
#define MAX_EXTENT 12 /* of loops that are run from each iteration on; of longer ones from some */

static const struct
{
  const char *primitive, *thread;
} kinds[] = {
  { "parallel", NULL }, { "vectorize", NULL }, { "bind", "blockIdx.x" }, { "bind", "vthread.x" }, { "bind", "threadIdx.x" },
};

/* These would only hide loops from the kinds that are tried. */
static const char *const not_drawn[] = { "parallel",         "vectorize",  "bind",           "unroll",
                                         "annotate",         "unannotate", "enter_postproc", "unsafe_hide_buffer_access",
                                         "unsafe_set_dtype", NULL };

typedef struct
{
  guint n_loops; /* of several blocks */
  guint n_accepted;
  guint n_merged;   /* pairs of loops */
  guint n_needless; /* refused for the order of iterations, and right in each that was tried */
  guint n_wrong;
  guint refusals[G_N_ELEMENTS (kinds)];
  GString *problems;
} KindTally;

static TlWalk
find_loop (const TlStmt *stmt, gpointer user_data)
{
  GPtrArray *loops = user_data;
  gint64 extent;

  if (stmt->kind == TL_STMT_FOR && tl_expr_is_int (stmt->loop.min, 0) && tl_expr_get_int (stmt->loop.extent, &extent) && extent > 1)
    {
      g_autoptr (GPtrArray) blocks = tl_stmt_child_blocks (stmt);

      if (blocks->len > 1)
        g_ptr_array_add (loops, (gpointer)stmt);
    }
  return TL_WALK_INTO;
}

/* The reason of the refusal (g_free), NULL if the kind is accepted. */
static char *
refusal_of (TlState *state, const TlStmt *loop, guint kind)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (GError) error = NULL;
  TlArg args[] = { tl_arg_node (loop->loop.id), { 0 } };
  g_autoptr (TlState) next = NULL;

  if (kinds[kind].thread != NULL)
    args[1] = tl_arg_string (arena, kinds[kind].thread);
  next = tl_state_apply_to_nodes (state, tl_primitive_find (kinds[kind].primitive), args, kinds[kind].thread != NULL ? 2 : 1, &error);
  return next == NULL ? g_strdup (error->message) : NULL;
}

/* Sums over threads start before all of them: no order of a loop. */
static TlWalk
find_sum (const TlStmt *stmt, gpointer loop)
{
  const TlVar *var = ((const TlStmt *)loop)->loop.var;

  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_axes; i++)
    if (stmt->block.axes[i].kind == TL_AXIS_REDUCE && tl_expr_uses_var (stmt->block.bindings[i], var))
      return TL_WALK_STOP;
  return TL_WALK_INTO;
}

static char *
run_in_orders (const Subject *subject, TlState *state, const TlStmt *loop)
{
  gint64 extent = 0, step;

  tl_expr_get_int (loop->loop.extent, &extent);
  step = (extent + MAX_EXTENT - 1) / MAX_EXTENT;
  for (gint64 first = 0; first < extent; first += step)
    for (guint backwards = 0; backwards < 2; backwards++)
      {
        g_autoptr (TlModule) other = module_in_order ((TlModule *)tl_state_module (state), loop->loop.id, first, backwards);
        char *problem = check_result (subject->expected, other, subject->inputs);

        if (problem != NULL)
          return problem;
      }
  return NULL;
}

static void
try_loop (KindTally *tally, const Subject *subject, TlState *state, guint64 seed, const TlStmt *loop)
{
  gboolean sums = !tl_stmt_walk (loop, find_sum, NULL, (gpointer)loop);
  const char *accepted = NULL;
  gboolean is_about_order = FALSE;
  g_autofree char *problem = NULL;

  tally->n_loops++;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *refusal = refusal_of (state, loop, i);

      tally->refusals[i] += refusal != NULL;
      is_about_order |= refusal != NULL && strstr (refusal, "in other iterations") != NULL;
      if (refusal == NULL && !(sums && g_strcmp0 (kinds[i].thread, "threadIdx.x") == 0))
        accepted = kinds[i].primitive;
    }
  tally->n_accepted += accepted != NULL;
  if (accepted == NULL && !is_about_order)
    return;
  problem = run_in_orders (subject, state, loop);
  tally->n_needless += accepted == NULL && problem == NULL;
  if (accepted != NULL && problem != NULL)
    {
      g_autofree char *program = tl_script_print (tl_state_module (state), TL_DIALECT_CLASSIC, NULL);

      tally->n_wrong++;
      g_string_append_printf (tally->problems, "seed %" G_GUINT64_FORMAT ", %s: %s accepts loop %s: %s\n%s\n", seed, subject->name,
                              accepted, loop->loop.var->name, problem, program);
    }
}

static void
try_loops (KindTally *tally, const Subject *subject, TlState *state, guint64 seed)
{
  g_autoptr (GPtrArray) loops = g_ptr_array_new ();

  tl_stmt_walk (tl_state_module (state)->prims[0]->body, find_loop, NULL, loops);
  for (guint i = 0; i < loops->len; i++)
    try_loop (tally, subject, state, seed, loops->pdata[i]);
}

/* Pairs of loops that follow each other, the second of them first where that is tried, too. */
static TlWalk
find_pairs (const TlStmt *stmt, gpointer user_data)
{
  GArray *pairs = user_data;

  for (guint i = 0; stmt->kind == TL_STMT_SEQ && i + 1 < stmt->n_stmts; i++)
    {
      const TlStmt *first = stmt->stmts[i], *second = stmt->stmts[i + 1];

      while (first->kind == TL_STMT_FOR && second->kind == TL_STMT_FOR)
        {
          TlNodeId pair[] = { first->loop.id, second->loop.id };

          g_array_append_vals (pairs, pair, 2);
          first = first->loop.body;
          second = second->loop.body;
        }
    }
  return TL_WALK_INTO;
}

/* Also where two loops are merged: few random schedules come to that, since few loops fit. */
static void
try_merges (KindTally *tally, const Subject *subject, TlState *state, guint64 seed)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
  g_autoptr (TlArena) arena = tl_arena_new (NULL);

  tl_stmt_walk (tl_state_module (state)->prims[0]->body, find_pairs, NULL, pairs);
  for (guint i = 0; i < pairs->len; i += 2)
    {
      TlArg loops[] = { tl_arg_node (g_array_index (pairs, TlNodeId, i)), tl_arg_node (g_array_index (pairs, TlNodeId, i + 1)) };
      TlArg list = tl_arg_list (arena, loops, 2);
      g_autoptr (TlState) merged = tl_state_apply_to_nodes (state, tl_primitive_find ("merge"), &list, 1, NULL);

      if (merged != NULL)
        {
          tally->n_merged++;
          try_loops (tally, subject, merged, seed);
        }
    }
}

static void
try_seed (KindTally *tally, guint64 seed)
{
  Subject subject;
  RandomTally steps = { 0 };
  g_autofree char *problem = NULL;

  if (subject_init (&subject, seed, &problem))
    {
      g_autoptr (TlState) state = random_schedule (subject.module, seed, MIN_STEPS, MAX_STEPS, not_drawn, &steps, &problem);

      if (problem == NULL)
        {
          try_loops (tally, &subject, state, seed);
          try_merges (tally, &subject, state, seed);
        }
    }
  subject_clear (&subject);
}

/*
 * A loop of two blocks, written as no schedule leaves it: B, which has values before, is written in steps of one size and read in steps of
 * another, in either order; what it computes is what it does in order.
 */
static char *
two_stages (guint64 seed)
{
  TlRandom random = tl_random_seeded (seed);
  gint64 n = 2 + (gint64)tl_random_below (&random, 4), m = 1 + (gint64)tl_random_below (&random, 4);
  gint64 k = 1 + (gint64)tl_random_below (&random, 3), step = (gint64)tl_random_below (&random, 4);
  gint64 row = (gint64)tl_random_below (&random, 4), column = (gint64)tl_random_below (&random, 3);
  gint64 offset = (gint64)tl_random_below (&random, 3), limit = 1 + (gint64)tl_random_below (&random, (guint64)(n * m));
  gboolean is_guarded = tl_random_below (&random, 3) == 0, repeats = tl_random_below (&random, 4) == 0;
  gint64 size = MAX ((n - 1) * step + m, (n - 1) * row + (k - 1) * column + offset + 1);
  g_autofree char *guard = is_guarded ? g_strdup_printf ("                T.where(i * %d + j < %d)\n", (int)m, (int)limit) : g_strdup ("");
  g_autofree char *write = g_strdup_printf ("        for j in range(%d):\n"
                                            "            with T.block(\"B\"):\n"
                                            "                vb = T.axis.spatial(%d, i * %d + j)\n"
                                            "%s"
                                            "                B[vb] = A[vb] + T.float32(1)\n",
                                            (int)m, (int)size, (int)step, guard);
  g_autofree char *read = g_strdup_printf ("        for k in range(%d):\n"
                                           "            with T.block(\"C\"):\n"
                                           "                vi = T.axis.spatial(%d, %s)\n"
                                           "                vk = T.axis.spatial(%d, k)\n"
                                           "                C[vi, vk] = B[vi * %d + vk * %d + %d]\n",
                                           (int)k, (int)n, repeats ? "k" : "i", (int)k, (int)row, (int)column, (int)offset);
  gboolean reads_first = tl_random_below (&random, 4) == 0;

  if (repeats && k > n)
    return NULL;
  return g_strdup_printf (
      "from tvm.script import tir as T\n\n"
      "@T.prim_func\n"
      "def main(A: T.Buffer((%d,), \"float32\"), B: T.Buffer((%d,), \"float32\"), C: T.Buffer((%d, %d), \"float32\")):\n"
      "    for i in range(%d):\n%s%s",
      (int)size, (int)size, (int)n, (int)k, (int)n, reads_first ? read : write, reads_first ? write : read);
}

static void
try_stages (KindTally *tally, guint64 seed)
{
  g_autofree char *text = two_stages (seed), *problem = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TlState) state = NULL;
  Subject subject = { .name = g_strdup ("two stages") };

  if (text == NULL)
    {
      subject_clear (&subject);
      return;
    }
  subject.module = tl_script_read_text (text, &error);
  g_assert_no_error (error);
  subject.inputs = check_inputs (subject.module, seed, &problem);
  subject.expected = subject.inputs != NULL ? check_run (subject.module, subject.inputs, &problem) : NULL;
  g_assert_null (problem);
  state = tl_state_new (subject.module, seed);
  try_loops (tally, &subject, state, seed);
  subject_clear (&subject);
}

typedef void (*TrySeed) (KindTally *tally, guint64 seed);

static void
test_kinds (gconstpointer try)
{
  const char *count = g_getenv ("TL_SOUNDNESS_SCHEDULES"), *from = g_getenv ("TL_SOUNDNESS_SEED");
  guint n = count != NULL ? (guint)atoi (count) : DEFAULT_COUNT;
  guint64 first = from != NULL ? g_ascii_strtoull (from, NULL, 10) : 1;
  KindTally tally = { .problems = g_string_new (NULL) };

  for (guint i = 0; i < n; i++)
    ((TrySeed)try) (&tally, first + i);
  g_test_message (
      "%u loops of several blocks, %u merges, %u of them accepted by a kind; refused by parallel %u, vectorize %u, blocks %u, virtual "
      "threads %u, threads %u, of these %u without need",
      tally.n_loops, tally.n_merged, tally.n_accepted, tally.refusals[0], tally.refusals[1], tally.refusals[2], tally.refusals[3],
      tally.refusals[4], tally.n_needless);
  if (tally.n_wrong > 0)
    g_test_fail_printf ("%u accepted loops depend on the order of their iterations:\n%s", tally.n_wrong, tally.problems->str);
  else
    {
      g_assert_cmpuint (tally.n_accepted, >=, n / 20);
      g_assert_cmpuint (tally.n_needless, <=, tally.n_loops / MIN_LOOPS_PER_NEEDLESS);
    }
  g_string_free (tally.problems, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/loop-kinds/schedules", try_seed, test_kinds);
  g_test_add_data_func ("/loop-kinds/two-stages", try_stages, test_kinds);
  return g_test_run ();
}
