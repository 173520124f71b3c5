/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/steps/split-effects.h"

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/base/saturate.h"
#include "core/session/program-view.h"
#include "core/session/steps/step-case.h"

void
tl_split_effects_free (TlSplitEffects *self)
{
  g_clear_pointer (&self->state, tl_state_unref);
  g_clear_error (&self->refusal);
  for (guint i = 0; i < self->n_footprints; i++)
    g_free (self->footprints[i].loop);
  g_free (self->footprints);
  g_free (self->old_vector.loop);
  g_free (self->new_vector.loop);
  g_free (self->old_chunks.loop);
  g_free (self->new_chunks.loop);
  g_free (self);
}

/* --- the block and the loops around it --- */

static gboolean
has_reduction (const TlBlock *block)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind == TL_AXIS_REDUCE)
      return TRUE;
  return FALSE;
}

/* The block in @loop that the figures are of: the first with a reduction, or the first. 0: there is none. */
static TlNodeId
find_block (const TlModule *module, TlNodeId loop)
{
  const TlStmt         *stmt = tl_module_find (module, loop);
  g_autoptr (GPtrArray) blocks = stmt != NULL ? tl_stmt_blocks (stmt) : NULL;

  for (guint i = 0; blocks != NULL && i < blocks->len; i++)
    if (has_reduction (&((const TlStmt *) blocks->pdata[i])->block))
      return ((const TlStmt *) blocks->pdata[i])->block.id;
  return blocks != NULL && blocks->len > 0 ? ((const TlStmt *) blocks->pdata[0])->block.id : 0;
}

/* A version of the program around the block. */
typedef struct
{
  const TlModule *module;
  TlPath         *path;      /* to the block; NULL: it is gone */
  const TlBlock  *block;
  GPtrArray      *loops;     /* around it, outermost first, const TlStmt * */
} Around;

static void
around_init (Around *around, const TlModule *module, TlNodeId block)
{
  *around = (Around) { .module = module, .path = block != 0 ? tl_path_find (module, block) : NULL, .loops = g_ptr_array_new () };
  for (guint i = 0; around->path != NULL && i < around->path->n; i++)
    if (around->path->stmts[i]->kind == TL_STMT_FOR)
      g_ptr_array_add (around->loops, (gpointer) around->path->stmts[i]);
  around->block = around->path != NULL ? &tl_path_target (around->path)->block : NULL;
}

static void
around_clear (Around *around)
{
  g_clear_pointer (&around->path, tl_path_free);
  g_ptr_array_unref (around->loops);
}

static const TlLoop *
nth_loop (const Around *around, guint index)
{
  return &((const TlStmt *) g_ptr_array_index (around->loops, index))->loop;
}

static gboolean
is_reduction_loop (const Around *around, guint index)
{
  for (guint i = 0; i < around->block->n_axes; i++)
    if (around->block->axes[i].kind != TL_AXIS_SPATIAL
        && tl_program_view_axis_uses_loop (around->block, i, g_ptr_array_index (around->loops, index)))
      return TRUE;
  return FALSE;
}

/* --- footprints --- */

static gint64
bytes_of (const TlModule *module, const TlLoop *loop)
{
  g_autoptr (TlArena) arena = tl_arena_new (module->arena);
  const TlFootprint  *footprint = tl_footprint_of (arena, module, loop->id);

  return footprint != NULL ? footprint->total_bytes : -1;
}

static TlLevel
level_of (gint64 bytes, const TlCapacities *capacities)
{
  for (TlLevel level = TL_LEVEL_L1; bytes >= 0 && level < TL_N_LEVELS; level++)
    if (capacities->bytes[level] >= bytes)
      return level;
  return TL_LEVEL_MEMORY;
}

/* Whether the split made the loop; @is_innermost: it is the innermost part, one iteration of which is one of the loop that was. */
static gboolean
is_part (const TlSplitPlan *plan, const TlModule *before, const TlLoop *loop, gboolean *is_innermost, TlNodeId *whole)
{
  *is_innermost = FALSE;
  for (guint axis = 0; axis < plan->n_axes; axis++)
    for (guint i = 0; i < plan->axes[axis].factors.n; i++)
      {
        g_autofree char *name = tl_split_plan_part_name (plan, before, axis, i);

        if (g_str_equal (name, loop->var->name))
          {
            *is_innermost = axis + 1 == plan->n_axes && i + 1 == plan->axes[axis].factors.n;
            *whole = plan->axes[axis].loop;
            return TRUE;
          }
      }
  return FALSE;
}

