/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Invariant: sampling never changes the program, and every sampled location is legal: each candidate was applied on a scratch arena.
 *
 * Where a block may be computed, as MetaSchedule counts it: -2 inlined, -1 where it stands, k under the k-th loop of its first consumer.
 * Loops that cannot pay are no candidates: those that run once, data-parallel ones inside a reduction, and reductions with no
 * data-parallel loop inside.
 */
#include "core/schedule/compute-location.h"
#include "core/schedule/primitives/block-edit-private.h"

#define INLINED (-2)
#define AT_ROOT (-1)

typedef struct
{
  TlPrimitiveCall *call;
  TlNodeId         block;
  GPtrArray       *loops;       /* const TlStmt*: of the first consumer, down to where all consumers meet */
  GArray          *locations;   /* gint64, ascending */
} Candidates;

/* Whether @name accepts its arguments, which start with a block. */
static gboolean
accepts (const Candidates *c, const char *name, const TlArg *args)
{
  g_autoptr (TlArena) arena = tl_arena_new (c->call->module->arena);
  TlPrimitiveCall     trial = { .module = c->call->module, .args = args };
  gboolean            is_accepted;

  trial.builder = (TlBuilder) { .arena = arena, .next_id = c->call->module->next_id };
  is_accepted = tl_primitive_find (name)->apply (&trial, NULL);
  g_clear_pointer (&trial.result, tl_module_unref);
  return is_accepted;
}

static void
add_inlined (Candidates *c)
{
  TlArg  args[] = { tl_arg_node (c->block) };
  gint64 location = INLINED;

  if (accepts (c, "compute_inline", args))
    g_array_append_val (c->locations, location);
}

static void
add_loop (Candidates *c, guint index)
{
  const TlStmt *loop = g_ptr_array_index (c->loops, index);
  TlArg         args[] = { tl_arg_node (c->block), tl_arg_node (loop->loop.id), tl_arg_bool (TRUE), tl_arg_int (-1) };
  gint64        location = index;

  if (accepts (c, "compute_at", args))
    g_array_append_val (c->locations, location);
}

static void
add_loops (Candidates *c)
{
  gint     last_parallel = -1;
  gboolean is_inside_reduction = FALSE;

  for (guint i = 0; i < c->loops->len; i++)
    if (tl_loop_is_data_parallel (g_ptr_array_index (c->loops, i)))
      last_parallel = (gint) i;
  for (guint i = 0; i < c->loops->len; i++)
    {
      const TlStmt *loop = g_ptr_array_index (c->loops, i);

      if (tl_expr_is_int (loop->loop.extent, 1))
        continue;
      if (tl_loop_is_data_parallel (loop) ? is_inside_reduction : (gint) i > last_parallel)
        break;
      is_inside_reduction |= !tl_loop_is_data_parallel (loop);
      add_loop (c, i);
    }
}

/* The loops of @first that all of @consumers lie in. Container. */
static GPtrArray *
common_loops (TlPrimitiveCall *call, GPtrArray *consumers)
{
  g_autoptr (TlPath) first = tl_path_find (call->module, ((const TlStmt *) g_ptr_array_index (consumers, 0))->block.id);
  GPtrArray         *loops = tl_path_loops (first);

  for (guint i = 1; i < consumers->len; i++)
    while (loops->len > 0
           && tl_stmt_find (g_ptr_array_index (loops, loops->len - 1), ((const TlStmt *) consumers->pdata[i])->block.id) == NULL)
      g_ptr_array_set_size (loops, (gint) loops->len - 1);
  return loops;
}

/* The decision itself if it is a candidate, else the nearest below, else where the block stands: so TVM bends decisions to programs. */
static gint64
bend_decision (const GArray *locations, gint64 decision)
{
  gint64 nearest = AT_ROOT;

  for (guint i = 0; i < locations->len; i++)
    {
      gint64 location = g_array_index (locations, gint64, i);

      if (location <= decision)
        nearest = location;
    }
  return nearest;
}

