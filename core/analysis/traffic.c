/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/traffic-private.h"

#include "core/analysis/roofline.h"
#include "core/analysis/scratch-memory.h"
#include "core/base/extremum.h"
#include "core/target/gpu-models.h"

const char *
tl_level_name (TlLevel level)
{
  return level == TL_LEVEL_REGISTERS ? "registers" : tl_machine_level_name (level - TL_LEVEL_L1);
}

#define THREAD_REGISTERS 255   /* of 4 bytes: the most that instructions can name */

static TlCapacities
capacities_of_gpu (const TlTarget *target)
{
  const TlGpuModel *model = tl_gpu_model_of_target (target);

  return (TlCapacities) { { THREAD_REGISTERS * 4, target->max_shared_memory_per_block,
                            model != NULL ? model->l2_bytes : target->l2_cache_size_bytes, 0 }, TRUE };
}

TlCapacities
tl_capacities_of (const TlTarget *target)
{
  TlCaches caches = tl_target_caches (target);

  if (tl_target_has_kernels (target))
    return capacities_of_gpu (target);
  return (TlCapacities) { { (gint64) tl_target_vector_registers (target) * target->vector_bits / 8, caches.l1d_bytes, caches.l2_bytes,
                            caches.l3_bytes }, FALSE };
}

TlLevel
tl_capacities_source (const TlCapacities *capacities, TlLevel level)
{
  for (level++; level < TL_N_LEVELS; level++)
    if (capacities->bytes[level] > 0)
      return level;
  return TL_LEVEL_MEMORY;
}

TlLevel
tl_capacities_last (const TlCapacities *capacities)
{
  TlLevel last = TL_LEVEL_REGISTERS;

  for (TlLevel level = last; level < TL_N_LEVELS; level++)
    if (capacities->bytes[level] > 0)
      last = level;
  return last;
}

double
tl_moved_bytes (const TlMoved *moved)
{
  return moved->in_bytes < 0 ? -1 : moved->in_bytes + moved->out_bytes;
}

/* --- buffers --- */

/* An argument is there as a whole, and so is what no block allocates. */
static TlTouched
whole_memory (TlArena *arena, const TlTouched *touched)
{
  TlTouched memory = *touched;
  gint64    n_elements = tl_buffer_n_elements (touched->buffer);

  memory.region = tl_region_full (arena, touched->buffer);
  memory.n_elements = n_elements;
  memory.n_bytes = n_elements < 0 ? -1 : n_elements * tl_dtype_bytes (touched->buffer->dtype);
  return memory;
}

static void
place_memory (TlTraffic *traffic, TlTrafficBuffer *buffer, const GArray *scratch, GHashTable *footprints)
{
  for (guint i = 0; i < scratch->len; i++)
    {
      const TlScratch *used = &g_array_index (scratch, TlScratch, i);
      TlFootprint     *footprint;

      if (used->buffer != buffer->buffer)
        continue;
      footprint = tl_footprint_known (footprints, traffic->arena, traffic->module, used->place);
      for (guint k = 0; k < footprint->n_touched; k++)
        if (footprint->touched[k].buffer == buffer->buffer && footprint->touched[k].n_bytes >= 0)
          {
            buffer->place = used->place;
            buffer->memory = footprint->touched[k];
          }
    }
}

static const TlTouched *
find_touched (const TlFootprint *footprint, const TlBuffer *buffer)
{
  for (guint i = 0; i < footprint->n_touched; i++)
    if (footprint->touched[i].buffer == buffer)
      return &footprint->touched[i];
  return NULL;
}

static TlTrafficBuffer *
add_buffer (TlTraffic *traffic, const TlTouched *touched, gboolean is_argument)
{
  TlTrafficBuffer *buffer = &traffic->buffers[traffic->n_buffers++];

  *buffer = (TlTrafficBuffer) { .buffer = touched->buffer, .is_argument = is_argument, .n_bytes = touched->n_bytes,
                                .memory = whole_memory (traffic->arena, touched) };
  return buffer;
}

