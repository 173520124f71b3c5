/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random programs of every kind of statement, expression, intrinsic, type and annotation, built node by node: whatever can be built must
 * print in both dialects and read back as an equal program with an equal hash, to the same text.
 */
#include <math.h>
#include <string.h>

#include "core/base/random.h"
#include "core/ir/compare.h"
#include "core/ir/verify.h"
#include "core/text/script.h"

#define N_PROGRAMS 600
#define N_DIMS     2

typedef struct
{
  TlArena   *arena;
  TlBuilder  builder;
  TlRandom   random;
  GPtrArray *vars;       /* in scope */
  GPtrArray *buffers;    /* in scope */
  guint      n_names;
  guint      depth;
  gboolean   no_let;     /* in what a text says twice: the begin of a range */
} Maker;

static guint
below (Maker *m, guint n)
{
  return (guint) tl_random_below (&m->random, n);
}

static gboolean
chance (Maker *m, guint percent)
{
  return below (m, 100) < percent;
}

static char *
name_of (Maker *m, const char *stem)
{
  static const char *const odd[] = { "x", "x", "T", "for", "C.rf", "", "9a", "größe", "x_1", "A" };

  if (chance (m, 20))
    return g_strdup (odd[below (m, G_N_ELEMENTS (odd))]);
  return g_strdup_printf ("%s%u", stem, m->n_names++ % 5);
}

/* Types. */

static const TlDType element_types[] = {
  { TL_TYPE_INT, 32, 1 },  { TL_TYPE_INT, 32, 1 },   { TL_TYPE_INT, 64, 1 },    { TL_TYPE_INT, 8, 1 },    { TL_TYPE_UINT, 8, 1 },
  { TL_TYPE_UINT, 64, 1 }, { TL_TYPE_INT, 4, 1 },    { TL_TYPE_UINT, 1, 1 },    { TL_TYPE_INT, 16, 1 },   { TL_TYPE_FLOAT, 32, 1 },
  { TL_TYPE_FLOAT, 32, 1 }, { TL_TYPE_FLOAT, 16, 1 }, { TL_TYPE_FLOAT, 64, 1 },  { TL_TYPE_BFLOAT, 16, 1 }, { TL_TYPE_BOOL, 8, 1 },
  { TL_TYPE_FLOAT8_E4M3FN, 8, 1 }, { TL_TYPE_FLOAT8_E5M2, 8, 1 }, { TL_TYPE_FLOAT4_E2M1FN, 4, 1 },
};

static TlDType
any_type (Maker *m)
{
  TlDType type = element_types[below (m, G_N_ELEMENTS (element_types))];

  return chance (m, 15) ? tl_dtype_with_lanes (type, 4) : type;
}

static TlDType
any_integer (Maker *m)
{
  return chance (m, 80) ? TL_INT32 : TL_INT64;
}

/* Expressions. */

static const TlExpr *make_expr (Maker *m, TlDType type);

static const TlExpr *
make_number (Maker *m, TlDType type)
{
  static const gint64 integers[] = { 0, 1, -1, 2, 7, 127, -128, 255, 4096, G_MAXINT32, G_MININT32, G_MAXINT64, G_MININT64 };
  static const double floats[] = { 0, -0.0, 1, -1, 0.5, 0.1, 1e30, 1e-30, 3.14159265358979, 6, 448, INFINITY, -INFINITY, NAN };

  if (tl_dtype_is_float (type))
    {
      double value = floats[below (m, G_N_ELEMENTS (floats))];

      return tl_expr_float (m->arena, type, isfinite (value) && fabs (value) > tl_dtype_max_float (type) ? 1.5 : value);
    }
  return tl_expr_int (m->arena, type, integers[below (m, G_N_ELEMENTS (integers))]);
}

static const TlExpr *
pick_var (Maker *m, TlDType type)
{
  guint start = m->vars->len > 0 ? below (m, m->vars->len) : 0;

  for (guint i = 0; i < m->vars->len; i++)
    {
      const TlVar *var = g_ptr_array_index (m->vars, (start + i) % m->vars->len);

      if (tl_dtype_equal (var->dtype, type))
        return var;
    }
  return NULL;
}

