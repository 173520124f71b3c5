/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Models as messages. The payload has the objects of the kernels, then, if results are checked, the kernels' own programs as scripts, one
 * after the other in the order of the kernels. Tensors travel in a file in memory that both ends map: constants, inputs, outputs.
 */
#pragma once

#include "core/graph/executable.h"
#include "core/worker/message.h"

G_BEGIN_DECLS

/* The calls of an executable, without what belongs to its kernels. Owns them. */
typedef struct
{
  GPtrArray *calls, *setup;          /* TlKernelCall, without names */
  GArray    *copies;                 /* TlResultCopy */
  guint      n_kernels;
  gint64     n_bytes[TL_N_REGIONS];
} TlModelCalls;

/* Where a region before TL_REGION_ARENA begins in the file. */
gint64   tl_model_file_offset (const gint64 *n_bytes, TlMemoryRegion region);
/* Its size: also of tensors without elements it can be mapped. */
gsize    tl_model_file_bytes (const gint64 *n_bytes);

void     tl_header_set_model (JsonObject *header, const TlExecutable *executable);
/* FALSE if it is malformed: every kernel and place of what is read exists. */
gboolean tl_header_get_model (JsonObject *header, TlModelCalls *calls);
void     tl_model_calls_clear (TlModelCalls *calls);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlModelCalls, tl_model_calls_clear)

G_END_DECLS
