/* SPDX-License-Identifier: Apache-2.0 */
/* Statements, functions and the module of a graph. */
#include <string.h>

#include "core/base/json-depth.h"
#include "core/ir/verify.h"
#include "core/tvm-json/tvm-json-private.h"

#define MAX_JSON_DEPTH 64

static TlNodeId
take_id (TlGraph *graph)
{
  return graph->next_id++;
}

static const TlStmt *
child_stmt (TlGraph *graph, TlGraphNode *node, const char *key)
{
  return tl_graph_stmt (graph, tl_graph_ref (graph, node, key));
}

static const TlStmt *
child_stmt_or_null (TlGraph *graph, TlGraphNode *node, const char *key)
{
  return tl_graph_is_null (graph, tl_graph_ref (graph, node, key)) ? NULL : child_stmt (graph, node, key);
}

static const TlStmt *
read_loop (TlGraph *graph, TlGraphNode *node)
{
  TlLoop loop = { .id = take_id (graph), .kind = (TlLoopKind) tl_graph_int (graph, node, "kind") };
  gint64 binding = tl_graph_ref (graph, node, "thread_binding"), step = tl_graph_ref (graph, node, "step");
  const char *thread = NULL;

  if ((guint) loop.kind > TL_LOOP_THREAD_BINDING)
    return tl_graph_fail (graph, "a loop has an unknown kind");
  loop.var = tl_graph_var (graph, tl_graph_ref (graph, node, "loop_var"));
  loop.min = loop.var ? tl_graph_expr (graph, tl_graph_ref (graph, node, "min")) : NULL;
  loop.extent = loop.min ? tl_graph_expr (graph, tl_graph_ref (graph, node, "extent")) : NULL;
  if (!tl_graph_is_null (graph, step))
    loop.step = tl_graph_expr (graph, step);
  if (!tl_graph_is_null (graph, binding))
    thread = tl_graph_string (graph, tl_graph_node (graph, binding), "thread_tag");
  loop.thread = thread ? tl_arena_strdup (graph->arena, thread) : NULL;
  loop.annotations = tl_graph_attrs (graph, tl_graph_ref (graph, node, "annotations"));
  loop.body = loop.extent ? child_stmt (graph, node, "body") : NULL;
  if ((loop.kind == TL_LOOP_THREAD_BINDING) != (loop.thread != NULL))
    return tl_graph_fail (graph, "a loop is bound to a thread without a name, or names one and is not bound");
  return loop.body && !tl_graph_has_failed (graph) ? tl_stmt_loop (graph->arena, &loop) : NULL;
}

static gboolean
read_axes (TlGraph *graph, TlGraphNode *node, TlBlock *block)
{
  static const struct { gint64 iter_type; TlAxisKind kind; } kinds[] = {
    { 0, TL_AXIS_SPATIAL }, { 2, TL_AXIS_REDUCE }, { 3, TL_AXIS_SCAN }, { 4, TL_AXIS_OPAQUE },
  };
  guint n;
  g_autofree gint64 *list = tl_graph_list (graph, tl_graph_ref (graph, node, "iter_vars"), &n);
  TlBlockAxis *axes = tl_arena_new_array (graph->arena, TlBlockAxis, n + 1);

  for (guint i = 0; i < n; i++)
    {
      TlGraphNode *iter = tl_graph_node (graph, list[i]);
      gint64 type = iter ? tl_graph_int (graph, iter, "iter_type") : -1;
      guint k = 0;

      while (k < G_N_ELEMENTS (kinds) && kinds[k].iter_type != type)
        k++;
      if (k == G_N_ELEMENTS (kinds))
        return tl_graph_fail (graph, "a block axis has an unknown kind") != NULL;
      axes[i].kind = kinds[k].kind;
      axes[i].var = tl_graph_var (graph, tl_graph_ref (graph, iter, "var"));
      if (!axes[i].var || !tl_graph_range (graph, tl_graph_ref (graph, iter, "dom"), &axes[i].dom))
        return FALSE;
    }
  block->axes = axes;
  block->n_axes = n;
  return !tl_graph_has_failed (graph);
}

