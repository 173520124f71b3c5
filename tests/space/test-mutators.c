/* SPDX-License-Identifier: Apache-2.0 */
/* Mutators: one decision changes, by the rules of its kind, and the program is what the whole changed trace gives. */
#include "core/ir/compare.h"
#include "core/schedule/schedule-script.h"
#include "core/schedule/trace.h"
#include "core/text/script.h"
#include "core/space/mutator.h"
#include "tests/must.h"
#include "tests/named-texts.h"
#include "tests/program-text.h"

#define N_DRAWS 60u

static const NamedText *schedules;   /* of mutated.py */

static const char matmul_relu[] = "@T.prim_func\n"
                                  "def main(A: T.Buffer((64, 96), \"float32\"), B: T.Buffer((96, 128), \"float32\"), D: T.Buffer((64, "
                                  "128), \"float32\")):\n"
                                  "    C = T.alloc_buffer((64, 128))\n"
                                  BLOCK_SSR ("C", "64, 128, 96", "C[vi, vj] = T.float32(0)",
                                             "C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]")
                                  BLOCK_SS ("D", "64, 128", "D[vi, vj] = T.max(C[vi, vj], T.float32(0))");

static TlState *
draw (const char *schedule, guint64 seed)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (matmul_relu, &failure));
  g_autoptr (TlSource) source = tl_source_new ("space.py", named_text (schedules, schedule), -1);
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));
  g_autoptr (TlState) start = tl_state_new (module, seed);

  return must (tl_schedule_script_run (script, start, NULL, NULL, &failure));
}

/* The step of @state that is not as in @before; there is exactly one. */
static guint
changed_step (TlState *before, TlState *after)
{
  g_autoptr (GPtrArray) a = tl_state_steps (before), b = tl_state_steps (after);
  guint n_changed = 0, at = 0;

  g_assert_cmpuint (a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++)
    {
      const TlInst *x = tl_state_inst (a->pdata[i]), *y = tl_state_inst (b->pdata[i]);
      gboolean is_same = tl_arg_equal (&x->decision, &y->decision);

      for (guint k = 0; k < x->n_args; k++)
        is_same &= tl_arg_equal (&x->args[k], &y->args[k]);
      if (is_same)
        continue;
      at = i;
      n_changed++;
    }
  g_assert_cmpuint (n_changed, ==, 1);
  for (guint i = 0; i < at; i++)
    g_assert_true (a->pdata[i] == b->pdata[i]);   /* what is before is shared */
  return at;
}

/* The result of the whole trace, from the start. */
static void
assert_is_replayed (TlState *state)
{
  g_autoptr (TlState) replayed = must (tl_trace_replay (tl_state_root (state), state, TRUE, FALSE, &failure));

  g_assert_true (tl_module_equal (tl_state_module (state), tl_state_module (replayed), NULL));
}

static TlComponent
component (TlArena *arena, const char *text)
{
  guint n;
  const TlComponent *list = must (tl_component_list_parse (arena, &tl_mutator_table, text, &n, &failure));

  g_assert_cmpuint (n, ==, 1);
  return list[0];
}

typedef void (*Inspect) (const TlInst *before, const TlInst *after);

/* The hash of a neighbour's trace is known before it is replayed, and no other's. */
static void
assert_is_predicted (const TlComponent *mutator, TlState *state, const TlTarget *target, TlRandom *random, TlState *mutated)
{
  g_autoptr (TlEditedTrace) edited = tl_edited_trace_new (state), made = tl_edited_trace_new (mutated),
                           neighbour = tl_mutator_propose (mutator, edited, target, random);

  g_assert_nonnull (neighbour);
  g_assert_cmpuint (tl_edited_trace_hash (neighbour), ==, tl_edited_trace_hash (made));
  g_assert_cmpuint (tl_edited_trace_hash (edited), !=, tl_edited_trace_hash (made));
}

/*
 * An edited trace of an edited trace is made as if the one between had been made, too; and has its hash, unless a decision did not fit and
 * became another.
 */
