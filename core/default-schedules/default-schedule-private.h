/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the rules of this folder share: the function under way, the machine, steps in few words, and a block as a rule looks at it.
 *
 *     anchor         the block at which a rule begins: reductions first, in program order, then the others
 *     part           the blocks that one rule schedules together: the anchor, what follows it element by element …
 *     lanes          elements in a vector register
 */
#pragma once

#include "core/analysis/block-info.h"
#include "core/default-schedules/default-schedule.h"
#include "core/space/schedule-builder.h"

G_BEGIN_DECLS

#define TL_DEFAULT_MAX_LOOPS 16u
#define TL_DEFAULT_MAX_OPERANDS 2u

typedef struct
{
  guint       rv;       /* variable */
  const char *name;     /* as the rule that takes it found it */
} TlDefaultBlock;

typedef struct
{
  TlScheduleBuilder steps;
  const char        *func_name;
  const TlTarget   *target;
  guint             n_registers;    /* of vectors */
  gint64            l1_bytes, l2_bytes;
  guint             root;           /* variable of the root block */
  GArray           *blocks;         /* TlDefaultBlock: the root's blocks that no rule has scheduled yet, in program order; then those inside
                                       of others */
  GString          *part;           /* names of the blocks that the rule under way schedules */
} TlDefaultSchedule;

typedef struct
{
  TlDefaultInfo info;
  /* Schedules the anchor, p->blocks[@at], and what belongs to it, which it takes out of p->blocks (tl_default_claim). FALSE with the reason
   * in @why; then all its steps are taken back. A refused step is a reason, too: rules need not look at each. */
  gboolean   (*apply) (TlDefaultSchedule *p, guint at, char **why);
} TlDefaultRule;

extern const TlDefaultRule
  tl_default_bytes_rule, tl_default_matmul_rule, tl_default_gemv_rule, tl_default_conv2d_rule, tl_default_conv2d_nchw_rule,
  tl_default_contraction_rule, tl_default_window_rule, tl_default_rows_rule, tl_default_columns_rule, tl_default_lane_rows_rule,
  tl_default_transpose_rule, tl_default_elementwise_rule, tl_default_fallback_rule;

