/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Initialisations become blocks of their own, right outside the first loop that is not data-parallel. A reduction that several threads
 * share keeps its own: there the init belongs to each thread's part.
 */
#include "core/space/postprocs-private.h"

#include <string.h>

#include "core/analysis/block-info.h"

#define AUTO_TENSORIZE      "meta_schedule.auto_tensorize"
#define AUTO_TENSORIZE_INIT "meta_schedule.auto_tensorize_init"

typedef struct
{
  const char *func_name;
  TlNodeId    block;
} SplitInit;

typedef struct
{
  GPtrArray  *thread_vars;   /* of the thread-bound loops around */
  GArray     *jobs;
  const char *func_name;
} InitFinder;

static gboolean
reduces_over_threads (const InitFinder *finder, const TlBlock *block)
{
  for (guint a = 0; a < block->n_axes; a++)
    for (guint v = 0; block->axes[a].kind == TL_AXIS_REDUCE && v < finder->thread_vars->len; v++)
      if (tl_expr_uses_var (block->bindings[a], finder->thread_vars->pdata[v]))
        return TRUE;
  return FALSE;
}

static TlWalk
find_init (const TlStmt *stmt, gpointer user_data)
{
  InitFinder *finder = user_data;
  SplitInit job = { .func_name = finder->func_name };

  if (stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_THREAD_BINDING)
    g_ptr_array_add (finder->thread_vars, (gpointer) stmt->loop.var);
  if (stmt->kind != TL_STMT_BLOCK || !stmt->block.init || reduces_over_threads (finder, &stmt->block))
    return TL_WALK_INTO;
  job.block = stmt->block.id;
  g_array_append_val (finder->jobs, job);
  return TL_WALK_INTO;
}

/* Names of functions stay valid: they lie in arenas that later versions of the module keep alive. */
static GArray *
find_jobs (const TlModule *module)
{
  InitFinder finder = { .thread_vars = g_ptr_array_new (), .jobs = g_array_new (FALSE, FALSE, sizeof (SplitInit)) };

  for (guint f = 0; f < module->n_prims; f++)
    {
      finder.func_name = module->prims[f]->name;
      tl_stmt_walk (module->prims[f]->body, find_init, NULL, &finder);
    }
  g_ptr_array_unref (finder.thread_vars);
  return finder.jobs;
}

/* The hint of a tensor intrinsic is for the update. The init gets its own intrinsic, or an empty name, which RewriteTensorize handles. */
static void
move_tensorize_hints (TlScheduleBuilder *builder, guint block_rv, guint init_rv)
{
  const TlStmt *block = tl_schedule_builder_stmt (builder, block_rv);
  const TlValue *intrin_of_init;
  const char *name = "";

  if (!block || !tl_attrs_find (&block->block.annotations, AUTO_TENSORIZE))
    return;
  intrin_of_init = tl_attrs_find (&block->block.annotations, AUTO_TENSORIZE_INIT);
  if (intrin_of_init && intrin_of_init->kind == TL_VALUE_STRING)
    name = intrin_of_init->string;
  tl_step_unannotate (builder, init_rv, AUTO_TENSORIZE);
  tl_step_annotate (builder, init_rv, AUTO_TENSORIZE, tl_schedule_builder_string (builder, name));
  if (!intrin_of_init)
    return;
  tl_step_unannotate (builder, block_rv, AUTO_TENSORIZE_INIT);
  tl_step_unannotate (builder, init_rv, AUTO_TENSORIZE_INIT);
}

/* The place of the loop above which the init will stand; -1 if all are data-parallel, and nothing is to be done. */
static gint
find_decompose_point (const TlModule *module, const TlStmt *block)
{
  g_autoptr (TlPath)    path = tl_path_find (module, block->block.id);
  g_autoptr (GPtrArray) loops = tl_path_loops (path);

  for (guint i = 0; i < loops->len; i++)
    if (!tl_loop_is_data_parallel (loops->pdata[i]))
      return (gint) i;
  return -1;
}

/*
 * A variable for the block. Where several have its name, as the sums have that were factored more than once, it is the one that the
 * schedule has for it already; FALSE if there is none.
 */
static gboolean
fetch_block (TlScheduleBuilder *builder, const SplitInit *job, const TlStmt *block, guint *block_rv)
{
  const TlModule *module = tl_state_module (builder->state);
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (tl_module_prim (module, job->func_name)->body);
  gint  known = tl_state_find_rv (builder->state, job->block);
  guint n_named = 0;

  for (guint i = 0; i < blocks->len; i++)
    n_named += strcmp (((const TlStmt *) blocks->pdata[i])->block.name, block->block.name) == 0;
  *block_rv = n_named == 1
              ? tl_step_get_block (builder, block->block.name, job->func_name)
                           : (guint) MAX (known, 0);
  return n_named == 1 || known >= 0;
}

/* TRUE if the init was split off. */
static gboolean
split_off (TlScheduleBuilder *builder, const SplitInit *job)
{
  const TlModule *module = tl_state_module (builder->state);
  const TlStmt *block = tl_module_find (module, job->block);
  gint  place = block && block->block.init ? find_decompose_point (module, block) : -1;
  guint block_rv, first_loop, init_rv;

  if (place < 0 || !fetch_block (builder, job, block, &block_rv))
    return FALSE;
  first_loop = tl_step (builder, "get_loops", block_rv);
  init_rv = tl_step_at (builder, "decompose_reduction", block_rv, first_loop + (guint) place);
  move_tensorize_hints (builder, block_rv, init_rv);
  return builder->error == NULL;
}

/* Splitting one off may uncover another one: an init within an init. */
static gboolean
rewrite_reduction_block (const TlPostprocCall *call, GError **error)
{
  guint n_split;

  do
    {
      g_autoptr (GArray) jobs = find_jobs (tl_state_module (call->builder->state));

      n_split = 0;
      for (guint i = 0; i < jobs->len && !call->builder->error; i++)
        n_split += split_off (call->builder, &g_array_index (jobs, SplitInit, i));
    }
  while (n_split > 0 && !call->builder->error);
  return TRUE;
}

const TlPostproc tl_postproc_rewrite_reduction_block = {
  .info = { .name = "RewriteReductionBlock", .summary = "Decomposes reductions outside their first reduction loop." },
  .apply = rewrite_reduction_block,
};
