/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks that a rule marked for a tensor intrinsic become it. A block that does not match keeps its loops: the mark is a hint. What
 * RewriteReductionBlock marked with an empty name is the init of such a block; it may be vectorized.
 */
#include "core/space/postprocs-private.h"

#define AUTO_TENSORIZE "meta_schedule.auto_tensorize"

typedef struct
{
  const char *func_name;
  const char *block_name;
  const char *intrin;       /* "": an init without one */
} TensorizeHint;

typedef struct
{
  GArray     *jobs;
  const char *func_name;
} HintFinder;

/* Blocks inside a block come first, as TVM takes them. */
static TlWalk
find_jobs (const TlStmt *stmt, gpointer user_data)
{
  HintFinder *finder = user_data;
  const TlValue *intrin;
  TensorizeHint job = { .func_name = finder->func_name };

  if (stmt->kind != TL_STMT_BLOCK)
    return TL_WALK_INTO;
  if (stmt->block.init)
    tl_stmt_walk (stmt->block.init, find_jobs, NULL, finder);
  tl_stmt_walk (stmt->block.body, find_jobs, NULL, finder);
  intrin = tl_attrs_find (&stmt->block.annotations, AUTO_TENSORIZE);
  if (!intrin || intrin->kind != TL_VALUE_STRING)
    return TL_WALK_OVER;
  job.block_name = stmt->block.name;
  job.intrin = intrin->string;
  g_array_append_val (finder->jobs, job);
  return TL_WALK_OVER;
}

/* The one loop of the block's one child. */
static void
vectorize_init (TlScheduleBuilder *builder, guint block_rv)
{
  guint n_children, child = tl_step_get (builder, "get_child_blocks", block_rv, &n_children), first_loop, n_loops;
  const TlStmt *block = tl_schedule_builder_stmt (builder, block_rv);

  if (builder->error)
    return;
  if (n_children != 1)
    {
      tl_refuse (&builder->error, &block->block.id, 1, NULL, "the initialization %s contains %u blocks instead of one", block->block.name,
                 n_children);
      return;
    }
  first_loop = tl_step_get_loops (builder, child, &n_loops);
  if (!builder->error && n_loops != 1)
    tl_refuse (&builder->error, &block->block.id, 1, NULL, "the initialization %s has %u loops instead of one", block->block.name,
               n_loops);
  tl_step (builder, "vectorize", first_loop);
}

static void
tensorize (TlScheduleBuilder *builder, guint block_rv, const char *intrin)
{
  TlState *mark;

  if (builder->error)
    return;
  mark = tl_schedule_builder_mark (builder);
  tl_schedule_builder_do (builder, "tensorize", tl_arg_rv (block_rv), tl_schedule_builder_string (builder, intrin));
  tl_schedule_builder_accept (builder, mark);
}

static gboolean
rewrite_tensorize (const TlPostprocCall *call, GError **error)
{
  TlScheduleBuilder *builder = call->builder;
  const TlModule *module = tl_state_module (builder->state);
  g_autoptr (GArray) jobs = g_array_new (FALSE, FALSE, sizeof (TensorizeHint));
  gboolean vectorizes = tl_postproc_bool (call, &tl_postproc_rewrite_tensorize, "vectorize_init_loop");

  for (guint f = 0; f < module->n_prims; f++)
    {
      HintFinder finder = { jobs, module->prims[f]->name };

      tl_stmt_walk (module->prims[f]->body, find_jobs, NULL, &finder);
    }
  for (guint i = 0; i < jobs->len && !builder->error; i++)
    {
      const TensorizeHint *job = &g_array_index (jobs, TensorizeHint, i);
      guint block_rv;

      if (*job->intrin == '\0' && !vectorizes)
        continue;
      block_rv = tl_step_get_block (builder, job->block_name, job->func_name);
      tl_step_unannotate (builder, block_rv, AUTO_TENSORIZE);
      if (*job->intrin != '\0')
        tensorize (builder, block_rv, job->intrin);
      else
        vectorize_init (builder, block_rv);
    }
  return TRUE;
}

const TlPostproc tl_postproc_rewrite_tensorize = {
  .info = { .name = "RewriteTensorize", .summary = "Tensorizes the blocks that rules annotated with a tensor intrinsic.",
            TL_PRIMITIVE_PARAMS (
                { .name = "vectorize_init_loop", .kind = TL_PARAM_BOOL, .flags = TL_PARAM_IS_OPTIONAL, .default_text = "False",
                  .help = "Whether to vectorize initialization loops that have no intrinsic." }) },
  .apply = rewrite_tensorize,
};
