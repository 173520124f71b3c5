/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Both sides of a copy are indexed by the axes of the block that copies. A tile of the copy bounds these axes where an index is an axis, or
 * a quotient or remainder of one, as layouts make them; the bounds of the other index over these axes are the box of the original.
 */
#include "core/draw/data/data-copies.h"

#include <string.h>

#include "core/arith/analyzer.h"
#include "core/base/i18n.h"

/* The load that is all of a copy's value, maybe cast, or zero where there is nothing to copy; NULL: it computes something. */
static const TlExpr *
copied_load (const TlExpr *value)
{
  for (;;)
    switch (value->kind)
      {
      case TL_EXPR_LOAD:
        return value;
      case TL_EXPR_CAST:
        value = value->a;
        break;
      case TL_EXPR_SELECT:
        value = value->if_true;
        break;
      case TL_EXPR_CALL:
        if (!g_str_equal (value->callee->name, "if_then_else"))
          return NULL;
        value = value->args[1];
        break;
      default:
        return NULL;
      }
}

static gboolean
shows_buffer (const TlDataLayout *layout, const TlBuffer *buffer)
{
  for (guint i = 0; i < layout->n_buffers; i++)
    if (layout->buffers[i].access->buffer == buffer)
      return TRUE;
  return FALSE;
}

/* The innermost loop of the layout that is also around item @index of the nest. */
static const TlLoop *
common_loop (const TlDataLayout *layout, const TlNest *nest, gint index)
{
  for (gint i = nest->items[index].parent; i >= 0; i = nest->items[i].parent)
    for (guint l = 0; l < layout->tiles->n_loops; l++)
      if (nest->items[i].kind == TL_NEST_LOOP && layout->tiles->loops[l]->loop.id == nest->items[i].id)
        return &nest->items[i].stmt->loop;
  return NULL;
}

/* Which axes of @block are in an index, a bit each. */
static guint64
axes_in (const TlBlock *block, const TlExpr *index)
{
  guint64 axes = 0;

  for (guint a = 0; a < MIN (block->n_axes, 64); a++)
    if (tl_expr_uses_var (index, block->axes[a].var))
      axes |= (guint64) 1 << a;
  return axes;
}

static guint64
axes_of_side (const TlDataCopy *copy, TlDataSideKind kind)
{
  const TlDataSide *side = &copy->buffer->sides[kind];
  guint64           axes = 0;

  for (guint i = 0; i < side->n_dims; i++)
    axes |= axes_in (copy->block, copy->inside[side->dims[i]]);
  return axes;
}

/* The dimensions of the original lie along the sides where the copy has their axes; FALSE if none does. */
static gboolean
place_original (TlArena *arena, TlDataCopy *copy, const TlBuffer *original)
{
  TlBlockAccess *access = tl_arena_new0 (arena, TlBlockAccess);
  TlDataBuffer  *shown = &copy->original;

  access->buffer = original;
  access->is_read = !copy->is_back;
  access->is_written = copy->is_back;
  shown->access = access;
  shown->place = copy->buffer->place;
  for (guint kind = 0; kind < TL_N_DATA_SIDES; kind++)
    {
      guint64 axes = axes_of_side (copy, (TlDataSideKind) kind);

      shown->sides[kind] = (TlDataSide) { .extent = 1, .name = copy->buffer->sides[kind].name, .family = copy->buffer->sides[kind].family };
      for (guint d = 0; d < original->n_dims; d++)
        {
          gint64 extent = 1;

          if ((axes_in (copy->block, copy->outside[d]) & axes) == 0 || !tl_buffer_get_extent (original, d, &extent) || extent < 2)
            continue;
          shown->sides[kind].dims[shown->sides[kind].n_dims++] = d;
          shown->sides[kind].extent *= extent;
        }
    }
  return shown->sides[TL_DATA_COLUMNS].n_dims > 0 || shown->sides[TL_DATA_ROWS].n_dims > 0;
}

/* If item @index of the nest copies to or from @buffer: how. */
static gboolean
is_copy (TlDataLayout *layout, const TlNest *nest, guint index, const TlDataBuffer *buffer, TlDataCopy *copy)
{
  const TlStmt   *stmt = nest->items[index].stmt, *store = stmt->kind == TL_STMT_BLOCK ? stmt->block.body : NULL;
  const TlExpr   *load = store != NULL && store->kind == TL_STMT_STORE ? copied_load (store->value) : NULL;
  const TlBuffer *original;

  if (load == NULL || stmt->block.init != NULL || nest->items[index].id == layout->tiles->block->id)
    return FALSE;
  *copy = (TlDataCopy) { .buffer = buffer, .block = &stmt->block, .is_back = buffer->access->is_written };
  if ((copy->is_back ? load->buffer : store->buffer) != buffer->access->buffer)
    return FALSE;
  original = copy->is_back ? store->buffer : load->buffer;
  copy->inside = copy->is_back ? load->indices : store->indices;
  copy->outside = copy->is_back ? store->indices : load->indices;
  copy->loop = common_loop (layout, nest, (gint) index);
  return original->n_dims <= TL_DATA_MAX_DIMS && !shows_buffer (layout, original) && place_original (layout->arena, copy, original);
}

