/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One reduction, with what reads its results element by element.
 *
 *     along     neighbouring elements are reduced together: threads along a row, a part of a block of threads for each row
 *     across    neighbouring elements belong to neighbouring results: a thread for each result and, where these are few, threadIdx.y over
 *               parts of the reduction
 *
 * Where there are fewer results than the GPU has multiprocessors, long reductions are made in two kernels: parts of them, then all.
 */
#include "core/arith/stride.h"
#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/default-schedules/gpu/gpu-rules-private.h"

#define MAX_THREADS   256
#define LEAST_PART    2048   /* elements of a part that is worth a kernel of its own */
#define MAX_PARTS     1024
#define LEAST_TERMS   4      /* for each thread of threadIdx.y */
#define MAX_ACROSS    16     /* threads along threadIdx.y */

typedef struct
{
  TlDefaultSchedule *p;
  TlGpuMachine       machine;
  TlBlockNest        nest;
  gint64             n_results, n_terms;   /* 0: symbolic */
  gboolean           is_across;
  gint               epilogue;             /* place among p->blocks, -1: none */
  guint              spatial, reduced;     /* its loops, fused, where it has no epilogue */
} Reduction;

/* --- recognition --- */

/* The block that reads the results where they are made; -1 also where one of them leaves the kernel. */
static gint
find_epilogue (TlDefaultSchedule *p, const TlBlockNest *nest)
{
  for (guint w = 0; w < nest->block->n_writes; w++)
    if (tl_default_is_param (p, nest->block->writes[w].buffer))
      return -1;
  return tl_default_epilogue (p, nest);
}

static void
keep_results (const Reduction *r, const char *scope)
{
  for (guint w = 0; w < r->nest.block->n_writes; w++)
    tl_step_set_scope (r->p->builder, r->nest.rv, w, scope);
}

/* The read that most loops move, and along which of them its elements are neighbours; -1: along none, or along several. */
static gint
find_contiguous_loop (TlDefaultSchedule *p, const TlBlockNest *nest)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (p->builder->arena);
  guint most = 0;
  gint  found = -1;

  for (guint r = 0; r < nest->block->n_reads; r++)
    {
      const TlRegion *region = &nest->block->reads[r];
      guint           used = 0;
      gint            along = -1;
      gint64          stride;

      for (guint d = 0; d < region->buffer->n_dims; d++)
        used |= tl_block_nest_loops_used (nest, region->ranges[d].min);
      if (region->buffer->n_dims == 0 || region->buffer == nest->block->writes[0].buffer || tl_loop_set_count (used) <= most)
        continue;
      for (guint l = 0; l < nest->n; l++)
        if ((along < 0 || tl_block_nest_reduces (nest, (guint) along))
            && tl_expr_stride (analyzer, region->ranges[region->buffer->n_dims - 1].min, nest->vars[l], &stride) && stride == 1)
          along = (gint) l;
      most = tl_loop_set_count (used);
      found = along;
    }
  return found;
}

static gboolean
read_reduction (Reduction *r, guint at, char **why)
{
  TlBlockNest *nest = &r->nest;
  gint         along;

  if (!tl_block_nest_match_rv (r->p->builder, tl_default_rv (r->p, at), nest, why))
    return FALSE;
  if (nest->reduced == 0 || nest->block->init == NULL)
    return tl_set_reason (why, "block %s is not an initialized reduction", nest->block->name);
  if (!tl_gpu_is_known_reduction (r->p, nest->block, why))
    return FALSE;
  along = find_contiguous_loop (r->p, nest);
  if (along < 0)
    return tl_set_reason (why, "block %s reads no neighbouring elements along one of its loops", nest->block->name);
  r->is_across = !tl_block_nest_reduces (nest, (guint) along);
  r->n_results = tl_block_nest_n_iterations (nest, nest->spatial);
  r->n_terms = tl_block_nest_n_iterations (nest, nest->reduced);
  r->epilogue = find_epilogue (r->p, nest);
  return TRUE;
}

/* --- one kernel --- */

/* The data-parallel loops of the block as one, and those of the reduction inside of it as another. */
static void
fuse_sides (TlDefaultSchedule *p, const TlBlockNest *nest, guint *spatial, guint *reduced)
{
  guint outer[TL_NEST_MAX_LOOPS], inner[TL_NEST_MAX_LOOPS], n_outer, n_inner;

  n_outer = tl_block_nest_list (nest, nest->spatial, outer);
  n_inner = tl_block_nest_list (nest, nest->reduced, inner);
  tl_step_reorder_behind (p->builder, outer, n_outer, inner, n_inner);
  *reduced = tl_step_fuse_loops (p->builder, inner, n_inner);
  *spatial = n_outer > 0 ? tl_step_fuse_loops (p->builder, outer, n_outer) : tl_step (p->builder, "add_unit_loop", *reduced);
}

