/* SPDX-License-Identifier: Apache-2.0 */
/* Steps worth trying: which there are, that each is another program, their order, their times, the preview and the edit. */
#include "core/ir/compare.h"
#include "core/session/steps/suggestion-list.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/read-module.h"
#include "tests/temporary.h"
#include "tests/session/open-path.h"

#define HEADER "# title: Small matmul\nfrom tvm.script import tir as T\n@T.prim_func\n"

typedef struct
{
  char      *folder;
  TlSession *session;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->session = open_script (HEADER MATMUL ("128", "96", "64"), NULL, &fixture->folder);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->session);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static TlState *
current_state (Fixture *fixture)
{
  return tl_variant_state (tl_session_current (fixture->session));
}

/* The loop of this depth around the block, or the block itself: depth 3. */
static TlNodeId
nth_node (Fixture *fixture, guint depth)
{
  const TlStmt *stmt = tl_session_func (fixture->session)->body->block.body;

  while (depth-- > 0)
    stmt = stmt->loop.body;
  return stmt->kind == TL_STMT_FOR ? stmt->loop.id : stmt->block.id;
}

static GPtrArray *
find (Fixture *fixture, guint depth, const char *target_text)
{
  TlTarget target;
  TlNodeId node = nth_node (fixture, depth);

  must (tl_target_parse (target_text, &target, &failure));
  return tl_suggestions_find (current_state (fixture), &node, 1, &target, NULL);
}

static TlSuggestion *
find_sentence (GPtrArray *suggestions, const char *sentence)
{
  for (guint i = 0; i < suggestions->len; i++)
    if (strcmp (((TlSuggestion *) g_ptr_array_index (suggestions, i))->sentence, sentence) == 0)
      return g_ptr_array_index (suggestions, i);
  return NULL;
}

/* --- which there are --- */

static void
test_rows (Fixture *fixture, gconstpointer data)
{
  static const struct { guint depth; const char *target; TlSuggestionGroup group; TlSuggestionKind kind; const char *sentence; } rows[] = {
    { 0, "llvm -num-cores=2 -vector-width=256", TL_SUGGEST_PARALLELISM, TL_SUGGESTION_STEP, "Parallelize i" },
    { 0, "llvm -num-cores=2 -vector-width=256", TL_SUGGEST_PARALLELISM, TL_SUGGESTION_STEP, "Parallelize i in 8 chunks" },
    { 0, "llvm -num-cores=2 -vector-width=256", TL_SUGGEST_PARALLELISM, TL_SUGGESTION_STEP, "Fuse i and j, then parallelize" },
    { 0, "llvm -vector-width=256", TL_SUGGEST_STRUCTURE, TL_SUGGESTION_STEP, "Tile i and j by 32 × 32" },
    { 0, "llvm -vector-width=256", TL_SUGGEST_STRUCTURE, TL_SUGGESTION_STEP, "Move i inside j" },
    { 0, "llvm -vector-width=256", TL_SUGGEST_STRUCTURE, TL_SUGGESTION_ASKS, "Split Loop…" },
    { 0, "llvm -vector-width=256", TL_SUGGEST_GPU, TL_SUGGESTION_IMPOSSIBLE, "Bind Loop to Threads" },
    { 0, "emulated", TL_SUGGEST_GPU, TL_SUGGESTION_ASKS, "Bind Loop to Threads…" },
    { 0, "emulated -max_threads_per_block=64", TL_SUGGEST_GPU, TL_SUGGESTION_ASKS, "Bind Loop to Threads…" },
    { 1, "llvm -vector-width=256", TL_SUGGEST_VECTOR, TL_SUGGESTION_STEP, "Vectorize j by 8" },
    { 1, "llvm -vector-width=256", TL_SUGGEST_VECTOR, TL_SUGGESTION_STEP, "Vectorize j by 16" },
    { 1, "llvm -vector-width=256", TL_SUGGEST_STRUCTURE, TL_SUGGESTION_STEP, "Split j by 32" },
    { 1, "llvm -vector-width=256", TL_SUGGEST_MEMORY, TL_SUGGESTION_STEP, "Write C through a copy in each iteration of j" },
    { 2, "llvm -vector-width=256", TL_SUGGEST_STRUCTURE, TL_SUGGESTION_STEP, "Move k outside j" },
    { 2, "llvm -vector-width=256", TL_SUGGEST_STRUCTURE, TL_SUGGESTION_STEP, "Move k outside i, to the top of its nest" },
    { 2, "llvm -vector-width=256", TL_SUGGEST_STRUCTURE, TL_SUGGESTION_STEP, "Initialize C before k (decompose reduction)" },
    { 2, "llvm -vector-width=256", TL_SUGGEST_STRUCTURE, TL_SUGGESTION_STEP, "Unroll k by 8" },
    { 2, "llvm -vector-width=256", TL_SUGGEST_PARALLELISM, TL_SUGGESTION_IMPOSSIBLE, "Parallelize Loop" },
    { 2, "llvm -vector-width=256", TL_SUGGEST_VECTOR, TL_SUGGESTION_ASKS, "Tensorize…" },
    { 3, "llvm -vector-width=256", TL_SUGGEST_STRUCTURE, TL_SUGGESTION_STEP, "Initialize C before k (decompose reduction)" },
    { 3, "llvm -vector-width=256", TL_SUGGEST_MEMORY, TL_SUGGESTION_STEP, "Read B from a copy in each iteration of j" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray) suggestions = find (fixture, rows[i].depth, rows[i].target);
      TlSuggestion         *found = find_sentence (suggestions, rows[i].sentence);

      if (found == NULL)
        g_error ("row %u: \"%s\" is not suggested", i, rows[i].sentence);
      g_assert_cmpint (found->group, ==, rows[i].group);
      g_assert_cmpint (found->kind, ==, rows[i].kind);
      g_assert_true ((found->kind == TL_SUGGESTION_STEP) == (found->state != NULL));
      g_assert_true ((found->kind == TL_SUGGESTION_IMPOSSIBLE) == (found->reason != NULL));
    }
}

