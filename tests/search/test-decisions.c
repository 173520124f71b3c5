/* SPDX-License-Identifier: Apache-2.0 */
/* The decisions of traces as columns: their names, values, and how they move with the trials. */
#include <math.h>
#include <string.h>

#include "core/schedule/trace.h"
#include "core/search/trial-store.h"
#include "tests/read-module.h"

static const char program[] =
  "@T.prim_func\n"
  "def main(A: T.Buffer((128, 128), \"float32\"), B: T.Buffer((128, 128), \"float32\"), C: T.Buffer((128, 128), \"float32\")):\n"
  "    Y = T.alloc_buffer((128, 128), dtype=\"float32\")\n"
  "    for i, j, k in T.grid(128, 128, 128):\n"
  "        with T.block(\"Y\"):\n"
  "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
  "            with T.init():\n"
  "                Y[vi, vj] = T.float32(0)\n"
  "            Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]\n"
  "    for i, j in T.grid(128, 128):\n"
  "        with T.block(\"C\"):\n"
  "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
  "            C[vi, vj] = T.max(Y[vi, vj], T.float32(0))\n";

/* Two tilings of Y, which are two sketches, and the place of Y under a tile of C. */
#define TILED \
  "[[[\"GetBlock\",[],[\"Y\",\"main\"],[\"b0\"]],[\"GetBlock\",[],[\"root\",\"main\"],[\"b1\"]]," \
  "[\"GetLoops\",[\"b0\"],[],[\"l2\",\"l3\",\"l4\"]],[\"SamplePerfectTile\",[\"l2\"],[4,64],[\"v5\",\"v6\",\"v7\",\"v8\"]]," \
  "[\"Split\",[\"l2\",\"v5\",\"v6\",\"v7\",\"v8\"],[1,0],[\"l9\",\"l10\",\"l11\",\"l12\"]]," \
  "[\"SampleCategorical\",[],[[0,16,64,512],[0.25,0.25,0.25,0.25]],[\"v13\"]]," \
  "[\"Annotate\",[\"b1\",\"v13\"],[\"meta_schedule.unroll_explicit\"],[]],[\"EnterPostproc\",[],[],[]]],"
#define ROWS \
  "[[[\"GetBlock\",[],[\"Y\",\"main\"],[\"b0\"]],[\"GetLoops\",[\"b0\"],[],[\"l1\",\"l2\",\"l3\"]]," \
  "[\"SampleCategorical\",[],[[3,4,5,6],[0.25,0.25,0.25,0.25]],[\"v4\"]],[\"Split\",[\"l1\",\"None\",\"v4\"],[1,0],[\"l5\",\"l6\"]]],"
#define PLACED \
  "[[[\"GetBlock\",[],[\"Y\",\"main\"],[\"b0\"]],[\"SampleComputeLocation\",[\"b0\"],[],[\"l1\"]]," \
  "[\"ComputeAt\",[\"b0\",\"l1\"],[1,-1],[]]],"

static TlState *
new_start (void)
{
  g_autoptr (TlModule) module = read_module (program);

  return tl_state_new (module, 0);
}

static TlDecisionReader *
new_reader (void)
{
  g_autoptr (TlState) start = new_start ();

  return tl_decision_reader_new (start);
}

static void
append (TlTrialStore *store, TlDecisionReader *reader, guint number, const char *trace)
{
  TlTrialRecord record = { .number = number, .outcome = TL_OUTCOME_OK, .latency_s = 1e-3,
                           .decisions = tl_decision_reader_read (reader, trace, NULL) };

  tl_trial_store_append (store, &record, 1);
}

static void
expect_text (TlTrialStore *store, const char *column, guint index, const char *expected)
{
  const TlTrialDecisions *decisions = tl_trial_store_decisions (store);
  gint                    at = tl_trial_decisions_find (decisions, column);
  g_autofree char        *text = NULL;

  if (at < 0)
    g_error ("no column %s", column);
  text = tl_trial_decisions_text (decisions, (guint) at, tl_trial_decisions_values (decisions, (guint) at)[index]);
  g_assert_cmpstr (text, ==, expected);
}

