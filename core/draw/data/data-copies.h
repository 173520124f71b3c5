/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of buffers (cache_read, cache_write, packed panels): which part of the original a tile of the copy holds. */
#pragma once

#include "core/draw/data/data-layout.h"

G_BEGIN_DECLS

/*
 * A buffer of a layout that another block fills from a buffer which the layout does not show, or copies back to one. Part of the layout.
 */
struct _TlDataCopy
{
  const TlDataBuffer *buffer;
  TlDataBuffer        original;   /* its sides run as those of @buffer; no tiles, no index */
  const TlBlock      *block;      /* that copies */
  const TlLoop       *loop;       /* the innermost loop around both blocks; NULL: the copy is made once */
  gboolean            is_back;    /* from @buffer to the original */
  const TlExpr *const *inside;    /* the index of @buffer in @block */
  const TlExpr *const *outside;   /* the index of the original there */
};

/* Finds the copies of the layout's buffers; called once, when it is made. */
void  tl_data_layout_find_copies (TlDataLayout *layout, const TlNest *nest);

/* The box of the original that the tile @spans of the copy holds, a span for each dimension of the original. */
void  tl_data_copy_region (const TlDataCopy *copy, const TlTileSpan *spans, TlTileSpan *region);

/* "copy of B, once per k_0", "copied to C once". Free with g_free. */
char *tl_data_copy_text (const TlDataCopy *copy);

/* NULL: it is no copy. */
const TlDataCopy *tl_data_layout_copy_of (const TlDataLayout *layout, const TlDataBuffer *buffer);

G_END_DECLS