/* No two give the same program, and none leaves it as it is; a step that the reduction makes illegal is not there. */
static void
test_each_is_another_program (Fixture *fixture, gconstpointer data)
{
  for (guint depth = 0; depth <= 3; depth++)
    {
      gint64                 start_us = g_get_monotonic_time ();
      g_autoptr (GPtrArray)  suggestions = find (fixture, depth, "llvm -vector-width=256 -num-cores=2");
      gint64                 duration_us = g_get_monotonic_time () - start_us;
      g_autoptr (GHashTable) programs = g_hash_table_new (NULL, NULL);
      guint                  n_steps = 0;

      g_hash_table_add (programs, GSIZE_TO_POINTER (tl_module_hash (tl_state_module (current_state (fixture)))));
      for (guint i = 0; i < suggestions->len; i++)
        {
          TlSuggestion *each = g_ptr_array_index (suggestions, i);

          if (each->state == NULL)
            continue;
          n_steps++;
          g_assert_cmpstr (each->steps, !=, "");
          g_assert_true (g_hash_table_add (programs, GSIZE_TO_POINTER (tl_module_hash (tl_state_module (each->state)))));
        }
      g_assert_cmpuint (n_steps, >=, 5);
      g_test_message ("depth %u: %u steps of %u rows in %.1f ms", depth, n_steps, suggestions->len, (double) duration_us / 1000);
      if (depth == 2)
        g_assert_null (find_sentence (suggestions, "Vectorize k by 8"));
    }
}

/* The table of primitives has the same step as the loop's own suggestion: "Unroll i" is there once. */
static void
test_short_loop (Fixture *fixture, gconstpointer data)
{
  g_autoptr (TlModule)  module = read_module ("from tvm.script import tir as T\n@T.prim_func\n" MATMUL ("8", "8", "8"));
  g_autoptr (TlState)   state = tl_state_new (module, 0);
  TlNodeId              node = module->prims[0]->body->block.body->loop.id;
  TlTarget              target = tl_target_host ();
  g_autoptr (GPtrArray) suggestions = tl_suggestions_find (state, &node, 1, &target, NULL);
  guint                 n = 0;

  for (guint i = 0; i < suggestions->len; i++)
    n += strstr (((TlSuggestion *) g_ptr_array_index (suggestions, i))->sentence, "Unroll") != NULL;
  g_assert_nonnull (find_sentence (suggestions, "Unroll i"));
  g_assert_cmpuint (n, ==, 2);   /* and "Unroll i by 4" */
}

