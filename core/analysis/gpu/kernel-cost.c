/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/gpu/kernel-cost.h"

#include "core/analysis/gpu/cost-private.h"
#include "core/base/error.h"

#define USUAL_SAMPLES     8
#define ADDRESS_REGISTERS 10    /* of a thread, beside its values … */
#define BUFFER_REGISTERS  2     /* … and for the address of each buffer */
#define REGISTER_STEP     8
#define MOST_REGISTERS    255
#define LAUNCH_S          3e-6
#define NEXT_LAUNCH_S     1e-6  /* of a kernel that follows another */

G_DEFINE_QUARK (tl-gpu-cost-error-quark, tl_gpu_cost_error)

/* --- threads --- */

static gint64
extent_of (const CostWalk *walk, TlLaunchAxis axis)
{
  gint64 extent = 1;

  if (walk->kernel->axes[axis] != NULL)
    tl_expr_get_int (walk->kernel->axes[axis]->extent, &extent);
  return extent;
}

/* The coordinates of place @number of the three axes from @first on, x fastest. */
static void
split_place (const CostWalk *walk, TlLaunchAxis first, gint64 number, gint64 *coordinates)
{
  for (guint d = 0; d < 3; d++)
    {
      gint64 extent = extent_of (walk, first + d);

      coordinates[d] = d < 2 ? number % extent : MIN (number, extent - 1);
      number /= extent;
    }
}

/* Sets the axes from @first on to 32 places from @number on; returns those under @n. */
static guint32
set_places (CostWalk *walk, TlLaunchAxis first, gint64 number, gint64 n)
{
  TlLaneValue values[3] = { 0 };
  guint32     mask = 0;

  for (guint lane = 0; lane < TL_WARP_LANES; lane++)
    {
      gint64 coordinates[3];

      if (number + lane < n)
        mask |= (guint32) 1 << lane;
      split_place (walk, first, MIN (number + lane, n - 1), coordinates);
      for (guint d = 0; d < 3; d++)
        values[d].lanes[lane] = coordinates[d];
    }
  for (guint d = 0; d < 3; d++)
    if (walk->kernel->axes[first + d] != NULL)
      tl_lane_values_set (walk->values, walk->kernel->axes[first + d]->var, &values[d]);
  return mask;
}

guint32
cost_set_warp (CostWalk *walk, gint64 warp)
{
  return set_places (walk, TL_AXIS_THREAD_X, warp * TL_WARP_LANES, walk->n_threads);
}

guint32
cost_set_blocks (CostWalk *walk, gint64 first)
{
  for (TlLaunchAxis axis = TL_AXIS_THREAD_X; axis < TL_N_LAUNCH_AXES; axis++)
    if (walk->kernel->axes[axis] != NULL)
      tl_lane_values_set_int (walk->values, walk->kernel->axes[axis]->var, 0);
  return set_places (walk, TL_AXIS_BLOCK_X, first, walk->n_blocks);
}

void
cost_set_block (CostWalk *walk, gint64 block)
{
  gint64 coordinates[3];

  split_place (walk, TL_AXIS_BLOCK_X, block, coordinates);
  for (guint d = 0; d < 3; d++)
    if (walk->kernel->axes[TL_AXIS_BLOCK_X + d] != NULL)
      tl_lane_values_set_int (walk->values, walk->kernel->axes[TL_AXIS_BLOCK_X + d]->var, coordinates[d]);
}

/* --- a kernel --- */

static TlWalk
find_fragment_shape (const TlExpr *expr, gpointer user_data)
{
  CostWalk      *walk = user_data;
  TlMatrixCall   call;
  FragmentShape *shape;

  if (!tl_matrix_call_read (expr, &call) || call.kind == TL_MATRIX_MULTIPLY)
    return TL_WALK_INTO;
  shape = g_new (FragmentShape, 1);
  *shape = (FragmentShape) { call.m, call.n, call.k };
  g_hash_table_insert (walk->fragments, (gpointer) call.fragments[0].buffer, shape);
  return TL_WALK_OVER;
}

