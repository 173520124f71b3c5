/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/buffer.h"

#define DEFAULT_ALIGNMENT_BYTES 64

const TlBuffer *
tl_buffer_new (TlArena *arena, const char *name, TlDType dtype, const TlExpr *const *shape, guint n_dims, const char *scope)
{
  TlBuffer *buffer = tl_arena_new0 (arena, TlBuffer);

  buffer->name = tl_arena_strdup (arena, name);
  buffer->dtype = dtype;
  buffer->shape = tl_arena_dup_array (arena, const TlExpr *, shape, n_dims);
  buffer->n_dims = n_dims;
  buffer->scope = scope != NULL ? tl_arena_strdup (arena, scope) : "global";
  buffer->alignment_bytes = DEFAULT_ALIGNMENT_BYTES;
  return buffer;
}

const TlBuffer *
tl_buffer_new_const (TlArena *arena, const char *name, TlDType dtype, const gint64 *shape, guint n_dims, const char *scope)
{
  const TlExpr **extents = tl_arena_new_array (arena, const TlExpr *, n_dims);

  for (guint i = 0; i < n_dims; i++)
    extents[i] = tl_int (arena, shape[i]);
  return tl_buffer_new (arena, name, dtype, extents, n_dims, scope);
}

gboolean
tl_scope_spans_thread (const char *scope, const char *thread)
{
  if (thread == NULL)
    return FALSE;
  if (g_str_has_prefix (scope, "shared"))
    return g_str_has_prefix (thread, "threadIdx") || g_str_has_prefix (thread, "vthread");
  return g_str_has_prefix (scope, "warp") && g_str_equal (thread, "threadIdx.x");
}

const TlBuffer *
tl_buffer_copy (TlArena *arena, const TlBuffer *buffer, const char *name, const char *scope)
{
  TlBuffer *copy = tl_arena_memdup (arena, buffer, sizeof *buffer);

  copy->name = tl_arena_strdup (arena, name);
  copy->scope = tl_arena_strdup (arena, scope);
  return copy;
}

gboolean
tl_buffer_get_extent (const TlBuffer *buffer, guint dim, gint64 *extent)
{
  return dim < buffer->n_dims && tl_expr_get_int (buffer->shape[dim], extent);
}

gint64
tl_buffer_n_elements (const TlBuffer *buffer)
{
  gint64 product = 1, extent;

  for (guint i = 0; i < buffer->n_dims; i++)
    if (!tl_buffer_get_extent (buffer, i, &extent) || extent < 0 || __builtin_mul_overflow (product, extent, &product))
      return -1;
  return product;
}

gboolean
tl_buffer_same_shape (const TlBuffer *a, const TlBuffer *b)
{
  if (a->n_dims != b->n_dims)
    return FALSE;
  for (guint i = 0; i < a->n_dims; i++)
    if (!tl_expr_equal (a->shape[i], b->shape[i]))
      return FALSE;
  return TRUE;
}

const TlExpr *
tl_buffer_offset (const TlBuffer *buffer)
{
  const TlExpr *offset = buffer->elem_offset;

  return offset != NULL && tl_expr_is_int (offset, 0) ? NULL : offset;
}

TlRegion
tl_region_full (TlArena *arena, const TlBuffer *buffer)
{
  TlRange *ranges = tl_arena_new_array (arena, TlRange, buffer->n_dims);

  for (guint i = 0; i < buffer->n_dims; i++)
    ranges[i] = (TlRange) { tl_expr_int (arena, buffer->shape[i]->dtype, 0), buffer->shape[i] };
  return (TlRegion) { buffer, ranges };
}

TlRegion
tl_region_point (TlArena *arena, const TlBuffer *buffer, const TlExpr *const *indices)
{
  TlRange *ranges = tl_arena_new_array (arena, TlRange, buffer->n_dims);

  for (guint i = 0; i < buffer->n_dims; i++)
    ranges[i] = (TlRange) { indices[i], tl_expr_int (arena, tl_dtype_with_lanes (indices[i]->dtype, 1), 1) };
  return (TlRegion) { buffer, ranges };
}

gboolean
tl_regions_touch (const TlRegion *regions, guint n_regions, const TlBuffer *buffer)
{
  for (guint i = 0; i < n_regions; i++)
    if (regions[i].buffer == buffer)
      return TRUE;
  return FALSE;
}

static const TlExpr *
call_on_first_element (TlArena *arena, const char *callee, const TlBuffer *buffer)
{
  const TlExpr **zeros = tl_arena_new_array (arena, const TlExpr *, buffer->n_dims);
  const TlExpr  *load;

  for (guint i = 0; i < buffer->n_dims; i++)
    zeros[i] = tl_int (arena, 0);
  load = tl_expr_load (arena, buffer, zeros, buffer->n_dims);
  return tl_expr_call (arena, TL_HANDLE, tl_intrinsic_find (callee), &load, 1);
}

const TlExpr *
tl_buffer_data (TlArena *arena, const TlBuffer *buffer)
{
  return call_on_first_element (arena, "buffer_data", buffer);
}

const TlExpr *
tl_buffer_object (TlArena *arena, const TlBuffer *buffer)
{
  return call_on_first_element (arena, "buffer_object", buffer);
}
