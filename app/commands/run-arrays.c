/* SPDX-License-Identifier: Apache-2.0 */
#include "app/commands/run-arrays.h"

#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/interp/npz.h"
#include "core/ir/specialize.h"

#define INPUT_SEED  1u
#define MAX_SHOWN  1000   /* larger arrays are abbreviated */
#define EDGE        3      /* elements at each end of a dimension of an abbreviated array */

static const char *
name_of (const TlParam *param)
{
  return param->buffer != NULL ? param->buffer->name : param->name;
}

/* "float32 (3, 4)" */
static char *
describe (const TlTensor *tensor)
{
  GString *text = g_string_new (tl_dtype_name (tensor->dtype));

  g_string_append (text, " (");
  for (guint i = 0; i < tensor->n_dims; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", tensor->shape[i]);
  g_string_append (text, tensor->n_dims == 1 ? ",)" : ")");
  return g_string_free (text, FALSE);
}

static TlTensor *
find_array (GHashTable *arrays, const TlParam *param, guint index)
{
  g_autofree char *place = g_strdup_printf ("arr_%u", index);
  const char *const names[] = { name_of (param), param->name, place };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_hash_table_contains (arrays, names[i]))
      return g_hash_table_lookup (arrays, names[i]);
  return NULL;
}

static gboolean
take_array (const TlParam *param, TlTensor *argument, const TlTensor *array, const char *path, GError **error)
{
  g_autofree char *expected = describe (argument), *found = describe (array);

  if (strcmp (expected, found) != 0)
    return tl_fail (error, TL_NPZ_ERROR, TL_NPZ_ERROR_UNSUPPORTED, "%s is %s in the program and %s in %s", name_of (param), expected, found,
                    path);
  if (argument->n_bytes > 0)
    memcpy (argument->data, array->data, argument->n_bytes);
  return TRUE;
}

/* Each array must be a parameter; the error lists the names of the parameters. */
static gboolean
check_names (const TlPrimFunc *func, GHashTable *arrays, const char *path, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  GHashTableIter iter;
  gpointer       name;

  for (guint i = 0; i < func->n_params; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", name_of (&func->params[i]));
  g_hash_table_iter_init (&iter, arrays);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      gboolean is_used = FALSE;

      for (guint i = 0; i < func->n_params; i++)
        is_used |= find_array (arrays, &func->params[i], i) == g_hash_table_lookup (arrays, name);
      if (!is_used)
        return tl_fail (error, TL_NPZ_ERROR, TL_NPZ_ERROR_UNSUPPORTED,
                        "%s has an array %s, but the function has no such parameter; its parameters are %s", path, (const char *) name,
                        names->str);
    }
  return TRUE;
}

/* The index in @declared of @param of the specialized function, which lacks the parameters that became numbers. */
static guint
declared_place (const TlPrimFunc *declared, const TlParam *param)
{
  for (guint i = 0; i < declared->n_params; i++)
    if (strcmp (declared->params[i].name, param->name) == 0)
      return i;
  g_return_val_if_reached (0);
}

/* Adds the symbolic extents of @param that @array determines. */
static gboolean
add_extents (TlSizes *sizes, const TlParam *param, const TlTensor *array, const char *path, GError **error)
{
  g_autofree char *source = g_strdup_printf ("%s in %s", name_of (param), path);

  if (param->buffer == NULL)
    return !tl_dtype_is_integer (array->dtype) || array->n_elements != 1
           || tl_sizes_add (sizes, param->var->name, tl_tensor_get_int (array, 0), source, error);
  for (guint i = 0; i < MIN (param->buffer->n_dims, array->n_dims); i++)
    if (param->buffer->shape[i]->kind == TL_EXPR_VAR && !tl_sizes_add (sizes, param->buffer->shape[i]->name, array->shape[i], source,
                                                                       error))
      return FALSE;
  return TRUE;
}

gboolean
tl_run_arrays_add_shapes (const TlPrimFunc *func, const char *path, char ***shapes, GError **error)
{
  g_autoptr (GPtrArray)    vars = tl_func_sizes (func);
  g_autoptr (GHashTable)   arrays = vars->len > 0 ? tl_npz_read (path, error) : NULL;
  g_autoptr (TlSizes)      sizes = tl_sizes_new ();
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();

  if (vars->len == 0)
    return TRUE;
  if (arrays == NULL)
    return FALSE;
  for (guint i = 0; *shapes != NULL && (*shapes)[i] != NULL; i++)
    {
      if (!tl_sizes_add_text (sizes, (*shapes)[i], "--shape", error))
        return FALSE;
      g_strv_builder_add (all, (*shapes)[i]);
    }
  for (guint i = 0; i < func->n_params; i++)
    {
      const TlParam  *param = &func->params[i];
      const TlTensor *array = find_array (arrays, param, i);
      gboolean        is_size = param->buffer != NULL || g_ptr_array_find (vars, param->var, NULL);

      if (array != NULL && is_size && !add_extents (sizes, param, array, path, error))
        return FALSE;
    }
  for (guint i = 0; i < vars->len; i++)
    {
      const char      *name = ((const TlVar *) vars->pdata[i])->name;
      g_autofree char *text = g_strdup_printf ("%s=%" G_GINT64_FORMAT, name, tl_sizes_get (sizes, name));

      if (tl_sizes_get (sizes, name) > 0)
        g_strv_builder_add (all, text);
    }
  g_strfreev (*shapes);
  *shapes = g_strv_builder_end (all);
  return TRUE;
}

