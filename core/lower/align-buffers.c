/* SPDX-License-Identifier: Apache-2.0 */
/*
 * align-buffers: what storage_align wrote on blocks (the annotation "buffer_dim_align") becomes a property of the buffers. Their strides
 * follow when the extents are final (compact-buffers):
 *
 *   extents 128, 64, align axis 0 to 32 + 8   →   strides 72, 1
 *
 * Shared buffers of blocks with the annotation permuted_layout know that their rows may be permuted.
 */
#include "core/ir/kernel.h"
#include "core/lower/lower-private.h"

#define MAX_ALIGN ((gint64) 1 << 30)

typedef struct
{
  TlArena    *arena;
  GHashTable *allocs;     /* TlBuffer that is allocated → itself, or its twin that knows its alignment */
  GError    **error;
  gboolean    failed;
} Aligner;

const TlExpr *
tl_lower_dense_stride (TlArena *arena, const TlBuffer *buffer, guint dim, TlDType type)
{
  const TlExpr *stride = tl_expr_int (arena, type, 1);
  for (guint i = buffer->n_dims; i-- > dim;)
    {
      if (buffer->dim_align != NULL && buffer->dim_align[2 * i] > 0)
        {
          const TlExpr *factor = tl_expr_int (arena, type, buffer->dim_align[2 * i]);
          const TlExpr *offset = tl_expr_int (arena, type, buffer->dim_align[2 * i + 1]);
          stride = tl_add (arena, stride, tl_floormod (arena, tl_sub (arena, offset, stride), factor));
        }
      if (i > dim)
        stride = tl_mul (arena, stride, tl_cast (arena, type, buffer->shape[i]));
    }
  return stride;
}

static TlWalk
collect_allocs (const TlStmt *stmt, gpointer user_data)
{
  Aligner *a = user_data;
  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_allocs; i++)
    g_hash_table_insert (a->allocs, (gpointer) stmt->block.allocs[i], (gpointer) stmt->block.allocs[i]);
  return TL_WALK_INTO;
}

/* The twin of @buffer; NULL: it is not allocated here. */
static TlBuffer *
find_twin (Aligner *a, const TlBuffer *buffer)
{
  TlBuffer *twin = g_hash_table_lookup (a->allocs, buffer);
  if (twin != buffer)
    return twin;
  twin = tl_arena_memdup (a->arena, buffer, sizeof *buffer);
  g_hash_table_insert (a->allocs, (gpointer) buffer, twin);
  return twin;
}

/* [buffer, axis, factor, offset], the buffer counted among the block's writes. */
static gboolean
read_entry (const TlBlock *block, const TlValue *value, gint64 entry[4])
{
  if (value->kind != TL_VALUE_LIST || value->n_items != 4)
    return FALSE;
  for (guint i = 0; i < 4; i++)
    {
      if (value->items[i].kind != TL_VALUE_INT)
        return FALSE;
      entry[i] = value->items[i].integer;
    }
  return entry[0] >= 0 && entry[0] < block->n_writes && entry[1] >= 0 && entry[1] < block->writes[entry[0]].buffer->n_dims && entry[2] > 0
         && entry[2] < MAX_ALIGN && entry[3] > -MAX_ALIGN && entry[3] < MAX_ALIGN;
}

static void
align (Aligner *a, const TlBuffer *buffer, const gint64 entry[4])
{
  TlBuffer *twin = find_twin (a, buffer);
  gint64 *pairs;
  if (twin == NULL)
    return;
  if (twin->dim_align == NULL)
    twin->dim_align = tl_arena_new_array (a->arena, gint64, 2 * buffer->n_dims);
  pairs = (gint64 *) twin->dim_align;
  pairs[2 * entry[1]] = entry[2];
  pairs[2 * entry[1] + 1] = entry[3];
}

/* Any value but 0, False and "". */
static gboolean
asks_for_permutation (const TlBlock *block)
{
  const TlValue *value = tl_attrs_find (&block->annotations, "permuted_layout");
  TlValue number;
  if (value == NULL)
    return FALSE;
  if (value->kind == TL_VALUE_STRING)
    return *value->string != '\0';
  if (value->kind == TL_VALUE_BOOL)
    return value->boolean;
  return !tl_value_get_number (value, &number) || number.kind != TL_VALUE_INT || number.integer != 0;
}

static void
read_permutation (Aligner *a, const TlBlock *block)
{
  for (guint i = 0; i < block->n_writes; i++)
    {
      TlBuffer *twin = tl_scope_is_shared (block->writes[i].buffer->scope) ? find_twin (a, block->writes[i].buffer) : NULL;
      if (twin != NULL)
        twin->permuted_row = TL_PERMUTED_LAST;
    }
}

static TlWalk
read_wishes (const TlStmt *stmt, gpointer user_data)
{
  Aligner *a = user_data;
  const TlValue *list = stmt->kind == TL_STMT_BLOCK ? tl_attrs_find (&stmt->block.annotations, "buffer_dim_align") : NULL;
  gint64 entry[4];
  if (stmt->kind == TL_STMT_BLOCK && asks_for_permutation (&stmt->block))
    read_permutation (a, &stmt->block);
  if (list == NULL)
    return TL_WALK_INTO;
  for (guint i = 0; list->kind == TL_VALUE_LIST && i < list->n_items && !a->failed; i++)
    {
      a->failed = !read_entry (&stmt->block, &list->items[i], entry);
      if (!a->failed)
        align (a, stmt->block.writes[entry[0]].buffer, entry);
    }
  a->failed |= list->kind != TL_VALUE_LIST;
  if (!a->failed)
    return TL_WALK_INTO;
  tl_lower_set_unsupported (a->error, "buffer_dim_align of block %s is not a list of [written buffer, axis, factor, offset]",
                            stmt->block.name);
  return TL_WALK_STOP;
}

static const TlBuffer *
take_twin (TlRewriter *rewriter, const TlBuffer *buffer)
{
  const Aligner *a = rewriter->user_data;
  const TlBuffer *twin = g_hash_table_lookup (a->allocs, buffer);
  return twin != NULL ? twin : buffer;
}

const TlPrimFunc *
tl_lower_align_buffers (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (GHashTable) allocs = g_hash_table_new (NULL, NULL);
  Aligner a = { .arena = builder->arena, .allocs = allocs, .error = error };
  TlRewriter rewriter = { .arena = builder->arena, .buffer = take_twin, .user_data = &a };
  tl_stmt_walk (func->body, collect_allocs, NULL, &a);
  tl_stmt_walk (func->body, read_wishes, NULL, &a);
  return a.failed ? NULL : tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
