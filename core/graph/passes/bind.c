/* SPDX-License-Identifier: Apache-2.0 */
/* BindParams and BindSymbolicVars: parameters become constants, symbolic sizes numbers. */
#include <string.h>

#include "core/base/error.h"
#include "core/graph/passes/graph-edit-private.h"
#include "core/ir/walk.h"

typedef struct
{
  const TlGraphFunc *func;
  const char        *name;      /* of the function */
  TlRelaxRewriter    rewriter;
} Bind;

static gboolean
set_size (Bind *bind, const TlVar *size, gint64 value, const char *source, GError **error)
{
  const TlExpr *known = g_hash_table_lookup (bind->rewriter.sizes, size);

  if (known != NULL && !tl_expr_is_int (known, value))
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID,
                    "%s: %s makes %s %" G_GINT64_FORMAT ", another one makes it %" G_GINT64_FORMAT, bind->name, source, size->name, value,
                    known->int_value);
  g_hash_table_insert (bind->rewriter.sizes, (gpointer) size, (gpointer) tl_expr_int (bind->rewriter.arena, size->dtype, value));
  return TRUE;
}

/* --- parameters --- */

static gboolean
check_type (const Bind *bind, const TlRelaxVar *param, const TlTensor *tensor, GError **error)
{
  const TlRelaxType *type = param->type;

  if (type->kind != TL_RELAX_TYPE_TENSOR)
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "%s: the parameter %s is no tensor", bind->name, param->name);
  if (type->dtype.code != TL_TYPE_VOID && !tl_dtype_equal (type->dtype, tensor->dtype))
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "%s: the parameter %s is of type %s, its array of type %s", bind->name,
                    param->name, tl_dtype_name (type->dtype), tl_dtype_name (tensor->dtype));
  if (type->n_dims >= 0 && type->n_dims != (int) tensor->n_dims)
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "%s: the parameter %s has %d dimensions, its array %u", bind->name,
                    param->name, type->n_dims, tensor->n_dims);
  return TRUE;
}

static gboolean
bind_param (Bind *bind, const TlRelaxVar *param, TlTensor *tensor, GError **error)
{
  TlArena *arena = bind->rewriter.arena;

  if (!check_type (bind, param, tensor, error))
    return FALSE;
  for (int i = 0; param->type->dims != NULL && i < param->type->n_dims; i++)
    {
      const TlExpr *size = param->type->dims[i];

      if (size->kind == TL_EXPR_VAR && !set_size (bind, size, tensor->shape[i], param->name, error))
        return FALSE;
      if (size->kind == TL_EXPR_INT && size->int_value != tensor->shape[i])
        return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID,
                        "%s: dimension %d of %s is %" G_GINT64_FORMAT ", of its array %" G_GINT64_FORMAT, bind->name, i, param->name,
                        size->int_value, tensor->shape[i]);
    }
  g_hash_table_insert (bind->rewriter.vars, (gpointer) param, (gpointer) tl_relax_const (arena, tl_tensor_ref (tensor)));
  return TRUE;
}

/* Those that became constants are parameters no longer. */
static const TlGraphFunc *
rewrite_bound (Bind *bind)
{
  TlArena           *arena = bind->rewriter.arena;
  TlGraphFunc       *lean = tl_arena_memdup (arena, bind->func, sizeof *lean);
  const TlRelaxVar **params = tl_arena_dup_array (arena, const TlRelaxVar *, lean->params, lean->n_params);

  lean->n_params = 0;
  for (guint i = 0; i < bind->func->n_params; i++)
    if (!g_hash_table_contains (bind->rewriter.vars, params[i]))
      params[lean->n_params++] = params[i];
  lean->params = params;
  if (g_hash_table_size (bind->rewriter.sizes) == 0)
    bind->rewriter.sizes = NULL;
  return tl_relax_rewrite_func (&bind->rewriter, lean);
}