static void
assert_edited_traces_follow (const TlComponent *mutator, TlState *state, const TlTarget *target, TlRandom random)
{
  TlRandom   copy = random;
  g_autoptr (TlEditedTrace) edited = tl_edited_trace_new (state), first = tl_mutator_propose (mutator, edited, target,
                                                                                              &random), second = NULL;
  g_autoptr (TlState) made = tl_mutator_apply (mutator, state, target, &copy, NULL), made_again = NULL, at_once = NULL;
  g_autoptr (TlEditedTrace) made_trace = made ? tl_edited_trace_new (made) : NULL;

  if (!made || tl_edited_trace_hash (first) != tl_edited_trace_hash (made_trace))
    return;
  second = tl_mutator_propose (mutator, first, target, &random);
  made_again = tl_mutator_apply (mutator, made, target, &copy, NULL);
  at_once = second ? tl_edited_trace_replay (second, second->n_steps, NULL) : NULL;
  g_assert_cmpint (at_once != NULL, ==, made_again != NULL);
  if (at_once)
    g_assert_true (tl_module_equal (tl_state_module (at_once), tl_state_module (made_again), NULL));
}

/* Many mutations of many draws; gives how many there were. */
static guint
mutate_often (const char *schedule, const char *mutator, Inspect inspect)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlComponent row = component (arena, mutator);
  TlTarget target = tl_target_host ();
  guint n_mutated = 0;

  target.num_cores = 4;
  for (guint seed = 0; seed < N_DRAWS; seed++)
    {
      g_autoptr (TlState) state = draw (schedule, seed), mutated = NULL, again = NULL;
      TlRandom random = tl_random_seeded (seed), copy = random, third = random;
      g_autoptr (GPtrArray) before = tl_state_steps (state), after = NULL;
      guint at;

      mutated = must (tl_mutator_apply (&row, state, &target, &random, &failure));
      if (!mutated)
        continue;
      n_mutated++;
      at = changed_step (state, mutated);
      after = tl_state_steps (mutated);
      inspect (tl_state_inst (before->pdata[at]), tl_state_inst (after->pdata[at]));
      assert_is_replayed (mutated);
      again = tl_mutator_apply (&row, state, &target, &copy, NULL);
      g_assert_true (tl_module_equal (tl_state_module (mutated), tl_state_module (again), NULL));
      (void) changed_step (state, again);
      assert_is_predicted (&row, state, &target, &third, again);
      assert_edited_traces_follow (&row, state, &target, tl_random_seeded (seed));
    }
  return n_mutated;
}

static void
inspect_tiles (const TlInst *before, const TlInst *after)
{
  gint64 product_before = 1, product_after = 1;
  guint n_smaller = 0, n_larger = 0;

  g_assert_cmpstr (before->primitive->name, ==, "sample_perfect_tile");
  for (guint i = 0; i < before->decision.n_items; i++)
    {
      gint64 x = before->decision.items[i].integer, y = after->decision.items[i].integer;

      product_before *= x;
      product_after *= y;
      n_smaller += y < x;
      n_larger += y > x;
      g_assert_cmpint (MAX (x, y) % MIN (x, y), ==, 0);
    }
  g_assert_cmpint (product_before, ==, product_after);
  g_assert_cmpuint (n_smaller, ==, 1);
  g_assert_cmpuint (n_larger, ==, 1);
  g_assert_cmpint (after->decision.items[after->decision.n_items - 1].integer, <=, after->args[2].integer);
}

static void
inspect_categorical (const TlInst *before, const TlInst *after)
{
  g_assert_cmpstr (before->primitive->name, ==, "sample_categorical");
  g_assert_cmpint (before->decision.integer, !=, after->decision.integer);
  g_assert_cmpfloat (after->args[1].items[after->decision.integer].number, >, 0);
}

static void
inspect_location (const TlInst *before, const TlInst *after)
{
  g_assert_cmpstr (before->primitive->name, ==, "sample_compute_location");
  g_assert_cmpint (before->decision.integer, !=, after->decision.integer);
}

/* 64 jobs fuse more loops than fewer do, unless the outer loops are long. */
static void
inspect_jobs (const TlInst *before, const TlInst *after)
{
  g_assert_cmpstr (before->primitive->name, ==, "annotate");
  g_assert_cmpint (after->args[2].integer, >=, 1);
  g_assert_cmpint (after->args[2].integer, <=, 64);
  g_assert_cmpint (after->args[2].integer, !=, before->args[2].integer);
}

