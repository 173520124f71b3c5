/* SPDX-License-Identifier: Apache-2.0 */
/* Words of a form: no keyword of Python, no two equal rows. */
#include "core/session/steps/param-text.h"

#include <string.h>

#include "core/session/steps/literal.h"
#include "core/session/program-view.h"
#include "tests/must.h"
#include "tests/read-module.h"

#define HEAD "from tvm.script import tir as T\n@T.prim_func\n" \
             "def main(A: T.Buffer((8, 8), \"float32\"), B: T.Buffer((8, 8), \"float32\")):\n"
#define NEST "    for i, i in T.grid(8, 8):\n        with T.block(\"B\"):\n            vi, vj = T.axis.remap(\"SS\", [i, i])\n" \
             "            B[vi, vj] = A[vi, vj]\n"

static void
test_params (void)
{
  const TlPrimitive *primitive;

  for (guint i = 0; (primitive = tl_primitive_nth (i)) != NULL; i++)
    for (guint p = 0; p < tl_primitive_n_args (primitive); p++)
      {
        g_autofree char *title = tl_param_title (&primitive->params[p]);

        g_assert_null (strchr (title, '_'));
        g_assert_true (g_ascii_isupper (title[0]));
        g_assert_null (strstr (title, "iters"));
      }
}

static void
check_titles (const char *text, guint n, const char *first)
{
  g_autoptr (TlModule)  module = must (tl_script_read_text (text, &failure));
  g_autoptr (GPtrArray) nodes = tl_program_view_nodes (module->prims[0], TRUE, TRUE);
  g_auto (GStrv)        titles = tl_node_titles (nodes);

  g_assert_cmpuint (g_strv_length (titles), ==, n);
  g_assert_cmpstr (titles[0], ==, first);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < i; j++)
      g_assert_cmpstr (titles[i], !=, titles[j]);
}

static void
test_nodes (void)
{
  check_titles (HEAD NEST, 3, "i of B, extent 8");
  check_titles (HEAD NEST NEST, 6, "i of B, extent 8");
}

/* A star is read as None, alone and in a list. */
static void
test_inferred (void)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autofree char    *text = NULL;
  TlArg               arg;

  g_assert_true (must (tl_literal_parse (arena, "*, 8", TRUE, &arg, &failure)));
  text = tl_literal_print (&arg);
  g_assert_cmpstr (text, ==, "[None, 8]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/param-text/params", test_params);
  g_test_add_func ("/session/param-text/nodes", test_nodes);
  g_test_add_func ("/session/param-text/inferred", test_inferred);
  return g_test_run ();
}
