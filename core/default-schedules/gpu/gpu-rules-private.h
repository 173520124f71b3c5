/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared by the rules for GPUs. Each part of a function becomes one kernel or several; whatever rule takes it, all its blocks end in loops
 * that are bound to threads.
 *
 *     place     an element of a result: a point of a block's data-parallel loops
 *     threads   of one block of threads, along threadIdx.x unless said otherwise
 */
#pragma once

#include "core/default-schedules/default-schedule-private.h"
#include "core/space/gpu-product.h"
#include "core/target/gpu-models.h"

G_BEGIN_DECLS

#define TL_GPU_TARGETS      "cuda, opencl, metal"

/* The limits of a kernel, and the GPU's size. */
typedef struct
{
  gint64             max_threads;         /* of a block */
  gint64             shared_bytes;        /* of a block */
  gint64             n_multiprocessors;   /* of the GPU that the target names, else of a middling one */
  const TlGpuLimits *limits;              /* of a multiprocessor */
} TlGpuMachine;

TlGpuMachine tl_gpu_machine (const TlDefaultSchedule *p);
/* Threads that the whole GPU holds at once. */
gint64       tl_gpu_places (const TlGpuMachine *machine);
/*
 * Threads of a block for @n places, at most @most: a power of two, smaller where there would be fewer blocks than multiprocessors. @n 0:
 * not known.
 */
gint64       tl_gpu_threads (const TlGpuMachine *machine, gint64 n, gint64 most);
/* The largest power of two up to @n, at least 1; the smallest not below it. */
gint64       tl_gpu_power_below (gint64 n);
gint64       tl_gpu_power_above (gint64 n);

/* The loop's iterations for blocks of so many threads. Gives the loop that is bound to blockIdx.x; the next is that of the threads. */
guint        tl_gpu_bind_loop (TlScheduleBuilder *builder, guint loop_rv, gint64 n_threads);
/*
 * All loops of the block below @outer are shared out among threads of threadIdx.x, @lanes elements at a time in vectors where that divides
 * their number; 1: no vectors. FALSE: there are no loops.
 */
void         tl_gpu_share_out (TlScheduleBuilder *builder, guint block_rv, guint outer, gint64 n_threads, gint64 lanes);

/* The product p->blocks[@at], with its elementwise consumer and cheap producers. */
gboolean     tl_gpu_read_product (TlDefaultSchedule *p, guint at, TlGpuProduct *product, char **why);
/* Claims the blocks that are scheduled: the product, its epilogue, the producers. */
void         tl_gpu_claim_product (TlDefaultSchedule *p, const TlGpuProduct *product, guint at);

/* A reduction of a kind that threads may make together. */
gboolean     tl_gpu_is_known_reduction (const TlDefaultSchedule *p, const TlBlock *block, char **why);

/* A part of a block of threads for each row: threadIdx.x runs along it, threadIdx.y over the rows of the block. */
typedef struct
{
  gint64 n_threads;
  gint64 n_rows;       /* 1: no threadIdx.y */
} TlGpuRows;

/* For @n_rows rows of @length elements. */
TlGpuRows    tl_gpu_choose_rows (const TlGpuMachine *machine, gint64 n_rows, gint64 length);
/* The loop's iterations are rows. Gives the loop of one row. */
guint        tl_gpu_bind_rows (TlScheduleBuilder *builder, guint loop_rv, const TlGpuRows *rows);

/*
 * How many elements along @loop a thread may access as vectors: each access moves by one element along it or not at all, starts at whole
 * vectors, and no condition depends on it. 1: none.
 */
gint64       tl_gpu_vector_lanes (const TlDefaultSchedule *p, const TlBlockNest *nest, guint loop);

G_END_DECLS