static gboolean
read_region (TlGraph *graph, gint64 position, TlRegion *region)
{
  TlGraphNode *node = tl_graph_node (graph, position);
  guint n;
  g_autofree gint64 *list = NULL;
  TlRange *ranges;

  if (!node)
    return FALSE;
  region->buffer = tl_graph_buffer (graph, tl_graph_ref (graph, node, tl_graph_has (node, "source") ? "source" : "buffer"));
  list = tl_graph_list (graph, tl_graph_ref (graph, node, "region"), &n);
  if (!region->buffer || n != region->buffer->n_dims)
    return tl_graph_fail (graph, "a region and its buffer have different numbers of dimensions") != NULL;
  ranges = tl_arena_new_array (graph->arena, TlRange, n + 1);
  for (guint i = 0; i < n; i++)
    if (!tl_graph_range (graph, list[i], &ranges[i]))
      return FALSE;
  region->ranges = ranges;
  return TRUE;
}

static const TlRegion *
read_regions (TlGraph *graph, TlGraphNode *node, const char *key, guint *n)
{
  g_autofree gint64 *list = tl_graph_list (graph, tl_graph_ref (graph, node, key), n);
  TlRegion *regions = tl_arena_new_array (graph->arena, TlRegion, *n + 1);

  for (guint i = 0; i < *n; i++)
    if (!read_region (graph, list[i], &regions[i]))
      return NULL;
  return tl_graph_has_failed (graph) ? NULL : regions;
}

static gboolean
read_block_buffers (TlGraph *graph, TlGraphNode *node, TlBlock *block)
{
  g_autofree gint64 *allocs = tl_graph_list (graph, tl_graph_ref (graph, node, "alloc_buffers"), &block->n_allocs);
  g_autofree gint64 *matches = tl_graph_list (graph, tl_graph_ref (graph, node, "match_buffers"), &block->n_matches);
  const TlBuffer **buffers = tl_arena_new_array (graph->arena, const TlBuffer *, block->n_allocs + 1);
  TlMatchBuffer *views = tl_arena_new_array (graph->arena, TlMatchBuffer, block->n_matches + 1);

  for (guint i = 0; i < block->n_allocs; i++)
    if (!(buffers[i] = tl_graph_buffer (graph, allocs[i])))
      return FALSE;
  for (guint i = 0; i < block->n_matches; i++)
    {
      TlGraphNode *match = tl_graph_node (graph, matches[i]);

      if (!match || !read_region (graph, tl_graph_ref (graph, match, "source"), &views[i].source)
          || !(views[i].buffer = tl_graph_buffer (graph, tl_graph_ref (graph, match, "buffer"))))
        return FALSE;
    }
  block->allocs = buffers;
  block->matches = views;
  return !tl_graph_has_failed (graph);
}

/* A realization and its block. */
static const TlStmt *
read_block (TlGraph *graph, TlGraphNode *realize)
{
  TlGraphNode *node = tl_graph_node (graph, tl_graph_ref (graph, realize, "block"));
  const char *name = node ? tl_graph_string (graph, node, "name_hint") : NULL;
  TlBlock block = { .id = take_id (graph) };
  guint n_bindings;

  if (!name)
    return NULL;
  block.name = tl_arena_strdup (graph->arena, name);
  block.bindings = tl_graph_exprs (graph, tl_graph_ref (graph, realize, "iter_values"), &n_bindings);
  block.predicate = block.bindings ? tl_graph_expr (graph, tl_graph_ref (graph, realize, "predicate")) : NULL;
  if (!block.predicate || !read_axes (graph, node, &block))
    return NULL;
  if (n_bindings != block.n_axes)
    return tl_graph_fail (graph, "block %s has %u axes and %u values for them", name, block.n_axes, n_bindings);
  if (tl_expr_is_true (block.predicate))
    block.predicate = NULL;
  if (!read_block_buffers (graph, node, &block) || !(block.reads = read_regions (graph, node, "reads", &block.n_reads))
      || !(block.writes = read_regions (graph, node, "writes", &block.n_writes)))
    return NULL;
  block.annotations = tl_graph_attrs (graph, tl_graph_ref (graph, node, "annotations"));
  block.init = child_stmt_or_null (graph, node, "init");
  block.body = tl_graph_has_failed (graph) ? NULL : child_stmt (graph, node, "body");
  return block.body ? tl_stmt_block (graph->arena, &block) : NULL;
}

