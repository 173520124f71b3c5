/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The emulator's inside. The host's statements run on the interpreter's machine; a launch is a hook that runs the kernel's code, which is
 * that of one thread, for all threads of a block at once.
 *
 *     launch.c          workers take blocks ──▶ block-machine.c   control flow: which threads run which instruction
 *                                                 ├─ thread-operations.c   operations on registers, in loops over threads
 *                                                 ├─ memory-access.c       addresses, loads, stores
 *                                                 ├─ warp-calls.c          barriers, shuffles
 *                                                 ├─ matrix-calls.c        fragments of warps, products
 *                                                 ├─ copies-in-flight.c    asynchronous copies
 *                                                 ├─ shadow.c              races, reads of what was not written
 *                                                 ├─ access-counts.c       requests of warps; counts.c: of instructions, by statement
 *                                                 └─ findings.c            faults, one list per worker, joined at the end
 *
 * Glossary
 *   row       the cells of one register, one per thread of the block: register r of thread t is registers[r * n_threads + t]
 *   group     the threads that stand at one instruction. The group at the lowest address runs first; since code is laid out in the order
 *             of its statements, groups meet again where their branches end, and a thread that left a loop waits for those inside
 *   clock     counts the barriers that a worker has passed. An access is ordered before the present one of another thread if it was before
 *             the last barrier of the block, or both threads are of one warp and it was before the last barrier of that
 *   run       threads [low, high) of a group, so that loops over a group are loops over its runs
 */
#pragma once

#include "core/interp/cells-private.h"
#include "core/interp/gpu/emulator.h"

G_BEGIN_DECLS

#define TL_MAX_THREADS 4096
#define TL_SET_WORDS   (TL_MAX_THREADS / 64)

typedef enum { TL_SPACE_GLOBAL, TL_SPACE_SHARED, TL_SPACE_WARP, TL_SPACE_THREAD } TlSpace;

/* An access to an element. */
typedef struct
{
  guint32 stamp;    /* the clock then */
  guint32 who;      /* thread and instruction: tl_who () */
} TlAccessMark;

/*
 * The accesses to an element that later ones may be in conflict with: the last store, and since then two loads that together conflict with
 * all stores that any load conflicts with. They are of two warps, if there are such; else of two threads since the warp's last barrier.
 */
typedef struct
{
  TlAccessMark store;
  TlAccessMark loads[2];
} TlShadowCell;

/* The first and the last of the blocks that a worker has run which access an element; blocks count from 1, 0 is none. */
typedef struct
{
  struct { guint32 block, who; } first_store, last_store, first_load, last_load;
} TlBlockMarks;

/*
 * A buffer in a block. That of a thread holds element e of thread t at e * n_threads + t, that of a warp element e of warp w at
 * w * n_scalars + e, its fragments one after the other with their rows.
 */
typedef struct
{
  const TlBuffer *buffer;
  TlSpace         space;
  guint8         *data;
  gsize           owned_bytes;
  guint           n_dims;
  gint64          extents[TL_TENSOR_MAX_DIMS];
  gint64          strides[TL_TENSOR_MAX_DIMS];
  gint64          n_scalars;
  guint           scalar_bytes;
  gint64          m, n, k;        /* of a warp: the product that its fragments are for; 0: unknown yet */
  /* checks only */
  TlShadowCell   *cells;          /* Owned: by scalar; of shared memory, and of global memory that the kernel stores to */
  TlBlockMarks   *marks;          /* Owned: by scalar; of global memory that the kernel stores to, with several blocks */
  guint8         *written;        /* by scalar, of threads and warps as the data; Owned there, of the run for memory of the host's */
  guint32        *in_flight;      /* Owned: by scalar of shared memory, who copies to it asynchronously; NULL, 0: nobody */
  gboolean        has_aliases;    /* other buffers lie in its bytes of dynamic shared memory, at other times */
  guint           n_flights_from; /* copies in flight that read from it */
  guint32         alive_from;     /* shared memory: stores before this clock were to another buffer's */
} TlMemory;

typedef struct
{
  guint low, high;
} TlThreadRun;

typedef struct
{
  guint   pc;
  guint64 threads[TL_SET_WORDS];
} TlThreadGroup;

/* Which scalars of memory of the device kernels have stored. */
typedef struct
{
  guint8 *flags;
  gint64  n;
} TlWritten;

/* Of one instruction. */
typedef struct
{
  guint64 n_threads;
  guint64 n_warps;      /* of branches */
  guint64 n_divergent;
  guint64 n_requests, n_units, least_units;
  guint64 n_accesses;   /* of lanes, in matrix instructions */
  guint64 n_products;   /* of their elements */
} TlInstrCounts;