static gboolean
set_sizes (CostWalk *walk, GError **error)
{
  walk->n_blocks = walk->n_threads = 1;
  for (TlLaunchAxis axis = 0; axis < TL_N_LAUNCH_AXES; axis++)
    {
      gint64 extent = 1;

      if (walk->kernel->axes[axis] != NULL && !tl_expr_get_int (walk->kernel->axes[axis]->extent, &extent))
        return tl_fail (error, TL_GPU_COST_ERROR, TL_GPU_COST_ERROR_SIZE,
                        "Kernel %s has no fixed extent of %s. Give values to its symbolic shapes", walk->kernel->name,
                        tl_launch_axis_name (axis));
      if (tl_launch_axis_is_thread (axis))
        walk->n_threads *= extent;
      else
        walk->n_blocks *= extent;
    }
  walk->n_warps = (walk->n_threads + TL_WARP_LANES - 1) / TL_WARP_LANES;
  return TRUE;
}

/* Walks warps that lie apart in the grid, or each if there are few; returns the mean chain. */
static CostChain
walk_samples (CostWalk *walk)
{
  gint64    n_all = walk->n_blocks * walk->n_warps;
  gint64    n = MIN (n_all, walk->options->n_samples > 0 ? (gint64) walk->options->n_samples : USUAL_SAMPLES);
  CostChain mean = { 0, 0 };

  for (gint64 i = 0; i < n; i++)
    {
      CostChain chain;

      walk->sample = (guint) i;
      walk->block = n == n_all ? i / walk->n_warps : (gint64) ((i + .5) / n * walk->n_blocks);
      walk->warp = n == n_all ? i % walk->n_warps : (i * 3 + i / 2) % walk->n_warps;
      walk->weight = (double) n_all / n;
      walk->interval = 0;
      cost_set_block (walk, walk->block);
      walk->mask = cost_set_warp (walk, walk->warp);
      chain = cost_walk_stmt (walk, walk->kernel->body);
      mean.clk += chain.clk / n;
      mean.loads += chain.loads / n;
      if (i == 0)
        walk->first_instructions = cost_mix_instructions (&walk->mix);
    }
  return mean;
}

/* Of all but the dynamic buffers, which may lie in the same place one after the other. */
static TlWalk
add_shared_bytes (const TlStmt *stmt, gpointer user_data)
{
  gint64 *n_bytes = user_data;

  if (stmt->kind == TL_STMT_ALLOC && tl_scope_is_shared (stmt->buffer->scope) && !g_str_equal (stmt->buffer->scope, "shared.dyn"))
    *n_bytes += tl_buffer_n_elements (stmt->buffer) * tl_dtype_bytes (stmt->buffer->dtype);
  return TL_WALK_INTO;
}

static gint64
count_buffers (const CostWalk *walk)
{
  g_autoptr (GHashTable) buffers = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < walk->accesses->len; i++)
    {
      const CostAccess *access = g_ptr_array_index (walk->accesses, i);

      if (access->kind <= TL_ACCESS_GLOBAL_STORE)
        g_hash_table_add (buffers, (gpointer) access->buffer);
    }
  return g_hash_table_size (buffers);
}

/* The compiler's, or what the walk has found. */
static gint64
set_registers (const CostWalk *walk, TlKernelCost *cost)
{
  gint64 most = MIN (MOST_REGISTERS, walk->limits->n_registers / MAX (walk->n_threads, 1) / REGISTER_STEP * REGISTER_STEP);
  gint64 wanted;

  for (guint i = 0; i < walk->options->n_registers; i++)
    if (g_str_equal (walk->options->registers[i].name, walk->kernel->name))
      {
        cost->has_registers = TRUE;
        cost->spill_bytes = walk->options->registers[i].spill_bytes;
        return cost->wanted_registers = walk->options->registers[i].n_registers;
      }
  wanted = walk->most_words + ADDRESS_REGISTERS + BUFFER_REGISTERS * count_buffers (walk);
  cost->wanted_registers = (wanted + REGISTER_STEP - 1) / REGISTER_STEP * REGISTER_STEP;
  cost->spill_bytes = (guint) MAX (cost->wanted_registers - most, 0) * 4;
  return MIN (cost->wanted_registers, most);
}

