/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/arith/int-set.h"
#include "core/base/error.h"
#include "core/graph/operators/operators.h"
#include "core/graph/passes/fuse-names-private.h"
#include "core/graph/passes/fuse-tir-private.h"
#include "core/ir/relax-rewrite.h"

/* A part of a variable of the function: all of it, or a field of the tuple that it is. */
typedef struct
{
  const TlBuffer *buffer;     /* NULL: a scalar */
  const TlExpr   *scalar;
} ValueLeaf;

typedef struct
{
  TlParam  param;
  gboolean is_used;
} FusedParam;

typedef struct
{
  TlBuilder      *builder;
  const TlModule *module;
  const char     *name;       /* of the function, for errors */
  GArray         *params;     /* FusedParam */
  GHashTable     *values;     /* TlRelaxVar → GArray of ValueLeaf */
  GPtrArray      *allocs;     /* const TlBuffer * */
  GPtrArray      *stmts;      /* const TlStmt * */
  GHashTable     *taken;      /* names of intermediates */
} Fusion;

static gboolean
fail (const Fusion *fusion, GError **error, const char *problem, const char *subject)
{
  return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_UNSUPPORTED, "FuseTIR: the function %s %s%s", fusion->name, problem, subject);
}

/* --- parameters --- */

static void
add_scalar (Fusion *fusion, const TlVar *var, GArray *leaves)
{
  FusedParam param = { .param = { .name = var->name, .var = var }, .is_used = TRUE };
  ValueLeaf  leaf = { NULL, var };

  g_array_append_val (fusion->params, param);
  g_array_append_val (leaves, leaf);
}

static gboolean
add_shape_params (Fusion *fusion, const TlRelaxType *type, GArray *leaves, GError **error)
{
  for (int i = 0; type->dims != NULL && i < type->n_dims; i++)
    if (type->dims[i]->kind == TL_EXPR_VAR)
      add_scalar (fusion, type->dims[i], leaves);
    else
      return fail (fusion, error, "has a parameter of a shape that is no list of variables", "");
  return TRUE;
}

static gboolean
add_params (Fusion *fusion, const char *name, const TlRelaxType *type, GArray *leaves, GError **error)
{
  TlArena *arena = fusion->builder->arena;

  switch (type->kind)
    {
    case TL_RELAX_TYPE_TENSOR:
      {
        FusedParam param = { .param.name = tl_arena_strdup (arena, name) };
        ValueLeaf  leaf = { NULL, NULL };

        if (type->dims == NULL)
          return fail (fusion, error, "has a parameter of unknown sizes: ", name);
        leaf.buffer = param.param.buffer = tl_buffer_new (arena, param.param.name, type->dtype, type->dims, (guint) type->n_dims, NULL);
        g_array_append_val (fusion->params, param);
        g_array_append_val (leaves, leaf);
        return TRUE;
      }
    case TL_RELAX_TYPE_PRIM:
      add_scalar (fusion, tl_expr_var (arena, name, type->dtype), leaves);
      return TRUE;
    case TL_RELAX_TYPE_SHAPE:
      return add_shape_params (fusion, type, leaves, error);
    case TL_RELAX_TYPE_TUPLE:
      for (guint i = 0; i < type->n_fields; i++)
        {
          g_autofree char *field = g_strdup_printf ("%s_%u", name, i);

          if (!add_params (fusion, field, type->fields[i], leaves, error))
            return FALSE;
        }
      return TRUE;
    default:
      return fail (fusion, error, "has a parameter that is neither tensor nor scalar: ", name);
    }
}

/* --- values --- */

static GArray *
define (Fusion *fusion, const TlRelaxVar *var)
{
  GArray *leaves = g_array_new (FALSE, FALSE, sizeof (ValueLeaf));

  g_hash_table_insert (fusion->values, (gpointer) var, leaves);
  return leaves;
}

static guint
count_leaves (const TlRelaxType *type)
{
  guint n = 0;

  if (type->kind == TL_RELAX_TYPE_SHAPE)
    return type->dims != NULL ? (guint) type->n_dims : 0;
  if (type->kind != TL_RELAX_TYPE_TUPLE)
    return 1;
  for (guint i = 0; i < type->n_fields; i++)
    n += count_leaves (type->fields[i]);
  return n;
}

static gboolean append_value (Fusion *fusion, const TlRelaxExpr *value, GArray *leaves, GError **error);

