/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/specialize.h"

#include <string.h>

#include "core/base/error.h"
#include "core/ir/walk.h"

G_DEFINE_QUARK (tl-size-error-quark, tl_size_error)

/* --- which sizes there are --- */

static TlWalk
collect_var (const TlExpr *expr, gpointer user_data)
{
  GPtrArray *vars = user_data;

  if (expr->kind == TL_EXPR_VAR && !g_ptr_array_find (vars, expr, NULL))
    g_ptr_array_add (vars, (gpointer) expr);
  return TL_WALK_INTO;
}

GPtrArray *
tl_func_sizes (const TlPrimFunc *func)
{
  GPtrArray *vars = g_ptr_array_new ();

  for (guint p = 0; p < func->n_params; p++)
    {
      const TlBuffer *buffer = func->params[p].buffer;

      for (guint i = 0; buffer != NULL && i < buffer->n_dims; i++)
        tl_expr_walk (buffer->shape[i], collect_var, vars);
    }
  return vars;
}

gboolean
tl_func_has_param (const TlPrimFunc *func, const TlVar *var)
{
  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer == NULL && func->params[i].var == var)
      return TRUE;
  return FALSE;
}

char *
tl_sizes_to_text (const GPtrArray *vars)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < vars->len; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "" : i + 1 < vars->len ? ", " : " and ", ((const TlVar *) vars->pdata[i])->name);
  return g_string_free (text, FALSE);
}

/* Variables that may be given a value: sizes, variables in strides and whole scalar parameters. */
static GPtrArray *
variables_of (const TlPrimFunc *func)
{
  GPtrArray *vars = tl_func_sizes (func);

  for (guint p = 0; p < func->n_params; p++)
    {
      const TlBuffer *buffer = func->params[p].buffer;

      for (guint i = 0; buffer != NULL && buffer->strides != NULL && i < buffer->n_dims; i++)
        tl_expr_walk (buffer->strides[i], collect_var, vars);
    }
  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer == NULL && func->params[i].var != NULL && tl_dtype_is_integer (func->params[i].var->dtype))
      collect_var (func->params[i].var, vars);
  return vars;
}

/* --- values --- */

typedef struct
{
  gint64 value;
  char  *source;   /* owned */
} Size;

struct _TlSizes
{
  GHashTable *values;   /* name → Size */
};

static void
size_free (gpointer data)
{
  Size *size = data;

  g_free (size->source);
  g_free (size);
}

TlSizes *
tl_sizes_new (void)
{
  TlSizes *sizes = g_new0 (TlSizes, 1);

  sizes->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, size_free);
  return sizes;
}

void
tl_sizes_free (TlSizes *sizes)
{
  g_hash_table_unref (sizes->values);
  g_free (sizes);
}

gint64
tl_sizes_get (const TlSizes *sizes, const char *name)
{
  const Size *size = g_hash_table_lookup (sizes->values, name);

  return size != NULL ? size->value : 0;
}

gboolean
tl_sizes_add (TlSizes *sizes, const char *name, gint64 value, const char *source, GError **error)
{
  const Size *known = g_hash_table_lookup (sizes->values, name);
  Size       *size;

  if (value < 1)
    return tl_fail (error, TL_SIZE_ERROR, TL_SIZE_ERROR_VALUE, "%s: %s is %" G_GINT64_FORMAT "; a size is a whole number from 1", source,
                    name, value);
  if (known != NULL && known->value != value)
    return tl_fail (error, TL_SIZE_ERROR, TL_SIZE_ERROR_CONTRADICTION,
                    "%s is %" G_GINT64_FORMAT " by %s and %" G_GINT64_FORMAT " by %s: it has one value", name, known->value, known->source,
                    value, source);
  if (known != NULL)
    return TRUE;
  size = g_new (Size, 1);
  *size = (Size) { value, g_strdup (source) };
  g_hash_table_insert (sizes->values, g_strdup (name), size);
  return TRUE;
}

gboolean
tl_sizes_add_text (TlSizes *sizes, const char *text, const char *source, GError **error)
{
  const char      *equals = strchr (text, '=');
  g_autofree char *name = equals != NULL ? g_strndup (text, (gsize) (equals - text)) : NULL;
  gint64           value;

  if (name != NULL && *name != '\0' && g_ascii_string_to_signed (equals + 1, 10, 1, G_MAXINT64, &value, NULL))
    return tl_sizes_add (sizes, name, value, source, error);
  return tl_fail (error, TL_SIZE_ERROR, TL_SIZE_ERROR_VALUE, "%s takes NAME=N with a whole number from 1, as in n=32, not \"%s\"", source,
                  text);
}

/* --- the specialized program --- */

typedef struct
{
  GHashTable *values;    /* TlVar → TlExpr */
  GHashTable *buffers;   /* TlBuffer of a parameter → what it becomes */
} Specialize;

static const TlExpr *
specialize_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  const Specialize *job = rewriter->user_data;

  return expr->kind == TL_EXPR_VAR ? g_hash_table_lookup (job->values, expr) : NULL;
}

static const TlBuffer *
specialize_buffer (TlRewriter *rewriter, const TlBuffer *buffer)
{
  const Specialize *job = rewriter->user_data;
  const TlBuffer   *other = g_hash_table_lookup (job->buffers, buffer);

  return other != NULL ? other : buffer;
}

static const TlExpr *const *
specialize_list (TlRewriter *rewriter, const TlExpr *const *list, guint n)
{
  const TlExpr **copy = list != NULL ? tl_arena_dup_array (rewriter->arena, const TlExpr *, list, n) : NULL;

  for (guint i = 0; copy != NULL && i < n; i++)
    copy[i] = tl_rewrite_expr (rewriter, list[i]);
  return copy;
}

