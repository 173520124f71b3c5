/* SPDX-License-Identifier: Apache-2.0 */
#include "core/graph/passes/graph-passes.h"

#include <string.h>

#include "core/graph/passes/graph-edit-private.h"

static const TlGraphPass passes[] = {
  { "FoldBatchnormToConv2D", "Fold Batch Normalization", "Takes batch normalization into the weights of the convolution before it",
    tl_fold_batch_norm_to_conv2d },
  { "DecomposeOpsForInference", "Decompose Operators", "Writes batch normalization as element-wise operators",
    tl_decompose_ops_for_inference },
  { "AnnotateTIROpPattern", "Annotate Patterns", "Notes of each PrimFunc how its output relates to its inputs: element-wise, reduction …",
    tl_annotate_tir_op_pattern },
  { "FuseOps", "Fuse Operators", "Groups operators that can run as one kernel into functions", tl_fuse_ops },
  { "FuseTIR", "Fuse PrimFuncs", "Makes one PrimFunc of each group of operators", tl_fuse_tir },
  { "FoldConstant", "Fold Constants", "Computes calls whose arguments are all constants", tl_fold_constant },
  { "RewriteDataflowReshape", "Reshape as View", "Turns PrimFuncs that keep the order of elements into views",
    tl_rewrite_dataflow_reshape },
  { "CanonicalizeBindings", "Canonicalize Bindings", "Drops variables that only rename others", tl_canonicalize_bindings },
  { "DeadCodeElimination", "Drop Dead Code", "Drops bindings and functions that are not used", tl_dead_code_elimination },
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
