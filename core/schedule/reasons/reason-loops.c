/* SPDX-License-Identifier: Apache-2.0 */
/* Sentences about steps on handles, decisions and loops. */
#include "core/schedule/reasons/reasons-private.h"

#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/text/script.h"

/* --- handles and decisions --- */

/* "22 × 6" of the loops or numbers that the step yields. Free with g_free. */
static char *
outputs_text (const TlReason *reason, const char *between)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < tl_reason_n_outputs (reason); i++)
    {
      const TlRvValue *value = tl_reason_output (reason, i);
      const TlLoop    *loop = value->kind == TL_RV_LOOP ? tl_reason_loop (reason->after, value->node) : NULL;

      g_string_append (text, i > 0 ? between : "");
      if (loop != NULL)
        tl_expr_append_text (text, loop->extent);
      else if (value->kind == TL_RV_INT)
        g_string_append_printf (text, "%" G_GINT64_FORMAT, value->integer);
      else
        g_string_append (text, tl_reason_name (reason->after, value->node));
    }
  return g_string_free (text, FALSE);
}

void
tl_reason_of_get (TlReason *reason)
{
  guint            n = tl_reason_n_outputs (reason);
  const TlRvValue *first = tl_reason_output (reason, 0);
  g_autofree char *all = outputs_text (reason, first != NULL && first->kind == TL_RV_LOOP ? " × " : ", ");
  g_autofree char *runs = first != NULL ? tl_reason_count_text (tl_reason_n_runs (reason->after, first->node)) : NULL;

  if (n == 0)
    tl_reason_add (reason, _("Finds nothing, so the steps that follow have nothing to change there"));
  else if (first->kind == TL_RV_LOOP)
    tl_reason_add (reason, _("Names the %u loops around block %s for the steps that follow: %s iterations"), n,
                   tl_reason_name (reason->after, tl_reason_arg_node (reason, 0)), all);
  else if (n == 1)
    tl_reason_add (reason, _("Names block %s for the steps that follow: it runs %s times"), all, runs);
  else
    tl_reason_add (reason, _("Names %u blocks for the steps that follow: %s"), n, all);
}

void
tl_reason_of_sample (TlReason *reason)
{
  g_autofree char *drawn = outputs_text (reason, " × ");
  TlNodeId         node = tl_reason_arg_node (reason, 0);
  const TlLoop    *loop = tl_reason_loop (reason->after, node);
  guint            n = tl_reason_n_outputs (reason);
  const TlRvValue *last = n > 0 ? tl_reason_output (reason, n - 1) : NULL;

  if (loop == NULL)
    {
      const TlArg *candidates = reason->inst->n_args > 0 ? &reason->inst->args[0] : NULL;

      tl_reason_add (reason, _("The search may draw here; this schedule has %s, one of %u values"), drawn,
                     candidates != NULL && candidates->kind == TL_ARG_LIST ? candidates->n_items : n);
      return;
    }
  tl_reason_add (reason, _("The search may draw how loop %s (%s) is cut; this schedule has %s"), loop->var->name,
                 tl_reason_extent_text (reason, loop), drawn);
  if (last != NULL)
    tl_reason_add (reason, _(", with %" G_GINT64_FORMAT " iterations innermost"), last->integer);
}

void
tl_reason_of_sample_location (TlReason *reason)
{
  const TlRvValue *place = tl_reason_output (reason, 0);
  TlNodeId         block = tl_reason_arg_node (reason, 0);
  g_autofree char *runs = tl_reason_count_text (tl_reason_n_runs (reason->after, block));
  const char      *name = tl_reason_name (reason->after, block);

  if (place == NULL || place->node == TL_PLACE_ROOT)
    tl_reason_add (reason, _("The search may draw where block %s, which runs %s times, is computed; here it stays where it is"), name,
                   runs);
  else if (place->node == TL_PLACE_INLINE)
    tl_reason_add (reason, _("The search may draw where block %s, which runs %s times, is computed; here it is inlined"), name, runs);
  else
    tl_reason_add (reason, _("The search may draw where block %s, which runs %s times, is computed; here inside loop %s"), name, runs,
                   tl_reason_name (reason->after, place->node));
}

