/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expressions, buffers and annotations of a graph. A node shared by two places of the graph is shared here, too: variables are found by
 * position.
 */
#include <string.h>

#include "core/schedule/graph-kinds.h"
#include "core/tvm-json/tvm-json-private.h"

static gpointer
key_of (gint64 position)
{
  return GSIZE_TO_POINTER ((gsize) position + 1);
}

/* A variable that says what it points to, as T.handle alone does not; NULL for all others. Old forms say it in "type_annotation". */
static const TlVar *
read_pointer (TlGraph *graph, TlGraphNode *node, const char *name)
{
  const char *key = tl_graph_has (node, "ty") ? "ty" : "type_annotation";
  TlGraphNode *type = tl_graph_has (node, key) ? tl_graph_node (graph, tl_graph_ref (graph, node, key)) : NULL, *element;
  const char *scope;
  TlDType pointee;

  if (!type || strcmp (tl_graph_kind (type), "PointerType") != 0)
    return NULL;
  element = tl_graph_node (graph, tl_graph_ref (graph, type, "element_type"));
  scope = element ? tl_graph_string (graph, type, "storage_scope") : NULL;
  if (!scope || !tl_graph_dtype (graph, element, &pointee) || pointee.code == TL_TYPE_VOID)
    return NULL;
  return tl_expr_pointer_var (graph->arena, name, pointee, tl_arena_strdup (graph->arena, *scope != '\0' ? scope : "global"));
}

const TlVar *
tl_graph_var (TlGraph *graph, gint64 position)
{
  const TlVar *var = g_hash_table_lookup (graph->exprs, key_of (position));
  TlGraphNode *node = var ? NULL : tl_graph_node (graph, position);
  const char *name = node ? tl_graph_string (graph, node, "name") : NULL;
  TlDType dtype;

  if (var)
    return var->kind == TL_EXPR_VAR ? var : tl_graph_fail (graph, "expected a variable, not an expression");
  if (!name)
    return tl_graph_fail (graph, "there is no node %" G_GINT64_FORMAT, position);
  if (strcmp (tl_graph_kind (node), "Var") != 0 && strcmp (tl_graph_kind (node), "SizeVar") != 0)
    return tl_graph_fail (graph, "expected a variable, not a %s", tl_graph_kind (node));
  if (!tl_graph_dtype (graph, node, &dtype))
    return NULL;
  var = read_pointer (graph, node, tl_arena_strdup (graph->arena, name));
  if (tl_graph_has_failed (graph))
    return NULL;
  var = var ? var : tl_expr_var (graph->arena, tl_arena_strdup (graph->arena, name), dtype);
  g_hash_table_insert (graph->exprs, key_of (position), (gpointer) var);
  return var;
}

const TlExpr **
tl_graph_exprs (TlGraph *graph, gint64 position, guint *n)
{
  g_autofree gint64 *list = tl_graph_list (graph, position, n);
  const TlExpr **exprs = tl_arena_new_array (graph->arena, const TlExpr *, *n + 1);

  for (guint i = 0; i < *n; i++)
    if (!(exprs[i] = tl_graph_expr (graph, list[i])))
      return NULL;
  return tl_graph_has_failed (graph) ? NULL : exprs;
}

/* --- buffers --- */

static gboolean
read_separators (TlGraph *graph, gint64 position, TlBuffer *buffer)
{
  guint n;
  g_autofree gint64 *list = tl_graph_list (graph, position, &n);
  gint64 *axes = tl_arena_new_array (graph->arena, gint64, n + 1);
  TlValue value;

  for (guint i = 0; i < n; i++)
    {
      if (!tl_graph_number (graph, list[i], &value) || value.kind != TL_VALUE_INT)
        return tl_graph_fail (graph, "an axis separator is not an integer") != NULL;
      axes[i] = value.integer;
    }
  buffer->axis_separators = axes;
  buffer->n_axis_separators = n;
  return !tl_graph_has_failed (graph);
}

