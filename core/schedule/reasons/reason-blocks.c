/* SPDX-License-Identifier: Apache-2.0 */
/* Sentences about steps on blocks, copies, buffers and annotations. */
#include "core/schedule/reasons/reasons-private.h"

#include <string.h>

#include "core/analysis/traffic.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/text/script.h"

/* --- where blocks are computed --- */

/* The buffer between @block and the others: of those that it writes, or reads if it writes a result, the first that is no argument. */
static const TlBuffer *
buffer_between (const TlModule *module, const TlBlock *block, gboolean is_written)
{
  const TlRegion       *regions = is_written ? block->writes : block->reads;
  guint                 n = is_written ? block->n_writes : block->n_reads;
  g_autoptr (GPtrArray) buffers = tl_reason_buffers (module);

  for (guint i = 0; i < n; i++)
    if (g_ptr_array_find (buffers, regions[i].buffer, NULL) && (is_written || tl_reason_n_accesses (module, regions[i].buffer, TRUE) > 0))
      return regions[i].buffer;
  return n > 0 ? regions[0].buffer : NULL;
}

/* "; 512 B of P are in use at a time, of 64 KiB, which L1 holds" */
static void
add_distance (TlReason *reason, const TlBuffer *buffer, TlNodeId loop)
{
  const TlFootprint *footprint = tl_footprint_of (reason->arena, reason->after, loop);
  TlCaches           caches = tl_target_caches (reason->target);

  for (guint i = 0; footprint != NULL && buffer != NULL && i < footprint->n_touched; i++)
    if (footprint->touched[i].buffer == buffer && footprint->touched[i].n_bytes >= 0)
      {
        g_autofree char *part = tl_format_bytes (footprint->touched[i].n_bytes);
        g_autofree char *whole = tl_format_bytes (tl_reason_buffer_bytes (buffer));
        guint            level = tl_caches_level (&caches, (double) footprint->touched[i].n_bytes);

        tl_reason_add (reason, _("; %s of %s are in use at a time, of %s, which %s holds"), part, buffer->name, whole,
                       tl_level_name (TL_LEVEL_L1 + level));
      }
}

void
tl_reason_of_move (TlReason *reason)
{
  TlNodeId         moved = tl_reason_arg_node (reason, 0), loop = tl_reason_arg_node (reason, 1);
  const TlBlock   *old = tl_reason_block (reason->before, moved), *block = tl_reason_block (reason->after, moved);
  gboolean         is_reverse = g_str_has_prefix (reason->inst->primitive->name, "reverse");
  double           was = tl_reason_n_runs (reason->before, moved), is = tl_reason_n_runs (reason->after, moved);
  g_autofree char *runs = tl_reason_count_text (is);

  if (old == NULL || block == NULL)
    {
      tl_reason_add (reason, _("Block %s is inlined where it is used"), tl_reason_name (reason->before, moved));
      return;
    }
  if (tl_reason_loop (reason->after, loop) == NULL)
    {
      tl_reason_add (reason, _("Block %s stays where it is and runs %s times"), block->name, runs);
      return;
    }
  tl_reason_add (reason, _("Block %s is computed inside loop %s"), block->name, tl_reason_name (reason->after, loop));
  add_distance (reason, buffer_between (reason->after, block, !is_reverse), loop);
  if (was > 0 && is > was * 1.001)
    tl_reason_add (reason, _("; it runs %s times, %.3g× as often"), runs, is / was);
  else
    tl_reason_add (reason, _("; it runs %s times as before"), runs);
}

void
tl_reason_of_inline (TlReason *reason)
{
  const TlBuffer  *gone = tl_reason_only_in (reason->before, reason->after);
  TlNodeId         node = tl_reason_arg_node (reason, 0);
  g_autofree char *runs = tl_reason_count_text (tl_reason_n_runs (reason->before, node));

  tl_reason_add (reason, _("Block %s, which ran %s times, is computed where it is used"), tl_reason_name (reason->before, node), runs);
  if (gone != NULL)
    {
      g_autofree char *bytes = tl_format_bytes (tl_reason_buffer_bytes (gone));
      g_autofree char *stores = tl_reason_count_text (tl_reason_n_accesses (reason->before, gone, TRUE));
      g_autofree char *loads = tl_reason_count_text (tl_reason_n_accesses (reason->before, gone, FALSE));

      tl_reason_add (reason, _("; %s (%s) is gone, with %s stores and %s loads"), gone->name, bytes, stores, loads);
    }
}

/* --- copies --- */