static void
test_tile_size (void)
{
  g_assert_cmpuint (mutate_often ("cpu", "MutateTileSize", inspect_tiles), ==, N_DRAWS);
  g_assert_cmpuint (mutate_often ("gpu", "MutateTileSize", inspect_categorical), ==, N_DRAWS);   /* lengths of fetches */
  g_assert_cmpuint (mutate_often ("place", "MutateTileSize", inspect_tiles), ==, 0);
}

static void
test_unroll (void)
{
  g_assert_cmpuint (mutate_often ("cpu", "MutateUnroll", inspect_categorical), ==, N_DRAWS);
  g_assert_cmpuint (mutate_often ("gpu", "MutateUnroll", inspect_categorical), ==, 0);
}

static void
test_compute_location (void)
{
  g_assert_cmpuint (mutate_often ("place", "MutateComputeLocation", inspect_location), ==, N_DRAWS);
  g_assert_cmpuint (mutate_often ("cpu", "MutateComputeLocation", inspect_location), ==, 0);
}

static void
test_parallel (void)
{
  g_assert_cmpuint (mutate_often ("cpu", "MutateParallel(max_jobs_per_core=16)", inspect_jobs), >, N_DRAWS / 2);
  g_assert_cmpuint (mutate_often ("gpu", "MutateParallel", inspect_jobs), ==, 0);
}

static void
test_thread_binding (void)
{
  g_assert_cmpuint (mutate_often ("gpu", "MutateThreadBinding", inspect_categorical), ==, N_DRAWS);
  g_assert_cmpuint (mutate_often ("cpu", "MutateThreadBinding", inspect_categorical), ==, 0);
}

/* Sizes of loops that come from a list; hints are not its business. */
static void
test_categorical (void)
{
  g_assert_cmpuint (mutate_often ("gpu", "MutateCategorical", inspect_categorical), ==, N_DRAWS);
  g_assert_cmpuint (mutate_often ("cpu", "MutateCategorical", inspect_categorical), ==, 0);
}

/* Samples are drawn as by a run of the script; what comes before them is shared. */
static void
test_redraw (void)
{
  g_autoptr (TlState) state = draw ("cpu", 1);

  for (guint seed = 0; seed < N_DRAWS; seed++)
    {
      g_autoptr (TlState) fresh = draw ("cpu", seed), redrawn = tl_trace_redraw (state, seed, NULL);

      g_assert_true (tl_module_equal (tl_state_module (fresh), tl_state_module (redrawn), NULL));
      assert_is_replayed (redrawn);
    }
}

static void
test_table (void)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  const TlComponentInfo *info;
  const TlComponent *list;
  guint n;

  for (n = 0; (info = tl_mutator_table.nth (n)); n++)
    {
      TlComponent row = component (arena, info->name);

      g_assert_cmpfloat (tl_mutator_probability (&row), >, 0);
      g_assert_cmpstr (info->summary, !=, NULL);
    }
  g_assert_cmpuint (n, ==, 6);
  must_fail (tl_component_list_parse (arena, &tl_mutator_table, "MutateUnroll(probability=2)", &n, &failure), TL_COMPONENT_ERROR,
             TL_COMPONENT_ERROR_SYNTAX);
  list = must (tl_component_list_parse (arena, &tl_mutator_table, "MutateParallel(-1)", &n, &failure));   /* as TVM's scripts write it */
  g_assert_cmpint (tl_component_arg (list[0].info, list[0].args, "max_jobs_per_core")->integer, ==, -1);
  g_assert_cmpfloat (tl_mutator_probability (&list[0]), ==, 0.02);
  must_fail (tl_component_list_parse (arena, &tl_mutator_table, "MutateParallel(max_jobs_per_core=0)", &n, &failure), TL_COMPONENT_ERROR,
             TL_COMPONENT_ERROR_SYNTAX);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  schedules = named_texts_read (TEST_DIR "/mutated.py");
  g_test_add_func ("/space/mutators/table", test_table);
  g_test_add_func ("/space/mutators/tile-size", test_tile_size);
  g_test_add_func ("/space/mutators/unroll", test_unroll);
  g_test_add_func ("/space/mutators/compute-location", test_compute_location);
  g_test_add_func ("/space/mutators/parallel", test_parallel);
  g_test_add_func ("/space/mutators/thread-binding", test_thread_binding);
  g_test_add_func ("/space/mutators/categorical", test_categorical);
  g_test_add_func ("/space/mutators/redraw", test_redraw);
  return g_test_run ();
}
