/* SPDX-License-Identifier: Apache-2.0 */
/* When two programs count as one workload of a database. */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

/*
 * name, other name, what it compares. Programs here hold no constant tensors (T.allocate_const), whose values are all that "ignore-tensor"
 * leaves out: on what can be read it is "structural".
 */
#define TL_MODULE_EQUALITIES(X)                                                                                                           \
  X (STRUCTURAL, "structural", NULL, "The whole programs")                                                                                \
  X (IGNORE_TENSOR, "ignore-tensor", "ignore-ndarray", "The whole programs but for the values of constant tensors")                       \
  X (ANCHOR_BLOCK, "anchor-block", NULL, "The reductions with most operations; the whole programs if one has none")

typedef enum
{
#define X(kind, name, alias, summary) TL_MODULE_EQUALITY_##kind,
  TL_MODULE_EQUALITIES (X)
#undef X
  TL_N_MODULE_EQUALITIES,
} TlModuleEquality;

gboolean        tl_module_equality_parse (const char *name, TlModuleEquality *equality);   /* TVM's name or ours */

gboolean        tl_module_equality_holds (TlModuleEquality equality, const TlModule *a, const TlModule *b);
/* Modules for which it holds have one hash. */
guint64         tl_module_equality_hash (TlModuleEquality equality, const TlModule *module);

/* The block of the entry function that has an init, of several the one with most operations; NULL if there is none. */
const TlStmt   *tl_module_anchor_block (const TlModule *module);

G_END_DECLS