/* The loop of @old that @loop was; NULL: there was none. Parts of a split whose factors change keep their names. */
static const TlLoop *
find_old (const Around *old, const TlLoop *loop, TlNodeId whole)
{
  for (guint i = 0; i < old->loops->len; i++)
    if (nth_loop (old, i)->id == loop->id || (whole != 0 && nth_loop (old, i)->id == whole))
      return nth_loop (old, i);
  for (guint i = 0; i < old->loops->len; i++)
    if (g_str_equal (nth_loop (old, i)->var->name, loop->var->name))
      return nth_loop (old, i);
  return NULL;
}

/* @planned: the program whose loop the plan splits. */
static void
find_footprints (TlSplitEffects *self, const TlModule *planned, const Around *old, const Around *now, const TlCapacities *capacities)
{
  self->n_footprints = now->loops->len;
  self->footprints = g_new0 (TlSplitFootprint, MAX (now->loops->len, 1));
  for (guint i = 0; i < now->loops->len; i++)
    {
      TlSplitFootprint *footprint = &self->footprints[i];
      const TlLoop     *loop = nth_loop (now, now->loops->len - 1 - i), *before;
      gboolean          is_innermost;
      TlNodeId          whole = 0;

      footprint->is_part = is_part (&self->plan, planned, loop, &is_innermost, &whole);
      before = find_old (old, loop, is_innermost ? whole : 0);
      footprint->loop = g_strdup (loop->var->name);
      footprint->new_bytes = bytes_of (now->module, loop);
      footprint->old_bytes = before != NULL ? bytes_of (old->module, before) : -1;
      footprint->new_level = level_of (footprint->new_bytes, capacities);
      footprint->old_level = level_of (footprint->old_bytes, capacities);
    }
}

gboolean
tl_split_footprint_is_worse (const TlSplitFootprint *footprint)
{
  return footprint->old_bytes >= 0 && footprint->new_bytes >= 0 && footprint->new_level > footprint->old_level;
}

/* --- vectors --- */

static TlSplitVector
find_vector (const Around *around, const TlTarget *target)
{
  TlSplitVector vector = { 0 };
  const TlLoop *loop = NULL;
  TlArg         arg;

  if (around->loops->len == 0 || around->block->n_writes == 0)
    return vector;
  for (guint i = 0; i < around->loops->len && loop == NULL; i++)
    if (nth_loop (around, i)->kind == TL_LOOP_VECTORIZED)
      loop = nth_loop (around, i);
  vector.is_done = loop != NULL;
  if (loop == NULL)
    loop = nth_loop (around, around->loops->len - 1);
  if (!tl_expr_get_int (loop->extent, &vector.extent))
    return vector;
  arg = tl_arg_node (loop->id);
  vector.loop = g_strdup (loop->var->name);
  vector.lanes = tl_max (tl_target_lanes (target, around->block->writes[0].buffer->dtype), 1u);
  vector.bits = target->vector_bits;
  if (tl_step_case_of (tl_primitive_find ("vectorize"), around->module, &arg, 1) != TL_STEP_CONTIGUOUS)
    vector.fit = TL_SPLIT_VECTORS_NONE;
  else
    vector.fit = vector.extent % vector.lanes == 0 ? TL_SPLIT_VECTORS_FULL : TL_SPLIT_VECTORS_PARTIAL;
  return vector;
}

gboolean
tl_split_vectors_are_worse (const TlSplitEffects *self)
{
  return self->old_vector.loop != NULL && self->new_vector.loop != NULL && self->new_vector.fit < self->old_vector.fit;
}

char *
tl_split_vector_text (const TlSplitVector *vector)
{
  if (vector->loop == NULL)
    return g_strdup ("—");
  if (vector->fit == TL_SPLIT_VECTORS_NONE)
    return g_strdup (_("no: not contiguous"));
  if (vector->fit == TL_SPLIT_VECTORS_PARTIAL && vector->extent < vector->lanes)
    return g_strdup_printf (_("%d of %u lanes"), (int) vector->extent, vector->lanes);
  if (vector->fit == TL_SPLIT_VECTORS_PARTIAL)
    return g_strdup_printf (_("%" G_GINT64_FORMAT ", no multiple of %u lanes"), vector->extent, vector->lanes);
  if (vector->extent == vector->lanes)
    return g_strdup_printf (_("yes: %u lanes"), vector->lanes);
  return g_strdup_printf (_("yes: %" G_GINT64_FORMAT " × %u lanes"), vector->extent / vector->lanes, vector->lanes);
}

