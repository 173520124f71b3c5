/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that groups of bindings become. */
#pragma once

#include "core/graph/passes/graph-edit-private.h"

G_BEGIN_DECLS

#define TL_PRIMITIVE_ATTR "Primitive"
#define TL_COMPOSITE_ATTR "Composite"

/* Whether the function is one that FuseOps made, or a user: it becomes one PrimFunc. */
gboolean tl_graph_func_is_primitive (const TlGraphFunc *func);

/**
 * TlFuseGroups: which bindings of dataflow blocks become functions.
 */
typedef struct
{
  /* The group of @var, which a binding defines, as any pointer; with @composite that of no group is the variable itself. */
  gconstpointer (*group_of) (gpointer user_data, const TlRelaxVar *var);
  gpointer       user_data;
  const char    *composite;         /* nullable: the attribute "Composite" of these functions, of which one binding is enough then */
  gboolean       keeps_constants;   /* they are in the functions, no parameters */
} TlFuseGroups;

/* @func with calls of functions, which are added to the module, in place of its groups. */
const TlGraphFunc *tl_fuse_groups_apply (const TlFuseGroups *groups, TlGraphEdit *edit, const TlGraphFunc *func);

/**
 * TlFuseGroup: bindings that become one function, while they are collected.
 */
typedef struct
{
  const TlFuseGroups *groups;
  const GPtrArray    *outputs;       /* borrowed; const TlRelaxVar * of its bindings that are used elsewhere, at least one */
  GPtrArray          *bindings;      /* const TlRelaxBinding *, in order */
  GHashTable         *defined;       /* variables of these */
  GArray             *params;        /* private: what comes from outside, in the order of use */
  GString            *hint;          /* "fused_conv2d_add" */
  guint               n_constants;
} TlFuseGroup;

TlFuseGroup       *tl_fuse_group_new (const TlFuseGroups *groups, const GPtrArray *outputs);
void               tl_fuse_group_free (TlFuseGroup *group);
/* A call, or an item of a tuple. */
void               tl_fuse_group_add (TlFuseGroup *group, const TlRelaxBinding *binding);
/*
 * The function of the group, which gives its outputs, is added to the module unless it has an equal one. Writes the call of it to @writer,
 * in front of it the fields of tuples that are its arguments, and behind it its outputs, if there are several.
 */
void               tl_fuse_group_emit (const TlFuseGroup *group, TlGraphEdit *edit, TlBodyWriter *writer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlFuseGroup, tl_fuse_group_free)

G_END_DECLS
