/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the rules of presets/ share: the function under way, the machine, steps in few words, and a block as a rule looks at it.
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

#define TL_PRESET_MAX_LOOPS 16u
#define TL_PRESET_MAX_OPERANDS 2u

typedef struct
{
  guint       rv;       /* variable */
  const char *name;     /* as the rule that takes it found it */
} TlPresetBlock;

typedef struct
{
  TlScheduleBuilder steps;
  guint             func_index;
  const TlTarget   *target;
  guint             n_registers;    /* of vectors */
  gint64            l1_bytes, l2_bytes;
  guint             root;           /* variable of the root block */
  GArray           *blocks;         /* TlPresetBlock: the root's blocks that no rule has scheduled yet, in program order; then those inside of others */
  GString          *part;           /* names of the blocks that the rule under way schedules */
} TlPreset;

typedef struct
{
  TlPresetInfo info;
  /* Schedules the anchor, p->blocks[@at], and what belongs to it, which it takes out of p->blocks (tl_preset_claim). FALSE with the reason
   * in @why; then all its steps are taken back. A refused step is a reason, too: rules need not look at each. */
  gboolean   (*apply) (TlPreset *p, guint at, char **why);
} TlPresetRule;

extern const TlPresetRule tl_preset_bytes_rule, tl_preset_matmul_rule, tl_preset_gemv_rule, tl_preset_conv2d_rule, tl_preset_conv2d_nchw_rule,
  tl_preset_contraction_rule, tl_preset_window_rule, tl_preset_rows_rule, tl_preset_columns_rule, tl_preset_lane_rows_rule,
  tl_preset_transpose_rule, tl_preset_elementwise_rule, tl_preset_fallback_rule;