GPtrArray *
tl_run_arrays_read (const TlPrimFunc *func, const TlPrimFunc *declared, const char *path, GError **error)
{
  g_autoptr (GPtrArray) arguments = tl_interp_make_args (func, INPUT_SEED, FALSE, error);
  g_autoptr (GHashTable) arrays = arguments != NULL && path != NULL ? tl_npz_read (path, error) : NULL;
  g_autoptr (GArray) written = tl_interp_written_params (func);

  if (arguments == NULL || path == NULL)
    return g_steal_pointer (&arguments);
  if (arrays == NULL || !check_names (declared, arrays, path, error))
    return NULL;
  for (guint i = 0; i < func->n_params; i++)
    {
      TlTensor       *argument = arguments->pdata[i];
      const TlTensor *array = find_array (arrays, &func->params[i], declared_place (declared, &func->params[i]));

      if (array == NULL && g_array_index (written, gboolean, i))
        memset (argument->data, 0, argument->n_bytes);
      else if (array == NULL)
        return tl_fail_null (error, TL_NPZ_ERROR, TL_NPZ_ERROR_FORMAT, "%s has no array %s, which the program reads", path,
                             name_of (&func->params[i]));
      else if (!take_array (&func->params[i], argument, array, path, error))
        return NULL;
    }
  return g_steal_pointer (&arguments);
}

gboolean
tl_run_arrays_write (const TlPrimFunc *func, const GPtrArray *results, const char *path, GError **error)
{
  g_autoptr (GArray) written = tl_interp_written_params (func);
  g_autoptr (GPtrArray) names = g_ptr_array_new (), tensors = g_ptr_array_new ();

  for (guint i = 0; i < func->n_params; i++)
    if (g_array_index (written, gboolean, i))
      {
        g_ptr_array_add (names, (gpointer) name_of (&func->params[i]));
        g_ptr_array_add (tensors, results->pdata[i]);
      }
  return tl_npz_write (path, (const char *const *) names->pdata, (TlTensor *const *) tensors->pdata, names->len, error);
}

/* --- printing --- */

static void
print_element (const TlTensor *tensor, gint64 index)
{
  if (tensor->dtype.code == TL_TYPE_BOOL)
    printf ("%s", tl_tensor_get_int (tensor, index) != 0 ? "True" : "False");
  else if (tensor->dtype.code == TL_TYPE_UINT)
    printf ("%" G_GUINT64_FORMAT, (guint64) tl_tensor_get_int (tensor, index));
  else if (tensor->dtype.code == TL_TYPE_INT)
    printf ("%" G_GINT64_FORMAT, tl_tensor_get_int (tensor, index));
  else
    printf ("%.*g", tensor->dtype.bits == 64 ? 9 : 7, tl_tensor_get (tensor, index));
}

/* Prints the @stride elements from @first on, an array of dimensions @dim and higher. */
static void
print_dimension (const TlTensor *tensor, guint dim, gint64 first, gint64 stride, gboolean is_whole)
{
  gint64 extent;

  if (dim == tensor->n_dims)
    {
      print_element (tensor, first);
      return;
    }
  extent = tensor->shape[dim];
  stride = extent > 0 ? stride / extent : 0;
  printf ("[");
  for (gint64 i = 0; i < extent; i++)
    {
      if (i > 0)
        printf (dim + 1 == tensor->n_dims ? ", " : ",\n%*s", (int) dim + 3, "");
      if (!is_whole && i == EDGE && extent > 2 * EDGE)
        {
          printf ("…");
          i = extent - EDGE - 1;
          continue;
        }
      print_dimension (tensor, dim + 1, first + i * stride, stride, is_whole);
    }
  printf ("]");
}

void
tl_run_arrays_print (const TlPrimFunc *func, const GPtrArray *results)
{
  g_autoptr (GArray) written = tl_interp_written_params (func);

  for (guint i = 0; i < func->n_params; i++)
    if (g_array_index (written, gboolean, i))
      {
        const TlTensor  *tensor = results->pdata[i];
        g_autofree char *type = describe (tensor);

        printf ("%s: %s\n  ", name_of (&func->params[i]), type);
        print_dimension (tensor, 0, 0, tensor->n_elements, tensor->n_elements <= MAX_SHOWN);
        printf ("\n");
      }
}