/* One launch; workers share it. */
typedef struct
{
  const TlProgram         *program;
  const TlInterpMachine   *host;
  const TlEmulatorOptions *options;
  GCancellable            *cancellable;
  guint      kernel;
  guint      entry, end;          /* its code */
  guint      first_axis;          /* registers of its axes */
  gint64     extents[TL_N_LAUNCH_AXES];
  guint      n_threads;
  guint      warp_shift;
  gint64     n_blocks;
  gint64     next_block;          /* atomic */
  guint64   *n_steps;             /* atomic: of the whole run */
  gint       is_over;             /* atomic: a worker failed */
  gboolean  *is_stored;           /* by slot: the kernel stores to it; NULL without checks */
  TlWritten *written;             /* by slot: of memory that the host allocates; NULL without checks */
} TlLaunch;

typedef struct _TlFlight TlFlight;

/* Asynchronous copies of a thread; groups count from 1. */
typedef struct
{
  GArray *list;              /* Owned: TlFlight, in order */
  guint64 n_committed;       /* groups */
  guint64 n_arrived;         /* … that it has waited for */
} TlThreadFlights;

/* A worker: one block at a time. */
typedef struct
{
  TlLaunch       *launch;
  TlInterpCell   *registers;
  TlMemory       *memories;       /* by slot */
  gint64          block;          /* its number, x fastest */
  gboolean        compares_blocks;   /* all have run: accesses of different blocks are compared */
  guint           n_threads, n_words;
  guint64         all[TL_SET_WORDS];
  /* the group that runs */
  guint64         active[TL_SET_WORDS];
  TlThreadRun    *runs;
  guint           n_runs, n_active;
  /* those that wait */
  GArray         *waiting;        /* TlThreadGroup, lowest pc last */
  guint           next_pc;        /* of the first of them */
  guint64         budget;         /* steps until the next look at limit and cancellable */
  guint64         n_executed;     /* instructions × threads */
  guint32         clock;
  guint32         block_start;    /* the clock of the last barrier of the block */
  guint32         warp_starts[TL_MAX_THREADS];   /* … of the warp, or the block */
  TlThreadFlights *flights;       /* Owned: by thread; NULL: there were none yet */
  TlInstrCounts  *counts;         /* Owned: by instruction from entry on; NULL: nobody counts */
  GHashTable     *findings;       /* TlFindingKey → TlFoundFault */
  GError         *error;
} TlBlockMachine;

#define TL_ROW(machine, reg) ((machine)->registers + (gsize) (reg) * (machine)->n_threads)