/* The innermost loop that half of the instructions run in. */
static void
set_hot_loop (const CostWalk *walk, TlKernelCost *cost)
{
  const HotLoop *best = NULL;

  for (guint i = 0; i < walk->hot->len; i++)
    {
      const HotLoop *hot = &g_array_index (walk->hot, HotLoop, i);

      if (hot->n_instructions >= .5 * walk->first_instructions && (best == NULL || hot->depth > best->depth))
        best = hot;
    }
  if (best == NULL)
    return;
  cost->hot_loop = g_strdup (best->loop->var->name);
  cost->hot_trips = best->trips;
  cost->hot_mix = best->mix;
}

static void
set_counts (const CostWalk *walk, TlKernelCost *cost)
{
  double n_warps = (double) (walk->n_blocks * walk->n_warps);

  cost->n_blocks = walk->n_blocks;
  cost->n_threads = walk->n_threads;
  cost->is_exact = walk->is_exact;
  for (guint i = 0; i < TL_N_OPERATIONS; i++)
    cost->mix.n_of[i] = walk->mix.n_of[i] / n_warps;
  cost->flops = 2 * (walk->mix.n_of[TL_OPERATION_FMA] * TL_WARP_LANES + walk->mix.n_of[TL_OPERATION_MATRIX])
                + walk->mix.n_of[TL_OPERATION_FLOAT] * TL_WARP_LANES;
  for (guint i = 0; i < walk->accesses->len; i++)
    {
      const CostAccess *access = g_ptr_array_index (walk->accesses, i);
      TlCostRequests   *requests = &cost->accesses[access->kind];

      requests->n_requests += access->n_requests;
      requests->n_units += access->n_units;
      requests->least_units += access->least_units;
    }
}

static gboolean
set_occupancy (const CostWalk *walk, const TlGpuModel *model, TlKernelCost *cost, GError **error)
{
  gint64 shared = tl_kernel_dynamic_shared_bytes (walk->kernel, NULL);

  tl_stmt_walk (walk->kernel->body, add_shared_bytes, NULL, &shared);
  cost->occupancy = tl_occupancy (tl_gpu_limits (model->arch), walk->n_threads, set_registers (walk, cost), shared);
  return cost->occupancy.n_blocks > 0
         || tl_fail (error, TL_GPU_COST_ERROR, TL_GPU_COST_ERROR_FIT,
                     "No block of kernel %s fits on a multiprocessor of %s: %" G_GINT64_FORMAT " threads, %" G_GINT64_FORMAT
                     " registers each, %" G_GINT64_FORMAT " bytes of shared memory", walk->kernel->name, model->name, walk->n_threads,
                     cost->occupancy.n_registers, shared);
}

static void
clear_walk (CostWalk *walk)
{
  tl_lane_values_free (walk->values);
  g_array_unref (walk->loops);
  g_array_unref (walk->hot);
  g_ptr_array_unref (walk->accesses);
  g_hash_table_unref (walk->by_place);
  g_hash_table_unref (walk->fragments);
  tl_arena_unref (walk->arena);
}

static void
init_walk (CostWalk *walk)
{
  walk->values = tl_lane_values_new ();
  walk->loops = g_array_new (FALSE, FALSE, sizeof (CostLoop));
  walk->hot = g_array_new (FALSE, FALSE, sizeof (HotLoop));
  walk->accesses = g_ptr_array_new_with_free_func (g_free);
  walk->by_place = g_hash_table_new (NULL, NULL);
  walk->fragments = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  walk->arena = tl_arena_new (NULL);
  walk->is_exact = TRUE;
}

static void
free_kernel_cost (gpointer data)
{
  TlKernelCost *cost = data;

  g_free (cost->name);
  g_free (cost->hot_loop);
  g_free (cost);
}

typedef struct
{
  CostWalk *walk;
  gint64    n_around;     /* iterations of the loops around the place */
  gint64    n_launches;
} LaunchCount;

