/* SPDX-License-Identifier: Apache-2.0 */
/* The next version of a module, and bodies of graph functions, while they are being made. */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

/**
 * TlGraphEdit:
 *
 * The next version of a module. It owns its arena, a child of the module's; clear it, or use g_auto.
 */
typedef struct
{
  const TlModule *module;      /* borrowed */
  TlArena        *arena;
  TlBuilder       builder;     /* new nodes; its ids go on from the module's */
  GArray         *funcs;       /* TlFunc */
  GArray         *known;       /* PrimFuncs by hash, when the first one is looked for */
} TlGraphEdit;

void          tl_graph_edit_init (TlGraphEdit *edit, const TlModule *module);
void          tl_graph_edit_clear (TlGraphEdit *edit);
/* NULL if absent; valid until functions are added. */
const TlFunc *tl_graph_edit_find (const TlGraphEdit *edit, const char *name);
/* Functions whose names are taken are replaced. */
void          tl_graph_edit_set_graph (TlGraphEdit *edit, const char *name, const TlGraphFunc *graph);
void          tl_graph_edit_set_prim (TlGraphEdit *edit, const TlPrimFunc *prim);
void          tl_graph_edit_remove (TlGraphEdit *edit, const char *name);
/* @hint, with a number behind it if another function has that name, as TVM's block builder gives it. In the arena. */
const char   *tl_graph_edit_fresh_name (TlGraphEdit *edit, const char *hint);
/* The name of an equal function, or of @graph itself, which is added. */
const char   *tl_graph_edit_add_graph (TlGraphEdit *edit, const char *hint, const TlGraphFunc *graph);
/* The name of an equal private PrimFunc, or of @prim itself, which is added under its own name or one with a number behind it. */
const char   *tl_graph_edit_add_prim (TlGraphEdit *edit, const TlPrimFunc *prim);
/* The module of all functions, PrimFuncs first, each kind by name: the order of TVM's scripts. */
TlModule     *tl_graph_edit_finish (TlGraphEdit *edit);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlGraphEdit, tl_graph_edit_clear)

/*
 * Calls @change for each graph function of @module, by name, and sets what it gives; NULL with an error ends it, so that NULL comes back.
 */
typedef const TlGraphFunc *(*TlGraphChange) (TlGraphEdit *edit, const TlGraphFunc *func, gpointer user_data, GError **error);
TlModule     *tl_graph_change_functions (TlModule *module, TlGraphChange change, gpointer user_data, GError **error);

/* @func without bindings that nobody uses and that have no effect. */
const TlGraphFunc *tl_drop_unused_bindings (TlGraphEdit *edit, const TlGraphFunc *func);

/* Names of the graph functions in their order; free the array alone. */
GPtrArray    *tl_graph_edit_graph_names (const TlGraphEdit *edit);

/**
 * TlBodyWriter: a body as it grows; blocks that stay empty are left out. Begin a block first.
 */
typedef struct
{
  TlArena *arena;
  GArray  *blocks;      /* TlRelaxBlock */
  GArray  *bindings;    /* of the block that is open */
  gboolean is_dataflow;
} TlBodyWriter;

void        tl_body_writer_init (TlBodyWriter *writer, TlArena *arena);
void        tl_body_writer_clear (TlBodyWriter *writer);
/* Ends the block that is open, unless it is of the same kind: neighbours of one kind become one block, as in TVM. */
void        tl_body_writer_begin (TlBodyWriter *writer, gboolean is_dataflow);
void        tl_body_writer_add (TlBodyWriter *writer, const TlRelaxBinding *binding);
void        tl_body_writer_bind (TlBodyWriter *writer, const TlRelaxVar *var, const TlRelaxExpr *value);
/*
 * A new dataflow variable with the call of the operator of that name; attributes that are not given have their defaults. NULL with
 * TL_GRAPH_ERROR.
 */
const TlRelaxVar *tl_body_writer_call (TlBodyWriter *writer, const char *op_name, const TlRelaxExpr *const *args, guint n_args,
                                       const TlAttrs *given, GError **error);
TlRelaxBody tl_body_writer_finish (TlBodyWriter *writer, const TlRelaxExpr *result);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlBodyWriter, tl_body_writer_clear)

G_END_DECLS