static gboolean
has_buffer (const TlTraffic *traffic, const TlBuffer *buffer)
{
  for (guint i = 0; i < traffic->n_buffers; i++)
    if (traffic->buffers[i].buffer == buffer)
      return TRUE;
  return FALSE;
}

gboolean
tl_traffic_has_buffers (const TlTraffic *traffic, TlArena *arena, const TlStmt *body)
{
  const TlFootprint *footprint = tl_footprint_of_stmt (arena, body);

  for (guint i = 0; i < footprint->n_touched; i++)
    if (!has_buffer (traffic, footprint->touched[i].buffer))
      return FALSE;
  return TRUE;
}

/* Arguments in their order, then the function's own in the order of their first use. */
static void
find_buffers (TlTraffic *traffic)
{
  TlFootprint       *root = tl_footprint_of_stmt (traffic->arena, traffic->func->body);
  g_autoptr (GArray) scratch = tl_func_scratch (traffic->module, traffic->func, NULL);
  g_autoptr (GHashTable) footprints = g_hash_table_new (NULL, NULL);   /* many buffers live in the same place */

  traffic->buffers = tl_arena_new_array (traffic->arena, TlTrafficBuffer, MAX (root->n_touched, 1));
  for (guint i = 0; i < traffic->func->n_params; i++)
    {
      const TlBuffer  *buffer = traffic->func->params[i].buffer;
      const TlTouched *touched = buffer != NULL ? find_touched (root, buffer) : NULL;

      if (touched != NULL && !has_buffer (traffic, buffer))
        add_buffer (traffic, touched, TRUE);
    }
  for (guint i = 0; i < root->n_touched; i++)
    if (!has_buffer (traffic, root->touched[i].buffer))
      place_memory (traffic, add_buffer (traffic, &root->touched[i], FALSE), scratch, footprints);
}

/* The footprint of the function has the buffers of all its loops. */
static guint
find_buffer (const TlTraffic *traffic, const TlBuffer *buffer)
{
  guint i = 0;

  while (i < traffic->n_buffers && traffic->buffers[i].buffer != buffer)
    i++;
  g_assert (i < traffic->n_buffers);
  return i;
}

/* --- loops --- */

typedef struct
{
  TlTraffic *traffic;
  GArray    *loops;
  guint      depth;
} LoopList;

static gboolean
region_uses (const TlRegion *region, const TlVar *var)
{
  for (guint d = 0; d < region->buffer->n_dims; d++)
    if (tl_expr_uses_var (region->ranges[d].min, var) || tl_expr_uses_var (region->ranges[d].extent, var))
      return TRUE;
  return FALSE;
}

/* All iterations together touch so many elements, in the loop's whole extent; what overlaps is reused. */
static void
describe_uses (TlTraffic *traffic, TlTrafficLoop *loop)
{
  TlFootprint *whole = tl_footprint_of_all (traffic->arena, traffic->module, loop->loop);
  gint64       extent = 0;
  gboolean     has_extent = tl_expr_get_int (loop->stmt->loop.extent, &extent);

  loop->uses = tl_arena_new_array (traffic->arena, TlLoopUse, MAX (loop->footprint->n_touched, 1));
  for (guint i = 0; i < loop->footprint->n_touched; i++)
    {
      const TlTouched *one = &loop->footprint->touched[i], *all = find_touched (whole, one->buffer);
      TlLoopUse       *use = &loop->uses[i];

      use->buffer = find_buffer (traffic, one->buffer);
      use->is_moving = region_uses (&one->region, loop->stmt->loop.var);
      use->n_reuses = -1;
      if (has_extent && one->n_elements >= 0 && all->n_elements > 0)
        use->n_reuses = (double) extent;
      if (use->n_reuses > 0 && use->is_moving)
        use->n_reuses = tl_max (1, (double) extent * (double) one->n_elements / (double) all->n_elements);
    }
}