/* Without strides where there are none; an offset of 0 with the factor 1 is what TVM writes where nothing is claimed. */
static gboolean
read_layout (TlGraph *graph, TlGraphNode *node, TlBuffer *buffer)
{
  const TlExpr *offset;
  guint n_strides;

  buffer->shape = tl_graph_exprs (graph, tl_graph_ref (graph, node, "shape"), &buffer->n_dims);
  buffer->strides = buffer->shape ? tl_graph_exprs (graph, tl_graph_ref (graph, node, "strides"), &n_strides) : NULL;
  if (!buffer->strides)
    return FALSE;
  if (n_strides != 0 && n_strides != buffer->n_dims)
    return tl_graph_fail (graph, "buffer %s has %u dimensions and %u strides", buffer->name, buffer->n_dims, n_strides) != NULL;
  if (n_strides == 0)
    buffer->strides = NULL;
  buffer->alignment_bytes = (guint) tl_graph_int (graph, node, "data_alignment");
  buffer->offset_factor = (guint) tl_graph_int (graph, node, "offset_factor");
  offset = tl_graph_is_null (graph, tl_graph_ref (graph, node, "elem_offset")) ? NULL
                                                                               : tl_graph_expr (graph,
                                                                                                tl_graph_ref (graph, node, "elem_offset"));
  if (offset && !tl_expr_is_int (offset, 0))
    buffer->elem_offset = offset;
  else if (buffer->offset_factor == 1)
    buffer->offset_factor = 0;
  if (tl_graph_has (node, "axis_separators") && !read_separators (graph, tl_graph_ref (graph, node, "axis_separators"), buffer))
    return FALSE;
  return !tl_graph_has_failed (graph);
}

/* A Buffer, with a pointer that says where it lies; or a variable whose type is that of a buffer. */
static gboolean
read_buffer (TlGraph *graph, gint64 position, TlBuffer *buffer)
{
  TlGraphNode *node = tl_graph_node (graph, position), *type;
  const char *name = tl_graph_string (graph, node, "name"), *scope;
  gint64 data = 0;

  if (!name)
    return FALSE;
  buffer->name = tl_arena_strdup (graph->arena, name);
  if (strcmp (tl_graph_kind (node), "Buffer") == 0)
    {
      data = tl_graph_ref (graph, node, "data");
      type = tl_graph_node (graph, data);
      type = type ? tl_graph_node (graph, tl_graph_ref (graph, type, "type_annotation")) : NULL;
      scope = type && strcmp (tl_graph_kind (type), "PointerType") == 0 ? tl_graph_string (graph, type, "storage_scope") : "global";
      buffer->is_auto_broadcast = tl_graph_int (graph, node, "buffer_type") == 2;
      type = node;
      g_hash_table_insert (graph->data_vars, key_of (data), buffer);
    }
  else
    {
      type = tl_graph_node (graph, tl_graph_ref (graph, node, "ty"));
      if (!type || strcmp (tl_graph_kind (type), "BufferType") != 0)
        return tl_graph_fail (graph, "expected a buffer, not a %s", tl_graph_kind (node)) != NULL;
      scope = tl_graph_string (graph, type, "storage_scope");
    }
  if (!scope || !tl_graph_dtype (graph, type, &buffer->dtype))
    return FALSE;
  buffer->scope = tl_arena_strdup (graph->arena, *scope != '\0' ? scope : "global");
  return read_layout (graph, type, buffer);
}

const TlBuffer *
tl_graph_buffer (TlGraph *graph, gint64 position)
{
  TlBuffer *buffer = g_hash_table_lookup (graph->buffers, key_of (position));

  if (buffer || !tl_graph_enter (graph))
    return buffer;
  buffer = tl_arena_new0 (graph->arena, TlBuffer);
  if (read_buffer (graph, position, buffer))
    g_hash_table_insert (graph->buffers, key_of (position), buffer);
  tl_graph_leave (graph);
  return tl_graph_has_failed (graph) ? NULL : buffer;
}

/* --- expressions --- */

static const TlExpr *
child (TlGraph *graph, TlGraphNode *node, const char *key)
{
  return tl_graph_expr (graph, tl_graph_ref (graph, node, key));
}

static const TlExpr *
read_binary (TlGraph *graph, TlGraphNode *node, TlExprKind kind)
{
  const TlExpr *a = child (graph, node, "a"), *b = a ? child (graph, node, "b") : NULL;

  if (!b)
    return NULL;
  if (!tl_dtype_equal (a->dtype, b->dtype) || ((kind == TL_EXPR_AND || kind == TL_EXPR_OR) && a->dtype.code != TL_TYPE_BOOL))
    return tl_graph_fail (graph, "operands of a %s have types %s and %s", tl_graph_kind (node), tl_dtype_name (a->dtype),
                          tl_dtype_name (b->dtype));
  return tl_expr_binary (graph->arena, kind, a, b);
}

