/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Passes over the graph functions of a module, with TVM's results. Each gives a new version, in a child arena of the module's: what it does
 * not change is shared.
 */
#pragma once

#include "core/graph/passes/graph-pattern.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;       /* TVM's: "FuseOps" */
  const char *title;      /* in a window: "Fuse Operators" */
  const char *summary;
  TlModule *(*run) (TlModule *module, GError **error);   /* a new reference; NULL with TL_GRAPH_ERROR */
} TlGraphPass;

/* All of them; NULL past the end, or if unknown. */
const TlGraphPass *tl_graph_pass_nth (guint index);
const TlGraphPass *tl_graph_pass_find (const char *name);

/* A new version with the graph functions alone, which is what passes change. */
TlModule          *tl_graph_functions (const TlModule *module);

/* LegalizeOps: calls of operators become calls of PrimFuncs that compute them; those that have none stay. */
TlModule          *tl_graph_legalize_ops (TlModule *module, GError **error);

/*
 * Calls of PrimFuncs by their name, as call_dps_packed has it, become calls of these, and PrimFuncs of symbolic sizes get the sizes of
 * their calls, where these are numbers. NULL with an error if sizes contradict each other.
 */
TlModule          *tl_graph_link_calls (TlModule *module, GError **error);

/*
 * From operators to fused PrimFuncs, as TVM's "zero" pipeline with IntegerProducts, decomposition and canonical bindings in front: the
 * passes run in order. NULL-terminated.
 */
extern const TlGraphPass *const tl_graph_default_passes[];
TlModule          *tl_graph_run_passes (TlModule *module, const TlGraphPass *const *passes, GError **error);

/*
 * BindParams: parameters of a graph function become constants. @tensors: names → TlTensor, which the result refers to. Symbolic sizes of
 * these parameters get values. NULL with TL_GRAPH_ERROR if there is no such parameter, or an array does not fit.
 */
TlModule          *tl_graph_bind_params (TlModule *module, const char *func_name, GHashTable *tensors, GError **error);

typedef struct
{
  const char *name;
  gint64      value;    /* at least 1 */
} TlGraphSize;

/* BindSymbolicVars: symbolic sizes of the function's parameters get values. */
TlModule          *tl_graph_bind_sizes (TlModule *module, const char *func_name, const TlGraphSize *sizes, guint n_sizes, GError **error);

typedef struct
{
  const char           *name;              /* "dnnl.matmul_bias" */
  const TlGraphPattern *pattern;
  gboolean              keeps_constants;   /* they are part of the functions: bind_constants=True; if not, parameters */
} TlFusionPattern;

/*
 * FuseOpsByPattern: what matches a pattern becomes a function with the attribute Composite, the name of the pattern; earlier patterns come
 * first. With @annotates_codegen each of them is in a public function with the attribute Codegen, the name as far as its first point. NULL
 * with TL_GRAPH_ERROR.
 */
TlModule          *tl_graph_fuse_by_pattern (TlModule *module, const TlFusionPattern *patterns, guint n_patterns,
                                             gboolean annotates_codegen, GError **error);

G_END_DECLS