/* "x: T.float32" of the newest dialect: its buffer has a layout, that of "x = T.alloc_buffer ((1,), …)" has none. */
static gboolean
is_scalar (TlGraph *graph, gint64 buffer)
{
  TlGraphNode *var = tl_graph_node (graph, buffer), *type = var && tl_graph_has (var, "ty")
                                                            ? tl_graph_node (graph, tl_graph_ref (graph, var, "ty")) : NULL;

  return type && tl_graph_has (type, "layout") && !tl_graph_is_null (graph, tl_graph_ref (graph, type, "layout"));
}

/* The buffer lives in @rest. */
static const TlStmt *
read_alloc (TlGraph *graph, TlGraphNode *node, const TlStmt *rest)
{
  gint64 position = tl_graph_ref (graph, node, "buffer");
  const TlBuffer *buffer = tl_graph_buffer (graph, position);
  TlStmt *stmt;

  if (!buffer)
    return NULL;
  stmt = tl_arena_memdup (graph->arena, tl_stmt_alloc (graph->arena, buffer, rest), sizeof *stmt);
  stmt->alloc_annotations = tl_graph_has (node, "annotations") ? tl_graph_attrs (graph, tl_graph_ref (graph, node, "annotations"))
                                                               : tl_attrs_empty;
  stmt->is_scalar = is_scalar (graph, position);
  return stmt;
}

static const TlStmt *
read_bind (TlGraph *graph, TlGraphNode *node, const TlStmt *rest)
{
  const TlExpr *value = tl_graph_expr (graph, tl_graph_ref (graph, node, "value"));
  const TlVar *var = value ? tl_graph_var (graph, tl_graph_ref (graph, node, "var")) : NULL;

  return var ? tl_stmt_let (graph->arena, var, value, rest) : NULL;
}

/* Statements of the newest form that hold for what follows them in their sequence. */
static const struct { const char *kind; const TlStmt *(*read) (TlGraph *graph, TlGraphNode *node, const TlStmt *rest); } openers[] = {
  { "AllocBuffer", read_alloc },
  { "Bind", read_bind },
};

static guint
find_opener (TlGraphNode *node)
{
  guint i = 0;

  while (i < G_N_ELEMENTS (openers) && strcmp (tl_graph_kind (node), openers[i].kind) != 0)
    i++;
  return i;
}

/* @n statements as one, from the last on: what one holds for is read by then. */
static const TlStmt *
read_suite (TlGraph *graph, const gint64 *list, guint n)
{
  g_autofree const TlStmt **stmts = g_new0 (const TlStmt *, n + 1);
  guint n_after = 0;

  for (guint i = n; i > 0 && !tl_graph_has_failed (graph); i--)
    {
      TlGraphNode *node = tl_graph_node (graph, list[i - 1]);
      guint opener = find_opener (node);

      if (opener == G_N_ELEMENTS (openers))
        stmts[n - ++n_after] = tl_graph_stmt (graph, list[i - 1]);
      else
        {
          const TlStmt *rest = tl_stmt_seq (graph->arena, stmts + n - n_after, n_after);

          n_after = 1;
          stmts[n - 1] = openers[opener].read (graph, node, rest);
        }
    }
  return tl_graph_has_failed (graph) ? NULL : tl_stmt_seq (graph->arena, stmts + n - n_after, n_after);
}

static const TlStmt *
read_seq (TlGraph *graph, TlGraphNode *node)
{
  guint n;
  g_autofree gint64 *list = tl_graph_list (graph, tl_graph_ref (graph, node, "seq"), &n);

  return tl_graph_has_failed (graph) ? NULL : read_suite (graph, list, n);
}

static const TlStmt *
read_store (TlGraph *graph, TlGraphNode *node)
{
  const TlBuffer *buffer = tl_graph_buffer (graph, tl_graph_ref (graph, node, "buffer"));
  guint n;
  const TlExpr **indices = buffer ? tl_graph_exprs (graph, tl_graph_ref (graph, node, "indices"), &n) : NULL;
  const TlExpr *value = indices ? tl_graph_expr (graph, tl_graph_ref (graph, node, "value")) : NULL;

  if (!value)
    return NULL;
  if (n != buffer->n_dims || !tl_graph_is_null (graph, tl_graph_ref (graph, node, "predicate")))
    return tl_graph_fail (graph, "a store to %s has the wrong number of indices or a mask", buffer->name);
  return tl_stmt_store (graph->arena, buffer, indices, n, value);
}

