/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of a program before and after a step, for the sentences about it. */
#include "core/schedule/reasons/reasons-private.h"

#include "core/analysis/traffic.h"
#include "core/arith/stride.h"
#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/text/script.h"

/* --- arguments and results --- */

static const TlArg *
arg_of (const TlReason *reason, guint index)
{
  return index < reason->inst->n_args ? &reason->inst->args[index] : NULL;
}

static TlNodeId
node_of (const TlReason *reason, const TlArg *arg)
{
  const TlRvValue *value = arg->kind == TL_ARG_RV ? tl_state_rv (reason->state, arg->rv) : NULL;

  if (value != NULL)
    return value->kind != TL_RV_INT ? value->node : 0;
  return arg->kind == TL_ARG_NODE ? arg->node : 0;
}

guint
tl_reason_n_loops (const TlReason *reason)
{
  const TlArg *arg = arg_of (reason, 0);

  return arg != NULL && arg->kind == TL_ARG_LIST ? arg->n_items : 0;
}

TlNodeId
tl_reason_nth_loop (const TlReason *reason, guint index)
{
  return index < tl_reason_n_loops (reason) ? node_of (reason, &arg_of (reason, 0)->items[index]) : 0;
}

/* A list of loops counts as its first. */
TlNodeId
tl_reason_arg_node (const TlReason *reason, guint index)
{
  const TlArg *arg = arg_of (reason, index);

  if (arg != NULL && arg->kind == TL_ARG_LIST && arg->n_items > 0)
    arg = &arg->items[0];
  return arg != NULL ? node_of (reason, arg) : 0;
}

gint64
tl_reason_arg_int (const TlReason *reason, guint index)
{
  const TlArg     *arg = arg_of (reason, index);
  const TlRvValue *value = arg != NULL && arg->kind == TL_ARG_RV ? tl_state_rv (reason->state, arg->rv) : NULL;

  if (value != NULL)
    return value->kind == TL_RV_INT ? value->integer : 0;
  return arg != NULL && arg->kind == TL_ARG_INT ? arg->integer : 0;
}

const char *
tl_reason_arg_string (const TlReason *reason, guint index)
{
  const TlArg *arg = arg_of (reason, index);

  return arg != NULL && arg->kind == TL_ARG_STRING ? arg->string : "";
}

guint
tl_reason_n_outputs (const TlReason *reason)
{
  guint first;

  return tl_state_outputs (reason->state, &first);
}

const TlRvValue *
tl_reason_output (const TlReason *reason, guint index)
{
  guint first, n = tl_state_outputs (reason->state, &first);

  return index < n ? tl_state_rv (reason->state, first + index) : NULL;
}

const TlLoop *
tl_reason_loop (const TlModule *module, TlNodeId node)
{
  const TlStmt *stmt = node != 0 ? tl_module_find (module, node) : NULL;

  return stmt != NULL && stmt->kind == TL_STMT_FOR ? &stmt->loop : NULL;
}

const TlBlock *
tl_reason_block (const TlModule *module, TlNodeId node)
{
  const TlStmt *stmt = node != 0 ? tl_module_find (module, node) : NULL;

  return stmt != NULL && stmt->kind == TL_STMT_BLOCK ? &stmt->block : NULL;
}

const char *
tl_reason_name (const TlModule *module, TlNodeId node)
{
  const TlLoop  *loop = tl_reason_loop (module, node);
  const TlBlock *block = tl_reason_block (module, node);

  return loop != NULL ? loop->var->name : block != NULL ? block->name : "?";
}

const TlBlock *
tl_reason_main_block (const TlModule *module, TlNodeId node)
{
  const TlStmt         *stmt = node != 0 ? tl_module_find (module, node) : NULL;
  g_autoptr (GPtrArray) blocks = stmt != NULL ? tl_stmt_blocks (stmt) : g_ptr_array_new ();
  const TlBlock        *first = NULL;

  for (guint i = 0; i < blocks->len; i++)
    {
      const TlBlock *block = &((const TlStmt *) g_ptr_array_index (blocks, i))->block;

      first = first != NULL ? first : block;
      for (guint a = 0; a < block->n_axes; a++)
        if (block->axes[a].kind == TL_AXIS_REDUCE)
          return block;
    }
  return first;
}

/* --- counts --- */

gint64
tl_reason_extent (const TlLoop *loop)
{
  gint64 extent;

  return loop != NULL && tl_expr_get_int (loop->extent, &extent) ? extent : -1;
}

