/* SPDX-License-Identifier: Apache-2.0 */
/* Splits that are being chosen: factors on the ruler, the states they lead to, and their consequences against numbers counted by hand. */
#include <glib/gstdio.h>
#include <string.h>

#include "core/session/program-view.h"
#include "core/session/steps/split-effects.h"
#include "core/session/steps/split-timing.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/session/open-path.h"
#include "tests/temporary.h"

#define MATMUL_16 "from tvm.script import tir as T\n@T.prim_func\n" MATMUL ("16", "16", "16")

/* --- factors --- */

static void
test_divisors (void)
{
  static const gint64 of_48[] = { 1, 2, 3, 4, 6, 8, 12, 16, 24, 48 };
  g_autoptr (GArray)  found = tl_split_divisors (48), of_49 = tl_split_divisors (49), of_1 = tl_split_divisors (1);

  g_assert_cmpmem (found->data, found->len * sizeof (gint64), of_48, sizeof of_48);
  g_assert_cmpuint (of_49->len, ==, 3);
  g_assert_cmpuint (of_1->len, ==, 1);
}

static void
expect (const TlSplitFactors *factors, const char *text, gint inferred)
{
  g_autofree char *found = tl_split_factors_text (factors);

  g_assert_cmpstr (found, ==, text);
  g_assert_cmpint (factors->inferred, ==, inferred);
}

static void
test_factors (void)
{
  TlSplitFactors factors = tl_split_factors_new (1024, 8), odd = tl_split_factors_new (7, 8), prime = tl_split_factors_new (13, 8);

  expect (&factors, "128 × 8", 0);
  expect (&odd, "1 × 7", 0);
  expect (&prime, "13 × 1", 0);
  tl_split_factors_set (&factors, 1, 6);
  expect (&factors, "171 × 6", 0);
  tl_split_factors_set (&factors, 1, 5000);
  expect (&factors, "1 × 1024", 0);
  tl_split_factors_set (&factors, 1, 0);
  expect (&factors, "1024 × 1", 0);
  tl_split_factors_set (&factors, 0, 16);       /* given from here on: the other one follows */
  expect (&factors, "16 × 64", 1);
  tl_split_factors_infer (&factors, 0);
  expect (&factors, "16 × 64", 0);
}

static void
test_more_factors (void)
{
  TlSplitFactors factors = tl_split_factors_new (1024, 8);

  g_assert_true (tl_split_factors_add (&factors, 1));
  expect (&factors, "128 × 8 × 1", 0);
  tl_split_factors_set (&factors, 2, 4);
  expect (&factors, "32 × 8 × 4", 0);
  g_assert_cmpint (tl_split_factors_room (&factors, 1), ==, 256);
  g_assert_true (tl_split_factors_add (&factors, 0));
  expect (&factors, "32 × 1 × 8 × 4", 0);
  g_assert_false (tl_split_factors_add (&factors, 0));
  g_assert_true (tl_split_factors_remove (&factors, 0));
  g_assert_true (tl_split_factors_remove (&factors, 0));
  expect (&factors, "256 × 4", 0);
  g_assert_false (tl_split_factors_remove (&factors, 0));
}

/* Keys walk the divisors of the room that there is; a point snaps to a divisor that is near enough. */
static void
test_ruler (void)
{
  TlSplitFactors factors = tl_split_factors_new (48, 8);

  g_assert_cmpint (tl_split_factors_next (&factors, 1, 1), ==, 12);
  g_assert_cmpint (tl_split_factors_next (&factors, 1, -1), ==, 6);
  tl_split_factors_set (&factors, 1, 48);
  g_assert_cmpint (tl_split_factors_next (&factors, 1, 1), ==, 48);
  tl_split_factors_set (&factors, 1, 5);
  g_assert_cmpint (tl_split_factors_next (&factors, 1, 1), ==, 6);
  g_assert_cmpint (tl_split_snap (48, 7.6, 0.1), ==, 8);
  g_assert_cmpint (tl_split_snap (48, 7.2, 0.1), ==, 7);
  g_assert_cmpint (tl_split_snap (48, 7.6, 0), ==, 8);
  g_assert_cmpint (tl_split_snap (48, 10.2, 0), ==, 10);
  g_assert_cmpint (tl_split_snap (48, 1e9, 0.1), ==, 48);
  g_assert_cmpint (tl_split_snap (48, -3, 0.1), ==, 1);
}

