/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/expr.h"

G_BEGIN_DECLS

/**
 * TlBuffer: a typed multi-dimensional array; its address is its identity. Immutable, in an arena.
 * strides and elem_offset are in elements; NULL strides mean row-major without gaps.
 */
struct _TlBuffer
{
  const char           *name;
  TlDType               dtype;
  const TlExpr *const  *shape;
  guint                 n_dims;
  const TlExpr *const  *strides;          /* nullable, else n_dims */
  const TlExpr         *elem_offset;      /* nullable: 0 */
  const char           *scope;            /* "global", "shared", "local", "global.A_reg" … */
  guint                 alignment_bytes;  /* 64 unless written */
  guint                 offset_factor;    /* 0: no claim */
  const gint64         *axis_separators;
  guint                 n_axis_separators;
  const gint64         *dim_align;        /* lowered programs only: nullable, else n_dims pairs factor (0: none), offset of strides to be */
  gint64                permuted_row;     /* lowered programs only: elements of a row whose pieces may change places; 0: no */
  gboolean              is_auto_broadcast; /* type "auto": dimensions of extent 1 have stride 0 */
};

/* One access range of a region: [min, min + extent). */
typedef struct
{
  const TlExpr *min;
  const TlExpr *extent;
} TlRange;

/* A box of a buffer; ranges has buffer->n_dims entries. */
struct _TlRegion
{
  const TlBuffer *buffer;
  const TlRange  *ranges;
};

/* Row-major, scope "global" when @scope is NULL. */
const TlBuffer *tl_buffer_new (TlArena *arena, const char *name, TlDType dtype, const TlExpr *const *shape, guint n_dims,
                               const char *scope);
const TlBuffer *tl_buffer_new_const (TlArena *arena, const char *name, TlDType dtype, const gint64 *shape, guint n_dims,
                                     const char *scope);

/* A copy with another name/scope, same shape and type. */
const TlBuffer *tl_buffer_copy (TlArena *arena, const TlBuffer *buffer, const char *name, const char *scope);

/* Elements, or -1 if a dimension is symbolic. */
gint64          tl_buffer_n_elements (const TlBuffer *buffer);
gboolean        tl_buffer_get_extent (const TlBuffer *buffer, guint dim, gint64 *extent);
gboolean        tl_buffer_same_shape (const TlBuffer *a, const TlBuffer *b);

/*
 * The threads that are bound to @thread ("threadIdx.x", nullable) see memory of @scope together: those of one GPU block share what is
 * "shared".
 */
gboolean        tl_scope_spans_thread (const char *scope, const char *thread);

/* Its elem_offset; NULL also where that is written as 0, of whichever type: the same buffer. */
const TlExpr   *tl_buffer_offset (const TlBuffer *buffer);
/* The pointer to its memory, "A.data"; and the buffer itself where an attribute names it. */
const TlExpr   *tl_buffer_data (TlArena *arena, const TlBuffer *buffer);
const TlExpr   *tl_buffer_object (TlArena *arena, const TlBuffer *buffer);

/* The whole buffer as a region. */
TlRegion        tl_region_full (TlArena *arena, const TlBuffer *buffer);
/* The single point @indices, extents 1. */
TlRegion        tl_region_point (TlArena *arena, const TlBuffer *buffer, const TlExpr *const *indices);
/* Whether one of the regions is of @buffer. */
gboolean        tl_regions_touch (const TlRegion *regions, guint n_regions, const TlBuffer *buffer);

G_END_DECLS
