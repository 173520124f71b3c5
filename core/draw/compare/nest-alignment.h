/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Nests of 2 to 6 schedules of one program beside each other: loops and blocks that correspond stand in one row.
 *
 *   j ×1024   j_0 ×64     j_0 ×8   ∥        A row has a cell for each schedule; each loop and block has one cell, in its own order.
 *     (missing)           j_1 ×2            Ribbons tell which loops became which from one column to the next.
 *             j_1 ×16     j_2 ×16 ⟦16⟧
 */
#pragma once

#include "core/draw/nest.h"
#include "core/schedule/state.h"

G_BEGIN_DECLS

#define TL_COMPARED_MAX 6u

typedef enum
{
  TL_CELL_EMPTY,      /* neither the baseline nor this schedule has something here */
  TL_CELL_SAME,
  TL_CELL_CHANGED,
  TL_CELL_ADDED,      /* the baseline has nothing here */
  TL_CELL_MISSING,    /* the baseline has something here */
} TlCellChange;

/* In what a changed cell differs from the baseline's. */
typedef enum
{
  TL_DIFFERS_EXTENT     = 1 << 0,
  TL_DIFFERS_KIND       = 1 << 1,
  TL_DIFFERS_PREDICATE  = 1 << 2,
  TL_DIFFERS_ANNOTATION = 1 << 3,
  TL_DIFFERS_ACCESSES   = 1 << 4,   /* a block reads or writes other buffers */
} TlCellDifference;

typedef struct
{
  gint         item;      /* of the column's nest; -1: none */
  TlCellChange change;
  guint        differs;   /* TlCellDifference */
} TlAlignedCell;

typedef struct
{
  TlAlignedCell cells[TL_COMPARED_MAX];
  guint         depth;    /* where a cell without item stands in */
} TlAlignedRow;

/* A loop of @column and one of the next column that run through a common part of an axis. */
typedef struct
{
  guint    column;
  guint    from_row, to_row;
  guint    family;        /* its hue */
  gboolean is_plain;      /* the loops correspond to nothing else, in the same row */
} TlRibbon;

/* Immutable, any thread. */
typedef struct
{
  guint         n_columns;
  guint         baseline;
  TlState      *states[TL_COMPARED_MAX];
  TlNest       *nests[TL_COMPARED_MAX];
  TlAlignedRow *rows;
  guint         n_rows;
  TlRibbon     *ribbons;    /* by column */
  guint         n_ribbons;
  guint         n_differences;   /* cells that are changed, added or missing */
} TlNestAlignment;

/* Of states with a common start, 1 to 6 of them. */
TlNestAlignment *tl_nest_alignment_new (TlState *const *states, guint n_states, guint baseline, const char *func_name);
void             tl_nest_alignment_free (TlNestAlignment *alignment);

/* The row of an item, and of a loop or block; -1: none. */
gint             tl_nest_alignment_find (const TlNestAlignment *alignment, guint column, TlNodeId id);
/* The next (1) or previous (-1) cell that differs after the one at *row, *column, which may be -1; goes round. FALSE: there is none. */
gboolean         tl_nest_alignment_step (const TlNestAlignment *alignment, gint direction, gint *row, gint *column);
/* "i_0, extent 171, changed: extent 1024 → 171", for tooltips and screen readers. Free with g_free. */
char            *tl_nest_alignment_describe (const TlNestAlignment *alignment, guint row, guint column);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlNestAlignment, tl_nest_alignment_free)

G_END_DECLS
