/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which bindings of a function become one function. The nodes are its parameters, constants and the bindings of its dataflow blocks, in
 * order; an edge goes to each user and has the user's pattern. A node is fused with its immediate post-dominator, the first node that all
 * ways from it lead through, along with all nodes between.
 *
 * Chen et al., TVM (OSDI 2018), section 3.1, has the rules which patterns go together; post-dominators are found as in Cooper, Harvey and
 * Kennedy, A Simple, Fast Dominance Algorithm: in one pass, since a graph of bindings has no cycles.
 */
#pragma once

#include "core/graph/passes/op-pattern-private.h"
#include "core/ir/module.h"

G_BEGIN_DECLS

typedef struct _TlFusionNode TlFusionNode;

typedef struct
{
  TlFusionNode *user;
  TlOpPattern   pattern;
} TlFusionEdge;

struct _TlFusionNode
{
  TlOpPattern   pattern;
  gboolean      is_external;         /* seen from outside: a parameter, an output of its block */
  GArray       *edges;               /* TlFusionEdge to its users */
  TlFusionNode *dominator;           /* nullable */
  TlOpPattern   dominator_pattern;   /* the hardest on the ways to it */
  guint         depth;               /* in the tree of dominators */
  TlFusionNode *parent;              /* towards the representative of its group; that one has itself */
  TlOpPattern   group_pattern;       /* of a representative */
  guint         n_in_group;
  guint         mark;
};

/**
 * TlFusionGraph: owns its nodes; free with tl_fusion_graph_free.
 */
typedef struct
{
  const TlModule *module;
  GPtrArray      *nodes;             /* in order */
  GHashTable     *node_of;           /* TlRelaxExpr (variable or constant) → TlFusionNode */
  guint           last_mark;
} TlFusionGraph;

TlFusionGraph *tl_fusion_graph_new (const TlModule *module, const TlGraphFunc *func);
void           tl_fusion_graph_free (TlFusionGraph *graph);
/* Forms the groups; none gets more than @max_nodes nodes. */
void           tl_fusion_graph_partition (TlFusionGraph *graph, guint max_nodes);
/* The representative of the group of @var, which a binding of a dataflow block defines; NULL for other variables. */
TlFusionNode  *tl_fusion_graph_group (TlFusionGraph *graph, const TlRelaxVar *var);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlFusionGraph, tl_fusion_graph_free)

G_END_DECLS