static const TlExpr *
call (TlGraph *graph, const char *name, TlDType dtype, const TlExpr **args, guint n)
{
  const TlIntrinsic *callee = tl_intrinsic_find (name);

  if (!callee || (callee->n_args >= 0 && n != (guint) callee->n_args))
    return tl_graph_fail (graph, "unknown function %s of %u arguments", name, n);
  return tl_expr_call (graph->arena, dtype, callee, args, n);
}

/* Nodes of the newest form for what is a call here. */
static const TlExpr *
read_bit_operation (TlGraph *graph, TlGraphNode *node, const char *callee)
{
  const TlExpr **operands = tl_arena_new_array (graph->arena, const TlExpr *, 2);
  guint n = tl_graph_has (node, "b") ? 2 : 1;

  operands[0] = child (graph, node, "a");
  operands[1] = operands[0] && n == 2 ? child (graph, node, "b") : NULL;
  return operands[n - 1] ? call (graph, callee, operands[0]->dtype, operands, n) : NULL;
}

/* "A.data" of the newest form. */
static const TlExpr *
read_buffer_data (TlGraph *graph, TlGraphNode *node)
{
  guint n;
  g_autofree gint64 *list = tl_graph_list (graph, tl_graph_ref (graph, node, "args"), &n);
  const TlBuffer *buffer = n == 1 ? tl_graph_buffer (graph, list[0]) : NULL;

  return buffer ? tl_buffer_data (graph->arena, buffer) : tl_graph_fail (graph, "a pointer that belongs to no buffer");
}

static const TlExpr *
read_call (TlGraph *graph, TlGraphNode *node, TlDType dtype)
{
  TlGraphNode *op = tl_graph_node (graph, tl_graph_ref (graph, node, "op"));
  const char *name = NULL;
  guint n;
  const TlExpr **args;

  if (op && strcmp (tl_graph_kind (op), "Op") == 0)
    {
      JsonNode *said = json_object_get_member (op, json_object_has_member (op, "repr_str") ? "repr_str" : "data");

      name = said && JSON_NODE_HOLDS_VALUE (said) ? json_node_get_string (said) : NULL;
    }
  if (g_strcmp0 (name, "tirx.buffer_data") == 0)
    return read_buffer_data (graph, node);
  args = tl_graph_exprs (graph, tl_graph_ref (graph, node, "args"), &n);
  if (!name)
    return tl_graph_fail (graph, "unsupported call of a %s", tl_graph_kind (op));
  return args ? call (graph, strchr (name, '.') ? strchr (name, '.') + 1 : name, dtype, args, n) : NULL;
}

static const TlExpr *
read_load (TlGraph *graph, TlGraphNode *node)
{
  const char *key = tl_graph_has (node, "source") ? "source" : "buffer";
  const TlBuffer *buffer = tl_graph_buffer (graph, tl_graph_ref (graph, node, key));
  guint n;
  const TlExpr **indices = buffer ? tl_graph_exprs (graph, tl_graph_ref (graph, node, "indices"), &n) : NULL;

  if (!indices)
    return NULL;
  if (n != buffer->n_dims)
    return tl_graph_fail (graph, "buffer %s of %u dimensions is accessed with %u indices", buffer->name, buffer->n_dims, n);
  if (!tl_graph_is_null (graph, tl_graph_ref (graph, node, "predicate")))
    return tl_graph_fail (graph, "masked loads are not supported");
  return tl_expr_load (graph->arena, buffer, indices, n);
}

static const TlExpr *
read_select (TlGraph *graph, TlGraphNode *node)
{
  const TlExpr *cond = child (graph, node, "condition"), *if_true = cond ? child (graph, node, "true_value") : NULL;
  const TlExpr *if_false = if_true ? child (graph, node, "false_value") : NULL;

  if (!if_false)
    return NULL;
  if (cond->dtype.code != TL_TYPE_BOOL || !tl_dtype_equal (if_true->dtype, if_false->dtype))
    return tl_graph_fail (graph, "the operands of a Select have different types");
  return tl_expr_select (graph->arena, cond, if_true, if_false);
}

static guint
read_lanes (TlGraph *graph, TlGraphNode *node, TlDType dtype)
{
  return dtype.lanes > 1 ? dtype.lanes : (tl_graph_fail (graph, "a %s has no lanes", tl_graph_kind (node)), 1);
}

