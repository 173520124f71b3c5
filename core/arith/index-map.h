/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Index maps: "lambda i, j: (i // 16, j // 16, i % 16, j % 16,)". Layout primitives take them to say where an element moves.
 * core/text prints and reads them, core/schedule carries them as arguments of steps.
 */
#pragma once

#include "core/ir/buffer.h"
#include "core/arith/iter-map.h"

G_BEGIN_DECLS

typedef struct _TlIndexMap TlIndexMap;

/**
 * TlIndexMap: expressions of new indices over variables that stand for the old ones. Immutable, in an arena.
 * An axis separator k stands before final index k, 0 < k < n_final, ascending: IndexMap.AXIS_SEPARATOR in the list.
 */
struct _TlIndexMap
{
  const TlVar  *const *initial;
  guint                n_initial;
  const TlExpr *const *final;
  guint                n_final;
  const gint64        *separators;     /* nullable */
  guint                n_separators;
  const TlIndexMap    *inverse;        /* nullable: stated by who wrote the map, not checked */
};

/* The arrays are copied, the expressions shared. */
const TlIndexMap *tl_index_map_new (TlArena *arena, const TlVar *const *initial, guint n_initial, const TlExpr *const *final,
                                    guint n_final);
const TlIndexMap *tl_index_map_with_separators (TlArena *arena, const TlIndexMap *map, const gint64 *separators, guint n_separators);
const TlIndexMap *tl_index_map_with_inverse (TlArena *arena, const TlIndexMap *map, const TlIndexMap *inverse);
/* The map with @values in place of its last @n variables, which are no indices from there on. An inverse stays as it is. */
const TlIndexMap *tl_index_map_with_last (TlArena *arena, const TlIndexMap *map, const TlExpr *const *values, guint n);
/* Shares nothing with @map but buffers that its expressions may load from. */
const TlIndexMap *tl_index_map_dup (TlArena *arena, const TlIndexMap *map);
/* The map over variables of @dtype, numbers in it of that type, too. Its inverse stays as it is. */
const TlIndexMap *tl_index_map_with_dtype (TlArena *arena, const TlIndexMap *map, TlDType dtype);
/* Equal up to the names of the variables; both may be NULL. */
gboolean          tl_index_map_equal (const TlIndexMap *a, const TlIndexMap *b);

/*
 * @indices: n_initial expressions; @result: room for n_final, simplified with what @analyzer knows, in its arena. The result takes
 * the indices' types.
 */
void              tl_index_map_indices (TlAnalyzer *analyzer, const TlIndexMap *map, const TlExpr *const *indices, const TlExpr **result);
/* The box around all images of the box @ranges. */
void              tl_index_map_ranges (TlAnalyzer *analyzer, const TlIndexMap *map, const TlRange *ranges, TlRange *result);
/* The shape of a buffer of @shape after the map; FALSE with @why (nullable, g_free) if an index may not start at 0. */
gboolean          tl_index_map_shape (TlAnalyzer *analyzer, const TlIndexMap *map, const TlExpr *const *shape, const TlExpr **result,
                                      char **why);

/*
 * The map back, for indices in @ranges: NULL with @why (nullable, g_free) unless each point of the box of images is hit exactly once.
 * A stated inverse is returned as it is. Variables are named as TVM names them: "axis0", or like the old index that is moved as a whole.
 */
const TlIndexMap *tl_index_map_invert (TlAnalyzer *analyzer, const TlIndexMap *map, const TlRange *ranges, char **why);
/*
 * The map back where the box of images holds more than the images ("lambda i: (i // 4, i % 4)" over 15): @padding is where no old index
 * leads to, a condition over the result's variables, NULL where there is no padding. NULL with @why unless each image is hit once. A stated
 * inverse is taken to have no padding, as in TVM.
 */
const TlIndexMap *tl_index_map_invert_padded (TlAnalyzer *analyzer, const TlIndexMap *map, const TlRange *ranges, const TlExpr **padding,
                                              char **why);

/*
 * A layout in which an access at @indices, expressions of @iters (outermost first), walks through memory in the order in which the
 * iterators run: one index for each piece of an iterator that the position in @buffer is made of. With its inverse. NULL if the position is
 * no surjective iteration map under @predicate (nullable), or is always the same.
 */
const TlIndexMap *tl_index_map_suggest (TlArena *arena, const TlBuffer *buffer, const TlExpr *const *indices, const TlIter *iters,
                                        guint n_iters,
                                        const TlExpr *predicate);

G_END_DECLS