static const TlStmt *
read_if (TlGraph *graph, TlGraphNode *node)
{
  const TlExpr *cond = tl_graph_expr (graph, tl_graph_ref (graph, node, "condition"));
  const TlStmt *then_body = cond ? child_stmt (graph, node, "then_case") : NULL;
  const TlStmt *else_body = then_body ? child_stmt_or_null (graph, node, "else_case") : NULL;

  return then_body && !tl_graph_has_failed (graph) ? tl_stmt_if (graph->arena, cond, then_body, else_body) : NULL;
}

static const TlStmt *
read_let (TlGraph *graph, TlGraphNode *node)
{
  const TlExpr *value = tl_graph_expr (graph, tl_graph_ref (graph, node, "value"));
  const TlVar *var = value ? tl_graph_var (graph, tl_graph_ref (graph, node, "var")) : NULL;
  const TlStmt *body = var ? child_stmt (graph, node, "body") : NULL;

  return body ? tl_stmt_let (graph->arena, var, value, body) : NULL;
}

static const TlStmt *
read_while (TlGraph *graph, TlGraphNode *node)
{
  const TlExpr *cond = tl_graph_expr (graph, tl_graph_ref (graph, node, "condition"));
  const TlStmt *body = cond ? child_stmt (graph, node, "body") : NULL;

  return body ? tl_stmt_while (graph->arena, cond, body) : NULL;
}

static const TlStmt *
read_evaluate (TlGraph *graph, TlGraphNode *node)
{
  const TlExpr *value = tl_graph_expr (graph, tl_graph_ref (graph, node, "value"));

  return value ? tl_stmt_evaluate (graph->arena, value) : NULL;
}

/* T.launch_thread: the attribute's value is the number of threads. */
static const TlStmt *
read_launch (TlGraph *graph, TlGraphNode *node, TlGraphNode *iter)
{
  TlLoop loop = { .id = take_id (graph), .kind = TL_LOOP_THREAD_BINDING, .is_launch = TRUE };
  const char *thread = tl_graph_string (graph, iter, "thread_tag");

  loop.var = thread ? tl_graph_var (graph, tl_graph_ref (graph, iter, "var")) : NULL;
  loop.extent = loop.var ? tl_graph_expr (graph, tl_graph_ref (graph, node, "value")) : NULL;
  loop.body = loop.extent ? child_stmt (graph, node, "body") : NULL;
  if (!loop.body)
    return NULL;
  loop.thread = tl_arena_strdup (graph->arena, thread);
  loop.min = tl_expr_int (graph->arena, loop.extent->dtype, 0);
  return tl_stmt_loop (graph->arena, &loop);
}

/* An attribute of nothing is one of the number 0. */
static const TlStmt *
read_attr (TlGraph *graph, TlGraphNode *node)
{
  const char *key = tl_graph_string (graph, node, "attr_key");
  gint64 position = tl_graph_ref (graph, node, "node");
  TlGraphNode *of = key ? tl_graph_node (graph, position) : NULL;
  const TlExpr *value, *named = NULL;
  gboolean is_nothing;
  const TlStmt *body;
  TlValue number;

  if (!of)
    return NULL;
  if (strcmp (tl_graph_kind (of), "IterVar") == 0)
    return strcmp (key, "thread_extent") == 0 ? read_launch (graph, node, of)
                                              : tl_graph_fail (graph, "the attribute %.60s belongs to a loop", key);
  is_nothing = *tl_graph_kind (of) == '\0'
               || (tl_graph_number (graph, position, &number) && number.kind == TL_VALUE_INT && number.integer == 0);
  if (!is_nothing && !(named = tl_graph_expr (graph, position)))
    return NULL;
  value = tl_graph_expr (graph, tl_graph_ref (graph, node, "value"));
  body = value ? child_stmt (graph, node, "body") : NULL;
  return body ? tl_stmt_attr (graph->arena, tl_arena_strdup (graph->arena, key), named, value, body) : NULL;
}

