/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/module.h"

#include <string.h>

TlModule *
tl_module_new (TlArena *arena, const char *name, const TlFunc *funcs, guint n_funcs, TlNodeId next_id)
{
  TlModule          *module = tl_arena_new0 (arena, TlModule);
  const TlPrimFunc **prims = tl_arena_new_array (arena, const TlPrimFunc *, n_funcs);

  module->arena = tl_arena_ref (arena);
  module->name = tl_arena_strdup (arena, name);
  module->funcs = tl_arena_dup_array (arena, TlFunc, funcs, n_funcs);
  module->n_funcs = n_funcs;
  for (guint i = 0; i < n_funcs; i++)
    if (funcs[i].kind == TL_FUNC_PRIM)
      prims[module->n_prims++] = funcs[i].prim;
  module->prims = prims;
  module->next_id = next_id;
  return module;
}

TlModule *
tl_module_new_prims (TlArena *arena, const char *name, const TlPrimFunc *const *prims, guint n_prims, TlNodeId next_id)
{
  g_autofree TlFunc *funcs = g_new (TlFunc, n_prims);

  for (guint i = 0; i < n_prims; i++)
    funcs[i] = (TlFunc) { .kind = TL_FUNC_PRIM, .name = prims[i]->name, .prim = prims[i] };
  return tl_module_new (arena, name, funcs, n_prims, next_id);
}

void
tl_module_set_attrs (TlModule *module, const TlAttrs *attrs, const char *global_infos)
{
  module->attrs = *attrs;
  module->global_infos = global_infos;
}

TlModule *
tl_module_ref (const TlModule *module)
{
  tl_arena_ref (module->arena);
  return (TlModule *) module;
}

void
tl_module_unref (TlModule *module)
{
  tl_arena_unref (module->arena);
}

TlModule *
tl_module_with_func (const TlModule *module, TlBuilder *builder, const TlPrimFunc *func)
{
  const TlPrimFunc **prims = tl_arena_dup_array (builder->arena, const TlPrimFunc *, module->prims, module->n_prims);

  g_assert (tl_module_prim (module, func->name) != NULL && builder->arena != module->arena);
  for (guint i = 0; i < module->n_prims; i++)
    if (strcmp (prims[i]->name, func->name) == 0)
      prims[i] = func;
  return tl_module_with_prims (module, builder->arena, prims, MAX (builder->next_id, module->next_id));
}

TlModule *
tl_module_with_prims (const TlModule *module, TlArena *arena, const TlPrimFunc *const *prims, TlNodeId next_id)
{
  TlModule *copy = tl_arena_memdup (arena, module, sizeof *module);
  TlFunc   *funcs = tl_arena_dup_array (arena, TlFunc, module->funcs, module->n_funcs);

  for (guint i = 0, n = 0; i < module->n_funcs; i++)
    if (funcs[i].kind == TL_FUNC_PRIM)
      funcs[i].prim = prims[n++];
  copy->arena = tl_arena_ref (arena);
  copy->funcs = funcs;
  copy->prims = tl_arena_dup_array (arena, const TlPrimFunc *, prims, module->n_prims);
  copy->next_id = next_id;
  return copy;
}

const TlPrimFunc *
tl_prim_func_with_body (TlArena *arena, const TlPrimFunc *func, const TlStmt *body)
{
  TlPrimFunc *copy = tl_arena_memdup (arena, func, sizeof *func);

  copy->body = body;
  return copy;
}

const TlFunc *
tl_module_find_func (const TlModule *module, const char *name)
{
  for (guint i = 0; i < module->n_funcs; i++)
    if (strcmp (module->funcs[i].name, name) == 0)
      return &module->funcs[i];
  return NULL;
}

const TlPrimFunc *
tl_module_prim (const TlModule *module, const char *name)
{
  for (guint i = 0; i < module->n_prims; i++)
    if (strcmp (module->prims[i]->name, name) == 0)
      return module->prims[i];
  return NULL;
}

const TlPrimFunc *
tl_module_entry (const TlModule *module)
{
  const TlPrimFunc *func = tl_module_prim (module, "main");

  return func != NULL || module->n_prims != 1 ? func : module->prims[0];
}
