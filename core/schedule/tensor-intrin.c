/* SPDX-License-Identifier: Apache-2.0 */
#include "core/schedule/tensor-intrin.h"

#include <string.h>

#include "core/schedule/refusal.h"
#include "core/text/script.h"

#define HEAD   "# tensor intrinsic: "
#define MIDDLE "# implementation:\n"

static const TlTensorIntrins *
find_registered (const TlTensorIntrins *set, const char *name)
{
  while (set != NULL && strcmp (set->name, name) != 0)
    set = set->rest;
  return set;
}

static gboolean
is_built_in (const char *name)
{
  for (guint i = 0; tl_tensor_intrin_nth_name (i) != NULL; i++)
    if (strcmp (tl_tensor_intrin_nth_name (i), name) == 0)
      return TRUE;
  return FALSE;
}

const TlTensorIntrins *
tl_tensor_intrins_with (const TlTensorIntrins *set, const char *name, const TlModule *desc, const TlModule *impl, gboolean may_replace,
                        GError **error)
{
  const TlPrimFunc *functions[2];
  TlTensorIntrins  *with;
  TlArena          *arena;

  if (desc->n_prims == 0 || impl->n_prims == 0)
    {
      tl_refuse_argument (error, "tensor intrinsic %s has no function for its description or implementation", name);
      return NULL;
    }
  functions[0] = desc->prims[0];
  functions[1] = impl->prims[0];
  if (functions[0]->n_params != functions[1]->n_params)
    tl_refuse_argument (error, "tensor intrinsic %s is described with %u parameters and implemented with %u", name, functions[0]->n_params,
                        functions[1]->n_params);
  else if (!may_replace && (find_registered (set, name) != NULL || is_built_in (name)))
    tl_refuse_argument (error, "tensor intrinsic %s is already registered; override=True replaces it", name);
  else
    {
      arena = tl_arena_new (desc->arena);
      if (impl->arena != desc->arena)
        tl_arena_add_parent (arena, impl->arena);
      if (set != NULL)
        tl_arena_add_parent (arena, set->arena);
      with = tl_arena_new0 (arena, TlTensorIntrins);
      *with = (TlTensorIntrins) { arena, set, tl_arena_strdup (arena, name), functions[0], functions[1] };
      return with;
    }
  return NULL;
}

gboolean
tl_tensor_intrin_find (const TlTensorIntrins *set, TlArena *arena, const char *name, const TlPrimFunc **desc, const TlPrimFunc **impl,
                       GError **error)
{
  const TlTensorIntrins *registered = find_registered (set, name);
  g_autoptr (TlModule)   module = NULL;
  g_autofree char       *text = NULL;

  if (registered != NULL)
    {
      tl_arena_add_parent (arena, registered->arena);
      *desc = registered->desc;
      *impl = registered->impl;
      return TRUE;
    }
  text = tl_tensor_intrin_text (name);
  if (text == NULL)
    return tl_refuse_argument (error, "no tensor intrinsic is registered as '%s'", name);
  module = tl_script_read_text (text, error);
  if (module == NULL)
    return FALSE;
  tl_arena_add_parent (arena, module->arena);
  *desc = tl_module_prim (module, "desc");
  *impl = tl_module_prim (module, "impl");
  return TRUE;
}

/* Alone in its module: description and implementation may be one function. */
static void
append_function (GString *text, const TlTensorIntrins *set, const TlPrimFunc *func)
{
  g_autoptr (TlArena)  arena = tl_arena_new (set->arena);
  g_autoptr (TlModule) module = tl_module_new_prims (arena, "Module", &func, 1, 1);
  g_autofree char     *script = tl_script_print (module, TL_DIALECT_CLASSIC, NULL);

  g_string_append (text, script);
}

static void
append_text (GString *text, const TlTensorIntrins *set)
{
  g_string_append_printf (text, HEAD "%s\n", set->name);
  append_function (text, set, set->desc);
  g_string_append (text, "\n" MIDDLE);
  append_function (text, set, set->impl);
  g_string_append (text, "\n");
}

char *
tl_tensor_intrins_to_text (const TlTensorIntrins *set)
{
  GString              *text = g_string_new (NULL);
  g_autoptr (GPtrArray) links = g_ptr_array_new ();

  for (; set != NULL; set = set->rest)
    g_ptr_array_insert (links, 0, (gpointer) set);
  for (guint i = 0; i < links->len; i++)
    append_text (text, links->pdata[i]);
  return g_string_free (text, FALSE);
}

/* "name", description and implementation as append_text wrote them; NULL with an error. */
static const TlTensorIntrins *
read_intrin (const char *part, const TlTensorIntrins *rest, GError **error)
{
  const char          *end = strchr (part, '\n'), *middle = strstr (part, MIDDLE);
  g_autofree char     *name = NULL, *desc_text = NULL;
  g_autoptr (TlModule) desc = NULL;
  g_autoptr (TlModule) impl = NULL;

  if (end == NULL || middle == NULL || middle < end)
    {
      tl_refuse_argument (error, "a tensor intrinsic in the file lacks its description or implementation");
      return NULL;
    }
  name = g_strndup (part, (gsize) (end - part));
  desc_text = g_strndup (end, (gsize) (middle - end));
  desc = tl_script_read_text (desc_text, error);
  impl = desc != NULL ? tl_script_read_text (middle, error) : NULL;
  return impl != NULL ? tl_tensor_intrins_with (rest, name, desc, impl, TRUE, error) : NULL;
}

gboolean
tl_tensor_intrins_from_text (const char *text, const TlTensorIntrins **set, GError **error)
{
  g_auto (GStrv)         parts = g_strsplit (text, HEAD, -1);
  const TlTensorIntrins *result = NULL;

  for (guint i = 1; parts[0] != NULL && parts[i] != NULL; i++)
    {
      const TlTensorIntrins *with = read_intrin (parts[i], result, error);

      if (result != NULL)
        tl_arena_unref (result->arena);
      if (with == NULL)
        return FALSE;
      result = with;
    }
  *set = result;
  return TRUE;
}
