/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Invariant: only loops whose iterations are independent run at once: what is below are complete and reduction blocks, and every axis that
 * the loop feeds is data-parallel (or, across the threads of one GPU block, a commutative reduction). Iterations that repeat an instance
 * of a complete block write the same values; a reduction must not be repeated. No block may read what only other iterations wrote, which
 * TVM does not check (iteration-order.c). As in TVM, values that are there too early do not count, if a later iteration writes them again:
 * lowering runs such loops in order (serialize-loops). On a GPU, loops bound to one thread axis have one value: no block may need a value
 * of each of two.
 */
#include <string.h>

#include "core/analysis/block-info.h"
#include "core/ir/walk.h"
#include "core/schedule/primitives/binding-private.h"
#include "core/schedule/primitives/loop/iteration-order-private.h"

typedef struct
{
  const char *participle;           /* "parallelized" */
  gboolean    allows_reduction;     /* threadIdx */
} KindRules;

static gboolean
check_axes (TlPrimitiveCall *call, const TlBlock *block, const TlLoop *loop, const KindRules *rules, GError **error)
{
  TlNodeId culprits[] = { loop->id, block->id };

  for (guint i = 0; i < block->n_axes; i++)
    {
      TlAxisKind kind = block->axes[i].kind;

      if (!tl_expr_uses_var (block->bindings[i], loop->var) || kind == TL_AXIS_SPATIAL
          || (kind == TL_AXIS_REDUCE && rules->allows_reduction))
        continue;
      return tl_call_refuse_order (call, error, culprits, 2,
                                   kind == TL_AXIS_REDUCE ? "use rfactor to make a part of a reduction data-parallel" : NULL,
                                   "loop %s cannot be %s: it drives %s axis %s of block %s", loop->var->name, rules->participle,
                                   kind == TL_AXIS_REDUCE ? "the reduction" : "the ordered", block->axes[i].var->name, block->name);
    }
  return TRUE;
}

/*
 * Blocks without axes, as stand around the parts of a loop, hand on the loop to the blocks inside: their axes have to bear it. One that the
 * loop repeats must not accumulate.
 */
