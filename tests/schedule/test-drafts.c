/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Steps taken in spite of an order. The cases are the refusals of tests/primitives (FOLDER, the argument) with their last step as a draft:
 * where only an order is broken the program is well-formed and says which one, everything else stays refused.
 */
#include <string.h>

#include "core/ir/compare.h"
#include "core/ir/verify.h"
#include "core/schedule/legal-order.h"
#include "core/schedule/schedule-script.h"
#include "core/schedule/step-reason.h"
#include "core/schedule/violations.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/schedule/schedule-checks.h"

/* The cases that are drafts, a primitive's in a line: what a rule of its breaks is an order. All others of the folder are not. */
static const char *const drafts[] = {
  "bind/reads-what-it-writes bind/reduction-over-blocks bind/reduction-over-virtual-threads "
    "bind/refuses-what-an-earlier-iteration-wrote",
  "blockize/refuses-wrong-order",
  "cache_read/refuses-a-carried-copy cache_read/refuses-readers-before-and-after",
  "cache_write/refuses-a-carried-copy cache_write/refuses-turning-a-reader-before",
  "compute_at/refuses-consumers-elsewhere compute_at/refuses-one-of-two-writers compute_at/refuses-passing-a-producer",
  "decompose_reduction/below-the-reduction decompose_reduction/refuses-below-a-reduction-loop "
    "decompose_reduction/refuses-below-a-unit-reduction-loop decompose_reduction/refuses-initial-value-from-the-loop "
    "decompose_reduction/repeated",
  "loop_partition/refuses-a-reduction-around-the-parts-in-parallel",
  "merge/refuses-a-consumer-named-first merge/refuses-a-stencil merge/refuses-passing-a-consumer "
    "merge/refuses-reading-an-unfinished-sum merge/refuses-reading-what-comes-later",
  "parallel/beside-an-ordered-axis parallel/ordered-axis parallel/reads-what-it-writes parallel/reduction "
    "parallel/refuses-repeated-reduction parallel/refuses-what-a-later-iteration-overwrites "
    "parallel/refuses-what-an-earlier-iteration-wrote",
  "read_at/refuses-in-place",
  "reindex/refuses-in-place-read",
  "reorder/fused-with-a-reduction reorder/fused-with-a-reduction-in-a-partition reorder/not-affine reorder/ordered-axis "
    "reorder/refuses-multiples-of-a-loop reorder/refuses-repeated-reduction",
  "reverse_compute_at/refuses-a-sum-over-a-parallel-loop reverse_compute_at/refuses-indices-not-yet-written "
    "reverse_compute_at/refuses-passing-a-consumer reverse_compute_at/refuses-producers-elsewhere",
  "rolling_buffer/refuses-a-parallel-loop",
  "vectorize/reads-what-it-writes vectorize/reduction vectorize/refuses-what-the-first-iteration-wrote",
  "write_at/refuses-a-later-reader",
  NULL,
};

/* --- a case --- */

static char *
read_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char            *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? text : NULL;
}

/* After "# key: " in the first lines, or NULL. */
static char *
directive (const char *text, const char *key)
{
  g_autofree char *prefix = g_strdup_printf ("# %s: ", key);
  g_auto (GStrv)   lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL && lines[i][0] == '#'; i++)
    if (g_str_has_prefix (lines[i], prefix))
      return g_strdup (lines[i] + strlen (prefix));
  return NULL;
}

typedef struct
{
  TlState *draft;         /* owned; NULL: refused as a draft, too … */
  GError  *still;         /* … for this */
  gboolean is_of_order;   /* the first refusal */
} Attempt;

static TlState *
take_as_draft (TlState *state, const TlInst *refused, const GError *refusal, gpointer user_data)
{
  Attempt *attempt = user_data;
  TlInst   inst = *refused;

  inst.is_draft = TRUE;
  attempt->is_of_order = tl_refusal_is_of_order (refusal);
  g_clear_error (&attempt->still);
  g_clear_pointer (&attempt->draft, tl_state_unref);
  attempt->draft = tl_state_apply (state, &inst, &attempt->still);
  return attempt->draft != NULL ? tl_state_ref (attempt->draft) : NULL;
}

static void
try_case (const char *folder, Attempt *attempt)
{
  g_autofree char             *program = g_build_filename (folder, "before.py", NULL);
  g_autofree char             *path = g_build_filename (folder, "schedule.py", NULL);
  g_autoptr (TlSource)         before = must (tl_source_load (program, &failure)), source = must (tl_source_load (path, &failure));
  g_autoptr (TlModule)         module = must (tl_script_read (before, &failure));
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));
  g_autoptr (TlState)          start = tl_state_new (module, 0), end = NULL;
  g_autofree char             *function = directive (tl_source_text (source), "function");
  g_autofree char             *arguments = directive (tl_source_text (source), "args");
  g_auto (GStrv)               words = arguments != NULL ? g_strsplit (arguments, " ", -1) : NULL;
  g_autoptr (GError)           error = NULL;

  end = tl_schedule_script_run_with (script, start, function, (const char *const *) words, take_as_draft, attempt, &error);
}