const char *
tl_reason_extent_text (const TlReason *reason, const TlLoop *loop)
{
  gint64           extent = tl_reason_extent (loop);
  g_autofree char *text = loop == NULL ? g_strdup ("?") : extent >= 0 ? tl_format_count (extent) : tl_expr_to_text (loop->extent);

  return tl_arena_strdup (reason->arena, text);
}

static double
times (double n, const TlStmt *stmt)
{
  gint64 extent = stmt->kind == TL_STMT_FOR ? tl_reason_extent (&stmt->loop) : 1;

  return n < 0 || extent < 0 ? -1 : n * (double) extent;
}

double
tl_reason_n_reached (const TlModule *module, TlNodeId node)
{
  g_autoptr (TlPath) path = node != 0 ? tl_path_find (module, node) : NULL;
  double             n = path != NULL ? 1 : -1;

  for (guint i = 0; path != NULL && i + 1 < path->n; i++)
    n = times (n, path->stmts[i]);
  return n;
}

double
tl_reason_n_runs (const TlModule *module, TlNodeId node)
{
  const TlStmt *stmt = node != 0 ? tl_module_find (module, node) : NULL;

  return stmt != NULL ? times (tl_reason_n_reached (module, node), stmt) : -1;
}

typedef struct
{
  const TlBuffer *buffer;
  gboolean        is_store;
  double          factor;
  double          n;
} AccessCount;

static TlWalk
count_load (const TlExpr *expr, gpointer user_data)
{
  AccessCount *count = user_data;

  if (expr->kind == TL_EXPR_LOAD && expr->buffer == count->buffer && !count->is_store)
    count->n += count->factor;
  return TL_WALK_INTO;
}

static TlWalk
count_stmt (const TlStmt *stmt, gpointer user_data)
{
  AccessCount *count = user_data;
  double       factor = count->factor;

  if (stmt->kind == TL_STMT_STORE && stmt->buffer == count->buffer && count->is_store)
    count->n += factor;
  if (stmt->kind != TL_STMT_FOR && stmt->kind != TL_STMT_BLOCK)
    return TL_WALK_INTO;
  count->factor = tl_max (times (factor, stmt), 0);
  tl_stmt_walk (stmt->kind == TL_STMT_FOR ? stmt->loop.body : stmt->block.body, count_stmt, count_load, count);
  count->factor = factor;
  return TL_WALK_OVER;
}

double
tl_reason_n_accesses (const TlModule *module, const TlBuffer *buffer, gboolean is_store)
{
  AccessCount count = { buffer, is_store, 1, 0 };

  for (guint i = 0; i < module->n_prims; i++)
    tl_stmt_walk (module->prims[i]->body, count_stmt, count_load, &count);
  return count.n;
}

gint64
tl_reason_buffer_bytes (const TlBuffer *buffer)
{
  gint64 n = tl_buffer_n_elements (buffer);

  return n < 0 ? -1 : n * ((gint64) buffer->dtype.bits * tl_max (buffer->dtype.lanes, 1) / 8);
}

static TlWalk
note_allocs (const TlStmt *stmt, gpointer buffers)
{
  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_allocs; i++)
    g_ptr_array_add (buffers, (gpointer) stmt->block.allocs[i]);
  return TL_WALK_INTO;
}

GPtrArray *
tl_reason_buffers (const TlModule *module)
{
  GPtrArray *buffers = g_ptr_array_new ();

  for (guint i = 0; i < module->n_prims; i++)
    {
      for (guint p = 0; p < module->prims[i]->n_params; p++)
        if (module->prims[i]->params[p].buffer != NULL)
          g_ptr_array_add (buffers, (gpointer) module->prims[i]->params[p].buffer);
      tl_stmt_walk (module->prims[i]->body, note_allocs, NULL, buffers);
    }
  return buffers;
}

const TlBuffer *
tl_reason_only_in (const TlModule *a, const TlModule *b)
{
  g_autoptr (GPtrArray) of_a = tl_reason_buffers (a), of_b = tl_reason_buffers (b);

  for (guint i = 0; i < of_a->len; i++)
    if (!g_ptr_array_find (of_b, g_ptr_array_index (of_a, i), NULL))
      return g_ptr_array_index (of_a, i);
  return NULL;
}

/* --- texts --- */

void
tl_reason_add (TlReason *reason, const char *format, ...)
{
  va_list list;

  va_start (list, format);
  g_string_append_vprintf (reason->text, format, list);
  va_end (list);
}

