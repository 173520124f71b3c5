/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CrossThreadReduction: the threads of a block share a reduction; where the only consumer, or the first of several under one loop, allows
 * it, the reduction moves into that consumer's threads.
 */
#include <string.h>

#include "core/space/rules/rule-rows-private.h"

enum { THREAD_EXTENTS };

/* Where the reduction may go. */
typedef struct
{
  guint target_rv;       /* the consumer */
  guint first_loop;      /* its loops: variables */
  guint n_loops;
  guint position;        /* of the loop among them that the reduction is computed at */
} JoinPlace;

static gboolean
check (const TlArg *args, char **why)
{
  for (guint i = 0; i < args[THREAD_EXTENTS].n_items; i++)
    if (args[THREAD_EXTENTS].items[i].integer < 1)
      {
        *why = g_strdup ("thread_extents must be at least 1");
        return FALSE;
      }
  if (args[THREAD_EXTENTS].n_items > 0)
    return TRUE;
  *why = g_strdup ("thread_extents is empty");
  return FALSE;
}

static gboolean
is_thread_idx (const TlStmt *loop)
{
  return loop->loop.kind == TL_LOOP_THREAD_BINDING && g_str_has_prefix (loop->loop.thread, "threadIdx.");
}

static gboolean
wants_tiles (TlState *state, guint block_rv)
{
  g_auto (TlRuleSite) site = { 0 };

  return tl_rule_site_init (&site, state, block_rv) && tl_rule_wants_tiles (&site);
}

/* All consumers below it. */
static gboolean
holds_all (const TlScheduleBuilder *builder, const TlStmt *loop, guint first, guint n)
{
  for (guint rv = first; rv < first + n; rv++)
    if (!tl_stmt_find (loop, tl_state_rv (builder->state, rv)->node))
      return FALSE;
  return TRUE;
}

/* The innermost loop around the first consumer that is around the others, too; -1 if there is none. A lone consumer is its own. */
static gint
find_common_loop (const TlScheduleBuilder *builder, const JoinPlace *place, guint first_consumer, guint n_consumers)
{
  gint common = -1;

  for (guint i = 0; i < place->n_loops; i++)
    if (holds_all (builder, tl_schedule_builder_stmt (builder, place->first_loop + i), first_consumer, n_consumers))
      common = (gint) i;
  return common;
}

/* How far the two nests go side by side: data-parallel loops of the block, no deeper than what all consumers have in common. */
static gint
find_position (const TlScheduleBuilder *builder, const JoinPlace *place, guint first_own, guint n_own, gint common)
{
  guint n = MIN (n_own, place->n_loops);

  for (guint i = 0; i < n; i++)
    {
      if (!tl_loop_is_data_parallel (tl_schedule_builder_stmt (builder, first_own + i)))
        return (gint) i - 1;
      if ((gint) i == common)
        return (gint) i;
    }
  return (gint) n - 1;
}

/* FALSE if the reduction has to stay outside of its consumers. Leaves the look-ups in the trace. */
static gboolean
find_place (TlScheduleBuilder *builder, guint block_rv, JoinPlace *place)
{
  guint first = 0, n, first_own, n_own;
  gint common, position;

  if (tl_schedule_builder_stmt (builder, block_rv)->block.n_writes != 1)
    return FALSE;
  first = tl_step_get (builder, "get_consumers", block_rv, &n);
  if (builder->error || n == 0 || wants_tiles (builder->state, first))
    return FALSE;
  *place = (JoinPlace) { .target_rv = first };
  /* Consumers of loops of their own have nothing in common but the block around them. */
  if (n > 1)
    {
      g_autoptr (TlPath) path = tl_path_find (tl_state_module (builder->state), tl_state_rv (builder->state, first)->node);
      g_autoptr (GPtrArray) loops = tl_path_loops (path);

      if (loops->len == 0 || !holds_all (builder, loops->pdata[0], first, n))
        return FALSE;
    }
  place->first_loop = tl_step_get_loops (builder, first, &place->n_loops);
  first_own = tl_step_get_loops (builder, block_rv, &n_own);
  common = n > 1 ? find_common_loop (builder, place, first, n) : -1;
  position = find_position (builder, place, first_own, n_own, common);
  place->position = (guint) MAX (position, 0);
  return position >= 0;
}

static gboolean
is_threaded (TlScheduleBuilder *builder, guint block_rv)
{
  guint n, first = tl_step_get_loops (builder, block_rv, &n);

  for (guint rv = first; rv < first + n; rv++)
    if (is_thread_idx (tl_schedule_builder_stmt (builder, rv)))
      return TRUE;
  return FALSE;
}

