/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of core/analysis/gpu/kernel-cost.h. */
#pragma once

#include "core/analysis/gpu/kernel-cost.h"
#include "core/analysis/gpu/lane-values.h"
#include "core/ir/kernel.h"
#include "core/ir/matrix-call.h"
#include "core/ir/walk.h"

G_BEGIN_DECLS

#define COST_MOST_LOOPS 24u

/* A loop around the place that is walked. */
typedef struct
{
  const TlLoop *loop;
  double        trips;
  double        weight_before;  /* of the walk, outside */
  gint64        position;       /* the iteration that is walked */
  gboolean      is_written_out;
  gboolean      has_barrier;
  gint64        n_groups;       /* of asynchronous copies that go on over its iterations */
} CostLoop;

/* A loop around an access. */
typedef struct
{
  const TlLoop *loop;
  double        trips;
  gint64        step;           /* bytes from one iteration to the next */
  gboolean      is_written_out;
  gboolean      is_moved_out;   /* the access stands ahead of the loop, or after it */
} CostAccessLoop;

#define COST_MOST_PREFIXES 11u  /* of blocks: 1, 2, 4 … 1024 */

/* A load or store of a program, as its warps make it. */
typedef struct
{
  const TlBuffer *buffer;
  const TlExpr   *index;         /* of the first element */
  TlAccessKind    kind;
  guint           interval;      /* the part of the program between waits and loops that it stands in */
  guint           bytes;         /* of a lane's access, after neighbours were joined */
  double          scale;         /* accesses that are made / runs of the place */
  double          elements;      /* different elements of a lane / runs of the place */
  double          index_cost;    /* instructions that compute its address, of a run of the place */
  gboolean        is_async, is_unknown;
  CostAccessLoop      loops[COST_MOST_LOOPS];   /* outermost first; loops that are written out among them */
  guint           n_loops;
  /* Of global memory: pieces without a gap that a block touches at once, and tiles that the first 2^i blocks do. */
  double          n_pieces, piece_bytes;
  double          n_tiles[COST_MOST_PREFIXES];
  guint           n_prefixes;
  /* Sums over samples. */
  double          n_requests, n_units, least_units, n_lines;
} CostAccess;

typedef struct
{
  double clk, loads;             /* clocks besides, and waits for global memory */
} CostChain;

typedef struct
{
  const TlKernel      *kernel;
  const TlTarget      *target;
  const TlCostOptions *options;
  const TlGpuLimits   *limits;
  TlLaneValues        *values;
  GArray              *loops;        /* CostLoop */
  GPtrArray           *accesses;     /* CostAccess */
  GHashTable          *by_place;     /* the expression or statement → CostAccess */
  GHashTable          *fragments;    /* buffer → FragmentShape */
  double               first_instructions;   /* of warps, of the first sample */
  guint32              mask;         /* lanes that run the place */
  double               weight;       /* runs of the place by the warps of the grid that this sample stands for */
  gboolean             is_in_region; /* in a loop that is written out */
  guint                interval;
  guint                sample;
  gint64               n_blocks, n_threads, n_warps;      /* of the grid; of a block */
  gint64               block, warp;  /* of the sample */
  TlArena             *arena;
  gboolean             is_exact;
  /* Sums over samples: instructions of warps. */
  TlCostMix            mix;
  double               n_doubles;    /* of FMA and FLOAT, those of 64 bits */
  double               tensor_products;   /* multiply-adds of matrices, in those of float16 */
  double               n_shared_loads, n_global_loads, n_load_words;   /* for chains and registers */
  double               depth;        /* of the region: dependent multiply-adds, one after the other; … */
  double               matrix_depth; /* … of matrices */
  double               sum_trips;    /* of the region: iterations that add to the same elements */
  gint64               wait_depth;   /* groups of asynchronous copies that may go on; -1: none are waited for */
  gint64               local_words, most_words;           /* of a thread, live */
  GArray              *hot;          /* HotLoop */
} CostWalk;

/* A loop that is not written out, and the instructions that run in it. */
typedef struct
{
  const TlLoop *loop;
  double        trips, n_instructions;
  guint         depth;
  TlCostMix     mix;                 /* of an iteration */
} HotLoop;

/* A fragment's matrix instruction. */
typedef struct { gint64 m, n, k; } FragmentShape;

/* --- kernel-cost.c --- */
/* Sets the axes of the kernel to the lanes of a warp; returns those that there are. */
guint32     cost_set_warp (CostWalk *walk, gint64 warp);
/* Sets them to the first threads of 32 blocks, from @first on. */
guint32     cost_set_blocks (CostWalk *walk, gint64 first);
/* All lanes are in this block. */
void        cost_set_block (CostWalk *walk, gint64 block);

/* --- cost-walk.c --- */
/* The chain of the place; adds what the warp of the sample runs. */
CostChain   cost_walk_stmt (CostWalk *walk, const TlStmt *stmt);
double      cost_mix_instructions (const TlCostMix *mix);

/* --- cost-expressions.c --- */
/* The operations of a value and the accesses in it. */
void        cost_walk_value (CostWalk *walk, const TlExpr *expr);
/* The operations of a condition; the lanes for which it holds, of those that run. */
guint32     cost_walk_condition (CostWalk *walk, const TlExpr *expr);
/* The access that a store makes; its value is apart. */
void        cost_walk_store (CostWalk *walk, const TlStmt *store);
/* A call for its effect. */
void        cost_walk_effect (CostWalk *walk, const TlExpr *call);
/* @n instructions of warps. */
void        cost_add (CostWalk *walk, TlOperation operation, double n);
/* Iterations of the region that @index is the same in. */
double      cost_same_iterations (const CostWalk *walk, const TlExpr *index);

/* --- cost-accesses.c --- */
/* @place: its identity; @n_lanes elements of @buffer from @index on, @stride apart. */
void        cost_add_access (CostWalk *walk, gconstpointer place, const TlBuffer *buffer, const TlExpr *index, guint n_lanes, gint64 stride,
                             gboolean is_store, gboolean is_async);
/* The lines of a matrix in memory. */
void        cost_add_matrix_access (CostWalk *walk, gconstpointer place, const TlMatrixCall *call);
/* Eight lanes a matrix give 16 bytes each. */
void        cost_add_row_access (CostWalk *walk, gconstpointer place, const TlBuffer *buffer, const TlExpr *index, guint n_matrices);
/* Statements that @stmt becomes where loops in it are written out. */
gint64      cost_written_out_size (const TlStmt *stmt);
gboolean    cost_is_written_out (const TlLoop *loop);
gboolean    cost_has_barrier (const TlStmt *stmt);

/* --- cost-reuse.c --- */
/* Sets the pieces and tiles of a new access to global memory, whose loops stand at some iteration. */
void        cost_find_tiles (CostWalk *walk, CostAccess *access);
/* Bytes between L1 and L2, and L2 and memory. */
void        cost_find_traffic (CostWalk *walk, const TlGpuModel *model, TlKernelCost *cost);

/* --- cost-time.c --- */
void        cost_set_time (const CostWalk *walk, const TlGpuModel *model, CostChain chain, TlKernelCost *cost);

G_END_DECLS