/* --- parallel chunks --- */

static TlSplitChunks
find_chunks (const Around *around)
{
  TlSplitChunks chunks = { .n = 1 };
  gint64        extent;

  for (guint i = 0; i < around->loops->len; i++)
    {
      const TlLoop *loop = nth_loop (around, i);

      if (loop->kind != TL_LOOP_PARALLEL || !tl_expr_get_int (loop->extent, &extent))
        continue;
      if (chunks.loop == NULL)
        chunks.loop = g_strdup (loop->var->name);
      chunks.is_done = TRUE;
      chunks.n = tl_mul_saturated (chunks.n, extent);
    }
  if (chunks.loop == NULL && around->loops->len > 0 && !is_reduction_loop (around, 0)
      && tl_expr_get_int (nth_loop (around, 0)->extent, &extent))
    {
      chunks.loop = g_strdup (nth_loop (around, 0)->var->name);
      chunks.n = extent;
    }
  return chunks;
}

gboolean
tl_split_chunks_are_worse (const TlSplitEffects *self)
{
  return self->new_chunks.n < self->old_chunks.n && self->new_chunks.n < (gint64) self->n_cores;
}

char *
tl_split_chunks_text (const TlSplitChunks *chunks)
{
  if (chunks->loop == NULL)
    return g_strdup (_("none"));
  return g_strdup_printf (chunks->is_done ? _("%" G_GINT64_FORMAT ", of %s") : _("%" G_GINT64_FORMAT " of %s, not parallel"), chunks->n,
                          chunks->loop);
}

/* --- all together --- */

TlSplitEffects *
tl_split_effects_new (const TlSplitPlan *plan, TlState *state, TlState *step, const TlTarget *target)
{
  TlSplitEffects *self = g_new0 (TlSplitEffects, 1);
  const TlModule *planned = tl_state_module (step != NULL ? tl_state_parent (step) : state);
  TlCapacities    capacities = tl_capacities_of (target);
  TlNodeId        block = find_block (planned, plan->axes[plan->n_axes - 1].loop);
  Around          old, now;

  self->plan = *plan;
  self->n_cores = target->num_cores;
  self->state = tl_split_plan_apply (plan, state, step, &self->refusal);
  if (self->state == NULL)
    return self;
  around_init (&old, tl_state_module (state), block);
  around_init (&now, tl_state_module (self->state), block);
  if (old.block != NULL && now.block != NULL)
    {
      find_footprints (self, planned, &old, &now, &capacities);
      self->old_vector = find_vector (&old, target);
      self->new_vector = find_vector (&now, target);
      self->old_chunks = find_chunks (&old);
      self->new_chunks = find_chunks (&now);
    }
  around_clear (&old);
  around_clear (&now);
  return self;
}

typedef struct
{
  TlSplitPlan plan;
  TlState    *state;
  TlState    *step;     /* nullable */
  TlTarget    target;
} EffectsJob;

static void
effects_job_free (EffectsJob *job)
{
  tl_state_unref (job->state);
  g_clear_pointer (&job->step, tl_state_unref);
  g_free (job);
}

static void
find_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  EffectsJob *job = task_data;

  g_task_return_pointer (task, tl_split_effects_new (&job->plan, job->state, job->step, &job->target),
                         (GDestroyNotify) tl_split_effects_free);
}

void
tl_split_effects_async (const TlSplitPlan *plan, TlState *state, TlState *step, const TlTarget *target, GCancellable *cancellable,
                        GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  EffectsJob       *job = g_new0 (EffectsJob, 1);

  *job = (EffectsJob) { .plan = *plan, .state = tl_state_ref (state), .step = step != NULL ? tl_state_ref (step) : NULL,
                        .target = *target };
  g_task_set_task_data (task, job, (GDestroyNotify) effects_job_free);
  g_task_run_in_thread (task, find_in_thread);
}

TlSplitEffects *
tl_split_effects_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
