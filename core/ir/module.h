/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/stmt.h"

G_BEGIN_DECLS

/* A parameter: a buffer (the usual case), or a scalar variable, or a handle with a buffer matched onto it. */
typedef struct
{
  const char     *name;
  const TlVar    *var;       /* scalar variable; NULL for "A: T.Buffer(...)" */
  const TlBuffer *buffer;    /* NULL for a scalar */
} TlParam;

/**
 * TlPrimFunc: one function. body is always a block named "root" without axes, which holds the function's buffers.
 */
struct _TlPrimFunc
{
  const char    *name;
  const TlParam *params;
  guint          n_params;
  TlAttrs        attrs;      /* "global_symbol", "tir.noalias" … */
  const TlStmt  *body;
};

/* A function of another language of the script, R.function: kept as it is written, in its place after those of TensorIR. */
typedef struct
{
  const char *name;
  const char *text;     /* from its decorator on, without indentation */
} TlForeignFunc;

/**
 * TlModule:
 *
 * One immutable version of a program. It lives in its own arena; a reference to the module is a reference to that arena.
 * Versions share what a rewrite did not touch. Any thread may read it.
 */
struct _TlModule
{
  TlArena                  *arena;
  const char               *name;
  const TlPrimFunc *const  *funcs;
  guint                     n_funcs;
  TlAttrs                   attrs;          /* I.module_attrs */
  const char               *global_infos;   /* the argument of I.module_global_infos as it is written; nullable */
  const TlForeignFunc      *foreign;
  guint                     n_foreign;
  TlNodeId                  next_id;   /* above every id in the module */
};

/* In @arena, which the module takes a reference to: drop the caller's own one afterwards. */
TlModule         *tl_module_new (TlArena *arena, const char *name, const TlPrimFunc *const *funcs, guint n_funcs, TlNodeId next_id);
/* Contents of a module besides its functions; call these before other code sees @module. */
void              tl_module_set_extras (TlModule *module, const TlAttrs *attrs, const char *global_infos, const TlForeignFunc *foreign,
                                        guint n_foreign);
TlModule         *tl_module_ref (const TlModule *module);
void              tl_module_unref (TlModule *module);

/* A new version in a child arena of @module's, with function @func_index replaced. @builder->arena must be that child arena. */
TlModule         *tl_module_with_func (const TlModule *module, TlBuilder *builder, guint func_index, const TlPrimFunc *func);
const TlPrimFunc *tl_prim_func_with_body (TlArena *arena, const TlPrimFunc *func, const TlStmt *body);

/* NULL / -1 if absent. The entry function is "main", else the only one. */
gint              tl_module_find_func (const TlModule *module, const char *name);
gint              tl_module_entry (const TlModule *module);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlModule, tl_module_unref)

G_END_DECLS
