/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compute_at moves a block under a loop of its consumers, reverse_compute_at under a loop of its producers.
 *
 *   for i, j: B[i, j] = …                      for i:
 *   for i:                      B at i   →       for ax0: B[i, ax0] = …
 *     for j: C[i, j] = f(B[i, j])                for j:   C[i, j] = f(B[i, j])
 *
 * Invariant: in each iteration of the loop the block runs at least the part of its space that the others touch there. Its own loops are
 * dropped and new ones made over that part (axis-domain.c); where the part sticks out of the block's space a predicate holds it back.
 */
#include "core/schedule/primitives/compute/axis-domain-private.h"
#include "core/schedule/primitives/binding-private.h"
#include "core/schedule/primitives/block-edit-private.h"
#include "core/text/script.h"

typedef struct
{
  TlPrimitiveCall *call;
  TlArena         *arena;
  gboolean         is_reverse;
  gboolean         preserve_unit_loops;
  gint64           index;
  /* Borrowed */
  const TlPath    *path;          /* of the block */
  const TlPath    *loop_path;
  const TlStmt    *block;
  const TlStmt    *loop;
  GPtrArray       *partners;      /* consumers, or producers in reverse: all have to lie under the loop */
  TlAnalyzer      *analyzer;
} Move;

/* Where the block may go. */

static gboolean
check_place (Move *m, GError **error)
{
  TlNodeId culprits[] = { m->block->block.id, m->loop->loop.id };

  if (tl_path_find_inside_scope (m->path, m->loop->loop.id) >= 0)
    return tl_refuse (error, culprits, 2, NULL, "loop %s is already around block %s", m->loop->loop.var->name, m->block->block.name);
  if (tl_path_scope (m->path) != tl_path_scope (m->loop_path))
    return tl_refuse (error, culprits, 2, NULL, "block %s and loop %s are not in the same block scope", m->block->block.name,
                      m->loop->loop.var->name);
  return TRUE;
}

static gboolean
check_block (Move *m, const TlScopeInfo *scope, GError **error)
{
  g_autofree char *why = NULL, *why_not_reduction = NULL;
  const TlBlock   *block = &m->block->block;

  if (!tl_scope_info_is_stage_pipeline (scope, &why))
    return tl_refuse (error, &block->id, 1, NULL, "the scope of block %s is not a stage pipeline: %s", block->name, why);
  if (!m->is_reverse && tl_block_is_output (m->call->module, m->path))
    return tl_refuse (error, &block->id, 1, NULL, "block %s is an output block: it writes a buffer that outlives its scope", block->name);
  if (!tl_block_is_complete (scope, m->block, &why) && !tl_block_is_reduction (scope, m->block, &why_not_reduction))
    return tl_call_refuse_order (m->call, error, &block->id, 1, NULL,
                                 "block %s is neither a complete block (%s) nor a reduction block (%s)", block->name, why,
                                 why_not_reduction);
  return TRUE;
}

static gboolean
check_partners (Move *m, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GArray)  culprits = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
  const char         *noun = m->is_reverse ? "producer" : "consumer";

  for (guint i = 0; i < m->partners->len; i++)
    {
      const TlBlock *partner = &((const TlStmt *) m->partners->pdata[i])->block;

      if (tl_stmt_find (m->loop, partner->id) != NULL)
        continue;
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", partner->name);
      g_array_append_val (culprits, partner->id);
    }
  if (culprits->len == 0)
    return TRUE;
  return tl_call_refuse_order (m->call, error, (const TlNodeId *) culprits->data, culprits->len,
                               m->is_reverse ? "move the others there first, or choose a loop around all of them"
                                             : "move the others there first, or inline them",
                               "all %ss of block %s must be under loop %s, but %s %s not", noun, m->block->block.name,
                               m->loop->loop.var->name, names->str, culprits->len == 1 ? "is" : "are");
}

/* The order of child blocks in the scope: -1 before all under the loop, 1 after them, 0 among them. */
static gint
order_to_loop (Move *m, const TlScopeInfo *scope, const TlStmt *block)
{
  gboolean is_past_loop = FALSE;

  if (tl_stmt_find (m->loop, block->block.id) != NULL)
    return 0;
  for (guint i = 0; tl_scope_info_nth (scope, i) != NULL; i++)
    {
      const TlStmt *other = tl_scope_info_nth (scope, i);

      if (other == block)
        return is_past_loop ? 1 : -1;
      is_past_loop = is_past_loop || tl_stmt_find (m->loop, other->block.id) != NULL;
    }
  g_assert_not_reached ();
}

