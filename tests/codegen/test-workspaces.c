/* SPDX-License-Identifier: Apache-2.0 */
/* Functions whose large buffers the caller brings: they compute the same, allocate nothing large, and threads share no part. */
#include "core/codegen/workspaces.h"
#include "core/ir/walk.h"
#include "core/lower/lower.h"
#include "tests/lower/run-func.h"

/* P fits no stack; with cores each iteration of the parallel loop has one of its own. */
static const char program_text[] =
  "@T.prim_func\n"
  "def main(A: T.Buffer((5, 100, 100), \"float32\"), B: T.Buffer((5, 100, 100), \"float32\")):\n"
  "    Q = T.alloc_buffer((5, 100, 100))\n"
  "    P = T.alloc_buffer((5, 100, 100))\n"
  "    for b, i, j in T.grid(5, 100, 100):\n"
  "        with T.block(\"Q\"):\n"
  "            vb, vi, vj = T.axis.remap(\"SSS\", [b, i, j])\n"
  "            Q[vb, vi, vj] = A[4 - vb, vj, vi] + T.float32(1)\n"
  "    for b in T.parallel(5):\n"
  "        for i in range(100):\n"
  "            for j in T.vectorized(100):\n"
  "                with T.block(\"P\"):\n"
  "                    vb, vi, vj = T.axis.remap(\"SSS\", [b, i, j])\n"
  "                    P[vb, vi, vj] = Q[vb, vj, vi] * T.float32(2)\n"
  "        for i, j in T.grid(100, 100):\n"
  "            with T.block(\"B\"):\n"
  "                vb, vi, vj = T.axis.remap(\"SSS\", [b, i, j])\n"
  "                B[vb, vi, vj] = P[vb, 99 - vi, vj] + A[vb, vi, vj]\n";

static TlWalk
find_large (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_ALLOC)
    g_assert_cmpint (tl_buffer_n_elements (stmt->buffer) * tl_dtype_bytes (stmt->buffer->dtype), <=, TL_STACK_BUFFER_BYTES);
  return TL_WALK_INTO;
}

static gint64
workspace_elements (const TlModule *module, const TlPrimFunc *func)
{
  gint64 n = 0;

  for (guint i = module->prims[0]->n_params; i < func->n_params; i++)
    n += tl_buffer_n_elements (func->params[i].buffer);
  return n;
}

static void
test_values (gconstpointer data)
{
  guint                 n_cores = GPOINTER_TO_UINT (data);
  g_autoptr (TlModule)  module = test_read (program_text), lowered = NULL, moved = NULL;
  g_autoptr (GError)    error = NULL;
  g_autoptr (GPtrArray) inputs = tl_interp_make_args (module->prims[0], 7, FALSE, &error), want = NULL, got = NULL, more = NULL;
  TlTarget              target = tl_target_host ();

  g_assert_no_error (error);
  target.num_cores = (gint) n_cores;
  lowered = tl_lower (module, "main", &target, NULL, &error);
  g_assert_no_error (error);
  moved = tl_workspaces_to_params (lowered, &target, &error);
  g_assert_no_error (error);
  tl_stmt_walk (moved->prims[0]->body, find_large, NULL, NULL);
  /* Q in one piece, P for each thread, its rows of 10000 floats on cache lines of their own. */
  g_assert_cmpint (workspace_elements (module, moved->prims[0]), ==, 50000 + 10000 * (gint64) MIN (n_cores, 5));
  want = test_args_for (module->prims[0], inputs);
  got = test_args_for (moved->prims[0], inputs);
  more = tl_interp_make_args (moved->prims[0], 9, FALSE, &error);   /* what lies in workspaces does not matter */
  g_assert_no_error (error);
  for (guint i = inputs->len; i < more->len; i++)
    g_ptr_array_add (got, tl_tensor_ref (more->pdata[i]));
  test_interpret (module->prims[0], want, "program");
  test_interpret (moved->prims[0], got, "with workspaces");
  g_ptr_array_set_size (got, (gint) want->len);
  test_assert_same (got, want, 0, "with workspaces");
}

/* A function that allocates nothing large stays as it is. */
static void
test_nothing (void)
{
  g_autoptr (TlModule) module = test_read ("@T.prim_func\ndef main(A: T.Buffer((8,), \"float32\"), B: T.Buffer((8,), \"float32\")):\n"
                                           "    for i in range(8):\n        with T.block(\"B\"):\n            v = T.axis.spatial(8, i)\n"
                                           "            B[v] = A[v] + T.float32(1)\n");
  g_autoptr (GError)   error = NULL;
  TlTarget             target = tl_target_host ();
  g_autoptr (TlModule) lowered = tl_lower (module, "main", &target, NULL, &error), moved = NULL;

  g_assert_no_error (error);
  moved = tl_workspaces_to_params (lowered, &target, &error);
  g_assert_true (moved == lowered);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint n_cores = 1; n_cores <= 8; n_cores += n_cores < 3 ? 1 : 5)
    {
      g_autofree char *path = g_strdup_printf ("/workspaces/values/%u", n_cores);

      g_test_add_data_func (path, GUINT_TO_POINTER (n_cores), test_values);
    }
  g_test_add_func ("/workspaces/nothing", test_nothing);
  return g_test_run ();
}
