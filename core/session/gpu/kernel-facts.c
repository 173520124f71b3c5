/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/gpu/kernel-facts.h"

#include <string.h>

#include "core/base/format.h"
#include "core/device/cuda-tools.h"
#include "core/lower/lower.h"
#include "core/base/i18n.h"
#include "core/session/program-view.h"

#define MANY (1 << 20)   /* more than any limit of a multiprocessor */

typedef struct
{
  TlState    *state;
  const char *func_name;
  TlTarget    target;
  TlNodeId    node;
  TlWorkerPool *pool;       /* NULL: without a compiler */
  GPtrArray  *registers;    /* TlCudaKernel, nullable */
} FactsJob;

static void
job_free (gpointer data)
{
  FactsJob *job = data;

  g_clear_pointer (&job->pool, tl_worker_pool_unref);
  g_clear_pointer (&job->registers, g_ptr_array_unref);
  tl_state_unref (job->state);
  g_free (job);
}

void
tl_kernel_facts_free (TlKernelFacts *facts)
{
  g_clear_pointer (&facts->accesses, g_array_unref);
  g_clear_pointer (&facts->scratch, g_array_unref);
  g_clear_pointer (&facts->phases, g_ptr_array_unref);
  g_clear_pointer (&facts->cost, tl_gpu_cost_free);
  g_clear_pointer (&facts->registers, g_ptr_array_unref);
  g_free (facts->problem);
  g_free (facts->target);
  g_free (facts->position);
  tl_arena_unref (facts->arena);
  tl_state_unref (facts->state);
  g_free (facts);
}

/* --- the block --- */

static double
iterations_of (const TlBlockTiles *tiles)
{
  double n = 1;

  for (guint i = 0; i < tiles->n_loops; i++)
    n *= tiles->extents[i] > 0 ? (double) tiles->extents[i] : 1;
  return n;
}

/*
 * The block of threads with most iterations in @node, of the first kernel where that is 0; ties go to the later one, which computes.
 * @kernel: the number of its kernel, as those of launches.
 */
static const TlBlockTiles *
find_block (const FactsJob *job, TlArena *arena, TlThreadMapping *mapping, guint *kernel)
{
  const TlModule       *module = tl_state_module (job->state);
  const TlPrimFunc     *func = tl_module_prim (module, job->func_name);
  const TlStmt         *within = job->node != 0 ? tl_module_find (module, job->node) : NULL;
  g_autoptr (GPtrArray) blocks = tl_program_view_nodes (func, FALSE, TRUE);
  const TlBlockTiles   *found = NULL;
  const TlStmt         *outermost = NULL;
  guint                 n_kernels = 0;

  for (guint i = 0; i < blocks->len; i++)
    {
      const TlStmt       *block = blocks->pdata[i];
      const TlBlockTiles *tiles;
      TlThreadMapping     own;

      tiles = tl_block_tiles_new (arena, module, block->block.id);
      if (tiles == NULL || (own = tl_thread_mapping_of (module, tiles, 1)).kind != TL_THREADS_GPU)
        continue;
      n_kernels += tiles->loops[0] != outermost;
      outermost = tiles->loops[0];
      if (within != NULL && tl_stmt_find (within, block->block.id) == NULL)
        continue;
      if (found != NULL && within == NULL && tiles->loops[0] != found->loops[0])
        break;
      if (found == NULL || iterations_of (tiles) >= iterations_of (found))
        {
          found = tiles;
          *mapping = own;
          *kernel = n_kernels - 1;
        }
    }
  return found;
}

/* --- occupancy --- */

/* Each limit alone, by taking the others away. */
static void
count_blocks (TlKernelFacts *facts)
{
  const TlOccupancy *occupancy = &facts->occupancy;
  const TlGpuLimits *limits = occupancy->limits;
  TlGpuLimits        free = *limits;
  gint64             n_threads = tl_thread_mapping_n_threads (&facts->mapping);

  free.n_warps = free.n_blocks = MANY;
  facts->n_blocks_of[TL_OCCUPANCY_WARPS] = limits->n_warps / occupancy->n_warps;
  facts->n_blocks_of[TL_OCCUPANCY_BLOCKS] = limits->n_blocks;
  facts->n_blocks_of[TL_OCCUPANCY_REGISTERS] = tl_occupancy (&free, n_threads, occupancy->n_registers, 0).n_blocks;
  free.n_registers = G_MAXINT;
  facts->n_blocks_of[TL_OCCUPANCY_SHARED] = tl_occupancy (&free, n_threads, 1, occupancy->shared_bytes).n_blocks;
}

/* --- time --- */