static gboolean
choose (Candidates *c, GError **error)
{
  TlArg  *decision = &c->call->decision;
  gint64  location;

  if (decision->kind == TL_ARG_NONE)
    location = g_array_index (c->locations, gint64, tl_random_below (c->call->random, c->locations->len));
  else if (decision->kind == TL_ARG_INT)
    location = bend_decision (c->locations, decision->integer);
  else
    return tl_refuse_argument (error, "the decision must be -2 (inline), -1 (keep in place) or the index of a loop");
  *decision = tl_arg_int (location);
  if (location >= 0)
    tl_call_output_node (c->call, TL_RV_LOOP, ((const TlStmt *) g_ptr_array_index (c->loops, location))->loop.id);
  else
    tl_call_output_node (c->call, TL_RV_LOOP, location == INLINED ? TL_PLACE_INLINE : TL_PLACE_ROOT);
  return TRUE;
}

/* Fills loops, which the caller owns and may be empty, and locations. */
static gboolean
collect (Candidates *c, GError **error)
{
  g_autoptr (TlPath)      path = NULL;
  g_autoptr (TlScopeInfo) scope = NULL;
  g_autoptr (GPtrArray)   consumers = NULL;
  TlArg                   block = tl_arg_node (c->block);
  gint64                  at_root = AT_ROOT;

  if (!tl_call_find_block (c->call, &block, &path, error))
    return FALSE;
  if (path->n == 1)
    return tl_refuse (error, &c->block, 1, NULL, "the root block cannot be moved");
  scope = tl_path_scope_info (c->call->builder.arena, c->call->module, path);
  consumers = tl_scope_info_consumers (scope, tl_path_target (path));
  add_inlined (c);
  g_array_append_val (c->locations, at_root);
  if (consumers->len > 0)
    {
      c->loops = common_loops (c->call, consumers);
      add_loops (c);
    }
  return TRUE;
}

static void
candidates_clear (Candidates *c)
{
  g_clear_pointer (&c->loops, g_ptr_array_unref);
  g_clear_pointer (&c->locations, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Candidates, candidates_clear)

GArray *
tl_compute_locations (const TlModule *module, TlNodeId block, GError **error)
{
  g_autoptr (TlArena) arena = tl_arena_new (module->arena);
  TlPrimitiveCall call = { .module = module, .builder = { .arena = arena, .next_id = module->next_id } };
  g_auto (Candidates) c = { .call = &call, .block = block, .locations = g_array_new (FALSE, FALSE, sizeof (gint64)) };

  return collect (&c, error) ? g_steal_pointer (&c.locations) : NULL;
}

static gboolean
sample_compute_location_apply (TlPrimitiveCall *call, GError **error)
{
  g_auto (Candidates) c = { .call = call, .block = call->args[0].node, .locations = g_array_new (FALSE, FALSE, sizeof (gint64)) };

  return collect (&c, error) && choose (&c, error);
}

const TlPrimitive tl_primitive_sample_compute_location = {
  .name = "sample_compute_location",
  .kind = "SampleComputeLocation",
  .title = "Sample Compute Location",
  .family = TL_FAMILY_SAMPLE,
  .summary = "Sample the loop of its consumers under which to compute a block.",
  .sketch = "l = i   (of for i: for j: C(B) where B may run under i, under j, inlined or before)",
  .is_pure = TRUE,
  TL_PRIMITIVE_PARAMS (
      { "block", TL_PARAM_BLOCK, TL_PARAM_IS_INPUT, NULL, "Block to move." },
      { "decision", TL_PARAM_DECISION, TL_PARAM_IS_OPTIONAL, "None",
        "-2: inline, -1: keep in place, k: loop k of its first consumer; sampled if absent." }),
  .n_outputs = 1,
  .apply = sample_compute_location_apply,
};
