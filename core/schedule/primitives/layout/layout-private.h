/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of transform_layout. */
#pragma once

#include "core/schedule/primitives/block-edit-private.h"
#include "core/schedule/primitives/layout/renumber-private.h"

G_BEGIN_DECLS

typedef struct
{
  TlPrimitiveCall  *call;
  TlArena          *arena;
  TlAnalyzer       *analyzer;
  const TlBuffer   *buffer;     /* as it was … */
  const TlBuffer   *moved;      /* … and in the new layout */
  const TlIndexMap *map;
  const TlIndexMap *inverse;    /* nullable if the map is taken on trust */
  const TlExpr     *padding;    /* over the inverse's variables: elements that no old index leads to; NULL: none */
  const TlIndexMap *pad_value;  /* nullable */
  GArray           *iters;      /* TlIter: loops and axes around the accesses */
  const TlExpr     *condition;  /* under which the access stands; NULL: none */
} TlLayout;

/* The condition and the pad value over @vars, one per dimension of the new layout. */
const TlExpr *tl_layout_is_padding (TlLayout *layout, const TlVar *const *vars);
const TlExpr *tl_layout_pad_value (TlLayout *layout, const TlVar *const *vars);

/*
 * A nest that fills the padding by itself, or (a parameter that is only read) one that states what is there. Loops and axes are named by
 * the inverse's variables.
 */
const TlStmt *tl_layout_padding_nest (TlLayout *layout);
const TlStmt *tl_layout_assumption_nest (TlLayout *layout);

/* Loops over the new layout, and axes of a block in them. */
typedef struct
{
  TlLayout     *layout;
  guint         n;
  const TlVar **loops;
  const TlVar **axes;
  TlBlockAxis  *block_axes;
} TlLayoutGrid;

TlLayoutGrid  tl_layout_grid (TlLayout *layout);
const TlStmt *tl_layout_wrap_in_grid (const TlLayoutGrid *grid, const TlStmt *body);

/*
 * @nest, which writes the buffer, changed so that it runs over the new layout and fills the padding along the way. NULL if it is no plain
 * one: each dimension a serial loop of its own, in order, over all its extent.
 */
const TlStmt *tl_layout_refit_nest (TlLayout *layout, const TlStmt *nest);

/* @stmt with all accesses of the buffer in the new layout. */
const TlStmt *tl_layout_move_accesses (TlLayout *layout, const TlStmt *stmt);
const TlExpr *tl_layout_move_value (TlLayout *layout, const TlExpr *expr);
/* The regions of a block whose body is moved. */
void          tl_layout_move_regions (TlLayout *layout, TlBlock *block);

G_END_DECLS
