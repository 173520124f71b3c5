/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bytes that a scheduled program moves between the levels of memory, predicted from the regions of its loops, and simulated.
 *
 * A level holds what was accessed last (LRU, fully associative); caches hold whole lines of 64 bytes, registers single elements, as though
 * a compiler kept in them whatever fits. A level is named by the edge into it: "registers" stands for what is loaded from and stored
 * to L1, "L3" for what is read from and written to memory. Inwards go the lines that are read before they are written there, outwards those
 * that were written, once for each time that they come in or go out. Buffers start outside of all levels, results end there; memory of the
 * function's own is left behind.
 *
 * The prediction: where the working set of one iteration of a loop fits in a level, the loop moves each line that it touches once. Where it
 * does not, each iteration moves what it moves alone. (Wolf, Lam: A Data Locality Optimizing Algorithm, PLDI 1991; Bondhugula et al. for
 * working sets of tiles.)
 */
#pragma once

#include "core/analysis/footprint.h"
#include "core/device/machine-rates.h"
#include "core/target/target.h"

G_BEGIN_DECLS

#define TL_CACHE_LINE_BYTES 64

/* Levels, from the innermost out. The last one has no capacity. */
typedef enum
{
  TL_LEVEL_REGISTERS,
  TL_LEVEL_L1,
  TL_LEVEL_L2,
  TL_LEVEL_L3,
  TL_N_LEVELS,
  TL_LEVEL_MEMORY = TL_N_LEVELS,
} TlLevel;

/* "registers", "L1", "L2", "L3", "memory". */
const char *tl_level_name (TlLevel level);

/* Bytes of each level that one core may fill; 0: there is no such level. A plain value. */
typedef struct
{
  gint64   bytes[TL_N_LEVELS];
  gboolean is_gpu;     /* registers are those a thread may have, L1 is the shared memory a block may have */
} TlCapacities;

/* Of a GPU, L2 is that of its model, if it is listed; the traffic of kernels is not that of caches (gpu/kernel-cost.h). */
TlCapacities tl_capacities_of (const TlTarget *target);
/* The next level outwards that there is. */
TlLevel      tl_capacities_source (const TlCapacities *capacities, TlLevel level);

/* Bytes that cross the edge into a level; -1 unknown. */
typedef struct
{
  double in_bytes;
  double out_bytes;
} TlMoved;

/* The cache that memory fills; registers, if there is none. */
TlLevel      tl_capacities_last (const TlCapacities *capacities);

double       tl_moved_bytes (const TlMoved *moved);

typedef struct
{
  const TlBuffer *buffer;
  gboolean        is_argument;
  gint64          n_bytes;              /* of the elements that the function touches; -1 symbolic */
  TlNodeId        place;                /* of the function's own memory: the loop or block for one iteration of which it lives; else 0 */
  TlTouched       memory;               /* the part that there is of it: what is touched while it lives. Of arguments all */
  TlMoved         moved[TL_N_LEVELS];
} TlTrafficBuffer;

/* How one iteration of a loop uses a buffer, beside the footprint's entry for it. */
typedef struct
{
  guint    buffer;        /* index in the traffic's buffers */
  gboolean is_moving;     /* the region is another one in the next iteration */
  double   n_reuses;      /* iterations that use an element, on average: the extent where the region stays; -1 unknown */
} TlLoopUse;

typedef struct
{
  TlNodeId           loop;
  const TlStmt      *stmt;           /* borrowed from the module */
  guint              depth;          /* of loops */
  const TlFootprint *footprint;      /* tl_footprint_of() */
  TlLoopUse         *uses;           /* as many as the footprint has buffers */
  TlLevel            level;          /* the innermost that holds the working set of one iteration */
  gboolean           is_known;       /* extents are numbers */
} TlTrafficLoop;

/* A block without blocks inside: its part of what the function does. */
typedef struct
{
  TlNodeId block;
  double   operations;          /* -1 symbolic */
  TlMoved  moved[TL_N_LEVELS];
  gboolean is_parallel;         /* in or around a loop that runs on several cores */
} TlTrafficBlock;

