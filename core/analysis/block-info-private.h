/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files about scopes. */
#pragma once

#include "core/analysis/block-info.h"

G_BEGIN_DECLS

typedef struct
{
  const TlStmt  *block;
  const TlStmt **loops;     /* from the scope down */
  guint          n_loops;
} TlScopeChild;

struct _TlScopeInfo
{
  TlArena      *arena;      /* borrowed */
  const TlStmt *scope;
  TlScopeChild *children;   /* in arena, in execution order */
  guint         n_children, children_capacity;
  const TlStmt *foreign;    /* the first statement that is neither loop, block nor sequence; NULL if none */
};

const TlScopeChild *tl_scope_child (const TlScopeInfo *info, guint index);
gboolean            tl_block_writes (const TlStmt *block, const TlBuffer *buffer);
gboolean            tl_block_reads (const TlStmt *block, const TlBuffer *buffer);
const TlIter       *tl_loops_iters (TlArena *arena, const TlStmt *const *loops, guint n_loops);

/* Sets *@why (nullable) to the text and returns FALSE, so that a check reads "return tl_because (…)". */
gboolean            tl_because (char **why, const char *format, ...) G_GNUC_PRINTF (2, 3);

G_END_DECLS