/* The buffer that is stored to, or loaded from, least compared with before; NULL: none is another number of times. */
static const TlBuffer *
find_relieved (const TlReason *reason, gboolean is_store, double *was, double *is)
{
  g_autoptr (GPtrArray) buffers = tl_reason_buffers (reason->before);
  const TlBuffer       *relieved = NULL;
  double                best = 1;

  for (guint i = 0; i < buffers->len; i++)
    {
      const TlBuffer *buffer = g_ptr_array_index (buffers, i);
      double          old = tl_reason_n_accesses (reason->before, buffer, is_store);
      double          new = tl_reason_n_accesses (reason->after, buffer, is_store);

      if (old <= 0 || new <= 0 || new / old >= best)
        continue;
      best = new / old;
      relieved = buffer;
      *was = old;
      *is = new;
    }
  return relieved;
}

void
tl_reason_of_copy (TlReason *reason)
{
  const TlBuffer  *copy = tl_reason_only_in (reason->after, reason->before), *relieved;
  g_autofree char *bytes = copy != NULL ? tl_format_bytes (tl_reason_buffer_bytes (copy)) : NULL;
  g_autofree char *shape = copy != NULL ? tl_reason_shape_text (copy) : NULL;
  gboolean         is_store = strstr (reason->inst->primitive->name, "write") != NULL;
  double           was, is;

  if (copy == NULL)
    tl_reason_add (reason, _("Block %s reads its own results from the place where they are kept"),
                   tl_reason_name (reason->after, tl_reason_arg_node (reason, 0)));
  else
    tl_reason_add (reason, is_store ? _("Results stay in %s (%s, %s, scope %s) until they are complete")
                                    : _("%s (%s, %s, scope %s) holds what is read"), copy->name, shape, bytes, copy->scope);
  relieved = find_relieved (reason, is_store, &was, &is);
  if (relieved != NULL)
    {
      g_autofree char *old = tl_reason_count_text (was), *new = tl_reason_count_text (is);

      tl_reason_add (reason, is_store ? _("; %s is written %s times instead of %s, %.3g times fewer")
                                      : _("; %s is read %s times instead of %s, %.3g times fewer"), relieved->name, new, old, was / is);
    }
}

void
tl_reason_of_rolling (TlReason *reason)
{
  const TlBuffer  *old = tl_reason_only_in (reason->before, reason->after), *new = tl_reason_only_in (reason->after, reason->before);
  g_autofree char *was = old != NULL ? tl_format_bytes (tl_reason_buffer_bytes (old)) : NULL;
  g_autofree char *is = new != NULL ? tl_format_bytes (tl_reason_buffer_bytes (new)) : NULL;

  tl_reason_add (reason, _("Block %s keeps what an iteration computed for the next, which computes only what is new"),
                 tl_reason_name (reason->before, tl_reason_arg_node (reason, 0)));
  if (old != NULL && new != NULL)
    tl_reason_add (reason, _("; %s takes %s instead of %s"), new->name, is, was);
}

/* --- reductions and padding --- */

void
tl_reason_of_decompose (TlReason *reason)
{
  const TlRvValue *init = tl_reason_output (reason, 0);
  TlNodeId         node = tl_reason_arg_node (reason, 0);
  g_autofree char *values = init != NULL ? tl_reason_count_text (tl_reason_n_runs (reason->after, init->node)) : NULL;
  g_autofree char *updates = tl_reason_count_text (tl_reason_n_runs (reason->before, node));

  tl_reason_add (reason, _("Block %s sets %s initial values before loop %s; the %s updates no longer ask whether they are the first"),
                 init != NULL ? tl_reason_name (reason->after, init->node) : "?", values,
                 tl_reason_name (reason->before, tl_reason_arg_node (reason, 1)), updates);
}

void
tl_reason_of_rfactor (TlReason *reason)
{
  TlNodeId         loop = tl_reason_arg_node (reason, 0);
  const TlBuffer  *partial = tl_reason_only_in (reason->after, reason->before);
  const TlRvValue *block = tl_reason_output (reason, 0);
  g_autofree char *bytes = partial != NULL ? tl_format_bytes (tl_reason_buffer_bytes (partial)) : NULL;

  tl_reason_add (reason, _("Each sum becomes %s partial sums along %s, which do not wait for each other"),
                 tl_reason_extent_text (reason, tl_reason_loop (reason->before, loop)), tl_reason_name (reason->before, loop));
  if (partial != NULL)
    tl_reason_add (reason, _("; block %s keeps them in %s (%s)"), block != NULL ? tl_reason_name (reason->after, block->node) : "?",
                   partial->name, bytes);
}