static const TlExpr **
make_indices (Maker *m, guint n)
{
  const TlExpr **indices = tl_arena_new_array (m->arena, const TlExpr *, n);

  for (guint i = 0; i < n; i++)
    indices[i] = make_expr (m, any_integer (m));
  return indices;
}

static const TlExpr *
make_load (Maker *m, TlDType type)
{
  TlDType element = tl_dtype_with_lanes (type, 1);
  guint   start = m->buffers->len > 0 ? below (m, m->buffers->len) : 0;

  for (guint i = 0; i < m->buffers->len; i++)
    {
      const TlBuffer *buffer = g_ptr_array_index (m->buffers, (start + i) % m->buffers->len);
      const TlExpr  **indices;
      gboolean        is_whole = tl_dtype_equal (buffer->dtype, type);

      if (!is_whole && (!tl_dtype_equal (buffer->dtype, element) || buffer->n_dims == 0))
        continue;
      indices = make_indices (m, buffer->n_dims);
      if (!is_whole)
        indices[buffer->n_dims - 1] = tl_expr_ramp (m->arena, indices[buffer->n_dims - 1],
                                                    tl_expr_int (m->arena, indices[buffer->n_dims - 1]->dtype, 1 + below (m, 2)),
                                                    type.lanes);
      return tl_expr_load (m->arena, buffer, indices, buffer->n_dims);
    }
  return NULL;
}

static const TlExpr *
make_pointer (Maker *m)
{
  const TlBuffer *buffer = m->buffers->len > 0 ? g_ptr_array_index (m->buffers, below (m, m->buffers->len)) : NULL;
  const TlExpr   *arg = pick_var (m, TL_HANDLE);

  if (buffer != NULL && chance (m, 40))
    return tl_buffer_data (m->arena, buffer);
  if (buffer != NULL && chance (m, 60))
    {
      arg = tl_expr_load (m->arena, buffer, make_indices (m, buffer->n_dims), buffer->n_dims);
      return tl_expr_call (m->arena, TL_HANDLE, tl_intrinsic_find ("address_of"), &arg, 1);
    }
  if (arg != NULL)
    return arg;
  arg = tl_expr_int (m->arena, TL_DTYPE (TL_TYPE_UINT, 64), 0);
  return tl_expr_call (m->arena, TL_HANDLE, tl_intrinsic_find ("reinterpret"), &arg, 1);
}

static const TlExpr *
make_let (Maker *m, TlDType type)
{
  g_autofree char *name = name_of (m, "l");
  const TlExpr *value = make_expr (m, tl_dtype_with_lanes (any_type (m), 1)), *body;
  const TlVar  *var = tl_expr_var (m->arena, name, value->dtype);

  g_ptr_array_add (m->vars, (gpointer) var);
  body = make_expr (m, type);
  g_ptr_array_remove (m->vars, (gpointer) var);
  return tl_expr_let (m->arena, var, value, body);
}

static const TlExpr *
make_vector (Maker *m, TlDType type)
{
  TlDType element = tl_dtype_with_lanes (type, 1);

  if (tl_dtype_is_integer (type) && chance (m, 40))
    return tl_expr_ramp (m->arena, make_expr (m, element), make_expr (m, element), type.lanes);
  return tl_expr_broadcast (m->arena, make_expr (m, element), type.lanes);
}

static const TlExpr *
make_shuffle (Maker *m, TlDType type)
{
  const TlExpr **args = tl_arena_new_array (m->arena, const TlExpr *, 3 + type.lanes);

  args[0] = tl_int (m->arena, 2);
  args[1] = make_expr (m, tl_dtype_with_lanes (type, 4));
  args[2] = make_expr (m, tl_dtype_with_lanes (type, 4));
  for (guint i = 0; i < type.lanes; i++)
    args[3 + i] = tl_int (m->arena, below (m, 8));
  return tl_expr_call (m->arena, type, tl_intrinsic_find ("Shuffle"), args, 3 + type.lanes);
}