static void
test_parameters (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) suggestions = find (fixture, 1, "llvm -vector-width=256");
  TlSuggestion         *vectors = find_sentence (suggestions, "Vectorize j by 8");

  g_assert_cmpstr (vectors->steps, ==, "Split j (96) → … × 8; Vectorize j_1");
  g_assert_cmpstr (vectors->applicable->primitive->name, ==, "split");
  g_assert_cmpint (vectors->applicable->args[0].node, ==, nth_node (fixture, 1));
  g_assert_cmpint (vectors->applicable->args[1].items[1].integer, ==, 8);
  g_assert_cmpstr (vectors->gain_of, ==, "vectorize");
  g_assert_cmpint (vectors->which, ==, TL_STEP_CONTIGUOUS);
}

/* --- order --- */

static TlStepGains *
read_gains (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (fixture->folder, "gains.json", NULL);

  g_assert_true (g_file_set_contents (path, "{\"steps\": ["
    "{\"primitive\": \"vectorize\", \"n\": 100, \"helped\": 90, \"hurt\": 0, \"low\": 2, \"median\": 3, \"high\": 4},"
    "{\"primitive\": \"unroll\", \"n\": 20, \"helped\": 0, \"hurt\": 9, \"low\": 0.1, \"median\": 0.5, \"high\": 1}]}", -1, NULL));
  return must (tl_step_gains_read (path, &failure));
}

static void
test_order (Fixture *fixture, gconstpointer data)
{
  g_autoptr (TlStepGains) gains = read_gains (fixture);
  g_autoptr (GPtrArray)   suggestions = find (fixture, 1, "llvm -vector-width=256");
  TlTarget                target = tl_target_host ();
  TlSuggestion           *before = NULL, *slow;

  tl_suggestions_rank (suggestions, gains, &target);
  for (guint i = 0; i < suggestions->len; i++)
    {
      TlSuggestion *each = g_ptr_array_index (suggestions, i);
      gboolean      is_possible = each->kind != TL_SUGGESTION_IMPOSSIBLE;

      if (before != NULL && is_possible)
        {
          g_assert_cmpint (before->kind, !=, TL_SUGGESTION_IMPOSSIBLE);
          g_assert_cmpint (before->group, <=, each->group);
          g_assert_true (before->group != each->group || before->kind <= each->kind);
        }
      before = each;
    }
  g_assert_cmpfloat (find_sentence (suggestions, "Vectorize j by 8")->predicted->median, ==, 3);
  g_assert_null (find_sentence (suggestions, "Tile j and k by 16 × 16")->predicted);
  slow = find_sentence (suggestions, "Unroll j by 4");
  g_assert_true (g_ptr_array_find (suggestions, slow, NULL));

  /* A measured gain counts before a predicted one. */
  slow->measured = (TlMeasuredGain) { .status = TL_GAIN_MEASURED, .gain = 9 };
  tl_suggestions_rank (suggestions, gains, &target);
  for (guint i = 0; i < suggestions->len; i++)
    if (((TlSuggestion *) g_ptr_array_index (suggestions, i))->group == TL_SUGGEST_STRUCTURE)
      {
        g_assert_true (g_ptr_array_index (suggestions, i) == slow);
        break;
      }
}