/* No producer may come to run after the block, no consumer before it. */
static gboolean
check_order (Move *m, const TlScopeInfo *scope, GError **error)
{
  g_autoptr (GPtrArray) producers = tl_scope_info_producers (scope, m->block);
  g_autoptr (GPtrArray) consumers = tl_scope_info_consumers (scope, m->block);

  for (guint i = 0; i < producers->len + consumers->len; i++)
    {
      gboolean      is_producer = i < producers->len;
      const TlStmt *other = is_producer ? producers->pdata[i] : consumers->pdata[i - producers->len];
      TlNodeId      culprits[] = { other->block.id, m->block->block.id };

      if (order_to_loop (m, scope, other) == (is_producer ? 1 : -1))
        return tl_call_refuse_order (m->call, error, culprits, 2, NULL, "block %s, which is a %s of block %s, runs %s loop %s",
                                     other->block.name, is_producer ? "producer" : "consumer", m->block->block.name,
                                     is_producer ? "after" : "before", m->loop->loop.var->name);
    }
  return TRUE;
}

static gboolean
holds_any (const TlStmt *stmt, const GPtrArray *blocks)
{
  for (guint i = 0; i < blocks->len; i++)
    if (tl_stmt_find (stmt, ((const TlStmt *) blocks->pdata[i])->block.id) != NULL)
      return TRUE;
  return FALSE;
}

/* Between the last producer and the first consumer among the loop's children: -1 asks for the last such place, -2 for the first. */
static gboolean
find_position (Move *m, const TlScopeInfo *scope, guint *position, GError **error)
{
  g_autoptr (GPtrArray) producers = tl_scope_info_producers (scope, m->block);
  g_autoptr (GPtrArray) consumers = tl_scope_info_consumers (scope, m->block);
  const TlStmt         *body = m->loop->loop.body;
  gint64                first = 0, last = tl_body_n_children (body);
  g_autofree char      *range = NULL;

  for (guint i = 0; i < tl_body_n_children (body); i++)
    {
      const TlStmt *child = tl_body_nth_child (body, i);

      if (holds_any (child, producers))
        first = (gint64) i + 1;
      if (holds_any (child, consumers))
        last = MIN (last, (gint64) i);
    }
  if (first > last
      && !tl_call_refuse_order (m->call, error, &m->block->block.id, 1, NULL,
                                "loop %s has no position for block %s after its producers and before its consumers",
                                m->loop->loop.var->name, m->block->block.name))
    return FALSE;
  first = MIN (first, last);
  *position = (guint) (m->index == -1 ? last : m->index == -2 ? first : CLAMP (m->index, first, last));
  if (m->index == -1 || m->index == -2 || m->index == *position)
    return TRUE;
  range = first == last ? g_strdup_printf ("%" G_GINT64_FORMAT, first)
                        : g_strdup_printf ("%" G_GINT64_FORMAT " … %" G_GINT64_FORMAT, first, last);
  return tl_refuse_argument (error,
                             "index %" G_GINT64_FORMAT " is not a valid position of block %s in loop %s; expected -1 (last), -2 (first) "
                                                       "or %s",
                             m->index, m->block->block.name, m->loop->loop.var->name, range);
}

/* The regions that have to be reached. */

static void
add_iter (GArray *iters, const TlLoop *loop)
{
  TlIter iter = { .var = loop->var, .min = loop->min, .extent = loop->extent };

  g_array_append_val (iters, iter);
}

/*
 * The loops that run while the target loop stands still, seen from @partner, and the threads that share @buffer: all take part in filling
 * it.
 */
static GArray *
relaxed_iters (Move *m, const TlStmt *partner, const TlBuffer *buffer)
{
  g_autoptr (TlPath)    path = tl_path_find (m->call->module, partner->block.id);
  g_autoptr (GPtrArray) loops = tl_path_loops (path);
  GArray               *iters = g_array_new (FALSE, FALSE, sizeof (TlIter));
  gboolean              is_below = FALSE;

  for (guint i = 0; i < loops->len; i++)
    {
      const TlLoop *loop = &((const TlStmt *) loops->pdata[i])->loop;
      gboolean      is_shared = !m->is_reverse && tl_scope_spans_thread (buffer->scope, loop->thread);

      if (is_below || is_shared)
        add_iter (iters, loop);
      is_below = is_below || loop->id == m->loop->loop.id;
    }
  return iters;
}

