/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FuseOps: bindings that can run as one kernel become a function of their own, with the attribute "Primitive", and a call of it. They are
 * chosen by fusion-graph-private.h.
 */
#include "core/graph/passes/fuse-groups-private.h"
#include "core/graph/passes/fusion-graph-private.h"

#define MAX_NODES 256     /* TVM's relax.FuseOps.max_depth */

static gconstpointer
group_of (gpointer user_data, const TlRelaxVar *var)
{
  return tl_fusion_graph_group (user_data, var);
}

static const TlGraphFunc *
fuse_function (TlGraphEdit *edit, const TlGraphFunc *func, gpointer user_data, GError **error)
{
  g_autoptr (TlFusionGraph) graph = NULL;
  TlFuseGroups              groups = { .group_of = group_of };

  if (tl_graph_func_is_primitive (func))
    return func;
  graph = tl_fusion_graph_new (edit->module, func);
  tl_fusion_graph_partition (graph, MAX_NODES);
  groups.user_data = graph;
  return tl_fuse_groups_apply (&groups, edit, func);
}

TlModule *
tl_fuse_ops (TlModule *module, GError **error)
{
  return tl_graph_change_functions (module, fuse_function, NULL, error);
}
