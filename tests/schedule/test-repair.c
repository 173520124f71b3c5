/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Repairs of refused steps: the steps in words, that the step asked for is the last of them and that they compute the same, and refusals
 * that have none. The last line of each case is refused.
 */
#include <string.h>

#include "core/ir/compare.h"
#include "core/schedule/repair.h"
#include "core/schedule/schedule-script.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/schedule/schedule-checks.h"

/* Extents of which the interpreter runs all cases in a moment. */
static const char program[]
  = "from tvm.script import tir as T\n"
    "@T.prim_func\n"
    "def main(A: T.Buffer((8, 8), \"float32\"), B: T.Buffer((8, 8), \"float32\"), D: T.Buffer((8, 8), \"float32\")):\n"
    "    P = T.alloc_buffer((8, 8), \"float32\")\n"
    "    C = T.alloc_buffer((8, 8), \"float32\")\n"
    BLOCK_SS ("P", "8, 8", "P[vi, vj] = A[vi, vj] * T.float32(2)")
    BLOCK_SSR ("C", "8, 8, 8", "C[vi, vj] = T.float32(0)", "C[vi, vj] = C[vi, vj] + P[vi, vk] * B[vk, vj]")
    BLOCK_SS ("D", "8, 8", "D[vi, vj] = T.max(C[vi, vj], T.float32(0))");

#define HANDLES \
  "b = sch.get_block(\"C\")\ni, j, k = sch.get_loops(b)\np = sch.get_block(\"P\")\nd = sch.get_block(\"D\")\n" \
  "pi, pj = sch.get_loops(p)\ndi, dj = sch.get_loops(d)\n"

typedef struct
{
  const char *name, *steps;
  const char *repair;         /* in words; NULL: there is none */
} Case;

static const Case cases[] = {
  { "parallel-reduction", "sch.parallel(k)", "Factor the reduction at k, then Parallelize k" },
  { "vectorize-split-reduction", "k0, k1 = sch.split(k, [None, 4])\nsch.vectorize(k1)", "Factor the reduction at k_1, then Vectorize k_1" },
  { "fuse-with-a-loop-between", "sch.fuse(i, k)", "Reorder to j, i, then Fuse i, k" },
  { "compute-at-another-consumer", "sch.compute_at(p, dj)", "Compute C at j, then Compute P at j" },
  { "parallel-after-decompose", "sch.decompose_reduction(b, k)\nsch.parallel(j)", "Parallelize j before Decompose reduction C at k" },
  { "parallel-after-unroll", "sch.unroll(k)\nsch.parallel(k)", "Factor the reduction at k, then Parallelize k, before Unroll k" },
  { "inline-an-output", "sch.compute_inline(d)", NULL },
  { "inline-a-reduction", "sch.compute_inline(b)", NULL },
  { "rfactor-a-spatial-loop", "sch.rfactor(i, 0)", NULL },
};

typedef struct
{
  TlRepairLimits limits;
  GCancellable  *cancellable;
  TlRepair      *repair;       /* of the latest refusal */
  guint          n_refused;
  char          *before;       /* the program that was refused on, and … */
  TlState       *refused_on;
} Wish;

static TlState *
look_for_repair (TlState *state, const TlInst *refused, const GError *refusal, gpointer user_data)
{
  Wish *wish = user_data;

  wish->n_refused++;
  g_clear_pointer (&wish->before, g_free);
  wish->before = tl_script_print (tl_state_module (state), TL_DIALECT_CLASSIC, NULL);
  g_clear_pointer (&wish->refused_on, tl_state_unref);
  wish->refused_on = tl_state_ref (state);
  g_clear_pointer (&wish->repair, tl_repair_free);
  wish->repair = tl_repair_find (state, refused, FALSE, &wish->limits, wish->cancellable);
  return NULL;
}

