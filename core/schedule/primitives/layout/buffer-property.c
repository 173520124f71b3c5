/* SPDX-License-Identifier: Apache-2.0 */
/*
 * storage_align, set_scope, unsafe_set_dtype: what the program says of a buffer that it allocates, named by a block that writes it.
 *
 * Invariant: which element each access means does not change. Alignment is a wish on the block, heeded when the strides are chosen. A new
 * scope or type is given to the buffer and all its views; each store then casts to the new type and each load back, so values may lose what
 * the type cannot hold.
 */
#include "core/schedule/primitives/block-edit-private.h"
#include "core/schedule/primitives/cache-private.h"
#include "core/text/script.h"

#include <string.h>

#define ALIGN_KEY "buffer_dim_align"

typedef struct
{
  TlPrimitiveCall *call;
  TlArena         *arena;
  TlPath          *path;      /* to the block */
  const TlBlock   *block;
  const TlBuffer  *buffer;
  gint             owner;     /* index on the path of the block that allocates the buffer, -1 if none does */
} Property;

static gint
find_owner (const TlPath *path, const TlBuffer *buffer)
{
  for (guint i = 0; i < path->n; i++)
    {
      const TlStmt *stmt = path->stmts[i];

      for (guint j = 0; stmt->kind == TL_STMT_BLOCK && j < stmt->block.n_allocs; j++)
        if (stmt->block.allocs[j] == buffer)
          return (gint) i;
    }
  return -1;
}

/* Arguments 0 and 1: a block and the index of a buffer that it writes. The path is to be freed, also after a refusal. */
static gboolean
property_start (Property *property, TlPrimitiveCall *call, GError **error)
{
  gint64 index = call->args[1].integer;

  *property = (Property) { .call = call, .arena = call->builder.arena };
  if (!tl_call_find_block (call, &call->args[0], &property->path, error))
    return FALSE;
  property->block = &tl_path_target (property->path)->block;
  if (index < 0 || index >= property->block->n_writes)
    return tl_refuse (error, &property->block->id, 1, NULL, "block %s writes %u buffers, there is no number %" G_GINT64_FORMAT,
                      property->block->name, property->block->n_writes, index);
  property->buffer = property->block->writes[index].buffer;
  property->owner = find_owner (property->path, property->buffer);
  return TRUE;
}

static gboolean
check_owner (const Property *property, GError **error)
{
  return property->owner >= 0
         || tl_refuse (error, &property->block->id, 1, "use cache_write to create a buffer that a block allocates",
                       "buffer %s is not allocated by a block: it is a parameter of the function or a view", property->buffer->name);
}

/* storage_align */

static gboolean
is_alignment (const TlValue *value)
{
  if (value->kind != TL_VALUE_LIST || value->n_items != 4)
    return FALSE;
  for (guint i = 0; i < 4; i++)
    if (value->items[i].kind != TL_VALUE_INT)
      return FALSE;
  return TRUE;
}

static gboolean
is_alignment_list (const TlValue *value)
{
  if (value->kind != TL_VALUE_LIST)
    return FALSE;
  for (guint i = 0; i < value->n_items; i++)
    if (!is_alignment (&value->items[i]))
      return FALSE;
  return TRUE;
}

/* The old list (nullable) with the entry of this buffer and axis replaced, or with a new one at its end. */
static TlValue
with_alignment (TlArena *arena, const TlValue *old, const gint64 entry[4])
{
  guint    n = old != NULL ? old->n_items : 0, place = n;
  TlValue *items = tl_arena_new_array (arena, TlValue, n + 1);
  TlValue *numbers = tl_arena_new_array (arena, TlValue, 4);

  for (guint i = 0; i < n; i++)
    {
      items[i] = old->items[i];
      if (place == n && items[i].items[0].integer == entry[0] && items[i].items[1].integer == entry[1])
        place = i;
    }
  for (guint i = 0; i < 4; i++)
    numbers[i] = tl_value_int (entry[i]);
  items[place] = (TlValue) { .kind = TL_VALUE_LIST, .items = numbers, .n_items = 4 };
  return (TlValue) { .kind = TL_VALUE_LIST, .items = items, .n_items = MAX (n, place + 1) };
}