static gboolean
append_item (Fusion *fusion, const TlRelaxExpr *item, GArray *leaves, GError **error)
{
  g_autoptr (GArray)  all = g_array_new (FALSE, FALSE, sizeof (ValueLeaf));
  const TlRelaxType  *type = item->tuple->type;
  guint               first = 0;

  if (type->kind != TL_RELAX_TYPE_TUPLE || item->index >= type->n_fields)
    return fail (fusion, error, "takes a field of what is no tuple, or has no such field", "");
  if (!append_value (fusion, item->tuple, all, error))
    return FALSE;
  for (guint i = 0; i < item->index; i++)
    first += count_leaves (type->fields[i]);
  g_array_append_vals (leaves, &g_array_index (all, ValueLeaf, first), count_leaves (type->fields[item->index]));
  return TRUE;
}

static gboolean
append_value (Fusion *fusion, const TlRelaxExpr *value, GArray *leaves, GError **error)
{
  const GArray *known = value->kind == TL_RELAX_VAR ? g_hash_table_lookup (fusion->values, value) : NULL;
  ValueLeaf          scalar = { NULL, NULL };

  if (known != NULL)
    {
      g_array_append_vals (leaves, known->data, known->len);
      return TRUE;
    }
  switch (value->kind)
    {
    case TL_RELAX_TUPLE:
      for (guint i = 0; i < value->n_items; i++)
        if (!append_value (fusion, value->items[i], leaves, error))
          return FALSE;
      return TRUE;
    case TL_RELAX_ITEM:
      return append_item (fusion, value, leaves, error);
    case TL_RELAX_PRIM:
      scalar.scalar = value->prim;
      g_array_append_val (leaves, scalar);
      return TRUE;
    case TL_RELAX_CONST:
      return fail (fusion, error, "has a constant tensor in it; it must be a parameter", "");
    default:
      return fail (fusion, error, "does something else than call_tir, tuples and their fields", "");
    }
}

/* --- one call --- */

typedef struct
{
  Fusion     *fusion;
  GHashTable *buffers;     /* TlBuffer of the callee → that in the function */
  GHashTable *sizes;       /* TlVar of the callee → TlExpr */
} Inlining;

static const TlExpr *
inline_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  const Inlining *inlining = rewriter->user_data;

  return expr->kind == TL_EXPR_VAR ? g_hash_table_lookup (inlining->sizes, expr) : NULL;
}

static const TlExpr *const *
inline_sizes (Inlining *inlining, const TlExpr *const *list, guint n)
{
  TlArena       *arena = inlining->fusion->builder->arena;
  const TlExpr **copy = list != NULL ? tl_arena_dup_array (arena, const TlExpr *, list, n) : NULL;

  for (guint i = 0; copy != NULL && i < n; i++)
    copy[i] = tl_expr_substitute (arena, list[i], inlining->sizes);
  return copy;
}

/* A buffer of the callee's own. */
static const TlBuffer *
inline_declaration (Inlining *inlining, const TlBuffer *buffer, const char *name)
{
  TlArena  *arena = inlining->fusion->builder->arena;
  TlBuffer *copy = tl_arena_memdup (arena, buffer, sizeof *buffer);

  copy->name = name;
  copy->shape = inline_sizes (inlining, buffer->shape, buffer->n_dims);
  copy->strides = inline_sizes (inlining, buffer->strides, buffer->n_dims);
  copy->elem_offset = buffer->elem_offset != NULL ? tl_expr_substitute (arena, buffer->elem_offset, inlining->sizes) : NULL;
  g_hash_table_insert (inlining->buffers, (gpointer) buffer, copy);
  return copy;
}

static const TlBuffer *
inline_buffer (TlRewriter *rewriter, const TlBuffer *buffer)
{
  Inlining       *inlining = rewriter->user_data;
  const TlBuffer *other = g_hash_table_lookup (inlining->buffers, buffer);

  return other != NULL ? other : inline_declaration (inlining, buffer, buffer->name);
}

static void
mark_used (Fusion *fusion, const ValueLeaf *leaf)
{
  for (guint i = 0; i < fusion->params->len; i++)
    {
      FusedParam *param = &g_array_index (fusion->params, FusedParam, i);

      param->is_used |= leaf->buffer != NULL && param->param.buffer == leaf->buffer;
    }
}

