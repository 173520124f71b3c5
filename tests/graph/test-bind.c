/* SPDX-License-Identifier: Apache-2.0 */
/* Constants in place of parameters, numbers in place of symbolic sizes. */
#include "core/graph/operators/operators.h"
#include "core/graph/passes/graph-passes.h"
#include "core/ir/compare.h"
#include "tests/must.h"
#include "tests/read-module.h"

#define HEAD "@I.ir_module\nclass Module:\n    @R.function\n"

static const char symbolic[] =
  HEAD
  "    def main(x: R.Tensor((\"n\", 8), dtype=\"float32\"), w: R.Tensor((8, \"m\"), dtype=\"float32\")):\n"
  "        n = T.int64()\n"
  "        m = T.int64()\n"
  "        with R.dataflow():\n"
  "            lv: R.Tensor((n, m), dtype=\"float32\") = R.matmul(x, w, out_dtype=None)\n"
  "            gv: R.Tensor((n * m,), dtype=\"float32\") = R.reshape(lv, R.shape([n * m]))\n"
  "            R.output(gv)\n"
  "        return gv\n";

static const char with_sizes[] =
  HEAD
  "    def main(x: R.Tensor((2, 8), dtype=\"float32\"), w: R.Tensor((8, 3), dtype=\"float32\")):\n"
  "        with R.dataflow():\n"
  "            lv: R.Tensor((2, 3), dtype=\"float32\") = R.matmul(x, w, out_dtype=None)\n"
  "            gv: R.Tensor((6,), dtype=\"float32\") = R.reshape(lv, R.shape([6]))\n"
  "            R.output(gv)\n"
  "        return gv\n";

static void
test_sizes (void)
{
  static const TlGraphSize sizes[] = { { "n", 2 }, { "m", 3 } }, unknown = { "k", 2 }, zero = { "n", 0 };
  g_autoptr (TlModule) module = read_module (symbolic), expected = read_module (with_sizes);
  g_autoptr (TlModule) bound = must (tl_graph_bind_sizes (module, "main", sizes, G_N_ELEMENTS (sizes), &failure));
  g_autofree char     *difference = NULL;

  if (!tl_module_equal (bound, expected, &difference))
    g_error ("%s", difference);
  must_fail_saying (tl_graph_bind_sizes (module, "main", &unknown, 1, &failure), "main has no symbolic size k");
  must_fail_saying (tl_graph_bind_sizes (module, "main", &zero, 1, &failure), "n is 0; a size is a whole number from 1");
  must_fail_saying (tl_graph_bind_sizes (module, "other", sizes, 1, &failure), "the module has no graph function other");
}

static GHashTable *
new_tensors (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) tl_tensor_unref);
}

static void
add_tensor (GHashTable *tensors, const char *name, TlDType dtype, gint64 rows, gint64 columns)
{
  gint64 shape[] = { rows, columns };

  g_hash_table_insert (tensors, (gpointer) name, must (tl_tensor_new (dtype, shape, 2, FALSE, &failure)));
}

static void
test_params (void)
{
  g_autoptr (TlModule)   module = read_module (symbolic), bound = NULL;
  g_autoptr (GHashTable) tensors = new_tensors ();
  const TlGraphFunc     *func;
  const TlRelaxBinding  *product;

  add_tensor (tensors, "w", TL_FLOAT32, 8, 3);
  bound = must (tl_graph_bind_params (module, "main", tensors, &failure));
  func = tl_module_find_func (bound, "main")->graph;
  product = &func->body.blocks[0].bindings[0];
  g_assert_cmpint (func->n_params, ==, 1);
  g_assert_true (product->value->args[1]->tensor == g_hash_table_lookup (tensors, "w"));
  g_assert_true (product->var->type->dims[0]->kind == TL_EXPR_VAR && tl_expr_is_int (product->var->type->dims[1], 3));
}

/* Names and arrays that do not fit. */
static void
test_wrong_params (void)
{
  static const struct
  {
    const char *name;
    TlTypeCode  code;
    gint64      rows, columns;
    const char *message;
  } rows[] = {
    { "v", TL_TYPE_FLOAT, 8, 3, "main has no parameter v" },
    { "w", TL_TYPE_INT, 8, 3, "the parameter w is of type float32, its array of type int32" },
    { "w", TL_TYPE_FLOAT, 7, 3, "dimension 0 of w is 8, of its array 7" },
  };
  g_autoptr (TlModule) module = read_module (symbolic);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GHashTable) tensors = new_tensors ();

      add_tensor (tensors, rows[i].name, TL_DTYPE (rows[i].code, 32), rows[i].rows, rows[i].columns);
      must_fail_saying (tl_graph_bind_params (module, "main", tensors, &failure), rows[i].message);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bind/sizes", test_sizes);
  g_test_add_func ("/bind/params", test_params);
  g_test_add_func ("/bind/wrong-params", test_wrong_params);
  return g_test_run ();
}