static gboolean
align (const Property *property, GError **error)
{
  const TlArg   *args = property->call->args;
  const TlValue *old = tl_attrs_find (&property->block->annotations, ALIGN_KEY);
  gint64         entry[] = { args[1].integer, args[2].integer, args[3].integer, args[4].integer };
  gint64         n_dims = property->buffer->n_dims;
  TlBlock        block = *property->block;

  if (entry[1] < -n_dims || entry[1] >= n_dims)
    return tl_refuse (error, &block.id, 1, NULL, "axis is %" G_GINT64_FORMAT ": buffer %s has %d dimensions, so it goes from %d to %d",
                      entry[1], property->buffer->name, (gint) n_dims, (gint) -n_dims, (gint) n_dims - 1);
  if (entry[2] <= 0)
    return tl_refuse (error, &block.id, 1, NULL, "factor is %" G_GINT64_FORMAT ": an alignment is a multiple of 1 or more", entry[2]);
  if (old != NULL && !is_alignment_list (old))
    {
      g_autofree char *text = tl_value_to_text (old);

      return tl_refuse (error, &block.id, 1, "unannotate it first",
                        "block %s has the annotation " ALIGN_KEY " = %s: a list of [buffer, axis, factor, offset] is expected there",
                        block.name, text);
    }
  if (entry[1] < 0)
    entry[1] += n_dims;
  block.annotations = tl_attrs_with (property->arena, &block.annotations, ALIGN_KEY, with_alignment (property->arena, old, entry));
  tl_call_replace (property->call, property->path, tl_stmt_block (property->arena, &block));
  return TRUE;
}

static gboolean
storage_align_apply (TlPrimitiveCall *call, GError **error)
{
  Property property;
  gboolean is_done = property_start (&property, call, error) && check_owner (&property, error) && align (&property, error);

  g_clear_pointer (&property.path, tl_path_free);
  return is_done;
}

/* set_scope, unsafe_set_dtype */

typedef struct
{
  TlArena    *arena;
  const char *scope;      /* NULL: stays */
  TlDType     dtype;
  GHashTable *buffers;    /* the buffer and its views → what replaces them */
} PropertyChange;

static void
change_buffer (PropertyChange *change, const TlBuffer *buffer)
{
  TlBuffer *changed = tl_arena_memdup (change->arena, buffer, sizeof *buffer);

  if (change->scope != NULL)
    {
      changed->name = tl_cache_name (change->arena, buffer, change->scope);
      changed->scope = change->scope;
    }
  else
    changed->dtype = change->dtype;
  g_hash_table_insert (change->buffers, (gpointer) buffer, changed);
}

static TlWalk
change_views (const TlStmt *stmt, gpointer user_data)
{
  PropertyChange *change = user_data;

  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_matches; i++)
    if (g_hash_table_contains (change->buffers, stmt->block.matches[i].source.buffer))
      change_buffer (change, stmt->block.matches[i].buffer);
  return TL_WALK_INTO;
}

static const TlBuffer *
replace_buffer (TlRewriter *rewriter, const TlBuffer *buffer)
{
  const PropertyChange *change = rewriter->user_data;
  const TlBuffer *changed = g_hash_table_lookup (change->buffers, buffer);

  return changed != NULL ? changed : buffer;
}

static const TlExpr *
cast_load (TlRewriter *rewriter, const TlExpr *expr)
{
  const PropertyChange *change = rewriter->user_data;
  const TlExpr *load;

  if (expr->kind != TL_EXPR_LOAD || !g_hash_table_contains (change->buffers, expr->buffer) || tl_dtype_equal (expr->dtype, change->dtype))
    return NULL;
  load = tl_rewrite_expr_children (rewriter, expr);
  return tl_expr_cast (rewriter->arena, expr->dtype, tl_expr_load (rewriter->arena, load->buffer, load->indices, load->n_indices));
}

static const TlStmt *
cast_store (TlRewriter *rewriter, const TlStmt *stmt)
{
  const PropertyChange *change = rewriter->user_data;
  const TlStmt *store;

  if (stmt->kind != TL_STMT_STORE || !g_hash_table_contains (change->buffers, stmt->buffer)
      || tl_dtype_equal (stmt->value->dtype, change->dtype))
    return NULL;
  store = tl_rewrite_stmt_children (rewriter, stmt);
  return tl_stmt_store (rewriter->arena, store->buffer, store->indices, store->n_indices,
                        tl_expr_cast (rewriter->arena, change->dtype, store->value));
}

static gboolean
rewrite_owner (const Property *property, PropertyChange *change, GError **error)
{
  g_autoptr (GHashTable) buffers = g_hash_table_new (NULL, NULL);
  gboolean               is_cast = change->scope == NULL;
  TlRewriter             rewriter = { .arena = property->arena, .buffer = replace_buffer, .user_data = change };
  TlPath                 to_owner;

  if (!check_owner (property, error))
    return FALSE;
  to_owner = tl_path_prefix (property->path, (guint) property->owner);
  rewriter.expr = is_cast ? cast_load : NULL;
  rewriter.stmt = is_cast ? cast_store : NULL;
  change->buffers = buffers;
  change_buffer (change, property->buffer);
  tl_stmt_walk (tl_path_target (&to_owner), change_views, NULL, change);
  tl_call_replace (property->call, &to_owner, tl_rewrite_stmt (&rewriter, tl_path_target (&to_owner)));
  return TRUE;
}