/* The text of a StringImm. */
static const char *
immediate_text (TlGraph *graph, gint64 position)
{
  const TlExpr *expr = tl_graph_expr (graph, position);

  return expr && expr->kind == TL_EXPR_STRING ? expr->text : tl_graph_fail (graph, "the message of an assertion is not a string");
}

static const TlStmt *
read_assert (TlGraph *graph, TlGraphNode *node)
{
  const TlExpr *cond = tl_graph_expr (graph, tl_graph_ref (graph, node, "condition"));
  const char *kind = cond ? immediate_text (graph, tl_graph_ref (graph, node, "error_kind")) : NULL;
  guint n;
  g_autofree gint64 *list = kind ? tl_graph_list (graph, tl_graph_ref (graph, node, "message_parts"), &n) : NULL;
  const char **parts = list ? tl_arena_new_array (graph->arena, const char *, n + 1) : NULL;

  if (!parts)
    return tl_graph_fail (graph, "an assertion has no message");
  for (guint i = 0; i < n; i++)
    if (!(parts[i] = immediate_text (graph, list[i])))
      return NULL;
  return cond->dtype.code == TL_TYPE_BOOL ? tl_stmt_assert (graph->arena, cond, kind, parts, n)
                                          : tl_graph_fail (graph, "the condition of an assertion is not boolean");
}

static const struct { const char *kind; const TlStmt *(*read) (TlGraph *graph, TlGraphNode *node); } stmt_kinds[] = {
  { "For", read_loop },         { "BlockRealize", read_block }, { "SBlockRealize",
                                                                  read_block }, { "SeqStmt", read_seq }, { "BufferStore", read_store },
  { "IfThenElse", read_if },    { "LetStmt", read_let },        { "While", read_while },         { "Evaluate", read_evaluate },
  { "AttrStmt", read_attr },    { "AssertStmt", read_assert },
};

const TlStmt *
tl_graph_stmt (TlGraph *graph, gint64 position)
{
  TlGraphNode *node = tl_graph_node (graph, position);
  const char *kind = tl_graph_kind (node);
  const TlStmt *stmt = NULL;
  guint i = 0;

  if (!node || !tl_graph_enter (graph))
    return NULL;
  while (i < G_N_ELEMENTS (stmt_kinds) && strcmp (kind, stmt_kinds[i].kind) != 0)
    i++;
  if (i < G_N_ELEMENTS (stmt_kinds))
    stmt = stmt_kinds[i].read (graph, node);
  else if (find_opener (node) < G_N_ELEMENTS (openers))
    stmt = read_suite (graph, &position, 1);
  else
    tl_graph_fail (graph, "unsupported node %.60s", kind);
  tl_graph_leave (graph);
  return tl_graph_has_failed (graph) ? NULL : stmt;
}

/* --- functions --- */

/* The buffer that old forms map onto a parameter; 0: none. */
static gint64
mapped_buffer (TlGraph *graph, TlGraphNode *func, gint64 param)
{
  TlGraphNode *map = tl_graph_has (func, "buffer_map") ? tl_graph_node (graph, tl_graph_ref (graph, func, "buffer_map")) : NULL;
  JsonNode *data = map ? json_object_get_member (map, "data") : NULL;
  JsonArray *array = data && JSON_NODE_HOLDS_ARRAY (data) ? json_node_get_array (data) : NULL;

  for (guint i = 0; array && i + 1 < json_array_get_length (array); i += 2)
    {
      JsonNode *key = json_array_get_element (array, i), *value = json_array_get_element (array, i + 1);

      if (JSON_NODE_HOLDS_VALUE (key) && JSON_NODE_HOLDS_VALUE (value) && json_node_get_int (key) == param)
        return json_node_get_int (value);
    }
  return 0;
}

/* "B_handle" is what TVM calls the parameter of "B: T.Buffer (…)". */
static const char *
param_name (TlGraph *graph, const char *var, const TlBuffer *buffer)
{
  g_autofree char *made = g_strconcat (buffer->name, "_handle", NULL);

  return strcmp (var, made) == 0 ? buffer->name : tl_arena_strdup (graph->arena, var);
}