/* Variables of the callee's size @size get values where it has the form of @given: of n * 8 and m * 8, n is m. */
static void
match_size (Inlining *inlining, const TlExpr *size, const TlExpr *given)
{
  if (size->kind == TL_EXPR_VAR && !g_hash_table_contains (inlining->sizes, size))
    g_hash_table_insert (inlining->sizes, (gpointer) size, (gpointer) given);
  else if (tl_expr_kind_is_binary (size->kind) && size->kind == given->kind)
    {
      match_size (inlining, size->a, given->a);
      match_size (inlining, size->b, given->b);
    }
}

static gboolean
match_param (Inlining *inlining, const TlPrimFunc *callee, const TlParam *param, const ValueLeaf *leaf, GError **error)
{
  if ((param->buffer == NULL) != (leaf->buffer == NULL))
    return fail (inlining->fusion, error, "passes a scalar for a tensor or the other way round to ", callee->name);
  mark_used (inlining->fusion, leaf);
  if (param->buffer == NULL)
    {
      g_hash_table_insert (inlining->sizes, (gpointer) param->var, (gpointer) leaf->scalar);
      return TRUE;
    }
  if (param->buffer->n_dims != leaf->buffer->n_dims)
    return fail (inlining->fusion, error, "passes a tensor of another number of dimensions to ", callee->name);
  for (guint i = 0; i < param->buffer->n_dims; i++)
    match_size (inlining, param->buffer->shape[i], leaf->buffer->shape[i]);
  g_hash_table_insert (inlining->buffers, (gpointer) param->buffer, (gpointer) leaf->buffer);
  return TRUE;
}

/* The outputs become new buffers, but those in place. */
static gboolean
match_outputs (Inlining *inlining, const TlRelaxExpr *call, const TlPrimFunc *callee, const GArray *inputs, GArray *outputs,
               GError **error)
{
  Fusion *fusion = inlining->fusion;
  guint   next = inputs->len;

  for (guint i = 0; i < call->n_type_args; i++)
    {
      gint64 in_place = tl_relax_inplace_index (call, i);
      ValueLeaf   leaf = { NULL, NULL };

      if (in_place >= (gint64) inputs->len || (in_place < 0 && (next >= callee->n_params || callee->params[next].buffer == NULL)))
        return fail (fusion, error, "takes more outputs than it has from ", callee->name);
      if (in_place >= 0)
        leaf = g_array_index (inputs, ValueLeaf, in_place);
      else
        {
          const TlBuffer *buffer = callee->params[next++].buffer;

          leaf.buffer = inline_declaration (inlining, buffer,
                                            tl_fuse_name_intermediate (fusion->builder->arena, callee, buffer, fusion->taken));
          g_ptr_array_add (fusion->allocs, (gpointer) leaf.buffer);
        }
      g_array_append_val (outputs, leaf);
    }
  return TRUE;
}

static gboolean
match_inputs (Inlining *inlining, const TlPrimFunc *callee, const GArray *inputs, GError **error)
{
  if (inputs->len > callee->n_params)
    return fail (inlining->fusion, error, "passes too many arguments to ", callee->name);
  for (guint i = 0; i < inputs->len; i++)
    if (!match_param (inlining, callee, &callee->params[i], &g_array_index (inputs, ValueLeaf, i), error))
      return FALSE;
  return TRUE;
}

/* One region for each buffer: two parameters may be one tensor now. */
static const TlRegion *
join_all_regions (TlArena *arena, const TlRegion *regions, guint *n_regions)
{
  TlRegion *joined = tl_arena_dup_array (arena, TlRegion, regions, *n_regions);
  guint     n = 0;

  for (guint i = 0; i < *n_regions; i++)
    {
      guint k = 0;

      while (k < n && joined[k].buffer != regions[i].buffer)
        k++;
      joined[k] = k < n ? tl_region_union (arena, joined[k], regions[i]) : regions[i];
      n = MAX (n, k + 1);
    }
  *n_regions = n;
  return joined;
}

static const TlStmt *
inline_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  TlBlock block;

  if (stmt->kind != TL_STMT_BLOCK)
    return NULL;
  block = tl_rewrite_stmt_children (rewriter, stmt)->block;
  block.reads = join_all_regions (rewriter->arena, block.reads, &block.n_reads);
  block.writes = join_all_regions (rewriter->arena, block.writes, &block.n_writes);
  return tl_stmt_block (rewriter->arena, &block);
}

