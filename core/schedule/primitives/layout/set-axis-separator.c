/* SPDX-License-Identifier: Apache-2.0 */
/*
 * set_axis_separator: between which dimensions a buffer is cut when it is flattened, as for textures and other storage that has several
 * dimensions of its own.
 *
 * Invariant: which element each access means does not change. Views of the buffer that have all its dimensions are cut likewise.
 */
#include "core/schedule/primitives/block-edit-private.h"

typedef struct
{
  TlArena        *arena;
  const TlBuffer *buffer;
  const gint64   *separators;
  guint           n_separators;
  GHashTable     *separated;     /* buffers → the same with separators */
} Separate;

static const TlBuffer *
separate (Separate *s, const TlBuffer *buffer)
{
  TlBuffer *copy = g_hash_table_lookup (s->separated, buffer);

  if (copy != NULL)
    return copy;
  copy = tl_arena_memdup (s->arena, buffer, sizeof *buffer);
  copy->axis_separators = s->separators;
  copy->n_axis_separators = s->n_separators;
  g_hash_table_insert (s->separated, (gpointer) buffer, copy);
  return copy;
}

static TlWalk
find_views (const TlStmt *stmt, gpointer user_data)
{
  Separate *s = user_data;

  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_matches; i++)
    {
      const TlMatchBuffer *match = &stmt->block.matches[i];

      if (g_hash_table_contains (s->separated, match->source.buffer) && match->buffer->n_dims == s->buffer->n_dims)
        separate (s, match->buffer);
    }
  return TL_WALK_INTO;
}

static const TlBuffer *
follow_buffer (TlRewriter *rewriter, const TlBuffer *buffer)
{
  const TlBuffer *separated = g_hash_table_lookup (((Separate *) rewriter->user_data)->separated, buffer);

  return separated != NULL ? separated : buffer;
}

static const TlPrimFunc *
rewrite_func (Separate *s, const TlPrimFunc *func)
{
  TlRewriter  rewriter = { .arena = s->arena, .buffer = follow_buffer, .user_data = s };
  TlPrimFunc *copy = tl_arena_memdup (s->arena, func, sizeof *func);
  TlParam    *params = tl_arena_dup_array (s->arena, TlParam, func->params, func->n_params);

  separate (s, s->buffer);
  tl_stmt_walk (func->body, find_views, NULL, s);
  for (guint i = 0; i < func->n_params; i++)
    if (params[i].buffer == s->buffer)
      params[i].buffer = separate (s, s->buffer);
  copy->params = params;
  copy->body = tl_rewrite_stmt (&rewriter, func->body);
  return copy;
}

static gboolean
find_buffer (TlPrimitiveCall *call, const TlBlock *block, const TlBuffer **buffer, GError **error)
{
  gboolean        is_write = call->args[1].items[0].string[0] == 'w';
  gint64          index = call->args[1].items[1].integer;
  guint           n = is_write ? block->n_writes : block->n_reads;
  const TlRegion *regions = is_write ? block->writes : block->reads;

  if (index < 0 || index >= n)
    return tl_refuse_argument (error, "block %s %s %u buffer%s; there is no number %" G_GINT64_FORMAT, block->name, is_write ? "writes"
                               : "reads",
                               n, n == 1 ? "" : "s", index);
  *buffer = regions[index].buffer;
  return TRUE;
}

static gboolean
read_separators (TlPrimitiveCall *call, Separate *s, const TlBlock *block, GError **error)
{
  const TlArg *list = &call->args[2];
  gint64      *separators = tl_arena_new_array (s->arena, gint64, MAX (list->n_items, 1));

  for (guint i = 0; i < list->n_items; i++)
    {
      separators[i] = list->items[i].integer;
      if (separators[i] < 0 || separators[i] > s->buffer->n_dims)
        return tl_refuse (error, &block->id, 1, NULL, "separator %" G_GINT64_FORMAT " is not between dimensions of buffer %s, which has %u",
                          separators[i], s->buffer->name, s->buffer->n_dims);
      if (i > 0 && separators[i] < separators[i - 1])
        return tl_refuse (error, &block->id, 1, NULL, "separators must not decrease: %" G_GINT64_FORMAT " comes before %" G_GINT64_FORMAT,
                          separators[i - 1], separators[i]);
    }
  s->separators = separators;
  s->n_separators = list->n_items;
  return TRUE;
}

static gboolean
set_apply (TlPrimitiveCall *call, GError **error)
{
  g_autoptr (TlPath)     path = NULL;
  g_autoptr (GHashTable) separated = g_hash_table_new (NULL, NULL);
  Separate               s = { .arena = call->builder.arena, .separated = separated };
  const TlBlock         *block;

  if (!tl_call_find_block (call, &call->args[0], &path, error))
    return FALSE;
  block = &tl_path_target (path)->block;
  if (!find_buffer (call, block, &s.buffer, error) || !read_separators (call, &s, block, error))
    return FALSE;
  call->result = tl_module_with_func (call->module, &call->builder, rewrite_func (&s, path->func));
  return TRUE;
}

const TlPrimitive tl_primitive_set_axis_separator = {
  .name = "set_axis_separator",
  .kind = "SetAxisSeparator",
  .title = "Set Axis Separators",
  .family = TL_FAMILY_LAYOUT,
  .summary = "Set the separators that divide the dimensions of a buffer into groups when it is flattened.",
  .sketch = "B: (n, m)  →  B: (n | m)",
  TL_PRIMITIVE_PARAMS (
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "A block that reads or writes the buffer." },
      { .name = "buffer", .kind = TL_PARAM_BUFFER_ACCESS, .help = "Buffer: (\"read\" or \"write\", index), or its name." },
      { .name = "axis_separators", .kind = TL_PARAM_INTS, .help = "Indices of the dimensions that start a new group." }),
  .apply = set_apply,
  .sentence = "Set axis separators of the buffer {block} {buffer}s",
};
