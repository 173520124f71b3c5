/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Changes of earlier steps: which later steps apply, why others do not, and that the end is that of the new trace applied from scratch, for
 * traces and changes at random.
 */
#include <string.h>

#include "core/base/clock.h"
#include "core/ir/compare.h"
#include "core/schedule/schedule-script.h"
#include "core/schedule/trace-edit.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/schedule/random-schedule.h"
#include "tests/schedule/schedule-checks.h"
#include "tests/soundness/subject.h"

#define N_RANDOM 200u

static const char matmul[] = "from tvm.script import tir as T\n@T.prim_func\n" MATMUL ("128", "128", "128");

#define HANDLES "b = sch.get_block(\"C\")\ni, j, k = sch.get_loops(b)\n"

static TlState *
run (const char *text)
{
  g_autoptr (TlModule)         module = must (tl_script_read_text (matmul, &failure));
  g_autoptr (TlState)          start = tl_state_new (module, 0);
  g_autoptr (TlSource)         source = tl_source_new ("script.py", text, -1);
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));

  return must (tl_schedule_script_run (script, start, NULL, NULL, &failure));
}

/* The last step of this primitive. */
static TlState *
find_step (TlState *state, const char *name)
{
  while (strcmp (tl_state_inst (state)->primitive->name, name) != 0)
    state = tl_state_parent (state);
  return state;
}

static TlState *
find_first_split (TlState *state)
{
  TlState *first = NULL;

  for (; tl_state_inst (state) != NULL; state = tl_state_parent (state))
    if (strcmp (tl_state_inst (state)->primitive->name, "split") == 0)
      first = state;
  return first;
}

static TlEditedSteps *
edit_step (TlState *base, TlTraceEditKind kind, const char *name)
{
  const TlTraceEdit edit = { .kind = kind, .step = find_step (base, name) };

  return must (tl_trace_replay_edit (base, &edit, NULL, &failure));
}

/* From scratch: by TVM's JSON, which has the applied steps alone, and step by step with those that are not. NULL, or what differs. */
static char *
check_from_scratch (TlState *end)
{
  g_autofree char    *json = tl_trace_to_json (end, TL_DIALECT_CLASSIC), *project = tl_trace_to_project_json (end), *again = NULL;
  g_autoptr (GError)  error = NULL;
  g_autoptr (TlState) by_json = tl_trace_replay_json (tl_state_root (end), json, TRUE, FALSE, &error);
  g_autoptr (TlState) by_steps = by_json != NULL ? tl_trace_replay (tl_state_root (end), end, TRUE, FALSE, &error) : NULL;
  g_autoptr (TlState) by_project = by_steps != NULL ? tl_trace_replay_json (tl_state_root (end), project, TRUE, FALSE, &error) : NULL;

  if (by_project == NULL)
    return g_strdup_printf ("%s\n%s", error->message, json);
  again = tl_trace_to_project_json (by_project);
  if (strcmp (again, project) != 0)
    return g_strdup_printf ("the project's trace reads back otherwise:\n%s\n%s", project, again);
  if (!tl_module_equal (tl_state_module (by_json), tl_state_module (end), NULL)
      || !tl_module_equal (tl_state_module (by_steps), tl_state_module (end), NULL)
      || !tl_module_equal (tl_state_module (by_project), tl_state_module (end), NULL))
    return g_strdup_printf ("another program than from scratch:\n%s", json);
  return NULL;
}

static void
assert_program (TlState *state, const char *text)
{
  g_autoptr (TlState) expected = run (text);
  g_autofree char    *problem = check_from_scratch (state);

  g_assert_cmpstr (problem, ==, NULL);
  g_assert_true (tl_module_equal (tl_state_module (state), tl_state_module (expected), NULL));
}

static void
assert_refused (const TlEditedSteps *edited, guint index, const char *words, const char *reason)
{
  TlState         *state;
  g_autofree char *line = NULL;

  g_assert_cmpuint (index, <, edited->refused->len);
  state = edited->refused->pdata[index];
  line = tl_state_describe (state);
  g_assert_cmpstr (line, ==, words);
  g_assert_cmpstr (tl_state_inst (state)->reason, ==, reason);
  g_assert_false (tl_state_is_applied (state));
}

#define SAMPLED(decision) \
  HANDLES "v, w = sch.sample_perfect_tile(j, 2, decision=" decision ")\nx, y = sch.split(j, [v, w])\n" \
  "sch.reorder(x, k, y)\nsch.vectorize(y)\nsch.parallel(i)\n"