/* TlCudaKernel, as ptxas sees them; NULL: there is none, or no worker. */
static GPtrArray *
assemble (const FactsJob *job, GCancellable *cancellable)
{
  g_autofree char   *ptx = job->pool == NULL ? NULL
                           : tl_worker_pool_compile_to_text (job->pool, tl_state_module (job->state), job->func_name, &job->target, "ptx",
                                                             NULL, NULL, cancellable, NULL);
  GPtrArray         *kernels = NULL;
  g_autoptr (GBytes) code = ptx != NULL ? tl_cuda_assemble (ptx, job->target.arch, &kernels, NULL) : NULL;

  return kernels;
}

/* The kernel of the block has that number where there are as many as nests; else it is the longest. */
static const TlKernelCost *
kernel_of (const TlGpuCost *cost, guint number)
{
  const TlKernelCost *longest = NULL;

  if (number < cost->kernels->len)
    return cost->kernels->pdata[number];
  for (guint i = 0; i < cost->kernels->len; i++)
    if (longest == NULL || ((const TlKernelCost *) cost->kernels->pdata[i])->seconds > longest->seconds)
      longest = cost->kernels->pdata[i];
  return longest;
}

static void
predict (TlKernelFacts *facts, const FactsJob *job, guint number, GCancellable *cancellable)
{
  g_autoptr (GError)            error = NULL;
  g_autoptr (TlModule)          lowered = tl_lower (tl_state_module (job->state), job->func_name, &job->target, NULL, &error);
  GPtrArray                    *assembled = lowered == NULL        ? NULL
                                            : job->registers != NULL ? g_ptr_array_ref (job->registers)
                                                                     : assemble (job, cancellable);
  guint                         n = assembled != NULL ? assembled->len : 0;
  g_autofree TlKernelRegisters *registers = g_new0 (TlKernelRegisters, n + 1);
  TlCostOptions                 options = { .registers = registers, .n_registers = n };

  for (guint i = 0; i < n; i++)
    {
      const TlCudaKernel *kernel = assembled->pdata[i];

      registers[i] = (TlKernelRegisters) { kernel->name, kernel->n_registers, kernel->spill_store_bytes + kernel->spill_load_bytes };
    }
  facts->registers = assembled;
  facts->cost = lowered != NULL ? tl_gpu_cost_new (lowered->prims[0], &job->target, &options, &error) : NULL;
  if (facts->cost == NULL)
    {
      facts->problem = g_strdup (error->message);
      return;
    }
  facts->kernel = kernel_of (facts->cost, number);
  if (facts->kernel != NULL)
    {
      facts->occupancy = facts->kernel->occupancy;
      facts->has_occupancy = TRUE;
    }
}

static gint
dearest_first (gconstpointer a, gconstpointer b)
{
  double cost = tl_warp_access_cost (a), other = tl_warp_access_cost (b);

  return (cost < other) - (cost > other);
}

void
tl_kernel_facts_go_to (TlKernelFacts *facts, gint64 block, gint64 thread)
{
  const TlThreadMapping *mapping = &facts->mapping;

  facts->block = block < tl_thread_mapping_n_blocks (mapping) ? block : 0;
  facts->thread = thread < tl_thread_mapping_n_threads (mapping) ? thread : 0;
  memset (facts->position, 0, sizeof (gint64) * facts->tiles->n_loops);
  facts->runs = tl_thread_mapping_set_thread (mapping, facts->tiles, facts->thread, facts->position);
  if (!facts->runs)
    memset (facts->position, 0, sizeof (gint64) * facts->tiles->n_loops);
  tl_thread_mapping_set_block (mapping, facts->tiles, facts->block, facts->position);
  g_clear_pointer (&facts->accesses, g_array_unref);
  facts->accesses = tl_warp_accesses_new (tl_state_module (facts->state), facts->tiles, mapping, facts->position,
                                          facts->thread / TL_WARP_LANES);
  if (facts->accesses != NULL)
    g_array_sort (facts->accesses, dearest_first);
}