static const TlExpr *
make_reducer (Maker *m)
{
  guint          n = 1 + below (m, 2);
  const TlExpr **args = tl_arena_new_array (m->arena, const TlExpr *, 4 * n);
  guint          mark = m->vars->len;

  for (guint i = 0; i < n; i++)
    args[3 * n + i] = make_number (m, TL_FLOAT32);
  for (guint i = 0; i < 2 * n; i++)
    {
      g_autofree char *name = name_of (m, "r");

      args[i] = tl_expr_var (m->arena, name, TL_FLOAT32);
      g_ptr_array_add (m->vars, (gpointer) args[i]);
    }
  for (guint i = 0; i < n; i++)
    args[2 * n + i] = make_expr (m, TL_FLOAT32);
  g_ptr_array_set_size (m->vars, (gint) mark);
  return tl_expr_call (m->arena, TL_HANDLE, tl_intrinsic_find ("comm_reducer"), args, 4 * n);
}

static const TlExpr *
make_string (Maker *m)
{
  static const char *const texts[] = { "", "shared", "a\"b", "back\\slash", "line\nbreak", "tab\t", "größe", "'", "float32" };

  return tl_expr_string (m->arena, texts[below (m, G_N_ELEMENTS (texts))]);
}

/* Any row of the table, with whatever arguments, fitting or not: T.call_intrin writes what has no other spelling. */
static const TlExpr *
make_call (Maker *m, TlDType type)
{
  static const char *const own[] = { "Shuffle", "comm_reducer", "buffer_data", "buffer_object", "call_function", "address_of", NULL };
  const TlIntrinsic *intrinsic = NULL;
  const TlExpr     **args;
  guint              n_rows = 0, n;
  gboolean           is_fitting = chance (m, 70);

  while (tl_intrinsic_nth (n_rows) != NULL)
    n_rows++;
  do
    intrinsic = tl_intrinsic_nth (below (m, n_rows));
  while (g_strv_contains (own, intrinsic->name) || (intrinsic->is_float_math && is_fitting && !tl_dtype_is_float (type)));
  n = intrinsic->n_args >= 0 ? (guint) intrinsic->n_args : 1 + below (m, 3);
  args = tl_arena_new_array (m->arena, const TlExpr *, n);
  for (guint i = 0; i < n; i++)
    args[i] = make_expr (m, is_fitting ? type : any_type (m));
  if (strcmp (intrinsic->name, "if_then_else") == 0 && is_fitting)
    args[0] = make_expr (m, TL_BOOL);
  if ((g_str_has_prefix (intrinsic->name, "call_") && chance (m, 90)) || strcmp (intrinsic->name, "tvm_storage_sync") == 0)
    args[0] = make_string (m);
  if (strcmp (intrinsic->name, "tvm_struct_get") == 0 && is_fitting)
    args[3] = tl_expr_string (m->arena, tl_dtype_name (type));
  return tl_expr_call (m->arena, type, intrinsic, args, n);
}

static const TlExpr *
make_access_ptr (Maker *m)
{
  const TlBuffer *buffer = g_ptr_array_index (m->buffers, below (m, m->buffers->len));
  const TlExpr   *args[5];

  args[0] = tl_expr_call (m->arena, any_type (m), tl_intrinsic_find ("type_annotation"), NULL, 0);
  args[1] = tl_buffer_data (m->arena, buffer);
  args[2] = make_expr (m, TL_INT32);
  args[3] = make_expr (m, TL_INT32);
  args[4] = tl_int (m->arena, 1 + below (m, 3));
  return tl_expr_call (m->arena, TL_HANDLE, tl_intrinsic_find ("tvm_access_ptr"), args, 5);
}

static const TlExpr *
make_bool (Maker *m, TlDType type)
{
  TlDType operand = tl_dtype_with_lanes (any_type (m), type.lanes);

  if (chance (m, 60))
    return tl_expr_binary (m->arena, TL_EXPR_EQ + below (m, TL_EXPR_GE - TL_EXPR_EQ + 1), make_expr (m, operand), make_expr (m, operand));
  if (chance (m, 30))
    return tl_expr_not (m->arena, make_expr (m, type));
  return tl_expr_binary (m->arena, chance (m, 50) ? TL_EXPR_AND : TL_EXPR_OR, make_expr (m, type), make_expr (m, type));
}

static const TlExpr *
make_arithmetic (Maker *m, TlDType type)
{
  TlExprKind kind = TL_EXPR_ADD + below (m, TL_EXPR_MAX - TL_EXPR_ADD + 1);

  return tl_expr_binary (m->arena, kind, make_expr (m, type), make_expr (m, type));
}