static const TlExpr *
read_let (TlGraph *graph, TlGraphNode *node)
{
  const TlVar *var = tl_graph_var (graph, tl_graph_ref (graph, node, "var"));
  const TlExpr *value = var ? child (graph, node, "value") : NULL, *body = value ? child (graph, node, "body") : NULL;

  return body ? tl_expr_let (graph->arena, var, value, body) : NULL;
}

/* A variable; one that is a buffer's pointer is its data, and one of the newest form that is a buffer is that. */
static const TlExpr *
read_var (TlGraph *graph, gint64 position, TlGraphNode *node)
{
  const TlBuffer *buffer = g_hash_table_lookup (graph->data_vars, key_of (position));
  TlGraphNode *type = tl_graph_has (node, "ty") ? tl_graph_node (graph, tl_graph_ref (graph, node, "ty")) : NULL;

  if (buffer)
    return tl_buffer_data (graph->arena, buffer);
  if (!type || strcmp (tl_graph_kind (type), "BufferType") != 0)
    return tl_graph_var (graph, position);
  buffer = tl_graph_buffer (graph, position);
  return buffer ? tl_buffer_object (graph->arena, buffer) : NULL;
}

static const TlExpr *
read_immediate (TlGraph *graph, gint64 position, TlGraphNode *node)
{
  TlValue value;
  TlDType dtype;

  if (strcmp (tl_graph_kind (node), "StringImm") == 0)
    {
      const char *text = tl_graph_string (graph, node, "value");

      return text ? tl_expr_string (graph->arena, tl_arena_strdup (graph->arena, text)) : NULL;
    }
  if (!tl_graph_dtype (graph, node, &dtype) || !tl_graph_number (graph, position, &value))
    return tl_graph_fail (graph, "a number has no value");
  if (value.kind == TL_VALUE_FLOAT)
    return tl_expr_float (graph->arena, dtype, value.number);
  return tl_expr_int (graph->arena, dtype, value.kind == TL_VALUE_BOOL ? value.boolean : value.integer);
}

/* Nodes whose type is written with them. */
static const TlExpr *
read_typed (TlGraph *graph, TlGraphNode *node, const char *kind)
{
  const TlExpr *a;
  TlDType dtype;

  if (strcmp (kind, "Cast") != 0 && strcmp (kind, "Call") != 0 && strcmp (kind, "Ramp") != 0 && strcmp (kind, "Broadcast") != 0)
    return tl_graph_fail (graph, "unsupported node %.60s", kind);
  if (!tl_graph_dtype (graph, node, &dtype))
    return NULL;
  if (strcmp (kind, "Call") == 0)
    return read_call (graph, node, dtype);
  a = child (graph, node, strcmp (kind, "Ramp") == 0 ? "base" : "value");
  if (!a)
    return NULL;
  if (strcmp (kind, "Cast") == 0)
    return tl_expr_cast (graph->arena, dtype, a);
  if (strcmp (kind, "Broadcast") == 0)
    return tl_expr_broadcast (graph->arena, a, read_lanes (graph, node, dtype));
  return child (graph, node, "stride") ? tl_expr_ramp (graph->arena, a, child (graph, node, "stride"), read_lanes (graph, node, dtype))
                                       : NULL;
}

static const TlExpr *
read_expr (TlGraph *graph, gint64 position)
{
  TlGraphNode *node = tl_graph_node (graph, position);
  const char *kind = tl_graph_kind (node);
  const TlExpr *a;

  for (guint i = 0; i < G_N_ELEMENTS (tl_graph_binaries); i++)
    if (strcmp (kind, tl_graph_binaries[i].type) == 0)
      return read_binary (graph, node, tl_graph_binaries[i].kind);
  for (guint i = 0; i < G_N_ELEMENTS (tl_graph_bit_operations); i++)
    if (strcmp (kind, tl_graph_bit_operations[i].type) == 0)
      return read_bit_operation (graph, node, tl_graph_bit_operations[i].callee);
  if (strcmp (kind, "Var") == 0 || strcmp (kind, "SizeVar") == 0)
    return read_var (graph, position, node);
  if (g_str_has_suffix (kind, "Imm"))
    return read_immediate (graph, position, node);
  if (strcmp (kind, "BufferLoad") == 0 || strcmp (kind, "TensorLoad") == 0)
    return read_load (graph, node);
  if (strcmp (kind, "Select") == 0)
    return read_select (graph, node);
  if (strcmp (kind, "Let") == 0)
    return read_let (graph, node);
  if (strcmp (kind, "Not") != 0)
    return read_typed (graph, node, kind);
  a = child (graph, node, "a");
  return a && a->dtype.code == TL_TYPE_BOOL ? tl_expr_not (graph->arena, a) : tl_graph_fail (graph, "\"not\" takes a condition");
}