static void
inline_allocs (Inlining *inlining, const TlBlock *root)
{
  for (guint i = 0; i < root->n_allocs; i++)
    g_ptr_array_add (inlining->fusion->allocs, (gpointer) inline_declaration (inlining, root->allocs[i], root->allocs[i]->name));
}

static void
inline_body (Inlining *inlining, const TlStmt *body)
{
  Fusion    *fusion = inlining->fusion;
  TlRewriter rewriter = { .arena = fusion->builder->arena, .expr = inline_expr, .stmt = inline_stmt, .buffer = inline_buffer,
                             .user_data = inlining };

  g_ptr_array_add (fusion->stmts, (gpointer) tl_rewrite_stmt (&rewriter, tl_stmt_clone (fusion->builder, body)));
}

static gboolean
inline_call (Fusion *fusion, const TlRelaxExpr *call, GArray *outputs, GError **error)
{
  g_autoptr (GHashTable)    buffers = g_hash_table_new (NULL, NULL), sizes = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray)        inputs = g_array_new (FALSE, FALSE, sizeof (ValueLeaf));
  Inlining                  inlining = { fusion, buffers, sizes };
  const char               *name = tl_relax_tir_callee (call);
  const TlPrimFunc         *callee = tl_module_prim (fusion->module, name);
  guint                     n_args;
  const TlRelaxExpr *const *args = tl_relax_tir_args (call, &n_args);

  if (callee == NULL)
    return fail (fusion, error, "calls what is no PrimFunc of the module: ", name);
  if (callee->body->block.n_matches > 0)
    return fail (fusion, error, "calls a PrimFunc whose root block matches buffers: ", name);
  for (guint i = 0; i < n_args; i++)
    if (!append_value (fusion, args[i], inputs, error))
      return FALSE;
  if (!match_inputs (&inlining, callee, inputs, error))
    return FALSE;
  inline_allocs (&inlining, &callee->body->block);
  if (!match_outputs (&inlining, call, callee, inputs, outputs, error))
    return FALSE;
  inline_body (&inlining, callee->body->block.body);
  return TRUE;
}

static gboolean
fuse_binding (Fusion *fusion, const TlRelaxBinding *binding, GError **error)
{
  g_autoptr (GArray) leaves = g_array_new (FALSE, FALSE, sizeof (ValueLeaf));
  GArray            *defined;

  if (binding->kind == TL_RELAX_BIND_MATCH)
    return fail (fusion, error, "has an R.match_cast in it: ", binding->var->name);
  if (tl_relax_tir_callee (binding->value) != NULL ? !inline_call (fusion, binding->value, leaves, error)
                                                   : !append_value (fusion, binding->value, leaves, error))
    return FALSE;
  defined = define (fusion, binding->var);
  g_array_append_vals (defined, leaves->data, leaves->len);
  return TRUE;
}

/* --- the function --- */

static gboolean
add_outputs (Fusion *fusion, const TlRelaxExpr *result, GError **error)
{
  g_autoptr (GArray) leaves = g_array_new (FALSE, FALSE, sizeof (ValueLeaf));

  if (!append_value (fusion, result, leaves, error))
    return FALSE;
  for (guint i = 0; i < leaves->len; i++)
    {
      const TlBuffer *buffer = g_array_index (leaves, ValueLeaf, i).buffer;
      FusedParam           param = { .param = { .buffer = buffer }, .is_used = TRUE };

      if (buffer == NULL || !g_ptr_array_remove (fusion->allocs, (gpointer) buffer))
        return fail (fusion, error, "gives back one of its parameters, or one tensor twice", "");
      param.param.name = buffer->name;
      g_array_append_val (fusion->params, param);
    }
  return TRUE;
}