/* --- loops --- */

/* "; the 8 iterations of j_2 fill one register of 8 float32" where they do and are the innermost. */
static void
add_lanes (TlReason *reason, TlNodeId node)
{
  const TlLoop  *loop = tl_reason_loop (reason->after, node);
  const TlBlock *block = tl_reason_main_block (reason->after, node);
  guint          lanes = block != NULL && block->n_writes > 0 ? tl_target_lanes (reason->target, block->writes[0].buffer->dtype) : 0;

  if (loop != NULL && lanes > 1 && tl_reason_extent (loop) == lanes)
    tl_reason_add (reason, _("; the %u iterations of %s fill one register of %s"), lanes, loop->var->name,
                   tl_dtype_name (block->writes[0].buffer->dtype));
}

void
tl_reason_of_split (TlReason *reason)
{
  TlNodeId         node = tl_reason_arg_node (reason, 0);
  const TlLoop    *loop = tl_reason_loop (reason->before, node);
  g_autofree char *parts = outputs_text (reason, " × ");
  gint64           extent = tl_reason_extent (loop), product = 1;
  guint            n = tl_reason_n_outputs (reason);

  for (guint i = 0; i < n; i++)
    product *= tl_max (tl_reason_extent (tl_reason_loop (reason->after, tl_reason_output (reason, i)->node)), 0);
  tl_reason_add (reason, _("Loop %s (%s) → %s"), tl_reason_name (reason->before, node), tl_reason_extent_text (reason, loop), parts);
  if (extent > 0 && product > extent)
    tl_reason_add (reason, _(", of which a test skips the last %" G_GINT64_FORMAT), product - extent);
  if (n == 0)
    return;
  tl_reason_add_footprint (reason, tl_reason_output (reason, 0)->node);
  add_lanes (reason, tl_reason_output (reason, n - 1)->node);
}

void
tl_reason_of_partition (TlReason *reason)
{
  TlNodeId         node = tl_reason_arg_node (reason, 0);
  g_autofree char *parts = outputs_text (reason, " + ");

  tl_reason_add (reason, _("Loop %s (%s) becomes %u loops one after the other, of %s iterations, each to be scheduled by itself"),
                 tl_reason_name (reason->before, node), tl_reason_extent_text (reason, tl_reason_loop (reason->before, node)),
                 tl_reason_n_outputs (reason), parts);
}

void
tl_reason_of_fuse (TlReason *reason)
{
  const TlRvValue *fused = tl_reason_output (reason, 0);
  const TlLoop    *loop = fused != NULL ? tl_reason_loop (reason->after, fused->node) : NULL;
  gint64           n = tl_reason_extent (loop);
  guint            n_cores = tl_max (reason->target->num_cores, 1);

  if (loop == NULL)
    return;
  tl_reason_add (reason, _("One loop %s of %s iterations"), loop->var->name, tl_reason_extent_text (reason, loop));
  for (guint i = 0; i < tl_reason_n_loops (reason); i++)
    {
      const TlLoop *part = tl_reason_loop (reason->before, tl_reason_nth_loop (reason, i));

      if (part != NULL)
        tl_reason_add (reason, "%s%s (%s)", i == 0 ? _(" in place of ") : " × ", part->var->name, tl_reason_extent_text (reason, part));
    }
  if (tl_reason_n_reached (reason->after, loop->id) == 1 && n > 0 && n_cores > 1)
    {
      g_autofree char *each = tl_reason_count_text ((double) tl_ceildiv (n, n_cores));

      tl_reason_add (reason, _("; outermost: up to %s for each of %u cores"), each, n_cores);
    }
}

void
tl_reason_of_merge (TlReason *reason)
{
  const TlRvValue      *merged = tl_reason_output (reason, 0);
  const TlStmt         *stmt = merged != NULL ? tl_module_find (reason->after, merged->node) : NULL;
  g_autoptr (GPtrArray) blocks = stmt != NULL ? tl_stmt_blocks (stmt) : g_ptr_array_new ();

  tl_reason_add (reason, _("One loop in place of %u runs their %u blocks in turns"), tl_reason_n_loops (reason), blocks->len);
  if (stmt != NULL)
    tl_reason_add_footprint (reason, merged->node);
}