/* Of memory that lives inside of the loop there is no more than the part in use. */
static double
working_set (const TlTraffic *traffic, const TlTrafficLoop *loop, TlLevel level)
{
  double total = 0;

  for (guint i = 0; i < loop->footprint->n_touched; i++)
    {
      const TlTrafficBuffer *buffer = &traffic->buffers[loop->uses[i].buffer];
      gboolean         is_inside = buffer->place != 0 && buffer->place != loop->loop && tl_stmt_find (loop->stmt, buffer->place) != NULL;
      const TlTouched *touched = is_inside ? &buffer->memory : &loop->footprint->touched[i];
      double           bytes = level == TL_LEVEL_REGISTERS ? (double) touched->n_bytes
                                                           : tl_touched_line_bytes (traffic->arena, touched, &buffer->memory);

      if (bytes < 0)
        return -1;
      total += bytes;
    }
  return total;
}

static void
find_level (const TlTraffic *traffic, TlTrafficLoop *loop)
{
  double registers = working_set (traffic, loop, TL_LEVEL_REGISTERS), lines = working_set (traffic, loop, TL_LEVEL_L1);

  loop->is_known = registers >= 0 && lines >= 0;
  for (loop->level = TL_LEVEL_REGISTERS; loop->level < TL_N_LEVELS; loop->level++)
    if (traffic->capacities.bytes[loop->level] > 0
        && (loop->level == TL_LEVEL_REGISTERS ? registers : lines) <= (double) traffic->capacities.bytes[loop->level])
      break;
}

static TlWalk
add_loop (const TlStmt *stmt, gpointer user_data)
{
  LoopList *list = user_data;

  if (stmt->kind == TL_STMT_FOR)
    {
      TlTrafficLoop loop = { .loop = stmt->loop.id, .stmt = stmt, .depth = list->depth };

      loop.footprint = tl_footprint_of (list->traffic->arena, list->traffic->module, loop.loop);
      list->traffic->is_parallel |= stmt->loop.kind == TL_LOOP_PARALLEL;
      describe_uses (list->traffic, &loop);
      find_level (list->traffic, &loop);
      g_array_append_val (list->loops, loop);
      list->depth++;
      tl_stmt_walk_children (stmt, add_loop, NULL, list);
      list->depth--;
      return TL_WALK_OVER;
    }
  /* The loops of a block with views touch these; the buffers are touched as the block declares (footprint.c). */
  return stmt->kind == TL_STMT_BLOCK && stmt->block.n_matches > 0 ? TL_WALK_OVER : TL_WALK_INTO;
}

static void
find_loops (TlTraffic *traffic)
{
  g_autoptr (GArray) loops = g_array_new (FALSE, FALSE, sizeof (TlTrafficLoop));
  LoopList           list = { traffic, loops, 0 };

  tl_stmt_walk (traffic->func->body, add_loop, NULL, &list);
  traffic->n_loops = loops->len;
  traffic->loops = tl_arena_dup_array (traffic->arena, TlTrafficLoop, loops->data, loops->len);
}

/* --- the whole --- */

TlTraffic *
tl_traffic_new (const TlModule *module, const TlPrimFunc *func, const TlCapacities *capacities)
{
  TlTraffic *traffic = g_new0 (TlTraffic, 1);

  traffic->module = tl_module_ref (module);
  traffic->arena = tl_arena_new (module->arena);
  traffic->func = func;
  traffic->capacities = *capacities;
  traffic->operations = tl_func_flops (func);
  find_buffers (traffic);
  find_loops (traffic);
  tl_traffic_count (traffic);
  return traffic;
}

void
tl_traffic_free (TlTraffic *traffic)
{
  tl_arena_unref (traffic->arena);
  tl_module_unref (traffic->module);
  g_free (traffic);
}

const TlTrafficLoop *
tl_traffic_find_loop (const TlTraffic *traffic, TlNodeId id)
{
  for (guint i = 0; i < traffic->n_loops; i++)
    if (traffic->loops[i].loop == id)
      return &traffic->loops[i];
  return NULL;
}