static void
test_decision (void)
{
  g_autoptr (TlState)       base = run (SAMPLED ("[16, 8]"));
  const TlArg               factors[] = { tl_arg_int (8), tl_arg_int (16) };
  TlInst                    inst = *tl_state_inst (find_step (base, "sample_perfect_tile"));
  const TlTraceEdit         edit = { .kind = TL_TRACE_CHANGE, .step = find_step (base, "sample_perfect_tile"), .inst = &inst };
  g_autoptr (TlEditedSteps) edited = NULL;

  inst.decision = (TlArg) { .kind = TL_ARG_LIST, .items = factors, .n_items = 2 };
  edited = must (tl_trace_replay_edit (base, &edit, NULL, &failure));
  g_assert_cmpuint (edited->refused->len, ==, 0);
  assert_program (edited->end, SAMPLED ("[8, 16]"));
  assert_program (base, SAMPLED ("[16, 8]"));
  g_assert_true (tl_state_parent (edited->edited) == tl_state_parent (edit.step));
  g_assert_true (tl_edited_steps_find (edited, base) == edited->end);
  g_assert_true (tl_edited_steps_find (edited, tl_state_parent (edit.step)) == tl_state_parent (edit.step));
}

/* A change that is refused itself leaves nothing. */
static void
test_refused_change (void)
{
  g_autoptr (TlState) base = run (SAMPLED ("[16, 8]"));
  TlState            *step = find_step (base, "reorder");
  const TlArg         twice[] = { tl_arg_rv (3), tl_arg_rv (3) };
  TlInst              inst = *tl_state_inst (step);
  const TlArg         args[] = { { .kind = TL_ARG_LIST, .items = twice, .n_items = 2 } };
  const TlTraceEdit   edit = { .kind = TL_TRACE_CHANGE, .step = step, .inst = &inst };

  inst.args = args;
  must_fail (tl_trace_replay_edit (base, &edit, NULL, &failure), TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED);
}

/* A split with another number of loops: the innermost stays innermost. */
static void
test_other_factors (void)
{
  g_autoptr (TlState)       base = run (HANDLES "x, y = sch.split(j, [None, 8])\nsch.reorder(x, k, y)\nsch.vectorize(y)\n");
  TlState                  *step = find_step (base, "split");
  const TlArg               factors[] = { { .kind = TL_ARG_NONE }, tl_arg_int (4), tl_arg_int (16) };
  TlArg                     args[4];
  TlInst                    inst = *tl_state_inst (step);
  const TlTraceEdit         edit = { .kind = TL_TRACE_CHANGE, .step = step, .inst = &inst };
  g_autoptr (TlEditedSteps) edited = NULL;

  memcpy (args, inst.args, inst.n_args * sizeof *args);
  args[1] = (TlArg) { .kind = TL_ARG_LIST, .items = factors, .n_items = 3 };
  inst.args = args;
  edited = must (tl_trace_replay_edit (base, &edit, NULL, &failure));
  g_assert_cmpuint (edited->refused->len, ==, 0);
  assert_program (edited->end, HANDLES "x, m, y = sch.split(j, [None, 4, 16])\nsch.reorder(x, k, y)\nsch.vectorize(y)\n");
}

static void
test_remove (void)
{
  g_autoptr (TlState)       base = run (SAMPLED ("[16, 8]"));
  g_autoptr (TlEditedSteps) edited = edit_step (base, TL_TRACE_REMOVE, "split"), unused = NULL, without = NULL;

  g_assert_cmpuint (edited->refused->len, ==, 2);
  assert_refused (edited, 0, "Reorder to j_0, k, j_1", "It needs a loop of “Split j (128) → 16 × 8”, which was removed");
  assert_refused (edited, 1, "Vectorize j_1", "It needs a loop of “Split j (128) → 16 × 8”, which was removed");
  assert_program (edited->end, HANDLES "sch.parallel(i)\n");
  unused = edit_step (base, TL_TRACE_REMOVE, "parallel");
  g_assert_cmpuint (unused->refused->len, ==, 0);
  assert_program (unused->end, HANDLES "v, w = sch.sample_perfect_tile(j, 2, decision=[16, 8])\nx, y = sch.split(j, [v, w])\n"
                               "sch.reorder(x, k, y)\nsch.vectorize(y)\n");
  without = edit_step (base, TL_TRACE_REMOVE, "sample_perfect_tile");
  assert_refused (without, 0, "Split j (128) → 16 × 8", "It needs a number of “Sample Perfect Tile j”, which was removed");
  g_assert_cmpuint (without->refused->len, ==, 3);
}

