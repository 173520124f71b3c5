/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/analysis/traffic.h"

G_BEGIN_DECLS

/* How a statement uses a buffer first. */
typedef enum
{
  TL_FIRST_NONE,
  TL_FIRST_READ,
  TL_FIRST_WRITE,
  TL_FIRST_INIT,      /* it writes where the loops of the reduction stand at their start, and reads where they do not */
} TlFirstUse;

TlFirstUse    tl_first_use (const TlStmt *stmt, const TlBuffer *buffer);

/*
 * The bytes of the lines that the region touches, on average where it is not known how it lies to them; -1 symbolic. @memory: the part of
 * the buffer that there is, which begins at a line.
 */
double        tl_touched_line_bytes (TlArena *arena, const TlTouched *touched, const TlTouched *memory);
/* The elements of the memory in dimension @dim; FALSE if symbolic. */
gboolean      tl_memory_extent (const TlTouched *memory, guint dim, gint64 *extent);

/*
 * The same program with loops that their indices take apart, as fusing makes them, as the loops that they came from: of one with
 * "f // 16" and "f % 16" become two. Loops of one iteration go. Ids and what is not an index are left alone: for counting.
 */
const TlStmt *tl_stmt_split_fused (TlArena *arena, const TlStmt *stmt);

/*
 * The iterations of the loop in which something runs, fewer than its extent where predicates cut a split: a fraction counts for a part of
 * an iteration. @outer: const TlLoop *, those around it. -1 symbolic.
 */
double        tl_loop_count_iterations (const TlStmt *loop, GPtrArray *outer);

/* Fills @moved of each buffer. */
void          tl_traffic_count (TlTraffic *traffic);
/* FALSE where a form of the body without fused loops has a buffer of its own, as one whose size depends on such a loop. */
gboolean      tl_traffic_has_buffers (const TlTraffic *traffic, TlArena *arena, const TlStmt *body);

G_END_DECLS