/* Factors go by the loops that they make, an annotation by its key; indices stand for the candidates. */
static void
test_names (void)
{
  g_autoptr (TlDecisionReader) reader = new_reader ();
  g_autoptr (TlTrialStore)     store = tl_trial_store_new ();
  const TlTrialDecisions      *decisions = tl_trial_store_decisions (store);
  const char                  *names[] = { "i_0", "i_1", "i_2", "i_3", "unroll explicit" };
  guint                        n;

  append (store, reader, 0, TILED "[[3,[1,4,2,16]],[5,2]]]");
  append (store, reader, 1, TILED "[[3,[2,4,1,16]],[5,0]]]");
  g_assert_cmpuint (tl_trial_decisions_n (decisions), ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpstr (tl_trial_decisions_name (decisions, i), ==, names[i]);
  g_assert_cmpstr (tl_trial_decisions_title (decisions, 2), ==, "Extent of i_2 of block Y: factor 3 of 4 of loop i");
  g_assert_cmpstr (tl_trial_decisions_block (decisions, 2), ==, "Y");
  g_assert_cmpint (tl_trial_decisions_kind (decisions, 2), ==, TL_DECISION_FACTOR);
  g_assert_cmpint (tl_trial_decisions_kind (decisions, 4), ==, TL_DECISION_NUMBER);
  expect_text (store, "i_1", 0, "4");
  expect_text (store, "i_3", 1, "16");
  expect_text (store, "unroll explicit", 0, "64");
  expect_text (store, "unroll explicit", 1, "0");
  g_assert_cmpfloat (tl_trial_decisions_distinct (decisions, 0, &n)[1], ==, 2);
  g_assert_cmpuint (n, ==, 2);
}

/* A loop that is tiled otherwise in another sketch is another decision; trials without it have no value, and a column tells sketches. */
static void
test_sketches (void)
{
  g_autoptr (TlDecisionReader) reader = new_reader ();
  g_autoptr (TlTrialStore)     store = tl_trial_store_new ();
  const TlTrialDecisions      *decisions = tl_trial_store_decisions (store);

  append (store, reader, 0, NULL);
  append (store, reader, 1, ROWS "[[2,3]]]");
  g_assert_cmpint (tl_trial_decisions_find (decisions, "sketch"), <, 0);
  append (store, reader, 2, TILED "[[3,[1,4,2,16]],[5,2]]]");
  append (store, reader, 3, ROWS "[[2,0]]]");
  expect_text (store, "i_1", 0, "—");
  expect_text (store, "i_1", 1, "6");
  expect_text (store, "i_1", 2, "—");
  expect_text (store, "i_1 of 4", 2, "4");
  expect_text (store, "i_1 of 4", 3, "—");
  expect_text (store, "sketch", 0, "—");
  expect_text (store, "sketch", 1, "1");
  expect_text (store, "sketch", 2, "2");
  expect_text (store, "sketch", 3, "1");
}

static void
test_location (void)
{
  g_autoptr (TlDecisionReader) reader = new_reader ();
  g_autoptr (TlTrialStore)     store = tl_trial_store_new ();

  append (store, reader, 0, PLACED "[[1,1]]]");
  append (store, reader, 1, PLACED "[[1,-1]]]");
  expect_text (store, "place of Y", 0, "under j");
  expect_text (store, "place of Y", 1, "in place");
  g_assert_cmpint (tl_trial_decisions_kind (tl_trial_store_decisions (store), 0), ==, TL_DECISION_CHOICE);
}

/* A run hands over states, a file only traces: the columns are the same. */
static void
test_live_and_stored (void)
{
  g_autoptr (TlState)          start = new_start ();
  g_autoptr (TlState)          state = must (tl_trace_replay_json (start, TILED "[[3,[1,4,2,16]],[5,2]]]", TRUE, FALSE, &failure));
  g_autofree char             *json = tl_trace_to_json (state, TL_DIALECT_CLASSIC);
  g_autoptr (TlDecisionReader) live = tl_decision_reader_new (NULL), stored = tl_decision_reader_new (start);
  TlDecisionRow               *a = tl_decision_reader_read (live, json, state), *b = tl_decision_reader_read (stored, json, NULL);

  g_assert_null (tl_decision_reader_read (live, ROWS "[[2,3]]]", NULL));
  g_assert_cmpuint (a->layout->sketch, ==, b->layout->sketch);
  g_assert_cmpuint (a->layout->n_slots, ==, 5);
  for (guint i = 0; i < 5; i++)
    {
      g_assert_cmpstr (a->layout->slots[i].key, ==, b->layout->slots[i].key);
      g_assert_cmpfloat (a->values[i], ==, b->values[i]);
    }
  tl_decision_row_free (a);
  tl_decision_row_free (b);
}

/* A resumed run's trial comes late: rows move, and each keeps its decisions. */
static void
test_late (void)
{
  g_autoptr (TlDecisionReader) reader = new_reader ();
  g_autoptr (TlTrialStore)     store = tl_trial_store_new ();

  append (store, reader, 0, ROWS "[[2,0]]]");
  append (store, reader, 1, PLACED "[[1,1]]]");
  append (store, reader, 5, TILED "[[3,[1,4,2,16]],[5,2]]]");
  append (store, reader, 3, TILED "[[3,[8,1,1,16]],[5,3]]]");
  expect_text (store, "i_1", 0, "3");
  expect_text (store, "place of Y", 1, "under j");
  expect_text (store, "i_0", 2, "8");
  expect_text (store, "i_0", 3, "1");
  expect_text (store, "sketch", 3, "3");
}

/* A damaged trace gives nothing or values that are missing, and never a crash; a step that is refused ends what is known. */
static void
test_damaged (void)
{
  static const char             trace[] = TILED "[[3,[1,4,2,16]],[5,2]]]";
  static const char *const      texts[] = { "", "]", "[]", "[[],[]]", "[[],[[", "null", "]]]]", TILED "[[3,[1,null,2,]],[5,99],[x]]]" };
  g_autoptr (TlDecisionReader) reader = new_reader ();
  TlDecisionRow                *good = tl_decision_reader_read (reader, trace, NULL);

  tl_decision_row_free (good);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      TlDecisionRow *row = tl_decision_reader_read (reader, texts[i], NULL);

      g_assert_true ((row != NULL) == (i == G_N_ELEMENTS (texts) - 1));
      if (row != NULL)
        {
          g_assert_cmpfloat (row->values[0], ==, 1);
          g_assert_true (isnan (row->values[1]));
          g_assert_true (isnan (row->values[4]));
          tl_decision_row_free (row);
        }
    }
  for (gsize length = 0; length < strlen (trace); length++)
    {
      g_autofree char *part = g_strndup (trace, length);
      TlDecisionRow   *row = tl_decision_reader_read (reader, part, NULL);

      g_clear_pointer (&row, tl_decision_row_free);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decisions/names", test_names);
  g_test_add_func ("/decisions/sketches", test_sketches);
  g_test_add_func ("/decisions/location", test_location);
  g_test_add_func ("/decisions/live-and-stored", test_live_and_stored);
  g_test_add_func ("/decisions/late", test_late);
  g_test_add_func ("/decisions/damaged", test_damaged);
  return g_test_run ();
}