/* The loop over what becomes places of threads: that of the epilogue, else of the results. */
static guint
host_loop (const Reduction *r)
{
  TlScheduleBuilder *builder = r->p->builder;
  guint              n, first;

  if (r->epilogue < 0)
    return r->spatial;
  first = tl_step_get_loops (builder, tl_default_rv (r->p, (guint) r->epilogue), &n);
  return n > 0 ? tl_step_fuse_from (builder, first, n) : tl_step (builder, "add_unit_loop", tl_default_rv (r->p, (guint) r->epilogue));
}

/*
 * The reduction moves to the loop of its consumer, by way of shared memory; @n_places results of it are made there, which become threads of
 * threadIdx.x if they are several. Gives its reduction loops as one.
 */
static guint
join_epilogue (Reduction *r, guint at, gint64 n_places)
{
  TlScheduleBuilder *builder = r->p->builder;
  guint              n, first, n_spatial = 0, places;

  tl_step_at (builder, "compute_at", r->nest.rv, at);
  keep_results (r, "shared");
  first = tl_step_get_loops_below (builder, r->nest.rv, at, &n);
  if (builder->error != NULL)
    return first;
  while (n_spatial < n && tl_loop_is_data_parallel (tl_schedule_builder_stmt (builder, first + n_spatial)))
    n_spatial++;
  if (n_spatial == n || (n_spatial == 0 && n_places > 1))
    tl_refuse (&builder->error, NULL, 0, NULL, "the results for a block of threads are not as many as its threads");
  if (n_spatial > 0)
    {
      places = tl_step_fuse_from (builder, first, n_spatial);
      if (builder->error == NULL && tl_schedule_builder_extent (builder, places) != n_places)
        tl_refuse (&builder->error, NULL, 0, NULL, "the results for a block of threads are not as many as its threads");
      if (n_places > 1)
        tl_step_bind (builder, places, "threadIdx.x");
    }
  return tl_step_fuse_from (builder, first + n_spatial, n - n_spatial);
}

static void
write_along (Reduction *r)
{
  TlDefaultSchedule *p = r->p;
  TlGpuRows          rows = tl_gpu_choose_rows (&r->machine, r->n_results, r->n_terms);
  guint              row = tl_gpu_bind_rows (p->builder, host_loop (r), &rows),
                     reduced = r->epilogue >= 0 ? join_epilogue (r, row, 1) : r->reduced;

  tl_step_bind (p->builder, tl_step_split (p->builder, reduced, 0, rows.n_threads) + 1, "threadIdx.x");
  if (r->epilogue >= 0)
    tl_gpu_share_out (p->builder, tl_default_rv (p, (guint) r->epilogue), row, rows.n_threads, 1);
}

/* Threads along threadIdx.y, where a thread for each result would leave multiprocessors idle. */
static gint64
threads_across (const Reduction *r)
{
  gint64 n = 1;

  if (r->n_results == 0 || r->n_results >= r->machine.n_multiprocessors * MAX_THREADS * 2)
    return 1;
  while (n < MAX_ACROSS && r->n_terms >= n * 2 * LEAST_TERMS && n * 2 * TL_GPU_WARP <= r->machine.max_threads
         && r->n_results * n < tl_gpu_places (&r->machine) / 2)
    n *= 2;
  return n;
}

static void
write_across (Reduction *r)
{
  TlDefaultSchedule *p = r->p;
  gint64             n_across = threads_across (r), n_threads = n_across > 1 ? TL_GPU_WARP
                                                                             : tl_gpu_threads (&r->machine, r->n_results, MAX_THREADS);
  guint              blocks = tl_gpu_bind_loop (p->builder, host_loop (r), n_threads), reduced = r->reduced, n;

  if (r->epilogue >= 0 && n_across == 1)
    {
      tl_step_at (p->builder, "compute_at", r->nest.rv, blocks + 1);
      keep_results (r, "local");
      reduced = tl_step_get_loops_below (p->builder, r->nest.rv, blocks + 1, &n);
    }
  else if (r->epilogue >= 0)
    reduced = join_epilogue (r, blocks, n_threads);
  if (n_across == 1)
    tl_step_at (p->builder, "decompose_reduction", r->nest.rv, reduced);
  else
    tl_step_bind (p->builder, tl_step_split (p->builder, reduced, 0, n_across) + 1, "threadIdx.y");
}