static gboolean
read_param (TlGraph *graph, TlGraphNode *func, gint64 position, TlParam *param)
{
  TlGraphNode *node = tl_graph_node (graph, position), *type;
  const char *name = node ? tl_graph_string (graph, node, "name") : NULL;
  gint64 buffer = mapped_buffer (graph, func, position);

  if (!name)
    return FALSE;
  type = tl_graph_has (node, "ty") ? tl_graph_node (graph, tl_graph_ref (graph, node, "ty")) : NULL;
  if (type && strcmp (tl_graph_kind (type), "BufferType") == 0)
    buffer = position;
  if (buffer > 0)
    {
      param->buffer = tl_graph_buffer (graph, buffer);
      param->name = param->buffer ? param_name (graph, name, param->buffer) : NULL;
      return param->buffer != NULL;
    }
  param->var = tl_graph_var (graph, position);
  param->name = param->var ? param->var->name : NULL;
  return param->var != NULL;
}

/* Bodies without a root block get one, as the reader of scripts gives them. */
static const TlStmt *
with_root (TlGraph *graph, const TlStmt *body)
{
  TlBlock root = { .id = take_id (graph), .name = "root", .body = body };

  if (body->kind == TL_STMT_BLOCK && body->block.n_axes == 0 && strcmp (body->block.name, "root") == 0)
    return body;
  return tl_stmt_block (graph->arena, &root);
}

static TlAttrs
read_dict_attrs (TlGraph *graph, TlGraphNode *node, const char *key)
{
  TlGraphNode *dict = tl_graph_has (node, key) ? tl_graph_node (graph, tl_graph_ref (graph, node, key)) : NULL;

  return dict && *tl_graph_kind (dict) != '\0' ? tl_graph_attrs (graph, tl_graph_ref (graph, dict, "__dict__")) : tl_attrs_empty;
}

/* "s_tir" is how the newest form marks functions that have blocks: all have them here. */
static TlAttrs
read_func_attrs (TlGraph *graph, TlGraphNode *node)
{
  TlAttrs attrs = read_dict_attrs (graph, node, "attrs");
  const TlValue *noalias = tl_attrs_find (&attrs, "tirx.noalias");

  if (noalias)
    attrs = tl_attrs_with (graph->arena, &attrs, "tir.noalias", *noalias);
  attrs = tl_attrs_without (graph->arena, &attrs, "tirx.noalias");
  return tl_attrs_without (graph->arena, &attrs, "s_tir");
}

static const TlPrimFunc *
read_func (TlGraph *graph, const char *name, gint64 position)
{
  TlGraphNode *node = tl_graph_node (graph, position);
  TlPrimFunc *func = tl_arena_new0 (graph->arena, TlPrimFunc);
  g_autofree gint64 *list = NULL;
  TlParam *params;

  if (strcmp (tl_graph_kind (node), "PrimFunc") != 0)
    return tl_graph_fail (graph, "%s is a %.60s, not a PrimFunc", name, tl_graph_kind (node));
  list = tl_graph_list (graph, tl_graph_ref (graph, node, "params"), &func->n_params);
  params = tl_arena_new_array (graph->arena, TlParam, func->n_params + 1);
  for (guint i = 0; i < func->n_params; i++)
    if (!read_param (graph, node, list[i], &params[i]))
      return NULL;
  func->name = tl_arena_strdup (graph->arena, name);
  func->params = params;
  func->attrs = read_func_attrs (graph, node);
  func->body = tl_graph_has_failed (graph) ? NULL : child_stmt (graph, node, "body");
  if (!func->body)
    return NULL;
  func->body = with_root (graph, func->body);
  return func;
}

/* Functions by name, as TVM prints them. */
static gint
compare_funcs (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const TlPrimFunc *const *) a)->name, (*(const TlPrimFunc *const *) b)->name);
}

