/* SPDX-License-Identifier: Apache-2.0 */
/* The loop or block of each line of compiled texts, of programs whose loops were permuted, unrolled and vectorized. */
#include <glib/gstdio.h>
#include <string.h>

#include "core/session/program-view.h"
#include "core/session/session.h"
#include "tests/must.h"
#include "tests/session/open-path.h"
#include "tests/temporary.h"

static const char program[]
  = "from tvm.script import tir as T\n"
    "@T.prim_func\n"
    "def main(A: T.Buffer((32, 32), \"float32\"), B: T.Buffer((32, 32), \"float32\"), C: T.Buffer((32, 32), \"float32\")):\n"
    "    for i, j in T.grid(32, 32):\n        with T.block(\"B\"):\n            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            B[vi, vj] = T.sqrt(A[vi, vj])\n"
    "    for i, j in T.grid(32, 32):\n        with T.block(\"C\"):\n            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            C[vi, vj] = A[vi, vj] / (B[vi, vj] + T.float32(1))\n";

/* Both blocks with their loops turned about; that of B unrolled four times, that of C eight lanes wide. */
static const char steps[]
  = "i, j = sch.get_loops(sch.get_block(\"B\"))\n"
    "i_0, i_1 = sch.split(i, [None, 4])\nsch.reorder(j, i_0, i_1)\nsch.unroll(i_1)\n"
    "i, j = sch.get_loops(sch.get_block(\"C\"))\n"
    "j_0, j_1 = sch.split(j, [None, 8])\nsch.reorder(j_0, i, j_1)\nsch.vectorize(j_1)\n";

typedef struct
{
  char      *folder;
  TlSession *session;
} NodesFixture;

static void
set_up (NodesFixture *fixture, gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;

  fixture->session = open_script (program, "llvm -mcpu=haswell", &fixture->folder);
  tl_session_run_script_async (fixture->session, "steps.py", steps, NULL, take_result, &result);
  must (tl_session_run_script_finish (fixture->session, wait_for (&result), &failure));
}

static void
tear_down (NodesFixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->session);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

/* The rows of a form, and in @nodes the loop or block of each. */
static char **
show_rows (NodesFixture *fixture, const char *form, GArray **nodes)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char         *text = NULL;
  char                   **rows;

  tl_session_show_async (fixture->session, tl_session_state (fixture->session), form, NULL, take_result, &result);
  text = must (tl_session_show_finish (fixture->session, wait_for (&result), nodes, &failure));
  rows = g_strsplit (text, "\n", -1);
  g_assert_cmpuint ((*nodes)->len, ==, g_strv_length (rows));
  return rows;
}

/* Whether @node is the block or a loop around it. */
static gboolean
belongs_to (NodesFixture *fixture, TlNodeId node, const char *block)
{
  const TlModule *module = tl_state_module (tl_session_state (fixture->session));
  const TlStmt   *stmt = tl_module_find (module, node);
  TlNodeId        id = tl_program_view_find_block (tl_session_func (fixture->session), block, strlen (block));

  return stmt != NULL && tl_stmt_find (stmt, id) != NULL;
}

/* Rows with @mark are of @block; their number. */
static guint
expect_rows (NodesFixture *fixture, char *const *rows, const GArray *nodes, const char *mark, const char *block)
{
  guint n = 0;

  for (guint i = 0; rows[i] != NULL; i++)
    if (strstr (rows[i], mark) != NULL)
      {
        n++;
        if (!belongs_to (fixture, g_array_index (nodes, TlOrigin, i).id, block))
          g_error ("row %u is not of %s: %s", i + 1, block, rows[i]);
      }
  g_assert_cmpuint (n, >, 0);
  return n;
}

/* Which of @n copies each row with @mark is; how many there are. */
static guint
count_copies (char *const *rows, const GArray *nodes, const char *mark, guint n)
{
  g_autofree gboolean *found = g_new0 (gboolean, n);
  guint                n_found = 0;

  for (guint i = 0; rows[i] != NULL; i++)
    if (strstr (rows[i], mark) != NULL)
      {
        TlOrigin origin = g_array_index (nodes, TlOrigin, i);

        if (origin.n_copies != n || origin.copy >= n)
          g_error ("row %u is copy %u of %u: %s", i + 1, origin.copy + 1u, origin.n_copies, rows[i]);
        n_found += !found[origin.copy];
        found[origin.copy] = TRUE;
      }
  return n_found;
}

static void
test_lowered (NodesFixture *fixture, gconstpointer data)
{
  g_autoptr (GArray) nodes = NULL;
  g_auto (GStrv)     rows = show_rows (fixture, "lowered", &nodes);

  expect_rows (fixture, rows, nodes, "T.sqrt(", "B");   /* lowering makes one row of its loops again */
  g_assert_cmpuint (expect_rows (fixture, rows, nodes, " / ", "C"), ==, 32);   /* and expands the loop over vectors */
  g_assert_cmpuint (count_copies (rows, nodes, " / ", 32), ==, 32);
}

static void
test_llvm (NodesFixture *fixture, gconstpointer data)
{
  g_autoptr (GArray) nodes = NULL;
  g_auto (GStrv)     rows = show_rows (fixture, "llvm", &nodes);

  expect_rows (fixture, rows, nodes, " call <", "B");
  expect_rows (fixture, rows, nodes, " = fdiv", "C");
  g_assert_cmpuint (count_copies (rows, nodes, " = fdiv", 32), ==, 32);
}

static void
test_assembly (NodesFixture *fixture, gconstpointer data)
{
  g_autoptr (GArray) nodes = NULL;
  g_auto (GStrv)     rows = show_rows (fixture, "asm", &nodes);

  expect_rows (fixture, rows, nodes, "\tvsqrt", "B");
  expect_rows (fixture, rows, nodes, "\tvdivps", "C");
  g_assert_cmpuint (count_copies (rows, nodes, "\tvdivps", 32), ==, 32);
}

/* The command of a form, as a shell reads it. */
static void
test_commands (void)
{
  static const struct { const char *target, *form, *pass, *command; } rows[] = {
    { "llvm -num-cores=4", "asm", NULL, "tileloom-cli show script.py --as asm --target 'llvm -num-cores=4'" },
    { "llvm -num-cores=4", "report", NULL, "tileloom-cli show script.py --as asm --report --target 'llvm -num-cores=4'" },
    { "llvm -num-cores=4 -float=strict", "llvm", NULL, "tileloom-cli show script.py --as llvm --target 'llvm -num-cores=4 -float=strict'" },
    { "llvm -num-cores=4", "passes", "unroll", "tileloom-cli show script.py --as lowered --after unroll --target 'llvm -num-cores=4'" },
    { "llvm -num-cores=4", "passes", NULL, "tileloom-cli show script.py --as lowered --target 'llvm -num-cores=4'" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *command = NULL;
      TlTarget         target;

      must (tl_target_parse (rows[i].target, &target, &failure));
      command = tl_program_view_command (&target, rows[i].form, rows[i].pass, "script.py");
      g_assert_cmpstr (command, ==, rows[i].command);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/code-nodes/lowered", NodesFixture, NULL, set_up, test_lowered, tear_down);
  g_test_add ("/code-nodes/llvm", NodesFixture, NULL, set_up, test_llvm, tear_down);
  g_test_add ("/code-nodes/assembly", NodesFixture, NULL, set_up, test_assembly, tear_down);
  g_test_add_func ("/code-nodes/commands", test_commands);
  return g_test_run ();
}