static const TlExpr *
make_bits (Maker *m, TlDType type)
{
  static const char *const names[] = { "shift_left", "shift_right", "bitwise_and", "bitwise_or", "bitwise_xor" };
  const TlExpr *args[2] = { make_expr (m, type), make_expr (m, type) };

  if (chance (m, 20))
    return tl_expr_call (m->arena, type, tl_intrinsic_find ("bitwise_not"), args, 1);
  return tl_expr_call (m->arena, type, tl_intrinsic_find (names[below (m, G_N_ELEMENTS (names))]), args, 2);
}

static const TlExpr *
make_leaf (Maker *m, TlDType type)
{
  const TlExpr *var = chance (m, 60) ? pick_var (m, type) : NULL;

  if (var != NULL)
    return var;
  return type.lanes > 1 ? tl_expr_broadcast (m->arena, make_number (m, tl_dtype_with_lanes (type, 1)), type.lanes) : make_number (m, type);
}

static const TlExpr *
make_inner (Maker *m, TlDType type)
{
  const TlExpr *load = NULL;

  switch (below (m, 14))
    {
    case 0:
    case 1:
      return (load = make_load (m, type)) != NULL ? load : make_leaf (m, type);
    case 2:
      return tl_expr_cast (m->arena, type, make_expr (m, tl_dtype_with_lanes (any_type (m), type.lanes)));
    case 3:
      return tl_expr_select (m->arena, make_expr (m, tl_dtype_with_lanes (TL_BOOL, chance (m, 50) ? type.lanes : 1)), make_expr (m, type),
                             make_expr (m, type));
    case 4:
      return m->no_let ? make_leaf (m, type) : make_let (m, type);
    case 5:
    case 6:
      return make_call (m, type);
    case 7:
      return tl_dtype_is_integer (type) || type.code == TL_TYPE_BOOL ? make_bits (m, type) : make_arithmetic (m, type);
    case 8:
      return type.lanes > 1 ? make_vector (m, type) : make_leaf (m, type);
    case 9:
      return type.lanes > 1 ? make_shuffle (m, type) : make_arithmetic (m, type);
    default:
      return type.code == TL_TYPE_BOOL ? make_bool (m, type) : make_arithmetic (m, type);
    }
}

static const TlExpr *
make_expr (Maker *m, TlDType type)
{
  const TlExpr *expr;

  if (type.code == TL_TYPE_HANDLE)
    return make_pointer (m);
  if (m->depth > 3 || chance (m, 25))
    return make_leaf (m, type);
  m->depth++;
  expr = make_inner (m, type);
  m->depth--;
  return expr;
}

static const TlExpr *
make_begin (Maker *m, TlDType type)
{
  const TlExpr *expr;

  m->no_let = TRUE;
  expr = make_expr (m, type);
  m->no_let = FALSE;
  return expr;
}

/* Annotations. */

static TlAttrs make_attrs (Maker *m, guint percent);

static TlValue
make_value (Maker *m)
{
  TlValue *items;
  guint    n;

  switch (below (m, m->depth > 3 ? 6 : 9))
    {
    case 0:
      return (TlValue) { .kind = TL_VALUE_NONE };
    case 1:
      return (TlValue) { .kind = TL_VALUE_BOOL, .boolean = chance (m, 50) };
    case 2:
      return tl_value_int (make_number (m, TL_INT64)->int_value);
    case 3:
      return (TlValue) { .kind = TL_VALUE_FLOAT, .number = make_number (m, TL_FLOAT64)->float_value };
    case 4:
    case 5:
      return tl_value_string (m->arena, make_string (m)->text);
    case 6:
      n = below (m, 3);
      items = tl_arena_new_array (m->arena, TlValue, n);
      m->depth++;
      for (guint i = 0; i < n; i++)
        items[i] = make_value (m);
      m->depth--;
      return (TlValue) { .kind = TL_VALUE_LIST, .items = items, .n_items = n };
    case 7:
      return (TlValue) { .kind = TL_VALUE_DICT, .dict = make_attrs (m, 70) };
    default:
      return (TlValue) { .kind = TL_VALUE_EXPR, .expr = make_expr (m, tl_dtype_with_lanes (any_type (m), 1)) };
    }
}

