/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How features come about:
 *
 *   scheduled function ──▶ view (store-view.c)        what it stores, under which loops, indices as sums over their variables: blocks are
 *                            │                         gone, buffers stand where they are used and have the size in use there
 *                            ▼
 *                          touches (touch.c)           how much of each buffer the iterations of each loop touch
 *                            │
 *                            ▼
 *                          one group of columns a file: ops-and-loops.c, buffer-columns.c, intensity.c, allocation.c, outer-scope.c,
 *                          workload-kind.c,
 *                          vector-body.c
 */
#pragma once

#include "core/cost-model/features.h"

G_BEGIN_DECLS

#define TL_MAX_LOOPS 64u

/* The part of one buffer that stores have touched so far under one loop. */
typedef struct _TlTouch TlTouch;
struct _TlTouch
{
  const TlBuffer *buffer;
  guint           n;          /* stores */
  gint64          least;      /* elements */
  gint64          total;
  TlTouch        *next;
};

/* A loop; of one iteration only if it is marked in some way. */
typedef struct _TlViewLoop TlViewLoop;
struct _TlViewLoop
{
  const TlLoop *loop;
  TlViewLoop   *outer;        /* NULL: none */
  guint         depth;        /* 0: outermost */
  gint64        min, extent;
  TlTouch      *touches;
};

/* One summand of an index, in the order of the simplified expression. */
typedef struct
{
  const TlExpr *atom;
  gint64        factor;       /* never 0 */
  gint          depth;        /* of the loop whose variable @atom is; -1: anything else */
  guint64       loops;        /* bit d: the variable of the loop at depth d occurs in @atom */
  gint64        low, high;    /* of factor * atom while touches are counted */
} TlIndexTerm;

typedef struct
{
  TlIndexTerm *terms;
  guint   n_terms;
  gint64  constant;
} TlIndexSum;

/* A condition under which a store runs: sum <= most. */
typedef struct
{
  TlIndexSum sum;
  gint64     most;
} TlViewGuard;

typedef struct
{
  const TlBuffer *buffer;
  TlIndexSum     *indices;    /* buffer->n_dims */
  gboolean        is_write;
} TlAccess;

/* A buffer of the function. */
typedef struct
{
  const TlBuffer   *buffer;
  gboolean          is_allocated;  /* here; else a parameter */
  gboolean          is_accessed;
  const TlViewLoop *home;          /* innermost loop around all accesses; NULL: none, or a parameter */
  guint             n_outer;       /* loops around the allocation */
  gint64           *shape;         /* that is in use where it is allocated */
} TlViewBuffer;

/* The role of one buffer in a store. */
typedef struct
{
  const TlBuffer *buffer;
  gint64         *shape;
  guint           first;           /* of its accesses in @order */
  guint           n_accesses;
  gboolean        is_read, is_written;
  gint64         *touched;         /* elements, for each loop around: in all its iterations, of one of those outside */
  gint64         *extents;         /* n_dims: of the box that is touched in all */
  guint64         loops;           /* those whose variables its indices have */
} TlStoreBuffer;

typedef struct
{
  const TlBuffer  *buffer;
  const TlExpr    *value;          /* simplified; loads in it are among the accesses */
  TlAccess        *accesses;       /* the store itself, then loads in their order */
  guint            n_accesses;
  gboolean         is_constant;    /* an immediate: no row */
  TlViewLoop     **loops;          /* around it, outermost first */
  guint            n_loops;
  TlViewGuard     *guards;
  guint            n_guards;
  double           iterations;     /* product of their extents */
  /* By tl_store_view_touch: */
  TlStoreBuffer   *buffers;
  guint            n_buffers;
  gint64          *touched_bytes;  /* n_loops */
} TlViewStore;

typedef struct
{
  TlArena       *arena;
  TlViewStore  **stores;           /* in program order */
  guint          n_stores, stores_capacity;
  TlViewBuffer **buffers;
  guint          n_buffers, buffers_capacity;
  gboolean       is_gpu;
  guint          vector_bits;      /* of the target's registers; 0: it has none */
} TlStoreView;

/* @view is zero but for its arena and what the target says, and lives in its arena. */
gboolean            tl_store_view_build (TlStoreView *view, const TlPrimFunc *func, GError **error);
const TlViewBuffer *tl_store_view_find_buffer (const TlStoreView *view, const TlBuffer *buffer);
/* Fills in the last part of @store, and counts with the loops around what it touches. In program order. */
void                tl_store_view_touch (TlStoreView *view, TlViewStore *store);

/* An index as a sum: @expr is simplified, @loops those around. */
TlIndexSum          tl_index_sum (TlArena *arena, const TlExpr *expr, TlViewLoop *const *loops, guint n_loops);
/*
 * Bounds of an expression while loops from depth @first on run and those outside stand at their first iteration; G_MININT64/MAXINT64: none.
 */
void tl_store_view_bounds (const TlExpr *expr, TlViewLoop *const *loops, guint n_loops, guint first, gint64 *low, gint64 *high);
/* The bits of loops whose variables occur in it. */
guint64             tl_store_view_expr_loops (const TlExpr *expr, TlViewLoop *const *loops, guint n_loops);

/* sign (x) log2 (|x| + 1) */
float               tl_feature_log (double x);

/* The groups: each fills its columns of a row and gives where the next begins. */
typedef struct
{
  double float_ops, int_ops;    /* those of the value, for all iterations */
} TlOpTotals;
float *tl_feature_ops_and_loops (const TlStoreView *view, const TlViewStore *store, TlOpTotals *totals, float *out);
float *tl_feature_buffers (const TlStoreView *view, const TlViewStore *store, float *out);
float *tl_feature_intensity (const TlViewStore *store, const TlOpTotals *totals, float *out);
float *tl_feature_allocation (const TlStoreView *view, const TlViewStore *store, float *out);
float *tl_feature_outer_scope (const TlViewStore *store, float *out);
float *tl_feature_workload (const TlPrimFunc *func, float *out);
float *tl_feature_vector_body (const TlStoreView *view, const TlViewStore *store, float *out);

/* A group with its columns: each row defines its own table beside the code that fills it. */
typedef struct
{
  const char     *name;
  const char     *definition;
  TlFeatureScale  scale;
} TlColumnRow;

typedef struct
{
  TlFeatureGroup     group;
  const TlColumnRow *rows;      /* group.n_columns */
} TlColumnGroup;

extern const TlColumnGroup tl_group_ops, tl_group_loops, tl_group_threads, tl_group_buffers, tl_group_intensity, tl_group_allocation,
  tl_group_outer_scope, tl_group_workload, tl_group_vector_body;

G_END_DECLS
