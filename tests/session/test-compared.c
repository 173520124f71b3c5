/* SPDX-License-Identifier: Apache-2.0 */
/* Schedules beside each other: which they are, against which baseline, and their figures. */
#include "core/session/compare/compared-figures.h"

#include <math.h>

#include "core/analysis/asm-report.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/temporary.h"

#define SMALL_MATMUL "from tvm.script import tir as T\n@T.prim_func\n" MATMUL ("64", "64", "64")

typedef struct
{
  char      *folder;
  TlSession *session;
} ComparedFixture;

static void
set_up (ComparedFixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;

  fixture->folder = must (g_dir_make_tmp ("compared-XXXXXX", &failure));
  path = g_build_filename (fixture->folder, "matmul.py", NULL);
  must (g_file_set_contents (path, SMALL_MATMUL, -1, &failure));
  fixture->session = tl_session_new ();
  must (tl_session_open_quietly (fixture->session, path, &failure));
}

static void
tear_down (ComparedFixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->session);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

/* A step of its own on the current variant: its first loop is split. */
static void
split_first (TlSession *session)
{
  const TlStmt *body = tl_session_func (session)->body;
  const TlStmt *loop = body->kind == TL_STMT_BLOCK ? body->block.body : body;
  const TlArg   factors[] = { { .kind = TL_ARG_NONE }, { .kind = TL_ARG_INT, .integer = 8 } };
  const TlArg   args[] = { { .kind = TL_ARG_NODE, .node = loop->loop.id }, { .kind = TL_ARG_LIST, .items = factors, .n_items = 2 } };

  must (tl_session_apply (session, tl_primitive_find ("split"), args, 2, &failure));
}

static char *
names_of (TlCompared *compared)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < tl_compared_n (compared); i++)
    {
      g_autofree char *name = tl_compared_name (compared, i);

      g_string_append_printf (names, "%s%s%s", i > 0 ? " | " : "", name, i == tl_compared_baseline (compared) ? "*" : "");
    }
  return g_string_free (names, FALSE);
}

static void
check_names (TlCompared *compared, const char *wanted)
{
  g_autofree char *names = names_of (compared);

  g_assert_cmpstr (names, ==, wanted);
}

/* The program as written and the newest variants, as they come, until a person has chosen. */
static void
test_columns (ComparedFixture *fixture, gconstpointer data)
{
  TlSession            *session = fixture->session;
  g_autoptr (TlCompared) compared = tl_compared_new (session);
  TlVariant            *first = tl_session_current (session), *second;

  check_names (compared, "as written*");
  split_first (session);
  check_names (compared, "as written* | start");
  second = tl_session_add_variant (session, "second", tl_variant_state (first), NULL);
  split_first (session);
  check_names (compared, "as written* | start | second");
  tl_compared_set_baseline (compared, 2);
  tl_compared_move (compared, 2, -1);
  check_names (compared, "as written | second* | start");
  tl_compared_move (compared, 0, 2);   /* past both, which keep their order */
  check_names (compared, "second* | start | as written");
  tl_compared_move (compared, 2, -2);
  check_names (compared, "as written | second* | start");
  tl_compared_move (compared, 2, 1);
  check_names (compared, "as written | second* | start");
  tl_compared_swap (compared, 1, 2);
  check_names (compared, "as written | start* | second");
  tl_compared_remove (compared, 0);
  check_names (compared, "start* | second");
  tl_compared_remove (compared, 0);
  check_names (compared, "start* | second");
  g_assert_false (tl_compared_add (compared, second, NULL));
  g_assert_true (tl_compared_add (compared, second, tl_session_root (session)));
  tl_session_add_variant (session, "third", tl_variant_state (first), NULL);
  check_names (compared, "start* | second | as written");
  tl_history_remove (tl_session_history (session), second);
  check_names (compared, "start* | as written");
}

static void
set_counted_time (TlVariant *variant, TlState *state, double seconds, const TlCounters *counts)
{
  double    samples[16];
  TlOutcome outcome = { .kind = TL_OUTCOME_OK, .samples_s = samples, .n_samples = G_N_ELEMENTS (samples), .counts = *counts };

  for (guint i = 0; i < outcome.n_samples; i++)
    samples[i] = seconds * (1 + 0.001 * i);
  tl_variant_set_outcome (variant, state, "main", &outcome);
}

static void
set_time (TlVariant *variant, TlState *state, double seconds)
{
  const TlCounters none = { 0 };

  set_counted_time (variant, state, seconds, &none);
}

static void
check_figure (TlComparedFigures *figures, guint column, TlFigure figure, const char *wanted, TlChangeTone wanted_tone)
{
  TlChangeTone     tone;
  g_autofree char *text = tl_compared_figure_text (figures, column, figure);
  g_autofree char *change = tl_compared_change_text (figures, column, figure, &tone);

  g_assert_cmpstr (text, ==, wanted);
  g_assert_cmpint (tone, ==, wanted_tone);
}

