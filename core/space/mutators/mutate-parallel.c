/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many loops run in parallel: the hint on the root block is the number of jobs at which fusing loops from the outside ends. Hints that
 * fuse the same loops of each nest are one plan; another plan is taken.
 */
#include "core/analysis/block-info.h"
#include "core/base/saturate.h"
#include "core/space/mutators-private.h"

/* Products of the extents of a nest's outer loops that may run in parallel: of one, of two …; up to the first that is @limit or more. */
static GArray *
outer_products (const TlModule *module, const TlStmt *block, gint64 limit)
{
  GArray *products = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (TlPath) path = tl_path_find (module, block->block.id);
  g_autoptr (GPtrArray) loops = tl_path_loops (path);
  gint64 product = 1;

  for (guint i = 0; i < loops->len && product < limit; i++)
    {
      const TlStmt *loop = loops->pdata[i];
      gint64 extent;

      if (!tl_loop_is_data_parallel (loop) || !tl_expr_get_int (loop->loop.extent, &extent))
        break;
      product = tl_mul_saturated (product, extent);
      g_array_append_val (products, product);
    }
  return products;
}

/* One entry of outer_products for each child block of @scope that has such loops. */
static GPtrArray *
nests_of (const TlModule *module, const TlStmt *scope, gint64 limit)
{
  GPtrArray *nests = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (TlScopeInfo) info = tl_scope_info_new (arena, module, scope);
  const TlStmt *block;

  for (guint i = 0; (block = tl_scope_info_nth (info, i)); i++)
    {
      GArray *products = outer_products (module, block, limit);

      if (products->len > 0)
        g_ptr_array_add (nests, products);
      else
        g_array_unref (products);
    }
  return nests;
}

/* How many loops of a nest are fused for @jobs. */
static guint
n_fused (const GArray *products, gint64 jobs)
{
  guint n = 0;

  while (n < products->len && g_array_index (products, gint64, n) < jobs)
    n++;
  return MIN (n + 1, products->len);
}

static gboolean
same_plan (const GPtrArray *nests, gint64 a, gint64 b)
{
  for (guint i = 0; i < nests->len; i++)
    if (n_fused (nests->pdata[i], a) != n_fused (nests->pdata[i], b))
      return FALSE;
  return TRUE;
}

/* Numbers of jobs, one for each plan but that of @current. */
static GArray *
other_plans (const GPtrArray *nests, gint64 current, gint64 limit)
{
  GArray *plans = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < nests->len; i++)
    {
      const GArray *products = nests->pdata[i];

      for (guint k = 0; k < products->len; k++)
        {
          gint64 jobs = g_array_index (products, gint64, k);
          gboolean is_known = jobs > limit || same_plan (nests, jobs, current);

          for (guint p = 0; p < plans->len && !is_known; p++)
            is_known = same_plan (nests, jobs, g_array_index (plans, gint64, p));
          if (!is_known)
            g_array_append_val (plans, jobs);
        }
    }
  return plans;
}

static TlEditedTrace *
set_jobs (const TlMutatorCall *call, guint at, gint64 jobs)
{
  TlEditedTrace *neighbour = tl_edited_trace_copy (call->edited);
  TlInst *inst = tl_edited_trace_change (neighbour, at);
  TlArg *args = tl_arena_dup_array (neighbour->arena, TlArg, inst->args, inst->n_args);

  args[2] = tl_arg_int (jobs);
  inst->args = args;
  return neighbour;
}

/* The scope that step @at annotates, in @state; NULL if that is no block. */
static const TlStmt *
scope_of (const TlEditedTrace *edited, guint at, const TlState *state)
{
  const TlArg *target = &edited->insts[at]->args[0];
  const TlStmt *scope = target->kind == TL_ARG_RV ? tl_module_find (tl_state_module (state), tl_state_rv (state, target->rv)->node) : NULL;

  return scope && scope->kind == TL_STMT_BLOCK ? scope : NULL;
}

static TlEditedTrace *
propose_parallel (const TlMutatorCall *call)
{
  gint64 limit = tl_component_arg (&tl_mutator_parallel.info, call->args, "max_jobs_per_core")->integer * MAX (call->target->num_cores, 1);
  const TlEditedTrace *edited = call->edited;
  g_autoptr (GArray) found = tl_mutator_found_new (), plans = NULL;
  g_autoptr (GPtrArray) nests = NULL;
  g_autoptr (TlState) state = NULL;
  const TlStmt *scope;
  guint at;

  for (guint i = 0; i < edited->n_steps; i++)
    {
      const TlArg *value = tl_inst_annotation (edited->insts[i], "meta_schedule.parallel");

      if (value && value->kind == TL_ARG_INT)
        tl_mutator_found_add (found, i);
    }
  if (found->len == 0 || limit < 0)
    return NULL;
  at = g_array_index (found, guint, tl_random_below (call->random, found->len));
  state = tl_edited_trace_replay (edited, edited->n_steps, NULL);
  scope = state ? scope_of (edited, at, state) : NULL;
  if (!scope)
    return NULL;
  nests = nests_of (tl_state_module (state), scope, limit);
  plans = other_plans (nests, edited->insts[at]->args[2].integer, limit);
  return plans->len > 0 ? set_jobs (call, at, g_array_index (plans, gint64, tl_random_below (call->random, plans->len))) : NULL;
}

enum { MAX_JOBS, PROBABILITY };

static gboolean
check (const TlArg *args, char **why)
{
  if (!tl_mutator_check_probability (&args[PROBABILITY], why))
    return FALSE;
  if (args[MAX_JOBS].integer > 0 || args[MAX_JOBS].integer == -1)
    return TRUE;
  *why = g_strdup ("max_jobs_per_core must be positive, or -1 for no other loops in parallel");
  return FALSE;
}

/* The first is TVM's first: MutateParallel(-1). */
static const TlPrimitiveParam params[] = {
  [MAX_JOBS] = { "max_jobs_per_core", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "16",
                 "Maximum jobs per core of the target; -1: change nothing." },
  [PROBABILITY] = TL_MUTATOR_PROBABILITY ("0.02"),
};

const TlMutator tl_mutator_parallel = {
  .info = { .name = "MutateParallel", .summary = "Runs more or fewer of the outer loops in parallel.", .params = params,
            .n_params = G_N_ELEMENTS (params), .check = check },
  .propose = propose_parallel,
};
