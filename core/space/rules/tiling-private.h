/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Multi-level tiling (Zheng et al., Ansor, OSDI 2020), taken apart so that the rules around tensor intrinsics and wide vectors put their
 * own steps between:
 *
 *     tile_loop_nest    each loop cut into the levels of its kind ("SSRSRS"), tiles bound to threads on GPUs
 *     add_write_reuse   the result collected in a buffer of its own, written out at the end of a level
 *     add_read_reuse    operands copied at the begin of a level
 */
#pragma once

#include "core/space/rules/rule-checks-private.h"

G_BEGIN_DECLS

#define TL_MAX_TILE_LEVELS 16u
#define TL_MAX_TILE_COPIES 8u

typedef enum
{
  TL_REUSE_NO,
  TL_REUSE_MAY,
  TL_REUSE_MUST,
} TlReuseKind;

/* When and where data is copied for reuse. */
typedef struct
{
  TlReuseKind  kind;
  const TlArg *levels;    /* a list: levels, counted from 1, at whose end copies stand */
  const char  *scope;
} TlReuse;

typedef struct _TlTiling TlTiling;

/* How a loop is cut: the variables of its parts, outermost first, as many as its kind has levels. */
typedef void (*TlSplitLoop) (const TlTiling *tiling, TlScheduleBuilder *builder, guint block_rv, guint loop_rv, guint n_tiles,
                             guint *loops);

/* A rule's parameters, read. */
struct _TlTiling
{
  const TlTarget *target;
  const char     *structure;
  const TlArg    *binds;           /* a list of thread axes, or None */
  TlArg           max_innermost;
  const TlArg    *vector_lens;     /* of cooperative fetching: a list, or None */
  TlReuse         read, write;
  TlSplitLoop     split;
  gint64          vector_bits;     /* of the rule for wide vectors */
  guint           n_outer;         /* loops that are not tiled, the outermost ones */
  guint          *n_left;          /* of the rule for threads: how many spatial and reduction loops are still to be cut */
  guint           least_ahead;     /* iterations by which asynchronous copies run ahead; 0: TVM's 2 */
  GArray         *factors;         /* nullable: guint, the first variable of each loop's sampled sizes, for the rule for tensor cores */
};

/* A schedule on the way: all that is known of its tiles. */
typedef struct
{
  TlState *state;                         /* owned */
  guint    block_rv;
  GArray  *tiles[TL_MAX_TILE_LEVELS];     /* owned: guint loop variables of each level */
  guint    copies[TL_MAX_TILE_COPIES];    /* of operands, those of read reuse */
  guint    n_copies;
} TlTiles;

TlTiles  *tl_tiles_new (TlState *state, guint block_rv);
void      tl_tiles_free (TlTiles *tiles);
/* The same tiles of a schedule that went on, NULL if it was refused; what steps add leaves earlier variables as they are. Clears @builder.
 */
TlTiles  *tl_tiles_after (const TlTiles *tiles, TlScheduleBuilder *builder);
/* The innermost loop of a level, counted from 1. */
guint     tl_tiles_last_of_level (const TlTiles *tiles, const TlArg *level);
/* The innermost @n_last loops of a block become one. */
void      tl_tiling_fuse_last (TlScheduleBuilder *builder, guint block_rv, guint n_last);

/* The parameters that all rules of the family have, where they have them. */
void      tl_tiling_read_args (TlTiling *tiling, const TlComponentInfo *info, const TlRuleCall *call);
/* Letters of the structure, levels within it, kinds of reuse. For rows' check. */
gboolean  tl_tiling_check (const TlComponentInfo *info, const TlArg *args, char **why);

/* The block marked as tiled, nothing done to it yet; NULL where tiles would not pay, or it has been tiled. */
TlTiles  *tl_tiling_begin (const TlTiling *tiling, const TlRuleCall *call);
/* FALSE where a step is refused. */
gboolean  tl_tiling_tile_loop_nest (const TlTiling *tiling, TlTiles *tiles);
/* Appends the schedules to @results (TlTiles), without those that a primitive refuses. */
void      tl_tiling_add_write_reuse (const TlTiling *tiling, const TlTiles *tiles, GPtrArray *results);
void      tl_tiling_add_read_reuse (const TlTiling *tiling, const TlTiles *tiles, GPtrArray *results);
/* A draw of how many elements a thread copies at once, noted on the block. */
void      tl_tiling_annotate_fetching (const TlTiling *tiling, TlScheduleBuilder *builder, guint block_rv);
/* All three. The schedules that come of it go to @results (TlState); FALSE if there are none. */
gboolean  tl_tiling_apply (const TlTiling *tiling, TlTiles *tiles, GPtrArray *results);

/*
 * The call's reduction in 2 parts up to @max_parts, a drawn number of them, where its results are too few to occupy the target;
 * *@partial_rv is the block that computes them. NULL where it does not fit, or is refused.
 */
TlState  *tl_rule_split_sum (const TlRuleCall *call, gint64 max_parts, guint *partial_rv);

void      tl_tiling_split_perfect (const TlTiling *tiling, TlScheduleBuilder *builder, guint block_rv, guint loop_rv, guint n_tiles,
                                   guint *loops);

/* Parameters, as rows share them. */
#define TL_TILING_PARAM_STRUCTURE \
  { .name = "structure", .kind = TL_PARAM_STRING, .default_text = "\"SSRSRS\"", \
    .help = "Levels of spatial (S) and reduction (R) tiles, outermost first." }
#define TL_TILING_PARAM_BINDS \
  { .name = "tile_binds", .kind = TL_PARAM_VALUE, .default_text = "None", \
    .help = "Thread axes of the outermost levels, [\"blockIdx.x\", …]." }
#define TL_TILING_PARAM_INNERMOST \
  { .name = "max_innermost_factor", .kind = TL_PARAM_INT, .default_text = "None", .help = "Longest innermost tile; None: any." }
#define TL_TILING_PARAM_LENS \
  { .name = "vector_load_lens", .kind = TL_PARAM_INTS, .default_text = "None", .help = "Elements that a thread may copy at once." }
#define TL_TILING_PARAM_READ \
  { .name = "reuse_read", .kind = TL_PARAM_VALUE, .default_text = "None", \
    .help = "Where operands are copied: {\"req\": \"must\" | \"no\", \"levels\": […], \"scope\": \"shared\"}." }
#define TL_TILING_PARAM_WRITE \
  { .name = "reuse_write", .kind = TL_PARAM_VALUE, .default_text = "None", \
    .help = "Where results are collected: {\"req\": \"must\" | \"may\" | \"no\", \"levels\": […], \"scope\": \"global\"}." }

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlTiles, tl_tiles_free)

G_END_DECLS
