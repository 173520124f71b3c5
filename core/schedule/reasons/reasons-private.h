/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/analysis/footprint.h"
#include "core/schedule/step-reason.h"

G_BEGIN_DECLS

/* A step, and the programs before and after it. */
typedef struct
{
  TlArena        *arena;
  TlState        *state;
  const TlInst   *inst;
  const TlModule *before, *after;
  const TlTarget *target;
  GString        *text;      /* the sentence, without its end */
} TlReason;

/* --- arguments and results --- */

/* 0: no loop or block. */
TlNodeId       tl_reason_arg_node (const TlReason *reason, guint index);
/* Of the loops that are the first argument, as of fuse. */
guint          tl_reason_n_loops (const TlReason *reason);
TlNodeId       tl_reason_nth_loop (const TlReason *reason, guint index);
/* 0: no number. */
gint64         tl_reason_arg_int (const TlReason *reason, guint index);
const char    *tl_reason_arg_string (const TlReason *reason, guint index);
guint          tl_reason_n_outputs (const TlReason *reason);
const TlRvValue *tl_reason_output (const TlReason *reason, guint index);
/* The loop or block in a program; NULL: it is not there. */
const TlLoop  *tl_reason_loop (const TlModule *module, TlNodeId node);
const TlBlock *tl_reason_block (const TlModule *module, TlNodeId node);
const char    *tl_reason_name (const TlModule *module, TlNodeId node);
/* The first block in @node, one with a reduction if there is one; the block itself; NULL. */
const TlBlock *tl_reason_main_block (const TlModule *module, TlNodeId node);

/* --- counts; -1 symbolic --- */

gint64         tl_reason_extent (const TlLoop *loop);
/* Borrowed from the reason's arena; "?" for NULL. */
const char    *tl_reason_extent_text (const TlReason *reason, const TlLoop *loop);
/* How often the block or the body of the loop runs; @outer: how often the loop or block as a whole is reached. */
double         tl_reason_n_runs (const TlModule *module, TlNodeId node);
double         tl_reason_n_reached (const TlModule *module, TlNodeId node);
/* Loads from the buffer, or stores to it, initial values aside. */
double         tl_reason_n_accesses (const TlModule *module, const TlBuffer *buffer, gboolean is_store);
gint64         tl_reason_buffer_bytes (const TlBuffer *buffer);
/* Buffers that blocks of @module allocate or functions take; the first of @a that @b does not have, NULL. */
GPtrArray     *tl_reason_buffers (const TlModule *module);
const TlBuffer *tl_reason_only_in (const TlModule *a, const TlModule *b);

/* --- texts --- */

void           tl_reason_add (TlReason *reason, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* "16 384", "2.1 G"; "—". Free with g_free. */
char          *tl_reason_count_text (double count);
/* "128 × 64 × 8" of extents. Free with g_free. */
char          *tl_reason_shape_text (const TlBuffer *buffer);
/* "; one iteration of i_0 touches 16 KiB and fits L1" */
void           tl_reason_add_footprint (TlReason *reason, TlNodeId loop);
/* "; along j_1: C, B contiguous, A the same" */
void           tl_reason_add_movement (TlReason *reason, const TlModule *module, TlNodeId loop);

/* --- rows: a primitive's own sentence --- */

typedef void (*TlReasonFunc) (TlReason *reason);

void           tl_reason_of_get (TlReason *reason);
void           tl_reason_of_sample (TlReason *reason);
void           tl_reason_of_sample_location (TlReason *reason);
void           tl_reason_of_split (TlReason *reason);
void           tl_reason_of_partition (TlReason *reason);
void           tl_reason_of_fuse (TlReason *reason);
void           tl_reason_of_merge (TlReason *reason);
void           tl_reason_of_reorder (TlReason *reason);
void           tl_reason_of_unit_loop (TlReason *reason);
void           tl_reason_of_axis_order (TlReason *reason);
void           tl_reason_of_parallel (TlReason *reason);
void           tl_reason_of_vectorize (TlReason *reason);
void           tl_reason_of_unroll (TlReason *reason);
void           tl_reason_of_bind (TlReason *reason);
void           tl_reason_of_move (TlReason *reason);
void           tl_reason_of_inline (TlReason *reason);
void           tl_reason_of_copy (TlReason *reason);
void           tl_reason_of_rolling (TlReason *reason);
void           tl_reason_of_decompose (TlReason *reason);
void           tl_reason_of_rfactor (TlReason *reason);
void           tl_reason_of_padding (TlReason *reason);
void           tl_reason_of_pad_einsum (TlReason *reason);
void           tl_reason_of_blockize (TlReason *reason);
void           tl_reason_of_tensorize (TlReason *reason);
void           tl_reason_of_layout (TlReason *reason);
void           tl_reason_of_block_layout (TlReason *reason);
void           tl_reason_of_buffer (TlReason *reason);
void           tl_reason_of_align (TlReason *reason);
void           tl_reason_of_access (TlReason *reason);
void           tl_reason_of_annotation (TlReason *reason);
void           tl_reason_of_postproc (TlReason *reason);

G_END_DECLS
