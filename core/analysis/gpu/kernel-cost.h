/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The time that the kernels of a lowered program take on a GPU, predicted from the program alone, with all terms of the prediction.
 *
 *   lowered kernel ──▶ some warps, statement by statement ──▶ instructions, sectors, passes, waits      cost-walk.c, cost-accesses.c
 *                 ──▶ tiles that blocks touch             ──▶ bytes from L2 and from memory                      cost-reuse.c
 *   GPU           ──▶ blocks at once, waves               ──▶ terms in seconds, their limit                      cost-time.c
 *
 * The model. A block keeps each part of its multiprocessor busy for some clocks; the blocks that run at once share it, and none ends before
 * its own chain of waits does:
 *
 *   issue     warp instructions / 4 (a scheduler for each quarter of the multiprocessor issues one a clock)
 *   arithmetic  multiply-adds and float operations / lanes; integers at half, special functions at a sixteenth of 128 lanes
 *   tensor    multiply-adds of matrix instructions / the rate of the data sheet (mma.sync reaches 62 % of it on 9.0)
 *   shared    passes of shared memory, one a clock: 128 bytes (bank conflicts take more); shuffles. A request has 32 addresses, and a
 *             multiprocessor takes 32 or 16 (7.5, 8.6 … 8.9) a clock
 *   l1        lines and sectors of global requests: a line (two on 9.0), or 128 bytes, a clock; the addresses as above
 *   l2        bytes that L1 does not have / the bandwidth of L2; sectors of which a store writes a part are read as well
 *   memory    bytes that L2 does not have / bandwidth (92 % of the data sheet's): of the tiles that blocks running at once touch, each once
 *   latency   the chain of one block: its start, waits for memory that nothing of the same thread covers, dependent multiply-adds,
 *             barriers. With the blocks at once this is Little's law: bytes in flight = bandwidth × latency
 *
 * A wave takes the norm of order 4 of these (the longest, and somewhat more where several are near it), as they overlap, not perfectly.
 * Time = launches + waves, the last one with the blocks that are left. Occupancy is that of CUDA's occupancy calculator. Latencies, rates:
 * Jia et al., "Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking" (2018), the same of Turing (2019); Luo et al.,
 * "Benchmarking and Dissecting the NVIDIA Hopper GPU Architecture" (2024); the form is that of Hong and Kim, "An Analytical Model for a GPU
 * Architecture with Memory-level and Thread-level Parallelism Awareness" (2009), and of the roofline (Williams et al., 2009).
 *
 * Registers are estimated where nobody says them: what threads keep in local buffers and fragments, operands of the statements between
 * waits, addresses. Loops that compilers write out are those marked so and short ones; loads of the same element in one are one, neighbours
 * are one access of up to 16 bytes.
 */
#pragma once

#include "core/analysis/gpu/occupancy.h"
#include "core/interp/gpu/emulator.h"

G_BEGIN_DECLS

typedef enum
{
  TL_COST_ISSUE,
  TL_COST_ARITHMETIC,
  TL_COST_TENSOR,
  TL_COST_SHARED,
  TL_COST_L1,
  TL_COST_L2,
  TL_COST_MEMORY,
  TL_COST_LATENCY,
  TL_N_COST_TERMS,
} TlCostTerm;

/* Requests of warps to global or shared memory, one way. */
typedef struct
{
  double n_requests;
  double n_units, least_units;       /* sectors, or passes; as many as the bytes fill, or without a conflict */
} TlCostRequests;

/* Instructions of a thread; of warps where they act together. */
typedef struct
{
  double n_of[TL_N_OPERATIONS];
} TlCostMix;

/* Plain data but @name and @hot_loop. */
typedef struct
{
  char          *name;               /* Owned: "main_kernel" */
  gint64         n_launches;         /* in loops of the host; all else is of one */
  gint64         n_blocks, n_threads;             /* of the grid; of a block */
  TlOccupancy    occupancy;          /* with the registers of a thread */
  gboolean       has_registers;      /* from a compiler; else estimated */
  guint          spill_bytes;        /* of a thread; estimated: the registers that threads cannot have */
  gint64         wanted_registers;   /* before limits */
  double         n_waves, tail;      /* tail: the part of the places of all waves that has a block */
  TlCostMix      mix;                /* of the whole kernel, a thread's mean */
  char          *hot_loop;           /* Owned: the loop most instructions run in, "k_0"; NULL: none */
  double         hot_trips;
  TlCostMix      hot_mix;            /* of one iteration */
  TlCostRequests accesses[TL_N_ACCESSES];         /* of the grid */
  double         flops;              /* 2 a multiply-add */
  double         l2_bytes, l2_load_bytes;         /* between L1 and L2, both ways, parts of sectors twice; of loads */
  double         read_bytes, written_bytes;       /* of memory, where L2 has nothing at first */
  double         warm_share;         /* of these, the part that a run finds in L2 from the run before */
  double         latency_clk;        /* the mean wait for a global load */
  double         chain_clk;          /* of one block */
  gboolean       is_exact;           /* FALSE: addresses or loops depend on data, and were assumed */
  double         terms[TL_N_COST_TERMS];          /* seconds, each as if it were alone */
  TlCostTerm     limit;              /* the longest */
  double         launch_s;
  double         seconds;            /* with launch */
} TlKernelCost;

typedef struct
{
  const TlGpuModel *model;
  GPtrArray        *kernels;         /* TlKernelCost, in the order of their launches */
  double            seconds;
} TlGpuCost;

/* The compiler's words about a kernel. */
typedef struct
{
  const char *name;
  guint       n_registers, spill_bytes;
} TlKernelRegisters;

typedef struct
{
  const TlGpuModel        *model;        /* NULL: that of the target */
  const TlKernelRegisters *registers;    /* nullable: by name; others are estimated */
  guint                    n_registers;
  gboolean                 as_written;   /* count accesses as the emulator does: nothing is joined or moved out of loops */
  guint                    n_samples;    /* warps that are walked; 0: a few */
} TlCostOptions;

/*
 * Of the kernels of @func, which tl_lower made for @target. Takes about a millisecond a kernel; safe in any thread. NULL with an error if
 * the function is not in the form of kernels, a grid is no number, or a kernel needs more than a multiprocessor has. @options: nullable.
 */
TlGpuCost  *tl_gpu_cost_new (const TlPrimFunc *func, const TlTarget *target, const TlCostOptions *options, GError **error);
void        tl_gpu_cost_free (TlGpuCost *cost);

/* "shared memory", "issue" */
const char *tl_cost_term_name (TlCostTerm term);
/* The sentence that says which term limits, and by which figures. Free with g_free. */
char       *tl_kernel_cost_limit_text (const TlKernelCost *cost);
/* Several lines: registers, occupancy, waves, requests, terms, time. Free with g_free. */
char       *tl_gpu_cost_text (const TlGpuCost *cost);

#define TL_GPU_COST_ERROR (tl_gpu_cost_error_quark ())
GQuark tl_gpu_cost_error_quark (void);
typedef enum
{
  TL_GPU_COST_ERROR_SIZE,       /* a grid that is no number */
  TL_GPU_COST_ERROR_FIT,        /* no block fits */
  TL_GPU_COST_ERROR_MODEL,      /* nothing is known of the GPU */
} TlGpuCostError;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlGpuCost, tl_gpu_cost_free)

G_END_DECLS