void
tl_reason_of_padding (TlReason *reason)
{
  TlNodeId         node = tl_reason_arg_node (reason, 0);
  const TlRvValue *fill = tl_reason_output (reason, 0);
  TlNodeId         filling = fill != NULL ? fill->node : 0;
  g_autofree char *inside = tl_reason_count_text (tl_reason_n_runs (reason->after, node));
  g_autofree char *all = tl_reason_count_text (tl_reason_n_runs (reason->after, filling));

  tl_reason_add (reason, _("Block %s fills %s elements with the padding, so block %s copies the %s inside of it without a test"),
                 tl_reason_name (reason->after, filling), all, tl_reason_name (reason->after, node), inside);
}

void
tl_reason_of_pad_einsum (TlReason *reason)
{
  TlNodeId         node = tl_reason_arg_node (reason, 0);
  double           was = tl_reason_n_runs (reason->before, node), is = tl_reason_n_runs (reason->after, node);
  g_autofree char *old = tl_reason_count_text (was), *new = tl_reason_count_text (is);

  tl_reason_add (reason, _("Block %s runs %s times instead of %s (%+.2g %%), over extents that divide evenly"),
                 tl_reason_name (reason->after, node), new, old, was > 0 ? 100 * (is / was - 1) : 0);
}

/* --- blocks as units --- */

void
tl_reason_of_blockize (TlReason *reason)
{
  const TlRvValue *output = tl_reason_output (reason, 0);
  TlNodeId         outer = output != NULL ? output->node : 0;
  const TlBlock   *inner = NULL;
  const TlBlock   *block = tl_reason_block (reason->after, outer);
  g_autoptr (GPtrArray) inside = block != NULL ? tl_stmt_blocks (block->body) : g_ptr_array_new ();
  double           n = tl_reason_n_runs (reason->after, outer);
  g_autofree char *runs = tl_reason_count_text (n);

  inner = inside->len > 0 ? &((const TlStmt *) g_ptr_array_index (inside, 0))->block : NULL;
  tl_reason_add (reason, _("Block %s is a unit that runs %s times"), tl_reason_name (reason->after, outer), runs);
  if (inner != NULL && n > 0)
    {
      g_autofree char *each = tl_reason_count_text (tl_reason_n_runs (reason->after, inner->id) / n);

      tl_reason_add (reason, _(", each time for %s runs of block %s"), each, inner->name);
    }
}

void
tl_reason_of_tensorize (TlReason *reason)
{
  TlNodeId         node = tl_reason_arg_node (reason, 0);
  const TlBlock   *block = tl_reason_main_block (reason->before, node);
  double           calls = tl_reason_n_reached (reason->before, node);
  double           runs = block != NULL ? tl_reason_n_runs (reason->before, block->id) : -1;
  g_autofree char *n_calls = tl_reason_count_text (calls);
  g_autofree char *each = tl_reason_count_text (calls > 0 && runs > 0 ? runs / calls : -1);

  tl_reason_add (reason, _("One %s does %s runs of block %s: %s instructions"), tl_reason_arg_string (reason, 1), each,
                 block != NULL ? block->name : "?", n_calls);
}

/* --- buffers --- */

/* The buffer that took the place of another of its name, or else of any. */
static void
find_changed (const TlReason *reason, const TlBuffer **old, const TlBuffer **new)
{
  *old = tl_reason_only_in (reason->before, reason->after);
  *new = tl_reason_only_in (reason->after, reason->before);
}

static TlNodeId
innermost_loop_of (const TlModule *module, TlNodeId block)
{
  g_autoptr (TlPath) path = block != 0 ? tl_path_find (module, block) : NULL;

  for (guint i = path != NULL ? path->n : 0; i-- > 0;)
    if (path->stmts[i]->kind == TL_STMT_FOR)
      return path->stmts[i]->loop.id;
  return 0;
}

void
tl_reason_of_layout (TlReason *reason)
{
  const TlBuffer  *old, *new;
  g_autofree char *was = NULL, *is = NULL;

  find_changed (reason, &old, &new);
  was = old != NULL ? tl_reason_shape_text (old) : NULL;
  is = new != NULL ? tl_reason_shape_text (new) : NULL;
  if (old != NULL && new != NULL)
    tl_reason_add (reason, _("%s is stored as %s instead of %s"), new->name, is, was);
  else
    tl_reason_add (reason, _("The buffer keeps its place in memory"));
  tl_reason_add_movement (reason, reason->after, innermost_loop_of (reason->after, tl_reason_arg_node (reason, 0)));
}