static TlAttrs
make_attrs (Maker *m, guint percent)
{
  static const char *const keys[] = { "pragma_x", "meta_schedule.tiling_structure", "k", "tir.x", "a b", "größe" };
  TlAttrs attrs = tl_attrs_empty;

  m->depth++;
  while (chance (m, percent) && attrs.n < 3)
    attrs = tl_attrs_with (m->arena, &attrs, keys[below (m, G_N_ELEMENTS (keys))], make_value (m));
  m->depth--;
  return attrs;
}

/* Buffers. */

static const TlBuffer *
make_buffer (Maker *m, const TlExpr *const *symbols, guint n_symbols)
{
  static const char *const scopes[] = { "global", "global", "shared", "local", "shared.dyn", "global.A_reg", "wmma.matrix_a" };
  static const gint64 separators[] = { 1 };
  g_autofree char *name = name_of (m, "A");
  guint          n = below (m, N_DIMS + 1);
  const TlExpr **shape = tl_arena_new_array (m->arena, const TlExpr *, n), **strides;
  TlDType        index = any_integer (m);
  TlBuffer      *buffer;

  for (guint i = 0; i < n; i++)
    shape[i] = n_symbols > 0 && chance (m, 40) ? symbols[below (m, n_symbols)] : tl_expr_int (m->arena, index, 4 + below (m, 60));
  buffer = tl_arena_memdup (m->arena, tl_buffer_new (m->arena, name, any_type (m), shape, n, scopes[below (m, G_N_ELEMENTS (scopes))]),
                            sizeof (TlBuffer));
  if (n > 0 && chance (m, 20))
    {
      strides = tl_arena_new_array (m->arena, const TlExpr *, n);
      for (guint i = 0; i < n; i++)
        strides[i] = tl_expr_int (m->arena, index, 1 + below (m, 64));
      buffer->strides = strides;
    }
  if (chance (m, 15))
    buffer->elem_offset = tl_expr_int (m->arena, index, 1 + below (m, 8));
  if (chance (m, 15))
    buffer->alignment_bytes = 16u << below (m, 5);
  if (chance (m, 10))
    buffer->offset_factor = 1 + below (m, 8);
  if (n == 2 && chance (m, 10))
    {
      buffer->axis_separators = separators;
      buffer->n_axis_separators = 1;
    }
  buffer->is_auto_broadcast = chance (m, 5);
  return buffer;
}

/* Statements. */

static const TlStmt *make_stmt (Maker *m);

static const TlStmt *
make_body (Maker *m)
{
  guint          n = 1 + below (m, 3);
  const TlStmt **stmts = g_newa (const TlStmt *, n);

  m->depth++;
  for (guint i = 0; i < n; i++)
    stmts[i] = make_stmt (m);
  m->depth--;
  return tl_stmt_seq (m->arena, stmts, n);
}

static const TlStmt *
make_store (Maker *m)
{
  const TlBuffer *buffer = g_ptr_array_index (m->buffers, below (m, m->buffers->len));
  const TlExpr  **indices = make_indices (m, buffer->n_dims);
  TlDType         type = buffer->dtype;

  if (buffer->n_dims > 0 && type.lanes == 1 && chance (m, 20))
    {
      const TlExpr *base = make_begin (m, any_integer (m));

      indices[buffer->n_dims - 1] = tl_expr_ramp (m->arena, base, tl_expr_int (m->arena, base->dtype, 1 + below (m, 3)), 4);
      type = tl_dtype_with_lanes (type, 4);
    }
  return tl_stmt_store (m->arena, buffer, indices, buffer->n_dims, make_expr (m, type));
}

static const TlStmt *
make_loop (Maker *m)
{
  static const char *const threads[] = { "threadIdx.x", "blockIdx.y", "vthread.x" };
  TlDType          type = any_integer (m);
  g_autofree char *name = name_of (m, "i");
  TlLoop           loop = { .id = tl_builder_take_id (&m->builder), .kind = below (m, 5), .annotations = make_attrs (m, 15) };

  loop.min = chance (m, 75) ? tl_expr_int (m->arena, type, 0) : make_begin (m, type);
  loop.extent = chance (m, 60) ? tl_expr_int (m->arena, type, 1 + below (m, 64)) : make_expr (m, type);
  if (loop.extent->kind == TL_EXPR_INT && loop.extent->int_value < 0)
    loop.extent = tl_expr_int (m->arena, type, 8);
  loop.thread = loop.kind == TL_LOOP_THREAD_BINDING ? threads[below (m, G_N_ELEMENTS (threads))] : NULL;
  loop.is_launch = loop.thread != NULL && chance (m, 40);
  loop.step = loop.thread == NULL && chance (m, 8) ? tl_expr_int (m->arena, type, 2 + below (m, 3)) : NULL;
  loop.var = tl_expr_var (m->arena, name, type);
  g_ptr_array_add (m->vars, (gpointer) loop.var);
  loop.body = make_body (m);
  g_ptr_array_remove (m->vars, (gpointer) loop.var);
  return tl_stmt_loop (m->arena, &loop);
}