/* The innermost loop around @block; 0. */
static TlNodeId
innermost_around (const TlModule *module, const TlBlock *block)
{
  g_autoptr (TlPath) path = block != NULL ? tl_path_find (module, block->id) : NULL;

  for (guint i = path != NULL ? path->n : 0; i-- > 0;)
    if (path->stmts[i]->kind == TL_STMT_FOR)
      return path->stmts[i]->loop.id;
  return 0;
}

void
tl_reason_of_reorder (TlReason *reason)
{
  TlNodeId       any = tl_reason_arg_node (reason, 0);
  const TlBlock *old = tl_reason_main_block (reason->before, any);
  const TlBlock *block = old != NULL ? tl_reason_block (reason->after, old->id) : NULL;
  g_autoptr (TlPath) path = block != NULL ? tl_path_find (reason->after, block->id) : NULL;
  TlNodeId       was = innermost_around (reason->before, old), is = innermost_around (reason->after, block);

  if (path == NULL)
    tl_reason_add (reason, _("No loop is named: the loops of the %u steps before stay in their order"),
                   tl_state_n_steps (reason->state) - 1);
  else
    tl_reason_add (reason, _("Order"));
  for (guint i = 0; path != NULL && i < path->n; i++)
    if (path->stmts[i]->kind == TL_STMT_FOR)
      tl_reason_add (reason, " %s", path->stmts[i]->loop.var->name);
  if (path != NULL && was != is)
    tl_reason_add (reason, _(", innermost %s instead of %s"), tl_reason_name (reason->after, is), tl_reason_name (reason->before, was));
  tl_reason_add_movement (reason, reason->after, is);
}

void
tl_reason_of_unit_loop (TlReason *reason)
{
  const TlRvValue *loop = tl_reason_output (reason, 0);
  TlNodeId         node = tl_reason_arg_node (reason, 0);
  g_autofree char *runs = tl_reason_count_text (tl_reason_n_runs (reason->after, node));

  tl_reason_add (reason, _("Loop %s of one iteration around %s, which still runs %s times, is a place where other blocks can be computed"),
                 loop != NULL ? tl_reason_name (reason->after, loop->node) : "?", tl_reason_name (reason->after, node), runs);
}

void
tl_reason_of_axis_order (TlReason *reason)
{
  const TlBlock   *block = tl_reason_block (reason->after, tl_reason_arg_node (reason, 0));
  g_autofree char *runs = block != NULL ? tl_reason_count_text (tl_reason_n_runs (reason->after, block->id)) : NULL;

  if (block == NULL)
    return;
  tl_reason_add (reason, _("Block %s names its axes in the order"), block->name);
  for (guint a = 0; a < block->n_axes; a++)
    tl_reason_add (reason, " %s", block->axes[a].var->name);
  tl_reason_add (reason, _("; its %s runs stay in theirs"), runs);
}

/* --- kinds of loops --- */

static gint64
written_bytes (const TlFootprint *footprint)
{
  gint64 bytes = 0;

  for (guint i = 0; footprint != NULL && i < footprint->n_touched; i++)
    if (footprint->touched[i].is_written)
      bytes = bytes < 0 || footprint->touched[i].n_bytes < 0 ? -1 : bytes + footprint->touched[i].n_bytes;
  return bytes;
}

void
tl_reason_of_parallel (TlReason *reason)
{
  TlNodeId           node = tl_reason_arg_node (reason, 0);
  gint64             n = tl_reason_extent (tl_reason_loop (reason->after, node)), n_cores = tl_max (reason->target->num_cores, 1);
  gint64             rounds = n > 0 ? tl_ceildiv (n, n_cores) : 0;
  const TlFootprint *footprint = tl_footprint_of (reason->arena, reason->after, node);
  gint64             bytes = written_bytes (footprint);
  g_autofree char   *written = tl_format_bytes (bytes);

  tl_reason_add (reason, n_cores > 1 ? _("The %s iterations of %s run on %" G_GINT64_FORMAT " cores")
                                     : _("The %s iterations of %s may run on several cores; the target has %" G_GINT64_FORMAT),
                 tl_reason_extent_text (reason, tl_reason_loop (reason->after, node)), tl_reason_name (reason->after, node), n_cores);
  if (n_cores == 1)
    ;
  else if (n > 0 && n < n_cores)
    tl_reason_add (reason, _(", of which %" G_GINT64_FORMAT " have nothing to do"), n_cores - n);
  else if (n > 0)
    tl_reason_add (reason, _(", at most %" G_GINT64_FORMAT " on each"), rounds);
  if (bytes > 0)
    tl_reason_add (reason, _("; each writes %s"), written);
}

