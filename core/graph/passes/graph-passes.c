/* SPDX-License-Identifier: Apache-2.0 */
#include "core/graph/passes/graph-passes.h"

#include <string.h>

#include "core/graph/passes/graph-edit-private.h"

typedef enum
{
  PASS_CANONICALIZE, PASS_FOLD_BATCH_NORM, PASS_DECOMPOSE, PASS_FOLD, PASS_DISPATCH, PASS_LEGALIZE, PASS_ANNOTATE, PASS_FUSE, PASS_FUSE_TIR,
  PASS_RESHAPE, PASS_DEAD_CODE, PASS_COMBINE_MATMULS, PASS_COMMON_SUBEXPR, PASS_INTEGERS,
} GraphPass;

static const TlGraphPass passes[] = {
  [PASS_CANONICALIZE] = { "CanonicalizeBindings", "Canonicalize Bindings", "Drops variables that only rename others",
                          tl_canonicalize_bindings },
  [PASS_FOLD_BATCH_NORM] = { "FoldBatchnormToConv2D", "Fold Batch Normalization",
                             "Takes batch normalization into the weights of the convolution before it", tl_fold_batch_norm_to_conv2d },
  [PASS_DECOMPOSE] = { "DecomposeOpsForInference", "Decompose Operators", "Writes batch normalization as element-wise operators",
                       tl_decompose_ops_for_inference },
  [PASS_FOLD] = { "FoldConstant", "Fold Constants", "Computes calls whose arguments are all constants", tl_fold_constant },
  [PASS_DISPATCH] = { "DispatchSortScan", "Write Sorts and Scans", "Makes loops of sort, topk, cumsum, scatter", tl_dispatch_sort_scan },
  [PASS_LEGALIZE] = { "LegalizeOps", "Legalize Operators", "Makes calls of PrimFuncs of operators", tl_graph_legalize_ops },
  [PASS_ANNOTATE] = { "AnnotateTIROpPattern", "Annotate Patterns",
                      "Notes of each PrimFunc how its output relates to its inputs: element-wise, reduction …",
                      tl_annotate_tir_op_pattern },
  [PASS_FUSE] = { "FuseOps", "Fuse Operators", "Groups operators that can run as one kernel into functions", tl_fuse_ops },
  [PASS_FUSE_TIR] = { "FuseTIR", "Fuse PrimFuncs", "Makes one PrimFunc of each group of operators", tl_fuse_tir },
  [PASS_RESHAPE] = { "RewriteDataflowReshape", "Reshape as View", "Turns PrimFuncs that keep the order of elements into views",
                     tl_rewrite_dataflow_reshape },
  [PASS_DEAD_CODE] = { "DeadCodeElimination", "Drop Dead Code", "Drops bindings and functions that are not used",
                       tl_dead_code_elimination },
  [PASS_COMBINE_MATMULS] = { "CombineParallelMatmul", "Combine Parallel Products",
                             "Makes one product of those that multiply the same tensor by different weights", tl_combine_parallel_matmul },
  [PASS_COMMON_SUBEXPR] = { "EliminateCommonSubexpr", "Merge Equal Values", "Computes values once that several variables have",
                            tl_eliminate_common_subexpr },
  [PASS_INTEGERS] = { "IntegerProducts", "Products of Integers",
                      "Computes products between dequantize and quantize on integers, images with their channels last",
                      tl_integer_products },
};

const TlGraphPass *const tl_graph_default_passes[] = {
  &passes[PASS_CANONICALIZE], &passes[PASS_INTEGERS], &passes[PASS_FOLD_BATCH_NORM], &passes[PASS_DECOMPOSE], &passes[PASS_CANONICALIZE],
  &passes[PASS_DISPATCH], &passes[PASS_LEGALIZE], &passes[PASS_ANNOTATE], &passes[PASS_FOLD], &passes[PASS_FUSE], &passes[PASS_FUSE_TIR],
  &passes[PASS_RESHAPE], &passes[PASS_DEAD_CODE], NULL,
};

const TlGraphPass *
tl_graph_pass_nth (guint index)
{
  return index < G_N_ELEMENTS (passes) ? &passes[index] : NULL;
}

const TlGraphPass *
tl_graph_pass_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (passes); i++)
    if (strcmp (passes[i].name, name) == 0)
      return &passes[i];
  return NULL;
}

TlModule *
tl_graph_run_passes (TlModule *module, const TlGraphPass *const *list, GError **error)
{
  g_autoptr (TlModule) current = tl_module_ref (module);

  for (guint i = 0; list[i] != NULL; i++)
    {
      TlModule *next = list[i]->run (current, error);

      if (next == NULL)
        return NULL;
      tl_module_unref (current);
      current = next;
    }
  return g_steal_pointer (&current);
}

TlModule *
tl_graph_functions (const TlModule *module)
{
  g_autoptr (TlArena) arena = tl_arena_new (module->arena);
  g_autoptr (GArray)  funcs = g_array_new (FALSE, FALSE, sizeof (TlFunc));

  for (guint i = 0; i < module->n_funcs; i++)
    if (module->funcs[i].kind == TL_FUNC_GRAPH)
      g_array_append_val (funcs, module->funcs[i]);
  return tl_module_new (arena, module->name, (const TlFunc *) (gpointer) funcs->data, funcs->len, module->next_id);
}
