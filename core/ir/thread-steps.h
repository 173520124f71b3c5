/* SPDX-License-Identifier: Apache-2.0 */
/* How much code a statement is to a thread of a GPU. */
#pragma once

#include "core/ir/stmt.h"

G_BEGIN_DECLS

/* 0: the statement is no step. Threads move vectors at once, but compute lane by lane. */
static inline guint
tl_stmt_thread_steps (const TlStmt *stmt)
{
  if (stmt->kind == TL_STMT_STORE)
    return stmt->value->kind == TL_EXPR_LOAD ? 1 : stmt->value->dtype.lanes;
  return stmt->kind == TL_STMT_EVALUATE || stmt->kind == TL_STMT_ASSERT;
}

G_END_DECLS
