/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks that no rule gave GPU threads get them. */
#include "core/space/bind-block.h"
#include "core/space/postprocs-private.h"

typedef struct
{
  const char *func_name;
  const char *block_name;
} Unbound;

typedef struct
{
  GArray     *found;
  const char *func_name;
  gboolean    has_block_idx, has_thread_idx;   /* the loops around */
} UnboundFinder;

/* The outermost blocks that lack blockIdx or threadIdx above them. */
static TlWalk
find_unbound (const TlStmt *stmt, gpointer user_data)
{
  UnboundFinder below = *(const UnboundFinder *) user_data;
  Unbound unbound = { .func_name = below.func_name };

  if (stmt->kind == TL_STMT_BLOCK)
    {
      unbound.block_name = stmt->block.name;
      g_array_append_val (below.found, unbound);
      return TL_WALK_OVER;
    }
  if (stmt->kind != TL_STMT_FOR)
    return TL_WALK_INTO;
  if (stmt->loop.kind == TL_LOOP_THREAD_BINDING)
    {
      below.has_block_idx |= g_str_has_prefix (stmt->loop.thread, "blockIdx.");
      below.has_thread_idx |= g_str_has_prefix (stmt->loop.thread, "threadIdx.");
    }
  if (!below.has_block_idx || !below.has_thread_idx)
    tl_stmt_walk (stmt->loop.body, find_unbound, NULL, &below);
  return TL_WALK_OVER;
}

static GArray *
find_all (const TlModule *module)
{
  UnboundFinder finder = { .found = g_array_new (FALSE, FALSE, sizeof (Unbound)) };

  for (guint f = 0; f < module->n_prims; f++)
    {
      finder.func_name = module->prims[f]->name;
      tl_stmt_walk (module->prims[f]->body->block.body, find_unbound, NULL, &finder);
    }
  return finder.found;
}

static TlArg
as_many_as_there_are (TlScheduleBuilder *builder, gint64 max_threads, gpointer user_data)
{
  return tl_arg_int (max_threads);
}

static gboolean
rewrite_unbound_block (const TlPostprocCall *call, GError **error)
{
  g_autoptr (GArray) found = find_all (tl_state_module (call->builder->state));
  gint64 max_threadblocks = tl_postproc_int (call, &tl_postproc_rewrite_unbound_block, "max_threadblocks");

  if (call->target->max_threads_per_block == 0)
    return tl_refuse (error, NULL, 0, "use a cuda target", "the target has no GPU threads to bind blocks to");
  for (guint i = 0; i < found->len && !call->builder->error; i++)
    {
      const Unbound *unbound = &g_array_index (found, Unbound, i);
      guint block_rv = tl_step_get_block (call->builder, unbound->block_name, unbound->func_name);

      tl_schedule_builder_bind_block (call->builder, block_rv, max_threadblocks, call->target->max_threads_per_block, as_many_as_there_are,
                                      NULL);
    }
  return TRUE;
}

static gboolean
check (const TlArg *args, char **why)
{
  if (args[0].integer > 0)
    return TRUE;
  *why = g_strdup_printf ("max_threadblocks is %" G_GINT64_FORMAT "; it must be at least 1", args[0].integer);
  return FALSE;
}

const TlPostproc tl_postproc_rewrite_unbound_block = {
  .info = { .name = "RewriteUnboundBlock", .summary = "Binds blocks without GPU threads to blockIdx.x and threadIdx.x.",
            TL_PRIMITIVE_PARAMS (
                { .name = "max_threadblocks", .kind = TL_PARAM_INT, .flags = TL_PARAM_IS_OPTIONAL, .default_text = "256",
                  .help = "Maximum thread blocks of a kernel; beyond it each thread runs several iterations." }), .check = check },
  .apply = rewrite_unbound_block,
};