/* Counters of the CPU; a race, which has none, leaves them; where some are missing, the reason. */
static void
test_counters (ComparedFixture *fixture, gconstpointer data)
{
  TlSession                    *session = fixture->session;
  TlVariant                    *variant = tl_session_current (session);
  TlCounters                    before = { .n_runs = 3, .paranoid = 2 }, after = before;
  g_autoptr (TlCompared)        compared = NULL;
  g_autoptr (TlComparedFigures) figures = NULL;
  g_autofree char              *missing = NULL;

  split_first (session);
  compared = tl_compared_new (session);
  figures = tl_compared_figures_new (session, compared);
  g_assert_null (tl_compared_missing_counters_text (figures));
  check_figure (figures, 1, TL_FIGURE_CYCLES, "—", TL_CHANGE_NEUTRAL);
  for (guint i = 0; i < TL_N_HARDWARE_COUNTERS; i++)
    {
      before.of[i] = (TlCount) { TL_COUNT_EXACT, 1000 };
      after.of[i] = (TlCount) { TL_COUNT_SCALED, 500 };
    }
  after.of[TL_COUNTER_LLC_MISSES] = (TlCount) { .status = TL_COUNT_ABSENT };
  set_counted_time (variant, tl_session_root (session), 0.35, &before);
  g_assert_null (tl_compared_missing_counters_text (figures));
  set_counted_time (variant, tl_variant_state (variant), 0.002, &after);
  set_time (variant, tl_variant_state (variant), 0.001);
  check_figure (figures, 0, TL_FIGURE_CYCLES, "1 k", TL_CHANGE_NEUTRAL);
  check_figure (figures, 1, TL_FIGURE_CYCLES, "≈ 500", TL_CHANGE_BETTER);
  check_figure (figures, 1, TL_FIGURE_IPC, "1.00", TL_CHANGE_NEUTRAL);
  check_figure (figures, 1, TL_FIGURE_LLC_MISSES, "—", TL_CHANGE_NEUTRAL);
  check_figure (figures, 0, TL_FIGURE_L1_MISSES, "1 k, 62.5 KiB", TL_CHANGE_NEUTRAL);
  missing = tl_compared_missing_counters_text (figures);
  g_assert_cmpstr (missing, ==, "Last-level cache read misses: this (virtual) machine offers no such counter.");
}

static void
check_speed (TlCompared *compared, guint column, TlSpeed speed, const char *wanted)
{
  g_autofree char *text = NULL;

  g_assert_cmpint (tl_compared_speed (compared, column, &text), ==, speed);
  g_assert_cmpstr (text, ==, wanted);
}

/* Times come from the store; the interval decides whether two differ. */
static void
test_speed (ComparedFixture *fixture, gconstpointer data)
{
  TlSession                   *session = fixture->session;
  g_autoptr (TlCompared)       compared = NULL;
  g_autoptr (TlComparedFigures) figures = NULL;
  TlVariant                   *variant = tl_session_current (session);
  TlChangeTone                 tone;
  g_autofree char             *same = NULL, *change = NULL, *verdict = NULL, *source = NULL;

  split_first (session);
  compared = tl_compared_new (session);
  figures = tl_compared_figures_new (session, compared);
  check_speed (compared, 1, TL_SPEED_UNKNOWN, "");
  set_time (variant, tl_session_root (session), 0.35);
  set_time (variant, tl_variant_state (variant), 0.002);
  check_speed (compared, 1, TL_SPEED_FASTER, "175× faster");
  change = tl_compared_change_text (figures, 1, TL_FIGURE_THROUGHPUT, &tone);
  g_assert_cmpstr (change, ==, "× 175");
  g_assert_cmpint (tone, ==, TL_CHANGE_BETTER);
  source = tl_compared_change_text (figures, 1, TL_FIGURE_L1, &tone);
  g_assert_cmpstr (source, ==, "—");
  verdict = tl_compared_verdict (compared);
  g_assert_cmpstr (verdict, ==, "start is 175× faster than as written, 16 samples");
  tl_compared_set_baseline (compared, 1);
  check_speed (compared, 0, TL_SPEED_SLOWER, "175× slower");
  check_speed (compared, 1, TL_SPEED_SAME, "others relative to this");
  set_time (variant, tl_session_root (session), 0.002004);
  check_speed (compared, 0, TL_SPEED_SAME, "not distinguishable");
  same = tl_compared_change_text (figures, 0, TL_FIGURE_THROUGHPUT, &tone);
  g_assert_cmpstr (same, ==, "not distinguishable");
  g_assert_cmpint (tone, ==, TL_CHANGE_NEUTRAL);
}