void
tl_data_layout_find_copies (TlDataLayout *layout, const TlNest *nest)
{
  layout->copies = tl_arena_new_array (layout->arena, TlDataCopy, layout->n_buffers + 1);
  for (guint b = 0; b < layout->n_buffers; b++)
    {
      const TlDataBuffer *buffer = &layout->buffers[b];
      gboolean            found = buffer->place == TL_DATA_APART;

      for (guint i = 0; i < nest->n_items && !found; i++)
        found = nest->items[i].kind == TL_NEST_BLOCK && is_copy (layout, nest, i, buffer, &layout->copies[layout->n_copies]);
      layout->n_copies += found && buffer->place != TL_DATA_APART;
    }
}

const TlDataCopy *
tl_data_layout_copy_of (const TlDataLayout *layout, const TlDataBuffer *buffer)
{
  for (guint i = 0; i < layout->n_copies; i++)
    if (layout->copies[i].buffer == buffer)
      return &layout->copies[i];
  return NULL;
}

/* --- which part --- */

static TlTileSpan
intersect (TlTileSpan a, TlTileSpan b)
{
  gint64 start = MAX (a.start, b.start), end = MIN (a.start + a.length, b.start + b.length);

  return (TlTileSpan) { start, MAX (end - start, 0) };
}

/* Values of @var for which @index lies in @span, at most those in @known. */
static TlTileSpan
solve_axis (const TlExpr *index, const TlVar *var, TlTileSpan span, TlTileSpan known)
{
  gint64 divisor;

  if (index == (const TlExpr *) var)
    return intersect (known, span);
  if (index->kind == TL_EXPR_FLOORDIV && index->a == (const TlExpr *) var && tl_expr_get_int (index->b, &divisor) && divisor > 0)
    return intersect (known, (TlTileSpan) { span.start * divisor, span.length * divisor });
  return known;
}

/* A remainder says more once the quotient is known to be one number. */
static TlTileSpan
solve_remainder (const TlExpr *index, const TlVar *var, TlTileSpan span, TlTileSpan known)
{
  gint64 divisor, first;

  if (index->kind != TL_EXPR_FLOORMOD || index->a != (const TlExpr *) var || !tl_expr_get_int (index->b, &divisor) || divisor < 1)
    return known;
  first = known.start / divisor * divisor;
  if (known.start + known.length > first + divisor)
    return known;
  return intersect (known, (TlTileSpan) { first + span.start, span.length });
}

static TlTileSpan
axis_span (const TlDataCopy *copy, guint axis, const TlTileSpan *spans)
{
  const TlBlockAxis *of = &copy->block->axes[axis];
  guint              n_dims = copy->buffer->access->buffer->n_dims;
  TlTileSpan         known = { 0, G_MAXINT32 };

  if (tl_expr_get_int (of->dom.min, &known.start))
    tl_expr_get_int (of->dom.extent, &known.length);
  for (guint d = 0; d < n_dims; d++)
    known = solve_axis (copy->inside[d], of->var, spans[d], known);
  for (guint d = 0; d < n_dims; d++)
    known = solve_remainder (copy->inside[d], of->var, spans[d], known);
  return known;
}

void
tl_data_copy_region (const TlDataCopy *copy, const TlTileSpan *spans, TlTileSpan *region)
{
  g_autoptr (TlArena)    arena = tl_arena_new (NULL);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  const TlBuffer        *original = copy->original.access->buffer;

  for (guint a = 0; a < copy->block->n_axes; a++)
    {
      const TlVar *var = copy->block->axes[a].var;
      TlTileSpan   span = axis_span (copy, a, spans);

      tl_analyzer_bind (analyzer, var, tl_expr_int (arena, var->dtype, span.start), tl_expr_int (arena, var->dtype, MAX (span.length, 1)));
    }
  for (guint d = 0; d < original->n_dims; d++)
    {
      gint64 least, most, extent = 1;

      tl_buffer_get_extent (original, d, &extent);
      tl_analyzer_const_bounds (analyzer, copy->outside[d], &least, &most);
      least = CLAMP (least, 0, extent);
      region[d] = (TlTileSpan) { least, CLAMP (most, least - 1, extent - 1) + 1 - least };
    }
}

char *
tl_data_copy_text (const TlDataCopy *copy)
{
  const char *name = copy->original.access->buffer->name;

  if (copy->loop != NULL)
    return g_strdup_printf (copy->is_back ? _("copied to %s per %s") : _("copy of %s per %s"), name, copy->loop->var->name);
  return g_strdup_printf (copy->is_back ? _("copied to %s once") : _("copy of %s, made once"), name);
}