static TlModule *
read_module (TlGraph *graph, gint64 root)
{
  TlGraphNode *node = tl_graph_node (graph, root), *map;
  g_autoptr (GPtrArray) funcs = g_ptr_array_new ();
  JsonNode *data;
  TlModule *module;
  TlAttrs attrs;

  if (strcmp (tl_graph_kind (node), "IRModule") != 0)
    return tl_graph_fail (graph, "it is a %.60s, not an IRModule", tl_graph_kind (node));
  map = tl_graph_node (graph, tl_graph_ref (graph, node, "functions"));
  data = map ? json_object_get_member (map, "data") : NULL;
  for (guint i = 0; data && JSON_NODE_HOLDS_ARRAY (data) && i + 1 < json_array_get_length (json_node_get_array (data)); i += 2)
    {
      JsonNode *key = json_array_get_element (json_node_get_array (data), i),
                *value = json_array_get_element (json_node_get_array (data), i + 1);
      TlGraphNode *global = JSON_NODE_HOLDS_VALUE (key)
                            && JSON_NODE_HOLDS_VALUE (value) ? tl_graph_node (graph, json_node_get_int (key)) : NULL;
      const char *name = global ? tl_graph_string (graph, global, "name_hint") : NULL;
      const TlPrimFunc *func = name ? read_func (graph, name, json_node_get_int (value)) : NULL;

      if (!func)
        return NULL;
      g_ptr_array_add (funcs, (gpointer) func);
    }
  if (funcs->len == 0)
    return tl_graph_fail (graph, "it has no function");
  g_ptr_array_sort (funcs, compare_funcs);
  attrs = read_dict_attrs (graph, node, "attrs");
  if (tl_graph_has_failed (graph))
    return NULL;
  module = tl_module_new_prims (graph->arena, "Module", (const TlPrimFunc *const *) funcs->pdata, funcs->len, graph->next_id);
  tl_module_set_attrs (module, &attrs, NULL);
  return module;
}

/* TVM writes Infinity, -Infinity and NaN, which are no JSON: as text. */
static char *
quote_infinities (const char *json)
{
  static const char *const words[] = { "Infinity", "-Infinity", "NaN" };
  GString *out = g_string_sized_new (strlen (json) + 64);
  gboolean in_string = FALSE;

  for (const char *p = json; *p != '\0'; p++)
    {
      const char *word = NULL;

      for (guint i = 0; !in_string && i < G_N_ELEMENTS (words); i++)
        if (*p == *words[i] && g_str_has_prefix (p, words[i]))
          word = words[i];
      if (word)
        {
          g_string_append_printf (out, "\"%s\"", word);
          p += strlen (word) - 1;
          continue;
        }
      g_string_append_c (out, *p);
      if (in_string && *p == '\\' && p[1] != '\0')
        g_string_append_c (out, *++p);
      else if (*p == '"')
        in_string = !in_string;
    }
  return g_string_free (out, FALSE);
}

TlModule *
tl_module_from_tvm_json (const char *json, GError **error)
{
  g_autofree char *quoted = strstr (json, "Infinity") || strstr (json, "NaN") ? quote_infinities (json) : NULL;
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (GHashTable) exprs = g_hash_table_new (NULL, NULL), buffers = g_hash_table_new (NULL,
                                                                                            NULL), data_vars = g_hash_table_new (NULL,
                                                                                                                                 NULL);
  g_autoptr (TlModule) module = NULL;
  g_autoptr (GError) failure = NULL;
  TlGraph graph = { .arena = arena, .next_id = 1, .exprs = exprs, .buffers = buffers, .data_vars = data_vars, .error = &failure };
  gboolean is_read = !tl_json_is_too_deep (json, MAX_JSON_DEPTH)
                     && json_parser_load_from_data (parser, quoted ? quoted : json, -1, &failure);
  JsonNode *root = is_read ? json_parser_get_root (parser) : NULL, *nodes, *start;

  if (root && JSON_NODE_HOLDS_OBJECT (root))
    {
      nodes = json_object_get_member (json_node_get_object (root), "nodes");
      start = json_object_get_member (json_node_get_object (root), "root_index");
      start = start ? start : json_object_get_member (json_node_get_object (root), "root");
      graph.nodes = nodes && JSON_NODE_HOLDS_ARRAY (nodes) ? json_node_get_array (nodes) : NULL;
      if (graph.nodes && start && JSON_NODE_HOLDS_VALUE (start))
        module = read_module (&graph, json_node_get_int (start));
      else
        tl_graph_fail (&graph, "it is not a graph of nodes");
    }
  else if (!failure)
    tl_graph_fail (&graph, "it is not a graph of nodes");
  if (module && !tl_module_verify (module, &failure))
    g_clear_pointer (&module, tl_module_unref);
  if (!module)
    g_set_error (error, TL_TVM_JSON_ERROR, TL_TVM_JSON_ERROR_READ, "the module cannot be read: %s", failure->message);
  return g_steal_pointer (&module);
}