static void
test_switch (void)
{
  g_autoptr (TlState)       base = run (SAMPLED ("[16, 8]"));
  g_autoptr (TlEditedSteps) off = edit_step (base, TL_TRACE_SWITCH_OFF, "split"), on = NULL, leaf = NULL;
  g_autofree char          *text = tl_trace_to_text (off->end, TL_DIALECT_CLASSIC, FALSE);

  assert_refused (off, 0, "Reorder to j_0, k, j_1", "It needs a loop of “Split j (128) → 16 × 8”, which is switched off");
  assert_program (off->end, HANDLES "sch.parallel(i)\n");
  g_assert_nonnull (strstr (text, "# switched off: l6, l7 = sch.split("));
  on = edit_step (off->end, TL_TRACE_SWITCH_ON, "split");
  g_assert_cmpuint (on->n_regained, ==, 2);
  assert_program (on->end, SAMPLED ("[16, 8]"));
  leaf = edit_step (base, TL_TRACE_SWITCH_OFF, "vectorize");
  g_assert_cmpuint (leaf->refused->len, ==, 0);
}

static void
test_move (void)
{
  g_autoptr (TlState)       base = run (SAMPLED ("[16, 8]"));
  TlTraceEdit               edit = { .kind = TL_TRACE_MOVE, .step = find_step (base, "parallel"), .before = find_step (base, "split") };
  g_autoptr (TlEditedSteps) up = must (tl_trace_replay_edit (base, &edit, NULL, &failure)), down = NULL;

  g_assert_cmpuint (up->refused->len, ==, 0);
  assert_program (up->end, SAMPLED ("[16, 8]"));
  g_assert_cmpuint (tl_state_n_steps (up->edited), ==, 4);
  edit = (TlTraceEdit) { .kind = TL_TRACE_MOVE, .step = find_step (base, "vectorize"), .before = find_step (base, "split") };
  must_fail_saying (tl_trace_replay_edit (base, &edit, NULL, &failure), "so it cannot come before it");
  edit = (TlTraceEdit) { .kind = TL_TRACE_MOVE, .step = find_step (base, "split") };
  must_fail_saying (tl_trace_replay_edit (base, &edit, NULL, &failure), "“Reorder to j_0, k, j_1” (step 5) needs its result");
  edit = (TlTraceEdit) { .kind = TL_TRACE_MOVE, .step = find_step (base, "reorder") };
  down = must (tl_trace_replay_edit (base, &edit, NULL, &failure));
  g_assert_true (down->edited == down->end);
  assert_program (down->end, SAMPLED ("[16, 8]"));
}

/* Loops that were looked up again are found by their names where the look-up finds others too. */
static void
test_looked_up (void)
{
  g_autoptr (TlState)       base = run (HANDLES "sch.split(i, [None, 4])\nl0, l1, l2, l3 = sch.get_loops(b)\nsch.vectorize(l2)\n"
                                        "sch.unroll(l1)\n");
  g_autoptr (TlEditedSteps) edited = edit_step (base, TL_TRACE_REMOVE, "split");

  g_assert_cmpuint (edited->refused->len, ==, 1);
  assert_refused (edited, 0, "Unroll i_1", "Loop i_1 is no longer in the program");
  assert_program (edited->end, HANDLES "sch.vectorize(j)\n");
}

/* --- at random --- */

typedef struct
{
  guint n_edits, n_refused_edits, n_refused, n_replayed;
} Tally;

static gboolean
find_edit (TlState *state, TlRandom *random, TlTraceEdit *edit)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (state);
  static const TlTraceEditKind kinds[] = { TL_TRACE_CHANGE, TL_TRACE_REMOVE, TL_TRACE_MOVE, TL_TRACE_SWITCH_OFF };

  if (steps->len == 0)
    return FALSE;
  *edit = (TlTraceEdit) { .kind = kinds[tl_random_next (random) % G_N_ELEMENTS (kinds)],
                          .step = steps->pdata[tl_random_next (random) % steps->len] };
  edit->inst = tl_state_inst (edit->step);
  if (edit->kind == TL_TRACE_MOVE)
    edit->before = steps->pdata[tl_random_next (random) % steps->len];
  return TRUE;
}

