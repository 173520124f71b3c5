/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/arith/analyzer.h"

G_BEGIN_DECLS

/* An input iterator: @var over [min, min + extent). */
typedef struct
{
  const TlVar  *var;
  const TlExpr *min;
  const TlExpr *extent;
} TlIter;

typedef enum
{
  TL_ITER_MAP_BIJECTIVE,   /* each point of the output box is hit exactly once */
  TL_ITER_MAP_SURJECTIVE,  /* each point is hit; some iterators may not occur */
  TL_ITER_MAP_NO_CHECK,    /* no piece is used twice, but values may be left out */
} TlIterMapCheck;

/**
 * Quasi-affine iteration maps: sums of split and fused pieces of the iterators, each piece used once
 * (Feng et al., TensorIR, ASPLOS 2023, §4).
 *
 * Accepts and refuses what TVM does, except where TVM is wrong: it takes (i % 8 + 2) // 4, and (i + 2) // 4 beside (i + 2) % 4, as one to
 * one, inverts maps that lose values, and replaces two regions that meet at a corner by the box around them. These are refused here.
 * tests/oracle/compare-arith.py and tests/arith/test-iter-map.c list such cases.
 *
 * tl_iter_map_detect: TRUE if @bindings are independent quasi-affine expressions of @iters under @predicate (nullable) that
 * pass @check. @why (nullable) receives a sentence otherwise, free with g_free.
 */
gboolean tl_iter_map_detect (TlArena *arena, const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters,
                             const TlExpr *predicate, TlIterMapCheck check, char **why);

/*
 * The same where each point is hit (SURJECTIVE) and no binding steps over values: i * 3 over i in [0, 4) is 0, 3, 6, 9. TVM calls such
 * bindings of blocks affine.
 */
gboolean tl_iter_map_detect_unscaled (TlArena *arena, const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters,
                                      const TlExpr *predicate, char **why);

/*
 * Rewrites the bindings into normal form: pieces in descending scale ("io * 8 + ii"), fused and split iterators undone; limits of
 * @predicate hold. With @keep_unit_iters extent-1 iterators stay as terms (behind the piece of the same scale); otherwise they become
 * their min. If the bindings together are no surjective iteration map, under @predicate or without it, all come back as they are: TVM
 * prints them so.
 */
void     tl_iter_map_simplify (TlArena *arena, const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters,
                               const TlExpr *predicate, gboolean keep_unit_iters, const TlExpr **simplified);

/*
 * Where the bindings are bijective: expressions of @outputs (one per binding) that give each iterator's value; FALSE otherwise. Simplified,
 * or
 * @as_found: sums of digits as TVM's inversion leaves them, the last binding first ("ii + io * 8").
 */
gboolean tl_iter_map_invert (TlArena *arena, const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters,
                             gboolean as_found, const TlExpr *const *outputs, const TlExpr **iter_values);

/*
 * The same where the bindings are one to one but the box around their values holds more: i // 4 and i % 4 over 15 values. @padding: a
 * condition on @outputs that says where no point leads to, in TVM's form; NULL: nowhere. Iterators of one value are read from the outputs
 * too where they are kept, else they are their min. FALSE with @why (nullable, g_free): values are lost or met twice.
 */
gboolean tl_iter_map_invert_padded (TlArena *arena, const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters,
                                    gboolean keep_unit_iters, gboolean as_found, const TlExpr *const *outputs,
                                    const TlExpr **iter_values, const TlExpr **padding, char **why);

/* Splits bindings = outer * extent(inner) + inner where @inner_iters are the iterators inside; FALSE if not divisible (blockize). */
gboolean tl_iter_map_subspace_divide (TlArena *arena, const TlExpr *const *bindings, guint n_bindings, const TlIter *iters, guint n_iters,
                                      GHashTable *inner_vars, const TlExpr *predicate, gboolean keep_unit_iters,
                                      const TlExpr **outer, TlRange *outer_range, const TlExpr **inner, TlRange *inner_range);

G_END_DECLS