static gboolean
check_inside (TlPrimitiveCall *call, const TlStmt *wrapper, const TlLoop *loop, const KindRules *rules, GError **error)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_child_blocks (wrapper);

  for (guint i = 0; i < blocks->len; i++)
    {
      const TlStmt  *stmt = g_ptr_array_index (blocks, i);
      const TlBlock *block = &stmt->block;
      gboolean       is_fed = FALSE;

      if (!check_axes (call, block, loop, rules, error))
        return FALSE;
      for (guint j = 0; j < block->n_axes; j++)
        is_fed |= tl_expr_uses_var (block->bindings[j], loop->var);
      if (!is_fed && tl_block_accumulates (block)
          && !tl_call_refuse_order (call, error, (TlNodeId[]) { loop->id, block->id }, 2, NULL,
                                    "loop %s cannot be %s: it repeats the reduction block %s", loop->var->name, rules->participle,
                                    block->name))
        return FALSE;
      if (block->n_axes == 0 && !check_inside (call, stmt, loop, rules, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_block (TlPrimitiveCall *call, const TlScopeInfo *scope, const TlStmt *stmt, const TlLoop *loop, const KindRules *rules,
             GError **error)
{
  TlNodeId           culprits[] = { loop->id, stmt->block.id };
  g_autoptr (TlPath) path = NULL;
  g_autofree char   *not_complete = NULL;
  g_autofree char   *not_reduction = NULL;
  gboolean           has_reduction = stmt->block.init != NULL;

  if (!check_axes (call, &stmt->block, loop, rules, error)
      || (stmt->block.n_axes == 0 && !check_inside (call, stmt, loop, rules, error)))
    return FALSE;
  if (!tl_block_is_complete (scope, stmt, &not_complete) && !tl_block_is_reduction (scope, stmt, &not_reduction))
    return tl_call_refuse_order (call, error, culprits, 2, NULL,
                                 "loop %s cannot be %s: block %s is neither complete nor a reduction: %s", loop->var->name,
                                 rules->participle, stmt->block.name, has_reduction ? not_reduction : not_complete);
  path = tl_path_find (call->module, stmt->block.id);
  if (!tl_block_accumulates (&stmt->block) || tl_block_runs_once_below (call->builder.arena, path, loop))
    return TRUE;
  return tl_call_refuse_order (call, error, culprits, 2, NULL, "loop %s cannot be %s: it repeats the reduction block %s",
                               loop->var->name, rules->participle, stmt->block.name);
}

static gboolean
check_order (TlPrimitiveCall *call, const TlPath *path, const KindRules *rules, GError **error)
{
  const TlLoop *loop = &tl_path_target (path)->loop;
  TlCarriedRead carried;

  if (!tl_find_carried_read (call->builder.arena, call->module, path, &carried))
    return TRUE;
  return tl_call_refuse_order (call, error, (TlNodeId[]) { loop->id, carried.writer->id, carried.reader->id }, 3, NULL,
                               "loop %s cannot be %s: block %s may read elements of %s that block %s writes in other iterations",
                               loop->var->name, rules->participle, carried.reader->name, carried.buffer->name, carried.writer->name);
}

static gboolean
check_subtree (TlPrimitiveCall *call, const TlPath *path, const KindRules *rules, GError **error)
{
  const TlStmt            *loop = tl_path_target (path);
  g_autoptr (TlScopeInfo)  scope = tl_scope_info_new_below (call->builder.arena, call->module, tl_path_scope (path), loop);
  g_autoptr (GPtrArray)    blocks = tl_stmt_child_blocks (loop);

  for (guint i = 0; i < blocks->len; i++)
    if (!check_block (call, scope, g_ptr_array_index (blocks, i), &loop->loop, rules, error))
      return FALSE;
  return check_order (call, path, rules, error);
}

static gboolean
is_fed_by (const TlBlock *block, const TlLoop *loop)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (tl_expr_uses_var (block->bindings[i], loop->var))
      return TRUE;
  return FALSE;
}

/* The threads of a block that copy together, a part each, may do so inside of their loop: the copy does not depend on it. */
static gboolean
check_thread_is_free (const TlPath *path, const TlModule *module, const char *thread, GError **error)
{
  const TlLoop         *loop = &tl_path_target (path)->loop;
  g_autoptr (GPtrArray) blocks = tl_stmt_child_blocks (tl_path_target (path));

  for (guint i = 0; i < blocks->len; i++)
    {
      const TlBlock        *block = &((const TlStmt *) g_ptr_array_index (blocks, i))->block;
      g_autoptr (TlPath)    to_block = tl_path_find (module, block->id);
      g_autoptr (GPtrArray) loops = tl_path_loops (to_block);

      for (guint j = 0; is_fed_by (block, loop) && j < loops->len; j++)
        {
          const TlLoop *other = &((const TlStmt *) g_ptr_array_index (loops, j))->loop;

          if (other->id != loop->id && g_strcmp0 (other->thread, thread) == 0 && is_fed_by (block, other))
            return tl_refuse (error, (TlNodeId[]) { loop->id, other->id, block->id }, 3, "bind it to another axis, or fuse the two loops",
                              "loop %s cannot be bound to %s: loop %s is bound to it, too, and block %s needs both: a thread has one %s",
                              loop->var->name, thread, other->var->name, block->name, thread);
        }
    }
  return TRUE;
}

/* Sets the kind of the loop of the first argument after checking it against @rules (NULL: no check). */
static gboolean
set_kind (TlPrimitiveCall *call, TlLoopKind kind, const char *thread, const KindRules *rules, GError **error)
{
  g_autoptr (TlPath) path = NULL;
  TlLoop             loop;

  if (!tl_call_find_loop (call, &call->args[0], &path, error))
    return FALSE;
  if (rules != NULL && !check_subtree (call, path, rules, error))
    return FALSE;
  if (thread != NULL && !g_str_has_prefix (thread, "vthread") && !check_thread_is_free (path, call->module, thread, error))
    return FALSE;
  loop = tl_path_target (path)->loop;
  loop.kind = kind;
  loop.thread = thread;
  tl_call_replace (call, path, tl_stmt_loop (call->builder.arena, &loop));
  return TRUE;
}

static gboolean
parallel_apply (TlPrimitiveCall *call, GError **error)
{
  static const KindRules rules = { .participle = "parallelized" };

  return set_kind (call, TL_LOOP_PARALLEL, NULL, &rules, error);
}

static gboolean
vectorize_apply (TlPrimitiveCall *call, GError **error)
{
  static const KindRules rules = { .participle = "vectorized" };

  return set_kind (call, TL_LOOP_VECTORIZED, NULL, &rules, error);
}

static gboolean
unroll_apply (TlPrimitiveCall *call, GError **error)
{
  return set_kind (call, TL_LOOP_UNROLLED, NULL, NULL, error);
}

static const char *const thread_axes[] = { "blockIdx.x", "blockIdx.y", "blockIdx.z", "threadIdx.x", "threadIdx.y", "threadIdx.z",
                                           "vthread",    "vthread.x",  "vthread.y",  "vthread.z",   NULL };

static gboolean
bind_apply (TlPrimitiveCall *call, GError **error)
{
  const char *axis = call->args[1].string;
  KindRules   rules = { .participle = "bound to threads", .allows_reduction = g_str_has_prefix (axis, "threadIdx.") };

  if (!g_strv_contains (thread_axes, axis))
    return tl_refuse_argument (error, "'%s' is not a thread axis; use blockIdx, threadIdx or vthread with .x, .y or .z", axis);
  return set_kind (call, TL_LOOP_THREAD_BINDING, g_intern_string (axis), &rules, error);
}

static char *
parallel_describe (const TlModule *before, const TlArg *args)
{
  return g_strdup_printf ("Parallelize %s", tl_arg_node_name (before, &args[0]));
}

static char *
vectorize_describe (const TlModule *before, const TlArg *args)
{
  return g_strdup_printf ("Vectorize %s", tl_arg_node_name (before, &args[0]));
}

static char *
unroll_describe (const TlModule *before, const TlArg *args)
{
  return g_strdup_printf ("Unroll %s", tl_arg_node_name (before, &args[0]));
}

static char *
bind_describe (const TlModule *before, const TlArg *args)
{
  return g_strdup_printf ("Bind %s to %s", tl_arg_node_name (before, &args[0]), args[1].string);
}

static const TlPrimitiveParam kind_params[] = {
  { "loop", TL_PARAM_LOOP, TL_PARAM_IS_INPUT, NULL, "Loop to change." },
};

static const TlPrimitiveParam bind_params[] = {
  { "loop", TL_PARAM_LOOP, TL_PARAM_IS_INPUT, NULL, "Loop to bind." },
  { "thread_axis", TL_PARAM_STRING, 0, NULL, "Axis of the launch grid or of the thread block.", thread_axes },
};

const TlPrimitive tl_primitive_parallel = {
  .name = "parallel",
  .kind = "Parallel",
  .title = "Parallelize Loop",
  .family = TL_FAMILY_KIND,
  .summary = "Run the iterations of a loop on several cores.",
  .sketch = "for i in range(n): S  →  for i in parallel(n): S",
  .shortcut = "P",
  .params = kind_params,
  .n_params = G_N_ELEMENTS (kind_params),
  .n_outputs = 0,
  .apply = parallel_apply,
  .describe = parallel_describe,
};

const TlPrimitive tl_primitive_vectorize = {
  .name = "vectorize",
  .kind = "Vectorize",
  .title = "Vectorize Loop",
  .family = TL_FAMILY_KIND,
  .summary = "Run the iterations of a loop as lanes of vector instructions.",
  .sketch = "for i in range(8): S  →  for i in vectorized(8): S",
  .shortcut = "V",
  .params = kind_params,
  .n_params = G_N_ELEMENTS (kind_params),
  .n_outputs = 0,
  .apply = vectorize_apply,
  .describe = vectorize_describe,
};

const TlPrimitive tl_primitive_unroll = {
  .name = "unroll",
  .kind = "Unroll",
  .title = "Unroll Loop",
  .family = TL_FAMILY_KIND,
  .summary = "Unroll the iterations of a loop.",
  .sketch = "for i in range(4): S  →  for i in unroll(4): S",
  .shortcut = "U",
  .params = kind_params,
  .n_params = G_N_ELEMENTS (kind_params),
  .n_outputs = 0,
  .apply = unroll_apply,
  .describe = unroll_describe,
};

const TlPrimitive tl_primitive_bind = {
  .name = "bind",
  .kind = "Bind",
  .title = "Bind Loop to Threads",
  .family = TL_FAMILY_KIND,
  .summary = "Bind the iterations of a loop to GPU blocks or threads.",
  .sketch = "for i in range(128): S  →  for i in thread_binding(128, thread=\"threadIdx.x\"): S",
  .shortcut = "B",
  .params = bind_params,
  .n_params = G_N_ELEMENTS (bind_params),
  .n_outputs = 0,
  .apply = bind_apply,
  .describe = bind_describe,
};