/* Loops of the host around the launch stand at their first iteration. */
static TlWalk
count_launches (const TlStmt *stmt, gpointer user_data)
{
  LaunchCount *count = user_data;
  LaunchCount  inner = *count;
  gint64       extent = 1;

  if (stmt == count->walk->kernel->launch)
    {
      count->n_launches = count->n_around;
      return TL_WALK_STOP;
    }
  if (stmt->kind != TL_STMT_FOR || stmt->loop.kind == TL_LOOP_THREAD_BINDING)
    return TL_WALK_INTO;
  tl_expr_get_int (stmt->loop.extent, &extent);
  inner.n_around *= MAX (extent, 1);
  tl_stmt_walk (stmt->loop.body, count_launches, NULL, &inner);
  if (inner.n_launches > 0)
    tl_lane_values_set_int (count->walk->values, stmt->loop.var, 0);
  count->n_launches = inner.n_launches;
  return inner.n_launches > 0 ? TL_WALK_STOP : TL_WALK_OVER;
}

static gint64
find_launches (CostWalk *walk, const TlPrimFunc *func)
{
  LaunchCount count = { walk, 1, 0 };

  tl_stmt_walk (func->body, count_launches, NULL, &count);
  return MAX (count.n_launches, 1);
}

static TlKernelCost *
cost_of_kernel (const TlPrimFunc *func, const TlKernel *kernel, const TlTarget *target, const TlGpuModel *model,
                const TlCostOptions *options, GError **error)
{
  CostWalk      walk = { .kernel = kernel, .target = target, .options = options, .limits = tl_gpu_limits (model->arch) };
  TlKernelCost *cost;
  CostChain     chain;
  gint64        n_launches;

  if (!set_sizes (&walk, error))
    return NULL;
  init_walk (&walk);
  tl_stmt_walk (kernel->body, NULL, find_fragment_shape, &walk);
  n_launches = find_launches (&walk, func);
  chain = walk_samples (&walk);
  cost = g_new0 (TlKernelCost, 1);
  cost->name = g_strdup (kernel->name);
  cost->n_launches = n_launches;
  set_counts (&walk, cost);
  set_hot_loop (&walk, cost);
  if (set_occupancy (&walk, model, cost, error))
    {
      cost_find_traffic (&walk, model, cost);
      cost_set_time (&walk, model, chain, cost);
    }
  else
    g_clear_pointer (&cost, free_kernel_cost);
  clear_walk (&walk);
  return cost;
}

/* --- a function --- */

static const TlGpuModel *
model_for (const TlTarget *target, const TlCostOptions *options, GError **error)
{
  const TlGpuModel *model = options->model != NULL ? options->model : tl_gpu_model_of_target (target);

  return model != NULL ? model
         : tl_fail_null (error, TL_GPU_COST_ERROR, TL_GPU_COST_ERROR_MODEL,
                         "No GPU is known for the target \"%s\". Name one, for example nvidia/nvidia-a100", target->kind->name);
}

TlGpuCost *
tl_gpu_cost_new (const TlPrimFunc *func, const TlTarget *target, const TlCostOptions *options, GError **error)
{
  static const TlCostOptions usual = { 0 };
  g_autoptr (GPtrArray) kernels = tl_kernels_find (func, error);
  g_autoptr (TlGpuCost) cost = g_new0 (TlGpuCost, 1);

  options = options != NULL ? options : &usual;
  cost->kernels = g_ptr_array_new_with_free_func (free_kernel_cost);
  if (kernels == NULL || (cost->model = model_for (target, options, error)) == NULL)
    return NULL;
  for (guint i = 0; i < kernels->len; i++)
    {
      TlKernelCost *own = cost_of_kernel (func, g_ptr_array_index (kernels, i), target, cost->model, options, error);

      if (own == NULL)
        return NULL;
      own->launch_s = i == 0 ? LAUNCH_S : NEXT_LAUNCH_S;
      own->seconds += own->launch_s;
      cost->seconds += own->seconds * own->n_launches;
      g_ptr_array_add (cost->kernels, own);
    }
  return g_steal_pointer (&cost);
}

void
tl_gpu_cost_free (TlGpuCost *cost)
{
  if (cost == NULL)
    return;
  g_ptr_array_unref (cost->kernels);
  g_free (cost);
}