static void
attempt_clear (Attempt *attempt)
{
  g_clear_pointer (&attempt->draft, tl_state_unref);
  g_clear_error (&attempt->still);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Attempt, attempt_clear)

static gboolean
holds (char *problem)
{
  g_autofree char *owned = problem;

  if (problem != NULL)
    g_test_fail_printf ("%s", problem);
  return problem == NULL;
}

/* Well-formed, with its orders named; a project keeps it, a trace for others does not. */
static void
check_draft (TlState *draft)
{
  const GPtrArray    *broken = tl_state_broken_orders (draft);
  g_autofree char    *json = tl_trace_to_project_json (draft), *plain = tl_trace_to_json (draft, TL_DIALECT_CLASSIC), *again = NULL;
  g_autoptr (TlState) kept = must (tl_trace_replay_project_json (tl_state_root (draft), json, &failure)), replayed = NULL, refused = NULL;
  g_autoptr (GError)  error = NULL;

  must (tl_module_verify (tl_state_module (draft), &failure));
  if (!holds (check_program_round_trip (tl_state_module (draft))))
    return;
  g_assert_true (tl_state_is_draft (draft) && tl_state_inst (draft)->is_draft);
  g_assert_nonnull (broken);
  for (guint i = 0; i < broken->len; i++)
    g_assert_true (tl_refusal_is_of_order (broken->pdata[i]) && tl_refusal_primitive (broken->pdata[i]) != NULL);
  g_assert_false (tl_state_check_order (draft, &error));
  g_assert_error (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_DRAFT);

  again = tl_trace_to_project_json (kept);
  g_assert_true (tl_state_is_draft (kept) && tl_module_equal (tl_state_module (kept), tl_state_module (draft), NULL));
  g_assert_cmpstr (again, ==, json);
  replayed = must (tl_trace_replay (tl_state_root (draft), draft, TRUE, FALSE, &failure));
  g_assert_true (tl_state_is_draft (replayed));
  g_assert_null ((refused = tl_trace_replay_json (tl_state_root (draft), json, TRUE, FALSE, NULL)));
  g_assert_null ((refused = tl_trace_replay_json (tl_state_root (draft), plain, TRUE, FALSE, NULL)));
}

/* Each rule that merging breaks is about accesses, which are found; and the step has a reason in words. */
static void
check_told (TlState *draft)
{
  const GPtrArray      *broken = tl_state_broken_orders (draft);
  g_autoptr (TlArena)   arena = tl_arena_new (NULL);
  g_autoptr (GPtrArray) pairs = tl_find_violations (arena, tl_state_parent (draft), tl_state_inst (draft), broken->pdata[0]);
  g_autofree char      *reason = NULL;
  TlTarget              target;

  if (tl_state_inst (draft)->primitive == tl_primitive_find ("merge"))
    g_assert_cmpuint (pairs->len, >, 0);
  must (tl_target_parse ("llvm -mcpu=znver3 -num-cores=2", &target, &failure));
  reason = tl_step_reason (draft, tl_module_entry (tl_state_module (draft))->name, &target);
  g_assert_nonnull (reason);
}

static gboolean
is_listed (const char *name)
{
  for (guint i = 0; drafts[i] != NULL; i++)
    {
      g_auto (GStrv) names = g_strsplit (drafts[i], " ", -1);

      if (g_strv_contains ((const char *const *) names, name))
        return TRUE;
    }
  return FALSE;
}

static void
test_case (gconstpointer data)
{
  const char      *folder = data;
  g_autofree char *base = g_path_get_basename (folder), *parent = g_path_get_dirname (folder), *primitive = g_path_get_basename (parent);
  g_autofree char *name = g_strdup_printf ("%s/%s", primitive, base);
  g_auto (Attempt) attempt = { 0 };

  try_case (folder, &attempt);
  g_assert_true (attempt.draft == NULL || attempt.is_of_order);
  if (attempt.still != NULL && g_error_matches (attempt.still, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_BROKEN))
    g_test_fail_printf ("%s", attempt.still->message);
  if ((attempt.draft != NULL) != is_listed (name))
    g_test_fail_printf ("%s %s: %s", name, attempt.draft != NULL ? "is a draft and not listed" : "is listed and refused",
                        attempt.still != NULL ? attempt.still->message : "");
  if (attempt.draft == NULL)
    return;
  check_draft (attempt.draft);
  check_told (attempt.draft);
}

/* --- traces with a draft --- */

static const char matmul[]
  = "from tvm.script import tir as T\n"
    "@T.prim_func\n"
    "def main(A: T.Buffer((8, 8), \"float32\"), B: T.Buffer((8, 8), \"float32\"), C: T.Buffer((8, 8), \"float32\")):\n"
    BLOCK_SSR ("C", "8, 8, 8", "C[vi, vj] = T.float32(0)", "C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]");

