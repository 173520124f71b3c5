/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/gpu/kernel-facts.h"

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/session/program-view.h"

#define MANY (1 << 20)   /* more than any limit of a multiprocessor */

typedef struct
{
  TlState    *state;
  const char *func_name;
  TlTarget    target;
  TlNodeId    node;
} FactsJob;

static void
job_free (gpointer data)
{
  FactsJob *job = data;

  tl_state_unref (job->state);
  g_free (job);
}

void
tl_kernel_facts_free (TlKernelFacts *facts)
{
  g_clear_pointer (&facts->accesses, g_array_unref);
  g_clear_pointer (&facts->scratch, g_array_unref);
  g_clear_pointer (&facts->phases, g_ptr_array_unref);
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

/* The block of threads with most iterations in @node, of the first kernel where that is 0; ties go to the later one, which computes. */
static const TlBlockTiles *
find_block (const FactsJob *job, TlArena *arena, TlThreadMapping *mapping)
{
  const TlModule       *module = tl_state_module (job->state);
  const TlPrimFunc     *func = tl_module_prim (module, job->func_name);
  const TlStmt         *within = job->node != 0 ? tl_module_find (module, job->node) : NULL;
  g_autoptr (GPtrArray) blocks = tl_program_view_nodes (func, FALSE, TRUE);
  const TlBlockTiles   *found = NULL;

  for (guint i = 0; i < blocks->len; i++)
    {
      const TlStmt       *block = blocks->pdata[i];
      const TlBlockTiles *tiles;
      TlThreadMapping     own;

      if (within != NULL && tl_stmt_find (within, block->block.id) == NULL)
        continue;
      tiles = tl_block_tiles_new (arena, module, block->block.id);
      if (tiles == NULL || (own = tl_thread_mapping_of (module, tiles, 1)).kind != TL_THREADS_GPU)
        continue;
      if (found != NULL && within == NULL && tiles->loops[0] != found->loops[0])
        break;
      if (found == NULL || iterations_of (tiles) >= iterations_of (found))
        {
          found = tiles;
          *mapping = own;
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

static gint
dearest_first (gconstpointer a, gconstpointer b)
{
  double cost = tl_warp_access_cost (a), other = tl_warp_access_cost (b);

  return (cost < other) - (cost > other);
}

static TlKernelFacts *
find_facts (const FactsJob *job)
{
  const TlModule     *module = tl_state_module (job->state);
  const TlPrimFunc   *func = tl_module_prim (module, job->func_name);
  TlArena            *arena = tl_arena_new (NULL);
  TlThreadMapping     mapping = { .kind = TL_THREADS_NONE };
  const TlBlockTiles *tiles = find_block (job, arena, &mapping);
  TlKernelFacts      *facts;

  if (tiles == NULL)
    {
      tl_arena_unref (arena);
      return NULL;
    }
  facts = g_new0 (TlKernelFacts, 1);
  *facts = (TlKernelFacts) { .state = tl_state_ref (job->state), .arena = arena, .tiles = tiles, .mapping = mapping };
  facts->position = g_new0 (gint64, tiles->n_loops + 1);
  facts->accesses = tl_warp_accesses_new (module, tiles, &mapping, facts->position, 0);
  if (facts->accesses != NULL)
    g_array_sort (facts->accesses, dearest_first);
  facts->scratch = tl_func_scratch (module, func, "shared");
  facts->phases = tl_thread_phases_new (module, tiles, facts->position);
  facts->model = tl_gpu_model_of_target (&job->target);
  facts->is_assumed = *job->target.arch == '\0';
  facts->has_occupancy = tl_occupancy_of_kernel (module, func, tl_gpu_limits (job->target.arch), tl_thread_mapping_n_threads (&mapping),
                                                 &facts->occupancy);
  if (facts->has_occupancy)
    count_blocks (facts);
  return facts;
}

/* --- asking --- */

static void
find_in_thread (GTask *task, gpointer source, gpointer job, GCancellable *cancellable)
{
  g_task_return_pointer (task, find_facts (job), (GDestroyNotify) tl_kernel_facts_free);
}

void
tl_session_kernel_facts_async (TlSession *session, TlState *state, TlNodeId node, GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (session, cancellable, callback, user_data);
  FactsJob         *job = g_new0 (FactsJob, 1);

  *job = (FactsJob) { tl_state_ref (state), tl_session_func_name (session), tl_session_target (session), node };
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

  return g_strdup_printf (_("%" G_GINT64_FORMAT " of %u warps on a multiprocessor of %s, bound by %s"),
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