/* "why" of a rule that does not fit; returns FALSE. */
gboolean        tl_preset_says (char **why, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* --- the function -------------------------------------------------------------------------------------------------------------------- */

const TlPrimFunc *tl_preset_func (const TlPreset *p);
const TlStmt     *tl_preset_block (const TlPreset *p, guint at);    /* p->blocks[at] as it is now; NULL if it is gone */
guint             tl_preset_rv (const TlPreset *p, guint at);
void              tl_preset_append_blocks (TlPreset *p, guint parent_rv);   /* the blocks below */
/* Those in the body of a block, by their names where these are theirs alone; not what initialises a reduction, which is scheduled with it. */
void              tl_preset_append_inner_blocks (TlPreset *p, guint parent_rv);
void              tl_preset_claim (TlPreset *p, guint at);
/* And another, or none (-1). */
void              tl_preset_claim_with (TlPreset *p, guint at, gint other);
/* The place in p->blocks of the only consumer of the block, or -1: it has none, several, or one that is scheduled already. */
gint              tl_preset_only_consumer (const TlPreset *p, guint block_rv);
/* Whether blocks that are not scheduled yet read what the block writes. */
gboolean          tl_preset_feeds_others (const TlPreset *p, guint block_rv);
/* All blocks that read what the block writes; container of const TlStmt*. */
GPtrArray        *tl_preset_consumers (const TlPreset *p, const TlStmt *block);
gboolean          tl_preset_is_param (const TlPreset *p, const TlBuffer *buffer);

/* --- numbers ------------------------------------------------------------------------------------------------------------------------- */

/* The largest divisor of @extent up to @limit, at least 1. */
gint64          tl_preset_divisor (gint64 extent, gint64 limit);
/* The size of even parts of @extent, as few of them as the limit allows. */
gint64          tl_preset_part (gint64 extent, gint64 limit);
gint64          tl_preset_ceildiv (gint64 a, gint64 b);
/* The largest divisor of @extent up to @most that is whole vectors, else whole halves or quarters of vectors of @lanes; 0: there is none. */
gint64          tl_preset_even_lanes (gint64 extent, gint64 lanes, gint64 most);
/* Elements of a vector register. */
gint64          tl_preset_lanes (const TlPreset *p, TlDType dtype);

/* --- steps --------------------------------------------------------------------------------------------------------------------------- */

#define TL_PRESET_LIST(type, ...) (const type[]) { __VA_ARGS__ }, G_N_ELEMENTS (((const type[]) { __VA_ARGS__ }))

/* The first of the loops around the block, *@n in all. */
guint           tl_preset_loops (TlPreset *p, guint block_rv, guint *n);
/* Those of them inside of the loop @at. */
guint           tl_preset_loops_below (TlPreset *p, guint block_rv, guint at, guint *n);
/* Writes those out, the last in vectors of @lanes. */
void            tl_preset_write_out_below (TlPreset *p, guint block_rv, guint at, gint64 lanes);
/* The variable of the loop that is number @at from the innermost, 0, outwards. */
guint           tl_preset_inner_loop (TlPreset *p, guint block_rv, guint at);
/* 0 if it is no number or the loop is gone. */
gint64          tl_preset_extent (const TlPreset *p, guint loop_rv);
/* Factor 0 is inferred from the others. The first of the new loops. */
guint           tl_preset_split_by (TlPreset *p, guint loop_rv, const gint64 *factors, guint n);
#define tl_preset_split(p, loop, ...) tl_preset_split_by ((p), (loop), TL_PRESET_LIST (gint64, __VA_ARGS__))
void            tl_preset_reorder_loops (TlPreset *p, const guint *loops, guint n);
#define tl_preset_reorder(p, ...) tl_preset_reorder_loops ((p), TL_PRESET_LIST (guint, __VA_ARGS__))
/* The loops @outer, then @loops. */
void            tl_preset_reorder_behind (TlPreset *p, const guint *outer, guint n_outer, const guint *loops, guint n);
guint           tl_preset_fuse_loops (TlPreset *p, const guint *loops, guint n);    /* of one: itself */
/* "parallel", "vectorize", "unroll" */
void            tl_preset_kind (TlPreset *p, const char *kind, guint loop_rv);
/* The innermost loops: vectors along the last, the others unrolled. */
void            tl_preset_write_out_loops (TlPreset *p, const guint *loops, guint n);
#define tl_preset_write_out(p, ...) tl_preset_write_out_loops ((p), TL_PRESET_LIST (guint, __VA_ARGS__))
guint           tl_preset_cache_read (TlPreset *p, guint block_rv, gint read, const char *scope);
guint           tl_preset_cache_write (TlPreset *p, guint block_rv, const char *scope);
void            tl_preset_set_scope (TlPreset *p, guint block_rv, guint index, const char *scope);
void            tl_preset_compute_at (TlPreset *p, guint block_rv, guint loop_rv);
void            tl_preset_reverse_compute_at (TlPreset *p, guint block_rv, guint loop_rv);
/* Stores under the loop, of so many bytes in all, go past the caches if they would not stay there anyway. */
void            tl_preset_past_caches (TlPreset *p, guint loop_rv, gint64 n_bytes);
/* The loop in vectors, some of them at a time; the loop that is left outside. */
guint           tl_preset_vectors (TlPreset *p, guint loop_rv, TlDType dtype);
/* A local tile that a copy, or what reads element by element, passes through, so that rows become columns in registers: @row and @lane are the
 * innermost loops of the block, @at the loop around them. @read: which of the block's reads is turned. */
void            tl_preset_turn (TlPreset *p, guint block_rv, gint read, guint at, guint row, guint lane, const TlIndexMap *flat);
/* The layout of one of the block's buffers, @side "read" or "write". @pad: elements that nothing fills hold 0 of that type; NULL: there are none. */
void            tl_preset_transform_layout (TlPreset *p, guint block_rv, const char *side, guint index, const TlIndexMap *map, const TlDType *pad);
/* "lambda i0, i1, …" with @n indices named so; the rule then builds expressions over map->initial. */
const TlVar   **tl_preset_map_vars (TlPreset *p, guint n);
const TlIndexMap *tl_preset_map (TlPreset *p, const TlVar *const *vars, guint n_vars, const TlExpr *const *final, guint n_final);

/* --- a block as rules see it ----------------------------------------------------------------------------------------------------------- */

/* The loops of a block, each of which binds one axis of the same range. Sets of loops: bit i for loops[i]. */
typedef struct
{
  guint          rv;
  const TlBlock *block;
  guint          n;
  guint          loops[TL_PRESET_MAX_LOOPS];     /* variables, outermost first */
  const TlVar   *vars[TL_PRESET_MAX_LOOPS];      /* the axes */
  gint64         extents[TL_PRESET_MAX_LOOPS];   /* 0: symbolic */
  guint          spatial, reduced;               /* sets */
  guint          units;                          /* those of extent 1 */
} TlPresetNest;

/* Makes loop variables (get_loops). FALSE unless each axis is bound to a serial loop of its own, which holds nothing else. */
gboolean        tl_preset_read_nest (TlPreset *p, guint block_rv, TlPresetNest *nest, char **why);
/* The loops whose axes occur in the expression, or in any index of the load or store. */
guint           tl_preset_uses (const TlPresetNest *nest, const TlExpr *expr);
guint           tl_preset_uses_of_indices (const TlPresetNest *nest, const TlExpr *const *indices, guint n);
/* The loop whose axis the expression is, or -1. */
gint            tl_preset_axis (const TlPresetNest *nest, const TlExpr *expr);
/* Whether the expression is an axis, and the loops in @n indices are distinct; *set: which. Constants and axes of extent 1 may stand anywhere. */
gboolean        tl_preset_are_plain (const TlPresetNest *nest, const TlExpr *const *indices, guint n, guint *set);
guint           tl_preset_count (guint set);
/* The number of the only member, or of the first. -1: empty. */
gint            tl_preset_first (guint set);
gint            tl_preset_last (guint set);
/* Which of the block's reads names the buffer, -1: none. */
gint            tl_preset_read_index (const TlBlock *block, const TlBuffer *buffer);

typedef struct
{
  const TlExpr *load;      /* the only one in the operand */
  const TlExpr *value;     /* the operand itself: the load, or something made of it alone */
  gint          read;      /* which of the block's reads */
  guint         axes;      /* set of loops in its indices */
} TlPresetOperand;

/* C[…] = C[…] + A[…] * B[…]. */
typedef struct
{
  const TlStmt   *store;
  guint           written;       /* set of loops in the indices of C */
  TlPresetOperand operands[TL_PRESET_MAX_OPERANDS];
} TlPresetProduct;

gboolean        tl_preset_read_product (const TlPresetNest *nest, TlPresetProduct *product, char **why);
/* The same where the block also says what C begins with. */
gboolean        tl_preset_read_whole_product (const TlPresetNest *nest, TlPresetProduct *product, char **why);

/* How far apart the places are at which @expr's load is for one value of the loop's axis and the next: 0 the same place, 1 neighbours; -1 anything else. */
gint            tl_preset_stride (const TlPreset *p, const TlPresetNest *nest, const TlExpr *const *indices, guint n, guint loop);
/* All that the block's store loads is at strides 0 or 1 along the loop, what it stores at 1. */
gboolean        tl_preset_runs_along (const TlPreset *p, const TlPresetNest *nest, guint loop, char **why);
/* Inlines blocks that frame with zeros what the block reads, and reads its nest again. */
gboolean        tl_preset_inline_padding (TlPreset *p, TlPresetNest *nest, guint *at, char **why);

/* The block, p->blocks[result], alone reads what the block writes, element by element in its order: it can take its place. -1: there is none. */
gint            tl_preset_epilogue (TlPreset *p, const TlPresetNest *nest);

G_END_DECLS