/* The variable among the factors of the split that made @loop_rv which stands for its extent; -1 if it is no variable. */
static gint
find_extent_source (TlState *state, guint loop_rv)
{
  g_autoptr (GPtrArray) builder = tl_state_steps (state);

  for (guint i = 0; i < builder->len; i++)
    {
      const TlInst *inst = tl_state_inst (builder->pdata[i]);
      guint first, n = tl_state_outputs (builder->pdata[i], &first);

      if (inst && inst->primitive && strcmp (inst->primitive->name, "split") == 0 && loop_rv >= first && loop_rv < first + n)
        {
          const TlArg *factor = &inst->args[1].items[loop_rv - first];

          return factor->kind == TL_ARG_RV ? (gint) factor->rv : -1;
        }
    }
  return -1;
}

/* How many threads the schedule has bound so far, as the variable that was sampled for it; -1 if none was. */
static gint
find_thread_extent (TlState *state)
{
  g_autoptr (GPtrArray) builder = tl_state_steps (state);

  for (guint i = 0; i < builder->len; i++)
    {
      const TlInst *inst = tl_state_inst (builder->pdata[i]);

      if (inst && inst->primitive && strcmp (inst->primitive->name, "bind") == 0 && inst->args[1].kind == TL_ARG_STRING
          && strcmp (inst->args[1].string, "threadIdx.x") == 0)
        return find_extent_source (state, inst->args[0].rv);
    }
  return -1;
}

/* Gives the variable of the inner loop's part that stays serial. */
static guint
split_and_bind (TlScheduleBuilder *builder, guint loop_rv, guint extent_rv)
{
  guint first = tl_step_split_args (builder, loop_rv, TL_STEP_INFERRED, tl_arg_rv (extent_rv));

  tl_step_bind (builder, first + 1, "threadIdx.x");
  return first;
}

/* Into the consumer's threads, by way of shared memory. Gives the variable of the number of threads; -1 if that is none. */
static gint
join_consumer (TlScheduleBuilder *builder, guint block_rv, const JoinPlace *place, guint extent_rv)
{
  guint target_loop = place->first_loop + place->position;
  gint threads = (gint) extent_rv;

  if (is_threaded (builder, place->target_rv))
    threads = find_thread_extent (builder->state);
  else
    {
      guint serial = split_and_bind (builder, place->first_loop + place->n_loops - 1, extent_rv);

      if (place->position == place->n_loops - 1)
        target_loop = serial;
    }
  tl_schedule_builder_do (builder, "compute_at", tl_arg_rv (block_rv), tl_arg_rv (target_loop), tl_arg_bool (TRUE));
  tl_step_set_scope (builder, block_rv, 0, "shared");
  return threads;
}

static void
propose_threads (const TlRuleCall *call, GPtrArray *results)
{
  const TlArg *extents = &call->args[THREAD_EXTENTS];
  g_autofree gint64 *numbers = g_new (gint64, extents->n_items);
  guint n_spatial, loop_rv;
  gboolean is_fusible;
  JoinPlace place = { 0 };
  TlScheduleBuilder builder;
  gint threads;

  for (guint i = 0; i < extents->n_items; i++)
    numbers[i] = extents->items[i].integer;
  tl_schedule_builder_init (&builder, call->state);
  is_fusible = find_place (&builder, call->block_rv, &place);
  threads = (gint) tl_step_sample_one_of (&builder, numbers, extents->n_items);
  if (is_fusible && !builder.error)
    threads = join_consumer (&builder, call->block_rv, &place, (guint) threads);
  loop_rv = tl_rule_fuse_reduction_loops (&builder, call->block_rv, &n_spatial);
  if (threads < 0)
    {
      tl_schedule_builder_clear (&builder);
      return;
    }
  split_and_bind (&builder, loop_rv, (guint) threads);
  tl_rule_propose (&builder, results, NULL);
}

static gboolean
apply (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  g_auto (TlRuleSite) site = { 0 };

  if (call->target->max_threads_per_block > 0 && call->target->thread_warp_size > 0
      && tl_rule_site_init (&site, call->state, call->block_rv)
      && tl_rule_wants_parallel_reduction (&site, call->target->max_threads_per_block))
    propose_threads (call, results);
  return tl_rule_leave (call, results);
}

const TlScheduleRule tl_rule_cross_thread_reduction = {
  .info = {
    .name = "CrossThreadReduction",
    .summary = "Distributes a reduction over the threads of a GPU thread block.",
    TL_PRIMITIVE_PARAMS ([THREAD_EXTENTS] = { .name = "thread_extents", .kind = TL_PARAM_INTS,
                                              .help = "Candidates for the number of threads." }),
    .check = check,
  },
  .apply = apply,
};
