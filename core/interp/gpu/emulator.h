/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels without a device: executes a lowered GPU function (core/ir/kernel.h) exactly as its statements say, and finds the faults that a
 * device would not tell.
 *
 * The values are those of the interpreter (core/interp/interp.h); the threads of a block run statement by statement, so that results do
 * not depend on how threads are scheduled as long as there is no finding. Safe in any thread.
 */
#pragma once

#include <gio/gio.h>

#include "core/device/tensor.h"
#include "core/interp/interp.h"
#include "core/ir/kernel.h"

G_BEGIN_DECLS

typedef enum
{
  TL_FAULT_RACE,              /* two accesses that nothing orders, one of them a store */
  TL_FAULT_UNINITIALISED,     /* a read of memory that the function allocates and nobody wrote */
  TL_FAULT_OUT_OF_BOUNDS,
  TL_FAULT_MISALIGNED,        /* an asynchronous copy at an address that is no multiple of its size */
  TL_FAULT_DIVERGENT_BARRIER, /* not all threads reach it */
  TL_FAULT_INACTIVE_LANE,     /* a shuffle reads from a lane that does not take part */
  TL_FAULT_MATRIX,            /* a matrix instruction that lacks a lane of its warp, or with operands that differ or that it cannot take */
  TL_FAULT_IN_FLIGHT,         /* an access to what an asynchronous copy that nobody has waited for writes; a store to what it reads */
  TL_FAULT_ARITHMETIC,        /* division by zero, shifts by a width out of range */
  TL_N_FAULT_KINDS,
} TlFaultKind;

/* The names of a thread and its block. */
typedef struct
{
  gint64 block[3];
  guint  thread[3];
} TlThreadPlace;

/* Statements, buffers: borrowed from the program. */
typedef struct
{
  TlFaultKind     kind;
  guint           kernel;         /* of tl_kernels_find */
  guint64         count;          /* accesses with this fault */
  char           *text;           /* Owned: what is wrong, where and what to do, in sentences */
  const TlStmt   *stmt;
  const TlStmt   *other_stmt;     /* of a race: the earlier access; NULL */
  const TlBuffer *buffer;         /* NULL: none */
  gint64          element;
  TlThreadPlace   thread;
  TlThreadPlace   other_thread;
} TlFinding;

/* Kinds of instructions of a thread. Index arithmetic counts as it is written: compilers leave some of it out. */
typedef enum
{
  TL_OPERATION_FMA,           /* a product that is added, in one */
  TL_OPERATION_MATRIX,        /* multiply-adds of matrix instructions */
  TL_OPERATION_FLOAT,
  TL_OPERATION_INTEGER,
  TL_OPERATION_SPECIAL,       /* exp and its like, divisions of floats */
  TL_OPERATION_BRANCH,
  TL_OPERATION_BARRIER,
  TL_OPERATION_SHUFFLE,
  TL_OPERATION_LOCAL,         /* accesses to memory of the thread: registers */
  TL_OPERATION_MEMORY,        /* accesses to global and shared memory */
  TL_N_OPERATIONS,
} TlOperation;

typedef enum { TL_ACCESS_GLOBAL_LOAD, TL_ACCESS_GLOBAL_STORE, TL_ACCESS_SHARED_LOAD, TL_ACCESS_SHARED_STORE, TL_N_ACCESSES } TlAccessKind;

/* The requests of warps: see interp/gpu/warp-requests.h. */
typedef struct
{
  guint64 n_requests;
  guint64 n_units;            /* sectors of global memory, passes of shared memory */
  guint64 least_units;        /* as many as the bytes fill; without bank conflicts */
  guint64 n_of_width[5];      /* accesses of threads, of 1, 2, 4, 8 and 16 bytes */
} TlAccessCounts;

/* Counted from all threads and their addresses. */
typedef struct
{
  char          *name;        /* Owned: of the kernel, of the statement in words */
  guint          kernel;
  const TlStmt  *stmt;        /* NULL: the whole kernel */
  guint64        n_of[TL_N_OPERATIONS];   /* threads × instructions */
  TlAccessCounts accesses[TL_N_ACCESSES];
  guint64        n_branches, n_divergent;   /* of warps; those in which threads go different ways */
} TlKernelCounts;

typedef struct
{
  gboolean          checks;       /* races, reads of what was not written, alignment; the other faults are always found */
  gboolean          counts;
  guint             n_workers;    /* threads of this machine that take blocks; 0: one a core. Results do not depend on it */
  guint             warp_size;    /* a power of two up to 32; 0: 32 */
  guint             block_step;   /* only each so many blocks run, of a function of one kernel; 0: all */
  guint64           max_steps;    /* loop iterations of all threads, and their starts; 0: no limit */
  const TlPrimFunc *scheduled;    /* nullable: the program before it was lowered, for the names of its blocks */
} TlEmulatorOptions;

typedef struct
{
  GPtrArray *findings;            /* TlFinding, the first of each kind at each statement; at most 20 */
  guint      n_more;              /* findings beyond these */
  guint64    n_thread_instructions;
  GPtrArray *counts;              /* TlKernelCounts of each kernel and, after it, its statements; NULL unless asked for */
} TlEmulation;

/*
 * Runs @func on @args as tl_interp_run() does. Findings are no errors: after one, the run goes on with the access left out. Fails with
 * TL_INTERP_ERROR where it cannot go on, TL_KERNEL_ERROR if the function is not in the form of kernels.
 */
TlEmulation *tl_emulate (const TlPrimFunc *func, TlTensor *const *args, guint n_args, const TlEmulatorOptions *options,
                         GCancellable *cancellable, GError **error);
void         tl_emulation_free (TlEmulation *emulation);

/* "multiply-adds" */
const char  *tl_operation_name (TlOperation operation);
/* "race", "divergent barrier" */
const char  *tl_fault_kind_name (TlFaultKind kind);

/* The counts as a text of several lines. Free with g_free. */
char        *tl_emulation_counts_text (const TlEmulation *emulation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlEmulation, tl_emulation_free)

G_END_DECLS