static void
test_tail (void)
{
  TlSplitFactors   factors = tl_split_factors_new (1024, 8);
  gint64           tile, rest;
  g_autofree char *whole = tl_split_factors_tail_text (&factors), *cut = NULL;

  g_assert_cmpstr (whole, ==, "8 divides 1024: no tail");
  g_assert_false (tl_split_factors_tail (&factors, &tile, &rest));
  tl_split_factors_set (&factors, 1, 6);
  g_assert_true (tl_split_factors_tail (&factors, &tile, &rest));
  g_assert_cmpint (tile, ==, 6);
  g_assert_cmpint (rest, ==, 1024 - 170 * 6);
  cut = tl_split_factors_tail_text (&factors);
  g_assert_cmpstr (cut, ==, "last tile: 4 of 6 iterations (where)");
  tl_split_factors_set (&factors, 1, 8);
  tl_split_factors_add (&factors, 0);
  tl_split_factors_set (&factors, 1, 3);        /* tiles of 24, of 8 */
  g_assert_true (tl_split_factors_tail (&factors, &tile, &rest));
  g_assert_cmpint (tile, ==, 24);
  g_assert_cmpint (rest, ==, 1024 % 24);
}

/* --- plans --- */

typedef struct
{
  char      *folder;
  TlSession *session;
  TlState   *state;      /* borrowed */
  GPtrArray *loops;      /* const TlStmt *: i, j, k */
} SplitFixture;

static void
set_up (SplitFixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;

  fixture->folder = g_dir_make_tmp ("tl-split-XXXXXX", NULL);
  path = g_build_filename (fixture->folder, "matmul.py", NULL);
  g_assert_true (g_file_set_contents (path, MATMUL_16, -1, NULL));
  fixture->session = tl_session_new ();
  must (open_path (fixture->session, path, &failure));
  fixture->state = tl_variant_state (tl_session_current (fixture->session));
  fixture->loops = tl_program_view_nodes (tl_session_func (fixture->session), TRUE, FALSE);
}

