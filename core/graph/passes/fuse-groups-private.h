/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that groups of bindings become. */
#pragma once

#include "core/graph/passes/graph-edit-private.h"

G_BEGIN_DECLS

#define TL_PRIMITIVE_ATTR "Primitive"

/* Whether the function is one that FuseOps made, or a user: it becomes one PrimFunc. */
gboolean tl_graph_func_is_primitive (const TlGraphFunc *func);

/**
 * TlFuseGroup: bindings that become one function, while they are collected.
 */
typedef struct
{
  GPtrArray  *bindings;      /* const TlRelaxBinding *, in order */
  GHashTable *defined;       /* variables of these */
  GArray     *params;        /* private: what comes from outside, in the order of use */
  GString    *hint;          /* "fused_conv2d_add" */
  guint       n_constants;
} TlFuseGroup;

TlFuseGroup       *tl_fuse_group_new (void);
void               tl_fuse_group_free (TlFuseGroup *group);
void               tl_fuse_group_add (TlFuseGroup *group, const TlRelaxBinding *binding);
/*
 * The function of the group, whose result is the variable of its last binding, is added to the module unless it has an equal one. Writes
 * the call of it to @writer, and in front of it the fields of tuples that are its arguments.
 */
void               tl_fuse_group_emit (const TlFuseGroup *group, TlGraphEdit *edit, TlBodyWriter *writer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlFuseGroup, tl_fuse_group_free)

G_END_DECLS
