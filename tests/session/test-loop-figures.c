/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of loops, dry runs of steps, and the loop under the pointer, as the canvas uses them. */
#include <glib/gstdio.h>
#include <string.h>

#include "core/session/steps/dry-runs.h"
#include "core/session/loop-figures.h"
#include "core/session/program-view.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/session/open-path.h"
#include "tests/temporary.h"

#define MATMUL_16 "from tvm.script import tir as T\n@T.prim_func\n" MATMUL ("16", "16", "16")

typedef struct
{
  char      *folder;
  TlSession *session;
  TlState   *state;      /* borrowed */
  GPtrArray *loops;      /* const TlStmt *: i, j, k */
} FiguresFixture;

static void
set_up (FiguresFixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;

  fixture->folder = g_dir_make_tmp ("tl-figures-XXXXXX", NULL);
  path = g_build_filename (fixture->folder, "matmul.py", NULL);
  g_assert_true (g_file_set_contents (path, MATMUL_16, -1, NULL));
  fixture->session = tl_session_new ();
  must (open_path (fixture->session, path, &failure));
  fixture->state = tl_variant_state (tl_session_current (fixture->session));
  fixture->loops = tl_program_view_nodes (tl_session_func (fixture->session), TRUE, FALSE);
  g_assert_cmpuint (fixture->loops->len, ==, 3);
}