static TlRegion *
make_regions (Maker *m, guint *n)
{
  TlRegion *regions;

  *n = below (m, 3);
  regions = tl_arena_new_array (m->arena, TlRegion, *n);
  for (guint i = 0; i < *n; i++)
    {
      const TlBuffer *buffer = g_ptr_array_index (m->buffers, below (m, m->buffers->len));
      TlRange        *ranges = tl_arena_new_array (m->arena, TlRange, buffer->n_dims);

      for (guint d = 0; d < buffer->n_dims; d++)
        {
          TlDType type = any_integer (m);

          ranges[d] = (TlRange) { make_begin (m, type), chance (m, 60) ? tl_expr_int (m->arena, type, 1 + below (m, 8))
                                                                       : make_expr (m, type) };
        }
      regions[i] = (TlRegion) { buffer, ranges };
    }
  return regions;
}

static const TlStmt *
make_block (Maker *m)
{
  g_autofree char *block_name = name_of (m, "B");
  TlBlock          block = { .id = tl_builder_take_id (&m->builder), .name = tl_arena_strdup (m->arena, block_name),
                             .n_axes = below (m, 3) };
  TlBlockAxis     *axes = tl_arena_new_array (m->arena, TlBlockAxis, block.n_axes);
  const TlExpr   **bindings = tl_arena_new_array (m->arena, const TlExpr *, block.n_axes);
  const TlBuffer **allocs = tl_arena_new_array (m->arena, const TlBuffer *, 2);
  TlMatchBuffer   *matches = tl_arena_new_array (m->arena, TlMatchBuffer, 1);
  guint            n_vars = m->vars->len, n_buffers = m->buffers->len, n;

  for (guint i = 0; i < block.n_axes; i++)
    {
      g_autofree char *name = name_of (m, "v");
      TlDType          type = any_integer (m);

      axes[i].kind = below (m, 4);
      axes[i].dom.min = chance (m, 80) ? tl_expr_int (m->arena, type, 0) : tl_expr_int (m->arena, type, below (m, 9));
      axes[i].dom.extent = tl_expr_int (m->arena, type, 1 + below (m, 32));
      axes[i].var = tl_expr_var (m->arena, name, type);
      bindings[i] = make_expr (m, type);
      for (guint j = 0; j < i; j++)
        if (strcmp (axes[j].var->name, axes[i].var->name) == 0)
          axes[i].var = tl_expr_var (m->arena, "other", type);
    }
  block.axes = axes;
  block.bindings = bindings;
  block.predicate = chance (m, 20) ? make_expr (m, TL_BOOL) : NULL;
  for (guint i = 0; i < block.n_axes; i++)
    g_ptr_array_add (m->vars, (gpointer) axes[i].var);
  block.reads = make_regions (m, &block.n_reads);
  block.writes = make_regions (m, &block.n_writes);
  block.annotations = make_attrs (m, 30);
  block.allocs = allocs;
  block.n_allocs = below (m, 3);
  for (guint i = 0; i < block.n_allocs; i++)
    allocs[i] = make_buffer (m, NULL, 0);
  for (guint i = 0; i < block.n_allocs; i++)
    g_ptr_array_add (m->buffers, (gpointer) allocs[i]);
  block.matches = matches;
  if (chance (m, 20))
    {
      TlRegion *source = make_regions (m, &n);

      if (n > 0)
        {
          matches[0] = (TlMatchBuffer) { make_buffer (m, NULL, 0), source[0] };
          block.n_matches = 1;
          g_ptr_array_add (m->buffers, (gpointer) matches[0].buffer);
        }
    }
  block.init = chance (m, 20) ? make_store (m) : NULL;
  block.body = make_body (m);
  g_ptr_array_set_size (m->vars, (gint) n_vars);
  g_ptr_array_set_size (m->buffers, (gint) n_buffers);
  return tl_stmt_block (m->arena, &block);
}