static void
add_axes (TlReason *reason, const TlBlock *block)
{
  for (guint a = 0; a < block->n_axes; a++)
    {
      g_autofree char *extent = tl_expr_to_text (block->axes[a].dom.extent);

      tl_reason_add (reason, "%s%s", a > 0 ? " × " : "", extent);
    }
}

void
tl_reason_of_block_layout (TlReason *reason)
{
  TlNodeId       node = tl_reason_arg_node (reason, 0);
  const TlBlock *old = tl_reason_block (reason->before, node), *new = tl_reason_block (reason->after, node);

  if (old == NULL || new == NULL)
    return;
  tl_reason_add (reason, _("Block %s runs over "), new->name);
  add_axes (reason, new);
  tl_reason_add (reason, _(" instead of "));
  add_axes (reason, old);
}

void
tl_reason_of_buffer (TlReason *reason)
{
  const TlBuffer  *old, *new;
  g_autofree char *was = NULL, *is = NULL;

  find_changed (reason, &old, &new);
  if (old == NULL || new == NULL)
    {
      tl_reason_add (reason, _("The buffer is as it was"));
      return;
    }
  was = tl_format_bytes (tl_reason_buffer_bytes (old));
  is = tl_format_bytes (tl_reason_buffer_bytes (new));
  if (!g_str_equal (old->scope, new->scope))
    tl_reason_add (reason, _("%s (%s) lives in scope %s instead of %s"), new->name, is, new->scope, old->scope);
  else if (!tl_dtype_equal (old->dtype, new->dtype))
    tl_reason_add (reason, _("%s holds %s instead of %s: %s instead of %s"), new->name, tl_dtype_name (new->dtype),
                   tl_dtype_name (old->dtype), is, was);
  else
    tl_reason_add (reason, _("%s (%s) keeps %u dimensions apart in memory, %u before"), new->name, is, new->n_axis_separators + 1,
                   old->n_axis_separators + 1);
}

void
tl_reason_of_align (TlReason *reason)
{
  const TlBlock  *block = tl_reason_block (reason->after, tl_reason_arg_node (reason, 0));
  gint64          index = tl_reason_arg_int (reason, 1), axis = tl_reason_arg_int (reason, 2);
  const TlBuffer *buffer = block != NULL && index >= 0 && index < block->n_writes ? block->writes[index].buffer : NULL;

  tl_reason_add (reason, _("Rows of %s along dimension %" G_GINT64_FORMAT " begin at multiples of %" G_GINT64_FORMAT " elements, plus %"
                           G_GINT64_FORMAT), buffer != NULL ? buffer->name : "?", axis, tl_reason_arg_int (reason, 3),
                 tl_reason_arg_int (reason, 4));
}

void
tl_reason_of_access (TlReason *reason)
{
  TlNodeId       node = tl_reason_arg_node (reason, 0);
  const TlBlock *old = tl_reason_block (reason->before, node), *new = tl_reason_block (reason->after, node);

  if (old == NULL || new == NULL)
    return;
  tl_reason_add (reason, _("Block %s declares %u reads and %u writes, %u and %u before; the statements stay the same"), new->name,
                 new->n_reads, new->n_writes, old->n_reads, old->n_writes);
}

/* --- annotations --- */

void
tl_reason_of_annotation (TlReason *reason)
{
  TlNodeId         node = tl_reason_arg_node (reason, 0);
  const TlLoop    *loop = tl_reason_loop (reason->after, node);
  const TlBlock   *block = tl_reason_block (reason->after, node);
  const TlAttrs   *attrs = loop != NULL ? &loop->annotations : block != NULL ? &block->annotations : NULL;
  const char      *key = tl_reason_arg_string (reason, 1);
  const TlValue   *value = attrs != NULL ? tl_attrs_find (attrs, key) : NULL;
  g_autofree char *runs = tl_reason_count_text (tl_reason_n_runs (reason->after, node));
  g_autofree char *text = value != NULL ? tl_value_to_text (value) : NULL;

  if (text != NULL)
    tl_reason_add (reason, _("Lowering and later steps find %s = %s at %s, which runs %s times"), key, text,
                   tl_reason_name (reason->after, node), runs);
  else
    tl_reason_add (reason, _("Lowering and later steps no longer find %s at %s, which runs %s times"), key,
                   tl_reason_name (reason->after, node), runs);
}

void
tl_reason_of_postproc (TlReason *reason)
{
  tl_reason_add (reason, _("The %u steps before are the sketch and its decisions; those that follow come from postprocessors"),
                 tl_state_n_steps (reason->state) - 1);
}