/* The union of the accesses to @buffer by partners under the loop; buffer NULL if there is none. */
static TlRegion
required_region (Move *m, const TlBuffer *buffer)
{
  TlRegion required = { .buffer = NULL };

  for (guint i = 0; i < m->partners->len; i++)
    {
      const TlStmt   *partner = m->partners->pdata[i];
      const TlBlock  *block = &partner->block;
      const TlRegion *regions = m->is_reverse ? block->writes : block->reads;
      guint           n_regions = m->is_reverse ? block->n_writes : block->n_reads;
      gboolean        is_below = tl_stmt_find (m->loop, block->id) != NULL;   /* all are, but in a draft */

      for (guint j = 0; is_below && j < n_regions; j++)
        {
          g_autoptr (GArray) iters = NULL;
          TlRegion           box;

          if (regions[j].buffer != buffer)
            continue;
          iters = relaxed_iters (m, partner, buffer);
          box = tl_region_relax_to_ends (m->arena, tl_block_region_outside (m->arena, block, regions[j]), (const TlIter *) iters->data,
                                         iters->len, block->predicate);
          required = required.buffer == NULL ? box : tl_region_union_to_ends (m->arena, required, box);
        }
    }
  return required;
}

/*
 * A consumer moved under its producers runs where its reads meet their writes. Points that read elsewhere (a guarded border) would go,
 * points that the old loops left out would come; so there must be none of either.
 */
static gboolean
check_whole (Move *m, const TlScopeInfo *scope, const TlRegion *required, GError **error)
{
  const TlBlock *block = &m->block->block;

  if (!m->is_reverse && tl_expr_is_true (block->predicate))
    return TRUE;
  if (!tl_block_runs_whole_domain (scope, m->block))
    return tl_refuse (error, &block->id, 1, NULL, "block %s does not run for all values of its axes; after the move it would", block->name);
  if (!m->is_reverse)
    return TRUE;
  for (guint i = 0; i < block->n_reads; i++)
    if (required[i].buffer != NULL && !tl_block_reads_only_written (scope, m->block, block->reads[i]))
      {
        g_autofree char *text = tl_region_to_text (&block->reads[i]);

        return tl_refuse (error, &block->id, 1, NULL, "block %s reads %s also outside of what is written to %s; those points would not run "
                          "under loop %s", block->name, text, block->reads[i].buffer->name, m->loop->loop.var->name);
      }
  return TRUE;
}

static TlWalk
stop_at_place_from (const TlExpr *expr, gpointer buffer)
{
  for (guint i = 0; expr->kind == TL_EXPR_LOAD && i < expr->n_indices; i++)
    if (tl_expr_loads (expr->indices[i], buffer))
      return TL_WALK_STOP;
  return TL_WALK_INTO;
}

/*
 * Where producers of a consumer run over different parts, it runs over all of them. Results of values not there yet are computed again when
 * they are; but indices that it reads from memory, as after cache_index, have to be there.
 */
static gboolean
check_places (Move *m, const TlRegion *required, const TlAxisDomain *domains, GError **error)
{
  const TlBlock *block = &m->block->block;
  TlAxisDomain  *alone = tl_arena_new_array (m->arena, TlAxisDomain, MAX (block->n_axes, 1));

  for (guint i = 0; m->is_reverse && i < block->n_reads; i++)
    {
      TlRegion *only = tl_arena_new_array (m->arena, TlRegion, block->n_reads);

      only[i] = required[i];
      if (required[i].buffer == NULL || tl_stmt_walk (block->body, NULL, stop_at_place_from, (gpointer) required[i].buffer))
        continue;
      if (!tl_solve_axis_domains (m->analyzer, m->arena, block, block->reads, only, block->n_reads, alone, error))
        return FALSE;
      for (guint k = 0; k < block->n_axes; k++)
        if (!tl_analyzer_can_prove_equal (m->analyzer, alone[k].min, domains[k].min)
            || !tl_analyzer_can_prove_equal (m->analyzer, alone[k].max, domains[k].max))
          return tl_call_refuse_order (m->call, error, &block->id, 1, NULL,
                                       "block %s reads indices from %s, of which an iteration of loop %s writes only a part",
                                       block->name, required[i].buffer->name, m->loop->loop.var->name);
    }
  return TRUE;
}