/* A few edits, one after the other; then all that is switched off is switched on again. NULL, or what is wrong. */
static char *
edit_at_random (TlState *base, const Subject *subject, guint64 seed, Tally *tally)
{
  g_autoptr (TlState) current = tl_state_ref (base);
  TlRandom            random = tl_random_seeded (seed);
  TlTraceEdit         edit;
  char               *problem = NULL;

  for (guint n = 0; n < 4 && problem == NULL && find_edit (current, &random, &edit); n++)
    {
      g_autoptr (GError)        error = NULL;
      g_autoptr (TlEditedSteps) edited = NULL;

      if (!tl_state_is_applied (edit.step) && edit.kind == TL_TRACE_CHANGE)
        continue;
      edited = tl_trace_replay_edit (current, &edit, NULL, &error);
      tally->n_edits++;
      tally->n_refused_edits += edited == NULL;
      if (edited == NULL)
        continue;
      tally->n_refused += edited->refused->len;
      tally->n_replayed += tl_state_n_steps (edited->end);
      problem = check_from_scratch (edited->end);
      if (problem == NULL && edit.kind == TL_TRACE_CHANGE
          && !tl_module_equal (tl_state_module (edited->end), tl_state_module (current), NULL))
        problem = g_strdup ("a change to the same instruction changed the program");
      if (problem == NULL)
        problem = check_result (subject->expected, tl_state_module (edited->end), subject->inputs);
      tl_state_unref (current);
      current = tl_state_ref (edited->end);
    }
  return problem;
}

static void
test_random (void)
{
  Tally tally = { 0 };
  guint n_failures = 0;

  for (guint64 seed = 1; seed <= N_RANDOM && n_failures < 5; seed++)
    {
      Subject             subject;
      RandomTally         steps = { 0 };
      g_autofree char    *problem = NULL;
      g_autoptr (TlState) state = NULL;

      if (!subject_init (&subject, seed, &problem))
        continue;
      state = random_schedule (subject.module, seed, 5, 20, NULL, &steps, &problem);
      if (problem == NULL)
        problem = edit_at_random (state, &subject, seed, &tally);
      if (problem != NULL)
        {
          g_autofree char *text = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);

          g_test_message ("%s, seed %" G_GUINT64_FORMAT ": %s\nof\n%s", subject.name, seed, problem, text);
          n_failures++;
        }
      subject_clear (&subject);
    }
  g_test_message ("%u edits, %u refused themselves; %u of %u steps no longer apply", tally.n_edits, tally.n_refused_edits, tally.n_refused,
                  tally.n_replayed);
  g_assert_cmpuint (n_failures, ==, 0);
  g_assert_cmpuint (tally.n_refused, >, 0);
}

/* Prints how long it takes to replay 60 steps. */
static void
test_long (void)
{
  g_autoptr (GString)       text = g_string_new (HANDLES "x, y = sch.split(j, [8, 16])\n");
  g_autoptr (TlState)       base = NULL;
  g_autoptr (TlEditedSteps) edited = NULL;
  TlTraceEdit               edit = { .kind = TL_TRACE_CHANGE };
  gint64                    start_ns;

  for (guint n = 0; n < 15; n++)
    g_string_append (text, "sch.reorder(k, x, y)\nsch.annotate(y, \"note\", 1)\nsch.reorder(x, k, y)\nsch.unannotate(y, \"note\")\n");
  base = run (text->str);
  edit.step = find_first_split (base);
  edit.inst = tl_state_inst (edit.step);
  start_ns = tl_time_ns ();
  edited = must (tl_trace_replay_edit (base, &edit, NULL, &failure));
  g_test_message ("%u steps replayed in %.2f ms", tl_state_n_steps (edited->end) - 2, (double) (tl_time_ns () - start_ns) / 1e6);
  g_assert_cmpuint (tl_state_n_steps (edited->end), ==, 63);
  g_assert_cmpuint (edited->refused->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace-edit/decision", test_decision);
  g_test_add_func ("/trace-edit/refused-change", test_refused_change);
  g_test_add_func ("/trace-edit/other-factors", test_other_factors);
  g_test_add_func ("/trace-edit/remove", test_remove);
  g_test_add_func ("/trace-edit/switch", test_switch);
  g_test_add_func ("/trace-edit/move", test_move);
  g_test_add_func ("/trace-edit/looked-up", test_looked_up);
  g_test_add_func ("/trace-edit/random", test_random);
  g_test_add_func ("/trace-edit/long", test_long);
  return g_test_run ();
}
