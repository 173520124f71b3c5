/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pass LegalizeOps, and those up to fused PrimFuncs. FOLDER/<case>/ holds before.py and TVM's results, after.py and fused.py
 * (tests/oracle/legalize-modules.py).
 */
#include "core/graph/infer-types.h"
#include "core/graph/passes/graph-passes.h"
#include "core/ir/compare.h"
#include "core/ir/verify.h"
#include "tests/add-test.h"
#include "tests/read-module.h"

static TlModule *
read_case (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return read_module_file (path);
}

static void
check_equal (const TlModule *expected, const TlModule *made)
{
  g_autofree char *difference = NULL, *text = tl_script_print (made, TL_DIALECT_CLASSIC, NULL);

  must (tl_module_verify (made, &failure));
  if (!tl_module_equal (expected, made, &difference))
    g_test_fail_printf ("expected another module: %s\n%s", difference, text);
}

static void
test_legalized (gconstpointer folder)
{
  const TlGraphPass   *pass = tl_graph_pass_find ("LegalizeOps");
  g_autoptr (TlModule) before = read_case (folder, "before.py"), expected = read_case (folder, "after.py");
  g_autoptr (TlModule) made = must (pass->run (before, &failure)), again = must (pass->run (made, &failure));

  check_equal (expected, made);
  check_equal (made, again);
}

/* TVM's "zero", with decomposition and canonical bindings in front. */
static const char *const zero_pipeline[] = {
  "DecomposeOpsForInference", "CanonicalizeBindings", "LegalizeOps", "AnnotateTIROpPattern", "FoldConstant", "FuseOps", "FuseTIR",
};

static void
test_fused (gconstpointer folder)
{
  g_autoptr (TlModule) before = read_case (folder, "before.py"), expected = read_case (folder, "fused.py");
  g_autoptr (TlModule) typed = must (tl_module_infer_types (before, &failure));
  g_autoptr (TlModule) made = NULL;
  const TlGraphPass   *passes[G_N_ELEMENTS (zero_pipeline) + 1] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (zero_pipeline); i++)
    passes[i] = tl_graph_pass_find (zero_pipeline[i]);
  made = must (tl_graph_run_passes (typed, passes, &failure));

  check_equal (expected, made);
}

/* Sorts become loops, other calls stay. */
static void
test_dispatch (void)
{
  g_autoptr (TlModule) before = read_module ("@I.ir_module\nclass Module:\n    @R.function\n"
                                             "    def main(x: R.Tensor((4,), dtype=\"float32\")) -> R.Tensor((4,), dtype=\"float32\"):\n"
                                             "        with R.dataflow():\n"
                                             "            lv: R.Tensor((4,), dtype=\"float32\") = R.sort(x, axis=-1, descending=False)\n"
                                             "            gv: R.Tensor((4,), dtype=\"float32\") = R.exp(lv)\n"
                                             "            R.output(gv)\n        return gv\n");
  g_autoptr (TlModule) legal = must (tl_graph_pass_find ("LegalizeOps")->run (before, &failure));
  g_autoptr (TlModule) made = must (tl_graph_pass_find ("DispatchSortScan")->run (before, &failure));
  const TlRelaxBlock  *block = &tl_module_find_func (made, "main")->graph->body.blocks[0];

  g_assert_nonnull (tl_module_prim (legal, "tir_exp"));
  g_assert_cmpuint (legal->n_prims, ==, 1);
  must (tl_module_verify (made, &failure));
  g_assert_nonnull (tl_module_prim (made, "sort"));
  g_assert_cmpuint (made->n_prims, ==, 1);
  g_assert_true (tl_relax_op_is (block->bindings[0].value, "call_tir"));
  g_assert_true (tl_relax_op_is (block->bindings[1].value, "exp"));
}

int
main (int argc, char **argv)
{
  g_autoptr (GDir)      dir = NULL;
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dispatch-sort-scan", test_dispatch);
  dir = must (g_dir_open (argv[1], 0, &failure));
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *fused = g_build_filename (argv[1], name, "fused.py", NULL);

      g_ptr_array_add (folders, g_build_filename (argv[1], name, NULL));
      add_test (test_legalized, folders->pdata[folders->len - 1], "/legalize-ops/%s", name);
      if (g_file_test (fused, G_FILE_TEST_EXISTS))
        add_test (test_fused, folders->pdata[folders->len - 1], "/fused/%s", name);
    }
  return g_test_run ();
}