static gboolean
solve_domains (Move *m, const TlScopeInfo *scope, TlAxisDomain *domains, GError **error)
{
  const TlBlock  *block = &m->block->block;
  const TlRegion *provided = m->is_reverse ? block->reads : block->writes;
  guint           n = m->is_reverse ? block->n_reads : block->n_writes;
  TlRegion       *required = tl_arena_new_array (m->arena, TlRegion, n);

  for (guint i = 0; i < n; i++)
    required[i] = required_region (m, provided[i].buffer);
  return check_whole (m, scope, required, error)
         && tl_solve_axis_domains (m->analyzer, m->arena, block, provided, required, n, domains, error)
         && check_places (m, required, domains, error);
}

/* The new nest. */

static const TlExpr *
guard (Move *m, const TlExpr *predicate, const TlExpr *condition)
{
  condition = tl_analyzer_simplify (m->analyzer, condition);
  if (tl_expr_is_true (condition))
    return predicate;
  return predicate == NULL ? condition : tl_and (m->arena, predicate, condition);
}

static const TlExpr *
guard_axis (Move *m, const TlExpr *predicate, const TlExpr *binding, const TlAxisDomain *domain)
{
  const TlExpr *end;

  if (domain->bound_min == NULL)
    return predicate;
  end = tl_add (m->arena, domain->bound_max, tl_expr_int (m->arena, binding->dtype, 1));
  predicate = guard (m, predicate, tl_binary (m->arena, TL_EXPR_GE, binding, domain->bound_min));
  return guard (m, predicate, tl_binary (m->arena, TL_EXPR_LT, binding, end));
}

static const TlStmt *
make_nest (Move *m, const TlAxisDomain *domains)
{
  TlBlock               block = m->block->block;
  g_autoptr (GPtrArray) vars = g_ptr_array_new ();
  g_autoptr (GPtrArray) extents = g_ptr_array_new ();
  const TlExpr        **bindings = tl_arena_new_array (m->arena, const TlExpr *, block.n_axes);
  const TlStmt         *nest;

  block.predicate = NULL;
  for (guint i = 0; i < block.n_axes; i++)
    {
      TlDType       dtype = block.axes[i].var->dtype;
      const TlExpr *one = tl_expr_int (m->arena, dtype, 1);
      const TlExpr *min = tl_cast (m->arena, dtype, tl_analyzer_simplify (m->analyzer, domains[i].min));
      const TlExpr *extent = tl_add (m->arena, tl_sub (m->arena, tl_cast (m->arena, dtype, domains[i].max), min), one);

      extent = tl_analyzer_simplify (m->analyzer, extent);
      bindings[i] = min;
      if (m->preserve_unit_loops || !tl_expr_is_int (extent, 1))
        {
          const TlVar *var = tl_expr_var (m->arena, tl_arena_printf (m->arena, "ax%u", vars->len), dtype);

          g_ptr_array_add (vars, (gpointer) var);
          g_ptr_array_add (extents, (gpointer) extent);
          tl_analyzer_bind (m->analyzer, var, tl_expr_int (m->arena, dtype, 0), extent);
          bindings[i] = tl_add (m->arena, min, var);
        }
      block.predicate = guard_axis (m, block.predicate, bindings[i], &domains[i]);
    }
  block.bindings = bindings;
  nest = tl_stmt_block (m->arena, &block);
  for (guint i = vars->len; i > 0; i--)
    nest = tl_stmt_for (&m->call->builder, vars->pdata[i - 1], extents->pdata[i - 1], nest);
  return nest;
}

static gboolean
feeds_axis (const TlBlock *block, const TlLoop *loop, gboolean of_reduction)
{
  for (guint i = 0; i < block->n_axes; i++)
    if ((!of_reduction || block->axes[i].kind == TL_AXIS_REDUCE) && tl_expr_uses_var (block->bindings[i], loop->var))
      return TRUE;
  return FALSE;
}

/*
 * A loop of the reduction that the block reads completes it in its last iteration. A block that runs for the same values in each iteration
 * is right in the end; one that takes other values each time would read partial results.
 */
static gboolean
check_whole_sums (Move *m, const TlScopeInfo *scope, const TlModule *result, GError **error)
{
  g_autoptr (GPtrArray) producers = tl_scope_info_producers (scope, m->block);
  g_autoptr (TlPath)    path = tl_path_find (result, m->block->block.id);
  g_autoptr (GPtrArray) loops = tl_path_loops (path);

  for (guint i = 0; i < producers->len; i++)
    for (guint k = 0; k < loops->len; k++)
      {
        const TlBlock *producer = &((const TlStmt *) producers->pdata[i])->block;
        const TlLoop  *loop = &((const TlStmt *) loops->pdata[k])->loop;

        if (!tl_expr_is_int (loop->extent, 1) && feeds_axis (producer, loop, TRUE)
            && feeds_axis (&tl_path_target (path)->block, loop, FALSE))
          return tl_call_refuse_order (m->call, error, (TlNodeId[]) { producer->id, m->block->block.id, loop->id }, 3, NULL,
                                       "block %s would read results of block %s before loop %s has completed their reduction",
                                       m->block->block.name, producer->name, loop->var->name);
      }
  return TRUE;
}