static gboolean
set_scope_apply (TlPrimitiveCall *call, GError **error)
{
  PropertyChange change = { .arena = call->builder.arena, .scope = call->args[2].string };
  Property property;
  gboolean is_done = property_start (&property, call, error) && tl_cache_check_scope (change.scope, error);

  change.scope = tl_arena_strdup (change.arena, change.scope);
  if (is_done && strcmp (property.buffer->scope, change.scope) != 0)
    is_done = rewrite_owner (&property, &change, error);
  g_clear_pointer (&property.path, tl_path_free);
  return is_done;
}

static gboolean
unsafe_set_dtype_apply (TlPrimitiveCall *call, GError **error)
{
  PropertyChange change = { .arena = call->builder.arena };
  Property property;
  gboolean is_done = FALSE;

  if (!tl_dtype_parse (call->args[2].string, &change.dtype) || change.dtype.code == TL_TYPE_VOID || change.dtype.code == TL_TYPE_HANDLE)
    return tl_refuse_argument (error, "\"%s\" is not an element type such as \"float16\" or \"int8\"", call->args[2].string);
  if (property_start (&property, call, error))
    {
      is_done = change.dtype.lanes == property.buffer->dtype.lanes
                || tl_refuse_argument (error, "%s has %u lanes, elements of buffer %s have %u", call->args[2].string, change.dtype.lanes,
                                       property.buffer->name, property.buffer->dtype.lanes);
      if (is_done && !tl_dtype_equal (property.buffer->dtype, change.dtype))
        is_done = rewrite_owner (&property, &change, error);
    }
  g_clear_pointer (&property.path, tl_path_free);
  return is_done;
}

/* Rows. */

#define PARAM_BLOCK { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "A block that writes the buffer." }
#define PARAM_INDEX { .name = "buffer_index", .kind = TL_PARAM_BUFFER, .flags = TL_PARAM_OF_WRITES, \
                      .help = "Index of the buffer among the writes of the block; the program must allocate it." }

const TlPrimitive tl_primitive_storage_align = {
  .name = "storage_align",
  .kind = "StorageAlign",
  .title = "Align Storage",
  .family = TL_FAMILY_LAYOUT,
  .summary = "Align a stride of a buffer to a multiple of a factor, plus an offset.",
  .sketch = "B: strides [128, 1]  →  factor 128, offset 1: strides [129, 1]",
  TL_PRIMITIVE_PARAMS (
      PARAM_BLOCK,
      PARAM_INDEX,
      { .name = "axis", .kind = TL_PARAM_INT, .help = "Dimension whose stride is aligned; a negative number counts from the last." },
      { .name = "factor", .kind = TL_PARAM_INT, .help = "The stride is a multiple of this, plus the offset." },
      { .name = "offset", .kind = TL_PARAM_INT, .help = "Offset added to the multiple." }),
  .apply = storage_align_apply,
  .sentence = "Align {buffer_index} along axis {axis} to {factor} + {offset}",
};

const TlPrimitive tl_primitive_set_scope = {
  .name = "set_scope",
  .kind = "SetScope",
  .title = "Set Scope",
  .family = TL_FAMILY_LAYOUT,
  .summary = "Change the storage scope of a buffer.",
  .sketch = "B = T.alloc_buffer(…)  →  B_shared = T.alloc_buffer(…, scope=\"shared\")",
  TL_PRIMITIVE_PARAMS (
      PARAM_BLOCK,
      PARAM_INDEX,
      { .name = "storage_scope", .kind = TL_PARAM_STRING, .help = "New storage scope of the buffer.", .choices = tl_cache_scopes }),
  .apply = set_scope_apply,
  .sentence = "Set scope of {buffer_index} to {storage_scope}",
};

static const char *const dtypes[] = { "float16", "bfloat16", "float32", "float64", "int8", "uint8", "int32", "int64", NULL };

const TlPrimitive tl_primitive_unsafe_set_dtype = {
  .name = "unsafe_set_dtype",
  .kind = "UnsafeSetDType",
  .title = "Set Type",
  .family = TL_FAMILY_LAYOUT,
  .summary = "Change the element type of a buffer and cast at each store and load; results may differ.",
  .sketch = "B[i] = x; y = B[i]  →  B[i] = T.Cast(\"float16\", x); y = T.Cast(\"float32\", B[i])",
  TL_PRIMITIVE_PARAMS (
      PARAM_BLOCK,
      PARAM_INDEX,
      { .name = "dtype", .kind = TL_PARAM_STRING, .help = "New element type.", .choices = dtypes }),
  .apply = unsafe_set_dtype_apply,
  .sentence = "Set type of {buffer_index} to {dtype}",
};
