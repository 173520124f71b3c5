/* SPDX-License-Identifier: Apache-2.0 */
/* Types of graph functions: modules of which TVM's text gives all types and another, as people write it, few. */
#include "core/graph/infer-types.h"

#include <string.h>

#include "core/ir/compare.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/named-texts.h"

static const NamedText *printed;   /* of graphs-printed.txt */

static TlModule *
read_typed (const char *text)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (text, &failure));

  return must (tl_module_infer_types (module, &failure));
}

static void
test_as_tvm (void)
{
  g_autofree char *file = NULL;
  g_auto (GStrv)   written = NULL;

  printed = named_texts_read (TEST_DIR "/tvm/graphs-printed.txt");
  g_assert_true (g_file_get_contents (TEST_DIR "/tvm/graphs.txt", &file, NULL, NULL));
  written = g_strsplit (file, "\n---\n", -1);
  for (guint i = 0; written[i] != NULL; i++)
    {
      g_autoptr (TlModule) ours = read_typed (written[i]), theirs = read_typed (printed[i].text);
      g_autofree char     *difference = NULL;

      if (!tl_module_equal (ours, theirs, &difference))
        g_error ("%s: %s", printed[i].name, difference);
    }
}

/* Nothing is copied where nothing is missing. */
static void
test_complete (void)
{
  g_autoptr (TlModule) module = read_typed ("@I.ir_module\nclass Module:\n    @R.function\n"
                                            "    def main(x: R.Tensor((4,), \"float32\")):\n        return R.exp(x)\n");
  g_autoptr (TlModule) again = must (tl_module_infer_types (module, &failure));

  g_assert_true (again == module);
  g_assert_cmpint (module->funcs[0].graph->result_type->kind, ==, TL_RELAX_TYPE_TENSOR);
}

static const struct
{
  const char *statements;
  const char *message;
} errors[] = {
  { "a = R.exp(x)\n        b = R.matmul(x, R.zeros((5, 6), \"float32\"))\n        return b", "main, b: R.matmul: " },
  { "return R.add(x, R.const(1, \"int8\"))", "main, gv: R.add: " },
  { "@R.function\n        def f(p: R.Tensor((4,), \"float32\")):\n            q = R.concat(p, axis=0)\n            return q\n"
    "        return f(x)", "main, q: R.concat: " },
};

static void
test_errors (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      g_autofree char     *text = g_strconcat ("@I.ir_module\nclass Module:\n    @R.function\n"
                                               "    def main(x: R.Tensor((4,), \"float32\")):\n        ", errors[i].statements, "\n", NULL);
      g_autoptr (TlModule) module = must (tl_script_read_text (text, &failure));

      must_fail_saying (tl_module_infer_types (module, &failure), errors[i].message);
    }
}

/* A function that is called has types before those that call it, also if it stands behind them; one that calls itself has those it says. */
static void
test_calls (void)
{
  g_autoptr (TlModule) module = read_typed ("@I.ir_module\nclass Module:\n    @R.function\n"
                                            "    def main(x: R.Tensor((4, \"n\"), \"float32\")):\n        return Module.f(x)\n\n"
                                            "    @R.function\n    def f(y: R.Tensor((\"a\", \"b\"), \"float32\")):\n"
                                            "        return R.permute_dims(y)\n\n"
                                            "    @R.function\n    def g(y: R.Tensor((2,), \"float32\")) -> R.Tensor((2,), \"float32\"):\n"
                                            "        return Module.g(y)\n");
  const TlRelaxType *type = module->funcs[0].graph->result_type;
  gint64             size;

  g_assert_cmpint (type->n_dims, ==, 2);
  g_assert_true (type->dims[0] == module->funcs[0].graph->params[0]->type->dims[1]);
  g_assert_true (tl_expr_get_int (type->dims[1], &size) && size == 4);
  g_assert_cmpint (module->funcs[2].graph->result_type->n_dims, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/infer-types/as-tvm", test_as_tvm);
  g_test_add_func ("/infer-types/complete", test_complete);
  g_test_add_func ("/infer-types/errors", test_errors);
  g_test_add_func ("/infer-types/calls", test_calls);
  return g_test_run ();
}
