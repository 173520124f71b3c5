/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/relax.h"
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

/* A function that a library brings: R.ExternFunc. */
typedef struct
{
  const char *symbol;   /* its name there */
} TlExternFunc;

typedef enum
{
  TL_FUNC_PRIM,
  TL_FUNC_GRAPH,
  TL_FUNC_EXTERN,
} TlFuncKind;

/* One function of a module. Its name is its global symbol; no two of a module have one name. */
typedef struct
{
  TlFuncKind  kind;
  const char *name;
  union
  {
    const TlPrimFunc   *prim;
    const TlGraphFunc  *graph;
    const TlExternFunc *external;
  };
} TlFunc;

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
  const TlFunc             *funcs;          /* in the order of the script */
  guint                     n_funcs;
  const TlPrimFunc *const  *prims;          /* the PrimFuncs among them, in order */
  guint                     n_prims;
  TlAttrs                   attrs;          /* I.module_attrs */
  const char               *global_infos;   /* the argument of I.module_global_infos as it is written; nullable */
  TlNodeId                  next_id;        /* above every id in the module */
};

/* In @arena, which the module takes a reference to: drop the caller's own one afterwards. */
TlModule         *tl_module_new (TlArena *arena, const char *name, const TlFunc *funcs, guint n_funcs, TlNodeId next_id);
TlModule         *tl_module_new_prims (TlArena *arena, const char *name, const TlPrimFunc *const *prims, guint n_prims, TlNodeId next_id);
/* Contents of a module besides its functions; call it before other code sees @module. */
void              tl_module_set_attrs (TlModule *module, const TlAttrs *attrs, const char *global_infos);
TlModule         *tl_module_ref (const TlModule *module);
void              tl_module_unref (TlModule *module);

/* A new version in a child arena of @module's, with the PrimFunc of @func's name replaced. @builder->arena must be that child arena. */
TlModule         *tl_module_with_func (const TlModule *module, TlBuilder *builder, const TlPrimFunc *func);
/* The same for all PrimFuncs: @prims has one for each of @module's, in their order. In @arena, whose owner @module's outlives. */
TlModule         *tl_module_with_prims (const TlModule *module, TlArena *arena, const TlPrimFunc *const *prims, TlNodeId next_id);
const TlPrimFunc *tl_prim_func_with_body (TlArena *arena, const TlPrimFunc *func, const TlStmt *body);

/* NULL if absent; tl_module_prim also if that name is not a PrimFunc's. The entry function is "main", else the only PrimFunc. */
const TlFunc     *tl_module_find_func (const TlModule *module, const char *name);
const TlPrimFunc *tl_module_prim (const TlModule *module, const char *name);
const TlPrimFunc *tl_module_entry (const TlModule *module);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlModule, tl_module_unref)

G_END_DECLS