static const TlStmt *
make_let_stmt (Maker *m)
{
  g_autofree char *name = name_of (m, "y");
  TlDType       type = chance (m, 15) ? TL_HANDLE : any_type (m);
  const TlExpr *value = make_expr (m, type);
  const TlVar  *var = type.code == TL_TYPE_HANDLE && chance (m, 60) ? tl_expr_pointer_var (m->arena, name, TL_FLOAT32, "shared")
                                                                     : tl_expr_var (m->arena, name, type);
  const TlStmt *body;

  g_ptr_array_add (m->vars, (gpointer) var);
  body = make_body (m);
  g_ptr_array_remove (m->vars, (gpointer) var);
  return tl_stmt_let (m->arena, var, value, body);
}

static const TlStmt *
make_alloc (Maker *m)
{
  const TlBuffer *buffer = make_buffer (m, NULL, 0);
  gint64          one = 1;
  gboolean        is_scalar = chance (m, 30);
  TlStmt         *stmt;

  if (is_scalar)
    buffer = tl_buffer_new_const (m->arena, "scalar", TL_FLOAT32, &one, 1, "local");
  g_ptr_array_add (m->buffers, (gpointer) buffer);
  stmt = tl_arena_memdup (m->arena, tl_stmt_alloc (m->arena, buffer, make_body (m)), sizeof *stmt);
  stmt->alloc_annotations = is_scalar ? tl_attrs_empty : make_attrs (m, 20);
  stmt->is_scalar = is_scalar;
  g_ptr_array_remove (m->buffers, (gpointer) buffer);
  return stmt;
}

static const TlStmt *
make_evaluate (Maker *m)
{
  switch (below (m, 6))
    {
    case 0:
      return tl_stmt_evaluate (m->arena, make_access_ptr (m));
    case 1:
      return tl_stmt_evaluate (m->arena, make_pointer (m));
    case 2:
      return tl_stmt_evaluate (m->arena, make_string (m));
    default:
      return tl_stmt_evaluate (m->arena, make_expr (m, any_type (m)));
    }
}

static const TlStmt *
make_assert (Maker *m)
{
  static const char *const kinds[] = { "RuntimeError", "ValueError" };
  const char *parts[2] = { make_string (m)->text, make_string (m)->text };

  return tl_stmt_assert (m->arena, make_expr (m, TL_BOOL), kinds[below (m, 2)], parts, 1 + below (m, 2));
}

static const TlStmt *
make_attr (Maker *m)
{
  const TlExpr *node = NULL;

  if (chance (m, 40))
    node = chance (m, 50) ? make_reducer (m) : tl_buffer_object (m->arena, g_ptr_array_index (m->buffers, below (m, m->buffers->len)));
  else if (chance (m, 40))
    node = make_pointer (m);
  return tl_stmt_attr (m->arena, "pragma_\"k\"", node, chance (m, 20) ? make_string (m) : make_expr (m, any_type (m)), make_body (m));
}

static const TlStmt *
make_stmt (Maker *m)
{
  guint kind = below (m, m->depth > 2 ? 4 : 14);

  switch (kind)
    {
    case 0:
      return make_evaluate (m);
    case 1:
      return make_assert (m);
    case 2:
    case 3:
      return make_store (m);
    case 4:
    case 5:
      return make_loop (m);
    case 6:
    case 7:
      return make_block (m);
    case 8:
      return make_let_stmt (m);
    case 9:
      return make_alloc (m);
    case 10:
      return make_attr (m);
    case 11:
      return tl_stmt_while (m->arena, make_expr (m, TL_BOOL), make_body (m));
    default:
      return tl_stmt_if (m->arena, make_expr (m, TL_BOOL), make_body (m), chance (m, 40) ? make_body (m) : NULL);
    }
}

/* Functions. */

