/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes of a graph, whichever form it has. Every getter fails at most once: the first complaint stays. */
#pragma once

#include <json-glib/json-glib.h>

#include "core/tvm-json/tvm-json.h"

G_BEGIN_DECLS

typedef struct
{
  TlArena    *arena;
  TlNodeId    next_id;
  JsonArray  *nodes;
  GHashTable *exprs;        /* position + 1 → TlExpr: variables are one, and shared expressions are read once */
  GHashTable *buffers;      /* position + 1 → TlBuffer */
  GHashTable *data_vars;    /* position + 1 of a buffer's data → TlBuffer */
  guint       n_visits;
  guint       depth;
  GError    **error;
} TlGraph;

/* A node that is none is NULL, after a complaint. */
typedef JsonObject TlGraphNode;

gpointer     tl_graph_fail (TlGraph *graph, const char *format, ...) G_GNUC_PRINTF (2, 3);   /* NULL */
gboolean     tl_graph_has_failed (const TlGraph *graph);
/* Around everything that follows references: FALSE, with a complaint, where a graph is too deep or too large. */
gboolean     tl_graph_enter (TlGraph *graph);
void         tl_graph_leave (TlGraph *graph);

TlGraphNode *tl_graph_node (TlGraph *graph, gint64 position);
const char  *tl_graph_kind (TlGraphNode *node);                    /* "Add" of "tir.Add"; "" for the null node */
gboolean     tl_graph_is_null (TlGraph *graph, gint64 position);

/* Fields. A reference is the position of a node; 0 where there is none, which is the null node. */
gboolean     tl_graph_has (TlGraphNode *node, const char *key);
gint64       tl_graph_ref (TlGraph *graph, TlGraphNode *node, const char *key);
gint64       tl_graph_int (TlGraph *graph, TlGraphNode *node, const char *key);
const char  *tl_graph_string (TlGraph *graph, TlGraphNode *node, const char *key);   /* of a string node; NULL after a complaint */
const char  *tl_graph_text (TlGraph *graph, gint64 position);                        /* of a node that is a string; NULL if it is none */
gboolean     tl_graph_dtype (TlGraph *graph, TlGraphNode *node, TlDType *dtype);
/* Immediates: the value of IntImm, "int", "bool", FloatImm, "float" … as an INT, BOOL or FLOAT; FALSE for other nodes. */
gboolean     tl_graph_number (TlGraph *graph, gint64 position, TlValue *value);
/* Positions in a list node; NULL and 0 for the null node. Free with g_free. */
gint64      *tl_graph_list (TlGraph *graph, gint64 position, guint *n);
/* The same of a map with text as keys; @keys: container of borrowed strings, freed by the caller. */
gint64      *tl_graph_dict (TlGraph *graph, gint64 position, GPtrArray **keys);

/* Expressions; NULL after a complaint. */
const TlExpr   *tl_graph_expr (TlGraph *graph, gint64 position);
const TlExpr  **tl_graph_exprs (TlGraph *graph, gint64 position, guint *n);
const TlVar    *tl_graph_var (TlGraph *graph, gint64 position);
const TlBuffer *tl_graph_buffer (TlGraph *graph, gint64 position);
gboolean        tl_graph_range (TlGraph *graph, gint64 position, TlRange *range);
TlAttrs         tl_graph_attrs (TlGraph *graph, gint64 position);
const TlStmt   *tl_graph_stmt (TlGraph *graph, gint64 position);

G_END_DECLS