/* "why" of a rule that does not fit; returns FALSE. */
gboolean        tl_default_says (char **why, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* --- the function --- */

const TlPrimFunc *tl_default_func (const TlDefaultSchedule *p);
const TlStmt     *tl_default_block (const TlDefaultSchedule *p, guint at);    /* p->blocks[at] as it is now; NULL if it is gone */
guint             tl_default_rv (const TlDefaultSchedule *p, guint at);
void              tl_default_append_blocks (TlDefaultSchedule *p, guint parent_rv);   /* the blocks below */
/*
 * Those in the body of a block, by their names where these are theirs alone; not what initialises a reduction, which is scheduled with it.
 */
void              tl_default_append_inner_blocks (TlDefaultSchedule *p, guint parent_rv);
void              tl_default_claim (TlDefaultSchedule *p, guint at);
/* And another, or none (-1). */
void              tl_default_claim_with (TlDefaultSchedule *p, guint at, gint other);
/* The place in p->blocks of the only consumer of the block, or -1: it has none, several, or one that is scheduled already. */
gint              tl_default_only_consumer (const TlDefaultSchedule *p, guint block_rv);
/* Whether blocks that are not scheduled yet read what the block writes. */
gboolean          tl_default_feeds_others (const TlDefaultSchedule *p, guint block_rv);
/* All blocks that read what the block writes; container of const TlStmt*. */
GPtrArray        *tl_default_consumers (const TlDefaultSchedule *p, const TlStmt *block);
gboolean          tl_default_is_param (const TlDefaultSchedule *p, const TlBuffer *buffer);

/* --- numbers --- */

/* The largest divisor of @extent up to @limit, at least 1. */
gint64          tl_default_divisor (gint64 extent, gint64 limit);
/* The size of even parts of @extent, as few of them as the limit allows. */
gint64          tl_default_part (gint64 extent, gint64 limit);
gint64          tl_default_ceildiv (gint64 a, gint64 b);
/*
 * The largest divisor of @extent up to @most that is whole vectors, else whole halves or quarters of vectors of @lanes; 0: there is none.
 */
gint64          tl_default_even_lanes (gint64 extent, gint64 lanes, gint64 most);
/* Elements of a vector register. */
gint64          tl_default_lanes (const TlDefaultSchedule *p, TlDType dtype);

/* --- steps --- */

#define TL_DEFAULT_LIST(type, ...) (const type[]) { __VA_ARGS__ }, G_N_ELEMENTS (((const type[]) { __VA_ARGS__ }))

/* The first of the loops around the block, *@n in all. */
guint           tl_default_loops (TlDefaultSchedule *p, guint block_rv, guint *n);
/* Those of them inside of the loop @at. */
guint           tl_default_loops_below (TlDefaultSchedule *p, guint block_rv, guint at, guint *n);
/* Writes those out, the last in vectors of @lanes. */
void            tl_default_write_out_below (TlDefaultSchedule *p, guint block_rv, guint at, gint64 lanes);
/* The variable of the loop that is number @at from the innermost, 0, outwards. */
guint           tl_default_inner_loop (TlDefaultSchedule *p, guint block_rv, guint at);
/* 0 if it is no number or the loop is gone. */
gint64          tl_default_extent (const TlDefaultSchedule *p, guint loop_rv);
/* Factor 0 is inferred from the others. The first of the new loops. */
guint           tl_default_split_by (TlDefaultSchedule *p, guint loop_rv, const gint64 *factors, guint n);
#define tl_default_split(p, loop, ...) tl_default_split_by ((p), (loop), TL_DEFAULT_LIST (gint64, __VA_ARGS__))
void            tl_default_reorder_loops (TlDefaultSchedule *p, const guint *loops, guint n);
#define tl_default_reorder(p, ...) tl_default_reorder_loops ((p), TL_DEFAULT_LIST (guint, __VA_ARGS__))
/* The loops @outer, then @loops. */
void            tl_default_reorder_behind (TlDefaultSchedule *p, const guint *outer, guint n_outer, const guint *loops, guint n);
guint           tl_default_fuse_loops (TlDefaultSchedule *p, const guint *loops, guint n);    /* of one: itself */
/* "parallel", "vectorize", "unroll" */
void            tl_default_kind (TlDefaultSchedule *p, const char *kind, guint loop_rv);
/* The innermost loops: vectors along the last, the others unrolled. */
void            tl_default_write_out_loops (TlDefaultSchedule *p, const guint *loops, guint n);
#define tl_default_write_out(p, ...) tl_default_write_out_loops ((p), TL_DEFAULT_LIST (guint, __VA_ARGS__))
guint           tl_default_cache_read (TlDefaultSchedule *p, guint block_rv, gint read, const char *scope);
guint           tl_default_cache_write (TlDefaultSchedule *p, guint block_rv, const char *scope);
void            tl_default_set_scope (TlDefaultSchedule *p, guint block_rv, guint index, const char *scope);
void            tl_default_compute_at (TlDefaultSchedule *p, guint block_rv, guint loop_rv);
void            tl_default_reverse_compute_at (TlDefaultSchedule *p, guint block_rv, guint loop_rv);
/* Stores under the loop, of so many bytes in all, go past the caches if they would not stay there anyway. */
void            tl_default_past_caches (TlDefaultSchedule *p, guint loop_rv, gint64 n_bytes);
/* The loop in vectors, some of them at a time; the loop that is left outside. */
guint           tl_default_vectors (TlDefaultSchedule *p, guint loop_rv, TlDType dtype);
/*
 * A local tile that a copy, or what reads element by element, passes through, so that rows become columns in registers: @row and @lane are
 * the innermost loops of the block, @at the loop around them. @read: which of the block's reads is turned.
 */
void            tl_default_transpose (TlDefaultSchedule *p, guint block_rv, gint read, guint at, guint row, guint lane,
                                      const TlIndexMap *flat);
/*
 * The layout of one of the block's buffers, @side "read" or "write". @pad: elements that nothing fills hold 0 of that type; NULL: there are
 * none.
 */
void            tl_default_transform_layout (TlDefaultSchedule *p, guint block_rv, const char *side, guint index, const TlIndexMap *map,
                                             const TlDType *pad);
/* "lambda i0, i1, …" with @n indices named so; the rule then builds expressions over map->initial. */
const TlVar   **tl_default_map_vars (TlDefaultSchedule *p, guint n);
const TlIndexMap *tl_default_map (TlDefaultSchedule *p, const TlVar *const *vars, guint n_vars, const TlExpr *const *final, guint n_final);

/* --- a block as rules see it --- */

/* The loops of a block, each of which binds one axis of the same range. Sets of loops: bit i for loops[i]. */
typedef struct
{
  guint          rv;
  const TlBlock *block;
  guint          n;
  guint          loops[TL_DEFAULT_MAX_LOOPS];     /* variables, outermost first */
  const TlVar   *vars[TL_DEFAULT_MAX_LOOPS];      /* the axes */
  gint64         extents[TL_DEFAULT_MAX_LOOPS];   /* 0: symbolic */
  guint          spatial, reduced;                /* sets */
  guint          units;                           /* those of extent 1 */
} TlDefaultNest;

/* Makes loop variables (get_loops). FALSE unless each axis is bound to a serial loop of its own, which holds nothing else. */
gboolean        tl_default_read_nest (TlDefaultSchedule *p, guint block_rv, TlDefaultNest *nest, char **why);
/* The loops whose axes occur in the expression, or in any index of the load or store. */
guint           tl_default_uses (const TlDefaultNest *nest, const TlExpr *expr);
guint           tl_default_uses_of_indices (const TlDefaultNest *nest, const TlExpr *const *indices, guint n);
/* The loop whose axis the expression is, or -1. */
gint            tl_default_axis (const TlDefaultNest *nest, const TlExpr *expr);
/*
 * Whether the expression is an axis, and the loops in @n indices are distinct; *set: which. Constants and axes of extent 1 may stand
 * anywhere.
 */
gboolean        tl_default_are_plain (const TlDefaultNest *nest, const TlExpr *const *indices, guint n, guint *set);
guint           tl_default_count (guint set);
/* The number of the only member, or of the first. -1: empty. */
gint            tl_default_first (guint set);
gint            tl_default_last (guint set);
/* Which of the block's reads names the buffer, -1: none. */
gint            tl_default_read_index (const TlBlock *block, const TlBuffer *buffer);

typedef struct
{
  const TlExpr *load;      /* the only one in the operand */
  const TlExpr *value;     /* the operand itself: the load, or something made of it alone */
  gint          read;      /* which of the block's reads */
  guint         axes;      /* set of loops in its indices */
} TlDefaultOperand;

/* C[…] = C[…] + A[…] * B[…]. */
typedef struct
{
  const TlStmt    *store;
  guint            written;       /* set of loops in the indices of C */
  TlDefaultOperand operands[TL_DEFAULT_MAX_OPERANDS];
} TlDefaultProduct;

gboolean        tl_default_read_product (const TlDefaultNest *nest, TlDefaultProduct *product, char **why);
/* The same where the block also says what C begins with. */
gboolean        tl_default_read_whole_product (const TlDefaultNest *nest, TlDefaultProduct *product, char **why);

/*
 * How far apart the places are at which @expr's load is for one value of the loop's axis and the next: 0 the same place, 1 neighbours; -1
 * anything else.
 */
gint            tl_default_stride (const TlDefaultSchedule *p, const TlDefaultNest *nest, const TlExpr *const *indices, guint n,
                                   guint loop);
/* All that the block's store loads is at strides 0 or 1 along the loop, what it stores at 1. */
gboolean        tl_default_runs_along (const TlDefaultSchedule *p, const TlDefaultNest *nest, guint loop, char **why);
/* Inlines blocks that frame with zeros what the block reads, and reads its nest again. */
gboolean        tl_default_inline_padding (TlDefaultSchedule *p, TlDefaultNest *nest, guint *at, char **why);

/*
 * The block, p->blocks[result], alone reads what the block writes, element by element in its order: it can take its place. -1: there is
 * none.
 */
gint            tl_default_epilogue (TlDefaultSchedule *p, const TlDefaultNest *nest);

G_END_DECLS