static const TlPrimFunc *
make_func (Maker *m, const char *name)
{
  static const TlDType scalars[] = { { TL_TYPE_INT, 32, 1 }, { TL_TYPE_INT, 64, 1 }, { TL_TYPE_FLOAT, 32, 1 }, { TL_TYPE_HANDLE, 64, 1 } };
  TlPrimFunc   *func = tl_arena_new0 (m->arena, TlPrimFunc);
  guint         n = 2 + below (m, 4);
  TlParam      *params = tl_arena_new_array (m->arena, TlParam, n);
  const TlExpr *symbols[2] = { tl_expr_var (m->arena, "n", TL_INT32), tl_expr_var (m->arena, "m", TL_INT64) };
  TlBlock       root = { .id = tl_builder_take_id (&m->builder), .name = "root" };

  g_ptr_array_set_size (m->vars, 0);
  g_ptr_array_set_size (m->buffers, 0);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *param_name = name_of (m, "p");

      params[i] = (TlParam) { .name = tl_arena_strdup (m->arena, param_name) };
      if (i == 0 || chance (m, 60))
        {
          params[i].buffer = make_buffer (m, symbols, chance (m, 30) ? 2 : 0);
          g_ptr_array_add (m->buffers, (gpointer) params[i].buffer);
          continue;
        }
      params[i].var = chance (m, 15) ? tl_expr_pointer_var (m->arena, param_name, TL_DTYPE (TL_TYPE_INT, 8), "global")
                                     : tl_expr_var (m->arena, param_name, scalars[below (m, G_N_ELEMENTS (scalars))]);
      g_ptr_array_add (m->vars, (gpointer) params[i].var);
    }
  root.annotations = make_attrs (m, 10);
  root.body = make_body (m);
  func->name = name;
  func->params = params;
  func->n_params = n;
  func->body = tl_stmt_block (m->arena, &root);
  g_ptr_array_set_size (m->buffers, 0);   /* attributes stand ahead of buffers that are matched */
  func->attrs = make_attrs (m, 30);
  if (chance (m, 70))
    func->attrs = tl_attrs_with (m->arena, &func->attrs, "global_symbol", tl_value_string (m->arena, chance (m, 80) ? name : "other"));
  return func;
}

static void
check (const TlModule *module, guint64 seed, TlDialect dialect)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = tl_script_print (module, dialect, NULL);
  g_autoptr (TlModule) again = tl_script_read_text (text, &error);
  g_autofree char *difference = NULL, *text_again = NULL;

  if (again == NULL)
    g_error ("program %" G_GUINT64_FORMAT ": %s\n%s", seed, error->message, text);
  if (!tl_module_equal (module, again, &difference))
    g_error ("program %" G_GUINT64_FORMAT " reads as another one: %s\n%s", seed, difference, text);
  if (tl_module_hash (module) != tl_module_hash (again))
    g_error ("program %" G_GUINT64_FORMAT ": equal programs hash differently\n%s", seed, text);
  text_again = tl_script_print (again, dialect, NULL);
  g_assert_cmpstr (text, ==, text_again);
}

static void
check_program (guint64 seed)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (GPtrArray) vars = g_ptr_array_new (), buffers = g_ptr_array_new ();
  g_autoptr (TlModule) module = NULL;
  g_autoptr (GError) error = NULL;
  Maker m = { .arena = arena, .builder = { arena, 1 }, .random = tl_random_seeded (seed), .vars = vars, .buffers = buffers };
  const TlPrimFunc *funcs[2];
  guint   n = 1 + below (&m, 2);
  TlAttrs attrs;

  funcs[0] = make_func (&m, "main");
  funcs[1] = n > 1 ? make_func (&m, "second") : NULL;
  g_ptr_array_set_size (vars, 0);
  g_ptr_array_set_size (buffers, 0);
  attrs = make_attrs (&m, 10);
  module = tl_module_new_prims (arena, "Module", funcs, n, m.builder.next_id);
  tl_module_set_attrs (module, &attrs, NULL);
  if (!tl_module_verify (module, &error))
    g_error ("program %" G_GUINT64_FORMAT ": %s", seed, error->message);
  check (module, seed, TL_DIALECT_CLASSIC);
  check (module, seed, TL_DIALECT_SBLOCK);
}

static void
test_random_programs (void)
{
  const char *only = g_getenv ("TL_RANDOM_TEXT_SEED");

  if (only != NULL)
    check_program (g_ascii_strtoull (only, NULL, 10));
  for (guint64 seed = 1; only == NULL && seed <= N_PROGRAMS; seed++)
    check_program (seed);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text/random-programs", test_random_programs);
  return g_test_run ();
}