static TlKernelFacts *
find_facts (const FactsJob *job, GCancellable *cancellable)
{
  const TlModule     *module = tl_state_module (job->state);
  const TlPrimFunc   *func = tl_module_prim (module, job->func_name);
  TlArena            *arena = tl_arena_new (NULL);
  TlThreadMapping     mapping = { .kind = TL_THREADS_NONE };
  guint               number = 0;
  const TlBlockTiles *tiles = find_block (job, arena, &mapping, &number);
  TlKernelFacts      *facts;

  if (tiles == NULL)
    {
      tl_arena_unref (arena);
      return NULL;
    }
  facts = g_new0 (TlKernelFacts, 1);
  *facts = (TlKernelFacts) { .state = tl_state_ref (job->state), .arena = arena, .tiles = tiles, .mapping = mapping };
  facts->position = g_new0 (gint64, tiles->n_loops + 1);
  tl_kernel_facts_go_to (facts, 0, 0);
  facts->scratch = tl_func_scratch (module, func, "shared");
  facts->phases = tl_thread_phases_new (module, tiles, facts->position);
  facts->model = tl_gpu_model_of_target (&job->target);
  facts->is_assumed = *job->target.arch == '\0';
  facts->has_occupancy = tl_occupancy_of_kernel (module, func, tl_gpu_limits (job->target.arch), tl_thread_mapping_n_threads (&mapping),
                                                 &facts->occupancy);
  facts->target = tl_target_to_text (&job->target);
  predict (facts, job, number, cancellable);
  if (facts->has_occupancy)
    count_blocks (facts);
  return facts;
}

/* --- asking --- */

static void
find_in_thread (GTask *task, gpointer source, gpointer job, GCancellable *cancellable)
{
  g_task_return_pointer (task, find_facts (job, cancellable), (GDestroyNotify) tl_kernel_facts_free);
}

/* Those of the same program for the same target; a new reference or NULL. */
static GPtrArray *
known_registers (TlSession *session, TlState *state, const TlKernelFacts *known)
{
  TlTarget         target = tl_session_target (session);
  g_autofree char *text = tl_target_to_text (&target);

  return known != NULL && known->registers != NULL && known->state == state && strcmp (known->target, text) == 0
           ? g_ptr_array_ref (known->registers) : NULL;
}

void
tl_session_kernel_facts_async (TlSession *session, TlState *state, TlNodeId node, const TlKernelFacts *known, gboolean with_compiler,
                               GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  TlWorkerPool     *pool = with_compiler ? tl_session_pool (session, NULL) : NULL;
  g_autoptr (GTask) task = g_task_new (session, cancellable, callback, user_data);
  FactsJob         *job = g_new0 (FactsJob, 1);

  *job = (FactsJob) { tl_state_ref (state), tl_session_func_name (session), tl_session_target (session), node,
                      pool != NULL ? tl_worker_pool_ref (pool) : NULL, known_registers (session, state, known) };
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, find_in_thread);
}

TlKernelFacts *
tl_session_kernel_facts_finish (TlSession *session, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- texts --- */

gint64
tl_kernel_facts_bytes (const TlKernelFacts *facts, const TlBuffer *buffer)
{
  for (guint i = 0; i < facts->scratch->len; i++)
    if (g_array_index (facts->scratch, TlScratch, i).buffer == buffer)
      return MAX (g_array_index (facts->scratch, TlScratch, i).n_bytes, 0);
  return 0;
}

char *
tl_kernel_facts_limit_text (const TlKernelFacts *facts)
{
  const TlOccupancy *occupancy = &facts->occupancy;
  const char        *arch = facts->is_assumed ? _("a usual GPU") : occupancy->limits->arch;
  static const char *const limits[TL_N_OCCUPANCY_LIMITS] = { N_("threads"), N_("the number of blocks"), N_("registers"),
                                                             N_("shared memory") };

  return g_strdup_printf (facts->kernel != NULL && facts->kernel->has_registers
                            ? _("%" G_GINT64_FORMAT " of %u warps on a multiprocessor of %s, bound by %s; registers by ptxas")
                            : _("%" G_GINT64_FORMAT " of %u warps on a multiprocessor of %s, bound by %s; registers estimated"),
                          occupancy->n_blocks * occupancy->n_warps, occupancy->limits->n_warps, arch, _(limits[occupancy->limit]));
}

char *
tl_kernel_facts_waves_text (const TlKernelFacts *facts)
{
  gint64 n_blocks = tl_thread_mapping_n_blocks (&facts->mapping), places, n_waves;

  if (facts->model == NULL || !facts->has_occupancy || facts->occupancy.n_blocks == 0)
    return NULL;
  places = facts->model->n_multiprocessors * facts->occupancy.n_blocks;
  n_waves = (n_blocks + places - 1) / places;
  return g_strdup_printf (ngettext ("%" G_GINT64_FORMAT " blocks for %u multiprocessors: %" G_GINT64_FORMAT
                                    " wave, %.0f %% of its places used",
                                    "%" G_GINT64_FORMAT " blocks for %u multiprocessors: %" G_GINT64_FORMAT
                                    " waves, %.0f %% of their places used", (gulong) n_waves), n_blocks, facts->model->n_multiprocessors,
                          n_waves, 100.0 * (double) n_blocks / (double) (n_waves * places));
}