/* for each active thread t of @machine */
#define TL_EACH_THREAD(machine, t) \
  for (guint t##_run = 0; t##_run < (machine)->n_runs; t##_run++) \
    for (guint t = (machine)->runs[t##_run].low; t < (machine)->runs[t##_run].high; t++)

static inline gboolean
tl_set_has (const guint64 *set, guint thread)
{
  return (set[thread >> 6] >> (thread & 63) & 1) != 0;
}

static inline void
tl_set_add (guint64 *set, guint thread)
{
  set[thread >> 6] |= (guint64) 1 << (thread & 63);
}

/* Instructions past the millionth of a program count as that one. */
#define TL_SITE_BITS 20

static inline guint32
tl_who (guint thread, guint pc)
{
  return thread << TL_SITE_BITS | MIN (pc, ((guint32) 1 << TL_SITE_BITS) - 1);
}

gboolean tl_launch_hook (TlInterpMachine *host, const TlInstr *instr);

TlBlockMachine *tl_block_machine_new (TlLaunch *launch, GError **error);
void            tl_block_machine_free (TlBlockMachine *machine);
/* FALSE with machine->error set. */
gboolean        tl_block_machine_run (TlBlockMachine *machine, gint64 block);
/* The threads of @set run from here on. */
void            tl_block_activate (TlBlockMachine *machine, const guint64 *set);

void     tl_block_scalar_operation (TlBlockMachine *machine, const TlInstr *instr);
void     tl_block_memory_operation (TlBlockMachine *machine, const TlInstr *instr);
gboolean tl_block_allocate (TlBlockMachine *machine, const TlInstr *instr);
void     tl_block_sync (TlBlockMachine *machine, const TlInstr *instr);
void     tl_block_shuffle (TlBlockMachine *machine, const TlInstr *instr);
void     tl_block_active_mask (TlBlockMachine *machine, const TlInstr *instr);
/* FALSE with machine->error set. */
gboolean tl_block_matrix (TlBlockMachine *machine, const TlInstr *instr);
/* Where the element at @position of rows in order is in @memory. */
gint64   tl_matrix_place (const TlMatrixOperands *operands, const TlMemory *memory, gint64 position);
guint    tl_block_n_warps (const TlBlockMachine *machine);

/* Asynchronous copies. */
void     tl_block_start_copies (TlBlockMachine *machine, const TlInstr *instr);
void     tl_block_copy_group (TlBlockMachine *machine, const TlInstr *instr);
void     tl_block_flights_begin (TlBlockMachine *machine);
void     tl_block_flights_free (TlBlockMachine *machine);

/* Shadow memory; all of these do nothing without checks. */
/* @written: of the run, by slot. */
void     tl_launch_set_up_checks (TlLaunch *launch, TlWritten *written);
void     tl_launch_free_checks (TlLaunch *launch);
gboolean tl_block_shadow_allocate (TlBlockMachine *machine, TlMemory *memory);
void     tl_block_shadow_free (TlMemory *memory);
void     tl_block_shadow_begin (TlBlockMachine *machine);
void     tl_block_check_access (TlBlockMachine *machine, const TlInstr *instr, gboolean is_store);
/* The source of asynchronous copies, which is only read later. */
void     tl_block_check_source (TlBlockMachine *machine, const TlInstr *instr);
/* One element of a matrix in memory, which any thread of the warp of @first accesses. */
void     tl_block_check_matrix_element (TlBlockMachine *machine, const TlInstr *instr, gint64 at, guint first, gboolean is_store);
/* The marks of all workers together: accesses of different blocks to one element. */
void     tl_launch_check_blocks (TlLaunch *launch, GPtrArray *machines);
gint64   tl_access_bytes (const TlInstr *instr, guint scalar_bytes);
/* Counts; only where machine->counts is there. */
void     tl_block_count_access (TlBlockMachine *machine, const TlInstr *instr);
/* Of the warp of @first. */
void     tl_block_count_matrix (TlBlockMachine *machine, const TlInstr *instr, guint first);
/* Bytes of one lane's access to memory in a matrix instruction. */
guint    tl_matrix_access_bytes (const TlBuffer *fragment, guint scalar_bytes);
void     tl_block_count_branch (TlBlockMachine *machine, const TlInstr *instr, const guint64 *taken);
/* @counts: by instruction of @program. TlKernelCounts. */
GPtrArray *tl_counts_by_statement (const TlProgram *program, const TlInstrCounts *counts, const TlPrimFunc *scheduled, GPtrArray *kernels);
/* Barriers of the block, of the warps of the active threads. */
void     tl_block_order_all (TlBlockMachine *machine);
void     tl_block_order_warps (TlBlockMachine *machine);

/* A fault, and where its worker met it. */
typedef struct
{
  TlFinding finding;
  gint64    block;      /* where it was found first */
  gboolean  is_of_blocks;   /* a race of two blocks */
  guint     order;      /* among those of the worker */
} TlFoundFault;

/* One more fault of @kind at @instr in @thread, with @other (nullable); TRUE if it is the first there, whose text the caller sets. */
gboolean      tl_block_found (TlBlockMachine *machine, TlFaultKind kind, const TlInstr *instr, const TlInstr *other, guint thread,
                              TlFoundFault **found);
TlThreadPlace tl_block_thread_place (const TlBlockMachine *machine, gint64 block, guint thread);
/* " in thread (1, 0, 0) of block (0, 0, 0), k = 3", with the values of the loops around @instr. */
void          tl_block_append_thread (GString *text, const TlBlockMachine *machine, const TlInstr *instr, guint thread);
/* "the store of C" */
char         *tl_block_place_text (const TlBlockMachine *machine, const TlInstr *instr);
char         *tl_code_place_text (const TlCodePlace *place, const TlPrimFunc *scheduled);
const TlCodePlace *tl_block_code_place (const TlBlockMachine *machine, const TlInstr *instr);
GHashTable   *tl_findings_new (void);
/* Adds those of @worker to @all. */
void          tl_findings_join (GHashTable *all, GHashTable *worker);
/* In order; leaves @all empty. */
GPtrArray    *tl_findings_finish (GHashTable *all, guint *n_more);

/* Everything of one run; hook_data of the host's machine. */
typedef struct
{
  const TlEmulatorOptions *options;
  GCancellable            *cancellable;
  GHashTable              *findings;
  guint64                  n_steps;
  guint64                  n_executed;
  TlWritten               *written;   /* Owned: by slot */
  guint                    n_slots;
  TlInstrCounts           *counts;    /* Owned: by instruction; nullable */
} TlEmulatorRun;

G_END_DECLS