void
tl_reason_of_vectorize (TlReason *reason)
{
  TlNodeId       node = tl_reason_arg_node (reason, 0);
  const TlBlock *block = tl_reason_main_block (reason->after, node);
  gint64         n = tl_reason_extent (tl_reason_loop (reason->after, node));
  const char    *name = tl_reason_name (reason->after, node);
  const char    *iterations = tl_reason_extent_text (reason, tl_reason_loop (reason->after, node));
  TlDType        dtype;
  guint          lanes;

  if (block == NULL || block->n_writes == 0)
    {
      tl_reason_add (reason, _("The %s iterations of %s become the lanes of vectors"), iterations, name);
      return;
    }
  dtype = block->writes[0].buffer->dtype;
  lanes = tl_target_lanes (reason->target, dtype);
  if (n == lanes)
    tl_reason_add (reason, _("The %s iterations of %s fill one register of %u bits with %s"), iterations, name,
                   reason->target->vector_bits, tl_dtype_name (dtype));
  else if (n > lanes)
    tl_reason_add (reason, _("The %s iterations of %s take %" G_GINT64_FORMAT " registers of %u %s"), iterations, name,
                   tl_ceildiv (n, lanes), lanes, tl_dtype_name (dtype));
  else
    tl_reason_add (reason, _("The %s iterations of %s use %s of the %u lanes of %s"), iterations, name, iterations, lanes,
                   tl_dtype_name (dtype));
  tl_reason_add_movement (reason, reason->after, node);
}

void
tl_reason_of_unroll (TlReason *reason)
{
  TlNodeId           node = tl_reason_arg_node (reason, 0);
  const TlBlock     *block = tl_reason_main_block (reason->after, node);
  g_autoptr (TlPath) path = block != NULL ? tl_path_find (reason->after, block->id) : NULL;
  gint64             n = tl_reason_extent (tl_reason_loop (reason->after, node)), copies = 1;
  g_autofree char   *text = NULL;

  for (guint i = 0; path != NULL && i < path->n; i++)
    if (path->stmts[i]->kind == TL_STMT_FOR && path->stmts[i]->loop.kind == TL_LOOP_UNROLLED)
      copies *= tl_max (tl_reason_extent (&path->stmts[i]->loop), 1);
  text = tl_reason_count_text ((double) copies);
  tl_reason_add (reason, _("The %s iterations of %s become code without a loop"),
                 tl_reason_extent_text (reason, tl_reason_loop (reason->after, node)), tl_reason_name (reason->after, node));
  if (block != NULL)
    tl_reason_add (reason, copies > n ? _(": %s copies of block %s, with the unrolled loops around it") : _(": %s copies of block %s"),
                   text, block->name);
}

void
tl_reason_of_bind (TlReason *reason)
{
  TlNodeId      node = tl_reason_arg_node (reason, 0);
  const TlLoop *loop = tl_reason_loop (reason->after, node);
  const char   *axis = tl_reason_arg_string (reason, 1);
  gint64        n = tl_reason_extent (loop), warp = reason->target->thread_warp_size;

  tl_reason_add (reason, g_str_has_prefix (axis, "blockIdx") ? _("The %s iterations of %s are thread blocks of the grid (%s)")
                                                             : _("The %s iterations of %s are threads of a block (%s)"),
                 tl_reason_extent_text (reason, loop), tl_reason_name (reason->after, node), axis);
  if (g_str_has_prefix (axis, "threadIdx") && warp > 1 && n > 0)
    tl_reason_add (reason, _(", %" G_GINT64_FORMAT " warps of %" G_GINT64_FORMAT), tl_ceildiv (n, warp), warp);
  tl_reason_add_footprint (reason, node);
}