static TlState *
state_after (const char *steps)
{
  g_autoptr (TlSource)         program = tl_source_new ("program.py", matmul, -1), source = tl_source_new ("schedule.py", steps, -1);
  g_autoptr (TlModule)         module = must (tl_script_read (program, &failure));
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));
  g_autoptr (TlState)          start = tl_state_new (module, 0);
  Attempt                      attempt = { 0 };
  TlState                     *end = must (tl_schedule_script_run_with (script, start, NULL, NULL, take_as_draft, &attempt, &failure));

  attempt_clear (&attempt);
  return end;
}

#define HANDLES "b = sch.get_block(\"C\")\ni, j, k = sch.get_loops(b)\n"

/* The reorder is legal after the step that follows it. */
static void
test_later_is_legal (void)
{
  g_autoptr (TlState)       draft = state_after (HANDLES "k0, k1 = sch.split(k, [None, 2])\nf = sch.fuse(j, k0)\nsch.reorder(k1, f)\n"
                                                         "sch.decompose_reduction(b, i)\n");
  TlState                  *step = (TlState *) tl_state_last_draft (draft);
  g_autofree char          *words = tl_state_describe (step);
  g_autoptr (TlEditedSteps) legal = tl_trace_find_legal_order (draft, step, NULL);

  g_assert_true (step != draft && tl_state_is_draft (draft));
  g_assert_cmpstr (words, ==, "Reorder to k_1, j_k_0_fused");
  g_assert_nonnull (legal);
  g_assert_false (tl_state_is_draft (legal->end));
  g_assert_cmpuint (legal->refused->len, ==, 0);
  g_assert_true (tl_module_equal (tl_state_module (legal->end), tl_state_module (draft), NULL));
}

static void
test_stays_draft (void)
{
  g_autoptr (TlState)       draft = state_after (HANDLES "sch.parallel(k)\nsch.reorder(j, i)\n");
  g_autoptr (TlEditedSteps) legal = tl_trace_find_legal_order (draft, (TlState *) tl_state_last_draft (draft), NULL);

  g_assert_true (tl_state_is_draft (draft));
  g_assert_null (legal);
}

/* Switched off and on again, and removed. */
static void
test_edited (void)
{
  g_autoptr (TlState)       draft = state_after (HANDLES "sch.parallel(k)\nsch.reorder(j, i)\n");
  TlTraceEdit               edit = { .kind = TL_TRACE_SWITCH_OFF, .step = (TlState *) tl_state_last_draft (draft) };
  g_autoptr (TlEditedSteps) off = must (tl_trace_replay_edit (draft, &edit, NULL, &failure)), on = NULL, removed = NULL;

  g_assert_false (tl_state_is_draft (off->end));
  edit.kind = TL_TRACE_REMOVE;
  removed = must (tl_trace_replay_edit (draft, &edit, NULL, &failure));
  g_assert_false (tl_state_is_draft (removed->end));
  g_assert_cmpuint (removed->refused->len, ==, 0);
  edit = (TlTraceEdit) { .kind = TL_TRACE_SWITCH_ON, .step = off->edited };
  on = must (tl_trace_replay_edit (off->end, &edit, NULL, &failure));
  g_assert_true (tl_state_is_draft (on->end));
}

/* A step that breaks nothing is none, whatever it was asked for as. */
static void
test_legal_step (void)
{
  g_autoptr (TlState) state = state_after (HANDLES "sch.reorder(j, i)\n"), again = NULL;
  TlInst              inst = *tl_state_inst (state);

  inst.is_draft = TRUE;
  again = must (tl_state_apply (tl_state_parent (state), &inst, &failure));
  g_assert_false (tl_state_is_draft (again) || tl_state_inst (again)->is_draft);
  g_assert_true (tl_state_check_order (again, NULL));
}

static void
add_cases (const char *root, GPtrArray *folders)
{
  g_autoptr (GDir) primitives = g_dir_open (root, 0, NULL);
  const char      *name, *base;

  g_assert_nonnull (primitives);
  while ((name = g_dir_read_name (primitives)) != NULL)
    {
      g_autofree char *path = g_build_filename (root, name, NULL);
      g_autoptr (GDir) cases = g_dir_open (path, 0, NULL);

      while (cases != NULL && (base = g_dir_read_name (cases)) != NULL)
        {
          char            *folder = g_build_filename (path, base, NULL);
          g_autofree char *refusal = read_file (folder, "refusal.txt"), *test = g_strdup_printf ("/drafts/%s/%s", name, base);

          g_ptr_array_add (folders, folder);
          if (refusal != NULL)
            g_test_add_data_func (test, folder, test_case);
        }
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  g_test_add_func ("/drafts/later-is-legal", test_later_is_legal);
  g_test_add_func ("/drafts/stays-draft", test_stays_draft);
  g_test_add_func ("/drafts/edited", test_edited);
  g_test_add_func ("/drafts/legal-step", test_legal_step);
  add_cases (argv[1], folders);
  return g_test_run ();
}