static const TlBuffer *
specialize_declaration (TlRewriter *rewriter, const TlBuffer *buffer)
{
  TlBuffer *copy = tl_arena_memdup (rewriter->arena, buffer, sizeof *buffer);

  copy->shape = specialize_list (rewriter, buffer->shape, buffer->n_dims);
  copy->strides = specialize_list (rewriter, buffer->strides, buffer->n_dims);
  copy->elem_offset = tl_rewrite_expr (rewriter, buffer->elem_offset);
  return copy;
}

static const TlPrimFunc *
specialize_func (TlArena *arena, const TlPrimFunc *func, GHashTable *values)
{
  g_autoptr (GHashTable) buffers = g_hash_table_new (NULL, NULL);
  Specialize  job = { values, buffers };
  TlRewriter  rewriter = { .arena = arena, .expr = specialize_expr, .buffer = specialize_buffer, .user_data = &job,
                           .rewrites_shapes = TRUE };
  TlPrimFunc *copy = tl_arena_memdup (arena, func, sizeof *func);
  TlParam    *params = tl_arena_dup_array (arena, TlParam, func->params, func->n_params);
  guint       n = 0;

  for (guint i = 0; i < func->n_params; i++)
    {
      TlParam param = func->params[i];

      if (param.buffer == NULL && g_hash_table_contains (values, param.var))
        continue;
      if (param.buffer != NULL)
        {
          param.buffer = specialize_declaration (&rewriter, func->params[i].buffer);
          g_hash_table_insert (buffers, (gpointer) func->params[i].buffer, (gpointer) param.buffer);
        }
      params[n++] = param;
    }
  copy->params = params;
  copy->n_params = n;
  copy->body = tl_rewrite_stmt (&rewriter, func->body);
  return copy;
}

/* The values of @func's variables; names that are found are removed from @unknown. FALSE where a value does not fit. */
static gboolean
find_values (TlArena *arena, const TlPrimFunc *func, const TlSizes *sizes, GHashTable *unknown, GHashTable *values, GError **error)
{
  g_autoptr (GPtrArray) vars = variables_of (func);

  for (guint i = 0; i < vars->len; i++)
    {
      const TlVar *var = vars->pdata[i];
      gint64       value = tl_sizes_get (sizes, var->name);

      if (value == 0)
        continue;
      if (value > tl_dtype_max_int (var->dtype))
        return tl_fail (error, TL_SIZE_ERROR, TL_SIZE_ERROR_VALUE, "%s = %" G_GINT64_FORMAT " does not fit %s", var->name, value,
                        tl_dtype_name (var->dtype));
      g_hash_table_remove (unknown, var->name);
      g_hash_table_insert (values, (gpointer) var, (gpointer) tl_expr_int (arena, var->dtype, value));
    }
  return TRUE;
}

gboolean
tl_module_has_size (const TlModule *module, const char *name)
{
  for (guint f = 0; f < module->n_prims; f++)
    {
      g_autoptr (GPtrArray) vars = variables_of (module->prims[f]);

      for (guint i = 0; i < vars->len; i++)
        if (strcmp (((const TlVar *) vars->pdata[i])->name, name) == 0)
          return TRUE;
    }
  return FALSE;
}

static gboolean
has_same_name (gconstpointer a, gconstpointer b)
{
  return strcmp (((const TlVar *) a)->name, ((const TlVar *) b)->name) == 0;
}

static void
set_unknown (const TlModule *module, const TlSizes *sizes, GHashTable *unknown, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autofree char      *names = NULL;
  GHashTableIter        iter;
  gpointer              name, size;

  for (guint f = 0; f < module->n_prims; f++)
    {
      g_autoptr (GPtrArray) vars = variables_of (module->prims[f]);

      for (guint i = 0; i < vars->len; i++)
        if (!g_ptr_array_find_with_equal_func (all, vars->pdata[i], has_same_name, NULL))
          g_ptr_array_add (all, vars->pdata[i]);
    }
  names = tl_sizes_to_text (all);
  g_hash_table_iter_init (&iter, unknown);
  g_hash_table_iter_next (&iter, &name, NULL);
  size = g_hash_table_lookup (sizes->values, name);
  g_set_error (error, TL_SIZE_ERROR, TL_SIZE_ERROR_UNKNOWN, "%s: the program has no size %s; %s%s", ((const Size *) size)->source,
               (const char *) name, all->len > 0 ? "its sizes are " : "all its extents are numbers", names);
}

TlModule *
tl_module_specialize (const TlModule *module, const TlSizes *sizes, GError **error)
{
  g_autoptr (TlArena)    arena = tl_arena_new (module->arena);
  g_autoptr (GHashTable) unknown = g_hash_table_new (g_str_hash, g_str_equal);
  const TlPrimFunc     **prims = tl_arena_dup_array (arena, const TlPrimFunc *, module->prims, module->n_prims);
  GHashTableIter         iter;
  gpointer               name;

  if (g_hash_table_size (sizes->values) == 0)
    return tl_module_ref (module);
  g_hash_table_iter_init (&iter, sizes->values);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_hash_table_add (unknown, name);
  for (guint f = 0; f < module->n_prims; f++)
    {
      g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);

      if (!find_values (arena, module->prims[f], sizes, unknown, values, error))
        return NULL;
      if (g_hash_table_size (values) > 0)
        prims[f] = specialize_func (arena, module->prims[f], values);
    }
  if (g_hash_table_size (unknown) > 0)
    {
      set_unknown (module, sizes, unknown, error);
      return NULL;
    }
  return tl_module_with_prims (module, arena, prims, module->next_id);
}
