/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Warnings: loops that do not run over the whole domain of a block's axis, or run past it, and reductions over axes that are declared
 * spatial. Blocks are checked when they end. Another block may do what one leaves out: that is reported when the function ends.
 */
#include "core/text/reader-private.h"

#include <string.h>

#include "core/arith/analyzer.h"
#include "core/ir/walk.h"

/* An axis that its loops do not cover. */
typedef struct
{
  TlSpan          span;
  const char     *text;
  const TlBlock  *block;
  gboolean        is_plain;   /* the axis is one loop's variable: nobody computed how far it goes */
} Gap;

/* The variables that a binding depends on, with the values that loops and blocks around give them. */
typedef struct
{
  const TlReader     *reader;
  const TlBlockFrame *frame;     /* around the block */
  TlAnalyzer         *analyzer;
  gboolean            is_loose;  /* a range depends on other variables: bounds of the binding may be wider than its values */
} AxisScope;

static gboolean
is_number_range (const TlExpr *min, const TlExpr *extent)
{
  gint64 value;

  return tl_expr_get_int (min, &value) && tl_expr_get_int (extent, &value);
}

static TlWalk
bind_variable (const TlExpr *expr, gpointer user_data)
{
  AxisScope    *scope = user_data;
  const TlLoop *loop = expr->kind == TL_EXPR_VAR ? g_hash_table_lookup (scope->reader->loops, expr) : NULL;

  if (loop != NULL)
    {
      tl_analyzer_bind (scope->analyzer, expr, loop->min, loop->extent);
      scope->is_loose |= !is_number_range (loop->min, loop->extent);
    }
  for (const TlBlockFrame *frame = scope->frame; expr->kind == TL_EXPR_VAR && loop == NULL && frame != NULL; frame = frame->parent)
    for (guint i = 0; i < frame->axes->len; i++)
      {
        const TlBlockAxis *axis = &g_array_index (frame->axes, TlBlockAxis, i);

        if (axis->var == expr)
          {
            tl_analyzer_bind (scope->analyzer, expr, axis->dom.min, axis->dom.extent);
            scope->is_loose |= !is_number_range (axis->dom.min, axis->dom.extent);
          }
      }
  return TL_WALK_INTO;
}

static gboolean
is_bounded (gint64 min, gint64 max)
{
  return min > -G_MAXINT32 && max < G_MAXINT32 && min <= max;
}

static void
check_axis (TlReader *reader, const TlBlockFrame *frame, const TlBlock *block, guint index, TlAnalyzer *analyzer)
{
  const TlBlockAxis *axis = &block->axes[index];
  TlSpan             span = g_array_index (frame->spans, TlSpan, index);
  AxisScope          scope = { reader, frame->parent, analyzer, FALSE };
  gint64             begin, extent, last, min, max;

  if (!tl_expr_get_int (axis->dom.min, &begin) || !tl_expr_get_int (axis->dom.extent, &extent) || extent < 1
      || __builtin_add_overflow (begin, extent - 1, &last))
    return;
  tl_expr_walk (block->bindings[index], bind_variable, &scope);
  tl_analyzer_const_bounds (analyzer, block->bindings[index], &min, &max);
  if (!is_bounded (min, max) || !is_bounded (begin, last))
    return;
  if (block->predicate == NULL && !scope.is_loose && (min < begin || max > last))
    tl_source_warn (reader->source, span,
                    "axis %s of block %s has the domain %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT ", its loops give it %" G_GINT64_FORMAT
                    " to %" G_GINT64_FORMAT, axis->var->name, block->name, begin, last, min, max);
  else if (min == begin && max < last)   /* from elsewhere on: a copy of a part, as primitives make them */
    {
      Gap gap = { .span = span, .block = block, .is_plain = block->bindings[index]->kind == TL_EXPR_VAR };

      gap.text = tl_arena_printf (reader->arena, "axis %s of block %s has a domain of %" G_GINT64_FORMAT ", its loops give it only %"
                                  G_GINT64_FORMAT " values: %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, axis->var->name, block->name,
                                  extent,
                                  max - min + 1, min, max);
      g_array_append_val (reader->gaps, gap);
    }
}