double
tl_traffic_operations_per_byte (const TlTraffic *traffic, TlLevel level)
{
  double bytes = tl_moved_bytes (&traffic->moved[level]);

  return bytes > 0 && traffic->operations > 0 ? traffic->operations / bytes : -1;
}

/* --- time --- */

static guint
find_busiest (const TlTraffic *traffic, TlLevel level)
{
  guint busiest = 0;

  for (guint b = 1; b < traffic->n_buffers; b++)
    if (tl_moved_bytes (&traffic->buffers[b].moved[level]) > tl_moved_bytes (&traffic->buffers[busiest].moved[level]))
      busiest = b;
  return busiest;
}

static TlLevel
find_kept (const TlTraffic *traffic)
{
  double  arguments = 0;
  TlLevel level = TL_LEVEL_L1;

  for (guint b = 0; b < traffic->n_buffers; b++)
    if (traffic->buffers[b].is_argument)
      arguments += (double) traffic->buffers[b].n_bytes;
  while (level < TL_LEVEL_MEMORY && arguments > (double) traffic->capacities.bytes[level])
    level++;
  return level;
}

gboolean
tl_traffic_times (const TlTraffic *traffic, const TlMachine *machine, guint n_cores, TlTrafficTimes *times)
{
  double cores = traffic->is_parallel ? MAX (n_cores, 1) : 1;
  TlRoof roof = tl_roof_of (traffic->func, machine, (guint) cores);

  *times = (TlTrafficTimes) { .compute_s = roof.compute_s };
  if (traffic->least_bytes < 0 || traffic->n_buffers == 0 || traffic->operations < 0 || (roof.compute_s <= 0 && traffic->operations > 0))
    return FALSE;
  times->kept = find_kept (traffic);
  for (guint i = 0; i < TL_N_LEVELS; i++)
    {
      const TlMoved *moved = &traffic->moved[i];
      TlLevel        source = tl_capacities_source (&traffic->capacities, i);

      if (traffic->capacities.bytes[i] == 0)
        continue;
      times->edge_s[i] = tl_transfer_s (moved->in_bytes, moved->out_bytes, &machine->levels[source - TL_LEVEL_L1]) / cores;
      if (times->edge_s[i] <= 0 && tl_moved_bytes (moved) > 0)
        return FALSE;
      if (i < times->kept && times->edge_s[i] > times->edge_s[times->slowest])
        times->slowest = i;
    }
  times->busiest = find_busiest (traffic, times->slowest);
  times->is_compute_bound = times->compute_s >= times->edge_s[times->slowest];
  return TRUE;
}

gboolean
tl_traffic_block_times (const TlTraffic *traffic, const TlMachine *machine, guint n_cores, double *seconds)
{
  TlRoof         one_core = tl_roof_of (traffic->func, machine, 1);
  double         operation_s = one_core.operations > 0 ? one_core.compute_s / one_core.operations : 0;
  TlTrafficTimes times;

  if (traffic->n_blocks == 0 || !tl_traffic_times (traffic, machine, n_cores, &times))
    return FALSE;
  for (guint i = 0; i < traffic->n_blocks; i++)
    {
      const TlTrafficBlock *block = &traffic->blocks[i];

      if (block->operations < 0)
        return FALSE;
      seconds[i] = block->operations * operation_s;
      for (TlLevel level = TL_LEVEL_REGISTERS; level < times.kept; level++)
        if (traffic->capacities.bytes[level] > 0)
          {
            TlLevel source = tl_capacities_source (&traffic->capacities, level);

            seconds[i] = tl_max (seconds[i], tl_transfer_s (block->moved[level].in_bytes, block->moved[level].out_bytes,
                                                            &machine->levels[source - TL_LEVEL_L1]));
          }
      seconds[i] /= block->is_parallel ? MAX (n_cores, 1) : 1;
    }
  return TRUE;
}