static void
tear_down (FiguresFixture *fixture, gconstpointer data)
{
  g_ptr_array_unref (fixture->loops);
  g_object_unref (fixture->session);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static TlNodeId
loop_id (FiguresFixture *fixture, guint index)
{
  return ((const TlStmt *) g_ptr_array_index (fixture->loops, index))->loop.id;
}

/* One iteration of i touches a row of A, all of B and a row of C; one of k three elements. */
static void
test_footprints (FiguresFixture *fixture, gconstpointer data)
{
  const gint64             bytes[] = { 4 * (16 + 256 + 16), 4 * (16 + 16 + 1), 4 * 3 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GHashTable)   table = NULL;

  tl_loop_footprints_async (fixture->state, tl_session_func_name (fixture->session), NULL, take_result, &result);
  must ((table = tl_loop_footprints_finish (wait_for (&result), &failure)) != NULL);
  g_assert_cmpuint (g_hash_table_size (table), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      const gint64 *found = g_hash_table_lookup (table, GUINT_TO_POINTER (loop_id (fixture, i)));

      g_assert_nonnull (found);
      g_assert_cmpint (*found, ==, bytes[i]);
    }
}

static void
test_cancelled (FiguresFixture *fixture, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;

  g_cancellable_cancel (cancellable);
  tl_loop_footprints_async (fixture->state, tl_session_func_name (fixture->session), cancellable, take_result, &result);
  g_assert_null (tl_loop_footprints_finish (wait_for (&result), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* The innermost loops of the assembly by the names of their variables: the largest one of a name, none where two loops have it. */
static void
test_code_by_name (FiguresFixture *fixture, gconstpointer data)
{
  TlAsmLoop              rows[] = { { .name = "" }, { .name = "i", .depth = 1, .n_instructions = 3 },
                                    { .name = "k", .depth = 2, .n_instructions = 9, .n_fmas = 2 },
                                    { .name = "k", .depth = 2, .n_instructions = 40, .n_fmas = 8, .n_loads = 5, .n_spills = 1 } };
  g_autoptr (GPtrArray)  report = g_ptr_array_new ();
  g_autoptr (GHashTable) table = NULL;
  const TlAsmLoop       *code;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_ptr_array_add (report, &rows[i]);
  table = tl_loop_code_match (tl_session_func (fixture->session), report);
  g_assert_cmpuint (g_hash_table_size (table), ==, 1);
  code = g_hash_table_lookup (table, GUINT_TO_POINTER (loop_id (fixture, 2)));
  g_assert_true (code == &rows[3]);
}

/* The compiled program has code for one of its loops at least, and it multiplies. */
static void
test_code (FiguresFixture *fixture, gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GHashTable)   table = NULL;
  GHashTableIter           iter;
  gpointer                 value;
  guint                    n_instructions = 0;

#ifndef __x86_64__
  g_test_skip ("the report reads x86-64 assembly");
  return;
#endif
  tl_loop_code_async (fixture->session, fixture->state, NULL, take_result, &result);
  must ((table = tl_loop_code_finish (wait_for (&result), &failure)) != NULL);
  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    n_instructions += ((const TlAsmLoop *) value)->n_instructions;
  g_assert_cmpuint (n_instructions, >, 0);
}

static TlArg
pair (FiguresFixture *fixture, TlDryRuns *runs, guint first, guint second)
{
  TlArg items[] = { tl_arg_node (loop_id (fixture, first)), tl_arg_node (loop_id (fixture, second)) };

  return tl_arg_list (tl_dry_runs_arena (runs), items, 2);
}

/* Steps are known after the thread has run them; the program stays as it was. */
static void
test_dry_runs (FiguresFixture *fixture, gconstpointer data)
{
  g_autoptr (TlDryRuns)    runs = tl_dry_runs_new (fixture->state);
  g_autoptr (GAsyncResult) result = NULL;
  const TlPrimitive       *reorder = tl_primitive_find ("reorder"), *parallel = tl_primitive_find ("parallel");
  const TlArg              order = pair (fixture, runs, 2, 0), innermost = tl_arg_node (loop_id (fixture, 2));
  guint                    legal = tl_dry_runs_add (runs, reorder, &order, 1);
  guint                    refused = tl_dry_runs_add (runs, parallel, &innermost, 1);
  guint                    n_args;

  g_assert_false (tl_dry_runs_is_known (runs, legal));
  tl_dry_runs_async (runs, NULL, take_result, &result);
  must (tl_dry_runs_finish (wait_for (&result), &failure));
  g_assert_true (tl_dry_runs_is_known (runs, legal));
  g_assert_null (tl_dry_runs_refusal (runs, legal));
  g_assert_nonnull (strstr (tl_dry_runs_refusal (runs, refused), "reduc"));
  g_assert_true (tl_dry_runs_primitive (runs, refused) == parallel);
  tl_dry_runs_args (runs, legal, &n_args);
  g_assert_cmpuint (n_args, ==, tl_primitive_n_args (reorder));
  g_assert_true (fixture->state == tl_variant_state (tl_session_current (fixture->session)));
}

/* A copy of B in loop j: one step of history; a loop that is not around the block is refused, and nothing changes. */
static void
test_cache_at (FiguresFixture *fixture, gconstpointer data)
{
  const TlNodeId        block = tl_program_view_find_block (tl_session_func (fixture->session), "C", 1);
  const TlCacheAt       read = { block, 1, FALSE, loop_id (fixture, 1) }, write = { block, 0, TRUE, loop_id (fixture, 1) };
  const TlCacheAt       wrong = { block, 7, FALSE, loop_id (fixture, 1) };
  g_autoptr (TlDryRuns) runs = tl_dry_runs_new (fixture->state);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)    error = NULL;
  g_autofree char      *script = NULL;
  guint                 legal = tl_dry_runs_add_cache (runs, &read), refused = tl_dry_runs_add_cache (runs, &wrong);

  tl_dry_runs_async (runs, NULL, take_result, &result);
  must (tl_dry_runs_finish (wait_for (&result), &failure));
  g_assert_null (tl_dry_runs_refusal (runs, legal));
  g_assert_nonnull (tl_dry_runs_refusal (runs, refused));
  g_assert_false (tl_session_cache_at (fixture->session, &wrong, "local", &error));
  g_assert_error (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED);
  g_assert_true (fixture->state == tl_variant_state (tl_session_current (fixture->session)));
  must (tl_session_cache_at (fixture->session, &read, "local", &failure));
  must (tl_session_cache_at (fixture->session, &write, "local", &failure));
  script = tl_program_view_script (tl_variant_state (tl_session_current (fixture->session)), TL_DIALECT_CLASSIC, NULL);
  g_assert_nonnull (strstr (script, "B_local[v0, v1] = B[v0, v1]"));
  g_assert_nonnull (strstr (script, "C[v0, v1] = C_local[v0, v1]"));
  tl_history_undo (tl_session_history (fixture->session));
  tl_history_undo (tl_session_history (fixture->session));
  g_assert_true (fixture->state == tl_variant_state (tl_session_current (fixture->session)));
}

static void
count_call (TlSelection *selection, guint *n_calls)
{
  (*n_calls)++;
}

/* Hovering is one for all panes, says each change once, does not select, and ends with the loop. */
static void
test_hover (FiguresFixture *fixture, gconstpointer data)
{
  TlSelection *selection = tl_session_selection (fixture->session);
  guint        n_hovers = 0, n_picks = 0;
  TlArg        args[2];

  g_signal_connect (selection, "hover-changed", G_CALLBACK (count_call), &n_hovers);
  g_signal_connect (selection, "changed", G_CALLBACK (count_call), &n_picks);
  tl_selection_hover (selection, loop_id (fixture, 0));
  tl_selection_hover (selection, loop_id (fixture, 0));
  g_assert_cmpuint (n_hovers, ==, 1);
  g_assert_cmpuint (n_picks, ==, 0);
  g_assert_cmpuint (tl_selection_hovered (selection), ==, loop_id (fixture, 0));
  {
    g_autoptr (TlDryRuns) runs = tl_dry_runs_new (fixture->state);

    args[0] = pair (fixture, runs, 0, 1);
    args[1] = tl_arg_bool (TRUE);
    must (tl_session_apply (fixture->session, tl_primitive_find ("fuse"), args, 2, &failure));
  }
  g_assert_cmpuint (tl_selection_hovered (selection), ==, 0);
  g_assert_cmpuint (n_hovers, ==, 2);
}

int
main (int argc, char *argv[])
{
  static const struct { const char *path; void (*test) (FiguresFixture *, gconstpointer); } tests[] = {
    { "/loop-figures/footprints", test_footprints }, { "/loop-figures/cancelled", test_cancelled },
    { "/loop-figures/code-by-name", test_code_by_name }, { "/loop-figures/code", test_code }, { "/dry-runs", test_dry_runs },
    { "/cache-at", test_cache_at }, { "/hover", test_hover },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, FiguresFixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