static void
test_confidence (Fixture *fixture, gconstpointer data)
{
  static const struct { guint n; double low, high, confidence; } rows[] = {
    { 100, 1, 1.2, 1 }, { 400, 1, 1.1, 1 }, { 50, 1, 1.2, 0.5 }, { 100, 1, 2.4, 0.5 }, { 10, 0.1, 1.2, 0.01 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlStepGain gain = { .n = rows[i].n, .low = rows[i].low, .high = rows[i].high };

      g_assert_cmpfloat_with_epsilon (tl_step_gain_confidence (&gain), rows[i].confidence, 1e-9);
    }
}

/* --- the list --- */

static void
count (gpointer counter)
{
  ++*(guint *) counter;
}

static TlSuggestionList *
make_list (Fixture *fixture, guint depth)
{
  TlSuggestionList *list = tl_suggestion_list_new (fixture->session, NULL);
  guint             n_listed = 0;
  gulong            handler = g_signal_connect_swapped (list, "listed", G_CALLBACK (count), &n_listed);

  tl_selection_pick (tl_session_selection (fixture->session), nth_node (fixture, depth));
  tl_suggestion_list_update (list);
  while (n_listed == 0)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (list, handler);
  return list;
}

static void
test_measure (Fixture *fixture, gconstpointer data)
{
  g_autoptr (TlSuggestionList) list = make_list (fixture, 1);
  TlSuggestion                *first = find_sentence (tl_suggestion_list_items (list), "Split j by 8");
  TlSuggestion                *second = find_sentence (tl_suggestion_list_items (list), "Split j by 16");

  g_assert_true (tl_suggestion_list_start (list) == current_state (fixture));
  tl_suggestion_list_measure (list, first);
  tl_suggestion_list_measure (list, second);
  g_assert_cmpint (first->measured.status, ==, TL_GAIN_MEASURING);
  g_assert_cmpint (second->measured.status, ==, TL_GAIN_WAITING);
  while (tl_suggestion_list_is_measuring (list))
    g_main_context_iteration (NULL, TRUE);
  for (TlSuggestion **each = (TlSuggestion *[]) { first, second, NULL }; *each != NULL; each++)
    {
      g_assert_cmpint ((*each)->measured.status, ==, TL_GAIN_MEASURED);
      g_assert_cmpfloat ((*each)->measured.low, <=, (*each)->measured.gain);
      g_assert_cmpfloat ((*each)->measured.gain, <=, (*each)->measured.high);
      g_assert_cmpfloat ((*each)->measured.gain, >, 0);
    }
  g_assert_true (current_state (fixture) == tl_session_root (fixture->session));
}

static void
test_stop (Fixture *fixture, gconstpointer data)
{
  g_autoptr (TlSuggestionList) list = make_list (fixture, 2);
  guint                        n_unknown = 0;

  tl_suggestion_list_measure_top (list, 5);
  g_assert_true (tl_suggestion_list_is_measuring (list));
  tl_suggestion_list_stop (list);
  g_assert_false (tl_suggestion_list_is_measuring (list));
  for (guint i = 0; i < tl_suggestion_list_items (list)->len; i++)
    n_unknown += ((TlSuggestion *) g_ptr_array_index (tl_suggestion_list_items (list), i))->measured.status == TL_GAIN_UNKNOWN;
  g_assert_cmpuint (n_unknown, ==, tl_suggestion_list_items (list)->len);
  while (tl_session_is_timing (fixture->session))
    g_main_context_iteration (NULL, TRUE);
}

/* --- the preview and the edit --- */

static void
test_take (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) suggestions = find (fixture, 0, "llvm");
  TlSuggestion         *tile = find_sentence (suggestions, "Tile i and j by 32 × 32");
  TlState              *start = current_state (fixture);
  guint                 n_previews = 0, n_changes = 0;

  g_signal_connect_swapped (fixture->session, "preview-changed", G_CALLBACK (count), &n_previews);
  g_signal_connect_swapped (fixture->session, "changed", G_CALLBACK (count), &n_changes);
  tl_session_set_preview (fixture->session, tile->state, tile->sentence);
  g_assert_true (tl_session_preview (fixture->session) == tile->state);
  g_assert_cmpstr (tl_session_preview_title (fixture->session), ==, "Tile i and j by 32 × 32");
  g_assert_true (current_state (fixture) == start);
  g_assert_cmpuint (n_previews, ==, 1);
  g_assert_cmpuint (n_changes, ==, 0);

  tl_session_take_steps (fixture->session, start, tile->state, tile->sentence);
  g_assert_true (current_state (fixture) == tile->state);
  g_assert_null (tl_session_preview (fixture->session));
  g_assert_cmpuint (n_previews, ==, 2);
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_cmpstr (tl_history_undo_label (tl_session_history (fixture->session)), ==, "Tile i and j by 32 × 32");
  tl_history_undo (tl_session_history (fixture->session));
  g_assert_true (current_state (fixture) == start);
}

#define ADD(path, test) g_test_add ("/session/suggestions/" path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("rows", test_rows);
  ADD ("each is another program", test_each_is_another_program);
  ADD ("short loop", test_short_loop);
  ADD ("parameters", test_parameters);
  ADD ("order", test_order);
  ADD ("confidence", test_confidence);
  ADD ("measure", test_measure);
  ADD ("stop", test_stop);
  ADD ("take", test_take);
  return g_test_run ();
}
