/* SPDX-License-Identifier: Apache-2.0 */
/* AutoBind: what runs on no thread yet gets GPU threads, their number sampled. */
#include "core/space/bind-block.h"
#include "core/space/rules/rule-rows-private.h"

enum { MAX_THREADBLOCKS, THREAD_EXTENTS, MAX_THREADS };

/* Of the extents those that are not too many; where all are, as many as there is work for. */
static TlArg
sample_extent (TlScheduleBuilder *builder, gint64 max_threads, gpointer user_data)
{
  const TlArg *extents = user_data;
  g_autofree gint64 *fitting = g_new (gint64, extents->n_items + 1);
  guint n = 0;

  for (guint i = 0; i < extents->n_items; i++)
    if (extents->items[i].integer <= max_threads)
      fitting[n++] = extents->items[i].integer;
  if (n == 0)
    return tl_arg_int (max_threads);
  if (n == 1)
    return tl_arg_int (fitting[0]);
  return tl_arg_rv (tl_step_sample_one_of (builder, fitting, n));
}

static gboolean
check (const TlArg *args, char **why)
{
  for (guint i = 0; i < args[THREAD_EXTENTS].n_items; i++)
    if (args[THREAD_EXTENTS].items[i].integer < 1)
      {
        *why = g_strdup ("thread_extents must be at least 1");
        return FALSE;
      }
  if (args[MAX_THREADBLOCKS].integer >= 1)
    return TRUE;
  *why = g_strdup ("max_threadblocks must be at least 1");
  return FALSE;
}

static gboolean
apply (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  gint64 max_threads = call->args[MAX_THREADS].integer > 0 ? call->args[MAX_THREADS].integer : (gint64) call->target->max_threads_per_block;
  TlScheduleBuilder builder;

  if (max_threads == 0)
    return tl_rule_leave (call, results);
  tl_schedule_builder_init (&builder, call->state);
  tl_schedule_builder_bind_block (&builder, call->block_rv, call->args[MAX_THREADBLOCKS].integer, max_threads, sample_extent,
                                  (gpointer) &call->args[THREAD_EXTENTS]);
  return tl_rule_propose (&builder, results, NULL) || tl_rule_leave (call, results);
}

const TlScheduleRule tl_rule_auto_bind = {
  .info = {
    .name = "AutoBind",
    .summary = "Binds loops without GPU threads to blockIdx.x and threadIdx.x.",
    TL_PRIMITIVE_PARAMS (
        [MAX_THREADBLOCKS] = { .name = "max_threadblocks", .kind = TL_PARAM_INT, .default_text = "256",
                               .help = "Maximum number of thread blocks." },
        [THREAD_EXTENTS] = { .name = "thread_extents", .kind = TL_PARAM_INTS, .default_text = "[32, 64, 128, 256, 512, 1024]",
                             .help = "Candidates for the number of threads per block." },
        [MAX_THREADS] = { .name = "max_threads_per_block", .kind = TL_PARAM_INT, .default_text = "-1",
                          .help = "Maximum threads per block; -1: the limit of the target." }),
    .check = check,
  },
  .apply = apply,
};