/* Immutable; keeps the module alive. Any thread. */
typedef struct
{
  TlModule         *module;
  TlArena          *arena;
  const TlPrimFunc *func;
  TlCapacities      capacities;
  TlTrafficLoop    *loops;           /* outermost first, in the order of the program */
  guint             n_loops;
  TlTrafficBuffer  *buffers;         /* arguments first */
  guint             n_buffers;
  TlTrafficBlock   *blocks;          /* in the order of the program; none where extents are symbolic */
  guint             n_blocks;
  TlMoved           moved[TL_N_LEVELS];   /* of all buffers */
  double            least_bytes;     /* what is read and written of the arguments, each byte once; -1 symbolic */
  double            operations;      /* -1 symbolic */
  gboolean          is_parallel;     /* some loop runs on several cores */
} TlTraffic;

TlTraffic *tl_traffic_new (const TlModule *module, const TlPrimFunc *func, const TlCapacities *capacities);
void       tl_traffic_free (TlTraffic *traffic);
/* Operations for each byte that crosses the edge into @level; -1 unknown. */
double     tl_traffic_operations_per_byte (const TlTraffic *traffic, TlLevel level);
/* The loop with this id; NULL. */
const TlTrafficLoop *tl_traffic_find_loop (const TlTraffic *traffic, TlNodeId id);

/*
 * The same figures from the real sequence of loads and stores. @moved: @n_buffers in the order of the traffic's buffers, with the totals
 * behind them. FALSE where the sequence is not known or longer than @max_accesses.
 */
gboolean   tl_traffic_simulate (const TlTraffic *traffic, guint64 max_accesses, TlMoved (*moved)[TL_N_LEVELS]);

/* --- time --- */

/*
 * 0: unknown. A plain value. As programs are timed, one run follows another: a level that holds all arguments keeps them, and what crosses
 * the edges from there on outwards counts in the first run alone, not for the bound.
 */
typedef struct
{
  double   compute_s;
  double   edge_s[TL_N_LEVELS];     /* what crosses the edge into a level, at the measured rate */
  TlLevel  kept;                    /* the level that keeps the arguments; memory, if none does */
  gboolean is_compute_bound;
  TlLevel  slowest;                 /* the edge that takes longest, inside of @kept */
  guint    busiest;                 /* the buffer with most of its bytes, in the traffic's buffers */
  double   measured_s;              /* of the compiled program, for the texts; 0 unless the caller knows it */
} TlTrafficTimes;

/* By rates measured on this machine, on @n_cores where a loop is parallel. FALSE if something is unknown. */
gboolean   tl_traffic_times (const TlTraffic *traffic, const TlMachine *machine, guint n_cores, TlTrafficTimes *times);

/*
 * The same of each block alone: its operations, or its part of the slowest edge, whichever takes longer. @seconds: n_blocks. An estimate to
 * tell where the time goes: blocks do not overlap, and each computes at the peak.
 */
gboolean   tl_traffic_block_times (const TlTraffic *traffic, const TlMachine *machine, guint n_cores, double *seconds);

/* --- texts; free with g_free --- */

/* "8.61 ms"; "(226 µs)" of an edge that counts in the first run alone; "—" unknown, as all where @times is NULL. */
char      *tl_traffic_time_text (const TlTrafficTimes *times, TlLevel level);
/* "L2 to L1"; registers from L1 and back: "L1 to registers". */
char      *tl_traffic_edge_text (const TlTraffic *traffic, TlLevel level);
/* "Compute-bound", "Bound by L2 bandwidth", "Bound unknown", "Not bound as predicted" where the measured time says that it is not. */
char      *tl_traffic_bound_text (const TlTraffic *traffic, const TlTrafficTimes *times);
/* Of the slowest edge: " (B is read 171 times)"; "" where each byte moves about once. */
char      *tl_traffic_busiest_text (const TlTraffic *traffic, const TlTrafficTimes *times);
/* The reason, a sentence: "Compute takes 18.2 ms; the slowest transfer, L2 to L1, 6.7 ms (B is read 171 times)." @times NULL: unknown. */
char      *tl_traffic_reason_text (const TlTraffic *traffic, const TlTrafficTimes *times);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlTraffic, tl_traffic_free)

G_END_DECLS