/* A store that reads the element it writes. */
static TlWalk
find_update (const TlStmt *stmt, gpointer user_data)
{
  const TlStmt **found = user_data;

  if (stmt->kind == TL_STMT_STORE && *found == NULL && tl_expr_loads (stmt->value, stmt->buffer))
    *found = stmt;
  return TL_WALK_INTO;
}

typedef struct
{
  const TlStmt *store;
  gboolean      is_same;
} SameElement;

static TlWalk
find_same_element (const TlExpr *expr, gpointer user_data)
{
  SameElement *same = user_data;
  gboolean     is_same = expr->kind == TL_EXPR_LOAD && expr->buffer == same->store->buffer;

  for (guint i = 0; is_same && i < expr->n_indices; i++)
    is_same = tl_expr_equal (expr->indices[i], same->store->indices[i]);
  same->is_same |= is_same;
  return TL_WALK_INTO;
}

static void
check_sums (TlReader *reader, const TlBlockFrame *frame, const TlBlock *block)
{
  SameElement same = { NULL };

  tl_stmt_walk (block->body, find_update, NULL, &same.store);
  for (guint i = 0; same.store != NULL && i < block->n_matches; i++)
    if (block->matches[i].buffer == same.store->buffer)
      return;   /* a view: where it lies depends on the axes */
  if (same.store != NULL)
    tl_expr_walk (same.store->value, find_same_element, &same);
  for (guint i = 0; same.is_same && i < block->n_axes; i++)
    {
      const TlBlockAxis *axis = &block->axes[i];
      gboolean           is_used = axis->kind != TL_AXIS_SPATIAL || tl_expr_is_int (axis->dom.extent, 1);

      for (guint d = 0; !is_used && d < same.store->n_indices; d++)
        is_used = tl_expr_uses_var (same.store->indices[d], axis->var);
      if (!is_used)
        tl_source_warn (reader->source, g_array_index (frame->spans, TlSpan, i),
                        "axis %s of block %s is declared spatial, and every value of it updates the same elements of %s: use a "
                        "reduction axis, T.axis.reduce or \"R\"", axis->var->name, block->name, same.store->buffer->name);
    }
}

void
tl_reader_check_block (TlReader *reader, const TlBlockFrame *frame, const TlBlock *block)
{
  g_autoptr (TlAnalyzer) analyzer = NULL;

  if (frame->has_block || block->n_axes == 0)
    return;
  analyzer = tl_analyzer_new (reader->arena);
  for (guint i = 0; i < block->n_writes; i++)
    {
      const TlBuffer *buffer = block->writes[i].buffer;

      g_hash_table_insert (reader->n_writers, (gpointer) buffer,
                           GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (reader->n_writers, buffer)) + 1));
    }
  for (guint i = 0; i < block->n_axes; i++)
    check_axis (reader, frame, block, i, analyzer);
  check_sums (reader, frame, block);
}

static gboolean
is_parameter (const TlReader *reader, const TlBuffer *buffer)
{
  for (guint i = 0; i < reader->params->len; i++)
    if (g_array_index (reader->params, TlParam, i).buffer == buffer)
      return TRUE;
  return FALSE;
}

/* Of a buffer within the function, a consumer may need a part alone; what another block writes may be the rest. */
void
tl_reader_tell_gaps (TlReader *reader)
{
  for (guint i = 0; i < reader->gaps->len; i++)
    {
      const Gap *gap = &g_array_index (reader->gaps, Gap, i);
      gboolean   is_reported = gap->block->n_writes > 0;

      for (guint w = 0; is_reported && w < gap->block->n_writes; w++)
        is_reported = (gap->is_plain || is_parameter (reader, gap->block->writes[w].buffer))
                  && GPOINTER_TO_UINT (g_hash_table_lookup (reader->n_writers, gap->block->writes[w].buffer)) == 1;
      if (is_reported)
        tl_source_warn (reader->source, gap->span, "%s", gap->text);
    }
  g_array_set_size (reader->gaps, 0);
  g_hash_table_remove_all (reader->n_writers);
}

GArray *
tl_reader_new_gaps (void)
{
  return g_array_new (FALSE, FALSE, sizeof (Gap));
}