static const TlRelaxVar *
find_param (const TlGraphFunc *func, const char *name)
{
  for (guint i = 0; i < func->n_params; i++)
    if (strcmp (func->params[i]->name, name) == 0)
      return func->params[i];
  return NULL;
}

static gboolean
bind_tensors (Bind *bind, gpointer data, GError **error)
{
  GHashTableIter iter;
  gpointer       name, tensor;

  g_hash_table_iter_init (&iter, data);
  while (g_hash_table_iter_next (&iter, &name, &tensor))
    {
      const TlRelaxVar *param = find_param (bind->func, name);

      if (param == NULL)
        return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "%s has no parameter %s", bind->name, (const char *) name);
      if (!bind_param (bind, param, tensor, error))
        return FALSE;
    }
  return TRUE;
}

/* --- sizes --- */

typedef struct
{
  const char *name;
  const TlVar *found;
} SizeSearch;

static TlWalk
look_for_size (const TlExpr *expr, gpointer user_data)
{
  SizeSearch *search = user_data;

  if (expr->kind == TL_EXPR_VAR && strcmp (expr->name, search->name) == 0)
    search->found = expr;
  return TL_WALK_INTO;
}

static void
look_in_size (const TlExpr *size, gpointer user_data)
{
  tl_expr_walk (size, look_for_size, user_data);
}

static const TlVar *
find_size (const TlGraphFunc *func, const char *name)
{
  SizeSearch search = { name, NULL };

  for (guint i = 0; i < func->n_params && search.found == NULL; i++)
    tl_relax_type_walk_sizes (func->params[i]->type, look_in_size, &search);
  return search.found;
}

static gboolean
bind_size (Bind *bind, const TlGraphSize *size, GError **error)
{
  const TlVar *var = find_size (bind->func, size->name);

  if (var == NULL)
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "%s has no symbolic size %s", bind->name, size->name);
  if (size->value < 1)
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "%s is %" G_GINT64_FORMAT "; a size is a whole number from 1",
                    size->name, size->value);
  return set_size (bind, var, size->value, "the value given", error);
}

/* --- the passes --- */

typedef gboolean (*BindAll) (Bind *bind, gpointer data, GError **error);

static TlModule *
bind_function (TlModule *module, const char *name, BindAll bind_all, gpointer data, GError **error)
{
  g_auto (TlGraphEdit)   edit = { 0 };
  g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL), sizes = g_hash_table_new (NULL, NULL);
  const TlFunc          *func = tl_module_find_func (module, name);
  Bind                   bind;

  if (func == NULL || func->kind != TL_FUNC_GRAPH)
    return tl_fail_null (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "the module has no graph function %s", name);
  tl_graph_edit_init (&edit, module);
  bind = (Bind) { func->graph, name, { .arena = edit.arena, .vars = vars, .sizes = sizes } };
  if (!bind_all (&bind, data, error))
    return NULL;
  tl_graph_edit_set_graph (&edit, func->name, rewrite_bound (&bind));
  return tl_graph_edit_finish (&edit);
}

TlModule *
tl_graph_bind_params (TlModule *module, const char *func_name, GHashTable *tensors, GError **error)
{
  return bind_function (module, func_name, bind_tensors, tensors, error);
}

typedef struct
{
  const TlGraphSize *sizes;
  guint              n_sizes;
} GivenSizes;

static gboolean
bind_sizes (Bind *bind, gpointer data, GError **error)
{
  const GivenSizes *sizes = data;

  for (guint i = 0; i < sizes->n_sizes; i++)
    if (!bind_size (bind, &sizes->sizes[i], error))
      return FALSE;
  return TRUE;
}

TlModule *
tl_graph_bind_sizes (TlModule *module, const char *func_name, const TlGraphSize *sizes, guint n_sizes, GError **error)
{
  GivenSizes all = { sizes, n_sizes };

  return bind_function (module, func_name, bind_sizes, &all, error);
}