const TlExpr *
tl_graph_expr (TlGraph *graph, gint64 position)
{
  const TlExpr *expr = g_hash_table_lookup (graph->exprs, key_of (position));

  if (expr || !tl_graph_enter (graph))
    return expr;
  expr = read_expr (graph, position);
  tl_graph_leave (graph);
  if (!expr || tl_graph_has_failed (graph))
    return NULL;
  g_hash_table_insert (graph->exprs, key_of (position), (gpointer) expr);
  return expr;
}

gboolean
tl_graph_range (TlGraph *graph, gint64 position, TlRange *range)
{
  TlGraphNode *node = tl_graph_node (graph, position);

  if (strcmp (tl_graph_kind (node), "Range") != 0)
    return tl_graph_fail (graph, "expected a range, not a %s", tl_graph_kind (node)) != NULL;
  range->min = child (graph, node, "min");
  range->extent = range->min ? child (graph, node, "extent") : NULL;
  return range->extent != NULL;
}

/* --- annotations --- */

/*
 * Whether the number is one without a type: "2" beside "T.int64 (2)". Up to 0.25 all annotations are immediates, and those of the types
 * that numbers of scripts have are plain; as scripts print both, T.int32 is so to this day.
 */
static gboolean
says_plain_number (TlGraph *graph, TlGraphNode *node, const char *kind)
{
  TlDType dtype;

  if (!g_str_has_suffix (kind, "Imm"))
    return TRUE;
  if (!tl_graph_dtype (graph, node, &dtype))
    return FALSE;
  return tl_dtype_equal (dtype, TL_INT32) || (!tl_graph_has (node, "ty") && (dtype.code == TL_TYPE_BOOL || strcmp (kind, "FloatImm") == 0));
}

static gboolean
read_value (TlGraph *graph, gint64 position, TlValue *value)
{
  TlGraphNode *node = tl_graph_node (graph, position);
  const char *kind = tl_graph_kind (node), *text = node ? tl_graph_text (graph, position) : NULL;
  gboolean ok = TRUE;

  *value = (TlValue) { .kind = TL_VALUE_NONE };
  if (!node || !tl_graph_enter (graph))
    return FALSE;
  if (!text && strcmp (kind, "StringImm") == 0)
    text = tl_graph_string (graph, node, "value");
  if (text)
    *value = tl_value_string (graph->arena, text);
  else if (strcmp (kind, "Array") == 0 || strcmp (kind, "List") == 0)
    {
      guint n;
      g_autofree gint64 *list = tl_graph_list (graph, position, &n);
      TlValue *items = tl_arena_new_array (graph->arena, TlValue, n + 1);

      for (guint i = 0; ok && i < n; i++)
        ok = read_value (graph, list[i], &items[i]);
      *value = (TlValue) { .kind = TL_VALUE_LIST, .items = items, .n_items = n };
    }
  else if (strcmp (kind, "Map") == 0 || strcmp (kind, "Dict") == 0)
    *value = (TlValue) { .kind = TL_VALUE_DICT, .dict = tl_graph_attrs (graph, position) };
  else if (*kind != '\0' && !(says_plain_number (graph, node, kind) && tl_graph_number (graph, position, value)))
    {
      *value = (TlValue) { .kind = TL_VALUE_EXPR, .expr = tl_graph_expr (graph, position) };
      ok = value->expr != NULL;
    }
  tl_graph_leave (graph);
  return ok && !tl_graph_has_failed (graph);
}

TlAttrs
tl_graph_attrs (TlGraph *graph, gint64 position)
{
  g_autoptr (GPtrArray) keys = NULL;
  g_autofree gint64 *list = tl_graph_dict (graph, position, &keys);
  g_autofree TlValue *values = g_new (TlValue, list && keys->len > 0 ? keys->len : 1);
  guint n = 0;

  while (list && n < keys->len && !tl_graph_has_failed (graph) && read_value (graph, list[n], &values[n]))
    n++;
  return tl_attrs_with_all (graph->arena, &tl_attrs_empty, list ? (const char *const *) keys->pdata : NULL, values, n);
}