/*
 * Where several iterations of its new loops need the same instance, a block may run it several times; not one that adds to what it
 * wrote before. Under its consumers it starts anew each time, under its producers it goes on.
 */
static gboolean
check_repeated_sum (Move *m, const TlModule *result, GError **error)
{
  g_autoptr (TlPath)    path = tl_path_find (result, m->block->block.id);
  g_autoptr (GPtrArray) loops = tl_path_loops (path);

  if (!m->is_reverse || !tl_block_accumulates (&m->block->block)
      || tl_block_runs_once_below (m->arena, path, &((const TlStmt *) loops->pdata[0])->loop))
    return TRUE;
  return tl_call_refuse_order (m->call, error, (TlNodeId[]) { m->block->block.id, m->loop->loop.id }, 2, NULL,
                               "under loop %s, block %s would repeat parts of its reduction and reduce the same elements again",
                               m->loop->loop.var->name, m->block->block.name);
}

/* Iterations that run at once may not add to the same elements: a loop of a kind that says so was checked for the blocks that it had. */
static gboolean
check_parallel_sum (Move *m, const TlModule *result, GError **error)
{
  g_autoptr (TlPath)    path = tl_path_find (result, m->block->block.id);
  g_autoptr (GPtrArray) loops = tl_path_loops (path);

  for (guint i = 0; i < loops->len; i++)
    {
      const TlLoop *loop = &((const TlStmt *) loops->pdata[i])->loop;

      if ((loop->kind == TL_LOOP_PARALLEL || loop->kind == TL_LOOP_VECTORIZED) && feeds_axis (&tl_path_target (path)->block, loop, TRUE))
        return tl_call_refuse_order (m->call, error, (TlNodeId[]) { loop->id, m->block->block.id }, 2,
                                     "move the block first, then change the kind of the loop",
                                     "block %s would reduce over the %s loop %s, whose iterations run concurrently",
                                     m->block->block.name, loop->kind == TL_LOOP_PARALLEL ? "parallel" : "vectorized", loop->var->name);
    }
  return TRUE;
}

static gboolean
move (Move *m, const TlScopeInfo *scope, GError **error)
{
  TlBuilder    *builder = &m->call->builder;
  TlAxisDomain *domains = tl_arena_new_array (m->arena, TlAxisDomain, m->block->block.n_axes);
  const TlStmt *body;
  guint         position = 0;

  if (!check_place (m, error) || !check_block (m, scope, error) || !check_partners (m, error)
      || !check_order (m, scope, error) || !find_position (m, scope, &position, error))
    return FALSE;
  tl_path_bind_vars (m->analyzer, m->loop_path, m->loop_path->n - 1);
  if (!solve_domains (m, scope, domains, error))
    return FALSE;
  body = tl_path_replace (builder, m->path, tl_stmt_removed);
  body = tl_insert_child (m->arena, body, m->loop->loop.id, position, make_nest (m, domains));
  tl_call_set_body (m->call, m->path->func, body);
  if (check_whole_sums (m, scope, m->call->result, error) && check_repeated_sum (m, m->call->result, error)
      && check_parallel_sum (m, m->call->result, error))
    return TRUE;
  g_clear_pointer (&m->call->result, tl_module_unref);
  return FALSE;
}

