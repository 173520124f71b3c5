/* SPDX-License-Identifier: Apache-2.0 */
/* Objects of TVM as a JSON graph: index maps in traces, modules in databases. */
#pragma once

#include "core/ir/expr.h"

G_BEGIN_DECLS

/* A value on the stack, between init and finish. Nodes are named by their position. */
typedef struct _TlGraphWriter TlGraphWriter;
struct _TlGraphWriter
{
  GString    *nodes;
  guint       n_nodes;
  gboolean    is_classic;   /* the form up to 0.20; else that of 0.27 */
  GHashTable *written;      /* TlExpr* → position */
  GHashTable *plain;        /* a type's, a string's or a number's node as text → position */
  gboolean    fails;        /* set where something has no form as a graph */
  guint     (*other) (TlGraphWriter *writer, const TlExpr *expr);   /* nullable: kinds that no index has, loads for one, and pointers */
  gpointer    user_data;
};

typedef struct
{
  const char *key;
  guint       node;
  const char *text;         /* instead of a node: a plain value */
} TlGraphField;

void  tl_graph_writer_init (TlGraphWriter *writer, gboolean is_classic);
/* The graph that begins at node @root; NULL if the writer failed. Free with g_free. */
char *tl_graph_writer_finish (TlGraphWriter *writer, guint root);

/* Each appends a node and gives its position; plain ones and expressions of the same address stand once. */
guint tl_graph_write_node (TlGraphWriter *writer, const char *text);
guint tl_graph_write_plain (TlGraphWriter *writer, char *text);             /* takes @text */
guint tl_graph_write_string (TlGraphWriter *writer, const char *text);      /* newest form */
guint tl_graph_write_object (TlGraphWriter *writer, const char *type, const TlGraphField *fields, guint n);
guint tl_graph_write_array (TlGraphWriter *writer, const guint *items, guint n);
guint tl_graph_write_type (TlGraphWriter *writer, TlDType dtype);           /* newest form */
guint tl_graph_write_pointer_type (TlGraphWriter *writer, TlDType element, const char *scope);   /* newest form */
guint tl_graph_write_operator (TlGraphWriter *writer, const char *name);    /* what a call is of: an intrinsic's name */
/* An expression: after where it comes from and its type the @fields of its own. */
guint tl_graph_write_typed (TlGraphWriter *writer, const char *package, const char *name, TlDType dtype, const TlGraphField *fields,
                            guint n);
guint tl_graph_write_expr (TlGraphWriter *writer, const TlExpr *expr);
/* A number as the newest form has it, Infinity and NaN among them: in @digits or a literal. */
const char *tl_graph_float_digits (char digits[G_ASCII_DTOSTR_BUF_SIZE], double number);

G_END_DECLS