static void
tear_down (SplitFixture *fixture, gconstpointer data)
{
  g_ptr_array_unref (fixture->loops);
  g_object_unref (fixture->session);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static TlNodeId
loop_id (SplitFixture *fixture, guint index)
{
  return ((const TlStmt *) g_ptr_array_index (fixture->loops, index))->loop.id;
}

/* "i_0×4 i_1×4 j×16 k×16" */
static char *
nest_of (SplitFixture *fixture, TlState *state)
{
  g_autoptr (GPtrArray) loops = tl_program_view_nodes (tl_module_prim (tl_state_module (state),
                                                                       tl_session_func_name (fixture->session)), TRUE, FALSE);
  GString              *text = g_string_new (NULL);

  for (guint i = 0; i < loops->len; i++)
    {
      const TlLoop *loop = &((const TlStmt *) loops->pdata[i])->loop;
      gint64        extent = 0;

      tl_expr_get_int (loop->extent, &extent);
      g_string_append_printf (text, "%s%s×%d", i > 0 ? " " : "", loop->var->name, (int) extent);
    }
  return g_string_free (text, FALSE);
}

static TlState *
apply (const TlSplitPlan *plan, TlState *state, TlState *step)
{
  TlState *next;

  must ((next = tl_split_plan_apply (plan, state, step, &failure)) != NULL);
  return next;
}

static void
test_plan (SplitFixture *fixture, gconstpointer data)
{
  TlSplitPlan           plan;
  g_autoptr (TlState)   next = NULL;
  g_autoptr (GPtrArray) partners = tl_split_partners (fixture->state, loop_id (fixture, 1));
  g_autofree char      *nest = NULL, *text = NULL;

  g_assert_true (tl_split_plan_new (fixture->state, loop_id (fixture, 0), &plan));
  tl_split_factors_set (&plan.axes[0].factors, 1, 6);
  next = apply (&plan, fixture->state, NULL);
  nest = nest_of (fixture, next);
  g_assert_cmpstr (nest, ==, "i_0×3 i_1×6 j×16 k×16");
  text = tl_split_plan_text (&plan, tl_state_module (fixture->state));
  g_assert_cmpstr (text, ==, "Split i into 3 × 6");
  g_assert_cmpuint (partners->len, ==, 2);
  g_assert_true (partners->pdata[0] == fixture->loops->pdata[0] && partners->pdata[1] == fixture->loops->pdata[2]);
}

/* Both loops, in whatever order they were picked, are one edit. */
static void
test_tile (SplitFixture *fixture, gconstpointer data)
{
  TlSplitPlan         plan;
  g_autoptr (TlState) next = NULL;
  g_autofree char    *nest = NULL, *text = NULL;

  g_assert_true (tl_split_plan_new (fixture->state, loop_id (fixture, 1), &plan));
  g_assert_false (tl_split_plan_add (&plan, fixture->state, loop_id (fixture, 1)));
  g_assert_true (tl_split_plan_add (&plan, fixture->state, loop_id (fixture, 0)));
  tl_split_factors_set (&plan.axes[0].factors, 1, 4);
  next = apply (&plan, fixture->state, NULL);
  nest = nest_of (fixture, next);
  g_assert_cmpstr (nest, ==, "i_0×4 j_0×2 i_1×4 j_1×8 k×16");
  text = tl_split_plan_text (&plan, tl_state_module (fixture->state));
  g_assert_cmpstr (text, ==, "Tile i, j by 4 × 8");
  tl_session_take_steps (fixture->session, fixture->state, next, text);
  g_assert_true (tl_variant_state (tl_session_current (fixture->session)) == next);
  g_assert_cmpstr (tl_history_undo_label (tl_session_history (fixture->session)), ==, text);
  tl_history_undo (tl_session_history (fixture->session));
  g_assert_true (tl_variant_state (tl_session_current (fixture->session)) == fixture->state);
}

/* A split of the trace takes other factors; the steps after it follow, or one of them refuses. */
static void
test_change_step (SplitFixture *fixture, gconstpointer data)
{
  TlSplitPlan         plan, read;
  g_autoptr (TlState) split = NULL, end = NULL, changed = NULL;
  g_autofree char    *nest = NULL;
  TlArg               arg;
  guint               first;

  g_assert_true (tl_split_plan_new (fixture->state, loop_id (fixture, 0), &plan));
  split = apply (&plan, fixture->state, NULL);
  tl_state_outputs (split, &first);
  arg = tl_arg_node (tl_state_rv (split, first)->node);
  must ((end = tl_state_apply_to_nodes (split, tl_primitive_find ("parallel"), &arg, 1, &failure)) != NULL);
  g_assert_false (tl_split_plan_of_step (end, &read));
  g_assert_true (tl_split_plan_of_step (split, &read));
  g_assert_true (tl_split_factors_equal (&read.axes[0].factors, &plan.axes[0].factors));
  g_assert_true (tl_split_step_of_loop (end, arg.node) == split);
  g_assert_null (tl_split_step_of_loop (end, loop_id (fixture, 1)));
  tl_split_factors_set (&read.axes[0].factors, 1, 2);
  changed = apply (&read, end, split);
  nest = nest_of (fixture, changed);
  g_assert_cmpstr (nest, ==, "i_0×8 i_1×2 j×16 k×16");
  g_assert_cmpuint (tl_state_n_steps (changed), ==, tl_state_n_steps (end));
  g_assert_cmpstr (tl_state_inst (changed)->primitive->name, ==, "parallel");
}

/* --- consequences --- */

static TlTarget
target_of (SplitFixture *fixture)
{
  TlTarget target = tl_session_target (fixture->session);

  target.vector_bits = 256;
  target.num_cores = 4;
  return target;
}

static void
expect_footprint (const TlSplitEffects *effects, guint index, const char *loop, gint64 old_elements, gint64 new_elements)
{
  g_assert_cmpstr (effects->footprints[index].loop, ==, loop);
  g_assert_cmpint (effects->footprints[index].old_bytes, ==, old_elements < 0 ? -1 : 4 * old_elements);
  g_assert_cmpint (effects->footprints[index].new_bytes, ==, 4 * new_elements);
}

/* An iteration of i_1 is one of i: a row of A, all of B, a row of C; one of i_0 has four rows. */
static void
test_effects (SplitFixture *fixture, gconstpointer data)
{
  TlTarget                   target = target_of (fixture);
  TlSplitPlan                plan;
  g_autoptr (TlSplitEffects) effects = NULL;
  g_autoptr (GAsyncResult)   result = NULL;

  g_assert_true (tl_split_plan_new (fixture->state, loop_id (fixture, 0), &plan));
  tl_split_factors_set (&plan.axes[0].factors, 1, 4);
  tl_split_effects_async (&plan, fixture->state, NULL, &target, NULL, take_result, &result);
  must ((effects = tl_split_effects_finish (wait_for (&result), &failure)) != NULL);
  g_assert_nonnull (effects->state);
  g_assert_cmpuint (effects->n_footprints, ==, 4);
  expect_footprint (effects, 0, "k", 3, 3);
  expect_footprint (effects, 1, "j", 16 + 16 + 1, 16 + 16 + 1);
  expect_footprint (effects, 2, "i_1", 16 + 256 + 16, 16 + 256 + 16);
  expect_footprint (effects, 3, "i_0", -1, 64 + 256 + 64);
  g_assert_false (tl_split_footprint_is_worse (&effects->footprints[3]));
  g_assert_cmpstr (effects->new_chunks.loop, ==, "i_0");
  g_assert_false (effects->new_chunks.is_done);
  g_assert_cmpint (effects->old_chunks.n, ==, 16);
  g_assert_cmpint (effects->new_chunks.n, ==, 4);
  g_assert_false (tl_split_chunks_are_worse (effects));       /* as many as cores */
  g_assert_cmpint (effects->new_vector.fit, ==, TL_SPLIT_VECTORS_NONE);   /* of k */
  tl_split_effects_free (g_steal_pointer (&effects));
  tl_split_factors_set (&plan.axes[0].factors, 1, 8);
  effects = tl_split_effects_new (&plan, fixture->state, NULL, &target);
  g_assert_true (tl_split_chunks_are_worse (effects));
}

/* The loop that is vectorized decides: 8 lanes of float32 in 256 bits. */
static void
test_vectors (SplitFixture *fixture, gconstpointer data)
{
  static const struct { gint64 factor; TlSplitVectors fit; const char *text; } rows[] = {
    { 8, TL_SPLIT_VECTORS_FULL, "yes: 8 lanes" }, { 16, TL_SPLIT_VECTORS_FULL, "yes: 2 × 8 lanes" },
    { 6, TL_SPLIT_VECTORS_PARTIAL, "6 of 8 lanes" }, { 12, TL_SPLIT_VECTORS_PARTIAL, "12, no multiple of 8 lanes" },
  };
  TlTarget            target = target_of (fixture);
  TlArg               args[2] = { { 0 }, { 0 } }, order;
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (TlState) start = NULL;
  TlSplitPlan         plan;

  args[0] = tl_arg_node (loop_id (fixture, 2));
  args[1] = tl_arg_node (loop_id (fixture, 1));
  order = tl_arg_list (arena, args, 2);
  must ((start = tl_state_apply_to_nodes (fixture->state, tl_primitive_find ("reorder"), &order, 1, &failure)) != NULL);
  g_assert_true (tl_split_plan_new (start, loop_id (fixture, 1), &plan));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlSplitEffects) effects = NULL;
      g_autofree char           *text = NULL;

      tl_split_factors_set (&plan.axes[0].factors, 1, rows[i].factor);
      effects = tl_split_effects_new (&plan, start, NULL, &target);
      g_assert_nonnull (effects->state);
      g_assert_cmpstr (effects->new_vector.loop, ==, "j_1");
      g_assert_cmpint (effects->new_vector.fit, ==, rows[i].fit);
      g_assert_cmpint (tl_split_vectors_are_worse (effects), ==, rows[i].fit != TL_SPLIT_VECTORS_FULL);
      text = tl_split_vector_text (&effects->new_vector);
      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

static void
test_refused (SplitFixture *fixture, gconstpointer data)
{
  TlTarget                   target = target_of (fixture);
  g_autoptr (TlArena)        arena = tl_arena_new (NULL);
  const TlArg                args[] = { tl_arg_node (loop_id (fixture, 0)), tl_arg_string (arena, "blockIdx.x") };
  g_autoptr (TlState)        bound = NULL;
  g_autoptr (TlSplitEffects) effects = NULL;
  TlSplitPlan                plan;

  must ((bound = tl_state_apply_to_nodes (fixture->state, tl_primitive_find ("bind"), args, 2, &failure)) != NULL);
  g_assert_true (tl_split_plan_new (bound, loop_id (fixture, 0), &plan));
  effects = tl_split_effects_new (&plan, bound, NULL, &target);
  g_assert_null (effects->state);
  g_assert_error (effects->refusal, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED);
  g_assert_cmpuint (effects->n_footprints, ==, 0);
}

/* --- times --- */

static void
test_fill (void)
{
  double      of_now[] = { 2, 2, 4, 2, 2, 2, 2, 2, 2, 2 }, of_split[] = { 3, 3, 6, 3, 3, 3, 3, 3, 1, 3 };
  TlOutcome   now = { .samples_s = of_now, .n_samples = 10 }, split = { .samples_s = of_split, .n_samples = 10 }, none = { 0 };
  TlSplitTime time = { 0 };

  g_assert_false (tl_split_time_fill (&time, &none, &split));
  g_assert_false (tl_split_time_is_distinct (&time));
  g_assert_true (tl_split_time_fill (&time, &now, &split));
  g_assert_cmpuint (time.n_samples, ==, 10);
  g_assert_cmpfloat (time.median_s, ==, 3);
  g_assert_cmpfloat (time.low_s, ==, 3);        /* the fastest and the slowest tenth are left out */
  g_assert_cmpfloat (time.high_s, ==, 3);
  g_assert_cmpfloat (time.ratio, ==, 1.5);      /* of each round: what slowed both is in none */
  g_assert_true (tl_split_time_is_distinct (&time));
}

static gboolean
has_result (TlSplitTiming *timing)
{
  while (tl_split_timing_current (timing) != NULL)
    g_main_context_iteration (NULL, TRUE);
  return tl_split_timing_n (timing) > 0;
}

/* Two plans are timed one after the other, beside the present program; what is stopped leaves nothing. */
static void
test_timing (SplitFixture *fixture, gconstpointer data)
{
  g_autoptr (TlSplitTiming) timing = tl_split_timing_new (fixture->session, fixture->state, NULL);
  TlSplitPlan               plans[2];
  const TlSplitTime        *time;

  for (guint i = 0; i < 2; i++)
    {
      g_assert_true (tl_split_plan_new (fixture->state, loop_id (fixture, 0), &plans[i]));
      tl_split_factors_set (&plans[i].axes[0].factors, 1, 4 << i);
    }
  tl_split_timing_ask (timing, plans, 2);
  g_assert_true (tl_split_plan_equal (tl_split_timing_current (timing), &plans[0]));
  g_assert_true (tl_session_is_timing (fixture->session));
  g_assert_true (has_result (timing));
  g_assert_cmpuint (tl_split_timing_n (timing), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_nonnull ((time = tl_split_timing_find (timing, &plans[i])));
      g_assert_cmpstr (time->problem, ==, NULL);
      g_assert_cmpfloat (time->median_s, >, 0);
      g_assert_cmpfloat (time->now_s, >, 0);
      g_assert_cmpfloat (time->low_s, <=, time->median_s);
      g_assert_cmpfloat (time->high_s, >=, time->median_s);
#ifdef __x86_64__
      g_assert_true (time->code.is_known);
      g_assert_true (tl_split_timing_now_code (timing).is_known);
#endif
    }
  g_assert_false (tl_session_is_timing (fixture->session));
  tl_split_factors_set (&plans[0].axes[0].factors, 1, 2);
  tl_split_timing_ask (timing, plans, 2);
  g_assert_true (tl_split_plan_equal (tl_split_timing_current (timing), &plans[0]));
  tl_split_timing_stop (timing);
  g_assert_null (tl_split_timing_current (timing));
  while (tl_session_is_timing (fixture->session))
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (tl_split_timing_find (timing, &plans[0]));
}

int
main (int argc, char *argv[])
{
  static const struct { const char *path; void (*test) (SplitFixture *, gconstpointer); } tests[] = {
    { "/split/plan", test_plan }, { "/split/tile", test_tile }, { "/split/change-step", test_change_step },
    { "/split/effects", test_effects }, { "/split/vectors", test_vectors }, { "/split/refused", test_refused },
    { "/split/timing", test_timing },
  };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/split/divisors", test_divisors);
  g_test_add_func ("/split/factors", test_factors);
  g_test_add_func ("/split/more-factors", test_more_factors);
  g_test_add_func ("/split/ruler", test_ruler);
  g_test_add_func ("/split/tail", test_tail);
  g_test_add_func ("/split/fill", test_fill);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, SplitFixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