/* The innermost loop that computes most; the others are what remains of it. */
static void
test_hot_loop (void)
{
  TlAsmLoop            outer = { .name = (char *) "k", .depth = 1, .n_instructions = 9, .n_fmas = 100, .vector_bits = 512 };
  TlAsmLoop            hot = { .name = (char *) "k", .depth = 2, .n_instructions = 36, .n_fmas = 24, .n_loads = 10, .n_spills = 1,
                               .vector_bits = 512 };
  TlAsmLoop            rest = { .name = (char *) "k", .depth = 2, .n_instructions = 5, .n_fmas = 1, .n_loads = 2 };
  g_autoptr (GPtrArray) report = g_ptr_array_new (), nothing = g_ptr_array_new ();
  TlHotLoop            loop;

  g_ptr_array_add (report, &outer);
  g_ptr_array_add (report, &hot);
  g_ptr_array_add (report, &rest);
  loop = tl_hot_loop_of (report, 2.0 * 24 * 16 * 1000, 32);
  g_assert_true (loop.is_known);
  g_assert_cmpfloat_with_epsilon (loop.n_instructions, 36000, 1e-6);
  g_assert_cmpfloat_with_epsilon (loop.fmas_per_load, 2.4, 1e-9);
  g_assert_cmpuint (loop.n_spills, ==, 1);
  g_assert_false (tl_hot_loop_of (nothing, 1, 32).is_known);
}

static void
wait_for_figures (TlCompared *compared, gboolean *is_done)
{
  *is_done = TRUE;
}

/* Traffic and machine code are those of `tileloom-cli analyze` and `show --as report`. */
static void
test_figures (ComparedFixture *fixture, gconstpointer data)
{
  g_autoptr (TlCompared)       compared = tl_compared_new (fixture->session);
  g_autoptr (TlComparedFigures) figures = tl_compared_figures_new (fixture->session, compared);
  const TlModule              *module = tl_state_module (tl_session_root (fixture->session));
  TlTarget                     target = tl_session_target (fixture->session);
  TlCapacities                 capacities = tl_capacities_of (&target);
  g_autoptr (TlTraffic)        traffic = tl_traffic_new (module, module->prims[0], &capacities);
  gboolean                     is_done = FALSE;

  g_signal_connect (compared, "figures-changed", G_CALLBACK (wait_for_figures), &is_done);
  g_assert_true (isnan (tl_compared_figure (figures, 0, TL_FIGURE_L1)));
  tl_compared_figures_update (figures);
  while (!is_done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpfloat (tl_compared_figure (figures, 0, TL_FIGURE_L1), ==, tl_moved_bytes (&traffic->moved[TL_LEVEL_L1]));
  while (isnan (tl_compared_figure (figures, 0, TL_FIGURE_SPILLS)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpfloat (tl_compared_figure (figures, 0, TL_FIGURE_INSTRUCTIONS), >, 0);
  g_assert_cmpfloat (tl_compared_bar (figures, 0, TL_FIGURE_INSTRUCTIONS), ==, 1);
}

#define ADD(name, function) g_test_add ("/compared/" name, ComparedFixture, NULL, set_up, function, tear_down)

static void
keep_sentence (TlCompared *compared, const char *sentence, char **kept)
{
  *kept = g_strdup (sentence);
}

/* Adding tells what came of it; the columns are found by their session. */
static void
test_add_and_tell (ComparedFixture *fixture, gconstpointer data)
{
  g_autoptr (TlCompared) compared = tl_compared_new (fixture->session);
  TlVariant       *variant = tl_session_current (fixture->session);
  guint            n = tl_compared_n (compared);
  g_autofree char *again = NULL;

  g_assert_true (tl_compared_of (fixture->session) == compared);
  g_signal_connect (compared, "told", G_CALLBACK (keep_sentence), &again);
  tl_compared_add_and_tell (compared, variant, tl_variant_state (variant));
  g_assert_cmpstr (again, ==, "Compare has this schedule already");
  g_assert_cmpuint (tl_compared_n (compared), ==, n);
  g_clear_object (&compared);
  g_assert_null (tl_compared_of (fixture->session));
}

/* Two states of one variant, in place of the columns there were; a step belongs to the first variant that it leads to. */
static void
test_pair (ComparedFixture *fixture, gconstpointer data)
{
  TlSession             *session = fixture->session;
  g_autoptr (TlCompared) compared = tl_compared_new (session);
  TlVariant             *first = tl_session_current (session), *second;
  TlState               *own;

  split_first (session);
  g_assert_cmpuint (tl_session_branch_of (session, tl_variant_state (first)), ==, G_MAXUINT);
  g_assert_true (tl_compared_set_pair (compared, first, NULL, first, tl_session_root (session)));
  check_names (compared, "start* | as written");
  g_assert_false (tl_compared_set_pair (compared, first, NULL, first, tl_variant_state (first)));
  check_names (compared, "start* | as written");
  tl_session_add_variant (session, "second", tl_variant_state (first), first);
  second = tl_session_current (session);
  split_first (session);
  own = tl_variant_state (second);
  g_assert_true (tl_compared_set_pair (compared, second, NULL, first, NULL));
  check_names (compared, "second* | start");
  g_assert_cmpuint (tl_session_branch_of (session, own), ==, 1);
  g_assert_cmpuint (tl_session_branch_of (session, tl_state_parent (own)), ==, 0);
  g_assert_cmpuint (tl_session_branch_of (session, tl_session_root (session)), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("columns", test_columns);
  ADD ("speed", test_speed);
  ADD ("counters", test_counters);
  ADD ("figures", test_figures);
  ADD ("add-and-tell", test_add_and_tell);
  ADD ("pair", test_pair);
  g_test_add_func ("/compared/hot-loop", test_hot_loop);
  return g_test_run ();
}
