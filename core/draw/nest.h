/* SPDX-License-Identifier: Apache-2.0 */
/* A function's loops and blocks as a flat list with depths: what the canvas shows and the pictures draw. */
#pragma once

#include "core/analysis/traffic.h"
#include "core/draw/palette.h"
#include "core/ir/module.h"

G_BEGIN_DECLS

typedef enum
{
  TL_NEST_LOOP,
  TL_NEST_BLOCK,
  TL_NEST_OTHER,   /* a branch, binding or loop without a fixed count between them */
} TlNestKind;

typedef struct
{
  TlNestKind    kind;
  TlNodeId      id;            /* 0: OTHER */
  const TlStmt *stmt;          /* borrowed from the module */
  guint         depth;
  gint          parent;        /* index, -1: none */
  guint         end;           /* index after the last item inside it */
  guint         family;        /* LOOP: which original loop it comes from, numbered in order of appearance; TL_FAMILY_COPIES */
  char         *label;         /* loop variable, block name, "if …" */
  char         *extent_text;   /* LOOP: "128" */
  gint64        extent;        /* LOOP: -1 symbolic */
  gboolean      is_reduction;  /* LOOP: feeds a reduction axis */
  gboolean      waits;         /* LOOP, BLOCK: the threads of a kernel wait for each other before it */
  gboolean      is_side;       /* LOOP: the outermost one of a perfect nest that only copies or sets, beside other work */
  double        iterations;    /* of all loops around it and its own; NAN if one is symbolic */
} TlNestItem;

/* TlNest: immutable once made; keeps the module alive. */
typedef struct
{
  TlModule   *module;
  const char  *func_name;
  TlNestItem *items;
  guint       n_items;
  guint       n_families;
  GHashTable *places;          /* node → index + 1 */
} TlNest;

TlNest *tl_nest_new (const TlModule *module, const char *func_name);
/* The same with families numbered as they first appear in @origin, so that a loop keeps its hue wherever steps move it. */
TlNest *tl_nest_new_from (const TlModule *origin, const TlModule *module, const char *func_name);
void    tl_nest_free (TlNest *nest);
/* Index of a loop or block, or -1. */
gint    tl_nest_find (const TlNest *nest, TlNodeId id);

#define TL_MAX_CHAIN 32
/* The perfect nest around loop @index, outermost first, and its position there; the length. */
guint   tl_nest_chain (const TlNest *nest, guint index, guint chain[TL_MAX_CHAIN], guint *position);

/* The family of the first loop that the value of axis @axis of block @index depends on; -1: of none. */
gint    tl_nest_axis_family (const TlNest *nest, guint index, guint axis);
/* Of a loop whose inside is not shown: the blocks in it; of a side nest "B_global  ax0 2048  ax1 16". Free with g_free. */
char   *tl_nest_inside_text (const TlNest *nest, guint index);
/*
 * Of the loop of a side nest with one block: "A_shared = copy of A[v0, v1], 16 × 64, 4.00 KiB, scope shared", where the sizes are of what
 * it copies each time; of one that sets, "C = initial values, …". NULL: another nest. Free with g_free.
 */
char   *tl_nest_copy_text (const TlNest *nest, guint index);
/* The product of the extents from loop @index to the innermost loop of its perfect nest; -1 symbolic. */
gint64  tl_nest_inside_extent (const TlNest *nest, guint index);

/*
 * The part of the time that goes into each loop and block, 0 … 1; NAN: unknown. @block_s: nullable, of the traffic's blocks
 * (tl_traffic_block_times). @shares: n_items.
 */
void    tl_nest_time_shares (const TlNest *nest, const TlTraffic *traffic, const double *block_s, double *shares);

/* "i" of "i_0", "i_1_2", "i_1_init": the loop a split part comes from. Free with g_free. */
char   *tl_loop_family_name (const char *var_name);

/* Chip texts. Free with g_free. */
char   *tl_axis_chip_text (const TlBlockAxis *axis);                       /* "vi S 128", "vk Σ 128" */
char   *tl_block_reads_text (const TlBlock *block);                        /* "A B C" without repeats; "" if none */
char   *tl_block_writes_text (const TlBlock *block);
/* Whether it runs for some iterations only. */
gboolean tl_block_is_guarded (const TlBlock *block);

/* Places nested boxes. */
typedef struct
{
  double x, y;
  double width;
  double row_height;   /* the header bar or the card */
  double height;       /* with everything inside it */
} TlNestBox;

typedef struct
{
  double indent;       /* how far the inside of a loop stands in, left */
  double inset;        /* … and right */
  double gap;          /* between neighbours and above the first inside */
  double bottom;       /* below the last inside */
  double barrier;      /* above what waits: the line of the barrier */
} TlNestSpacing;

/*
 * Boxes for all items from the natural size of each row (@row_width, @row_height: n_items entries). @hidden: nullable; TRUE of items that
 * take no place, with all that is in them. @boxes: n_items. The total comes out in @width and @height; rows are at least @min_width wide in
 * total.
 */
void    tl_nest_layout (const TlNest *nest, const gboolean *hidden, const double *row_width, const double *row_height,
                        const TlNestSpacing *spacing, double min_width, TlNestBox *boxes, double *width, double *height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlNest, tl_nest_free)

G_END_DECLS