static gboolean
move_block (TlPrimitiveCall *call, gboolean is_reverse, GError **error)
{
  g_autoptr (TlPath)      path = NULL;
  g_autoptr (TlPath)      loop_path = NULL;
  g_autoptr (TlAnalyzer)  analyzer = tl_analyzer_new (call->builder.arena);
  g_autoptr (TlScopeInfo) scope = NULL;
  g_autoptr (GPtrArray)   partners = NULL;
  Move                    m = { .call = call, .arena = call->builder.arena, .is_reverse = is_reverse, .analyzer = analyzer };

  if (call->args[1].kind == TL_ARG_NODE && call->args[1].node == TL_PLACE_ROOT)
    return TRUE;
  if (call->args[1].kind == TL_ARG_NODE && call->args[1].node == TL_PLACE_INLINE)
    return tl_primitive_find (is_reverse ? "reverse_compute_inline" : "compute_inline")->apply (call, error);
  if (!tl_call_find_block (call, &call->args[0], &path, error) || !tl_call_find_loop (call, &call->args[1], &loop_path, error))
    return FALSE;
  m.block = tl_path_target (path);
  if (path->n == 1)
    return tl_refuse (error, &m.block->block.id, 1, NULL, "the root block cannot be moved");
  scope = tl_path_scope_info (m.arena, call->module, path);
  partners = is_reverse ? tl_scope_info_producers (scope, m.block) : tl_scope_info_consumers (scope, m.block);
  m.path = path;
  m.loop_path = loop_path;
  m.loop = tl_path_target (loop_path);
  m.partners = partners;
  m.preserve_unit_loops = call->args[2].boolean;
  m.index = call->args[3].integer;
  return move (&m, scope, error);
}

static gboolean
compute_at_apply (TlPrimitiveCall *call, GError **error)
{
  return move_block (call, FALSE, error);
}

static gboolean
reverse_compute_at_apply (TlPrimitiveCall *call, GError **error)
{
  return move_block (call, TRUE, error);
}

static char *
describe_move (const char *verb, const TlModule *before, const TlArg *args)
{
  const char *block = tl_arg_node_name (before, &args[0]);

  if (args[1].node == TL_PLACE_ROOT)
    return g_strdup_printf ("Keep %s in place", block);
  if (args[1].node == TL_PLACE_INLINE)
    return g_strdup_printf ("Inline %s", block);
  return g_strdup_printf ("%s %s at %s", verb, block, tl_arg_node_name (before, &args[1]));
}

static char *
compute_at_describe (const TlModule *before, const TlArg *args)
{
  return describe_move ("Compute", before, args);
}

static char *
reverse_compute_at_describe (const TlModule *before, const TlArg *args)
{
  return describe_move ("Reverse compute", before, args);
}

#define MOVE_HELP_UNIT "Keep loops of extent 1 for axes with a single value."
#define MOVE_HELP_INDEX "Position among the statements of the loop: -1: the last possible, -2: the first possible, or an index."

const TlPrimitive tl_primitive_compute_at = {
  .name = "compute_at",
  .kind = "ComputeAt",
  .title = "Compute At",
  .family = TL_FAMILY_COMPUTE,
  .summary = "Move a producer under a loop of its consumers and compute only the region needed there.",
  .sketch = "for i, j: B(i, j); for i: for j: C(B(i, j))  →  for i: for ax0: B(i, ax0); for j: C(B(i, j))",
  .shortcut = "C",
  TL_PRIMITIVE_PARAMS (
      { "block", TL_PARAM_BLOCK, TL_PARAM_IS_INPUT, NULL, "The block to move; all its consumers must be under the loop." },
      { "loop", TL_PARAM_LOOP, TL_PARAM_IS_INPUT | TL_PARAM_TAKES_PLACE, NULL, "Target loop." },
      { "preserve_unit_loops", TL_PARAM_BOOL, TL_PARAM_IS_OPTIONAL, "False", MOVE_HELP_UNIT },
      { "index", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "-1", MOVE_HELP_INDEX }),
  .apply = compute_at_apply,
  .describe = compute_at_describe,
};

const TlPrimitive tl_primitive_reverse_compute_at = {
  .name = "reverse_compute_at",
  .kind = "ReverseComputeAt",
  .title = "Reverse Compute At",
  .family = TL_FAMILY_COMPUTE,
  .summary = "Move a consumer under a loop of its producers and consume the region computed there.",
  .sketch = "for i: for j: B(i, j); for i, j: C(B(i, j))  →  for i: for j: B(i, j); for ax0: C(B(i, ax0))",
  TL_PRIMITIVE_PARAMS (
      { "block", TL_PARAM_BLOCK, TL_PARAM_IS_INPUT, NULL, "The block to move; all its producers must be under the loop." },
      { "loop", TL_PARAM_LOOP, TL_PARAM_IS_INPUT | TL_PARAM_TAKES_PLACE, NULL, "Target loop." },
      { "preserve_unit_loops", TL_PARAM_BOOL, TL_PARAM_IS_OPTIONAL, "False", MOVE_HELP_UNIT },
      { "index", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "-1", MOVE_HELP_INDEX }),
  .apply = reverse_compute_at_apply,
  .describe = reverse_compute_at_describe,
};
