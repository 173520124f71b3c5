/* SPDX-License-Identifier: Apache-2.0 */
/* The passes, and what all of them need. */
#pragma once

#include "core/graph/operators/operators.h"
#include "core/graph/passes/graph-edit.h"
#include "core/graph/passes/graph-passes.h"
#include "core/ir/relax-rewrite.h"
#include "core/ir/relax-walk.h"

G_BEGIN_DECLS

/* The passes. */
TlModule *tl_dispatch_sort_scan (TlModule *module, GError **error);
TlModule *tl_annotate_tir_op_pattern (TlModule *module, GError **error);
TlModule *tl_fuse_ops (TlModule *module, GError **error);
TlModule *tl_fuse_tir (TlModule *module, GError **error);
TlModule *tl_dead_code_elimination (TlModule *module, GError **error);
TlModule *tl_canonicalize_bindings (TlModule *module, GError **error);
TlModule *tl_decompose_ops_for_inference (TlModule *module, GError **error);
TlModule *tl_fold_batch_norm_to_conv2d (TlModule *module, GError **error);
TlModule *tl_fold_constant (TlModule *module, GError **error);
TlModule *tl_rewrite_dataflow_reshape (TlModule *module, GError **error);
TlModule *tl_combine_parallel_matmul (TlModule *module, GError **error);
TlModule *tl_eliminate_common_subexpr (TlModule *module, GError **error);
TlModule *tl_integer_products (TlModule *module, GError **error);

/* Of one function: CanonicalizeBindings, EliminateCommonSubexpr. */
const TlGraphFunc *tl_canonicalize_function (TlGraphEdit *edit, const TlGraphFunc *func);
const TlGraphFunc *tl_merge_equal_bindings (TlGraphEdit *edit, const TlGraphFunc *func);

G_END_DECLS
