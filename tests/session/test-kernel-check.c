/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels in the emulator: faults lead to the statement at fault, and results are compared. */
#include <string.h>

#include "core/session/gpu/kernel-check.h"
#include "core/session/program-view.h"
#include "tests/must.h"
#include "tests/session/open-path.h"
#include "tests/temporary.h"

#define BEGIN                                                                                                                            \
  "from tvm.script import tir as T\n@T.prim_func\n"                                                                                      \
  "def main(A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")):\n"                                                       \
  "    for i in T.thread_binding(64, thread=\"threadIdx.x\"):\n        with T.block(\"B\"):\n            v = T.axis.spatial(64, i)\n"

static const struct
{
  const char *name, *statement, *title, *text;   /* of the problem; NULL: there is none */
} rows[] = {
  { "right", "            B[v] = A[v] + T.float32(1)\n", NULL, NULL },
  { "bounds", "            B[v] = A[v + 1]\n", "out of bounds", "A" },
};

static TlKernelCheck *
check_of (TlSession *session, GCancellable *cancellable, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  tl_session_check_kernels_async (session, tl_session_state (session), cancellable, take_result, &result);
  return tl_session_check_kernels_finish (session, wait_for (&result), error);
}

static void
test_row (gconstpointer index)
{
  guint                     row = GPOINTER_TO_UINT (index);
  g_autofree char          *folder = NULL, *script = g_strconcat (BEGIN, rows[row].statement, NULL), *summary = NULL;
  g_autoptr (TlSession)     session = open_script (script, "cuda -arch=sm_80", &folder);
  g_autoptr (TlKernelCheck) check = must (check_of (session, NULL, &failure));
  const TlKernelProblem    *problem;

  summary = tl_kernel_check_summary (check);
  remove_folder (folder);
  if (rows[row].title == NULL)
    {
      g_assert_cmpuint (check->problems->len, ==, 0);
      g_assert_cmpuint (check->n_checked, ==, 64);
      g_assert_true (g_str_has_prefix (summary, "No faults in ") && g_str_has_suffix (summary, "64 elements of the result are right"));
      return;
    }
  problem = check->problems->pdata[0];
  g_assert_cmpstr (tl_kernel_problem_title (problem), ==, rows[row].title);
  g_assert_nonnull (strstr (problem->text, rows[row].text));
  g_assert_cmpuint (problem->node, ==, tl_program_view_find_block (tl_session_func (session), "B", 1));
}

/* Without threads there is no kernel to check; a check that is cancelled gives none. */
static void
test_refused (void)
{
  g_autofree char         *folder = NULL, *bound = NULL;
  g_autoptr (TlSession)    session = open_script ("from tvm.script import tir as T\n@T.prim_func\n"
                                                  "def main(A: T.Buffer((8,), \"float32\")):\n"
                                                  "    for i in range(8):\n        with T.block(\"A\"):\n"
                                                  "            v = T.axis.spatial(8, i)\n            A[v] = T.float32(1)\n",
                                                  "cuda -arch=sm_80", &folder);
  g_autoptr (TlSession)    right = NULL;
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError)       error = NULL;
  g_autofree char         *script = g_strconcat (BEGIN, rows[0].statement, NULL);

  must_fail_saying (check_of (session, NULL, &failure) != NULL, "Did you forget to bind?");
  remove_folder (folder);
  right = open_script (script, "cuda -arch=sm_80", &bound);
  g_cancellable_cancel (cancelled);
  g_assert_null (check_of (right, cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  remove_folder (bound);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/kernel-check/%s", rows[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_row);
    }
  g_test_add_func ("/kernel-check/refused", test_refused);
  return g_test_run ();
}
