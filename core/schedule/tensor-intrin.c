/* SPDX-License-Identifier: Apache-2.0 */
#include "core/schedule/tensor-intrin.h"

#include <string.h>

#include "core/schedule/refusal.h"
#include "core/text/script.h"

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
  const TlPrimFunc *functions[2] = { desc->funcs[0], impl->funcs[0] };
  TlTensorIntrins  *with;
  TlArena          *arena;

  if (functions[0]->n_params != functions[1]->n_params)
    tl_refuse_argument (error, "tensor intrinsic %s is described with %u parameters and implemented with %u", name, functions[0]->n_params,
                        functions[1]->n_params);
  else if (!may_replace && (find_registered (set, name) != NULL || is_built_in (name)))
    tl_refuse_argument (error, "tensor intrinsic %s is already registered; override=True replaces it", name);
  else
    {
      arena = tl_arena_new (desc->arena);
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
  *desc = module->funcs[tl_module_find_func (module, "desc")];
  *impl = module->funcs[tl_module_find_func (module, "impl")];
  return TRUE;
}