static void
write_kernel (Reduction *r)
{
  if (r->is_across)
    write_across (r);
  else
    write_along (r);
}

/* --- two kernels --- */

/* Parts of each reduction, so that there is work for the whole GPU; 1: one kernel does. */
static gint64
choose_parts (const Reduction *r)
{
  gint64 n_blocks = r->is_across ? tl_ceildiv (MAX (r->n_results, 1), TL_GPU_WARP) : r->n_results,
         least = r->is_across ? LEAST_PART / TL_GPU_WARP : LEAST_PART, n = 1;

  if (r->n_results == 0 || r->n_terms == 0)
    return 1;
  while (n < MAX_PARTS && n_blocks * n < r->machine.n_multiprocessors && r->n_terms / (n * 2) >= least)
    n *= 2;
  return n;
}

/*
 * Parts of the reduction in a kernel of their own; then the reduction goes over them. Parts of neighbouring results are neighbours where
 * the results are read side by side, else the parts of one result.
 */
static void
write_parts (Reduction *r, gint64 n_parts)
{
  TlScheduleBuilder *builder = r->p->builder;
  gint64             n_dims = r->nest.block->writes[0].buffer->n_dims;
  guint              parts = tl_step_split (builder, r->reduced, n_parts, 0), first, n;
  Reduction          part = *r;

  part.nest.rv = tl_schedule_builder_do (builder, "rfactor", tl_arg_rv (parts), tl_arg_int (r->is_across ? 0 : n_dims));
  first = tl_step_get_loops (builder, part.nest.rv, &n);
  if (builder->error == NULL && n != 3)
    tl_refuse (&builder->error, NULL, 0, NULL, "the parts of the reduction have %u loops, not three", n);
  if (r->is_across)
    tl_step_reorder (builder, first + 1, first);
  part.spatial = tl_step_fuse_loops (builder, r->is_across ? (guint[]) { first + 1, first } : (guint[]) { first, first + 1 }, 2);
  part.reduced = first + 2;
  part.epilogue = -1;
  part.n_results *= n_parts;
  part.n_terms = tl_ceildiv (r->n_terms, n_parts);
  write_kernel (&part);
  r->n_terms = n_parts;
  first = tl_step_get_loops (builder, r->nest.rv, &n);
  r->spatial = first;
  r->reduced = first + 1;
  write_kernel (r);
}

/* FALSE: a step is refused, and all is as before. */
static gboolean
try_write (const Reduction *reduction, gint64 n_parts, gint epilogue)
{
  Reduction r = *reduction;
  TlState  *mark = tl_schedule_builder_mark (r.p->builder);

  r.epilogue = epilogue;
  if (epilogue < 0 || n_parts > 1)
    fuse_sides (r.p, &r.nest, &r.spatial, &r.reduced);
  if (n_parts > 1)
    write_parts (&r, n_parts);
  else
    write_kernel (&r);
  return tl_schedule_builder_accept (r.p->builder, mark);
}

static gboolean
apply_reduction (TlDefaultSchedule *p, guint at, char **why)
{
  Reduction r = { .p = p, .machine = tl_gpu_machine (p) };
  gint64    n_parts;

  if (!read_reduction (&r, at, why))
    return FALSE;
  n_parts = choose_parts (&r);
  if ((n_parts > 1 && try_write (&r, n_parts, r.epilogue)) || (r.epilogue >= 0 && try_write (&r, 1, r.epilogue)))
    {
      tl_default_claim_with (p, at, r.epilogue);
      return TRUE;
    }
  if (!try_write (&r, 1, -1))
    return tl_set_reason (why, "the loops of block %s cannot be bound to threads", r.nest.block->name);
  tl_default_claim (p, at);
  return TRUE;
}

const TlDefaultRule tl_gpu_reduction_rule = {
  .info = { "reduction", TL_GPU_TARGETS,
            "A reduction of any kind whose terms or results lie side by side in memory, with elementwise consumers",
            "Threads along the terms, which bring together their parts, several short rows in a block of threads; or a thread for each "
            "result, parts of few results along threadIdx.y; few long reductions by parts in a kernel of their own" },
  .is_for_kernels = TRUE,
  .apply = apply_reduction,
};