static void
wish_clear (Wish *wish)
{
  g_clear_pointer (&wish->repair, tl_repair_free);
  g_clear_pointer (&wish->before, g_free);
  g_clear_pointer (&wish->refused_on, tl_state_unref);
}

/* Runs the steps, of which one has to be refused. */
static void
run_steps (Wish *wish, TlModule *module, const char *steps)
{
  g_autofree char             *text = g_strconcat (HANDLES, steps, "\n", NULL);
  g_autoptr (TlSource)         source = tl_source_new ("steps.py", text, -1);
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));
  g_autoptr (TlState)          start = tl_state_new (module, 1);

  must_fail (tl_schedule_script_run_with (script, start, NULL, NULL, look_for_repair, wish, &failure), TL_SCHEDULE_ERROR,
             TL_SCHEDULE_ERROR_REFUSED);
  g_assert_cmpuint (wish->n_refused, ==, 1);
}

/* The lines for a script, run on the program as it was before, end in the same program. */
static void
check_lines (const Wish *wish)
{
  g_autoptr (TlSource)         source = tl_source_new ("fix.py", wish->repair->script, -1);
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));
  g_autoptr (TlState)          start = tl_state_new (tl_state_module (wish->repair->shared), 1);
  g_autoptr (TlState)          end = must (tl_schedule_script_run (script, start, NULL, NULL, &failure));

  if (wish->repair->moved == NULL)
    g_assert_true (tl_module_equal (tl_state_module (end), tl_state_module (wish->repair->state), NULL));
}

static void
test_case (gconstpointer data)
{
  const Case          *one = data;
  g_autoptr (TlModule) module = must (tl_script_read_text (program, &failure));
  Wish                 wish = { .limits = tl_repair_default_limits };
  g_autofree char     *sentence = NULL, *problem = NULL, *after = NULL;

  run_steps (&wish, module, one->steps);
  sentence = wish.repair != NULL ? tl_repair_sentence (wish.repair) : NULL;
  g_assert_cmpstr (sentence, ==, one->repair);
  after = tl_script_print (tl_state_module (wish.refused_on), TL_DIALECT_CLASSIC, NULL);
  g_assert_cmpstr (wish.before, ==, after);
  if (wish.repair != NULL)
    {
      problem = check_same_result (module, tl_state_module (wish.repair->state), 1);
      g_assert_cmpstr (problem, ==, NULL);
      problem = check_trace_round_trip (wish.repair->state);
      g_assert_cmpstr (problem, ==, NULL);
      check_lines (&wish);
    }
  wish_clear (&wish);
}

/* The state goes on from where the step was refused, and the step asked for is the last. */
static void
test_trace (void)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (program, &failure));
  Wish                 wish = { .limits = tl_repair_default_limits };
  TlState             *state;

  run_steps (&wish, module, "sch.parallel(k)");
  g_assert_true (wish.repair->shared == wish.refused_on);
  g_assert_cmpstr (tl_state_inst (wish.repair->state)->primitive->name, ==, "parallel");
  for (state = wish.repair->state; state != NULL && state != wish.refused_on; state = tl_state_parent (state))
    ;
  g_assert_true (state == wish.refused_on);
  wish_clear (&wish);
}

static void
test_limits (void)
{
  g_autoptr (TlModule)     module = must (tl_script_read_text (program, &failure));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Wish                     wish = { .limits = tl_repair_default_limits, .cancellable = cancellable };

  g_cancellable_cancel (cancellable);
  run_steps (&wish, module, "sch.parallel(k)");
  g_assert_null (wish.repair);
  wish_clear (&wish);
  wish = (Wish) { .limits = { .max_steps = 3, .max_tries = 1 } };
  run_steps (&wish, module, "sch.parallel(k)");
  g_assert_null (wish.repair);
  wish_clear (&wish);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/repair/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/repair/trace", test_trace);
  g_test_add_func ("/repair/limits", test_limits);
  return g_test_run ();
}
