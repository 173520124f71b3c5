/* SPDX-License-Identifier: Apache-2.0 */
/* Which loops of a nest are folded: their insides are not shown. */
#pragma once

#include "core/draw/nest.h"

G_BEGIN_DECLS

/**
 * TlNestFolds: folds by loop, so that they stay through steps that keep the loop. A person's choice counts; without one, loops are open,
 * but for the copies and initializations of the view in lines.
 */
typedef struct
{
  GHashTable *chosen;   /* TlNodeId → whether folded */
  TlNodeId    path_to;  /* only what stands around this loop or block, and in it, is shown; 0: everything */
} TlNestFolds;

TlNestFolds *tl_nest_folds_new (void);
void         tl_nest_folds_free (TlNestFolds *folds);
void         tl_nest_folds_clear (TlNestFolds *folds);

/* Whether loop @index is folded; @in_lines: in the view in lines. */
gboolean     tl_nest_folds_is_folded (const TlNestFolds *folds, const TlNest *nest, guint index, gboolean in_lines);
/* Whether item @index has an inside to fold. */
gboolean     tl_nest_can_fold (const TlNest *nest, guint index);
void         tl_nest_folds_set (TlNestFolds *folds, TlNodeId loop, gboolean folded);
/* Opens what hides item @index. TRUE if something did. */
gboolean     tl_nest_folds_reveal (TlNestFolds *folds, const TlNest *nest, guint index, gboolean in_lines);
/*
 * Folds, of what is shown, the item with the least of @shares (n_items; NAN counts as nothing), the outermost of several, but none around
 * @kept (an id, or 0). FALSE: nothing is left to fold. tl_nest_folds_open_most: unfolds the one with most.
 */
gboolean     tl_nest_folds_fold_least (TlNestFolds *folds, const TlNest *nest, gboolean in_lines, const double *shares, TlNodeId kept);
gboolean     tl_nest_folds_open_most (TlNestFolds *folds, const TlNest *nest, gboolean in_lines, const double *shares);
/* Fills @hidden (n_items entries); the number of loops and blocks that are not shown. */
guint        tl_nest_folds_hide (const TlNestFolds *folds, const TlNest *nest, gboolean in_lines, gboolean *hidden);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlNestFolds, tl_nest_folds_free)

G_END_DECLS