char *
tl_reason_count_text (double count)
{
  return tl_format_count (count < 0 || count > (double) G_MAXINT64 / 2 ? -1 : (gint64) (count + 0.5));
}

char *
tl_reason_shape_text (const TlBuffer *buffer)
{
  GString *text = g_string_new (NULL);

  for (guint d = 0; d < buffer->n_dims; d++)
    {
      g_string_append (text, d > 0 ? " × " : "");
      tl_expr_append_text (text, buffer->shape[d]);
    }
  return g_string_free (text, FALSE);
}

void
tl_reason_add_footprint (TlReason *reason, TlNodeId loop)
{
  const TlFootprint *footprint = tl_footprint_of (reason->arena, reason->after, loop);
  TlCaches           caches = tl_target_caches (reason->target);
  g_autofree char   *bytes = NULL;
  guint              level;

  if (footprint == NULL || footprint->total_bytes < 0)
    return;
  bytes = tl_format_bytes (footprint->total_bytes);
  level = tl_caches_level (&caches, (double) footprint->total_bytes);
  if (level < 3)
    tl_reason_add (reason, _("; one iteration of %s touches %s and fits %s"), tl_reason_name (reason->after, loop), bytes,
                   tl_level_name (TL_LEVEL_L1 + level));
  else
    tl_reason_add (reason, _("; one iteration of %s touches %s, more than any cache holds"), tl_reason_name (reason->after, loop), bytes);
}

/* The position of the region's first element over the loops around the path's target. */
static const TlExpr *
position_of (TlArena *arena, const TlPath *path, const TlRegion *region)
{
  const TlExpr *position = tl_region_position (arena, region);

  for (guint i = path->n; i-- > 0;)
    for (guint a = 0; path->stmts[i]->kind == TL_STMT_BLOCK && a < path->stmts[i]->block.n_axes; a++)
      position = tl_expr_substitute_var (arena, position, path->stmts[i]->block.axes[a].var, path->stmts[i]->block.bindings[a]);
  return position;
}

typedef struct
{
  GString *contiguous, *same, *strided;
} Movement;

static void
add_name (GString *list, const char *name)
{
  g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", name);
}

static void
note_movement (Movement *movement, TlAnalyzer *analyzer, const TlPath *path, const TlVar *var, const TlRegion *regions, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const TlExpr *position = position_of (tl_analyzer_arena (analyzer), path, &regions[i]);
      gint64        stride;

      if (!tl_expr_uses_var (position, var))
        add_name (movement->same, regions[i].buffer->name);
      else if (!tl_expr_stride (analyzer, position, var, &stride))
        continue;
      else if (stride == 1)
        add_name (movement->contiguous, regions[i].buffer->name);
      else
        {
          g_autofree char *elements = tl_reason_count_text (ABS ((double) stride));

          g_string_append_printf (movement->strided, _("%s%s by %s elements"), movement->strided->len > 0 ? ", " : "",
                                  regions[i].buffer->name, elements);
        }
    }
}

void
tl_reason_add_movement (TlReason *reason, const TlModule *module, TlNodeId node)
{
  const TlLoop          *loop = tl_reason_loop (module, node);
  const TlBlock         *block = tl_reason_main_block (module, node);
  g_autoptr (TlPath)     path = loop != NULL && block != NULL ? tl_path_find (module, block->id) : NULL;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (reason->arena);
  Movement               movement = { g_string_new (NULL), g_string_new (NULL), g_string_new (NULL) };

  if (path != NULL)
    {
      note_movement (&movement, analyzer, path, loop->var, block->writes, block->n_writes);
      note_movement (&movement, analyzer, path, loop->var, block->reads, block->n_reads);
    }
  if (movement.contiguous->len + movement.same->len + movement.strided->len > 0)
    tl_reason_add (reason, _("; along %s: "), loop->var->name);
  if (movement.contiguous->len > 0)
    tl_reason_add (reason, _("%s contiguous"), movement.contiguous->str);
  if (movement.same->len > 0)
    tl_reason_add (reason, _("%s%s the same"), movement.contiguous->len > 0 ? ", " : "", movement.same->str);
  if (movement.strided->len > 0)
    tl_reason_add (reason, "%s%s", movement.contiguous->len + movement.same->len > 0 ? ", " : "", movement.strided->str);
  g_string_free (movement.contiguous, TRUE);
  g_string_free (movement.same, TRUE);
  g_string_free (movement.strided, TRUE);
}
