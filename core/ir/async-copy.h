/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies that a thread starts and that go on by themselves, from global to shared memory:
 *
 *   T.ptx_cp_async (type, to.data, offset, from.data, offset, bytes[, condition])   without the condition zeros are stored
 *   T.ptx_commit_group ()                  the copies that the thread has started since the last one are a group, or none
 *   T.ptx_wait_group (n)                   waits until all groups but the n last ones have arrived
 *
 * Groups arrive in order. Elements that have arrived are stores of the thread that waited for them: others see them behind a barrier.
 */
#pragma once

#include "core/ir/stmt.h"

G_BEGIN_DECLS

#define TL_ASYNC_COPY_SM 80u   /* the first of NVIDIA's GPUs that have them */

typedef struct
{
  const TlBuffer *to, *from;
  const TlExpr   *to_offset, *from_offset;   /* in elements of @dtype, the type of both buffers */
  TlDType         dtype;
  gint64          n_bytes;                   /* 4, 8 or 16 */
  const TlExpr   *condition;                 /* NULL: always */
} TlAsyncCopy;

/* FALSE if @expr is no such call, or none of this form. */
gboolean      tl_async_copy_read (const TlExpr *expr, TlAsyncCopy *copy);
const TlStmt *tl_async_copy_stmt (TlArena *arena, const TlAsyncCopy *copy);
gint64        tl_async_copy_elements (const TlAsyncCopy *copy);

const TlStmt *tl_commit_group_stmt (TlArena *arena);
const TlStmt *tl_wait_group_stmt (TlArena *arena, gint64 n);
gboolean      tl_stmt_is_commit_group (const TlStmt *stmt);
gboolean      tl_stmt_is_wait_group (const TlStmt *stmt);

G_END_DECLS