static const TlPrimFunc *
finish (Fusion *fusion)
{
  TlArena       *arena = fusion->builder->arena;
  TlPrimFunc    *prim = tl_arena_new0 (arena, TlPrimFunc);
  TlParam       *params = tl_arena_new_array (arena, TlParam, fusion->params->len);
  TlValue        noalias = { .kind = TL_VALUE_BOOL, .boolean = TRUE };
  const TlStmt  *body = tl_stmt_seq (arena, (const TlStmt *const *) fusion->stmts->pdata, fusion->stmts->len);
  TlBlock        root = { .id = tl_builder_take_id (fusion->builder), .name = "root" };

  for (guint i = 0; i < fusion->params->len; i++)
    if (g_array_index (fusion->params, FusedParam, i).is_used)
      params[prim->n_params++] = g_array_index (fusion->params, FusedParam, i).param;
  root.allocs = tl_arena_dup_array (arena, const TlBuffer *, fusion->allocs->pdata, fusion->allocs->len);
  root.n_allocs = fusion->allocs->len;
  root.body = tl_fuse_rename_blocks (arena, body);
  prim->name = tl_arena_strdup (arena, fusion->name);
  prim->params = params;
  prim->attrs = tl_attrs_with (arena, &tl_attrs_empty, "tirx.noalias", noalias);
  prim->body = tl_stmt_block (arena, &root);
  return prim;
}

static gboolean
fuse_bindings (Fusion *fusion, const TlGraphFunc *func, GError **error)
{
  for (guint i = 0; i < func->n_params; i++)
    if (!add_params (fusion, func->params[i]->name, func->params[i]->type, define (fusion, func->params[i]), error))
      return FALSE;
  for (guint k = 0; k < func->body.n_blocks; k++)
    for (guint i = 0; i < func->body.blocks[k].n_bindings; i++)
      if (!fuse_binding (fusion, &func->body.blocks[k].bindings[i], error))
        return FALSE;
  return TRUE;
}

static gboolean
list_results (Fusion *fusion, const TlRelaxExpr *result, GPtrArray *results, GError **error)
{
  g_autoptr (GArray) leaves = g_array_new (FALSE, FALSE, sizeof (ValueLeaf));

  if (!append_value (fusion, result, leaves, error))
    return FALSE;
  for (guint i = 0; i < leaves->len; i++)
    {
      const TlBuffer *buffer = g_array_index (leaves, ValueLeaf, i).buffer;

      if (buffer == NULL)
        return fail (fusion, error, "gives back a scalar", "");
      g_ptr_array_add (results, (gpointer) buffer);
    }
  return TRUE;
}

gboolean
tl_fuse_tir_body (TlBuilder *builder, const TlModule *module, const char *name, const TlGraphFunc *func, TlFusedBody *body, GError **error)
{
  g_autoptr (GArray)     params = g_array_new (FALSE, FALSE, sizeof (FusedParam));
  g_autoptr (GHashTable) values = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray)  stmts = g_ptr_array_new ();
  Fusion                 fusion = { builder, module, name, params, values, NULL, stmts, taken };

  *body = (TlFusedBody) { g_array_new (FALSE, FALSE, sizeof (TlParam)), g_ptr_array_new (), g_ptr_array_new (), NULL };
  fusion.allocs = body->allocs;
  if (!fuse_bindings (&fusion, func, error) || !list_results (&fusion, func->body.result, body->results, error))
    return FALSE;
  for (guint i = 0; i < params->len; i++)
    g_array_append_val (body->params, g_array_index (params, FusedParam, i).param);
  body->body = tl_stmt_seq (builder->arena, (const TlStmt *const *) stmts->pdata, stmts->len);
  return TRUE;
}

void
tl_fused_body_clear (TlFusedBody *body)
{
  g_clear_pointer (&body->params, g_array_unref);
  g_clear_pointer (&body->results, g_ptr_array_unref);
  g_clear_pointer (&body->allocs, g_ptr_array_unref);
}

const TlPrimFunc *
tl_fuse_tir_function (TlBuilder *builder, const TlModule *module, const char *name, const TlGraphFunc *func, GArray *is_used,
                      GError **error)
{
  g_autoptr (GArray)     params = g_array_new (FALSE, FALSE, sizeof (FusedParam));
  g_autoptr (GHashTable) values = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray)  allocs = g_ptr_array_new (), stmts = g_ptr_array_new ();
  Fusion                 fusion = { builder, module, name, params, values, allocs, stmts, taken };
  guint                  n_params;

  if (!fuse_bindings (&fusion, func, error))
    return NULL;
  n_params = params->len;
  if (!add_outputs (&fusion, func->body.result, error))
    return NULL;
  g_array_set_size (is_used, n_params);
  for (guint i = 0; i < n_params; i++)
    g_array_index (is_used, gboolean, i) = g_array_index (params, FusedParam, i).is_used;
  return finish (&fusion);
}
